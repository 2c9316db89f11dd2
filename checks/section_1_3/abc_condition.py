r"""Section 1.3: the ABC condition E‖ĝ‖² ≤ A (L(u) - L_min) + B ‖∇L(u)‖² + C, and the quasi-projection."""

from fractions import Fraction

import numpy as np

from checks.hypotheses import differentiable_3, quasi_projection
from checks.instances.nonlinear import ANY_LOSS, CLASSES, MASSES, derivative, empirical_risk, risk
from checks.instances.quasi_projections import BASES, LAWS_OF_POINTS, SIZES, number, outside
from checks.theory import symbolic_sampling as on
from checks.theory.forms import ordered
from checks.theory.members_at import steps
from theorytest import at_most, claim, equal
from theorytest.proof import compared, statement

ONE = Fraction(1)


def printed_b(n, d):
    """(n - 1 + d)/n."""
    return (n - 1 + d) * ONE / n


def printed_c(n, d):
    """d/n, the factor of ‖(I - P)g‖²."""
    return d * ONE / n


def abc_on_symbols(*, B=printed_b, C=printed_c):
    """Table 2, and k ≤ d with optimal points."""
    bound = B(on.n, on.d) * on.tangent + C(on.n, on.d) * on.normal
    return statement(at_most(on.moment, bound), given=on.OPTIMAL, by=on.by_dimension())


def abc_bound(system, n, B=printed_b, C=printed_c):
    """B P + C (I - P)."""
    b, c = (number(system, each(n, system.dim)) for each in (B, C))
    return b * system.projector + c * outside(system)


def abc_at(system, n, law):
    """At the g of the check."""
    sampled = law(system)
    return steps(sampled, n, abc_bound(system, n) - sampled.second_moment(n))


@claim(
    "x:display-abc-condition",
    also=["x:sec1.3-abc-a-zero", "x:sec1.2-optimal-sampling-bounded-variance"],
    says="Optimal sampling ensures bounded variance: the quasi-projection has E‖Pⁿg‖² ≤ B‖Pg‖² + C with C = d‖(I - "
    "P)g‖²/n, the ABC condition with A = 0 where C is bounded.",
    formula=r"\mathbb{E}\|P_t^n g_t\|^2 \le \tfrac{n-1+d}{n}\|P_t g_t\|^2 + \tfrac dn\|(I-P_t)g_t\|^2",
    forall={"T": BASES, "n": SIZES, "μ": LAWS_OF_POINTS},
    given=[quasi_projection],
    reading="Proved from Table 2 with k ≤ d, for every g, with B = (n - 1 + d)/n; C is a constant for least squares on "
    "M = T, where (I - P)g = -(I - P)u*. As ‖g‖² = 2(L - L_min) there, A = 2d/n, B = (n - 1)/n "
    "and C = 0 serve as well, with L_min over H.",
    tight="attained by scalar jets",
    premises=["x:tab2-quasiprojection-var1", "x:sec3.2-k-at-most-d"],
    proof=compared(abc_on_symbols, abc_at),
    mutants={
        "one per cent less of B": {"B": lambda n, d: 99 * printed_b(n, d) / 100},
        "one per cent less of C": {"C": lambda n, d: 99 * printed_c(n, d) / 100},
    },
)
def quasi_projection_satisfies_abc(system, n, law, *, B=printed_b, C=printed_c):
    """For every g at once: E (P^n)ᵀ P^n beside B P + C (I - P)."""
    yield from ordered(law(system).second_moment(n), abc_bound(system, n, B, C))


@claim(
    "x:sec1.3-abc-unbiased",
    says="In the ABC condition, the estimate of ∇L(u) is unbiased.",
    formula=r"\mathbb{E}\,\nabla_\theta\mathcal{L}_n(F(\theta)) = \nabla_\theta\mathcal{L}(F(\theta))",
    forall={"F": CLASSES, "ℓ": ANY_LOSS},
    given=[differentiable_3],
    reading="A convention. Tried for the gradient of the empirical risk in the parameters, from points drawn from ρ.",
    premises=["eq:etahat_is_parameter_grad"],
    mutants={"a hundredth of the draws at another point": {"law": MASSES + np.array([0.01, -0.01, 0.0, 0.0])}},
)
def parameter_gradient_is_unbiased(model, loss, *, law=MASSES):
    """One point with its probability each: the mean over n points is the same."""
    estimates = [derivative(lambda t, i=i: empirical_risk(loss, (i,))(model(t)), model.theta) for i in range(4)]
    reference = derivative(lambda t: risk(loss)(model(t)), model.theta)
    return equal(law @ np.array(estimates), reference, digits=11, symbol="the mean gradient")

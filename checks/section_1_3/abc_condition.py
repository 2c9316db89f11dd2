r"""Section 1.3: the ABC condition E‖ĝ‖² ≤ A (L(u) - L_min) + B ‖∇L(u)‖² + C, for least squares on a linear space.

For M = T and least squares (I - P) g = -(I - P) u* does not change, so that c_var2 ‖(I - P) g‖² is the constant C.
"""

from fractions import Fraction

import numpy as np

from checks.hypotheses import differentiable_3, least_squares_loss, linear_class, optimal_points, quasi_projection
from checks.instances.nonlinear import CLASSES, LOSSES, MASSES, derivative, empirical_risk, risk
from checks.instances.quasi_projections import BASES, SIZES, number, outside, with_optimal_samples
from checks.theory.forms import nonnegative
from theorytest import claim, equal, family


@claim(
    "x:display-abc-condition",
    also=["x:sec1.3-abc-a-zero"],
    says="The analysis assumes the ABC condition with A = 0 and focuses on the constants B and C.",
    formula=r"\mathbb{E}\|P_t^n g_t\|^2 \le \tfrac{n-1+d}{n}\|P_t g_t\|^2 + \tfrac dn\|(I-P_t)u^*\|^2",
    forall={"T": BASES, "n": SIZES},
    given=[least_squares_loss, linear_class, quasi_projection, optimal_points],
    reading="Tried for the quasi-projection: A = 0, B = (n - 1 + d)/n for the gradient in T, C = d‖(I - P)u*‖²/n. As "
    "‖g‖² = 2(L - L_min), the same bound has A = 2d/n, B = (n - 1)/n and C = 0, with L_min over H.",
    tight="attained by scalar jets",
    mutants={
        "points as they come": {"sampled": lambda system: system},
        "one per cent less of B": {"B": lambda n, d: Fraction(99 * (n - 1 + d), 100 * n)},
        "one per cent less of C": {"C": lambda n, d: Fraction(99 * d, 100 * n)},
    },
)
def quasi_projection_satisfies_abc(
    system, n, *, B=lambda n, d: Fraction(n - 1 + d, n), C=lambda n, d: Fraction(d, n), sampled=with_optimal_samples
):
    """For every g at once: B P + C (I - P) minus E (P^n)ᵀ P^n."""
    b, c = (number(system, each(n, system.dim)) for each in (B, C))
    return nonnegative(b * system.projector + c * outside(system) - sampled(system).second_moment(n))


@claim(
    "x:sec1.3-abc-unbiased",
    says="In the ABC condition, the estimate of ∇L(u) is unbiased.",
    formula=r"\mathbb{E}\,\nabla_\theta\mathcal{L}_n(F(\theta)) = \nabla_\theta\mathcal{L}(F(\theta))",
    forall={"F": CLASSES, "ℓ": family(LOSSES, "pointwise losses")},
    given=[differentiable_3],
    reading="A convention. Tried for the gradient of the empirical risk in the parameters, from points drawn from ρ.",
    premises=["eq:etahat_is_parameter_grad"],
    mutants={"points that are not drawn from rho": {"law": np.array([0.35, 0.35, 0.1, 0.2])}},
)
def parameter_gradient_is_unbiased(model, loss, *, law=MASSES):
    """One point with its probability each: the mean over n points is the same."""
    estimates = [derivative(lambda t, i=i: empirical_risk(loss, (i,))(model(t)), model.theta) for i in range(4)]
    reference = derivative(lambda t: risk(loss)(model(t)), model.theta)
    return equal(law @ np.array(estimates), reference, digits=11, symbol="the mean gradient")

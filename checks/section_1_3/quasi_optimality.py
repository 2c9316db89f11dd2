r"""Section 1.3: least squares from stable points is quasi-optimal in expectation, the quasi-projection is not.

E‖v - P^n v‖² = ‖v - P v‖² + E‖P^n (v - P v)‖² for least squares, so that the needed c is n/d times the largest
eigenvalue of the second moment of P^n on the complement. All samples of finitely many points are summed, for every δ.
"""

from fractions import Fraction

from checks.hypotheses import optimal_points, possible_event, several_dimensions
from checks.instances import quasi_projections as quasi
from checks.instances.quasi_projections import BASES, SIZES, moved
from checks.instances.stable_samples import OPTIMAL_SAMPLES
from checks.theory import symbolic_sampling as on
from checks.theory.finite import optimal
from checks.theory.forms import nonnegative, ordered
from checks.theory.members_at import steps
from theorytest import at_most, claim, equal, proof, repair


def from_probability(s):
    """1/((1 - δ)² p)."""
    return 1 / ((1 - s.delta) ** 2 * s.p)


@claim(
    "x:display-quasi-optimality-expectation",
    also=["x:display-boosted-relative-error"],
    says="A suitable least squares projection has E‖v - P_t^n v‖² ≤ (1 + c d_t/n)‖v - P_t v‖² for all v and some c > "
    "0.",
    formula=r"\mathbb{E}\|v - P_t^n v\|^2 \le (1 + c\tfrac{d_t}{n})\|v - P_t v\|^2, \quad c = \tfrac{1}{(1-\delta)^2 "
    r"p}",
    forall={"T, n, δ": OPTIMAL_SAMPLES},
    given=[optimal_points, possible_event],
    reading="Suitable: from optimal points, given that they are stable, with c = 1/((1 - δ)² P(S_δ)); c may depend on "
    "the space. No c serves all spaces, n and δ: a point of mass 1/4000 needs c above 1000.",
    tight="attained by constants, where P(S_δ) = 1",
    premises=["lemma:QBP_bias"],
    mutants={
        "one c for all spaces": {"constant": lambda _: 1000},
        "no probability": {"constant": lambda s: 1 / (1 - s.delta) ** 2},
        "one per cent less": {"constant": lambda s: 99 * from_probability(s) / 100},
    },
)
def least_squares_is_quasi_optimal_in_expectation(stable, *, constant=from_probability):
    """For every v at once: bound minus error has no negative eigenvalue."""
    normal, d = stable.system.identity - stable.system.projector, stable.system.dim
    for event in stable.events:
        s, A = event.setting, event.mean
        error = stable.system.identity - A - A.T + event.second_moment
        factor = s.n + constant(s) * d
        name, scale = f"δ = {float(s.delta):.6g}", float(factor) / s.n
        yield nonnegative(factor * normal / s.n - error, name, digits=9, scale=scale)


def as_given(system):
    """The quasi-projection with the samples that it comes with."""
    return system


def printed_error(system, n):
    """(1 + d/n) on the complement and (d - 1)/n on T."""
    return (n + system.dim) * (system.identity - system.projector) / n + (system.dim - 1) * system.projector / n


def error_on_symbols(*, claimed=printed_error):
    """E(v, Pⁿv) = ‖Pv‖² and the variance constants of the quasi-projection, with k = sup wK ≤ d."""
    found = on.tangent + on.normal - 2 * on.aligned + on.moment
    return proof.statement(
        at_most(found, claimed(on.SPACE, on.n)),
        given=on.OPTIMAL | {"E Pⁿv = Pv": equal(on.aligned, on.tangent)},
        by=[proof.use("E Pⁿv = Pv", 2), *on.by_dimension()],
    )


def error_at(system, n):
    """At the v of the check, for both laws."""
    return [
        numbers
        for sampled in (optimal(system), quasi.with_trace_samples(system))
        for numbers in steps(sampled, n, printed_error(system, n) - moved(sampled, n))
    ]


@repair(
    "x:display-quasi-projection-error/corrected",
    "x:display-quasi-projection-error",
    by={"laws": (optimal, quasi.with_trace_samples)},
    says="The quasi-projection with optimal points has E‖v - P_t^n v‖² ≤ (1 + d/n)‖v - P_t v‖² + (d - 1)‖P_t v‖²/n for "
    "any v ∈ H.",
    forall={"T": BASES, "n": SIZES},
    given=[optimal_points],
    reading="Proved from E Pⁿv = Pv and the variance constants of Table 2, with k ≤ d.",
    tight="attained by scalar jets",
    premises=["x:tab2-quasiprojection-var1", "x:sec3.2-k-at-most-d"],
    proof=proof.compared(error_on_symbols, error_at),
    mutants={"one per cent less": {"claimed": lambda system, n: 99 * printed_error(system, n) / 100}},
)
@claim(
    "x:display-quasi-projection-error",
    says="The quasi-projection satisfies E‖v - P_t^n v‖² ≤ (1 + d_t/n)‖v - P_t v‖² + (d_t - 1)‖P_t v‖²/n.",
    formula=r"\mathbb{E}\|v - P_t^n v\|^2 \le (1+\tfrac{d_t}{n})\|v - P_t v\|^2 + \tfrac{d_t-1}{n}\|P_t v\|^2",
    forall={"T, μ": BASES, "n": SIZES},
    reading="Whatever the sampling, as the sentence names none. Its paragraph is about optimal points, for which it is "
    "true.",
    gravity="fails only when read literally",
    finding="quasi-projection-error-needs-optimal-points",
)
def error_is_bounded(system, n, *, laws=(as_given,), claimed=printed_error):
    """One cell of two, plain points: P^n v for v = b is 2v or 0 by chance, the error 1/n against 0."""
    for law in laws:
        yield from ordered(moved(law(system), n), claimed(system, n), law.__name__)


@claim(
    "x:sec1.3-no-quasi-optimality-yet-comparable/not-quasi-optimal",
    label="x:sec1.3-no-quasi-optimality-yet-comparable",
    also=["x:sec3.3-quasi-uniformly-bounded"],
    says="The quasi-projection does not guarantee quasi-optimality.",
    formula=r"v\in\mathcal{T}_t:\quad \mathbb{E}\|v - P_t^n v\|^2 = \tfrac{d_t-1}{n}\|v\|^2 > 0",
    forall={"T": quasi.SCALAR_PLANES, "n": SIZES},
    given=[quasi.scalar_system, several_dimensions, optimal_points],
    reading="Under the hypotheses listed it misses every v ≠ 0 of T, where the best error is 0. On constants, and in "
    "H¹ of the circle, it is the identity on T.",
    premises=["x:display-quasi-projection-error/corrected"],
    mutants={"points as they come": {"law": as_given}, "one per cent more": {"percent": 101}},
)
def quasi_projection_is_not_quasi_optimal(system, n, *, percent=100, law=optimal):
    """As a matrix in an orthonormal basis of T."""
    found = system.scaled @ moved(law(system), n) @ system.scaled.T
    expected = quasi.number(system, Fraction(percent * (system.dim - 1), 100 * n)) * system.gramian
    return equal(found, expected, digits=11, scale=1.0, symbol="E‖v - P^n v‖² on T")

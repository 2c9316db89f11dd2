r"""Section 1.3: quasi-optimality in expectation of least squares from stable points, and what its constant depends on.

E‖v - P^n v‖² = ‖v - P v‖² + E‖P^n (v - P v)‖², so that the needed c is n/d times the largest eigenvalue of the second
moment of P^n on the complement. Decided over all samples of finitely many points, for every δ < 1.
"""

from checks.hypotheses import optimal_points, possible_event
from checks.instances.stable_samples import OPTIMAL_SAMPLES
from checks.theory.forms import nonnegative
from theorytest import claim


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

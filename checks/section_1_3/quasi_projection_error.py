r"""Section 1.3: the quasi-projection is unbiased, its mean squared error, and that it is not quasi-optimal.

On finitely many points E‖v - P^n v‖² is a matrix in v, summed over all samples.
"""

import numpy as np

from checks.hypotheses import optimal_points
from checks.instances.finite_systems import ANY_SYSTEM, finite_systems
from checks.instances.quasi_projections import (
    as_sampled,
    circle_in_h1,
    moved,
    outside,
    scalar_system,
    several,
    with_optimal_samples,
    with_trace_samples,
)
from theorytest import at_least, claim, equal, family, integers, repair

SYSTEMS = family(
    lambda: finite_systems() | {"H1 of the circle": circle_in_h1()},
    "spaces on finitely many points, with scalar and vector jets and a law of points",
    search=ANY_SYSTEM,
    effort=100,
)
SIZES = family((1, 2, 3), "positive integers", search=integers(1, 3))


@claim(
    "x:sec1.3-quasi-projection-unbiased",
    says="The quasi-projection P_t^n v is an unbiased estimate of the orthogonal projection P_t v for any v ∈ H.",
    formula=r"\mathbb{E}[P_t^n v] = P_t v",
    forall={"T, μ": SYSTEMS, "n": SIZES},
    premises=["x:sec3-empirical-inner-product-unbiased/in-the-space"],
    mutants={"any system": {"change": lambda system: system}, "one point forgotten": {"divisor": lambda n: n + 1}},
)
def quasi_projection_is_unbiased(system, n, *, change=as_sampled, divisor=lambda n: n):
    return equal(change(system).mean(n) * n / divisor(n), system.projector, digits=12, symbol="an entry of E P^n")


def printed_error(system, n):
    """(1 + d/n) on the complement and (d - 1)/n on T."""
    return (1 + system.dim / n) * outside(system) + (system.dim - 1) / n * system.projector


@repair(
    "x:display-quasi-projection-error/corrected",
    "x:display-quasi-projection-error",
    by={"laws": (with_optimal_samples, with_trace_samples)},
    says="With optimal points, E‖v - P_t^n v‖² ≤ (1 + d/n)‖v - P_t v‖² + (d - 1)‖P_t v‖²/n for any v ∈ H.",
    formula=r"\mathbb{E}\|v - P_t^n v\|^2 \le (1+\tfrac{d_t}{n})\|v - P_t v\|^2 + \tfrac{d_t-1}{n}\|P_t v\|^2",
    forall={"T": SYSTEMS, "n": SIZES},
    given=[optimal_points],
    tight="attained by scalar jets",
    premises=["lem:quasi-projection_norm/corrected", "x:sec3.2-k-at-most-d"],
    mutants={
        "one dimension less outside": {"claimed": lambda system, n: printed_error(system, n) - outside(system) / n},
        "one dimension less inside": {"claimed": lambda system, n: printed_error(system, n) - system.projector / n},
        "one per cent less": {"claimed": lambda system, n: 0.99 * printed_error(system, n)},
    },
)
@claim(
    "x:display-quasi-projection-error",
    says="The quasi-projection satisfies E‖v - P_t^n v‖² ≤ (1 + d_t/n)‖v - P_t v‖² + (d_t - 1)‖P_t v‖²/n.",
    formula=r"\mathbb{E}\|v - P_t^n v\|^2 \le (1+\tfrac{d_t}{n})\|v - P_t v\|^2 + \tfrac{d_t-1}{n}\|P_t v\|^2",
    forall={"T, μ": SYSTEMS, "n": SIZES},
    reading="Whatever the sampling, as no density is named there.",
    gravity="missing hypothesis",
    finding="quasi-projection-error-needs-optimal-points",
)
def error_is_bounded(system, n, *, laws=(as_sampled,), claimed=printed_error):
    """One cell of two, plain points: P^n v for v = b is 2v or 0 by chance, the error 1/n against 0."""
    for law in laws:
        lowest = np.linalg.eigvalsh(claimed(system, n) - moved(law(system), n))[0]
        yield at_least(lowest, 0.0, law.__name__, digits=11, scale=1.0, symbol="the least of bound minus error")


@claim(
    "x:sec1.3-no-quasi-optimality-yet-comparable/not-quasi-optimal",
    label="x:sec1.3-no-quasi-optimality-yet-comparable",
    also=["x:sec3.3-quasi-uniformly-bounded"],
    says="The quasi-projection does not guarantee quasi-optimality.",
    formula=r"v\in\mathcal{T}_t:\quad \mathbb{E}\|v - P_t^n v\|^2 = \tfrac{d_t-1}{n}\|v\|^2 > 0",
    forall={"T": SYSTEMS, "n": SIZES},
    given=[scalar_system, several, optimal_points],
    reading="Under the hypotheses listed it misses every v ≠ 0 of T, where the best error is 0. On constants, and in "
    "H¹ of the circle, it is the identity on T.",
    premises=["x:display-quasi-projection-error/corrected"],
    mutants={
        "plain points": {"law": as_sampled},
        "one per cent more": {"error": lambda d, n: 1.01 * (d - 1) / n},
    },
)
def quasi_projection_is_not_quasi_optimal(system, n, *, error=lambda d, n: (d - 1) / n, law=with_optimal_samples):
    found = np.linalg.eigvalsh(system.basis @ moved(law(system), n) @ system.basis.T)
    return equal(found, error(system.dim, n), digits=11, symbol="E‖v - P^n v‖² for ‖v‖ = 1")

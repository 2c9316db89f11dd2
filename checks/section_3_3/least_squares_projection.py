r"""Section 3.3 [eq:least-squares-projection]: P_t^n g = Σ_k (Ĝ⁺ η̂)_k φ_k, and in which sense it projects onto T_t."""

import numpy as np

from checks.hypotheses import orthonormal_system, some_regular_sample
from checks.instances.finite_systems import BASES_AMONG, SIZES, SYSTEMS
from checks.theory.forms import lowest
from theorytest import at_least, claim, equal, repair

OVER = {"T, φ, μ": SYSTEMS, "n": SIZES}


def least_squares(system, draws, percent):
    """As printed, for 100 per cent."""
    return percent * system.least_squares(draws) / 100


SHORTER = {"one per cent less": {"percent": 99}}


def drawn(system, n):
    """Every ordered sample."""
    return [draws for _, draws in system.samples(n)]


def unordered(system, n):
    """One of all orders of each sample: the estimate does not depend on it."""
    return [draws for draws in drawn(system, n) if np.all(draws[1:] >= draws[:-1])]


@claim(
    "eq:least-squares-projection",
    kind="definition",
    also=["x:sec3.3-is-projection"],
    says="The least squares estimate Pⁿ is a projection, and Pⁿg has the smallest empirical distance from g among all "
    "functions of T.",
    formula=r"\|g - P_t^n g\|_n = \min_{v\in\mathcal{T}_t}\|g - v\|_n \quad\text{for}\quad P_t^n g = \sum_k (\hat "
    r"G^+\hat\eta)_k\varphi_k, \qquad P_t^n P_t^n = P_t^n",
    forall=OVER,
    mutants=SHORTER,
)
def least_squares_fits_best(system, n, *, percent=100):
    """‖g - Σ a_k φ_k‖ₙ² - ‖g - Pⁿg‖ₙ² is a quadratic form in (g, a) without a negative value.

    Ĝ⁺ Ĝ Ĝ⁺ = Ĝ⁺, so that singular Gramians are no exception: the range is then a part of T.
    """
    gaps, scale, estimates = [], 1.0, []
    other = np.hstack([system.identity, -system.scaled.T])
    for draws in unordered(system, n):
        C = system.empirical(draws)
        estimates.append(least_squares(system, draws, percent))
        best = np.hstack([system.identity - estimates[-1], 0 * system.scaled.T])
        gaps.append(lowest(other.T @ (C[:, None] * other) - best.T @ (C[:, None] * best)))
        scale = max(scale, float(C.max() * system.eigenvalues[-1]))
    yield at_least(gaps, 0, "distance", digits=8, scale=scale, symbol="the least of ‖g - v‖ₙ² - ‖g - Pⁿg‖ₙ²")
    yield equal([P @ P for P in estimates], estimates, "projection", digits=9, symbol="an entry of PⁿPⁿ")


@repair(
    "eq:least-squares-projection/onto-corrected",
    "eq:least-squares-projection/onto",
    by={"regular": True},
    says="If the empirical Gramian of a basis of T is regular, the least squares projection reproduces every function "
    "of T.",
    formula=r"\hat G_b \text{ regular} \implies P_t^n v = v \quad\text{for all } v\in\mathcal{T}_t",
    given=[some_regular_sample],
    premises=["eq:least-squares-projection"],
    mutants=SHORTER,
)
@claim(
    "eq:least-squares-projection/onto",
    says="The least squares projection is a projection onto T: it reproduces every function of T.",
    formula=r"P_t^n v = v \quad\text{for all } v\in\mathcal{T}_t",
    forall=OVER,
    gravity="fails only when read literally",
    finding="too-few-points-for-least-squares",
)
def least_squares_reproduces_the_space(system, n, *, percent=100, regular=False):
    """One point cannot tell two functions apart: on two points P^1 has rank one and T dimension two."""
    found = [
        least_squares(system, draws, percent) @ system.projector
        for draws in drawn(system, n)
        if not regular or system.determines(draws)
    ]
    return equal(found, system.projector, digits=8, scale=1.0, symbol="an entry of Pⁿ P")


@claim(
    "x:sec3.3-generalises-quasi",
    says="In an orthonormal basis, the coefficients η of least squares solve Ĝη = η̂, with η̂ those of the "
    "quasi-projection, and the mean of Ĝ is I.",
    formula=r"\hat G\,\hat{\hat\eta} = \hat\eta, \qquad \mathbb{E}\,\hat G = G = I",
    forall={"T, μ": BASES_AMONG, "n": SIZES},
    given=[orthonormal_system],
    premises=["eq:least-squares-projection", "x:sec3.2-not-projection-unbiased/unbiased"],
    mutants={"the mean one per cent larger": {"mean_percent": 101}, **SHORTER},
)
def least_squares_is_the_quasi_projection_with_an_estimate(system, n, *, percent=100, mean_percent=100):
    """The coefficients in an orthonormal basis b are (Pⁿg, b_k)."""
    F, samples = system.scaled, list(system.samples(n))
    solved = [system.empirical_gramian(draws) @ F @ least_squares(system, draws, percent) for _, draws in samples]
    quasi = [F @ system.estimator(draws) for _, draws in samples]
    yield equal(solved, quasi, name="coefficients", digits=9, symbol="an entry of Ĝ Pⁿ")
    mean = sum(p * mean_percent * system.empirical_gramian(draws) / 100 for p, draws in samples)
    yield equal(mean, np.eye(len(F), dtype=int), name="mean", digits=10, symbol="an entry of E Ĝ")

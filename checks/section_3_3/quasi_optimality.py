r"""Section 3.3 [eq:Ptn-quasi-opt]: the quasi-optimality of least squares, and what conditioning on S_δ does for it.

With E = T ⊕ C both sides are quadratic forms in g, so that the inequality holds for all g iff a matrix has no negative
eigenvalue: one for every ordered sample of finitely many points.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.scaling import scaled
from checks.section_3_3.least_squares_projection import with_too_few_points
from checks.theory.least_squares import every_sample, levels, problems
from theorytest import at_least, at_most, claim, repair
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import deviation
from theorytest.approximation.systems import Legendre

# Masses 1/4 and 3/4, T = span{f} with f = (3, 1) and ‖f‖² = 3, one point drawn plainly, the first: Ĝ = f(x)²/‖f‖² = 3.
MASS, F = (Fraction(1, 4), Fraction(3, 4)), (3, 1)
G = (1, -1)  # orthogonal to f, of norm 1
DELTA = Fraction(2)  # |1 - 3|


def two_sides(delta):
    """‖g - P^1 g‖² and ‖g - P g‖² + ‖g - P g‖_1² / (1 - δ), for P^1 g = f g(x)/f(x) and P g = 0."""
    error = [g - Fraction(G[0], F[0]) * f for f, g in zip(F, G, strict=True)]
    left = sum(m * e**2 for m, e in zip(MASS, error, strict=True))
    return left, sum(m * g**2 for m, g in zip(MASS, G, strict=True)) + G[0] ** 2 / (1 - delta)


def from_delta(samples):
    """1/(1 - δ) with the realised δ = ‖I - Ĝ‖."""
    return 1 / (1 - samples.deviation)


def from_smallest_eigenvalue(samples):
    """1/λ_min(Ĝ)."""
    return 1 / np.linalg.eigvalsh(samples.gramian)[:, 0]


def room(samples, factor):
    """The smallest eigenvalue of (right side) - (left side) as quadratic forms in g, for each sample."""
    d, e = samples.dim, samples.rows.shape[-1]
    normal = np.diag((np.arange(e) >= d).astype(float))  # g - P g
    error = np.eye(e) - np.pad(samples.operators, ((0, 0), (0, e - d), (0, 0)))
    seen = samples.rows @ normal
    right = normal + factor[:, None, None] * (np.swapaxes(seen, -1, -2) @ seen)
    return np.linalg.eigvalsh(right - np.swapaxes(error, -1, -2) @ error)[:, 0]


def quasi_optimal(factor, where):
    for name, (problem, n) in problems().items():
        samples = every_sample(problem, n)
        chosen = samples.where(where(samples))
        if len(chosen.probability):
            values = room(chosen, factor(chosen))
            yield at_least(values, 0.0, name=name, digits=8, symbol="right minus left side")


@claim(
    "eq:Ptn-quasi-opt",
    kind="inequality",
    says="The squared error is at most the best one plus the empirical residual over 1 - delta, for every sample.",
    formula=r"\|g - P_t^n g\|^2 \le \|g - P_t g\|^2 + \tfrac{1}{1-\delta}\|g - P_t g\|_n^2, "
    r"\qquad \delta := \|I - \hat G\|",
    expected="refuted",
    gravity="misprint",
    premises=["eq:least-squares-projection"],
)
def least_squares_is_quasi_optimal_as_printed(*, factor=from_delta):
    """δ is what the sample gives; above 1 the factor is negative: 4/3 against 0 with one point of two."""
    left, right = two_sides(DELTA)
    yield at_most(left, right, name="one point of two", symbol="the squared error")
    yield from quasi_optimal(factor, lambda samples: np.abs(samples.deviation - 1) > 1e-6)


@repair(
    "eq:Ptn-quasi-opt/corrected",
    "eq:Ptn-quasi-opt",
    kind="inequality",
    says="The same for every sample with delta < 1; the factor 1/(1 - delta) is attained.",
    formula=r"\|I - \hat G\| =: \delta < 1 \implies "
    r"\|g - P_t^n g\|^2 \le \|g - P_t g\|^2 + \tfrac{1}{1-\delta}\|g - P_t g\|_n^2",
    expected="computed",
    tight="attained by samples whose smallest eigenvalue is 1 - delta",
    premises=["eq:least-squares-projection/onto-corrected"],
    mutants={
        "factor x 0.9": {"factor": scaled(from_delta, 0.9)},
        "no factor": {"factor": lambda samples: np.ones(len(samples.probability))},
        "1 / (1 + delta)": {"factor": lambda samples: 1 / (1 + samples.deviation)},
        "delta up to 3": {"where": lambda samples: (samples.deviation < 3) & (np.abs(samples.deviation - 1) > 1e-6)},
    },
)
def least_squares_is_quasi_optimal(*, factor=from_delta, where=lambda samples: samples.deviation < 1 - 1e-6):
    """Equality when 1 - δ is the smallest eigenvalue of Ĝ and a g orthogonal to T looks like its eigenvector."""
    yield from quasi_optimal(factor, where)


@repair(
    "eq:Ptn-quasi-opt/regular",
    "eq:Ptn-quasi-opt",
    kind="inequality",
    says="For every regular empirical Gramian the factor is one over its smallest eigenvalue, whatever delta.",
    formula=r"\|g - P_t^n g\|^2 \le \|g - P_t g\|^2 + \tfrac{1}{\lambda_*(\hat G)}\|g - P_t g\|_n^2",
    expected="computed",
    tight="attained by samples with one eigenvalue",
    premises=["eq:least-squares-projection/onto-corrected"],
    mutants={
        "factor x 0.9": {"factor": scaled(from_smallest_eigenvalue, 0.9)},
        "the largest eigenvalue": {"factor": lambda samples: 1 / np.linalg.eigvalsh(samples.gramian)[:, -1]},
        "singular Gramians": {
            "where": lambda samples: ~samples.regular,
            "factor": lambda samples: np.full(len(samples.probability), 1e6),
        },
    },
)
def least_squares_is_quasi_optimal_where_regular(
    *, factor=from_smallest_eigenvalue, where=lambda samples: samples.regular
):
    """No larger than 1/(1 - δ), and finite where δ ≥ 1 comes from the largest eigenvalue."""
    yield from quasi_optimal(factor, where)


@claim(
    "x:sec3.3-conditioning-well-defined",
    kind="remark",
    says="Conditioning on stability makes the projection well defined, read for every number of points and delta.",
    formula=r"\mathbb{P}(\mathcal{S}_\delta) > 0",
    expected="refuted",
    gravity="misprint",
    premises=["eq:stability"],
)
def conditioning_is_possible_as_printed(*, least=1e-12):
    """With fewer than d/l points no sample is in S_δ for δ < 1, and there is nothing to condition on.

    A reader may take it for granted that the event is possible, as Lemma E.1 assumes and Section 3.3 does not say.
    """
    for name, (problem, n) in with_too_few_points().items():
        samples = every_sample(problem, n)
        total = samples.stable(0.95).probability.sum()
        yield at_least(total, least, name=name, digits=None, symbol="P(S_delta)")


def condition_number(delta):
    """(1 + δ)/(1 - δ)."""
    return (1 + delta) / (1 - delta)


@repair(
    "x:sec3.3-conditioning-well-defined/corrected",
    "x:sec3.3-conditioning-well-defined",
    kind="inequality",
    says="On a possible event with delta < 1 the condition of the Gramian is at most (1 + delta)/(1 - delta).",
    formula=r"\delta < 1 \implies \kappa(\hat G) \le \tfrac{1+\delta}{1-\delta} \quad\text{on } \mathcal{S}_\delta",
    expected="computed",
    tight="attained by planes whose eigenvalues are 1 - delta and 1 + delta",
    premises=["eq:stability"],
    mutants={
        "bound x 0.9": {"bound": scaled(condition_number, 0.9)},
        "delta = 1": {"more": (1.0,), "bound": lambda delta: 1e9 + 0 * delta},
    },
)
def conditioning_bounds_the_condition(*, bound=condition_number, more=()):
    """Attained: the trace of Ĝ is 2 for optimal points of a plane, so that its eigenvalues are 1 ± δ."""
    for name, (problem, n) in problems().items():
        samples = every_sample(problem, n)
        for delta in [*levels(samples.deviation), *more]:
            eigenvalues = np.linalg.eigvalsh(samples.stable(delta).gramian)
            worst = np.max(eigenvalues[:, -1] / np.maximum(eigenvalues[:, 0], 1e-15))
            yield at_most(worst, bound(delta), name=f"{name}, {delta:.9f}", digits=8, symbol="the condition")


def best(deviations):
    """The point that costs least stability."""
    return int(np.argmin(deviations))


def fewer_points(sampler, x, delta, choose):
    """The sample with points dropped one by one as long as it stays in S_δ."""
    while True:
        shorter = np.array([np.delete(x, i, axis=0) for i in range(len(x))])
        deviations = deviation(sampler, shorter)
        dropped = choose(deviations)
        if deviations[dropped] > delta:
            return x
        x = shorter[dropped]


@claim(
    "x:sec3.3-conditioning-well-defined/subsampling",
    kind="remark",
    says="From stable samples points can be dropped greedily: three quarters of 40, and the sample stays stable.",
    formula=r"x\in\mathcal{S}_\delta \implies x'\in\mathcal{S}_\delta "
    r"\quad\text{for some } x'\subset x \text{ with } |x'| \le \tfrac14|x|",
    premises=["eq:stability"],
    mutants={"the worst point first": {"choose": lambda deviations: int(np.argmax(deviations))}},
)
def stable_samples_can_be_thinned(run, *, choose=best):
    """For polynomials of degree 2 and delta = 0.9, in every one of 20 samples."""
    sampler = Optimal(Space(Legendre(3), Uniform()))
    samples = sampler.sample(run.generators("samples")(0), 20, 40)
    left = [len(fewer_points(sampler, x, 0.9, choose)) for x in samples if deviation(sampler, x) <= 0.9]
    yield at_most(left, 10, name="degree 2", symbol="the number of points left")

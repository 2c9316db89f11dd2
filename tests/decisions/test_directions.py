"""A supremum over directions, refuted along predictable directions and bounded above without a net."""

import math

import numpy as np
import pytest
from scipy.stats import binom

from theorytest.calibration.worlds import sphere_matrices
from theorytest.decisions.decision import Verdict
from theorytest.decisions.directions import bounded_upper, matrix_at_most, moment_upper
from theorytest.decisions.sequential import Plan

PLAN = Plan(alpha=1e-6, resolution=0.1, max_draws=64_000)
D = np.array([[2.0, 0.5], [0.5, 1.0]])


def tight(rng, size):
    """Random M of rank one with E M = D: Gaussian vectors with covariance D."""
    x = rng.standard_normal((size, 2)) @ np.linalg.cholesky(D).T
    return x[:, :, None] * x[:, None, :]


@pytest.mark.parametrize(
    ("draw", "options", "verdict"),
    [
        (sphere_matrices, {"bound": np.eye(5), "norm_bound": 5.0}, Verdict.CONFIRMED),
        (sphere_matrices, {"bound": 0.9 * np.eye(5), "norm_bound": 5 / 0.9}, Verdict.REFUTED),
        (tight, {"bound": D, "moment_ratio": 3.0}, Verdict.CONFIRMED),
        (tight, {"bound": 0.9 * D}, Verdict.REFUTED),
        (tight, {"bound": D}, Verdict.UNDECIDED),
        (tight, {"bound": np.diag(np.diag(D))}, Verdict.REFUTED),  # each axis alone satisfies it
    ],
)
def test_verdicts(generators, draw, options, verdict):
    decision = matrix_at_most(draw, generators(), PLAN, **options)
    assert decision.verdict is verdict, decision.sentence


def test_the_witness_is_a_direction(generators):
    decision = matrix_at_most(tight, generators(), PLAN, bound=np.diag(np.diag(D)))
    v = np.array(decision.witness["direction"])
    assert v @ D @ v > 1.1 * v @ np.diag(np.diag(D)) @ v


@pytest.mark.parametrize("mu", [0.1, 0.5, 0.9])
def test_the_bounded_upper_end_covers_the_worst_law(mu):
    """Bernoulli is the extreme law on [0, c]; the exact probability that the bound falls below the truth is ≤ α."""
    n, c = 60, 4.0
    counts = np.arange(n + 1)
    uppers = np.array([bounded_upper(c * k / n, n, norm_bound=c, alpha=0.05) for k in counts])
    assert binom.pmf(counts[uppers < c * mu], n, mu).sum() <= 0.05


def test_the_moment_upper_end_covers(generators, at_most):
    samples = [generators(r)(0).standard_normal(300) ** 2 for r in range(1000)]
    misses = sum(moment_upper(x.mean(), 300, moment_ratio=3.0, alpha=0.05, most=300) < 1 for x in samples)
    assert at_most(misses, len(samples), 0.05)
    assert moment_upper(1.0, 5, moment_ratio=3.0, alpha=0.05, most=5) == math.inf


@pytest.mark.parametrize(
    ("draw", "options", "message"),
    [
        (tight, {"bound": np.ones(2)}, "symmetric matrix"),
        (tight, {"bound": np.diag([1.0, 0.0])}, "positive definite"),
        (tight, {"bound": np.eye(3)}, r"shape \(125, 3, 3\), got \(125, 2, 2\)"),
        (tight, {"bound": D, "norm_bound": 1e-3}, "norm_bound is stated as 0.001"),
        (tight, {"bound": D, "moment_ratio": 0.5}, "moment_ratio must be at least 1"),
        (tight, {"bound": D, "norm_bound": -1.0}, "norm_bound must be positive"),
        (lambda r, n: -tight(r, n), {"bound": D}, "positive semidefinite"),
        (lambda r, n: r.random((n, 2, 2)), {"bound": D}, "symmetric matrices"),
    ],
)
def test_bad_input_is_named(generators, draw, options, message):
    with pytest.raises(ValueError, match=message):
        matrix_at_most(draw, generators(), PLAN, **options)


def test_a_false_moment_ratio_is_found_out(generators):
    """Exponential 1 x 1 matrices have E Y² = 2 (E Y)²."""
    draw = lambda rng, n: rng.exponential(size=(n, 1, 1))  # noqa: E731
    plan = Plan(1e-6, 0.02, 16_000)
    with pytest.raises(ValueError, match=r"moment_ratio is assumed to be at most 1.05, but the draws contradict it"):
        matrix_at_most(draw, generators(), plan, bound=np.eye(1), moment_ratio=1.05)
    assert matrix_at_most(draw, generators(), plan, bound=1.5 * np.eye(1), moment_ratio=2.0).verdict.holds

"""The estimators on moving spaces: all draws enumerated, and the library on fixed spaces as a second opinion."""

import itertools

import numpy as np
import pytest
from goodness import ALPHA, chi_square, generator
from hypothesis import given, settings
from hypothesis import strategies as st

from theorytest.approximation import Discrete, Functions, LeastSquares, Optimal, Space
from theorytest.approximation.hull import hull
from theorytest.approximation.moments import enumerated
from theorytest.descent.models.moving import (
    MovingEstimator,
    averages,
    determinantal,
    deviations,
    drawn,
    least_squares,
)

POINTS, MASSES = np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4])
SEEDS = st.integers(0, 10**6)


def a_basis(seed, N=4, d=2):
    """One random space, an array (1, N, d)."""
    return np.linalg.qr(np.random.default_rng(seed).standard_normal((N, d)))[0][None]


def every(basis, estimator, n):
    """All draws of n points with their probabilities."""
    mu = estimator.probabilities(basis)
    draws = np.array(list(itertools.product(range(basis.shape[1]), repeat=n)))
    return mu, draws, np.prod(mu[0][draws], axis=1)


@given(seed=SEEDS, sampling=st.sampled_from(["optimal", "plain"]), n=st.integers(1, 3))
@settings(max_examples=20)
def test_the_quasi_projection_has_the_mean_and_the_variance_of_the_theory(seed, sampling, n):
    B = a_basis(seed)
    g = np.random.default_rng(seed + 1).standard_normal((1, 4))
    mu, draws, p = every(B, MovingEstimator(sampling=sampling, masses=MASSES), n)
    R = len(draws)
    c = averages(np.repeat(B, R, 0), np.repeat(g, R, 0), np.repeat(mu, R, 0), draws)
    exact = g[0] @ B[0]
    np.testing.assert_allclose(p @ c, exact, atol=1e-12)
    single = np.sum(B[0] ** 2 * (g[0] ** 2 / mu[0])[:, None])  # E ‖P¹g‖²
    np.testing.assert_allclose(p @ np.sum(c**2, axis=1), single / n + (n - 1) / n * exact @ exact, rtol=1e-10)
    if sampling == "optimal":
        assert single == pytest.approx(2 * g[0] @ g[0])


def test_optimal_sampling_is_that_of_the_library():
    """A moving basis with masses against the same space on a discrete measure: equal second moments."""
    B = a_basis(5)
    members = tuple(lambda x, k=k: (B[0, :, k] / np.sqrt(MASSES))[np.searchsorted(POINTS, x[..., 0])] for k in (0, 1))
    space = Space(Functions(members), Discrete(POINTS, MASSES))
    w, K = Optimal(space).weight(POINTS[:, None]), np.sum(B[0] ** 2, axis=1) / MASSES
    np.testing.assert_allclose(w, 2 / K)
    np.testing.assert_allclose(MovingEstimator().probabilities(B)[0], MASSES / w)
    found = enumerated(LeastSquares(Optimal(space), 3), hull(space, 0))
    mu, draws, p = every(B, MovingEstimator(), 3)
    R, unit = len(draws), np.eye(4)
    total = np.zeros((4, 4))
    for i, j in itertools.product(range(4), repeat=2):
        c = [
            least_squares(np.repeat(B, R, 0), np.repeat(unit[None, k], R, 0), np.repeat(mu, R, 0), draws)
            for k in (i, j)
        ]
        total[i, j] = p @ np.sum(c[0] * c[1], axis=1)
    np.testing.assert_allclose(np.linalg.eigvalsh(total), np.linalg.eigvalsh(found.S), atol=1e-10)


@given(seed=SEEDS)
@settings(max_examples=20)
def test_least_squares_reproduces_the_space(seed):
    B = a_basis(seed, 6, 3)
    c = np.random.default_rng(seed).standard_normal((1, 3))
    mu = MovingEstimator().probabilities(B)
    points = determinantal(np.random.default_rng(seed), B)
    np.testing.assert_allclose(least_squares(B, c @ B[0].T, mu, points), c, atol=1e-6)


def test_determinantal_points_have_their_law():
    B = a_basis(7)
    found = determinantal(generator(), np.repeat(B, 20_000, 0))
    pairs = list(itertools.combinations(range(4), 2))
    counts = [np.sum(np.all(np.sort(found, axis=1) == pair, axis=1)) for pair in pairs]
    chance = [np.linalg.det(B[0][list(pair)]) ** 2 for pair in pairs]
    assert sum(counts) == 20_000
    assert sum(chance) == pytest.approx(1)
    assert chi_square(counts, chance) > ALPHA
    assert chi_square(counts, np.full(6, 1 / 6)) < ALPHA


def test_volume_sampling_is_unbiased_and_least_squares_is_not():
    """E P g from many draws within six standard errors, against the exact bias of plain least squares."""
    B, g, R = a_basis(3), np.array([[1.0, -2.0, 0.5, 3.0]]), 40_000
    many, gs = np.repeat(B, R, 0), np.repeat(g, R, 0)
    exact = B[0] @ (B[0].T @ g[0])
    for estimate, biased in (("volume", False), ("lsq", True), ("debiased", False)):
        found = MovingEstimator(estimate, 2 if estimate == "volume" else 3)(generator(), many, gs)
        off = np.abs(found.mean(axis=0) - exact) / (found.std(axis=0) / np.sqrt(R))
        assert (off.max() > 8) == biased, estimate


def test_conditioned_points_are_stable():
    B = np.repeat(a_basis(11, 8, 2), 200, 0)
    rng, mu = generator(), MovingEstimator().probabilities(B)
    estimator = MovingEstimator("lsq", 12, delta=0.5)
    assert deviations(B, mu, drawn(rng, mu, 12)).max() > 0.5
    assert deviations(B, mu, estimator._stable_points(rng, B, mu)).max() <= 0.5
    with pytest.raises(ValueError, match=r"P\(S_delta\) is too small"):
        MovingEstimator("lsq", 1, delta=0.5)(rng, B[:2], np.ones((2, 8)))


def test_the_non_projection_uses_its_generators():
    """With a tight frame φ of constant 4 it estimates 4 P g, and with the basis itself it is the quasi-projection."""
    B, R = a_basis(2), 20
    frame = np.concatenate([np.sqrt(2) * B, np.sqrt(2) * B @ [[0, 1], [-1, 0]]], axis=2)
    g = np.ones((R, 4))
    quasi, non = (MovingEstimator(kind, 3) for kind in ("quasi", "non"))
    one = quasi(generator(), np.repeat(B, R, 0), g)
    np.testing.assert_allclose(non(generator(), np.repeat(B, R, 0), g), one)
    np.testing.assert_allclose(non(generator(), np.repeat(B, R, 0), g, np.repeat(frame, R, 0)), 4 * one)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"estimate": "best"}, "estimate must be one of exact, non, quasi, lsq, volume, debiased, got 'best'"),
        ({"sampling": "best"}, "sampling must be 'optimal' or 'plain'"),
        ({"n_samples": 0}, "n_samples must be an integer of at least 1"),
        ({"estimate": "lsq", "delta": 1.5}, r"delta must lie in \(0, 1\)"),
        ({"delta": 0.5}, "delta conditions lsq and debiased alone, got delta = 0.5 for quasi"),
        ({"masses": [0.5, 0.6]}, "masses must be positive with sum 1"),
    ],
)
def test_bad_options_are_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        MovingEstimator(**options)


def test_volume_sampling_needs_the_dimension():
    with pytest.raises(ValueError, match="volume sampling needs at least the dimension 2"):
        MovingEstimator("volume", 1)(generator(), a_basis(0), np.ones((1, 4)))

"""The estimators on moving spaces: all draws enumerated, and the library on fixed spaces as a second opinion."""

import itertools

import numpy as np
import pytest
from goodness import ALPHA, chi_square, generator
from hypothesis import given, settings
from hypothesis import strategies as st

from theorytest.approximation import (
    Conditioned,
    Discrete,
    Functions,
    GradientDependent,
    LeastSquares,
    NonProjection,
    OnPoints,
    Optimal,
    Plain,
    QuasiProjection,
    Space,
    VolumeRescaled,
    deviation,
)
from theorytest.approximation.on_points import RowsLaw
from theorytest.descent.models.moving import MovingEstimator, projected

POINTS, MASSES = np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4])
SEEDS = st.integers(0, 10**6)
SAMPLERS = {"optimal": Optimal, "plain": Plain, "gradient": lambda space: GradientDependent(space, space.gradient)}


def a_basis(seed, N=4, d=2):
    """One random space, an array (1, N, d)."""
    return np.linalg.qr(np.random.default_rng(seed).standard_normal((N, d)))[0][None]


def fixed(B):
    """The same space on a discrete measure."""
    members = tuple(lambda x, k=k: (B[0, :, k] / np.sqrt(MASSES))[np.searchsorted(POINTS, x[..., 0])] for k in (0, 1))
    return Space(Functions(members), Discrete(POINTS, MASSES))


def every(space, sampler, n):
    """All draws of n points with their probabilities, and the space and its sampler for as many replicas."""
    draws = np.array(list(itertools.product(range(space.basis.shape[1]), repeat=n)))
    many = space.take(np.zeros(len(draws), int))
    x = np.arange(float(space.basis.shape[1]))[None, :, None]
    mu = (space.measure.weights / sampler(space).weight(x)[0])[draws]
    return sampler(many), draws[..., None].astype(float), np.prod(mu, axis=1)


@given(seed=SEEDS, sampling=st.sampled_from([*SAMPLERS]), n=st.integers(1, 3))
@settings(max_examples=30)
def test_the_quasi_projection_has_the_mean_and_the_variance_of_the_theory(seed, sampling, n):
    g = np.random.default_rng(seed + 1).standard_normal((1, 4))
    space = OnPoints(a_basis(seed), MASSES, residual=g)
    sampler, x, p = every(space, SAMPLERS[sampling], n)
    c = QuasiProjection(sampler, n).coefficients(x, sampler.space.gradient(x)[..., None, None])[..., 0]
    exact, B = g[0] @ space.basis[0], space.basis[0]
    assert p.sum() == pytest.approx(1)
    np.testing.assert_allclose(p @ c, exact, atol=1e-11)
    mu = MASSES / SAMPLERS[sampling](space).weight(np.arange(4.0)[None, :, None])[0]
    single = np.sum(B**2 * (g[0] ** 2 / mu)[:, None])  # E ‖P¹g‖²
    np.testing.assert_allclose(p @ np.sum(c**2, axis=1), single / n + (n - 1) / n * exact @ exact, rtol=1e-9)
    if sampling == "optimal":
        assert single == pytest.approx(2 * g[0] @ g[0])


@pytest.mark.parametrize("kind", [NonProjection, QuasiProjection, LeastSquares])
@pytest.mark.parametrize("sampler", [Optimal, Plain, VolumeRescaled, lambda space: Conditioned(Optimal(space), 0.9)])
def test_the_estimators_are_those_of_the_same_space_on_a_discrete_measure(kind, sampler):
    """The basis of the fixed one may be turned: the values of P^n g are compared at the points."""
    B, g = a_basis(5), np.array([[1.0, -2.0, 0.5, 3.0]])
    there = fixed(B)
    indices = np.array(list(itertools.product(range(4), repeat=3)))
    space = OnPoints(B, MASSES).take(np.zeros(len(indices), int))
    jets = (g[0] / np.sqrt(MASSES))[indices][..., None, None]
    ours = kind(sampler(space), 3).coefficients(indices[..., None].astype(float), jets)[..., 0]
    theirs = kind(sampler(there), 3).coefficients(POINTS[indices][..., None], jets)[..., 0]
    values = theirs @ there.jets(POINTS[:, None])[..., 0].T * np.sqrt(MASSES)
    np.testing.assert_allclose(space.synthesis(ours), values, atol=1e-9)


@given(seed=SEEDS)
@settings(max_examples=20)
def test_least_squares_reproduces_the_space(seed):
    B = a_basis(seed, 6, 3)
    c = np.random.default_rng(seed).standard_normal((1, 3))
    space = OnPoints(B, residual=c @ B[0].T)
    found = projected(lambda space: LeastSquares(VolumeRescaled(space), 3), np.random.default_rng(seed), space)
    np.testing.assert_allclose(found, c @ B[0].T, atol=1e-5)


def test_determinantal_points_have_their_law():
    B = a_basis(7)
    found = VolumeRescaled(OnPoints(np.repeat(B, 20_000, 0))).sample(generator(), 20_000, 2)[..., 0]
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


def test_without_sampling_it_is_the_projection():
    B, g = a_basis(3), np.array([[1.0, -2.0, 0.5, 3.0]])
    for masses in (None, MASSES):
        found = MovingEstimator("exact", masses=masses)(generator(), B, g)
        np.testing.assert_allclose(found[0], B[0] @ (B[0].T @ g[0]), atol=1e-12)


def test_conditioned_points_are_stable():
    space = OnPoints(np.repeat(a_basis(11, 8, 2), 200, 0))
    free, rng = Optimal(space), generator()
    assert deviation(free, free.sample(rng, 200, 12)).max() > 0.5
    batch = Conditioned(free, 0.5).batch(rng, 200, 12)
    assert deviation(free, batch.points).max() <= 0.5
    np.testing.assert_allclose(deviation(free, batch.points), batch.deviation, atol=1e-12)
    assert batch.acceptance.proposed == batch.tries.sum() > 200
    with pytest.raises(ValueError, match=r"P\(S_delta\) = 0 below, where the Gramian of dimension 2 is singular"):
        MovingEstimator("lsq", 1, delta=0.5)(rng, space.basis[:2], np.ones((2, 8)))
    with pytest.raises(ValueError, match=r"P\(S_delta\) is too small for delta = 1e-09"):
        MovingEstimator("lsq", 2, delta=1e-9)(rng, space.basis[:2], np.ones((2, 8)))


def test_the_most_stable_of_some_draws_is_taken():
    space = OnPoints(np.repeat(a_basis(11, 8, 2), 50, 0))
    one, many = (Conditioned(Optimal(space), 1e-3, tries=k).batch(generator(), 50, 3) for k in (1, 20))
    assert np.all(many.deviation <= one.deviation)
    assert many.deviation.mean() < 0.7 * one.deviation.mean()
    np.testing.assert_allclose(deviation(Optimal(space), many.points), many.deviation, atol=1e-12)


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


def test_what_a_space_lacks_is_said():
    space = OnPoints(a_basis(0))
    with pytest.raises(ValueError, match="volume sampling needs at least the dimension 2"):
        MovingEstimator("volume", 1)(generator(), a_basis(0), np.ones((1, 4)))
    with pytest.raises(ValueError, match="residual must be given"):
        GradientDependent(space, space.gradient).sample(generator(), 1, 3)
    with pytest.raises(ValueError, match="gradient must be that of the space"):
        GradientDependent(OnPoints(a_basis(0), residual=np.ones((1, 4))), lambda x: x[..., 0]).take([0])
    with pytest.raises(ValueError, match=r"basis must have shape \(replicas, points, dim\), got \(4, 2\)"):
        OnPoints(a_basis(0)[0])


def test_each_replica_is_drawn_from_its_own_law():
    law = RowsLaw(np.array([[1.0, 0.0, 1.0], [0.0, 3.0, 1.0]]))
    np.testing.assert_array_equal(law.at(np.array([[0.2, 0.7], [0.2, 0.8]]))[..., 0], [[0, 2], [1, 2]])

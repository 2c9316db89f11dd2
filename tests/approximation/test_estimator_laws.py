"""What holds for all points and all gradients: linearity, projections, batches, changes of the generating system."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samplers import REDUNDANT, SAMPLERS, N, drawn, estimators, function

from theorytest.approximation.estimators import LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre, Monomials

LAWS = ("Trace, redundant", "Trace, atoms", "Plain, plane, H1", "Optimal, H1", "Conditioned", "VolumeRescaled")
laws = pytest.mark.parametrize("sampler", [pytest.param(SAMPLERS[name], id=name) for name in LAWS])
QUADRATIC = [Space(system, Uniform()) for system in (Legendre(3), Monomials(3), REDUNDANT, Legendre(3, -2, 5))]


@laws
@given(st.integers(0, 2**32 - 1), st.floats(-1e3, 1e3), st.floats(-1e3, 1e3))
@settings(max_examples=6)  # for each of the samplers
def test_every_estimator_is_linear_in_the_gradient(sampler, seed, a, b):
    x, jets = drawn(sampler, seed)
    for estimator in estimators(sampler):
        each = estimator.coefficients(x, jets)
        mixed = estimator.coefficients(x, jets @ np.array([[a], [b]]))
        scale = (1 + abs(a) + abs(b)) * (1 + np.abs(each).max())
        np.testing.assert_allclose(mixed, each @ np.array([[a], [b]]), atol=1e-9 * scale)


@laws
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=6)  # for each of the samplers
def test_batches_of_replicas_equal_single_calls(sampler, seed):
    x, jets = drawn(sampler, seed, replicas=(2, 3))
    for estimator in estimators(sampler):
        together = estimator.coefficients(x, jets)
        assert together.shape == (2, 3, sampler.space.dim, 2)
        for i in np.ndindex(2, 3):
            alone = estimator.coefficients(x[i], jets[i])
            np.testing.assert_allclose(together[i], alone, rtol=1e-9, atol=1e-9 * (1 + np.abs(alone).max()))


@laws
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=6)  # for each of the samplers
def test_the_order_of_the_points_does_not_matter(sampler, seed):
    x, jets = drawn(sampler, seed)
    order = np.random.default_rng(seed).permutation(N)
    for estimator in estimators(sampler)[:-1]:
        expected = estimator.coefficients(x, jets)
        scale = 1 + np.abs(expected).max()
        np.testing.assert_allclose(estimator.coefficients(x[order], jets[order]), expected, atol=1e-9 * scale)


@laws
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=6)  # for each of the samplers
def test_the_non_projection_is_a_matrix_times_the_quasi_projection(sampler, seed):
    """Σ_k (g, φ_k)_n φ_k = Σ_ij (Φ Φᵀ)_ij (g, b_j)_n b_i with Φ_jk = (b_j, φ_k)."""
    x, jets = drawn(sampler, seed)
    M = sampler.space.system_in_basis @ sampler.space.system_in_basis.T
    eta = QuasiProjection(sampler, N).coefficients(x, jets)
    np.testing.assert_allclose(NonProjection(sampler, N).coefficients(x, jets), M @ eta, atol=1e-9 * np.abs(eta).max())


def regular(sampler, x, least=1e-4):
    """Whether the empirical Gramian, from the definition, is far from singular."""
    b, w = sampler.space.jets(x), sampler.weight(x)
    return np.linalg.eigvalsh(np.einsum("n,nkc,nlc->kl", w, b, b) / len(x))[0] > least


@laws
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=6)  # for each of the samplers
def test_projections_leave_functions_of_the_space_alone(sampler, seed):
    x, _ = drawn(sampler, seed)
    least_squares, debiased = estimators(sampler)[2:]
    basis = np.swapaxes(sampler.space.jets(x), -1, -2)
    if regular(sampler, x):
        np.testing.assert_allclose(least_squares.coefficients(x, basis), np.eye(sampler.space.dim), atol=1e-8)
    if regular(sampler, x[: N - 4]):
        np.testing.assert_allclose(debiased.coefficients(x, basis), np.eye(sampler.space.dim), atol=1e-6)


def test_most_samples_of_the_projection_test_are_regular():
    """So that its conditions are seldom false; rank-deficient samples exist on the atoms alone."""
    for name, sampler in SAMPLERS.items():
        good = [regular(sampler, drawn(sampler, seed)[0][: N - 4]) for seed in range(20)]
        assert sum(good) >= 10, name


@laws
@given(st.integers(0, 2**32 - 1), st.integers(1, 3))
@settings(max_examples=6)  # for each of the samplers
def test_least_squares_is_idempotent_even_where_the_gramian_is_singular(sampler, seed, distinct):
    """Ĝ⁺ Ĝ Ĝ⁺ = Ĝ⁺; here few points are drawn and repeated."""
    x, jets = drawn(sampler, seed)
    x, jets = x[np.arange(N) % distinct], jets[np.arange(N) % distinct]
    estimator = LeastSquares(sampler, N)
    once = estimator.coefficients(x, jets)
    again = estimator.coefficients(x, np.swapaxes(sampler.space.jets(x), -1, -2) @ once)
    np.testing.assert_allclose(again, once, rtol=1e-6, atol=1e-6 * (1 + np.abs(once).max()))


def test_the_quasi_projection_is_not_idempotent():
    sampler = SAMPLERS["Trace, Legendre"]
    x, jets = drawn(sampler, 0)
    estimator = QuasiProjection(sampler, N)
    once = estimator.coefficients(x, jets)
    again = estimator.coefficients(x, np.swapaxes(sampler.space.jets(x), -1, -2) @ once)
    assert np.abs(again - once).max() > 0.01


@given(st.integers(0, 2**32 - 1))
def test_least_squares_does_not_depend_on_the_generating_system(seed):
    x, jets = drawn(Trace(QUADRATIC[0]), seed, gradients=1)
    y = np.linspace(-1, 1, 7)[:, None]
    first, *others = [function(s, LeastSquares(Trace(s), N).coefficients(x, jets)[:, 0], y) for s in QUADRATIC]
    for values in others:
        np.testing.assert_allclose(values, first, atol=1e-7 * (1 + np.abs(first).max()))

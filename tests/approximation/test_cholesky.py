"""Normal equations of many replicas: LAPACK one by one, singular matrices, and a bound that is never too large."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorytest.approximation.cholesky import factor, smallest_eigenvalue_bound, solve


def equations(G, eta):
    """The lower triangles above the right-hand sides; what is above the diagonal must not be read."""
    lower = np.where(np.tri(G.shape[-1], dtype=bool), G, np.nan)
    return np.moveaxis(np.concatenate([lower, np.swapaxes(eta, 1, 2)], axis=1), 0, -1)


def systems(seed, R, d, m, rank=None):
    """R random Gramians of n = d + 2 vectors, or of `rank` many, and right-hand sides in their range."""
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((R, rank or d + 2, d))
    G = np.swapaxes(A, 1, 2) @ A
    return G, np.swapaxes(A, 1, 2) @ rng.standard_normal((R, A.shape[1], m))


@pytest.mark.parametrize(("R", "d"), [(50, 1), (50, 3), (50, 12), (3, 12), (1, 1)])  # few matrices take another way
@given(st.integers(0, 2**32 - 1), st.integers(0, 3))
@settings(max_examples=10)
def test_solutions_are_those_of_lapack(R, d, seed, m):
    G, eta = systems(seed, R, d, m)
    expected = np.linalg.solve(G, eta)
    scale = np.linalg.cond(G)[:, None, None] * np.abs(expected).max(axis=(1, 2), keepdims=True, initial=0)
    assert np.all(np.abs(solve(equations(G, eta)) - expected) <= 1e-13 * d * scale)


@pytest.mark.parametrize("R", [3, 20])
def test_singular_matrices_get_the_pseudo_inverse_and_the_others_do_not_notice(R):
    G, eta = systems(0, R, 6, 2)
    alone = solve(equations(G, eta))
    G[1], eta[1] = (a[0] for a in systems(1, 1, 6, 2, rank=3))
    G[2], eta[2] = 0, 0
    found = solve(equations(G, eta))
    np.testing.assert_allclose(found[1], np.linalg.pinv(G[1], rcond=1e-10, hermitian=True) @ eta[1], rtol=1e-6)
    np.testing.assert_array_equal(found[2], 0)
    others = [r for r in range(R) if r not in (1, 2)]
    np.testing.assert_allclose(found[others], alone[others], rtol=1e-12)


def test_small_matrices_are_not_singular():
    """The decision is relative to the largest eigenvalue."""
    G, eta = systems(0, 20, 4, 1)
    for scale in (1e-150, 1e150):
        np.testing.assert_allclose(solve(equations(scale * G, scale * eta)), solve(equations(G, eta)), rtol=1e-9)


def test_the_factor_is_that_of_lapack_and_not_a_number_where_there_is_none():
    G, eta = systems(0, 20, 5, 1)
    L = np.moveaxis(factor(equations(G, eta)), -1, 0)
    np.testing.assert_allclose(np.tril(L[:, :5]), np.linalg.cholesky(G), rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(L[:, 5:] @ np.swapaxes(np.tril(L[:, :5]), 1, 2), np.swapaxes(eta, 1, 2), atol=1e-10)
    with np.errstate(invalid="ignore"):
        assert np.isnan(factor(equations(-G, eta))[:5][np.tri(5, dtype=bool)]).all()


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.floats(0, 6))
def test_the_bound_is_below_the_smallest_eigenvalue(seed, d, decades):
    rng = np.random.default_rng(seed)
    Q = np.linalg.qr(rng.standard_normal((30, d, d)))[0]
    values = 10 ** -rng.uniform(0, decades, (30, d))
    G = Q * values[:, None] @ np.swapaxes(Q, 1, 2)
    bound = smallest_eigenvalue_bound(factor(equations(G, np.empty((30, d, 0)))))
    assert np.all(bound <= values.min(axis=1) * (1 + 1e-8))
    assert np.all(bound > 0)


def test_the_bound_is_attained_by_diagonal_matrices_up_to_the_dimension():
    G = np.broadcast_to(np.diag([4.0, 1.0, 0.25]), (3, 3, 3))
    bound = smallest_eigenvalue_bound(factor(equations(G, np.empty((3, 3, 0)))))
    np.testing.assert_allclose(bound, 1 / (0.25 + 1 + 4))

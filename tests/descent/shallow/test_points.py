"""Optimal points: the distribution function inverts, and belongs to the density of the basis."""

import numpy as np
import pytest
from goodness import ALPHA, ks
from hypothesis import given
from hypothesis import strategies as st
from networks import batch, midpoints

from theorytest.descent.models.shallow.activations import Tanh
from theorytest.descent.models.shallow.interval import Interval
from theorytest.descent.models.shallow.network import from_theta
from theorytest.descent.models.shallow.tangent import tangents

INTERVAL = Interval(-1.0, 2.0)


def laws(seed, tolerance=1e-6, **options):
    space = tangents(batch(seed, **options), INTERVAL, tolerance)
    return space, INTERVAL.optimal(space)


@given(st.integers(0, 2**32 - 1), st.integers(2, 4))
def test_the_distribution_function_inverts(seed, power):
    _, law = laws(seed, power=power)
    u = np.sort(np.random.default_rng(seed).random((3, 50)), axis=-1)
    u[:, 0], u[:, -1] = 0.0, 1.0
    x = law.invert(u)
    assert np.all((x >= -1) & (x <= 2))
    assert np.all(np.diff(x[..., 0], axis=-1) >= -1e-12)
    np.testing.assert_allclose(law.cdf(x), u, atol=1e-13)


@pytest.mark.parametrize("power", [8, 12, 20, 40])
def test_high_powers_lose_no_digits(power):
    space, law = laws(1, power=power)
    u = np.random.default_rng(0).random((3, 200))
    np.testing.assert_allclose(law.cdf(law.invert(u)), u, atol=1e-12)
    x, w = INTERVAL.quadrature(INTERVAL.edges(space.network), 2 * power + 3)
    psi = law.basis(x)
    products = np.einsum("rn,rni,rnj->rij", w, psi, psi)
    np.testing.assert_allclose(products, space.kept[:, None] * np.eye(space.kept.shape[-1]), atol=1e-11)


@given(st.integers(0, 2**32 - 1))
def test_the_basis_by_pieces_is_that_of_the_tangents(seed):
    space, law = laws(seed)
    x = np.random.default_rng(seed).uniform(-1, 2, (3, 40, 1))
    np.testing.assert_allclose(law.basis(x), space(x), atol=1e-7)


def test_the_law_is_that_of_the_density():
    space, law = laws(3)
    x, w = midpoints(-1.0, 2.0, 3)
    K = np.sum(space(x) ** 2, axis=-1)
    F = np.cumsum(K, axis=-1) * w / space.dim[:, None]
    np.testing.assert_allclose(F[:, -1], 1, atol=1e-8)
    ends = x + 1.5 * w
    np.testing.assert_allclose(law.cdf(ends[:, ::997]), F[:, ::997], atol=1e-6)
    assert np.all(np.abs(law.largest() / K.max(axis=-1) - 1) < 0.01)
    drawn = law.draw(np.random.default_rng(0), 20_000)
    for r in range(3):
        assert ks(drawn[r], lambda t, r=r: np.interp(t, ends[r, :, 0], F[r])) > ALPHA
        assert ks(drawn[r], lambda t: (t + 1) / 3) < ALPHA  # plain points are another law


def test_pieces_without_mass_are_never_drawn():
    """Two coinciding knots and one outside: pieces of length 0 at the end, u = 1 among the numbers."""
    theta = np.array([[1.0, 1.0, 1.0, 0.3, 1.0, 2.0, 1.0, -0.5, -1.0, -7.0]])
    space = tangents(from_theta(batch(0).activation, theta), INTERVAL, 1e-8)
    law = INTERVAL.optimal(space)
    x = law.invert(np.array([[0.0, 0.5, 1.0]]))
    assert np.all(np.isfinite(x))
    np.testing.assert_allclose(law.cdf(x), [[0, 0.5, 1]], atol=1e-13)
    K = np.sum(law.basis(x) ** 2, axis=-1)
    assert np.all(K > 0)


def test_some_of_a_batch():
    _, law = laws(7)
    u = np.random.default_rng(0).random((3, 5))
    np.testing.assert_array_equal(law.take(np.array([2, 0])).invert(u[[2, 0]]), law.invert(u)[[2, 0]])


def test_only_polynomials_have_exact_points():
    space = tangents(from_theta(Tanh(), np.ones((1, 4))), INTERVAL, 1e-8)
    with pytest.raises(ValueError, match="exact optimal points need a RePU activation"):
        INTERVAL.optimal(space)

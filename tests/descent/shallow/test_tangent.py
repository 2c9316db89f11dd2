"""Ranks that are known, orthonormal bases, and directions in the parameters."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from networks import batch

from theorytest.descent.models.shallow.activations import RePU
from theorytest.descent.models.shallow.interval import Interval
from theorytest.descent.models.shallow.network import Network
from theorytest.descent.models.shallow.tangent import tangents

INTERVAL = Interval(-1.0, 1.0)


def of_neurons(outer, inner, bias):
    return Network(RePU(), np.array([outer]), np.zeros(1), np.array([inner])[..., None], np.array([bias]))


@pytest.mark.parametrize(
    ("outer", "inner", "bias", "rank"),
    [
        ([1.0], [1.0], [0.0], 3),  # z_+², z_+ and 1: x z_+ = z_+²
        ([1.0], [1.0], [0.5], 3),  # x z_+ = z_+² - z_+ / 2
        ([0.0], [1.0], [0.5], 2),  # no outer weight: the inner derivatives vanish
        ([1.0], [0.0], [0.5], 2),  # no inner weight: 1 and x
        ([1.0], [0.0], [-0.5], 1),  # never active: 1
        ([1.0], [1.0], [-3.0], 1),  # its knot at 3, active beyond it
        ([1.0], [1.0], [3.0], 3),  # a polynomial on the interval: 1, x, x²
        ([1.0, 2.0], [1.0, 2.0], [0.5, 1.0], 3),  # coinciding knots, equal directions
        ([1.0, 2.0], [1.0, -2.0], [0.5, -1.0], 5),  # coinciding knots, opposite directions
        ([1.0, 2.0], [1.0, 1.0], [0.5, 0.25], 5),  # 2m + 1, not 3m + 1
        ([1.0, 2.0], [1.0, 1.0], [3.0, 4.0], 3),  # two neurons that are polynomials
    ],
)
def test_known_ranks(outer, inner, bias, rank):
    assert tangents(of_neurons(outer, inner, bias), INTERVAL, 1e-10).dim == rank


@given(st.integers(0, 2**32 - 1), st.integers(2, 3))
def test_the_basis_is_orthonormal_and_of_the_tangent_space(seed, power):
    space = tangents(batch(seed, power=power), INTERVAL, 1e-6)
    products = np.swapaxes(space.at_nodes, -1, -2) @ space.at_nodes
    np.testing.assert_allclose(products, space.kept[:, None, :] * np.eye(space.kept.shape[1]), atol=1e-12)
    root = np.sqrt(space.weights)[..., None]
    np.testing.assert_allclose(root * space(space.x), space.at_nodes, atol=1e-8)
    assert np.all(space.dim <= 2 * 4 + 1 if power == 2 else space.dim <= 13)


@given(st.integers(0, 2**32 - 1))
def test_a_direction_is_the_shortest_with_its_function(seed):
    space = tangents(batch(seed), INTERVAL, 1e-6)
    c = np.random.default_rng(seed).normal(size=space.kept.shape) * space.kept
    theta = space.direction(c)
    B = np.sqrt(space.weights)[..., None] * space.network.tangents(space.x)
    for r in range(3):
        np.testing.assert_allclose(B[r] @ theta[r], space.at_nodes[r] @ c[r], atol=1e-9)
        shortest = np.linalg.pinv(B[r], rcond=1e-6) @ (space.at_nodes[r] @ c[r])
        np.testing.assert_allclose(theta[r], shortest, rtol=1e-6, atol=1e-6 * np.linalg.norm(shortest))


def test_a_larger_tolerance_keeps_less():
    network = batch(5, n_replicas=20, width=8)
    dims = np.array([tangents(network, INTERVAL, tolerance).dim for tolerance in (1e-14, 1e-12, 1e-6, 1e-3, 0.5)])
    assert np.all(np.diff(dims, axis=0) <= 0)
    assert np.all(dims <= 17)
    assert np.all(tangents(network, INTERVAL, 1e-3).condition < 1e3)


@pytest.mark.parametrize("tolerance", [-0.1, 0.0, 1e-16, 1.0, np.nan])
def test_a_tolerance_is_refused(tolerance):
    with pytest.raises(ValueError, match="tolerance must"):
        tangents(batch(0), INTERVAL, tolerance)

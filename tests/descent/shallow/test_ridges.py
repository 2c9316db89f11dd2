"""Gramians of ridge functions and of tangents against quadrature in x, which knows nothing of rotations or parts."""

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from networks import ACTIVATIONS, random_network, seeds

from theorytest.approximation.measures import Gaussian
from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.network import Network
from theorytest.descent.models.shallow.ridges import Ridges, planes, tangent_gramian
from theorytest.descent.models.shallow.smooth import derivatives, step_size, trapezoid


def on_the_line(network):
    """Nodes and weights that know the kinks."""
    rule = Gaussian().quadrature(30, tuple(-network.bias / network.inner[:, 0]))
    return rule.nodes, rule.weights


def in_the_plane(network):
    """The tensor trapezoidal rule; kinks cost it all but some digits."""
    x, w = trapezoid(0.02 if isinstance(network.activation, RePU) else 0.08, 1e-16)
    return np.stack(np.meshgrid(x, x), axis=-1).reshape(-1, 2), np.outer(w, w).ravel()


@given(seeds, st.sampled_from(ACTIVATIONS))
def test_tangent_gramian_on_the_line(seed, activation):
    network = random_network(seed, activation, m=3, D=1)
    x, w = on_the_line(network)
    T = network.tangents(x)
    G = T.T @ (w[:, None] * T)
    np.testing.assert_allclose(tangent_gramian(network), G, atol=1e-10 * np.abs(G).max())


@pytest.mark.parametrize(
    ("activation", "digits"), [(RePU(2), 7), (RePU(3), 9), (Logistic(), 12), (Tanh(), 12)], ids=repr
)
def test_tangent_gramian_in_the_plane(activation, digits):
    network = random_network(3, activation, m=3, D=2)
    x, w = in_the_plane(network)
    T = network.tangents(x)
    G = T.T @ (w[:, None] * T)
    np.testing.assert_allclose(tangent_gramian(network), G, atol=10.0**-digits * np.abs(G).max())


@pytest.mark.parametrize("activation", ACTIVATIONS, ids=repr)
def test_rotations_do_not_change_the_ridge_gramian(activation):
    rng = np.random.default_rng(0)
    network = random_network(5, activation, m=4, D=3, batch=(2,))
    Q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    G, H = (Ridges(activation, inner, network.bias).gramian() for inner in (network.inner, network.inner @ Q))
    np.testing.assert_allclose(G, H, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("activation", ACTIVATIONS, ids=repr)
def test_parallel_and_vanishing_weights(activation):
    inner = np.array([[1.0, 2.0], [-2.0, -4.0], [0.0, 0.0], [0.5, -1.0]])
    bias = np.array([0.5, -1.0, 0.7, 0.0])
    network = Network(activation, np.ones(4), 0.3, inner, bias)
    x, w = in_the_plane(network)
    T = network.tangents(x)
    G = T.T @ (w[:, None] * T)
    np.testing.assert_allclose(tangent_gramian(network), G, atol=1e-6 * np.abs(G).max())
    along, across = planes(inner)
    assert across[0, 1] == across[1, 0] == 0
    lengths = np.linalg.norm(inner, axis=1)
    np.testing.assert_allclose(np.hypot(along, across), np.tile(lengths, (4, 1)), atol=1e-12)


@pytest.mark.parametrize("activation", [Logistic(), Tanh()], ids=repr)
def test_derivatives_are_those_of_sympy(activation):
    z = sympy.Symbol("z")
    sigma = 1 / (1 + sympy.exp(-z)) if isinstance(activation, Logistic) else sympy.tanh(z)
    at = np.linspace(-2, 2, 7)
    for order, values in enumerate(derivatives(activation, at, 3)):
        expected = sympy.lambdify(z, sympy.diff(sigma, z, order), "numpy")(at)
        np.testing.assert_allclose(values, expected, rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("steepness", [0.0, 0.5, 2.0, 6.0])
def test_the_trapezoidal_rule_keeps_its_accuracy(steepness):
    for accuracy in (1e-6, 1e-12):
        x, w = trapezoid(step_size(Tanh(), steepness, accuracy), accuracy)
        fine, v = trapezoid(step_size(Tanh(), steepness, accuracy) / 3, 1e-16)
        f = lambda t: t**2 / np.cosh(steepness * t + 0.3) ** 4  # noqa: E731 (the two integrals side by side)
        assert w @ f(x) == pytest.approx(v @ f(fine), abs=10 * accuracy)


class Sine:
    """An activation without a formula here."""

    value = slope = staticmethod(np.sin)


def test_what_is_unknown_is_refused():
    with pytest.raises(ValueError, match="known for RePU, Logistic and Tanh"):
        Ridges(Sine(), np.ones((1, 1)), np.ones(1))
    with pytest.raises(ValueError, match="derivatives up to 3"):
        derivatives(Tanh(), np.zeros(1), 4)

"""A network is its formula, its tangents are its derivatives, and its parameters are one vector."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from networks import ACTIVATIONS, random_network, seeds

from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.network import Network, from_theta


@pytest.mark.parametrize("activation", ACTIVATIONS, ids=repr)
def test_the_slope_is_the_derivative(activation):
    z, h = np.linspace(-3, 3, 62), 1e-6  # 62 points: none at the kink
    central = (activation.value(z + h) - activation.value(z - h)) / (2 * h)
    np.testing.assert_allclose(activation.slope(z), central, atol=1e-8)


@given(seeds, st.sampled_from(ACTIVATIONS), st.integers(1, 4), st.integers(1, 3))
def test_a_network_is_its_formula(seed, activation, m, D):
    network = random_network(seed, activation, m, D)
    x = np.random.default_rng(seed).normal(size=(5, D))
    by_hand = [network.outer @ activation.value(network.inner @ point + network.bias) + network.shift for point in x]
    np.testing.assert_allclose(network(x), by_hand, rtol=1e-12, atol=1e-12)


@given(seeds, st.sampled_from(ACTIVATIONS), st.integers(1, 3), st.integers(1, 3))
def test_tangents_are_derivatives_by_the_parameters(seed, activation, m, D):
    network, h = random_network(seed, activation, m, D), 1e-5
    x = np.random.default_rng(seed + 1).normal(size=(4, D))
    moved = network.theta + h * np.eye(network.n_parameters)[:, None] * np.array([1, -1])[:, None]
    up, down = np.moveaxis(from_theta(activation, moved, D)(x), 1, 0)
    np.testing.assert_allclose(network.tangents(x), (up - down).T / (2 * h), atol=1e-3)  # second derivatives jump


@given(seeds, st.integers(1, 4), st.integers(1, 4))
def test_networks_add_as_functions(seed, m, other):
    a, b = random_network(seed, m=m), random_network(seed + 1, m=other)
    x = np.random.default_rng(seed).normal(size=(6, 2))
    np.testing.assert_allclose((a + b)(x), a(x) + b(x), rtol=1e-10, atol=1e-10)
    assert (a + b).width == m + other


@given(seeds)
def test_theta_is_the_network(seed):
    network = random_network(seed, batch=(2, 3))
    assert network.theta.shape == (2, 3, network.n_parameters)
    x = np.random.default_rng(seed).normal(size=(2, 3, 4, 2))
    np.testing.assert_array_equal(from_theta(network.activation, network.theta, 2)(x), network(x))
    np.testing.assert_allclose(
        network(x)[1, 2], Network(RePU(), *(p[1, 2] for p in parts(network)))(x[1, 2]), rtol=1e-12
    )


def parts(network):
    return network.outer, network.shift, network.inner, network.bias


def test_tails_do_not_overflow():
    far = np.array([-800.0, 800.0])
    for activation in (Logistic(), Tanh()):
        assert np.all(np.isfinite(activation.value(far)))
        np.testing.assert_allclose(activation.slope(far), 0, atol=1e-300)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: RePU(1), "power must be an integer of at least 2, got 1"),
        (lambda: from_theta(RePU(), np.ones(6)), r"length m \(D \+ 2\) \+ 1 with D = 1, got shape \(6,\)"),
        (lambda: from_theta(RePU(), 3.0), "length m"),
        (lambda: Network(RePU(), np.ones(2), 0.0, np.ones((3, 1)), np.ones(3)), r"outer must have shape \(3,\)"),
        (lambda: Network(RePU(), np.ones(2), 0.0, np.ones(2), np.ones(2)), r"inner must have shape \(..., m, D\)"),
        (lambda: random_network(0) + random_network(0, Tanh()), "different activations cannot be added"),
        (lambda: from_theta(RePU(), np.ones(4)) + from_theta(RePU(), np.ones(5), 2), "with 1 and 2 inputs cannot be"),
        (
            lambda: from_theta(RePU(), np.ones(10))(np.ones((5, 3))),
            r"points must have shape \(..., n, 1\), got \(5, 3\)",
        ),
        (
            lambda: from_theta(RePU(), np.ones(4)).tangents(np.ones(5)),
            r"points must have shape \(..., n, 1\), got \(5,\)",
        ),
    ],
)
def test_what_is_no_network_is_refused(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        wrong()

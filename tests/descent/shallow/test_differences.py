"""Difference quotients of the network, and their Gramian, against the networks with moved parameters themselves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from networks import ACTIVATIONS, random_network, seeds

from theorytest.descent.models.shallow.differences import difference_gramian, moved_ridges, quotients
from theorytest.descent.models.shallow.network import from_theta
from theorytest.descent.models.shallow.ridges import tangent_gramian


@given(seeds, st.sampled_from(ACTIVATIONS), st.integers(1, 3), st.integers(1, 3))
def test_quotients_are_those_of_moved_parameters(seed, activation, m, D):
    network, h = random_network(seed, activation, m, D, batch=(2,)), 0.25
    x = np.random.default_rng(seed).normal(size=(2, 4, D))
    ridges = moved_ridges(network, h)
    values = activation.value(x @ np.swapaxes(ridges.inner, -1, -2) + ridges.bias[:, None, :])
    system = np.concatenate([values, np.ones((2, 4, 1))], axis=-1) @ np.swapaxes(quotients(network, h), -1, -2)
    moved = network.theta + h * np.eye(network.n_parameters)[:, None]
    expected = (from_theta(activation, moved, D)(x) - network(x)) / h
    np.testing.assert_allclose(system, np.moveaxis(expected, 0, -1), rtol=1e-10, atol=1e-9)


@pytest.mark.parametrize("activation", ACTIVATIONS, ids=repr)
def test_the_gramian_tends_to_that_of_the_tangents(activation):
    network = random_network(4, activation, m=2, D=2)
    G = tangent_gramian(network)
    errors = [np.abs(difference_gramian(network, h) - G).max() for h in (1e-2, 1e-3)]
    assert errors[0] > 0
    assert errors[1] / errors[0] == pytest.approx(0.1, rel=0.05)


def test_steps_are_positive():
    with pytest.raises(ValueError, match="step must be greater than 0"):
        moved_ridges(random_network(0), 0.0)

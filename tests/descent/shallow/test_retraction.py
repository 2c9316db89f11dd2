"""The retraction error is an exact norm, of second order in the step, and steps keep their bound."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from networks import batch, midpoints

from theorytest.descent.models.shallow.interval import Interval
from theorytest.descent.models.shallow.network import from_theta
from theorytest.descent.models.shallow.retraction import Retraction, derivative

seeds = st.integers(0, 2**32 - 1)
INTERVAL = Interval(-1.0, 1.0)


def retraction(seed, **options):
    network, rng = batch(seed, **options), np.random.default_rng(seed)
    direction = rng.normal(size=network.theta.shape)
    return Retraction(INTERVAL, network, direction, rng.random(len(direction)), rng.random(len(direction)))


@given(seeds)
def test_a_derivative_is_the_sum_of_the_tangents(seed):
    move = retraction(seed)
    x = np.random.default_rng(seed).normal(size=(3, 6, 1))
    along = from_theta(move.network.activation, move.direction)
    by_sum = (move.network.tangents(x) @ move.direction[..., None])[..., 0]
    np.testing.assert_allclose(derivative(move.network, along, x), by_sum, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("s", [0.01, 0.3, 1.7])
def test_the_error_is_the_norm_on_a_fine_grid(s):
    move, steps = retraction(1, power=3), np.full(3, s)
    x, w = midpoints(-1.0, 1.0, 3)
    linear = move.network(x) - s * (move.network.tangents(x) @ move.direction[..., None])[..., 0]
    np.testing.assert_allclose(
        move.error(steps), np.sqrt(w * np.sum((move.moved(steps)(x) - linear) ** 2, axis=-1)), rtol=1e-6
    )


def test_the_error_is_of_second_order():
    s, move = 2.0 ** -np.arange(6, 16), retraction(4)
    errors = np.array([move.error(np.full(3, each)) for each in s])
    np.testing.assert_allclose(errors[-1] / s[-1] ** 2, errors[-2] / s[-2] ** 2, rtol=1e-2)
    assert np.all(errors[-1] > 0)


@given(seeds)
def test_beta_bounds_the_change_of_a_least_squares_loss(seed):
    """|L(u_{t+1}) - L(ū_{t+1})| ≤ β with λ = L(u_t) and ‖P^n g‖ the norm of the direction."""
    move = retraction(seed)
    x, w = INTERVAL.target_nodes(move.network, move.moved(np.full(3, 0.2)))
    along = derivative(move.network, from_theta(move.network.activation, move.direction), x)
    u = np.sin(3 * x[..., 0])

    def loss(values):
        return np.sum(w * (values - u) ** 2, axis=-1) / 2

    norm, here = np.sqrt(np.sum(w * along**2, axis=-1)), move.network(x)
    exact = Retraction(INTERVAL, move.network, move.direction, norm, loss(here))
    s = np.full(3, 0.2)
    change = np.abs(loss(exact.moved(s)(x)) - loss(here - 0.2 * along))
    assert np.all(change <= exact.beta(s) * (1 + 1e-10) + 1e-12)


@given(seeds, st.floats(-6, 1))
def test_the_longest_step_keeps_the_bound_and_wastes_little(seed, exponent):
    move = retraction(seed)
    bound, most = np.full(3, 10.0**exponent), np.array([0.9, 0.5, 1e-9])
    s = move.longest(bound, most)
    assert np.all(s > 0)
    assert np.all(s <= most)
    assert np.all(move.beta(s) <= bound)
    shorter = s < most
    longer = np.array([move.beta(np.minimum(factor * s, most)) for factor in np.linspace(1.0, 1.021, 22)])
    assert np.all((longer > bound).any(axis=0)[shorter])


def test_a_bound_of_zero_leaves_no_step():
    np.testing.assert_array_equal(retraction(0).longest(np.zeros(3), np.ones(3)), 0)

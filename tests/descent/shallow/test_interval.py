"""Integrals between the knots are exact: rational arithmetic, a grid that knows no knots, and degenerate knots."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from networks import batch, midpoints

from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.interval import Interval
from theorytest.descent.models.shallow.network import Network, from_theta

rationals = st.integers(-6, 6).map(lambda k: Fraction(k, 4))


def rational_gramian(outer, inner, bias, low, high):
    """G of σ(z) = z_+² by integrating polynomials with rational coefficients, piece by piece."""
    knots = {-b / a for a, b in zip(inner, bias, strict=True) if a}
    ends = sorted({low, high} | {k for k in knots if low < k < high})
    p = 3 * len(outer) + 1
    G = [[Fraction(0)] * p for _ in range(p)]
    for left, right in pairwise(ends):
        lines = [[b, a] if a * (left + right) / 2 + b > 0 else [Fraction(0)] for a, b in zip(inner, bias, strict=True)]
        slopes = [[2 * c * k for k in z] for c, z in zip(outer, lines, strict=True)]
        system = [times(z, z) for z in lines] + [[Fraction(1)]] + [[Fraction(0), *s] for s in slopes] + slopes
        for i, j in np.ndindex(p, p):
            c = times(system[i], system[j])
            G[i][j] += sum(ck * (right ** (k + 1) - left ** (k + 1)) / (k + 1) for k, ck in enumerate(c))
    return np.array(G, dtype=float) / float(high - low)


def times(a, b):
    found = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, j in np.ndindex(len(a), len(b)):
        found[i + j] += a[i] * b[j]
    return found


def gramian(network, interval):
    x, w = interval.nodes(network)
    values = network.tangents(x)
    return np.swapaxes(values, -1, -2) @ (w[..., None] * values)


@given(st.lists(st.tuples(rationals, rationals, rationals), min_size=1, max_size=3), rationals, st.integers(1, 5))
def test_the_gramian_is_exact(neurons, low, length):
    """Coinciding and outside knots, vanishing inner and outer weights are among the draws."""
    outer, inner, bias = zip(*neurons, strict=True)
    high = low + Fraction(length, 2)
    network = Network(RePU(), np.array(outer, float), 0.5, np.array(inner, float)[:, None], np.array(bias, float))
    exact = rational_gramian(outer, inner, bias, low, high)
    np.testing.assert_allclose(gramian(network, Interval(float(low), float(high))), exact, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("power", [2, 3, 4])
def test_powers_up_to_four_have_the_integral_of_a_fine_grid(power):
    network, interval = batch(power, power=power), Interval(-1.0, 0.5)
    x, w = midpoints(-1.0, 0.5, 3)
    values = network.tangents(x)
    np.testing.assert_allclose(
        gramian(network, interval), np.swapaxes(values, -1, -2) @ (w * values), rtol=1e-7, atol=1e-8
    )


@pytest.mark.parametrize("activation", [Logistic(), Tanh()], ids=repr)
def test_smooth_activations_are_integrated_to_rounding(activation):
    network = from_theta(activation, np.random.default_rng(0).normal(0, 3, (4, 13)))
    interval = Interval(0.0, 1.0)
    x, w = interval.quadrature(np.linspace(0, 1, 401)[None], 8)
    values = network.tangents(x)
    reference = np.swapaxes(values, -1, -2) @ (w[..., None] * values)
    np.testing.assert_allclose(gramian(network, interval), reference, rtol=1e-12, atol=1e-13)


@given(st.integers(0, 2**32 - 1))
def test_weights_add_up_and_points_stay_inside(seed):
    a, b = batch(seed), batch(seed + 1)
    for x, w in (Interval(-1, 2).nodes(a, b), Interval(-1, 2).target_nodes(a, knots=(0.3,))):
        np.testing.assert_allclose(w.sum(axis=-1), 1)
        assert np.all((x >= -1) & (x <= 2) & (w[..., None] >= 0))


def test_a_target_is_integrated_to_rounding():
    x, w = Interval(0.0, 1.0).target_nodes(batch(0), knots=(1 / 3,))
    np.testing.assert_allclose(np.sum(w * np.sin(2 * np.pi * x[..., 0]) ** 2, axis=-1), 0.5, rtol=1e-14)
    np.testing.assert_allclose(np.sum(w * (x[..., 0] < 1 / 3), axis=-1), 1 / 3, rtol=1e-13)


def test_the_pieces_of_two_networks_carry_both():
    a, b, interval = batch(1), batch(2), Interval()
    x, w = interval.nodes(a, b)
    y, v = interval.quadrature(interval.edges(a + b), 12)
    np.testing.assert_allclose(np.sum(w * a(x) * b(x), axis=-1), np.sum(v * a(y) * b(y), axis=-1), rtol=1e-12)


def test_plain_points_are_uniform():
    x = Interval(2.0, 5.0).sample(np.random.default_rng(0), 10, 1000)
    assert x.shape == (10, 1000, 1)
    assert x.min() >= 2
    assert x.max() <= 5
    assert abs(x.mean() - 3.5) < 5 * np.sqrt(0.75 / 10_000)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Interval(1.0, 1.0), "low must be smaller than high, got 1.0 and 1.0"),
        (lambda: Interval(np.nan, 1.0), "low must be a finite real number"),
        (lambda: Interval().nodes(from_theta(RePU(), np.ones(5), 2)), "networks of one variable, got one of 2"),
    ],
)
def test_what_is_no_interval_is_refused(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        wrong()


@pytest.mark.parametrize("half", [1.0, 4.0, 25.0])
def test_targets_are_integrated_on_long_intervals_too(half):
    """∫ sin²(2πx) and ∫ 1/(1 + 25x²) over [-a, a]; eight panels for all lengths gave 0.75 for 0.5 at a = 16."""
    x, w = Interval(-half, half).target_nodes(batch(0))
    np.testing.assert_allclose(np.sum(w * np.sin(2 * np.pi * x[..., 0]) ** 2, axis=-1), 0.5, rtol=1e-12)
    runge = np.sum(w / (1 + 25 * x[..., 0] ** 2), axis=-1)
    np.testing.assert_allclose(runge, np.arctan(5 * half) / (5 * half), rtol=1e-12)


def test_targets_are_not_integrated_on_endless_intervals():
    with pytest.raises(ValueError, match="targets are integrated on intervals of length 50 at most"):
        Interval(0.0, 51.0).target_nodes(batch(0))

"""A resolved function is the function to rounding, with its jumps, kinks and critical points."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.polynomial import Polynomial

from theorytest.approximation.piecewise import critical_points, resolve

t = np.linspace(-1, 1, 2001)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=31))
def test_polynomials_are_reproduced_to_rounding(coefficients):
    f = Polynomial(coefficients)
    scale = np.abs(coefficients).sum() + 1e-300
    assert np.abs(resolve(f, [-1, 1])(t) - f(t)).max() <= 1e-13 * scale  # a few hundred roundings


@pytest.mark.parametrize("f", [np.exp, np.cos, lambda s: np.cos(300 * s), lambda s: 1 / (1 + 1e4 * s**2)])
def test_smooth_functions_are_resolved_and_ten_panels_would_not_do(f):
    assert np.abs(resolve(f, [-1, 1])(t) - f(t)).max() < 1e-12
    if f in (np.exp, np.cos):
        return
    nodes = np.cos(np.pi * (np.arange(11) + 0.5) / 11)
    coarse = Polynomial.fit(nodes, f(nodes), 10)
    assert np.abs(coarse(t) - f(t)).max() > 0.1


@settings(max_examples=20)
@given(st.floats(-0.99, 0.99))
@example(0.9899999999999999)  # one rounding from an edge: a panel must not become narrower than that
@example(0.7840572309756251)  # between the last node of a panel and its end
def test_jumps_and_kinks_cost_no_accuracy_also_where_they_are_no_edges(c):
    for f, antiderivative in (
        (lambda s: (s > c) * 1.0, lambda s: np.maximum(s - c, 0)),
        (lambda s: np.abs(s - c), lambda s: (s - c) * np.abs(s - c) / 2),
    ):
        for edges in ([-1, 1], [-1, c, 1]):
            F = resolve(f, edges).antiderivative()
            assert np.abs(F(t) - F(-1) - antiderivative(t) + antiderivative(-1.0)).max() < 1e-13  # sums over 100 panels


@given(st.lists(st.floats(-0.9, 0.9), min_size=1, max_size=6, unique=True))
def test_all_zeros_of_the_derivative_are_critical_points(roots):
    slope = Polynomial.fromroots(roots)
    f = slope.integ()
    found = critical_points(resolve(f, [-1, 1]))
    top = np.abs(f(t)).max()
    assert {-1.0, 1.0} <= set(found.tolist())
    # maxima are flat: the value at the best critical point is the maximum to rounding, where a grid misses it
    assert f(found).max() >= f(t).max() - 1e-14 * top
    assert f(found).min() <= f(t).min() + 1e-14 * top


def test_a_simple_zero_of_the_derivative_is_found_to_eight_digits_and_a_grid_does_not():
    peak = 0.123456789
    found = critical_points(resolve(lambda s: 1 - (s - peak) ** 2, [-1, 1]))
    assert np.abs(found - peak).min() < 1e-8
    assert np.abs(t - peak).min() > 1e-5


def test_noise_is_left_as_it_is_instead_of_halving_for_ever():
    rng = np.random.default_rng()
    p = resolve(lambda s: np.exp(s) + 1e-6 * rng.uniform(-1, 1, s.shape), [-1, 1])
    assert len(p.x) < 100_000
    assert np.abs(p(t) - np.exp(t)).max() < 1e-4  # noise of 1e-6, amplified by interpolation towards the ends


def test_every_breakpoint_is_a_critical_point_also_of_a_constant():
    p = resolve(np.ones_like, [0, 1, 3])
    found = critical_points(p)
    assert {0.0, 1.0, 3.0} <= set(p.x.tolist()) <= set(found.tolist())
    assert np.all((found >= 0) & (found <= 3))


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_function_that_is_not_finite_is_refused(bad):
    with pytest.raises(ValueError, match=rf"f\(x\) must be finite, got {bad}"):
        resolve(lambda s: np.where(s > 0, bad, 1.0), [-1, 1])

"""Truncated Gaussian moments against piecewise quadrature of their definition, also where a variable degenerates."""

from math import factorial

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from theorytest.descent.models.shallow.truncated import Pair, line_moments

ORDER = 4
numbers = st.one_of(st.just(0.0), st.floats(-2.5, 2.5).map(lambda v: round(v, 3)))
lengths = st.one_of(st.just(0.0), st.floats(0.05, 2.5).map(lambda v: round(v, 3)))


def powers(z):
    """max(z, 0)^a / a! for a = 0, ..., ORDER; the indicator is 1/2 at 0."""
    steps = np.where(z == 0, 0.5, z > 0)
    return np.array([steps] + [np.maximum(z, 0) ** a / factorial(a) for a in range(1, ORDER + 1)])


def panels(knots):
    """Gauss-Legendre between the knots, for the standard Gaussian."""
    t, w = special.roots_legendre(24)
    edges = np.unique(np.clip([*knots, *np.linspace(-11, 11, 23)], -11, 11))
    half = np.diff(edges)[:, None] / 2
    x = edges[:-1, None] + half * (1 + t)
    return x.ravel(), (half * w * stats.norm.pdf(x)).ravel()


@given(numbers, lengths)
def test_moments_on_the_line(mean, std):
    x, w = panels([-mean / std] if std else [])
    expected = powers(std * x + mean) @ w
    np.testing.assert_allclose(line_moments(np.array(mean), np.array(std), ORDER)[1:], expected, atol=1e-13, rtol=1e-13)


@given(numbers, numbers, lengths, numbers, lengths)
def test_moments_in_the_plane(mean, other_mean, s, gamma1, gamma2):
    pair = Pair(*(np.array(v) for v in (mean, other_mean, s, gamma1 if s else 0.0, gamma2)))
    M = pair.moments(ORDER)
    spread = np.array([-8, -4, -2, -1, 0, 1, 2, 4, 8]) * gamma2
    knots = [*([-mean / s] if s else []), *((spread - other_mean) / gamma1 if gamma1 else [])]
    x, w = panels(knots)
    inner = line_moments(pair.gamma1 * x + other_mean, np.full_like(x, gamma2), ORDER)[1:]
    np.testing.assert_allclose(M[1:, 1:], powers(s * x + mean) * w @ inner.T, atol=1e-11, rtol=1e-10)


def test_the_delta_is_the_derivative_of_the_step():
    """E δ(Z) f_b(Z') = d/dmean P(Z > 0) f_b(Z')."""
    at = [np.array(v) for v in (0.3, -0.4, 1.2, 0.7, 0.5)]
    h = 1e-5
    up, down = (Pair(at[0] + e, *at[1:]).moments(2) for e in (h, -h))
    np.testing.assert_allclose(Pair(*at).moments(2)[0, 1:], (up - down)[1, 1:] / (2 * h), rtol=1e-8)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 0.5, np.pi / 2, 3.0, np.pi])
def test_centred_orthants_are_angles(angle):
    """P(Z > 0, Z' > 0) = 1/2 - angle / 2π (Sheppard)."""
    pair = Pair(*(np.array(v) for v in (0.0, 0.0, 2.0, 3 * np.cos(angle), 3 * np.sin(angle))))
    assert pair.orthant() == pytest.approx(0.5 - angle / (2 * np.pi), abs=1e-15)


def test_equal_and_opposite_variables():
    mean = np.array([-1.5, -0.2, 0.0, 0.7])
    one, zero = np.ones(4), np.zeros(4)
    np.testing.assert_allclose(Pair(mean, mean, one, one, zero).orthant(), special.ndtr(mean), atol=1e-16)
    np.testing.assert_allclose(Pair(mean, -mean, one, -one, zero).orthant(), 0, atol=1e-16)


@pytest.mark.parametrize("h", [2, 4, 6, 10])
def test_digits_are_lost_in_the_tail_as_stated(h):
    """E max(x - h, 0)^a / a! with a factor of h^(2a) of the rounding, against 30 digits."""
    found = line_moments(np.array(-float(h)), np.array(1.0), ORDER)
    for a in range(1, ORDER + 1):
        with mpmath.workdps(30):
            density = lambda x, a=a: (x - h) ** a * mpmath.npdf(x)  # noqa: E731 (one for each power)
            true = float(mpmath.quad(density, [h, h + 1, h + 4, h + 12]) / mpmath.factorial(a))
        assert found[a + 1] == pytest.approx(true, rel=1e-14 * h ** (2 * a))

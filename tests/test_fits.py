"""Slopes of log curves: what the weights see, what the jackknife is, and what cannot be fitted."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.fits import (
    OF,
    centre_of,
    contrasts,
    group_medians,
    kurtosis,
    pseudo_values,
    residual_weights,
    silence,
    slope_weights,
)

TIMES = np.geomspace(10.0, 1000.0, 10)


def noisy_paths(seed, size):
    """Independent gamma factors on 3 t^-1: the logs of mean and median fall with slope -1."""
    return np.random.default_rng(seed).gamma(4.0, 0.25, (size, len(TIMES))) * 3 / TIMES


@given(st.floats(-3, 3), st.floats(-3, 3), st.integers(4, 30))
def test_contrasts_see_what_they_are_for(level, slope, size):
    x = np.linspace(0.5, 6.0, size)
    assert contrasts(x) @ (level + slope * x) == pytest.approx([slope, 0, 0], abs=1e-9)
    assert np.all((contrasts(x) @ x**2)[1:] > 0)


@given(st.floats(-3, 3), st.floats(-3, 3), st.integers(4, 30))
def test_a_line_leaves_no_residuals(level, slope, size):
    x = np.linspace(0.5, 6.0, size)
    assert residual_weights(x) @ (level + slope * x) == pytest.approx(np.zeros(size), abs=1e-9)
    rest = residual_weights(x) @ np.sin(x)
    assert rest == pytest.approx(np.sin(x) - np.polyval(np.polyfit(x, np.sin(x), 1), x))


def test_pseudo_values_are_the_delete_one_jackknife():
    paths = noisy_paths(0, 12)
    weights = slope_weights(np.log(TIMES))[None]
    fit = np.log(paths.mean(axis=0)) @ weights[0]
    naive = [12 * fit - 11 * (np.log(np.delete(paths, i, axis=0).mean(axis=0)) @ weights[0]) for i in range(12)]
    assert pseudo_values(paths, weights, "mean")[:, 0] == pytest.approx(naive)


def test_medians_are_taken_in_groups():
    paths, weights = noisy_paths(1, 400), slope_weights(np.log(TIMES))[None]
    first = np.log(np.median(paths[:20], axis=0)) @ weights[0]
    values = pseudo_values(paths, weights, "median")
    assert values.shape == (20, 1)
    assert values[0, 0] == pytest.approx(first)
    assert [len(group_medians(paths[:size])) for size in (10, 12, 67, 399)] == [2, 2, 3, 19]


@pytest.mark.parametrize("of", OF)
def test_all_three_see_the_slope(of):
    paths, weights = noisy_paths(2, 4000), slope_weights(np.log(TIMES))[None]
    values = pseudo_values(paths, weights, of)[:, 0]
    error = values.std(ddof=1) / np.sqrt(len(values))
    assert values.mean() == pytest.approx(-1, abs=5 * error)
    assert centre_of(paths, of) @ weights[0] == pytest.approx(-1, abs=5 * error)
    assert error < 0.02


@given(st.floats(-300, 300), st.sampled_from(OF))
def test_no_scale_is_too_small_or_too_large(decades, of):
    """1e-200 and 1e200 have no squares among the numbers of the machine."""
    paths, weights = noisy_paths(3, 60), slope_weights(np.log(TIMES))[None]
    scaled = paths * 10**decades
    expected = pseudo_values(paths, weights, of)
    np.testing.assert_allclose(pseudo_values(scaled, weights, of), expected, rtol=1e-6, atol=1e-6)
    shift = decades * np.log(10)
    np.testing.assert_allclose(centre_of(scaled, of) - shift, centre_of(paths, of), rtol=1e-6, atol=1e-6)
    assert silence(scaled, TIMES, of) == ""
    rare = np.where(np.arange(60)[:, None] == 0, scaled, 1e-6 * scaled)
    assert "standard errors" in silence(rare, TIMES, "mean")


@given(st.floats(0.1, 10), st.floats(-5, 5))
def test_kurtosis_knows_no_scale(scale, shift):
    sample = np.random.default_rng(0).standard_normal(500)
    assert kurtosis(scale * sample + shift) == pytest.approx(kurtosis(sample))
    assert kurtosis(np.full(10, shift)) == 1.0
    assert kurtosis(np.array([-1.0, 1.0])) == 1.0


@pytest.mark.parametrize(
    ("paths", "of", "why"),
    [
        (np.ones((9, 10)), "mean", "at least 10 replicas"),
        (np.eye(10), "mean", r"not 5 standard errors above 0 at t = 10$"),
        (np.eye(10), "path", "a path reaches 0 exactly"),
        (np.eye(10), "median", "a median reaches 0 exactly"),
        (np.ones((10, 10)), "mean", "^$"),
    ],
)
def test_silence_says_why(paths, of, why):
    assert re.search(why, silence(paths, TIMES, of))

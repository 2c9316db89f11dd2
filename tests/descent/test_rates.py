"""Fits of rates: they find windows, cover the truth whatever window they choose, and say what cannot be fitted."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from theorytest.approximation import Legendre, Optimal, QuasiProjection, Space, Uniform
from theorytest.descent import TARGETS, Constant, LinearDescent, Power, Quadratic, by_quadrature, descend
from theorytest.descent.rates import SHORTEST, fit_rate, windows

TIMES = np.unique(np.rint(np.geomspace(10, 10_000, 24)))
STEPS = np.arange(1.0, 17.0)


def correlated(seed, size, times=TIMES, spread=0.15, exponent=1.0):
    """exp(Brownian motion in the index) t^-r, of mean t^-r."""
    steps = spread * np.random.default_rng(seed).standard_normal((size, len(times))) - spread**2 / 2
    return np.exp(np.cumsum(steps, axis=1)) * times**-exponent


def multiplicative(seed, size, n_steps=16):
    """Factors 0.9 or 0.5: the mean contracts by 0.7, a path by sqrt(0.45) almost surely."""
    return np.cumprod(np.where(np.random.default_rng(seed).random((size, n_steps)) < 0.5, 0.9, 0.5), axis=1)


@settings(max_examples=30, deadline=None)
@given(st.floats(0.2, 3.0), st.floats(1e-6, 1e6), st.booleans(), st.sampled_from(["mean", "median", "path"]))
def test_a_power_without_noise_is_found(exponent, scale, exponential, of):
    times = STEPS if exponential else TIMES
    curve = scale * (np.exp(-exponent * times) if exponential else times**-exponent)
    tabulated = math.exp(-exponent) if exponential else exponent
    paths = np.tile(curve, (40, 1))
    fit = fit_rate(times, paths, of=of, exponential=exponential, exact=curve, tabulated=tabulated)
    assert fit.slope == pytest.approx(-exponent)
    assert fit.exponent == pytest.approx(exponent)
    assert fit.contraction == pytest.approx(math.exp(-exponent))
    assert fit.times.tolist() == times.tolist()
    assert fit.agrees
    assert fit.verdict == "consistent with the tabulated rate to 5 %"
    np.testing.assert_allclose(fit.line, curve)
    np.testing.assert_allclose(fit.residuals, 0, atol=1e-9)
    np.testing.assert_allclose(fit.local[1], -exponent)


@pytest.mark.parametrize(
    ("tabulated", "verdict"),
    [(1.0, "consistent with"), (0.8, "faster by 0.2"), (1.2, "slower by 0.2"), (None, "undecided: nothing")],
)
def test_verdicts(tabulated, verdict):
    assert fit_rate(TIMES, correlated(0, 2000, spread=0.05), tabulated=tabulated).verdict.startswith(verdict)


def test_a_slower_window_of_the_exact_curve_is_no_surprise():
    paths, exact = correlated(0, 2000, spread=0.05), 1 / TIMES
    verdict = fit_rate(TIMES, paths, exact=exact, tabulated=1.2).verdict
    assert verdict.endswith(", as the exact curve in this window")
    assert fit_rate(TIMES, paths, exact=TIMES**-1.2, tabulated=1.2).verdict.endswith(")")


def test_a_wide_interval_decides_nothing():
    fit = fit_rate(TIMES, correlated(0, 100, spread=0.2), tabulated=1.0, resolution=0.01)
    assert "wider than the resolution 0.01" in fit.verdict


def test_the_mean_and_the_paths_have_different_rates():
    paths, steps = multiplicative(1, 4000, 8), STEPS[:8]
    mean, path, median = (fit_rate(steps, paths, of=of, exponential=True) for of in ("mean", "path", "median"))
    assert path.low <= math.log(0.45) / 2 <= path.high < mean.low <= math.log(0.7) <= mean.high
    assert median.slope < mean.low


def test_an_exponent_leaves_its_transient_and_a_contraction_its_level():
    late = fit_rate(TIMES, (1 + 30 / TIMES) * correlated(2, 500, spread=0.02))
    assert late.times[0] > TIMES[0]
    assert late.times[-1] == TIMES[-1]
    early = fit_rate(STEPS, np.exp(-STEPS) * correlated(3, 500, STEPS, 0.02, 0.0) + 3e-6, exponential=True)
    assert early.times[0] == STEPS[0]
    assert early.times[-1] < STEPS[-1]


@pytest.mark.parametrize(("of", "lag"), [("mean", 0.0), ("median", 0.5), ("path", 0.5)])
def test_intervals_cover_though_the_window_is_chosen(of, lag):
    """The truth is the slope of the exact curve in the chosen window; 200 ensembles of 200 replicas, level 0.05.

    The log of a path lags behind that of the mean by half the variance, which grows with the index.
    """
    mean = (1 + 8 / TIMES) / TIMES
    exact = mean * np.exp(-lag * 0.15**2 * np.arange(1, len(TIMES) + 1))
    fits = [fit_rate(TIMES, correlated(seed, 200) * mean * TIMES, of=of, exact=exact) for seed in range(200)]
    decided = [fit.agrees for fit in fits if not fit.reason]
    assert len(decided) > 150
    assert np.mean(decided) > 0.95


def test_the_median_of_a_law_with_two_humps_is_covered():
    """Up to 45 % of the paths have fallen to a millionth, so that medians of few paths fall there too often."""
    share = np.linspace(0, 0.45, len(TIMES))
    exact = np.exp(0.3 * norm.ppf((0.5 - share) / (1 - share))) / TIMES
    decided = []
    for seed in range(100):
        rng = np.random.default_rng(seed)
        paths = np.exp(0.3 * rng.standard_normal((100, len(TIMES)))) / TIMES
        paths *= np.where(rng.random((100, 1)) < share, 1e-6, 1)
        fit = fit_rate(TIMES, paths, of="median", exact=exact, resolution=1.0)
        decided += [] if fit.reason else [fit.agrees]
    assert len(decided) > 50
    assert np.mean(decided) > 0.95


def test_a_curve_that_bends_twice_is_bent():
    """Late and early slope agree, and a parabola sees nothing."""
    x = np.linspace(-1, 1, len(TIMES))
    paths = correlated(9, 400, spread=0.02) * np.exp(0.5 * np.cos(4 * np.pi * x))
    assert "the curve bends" in fit_rate(TIMES, paths).verdict


def test_signal_below_its_noise_is_left_out():
    rng = np.random.default_rng(4)
    paths = correlated(5, 400, spread=0.02) * np.where(rng.random((400, 1)) < 0.9 * (TIMES < 1000) + 0.01, 1, 0)
    fit = fit_rate(TIMES, paths)
    assert fit.times[-1] < 1500 or "standard errors" in fit.verdict


@pytest.mark.parametrize(
    ("paths", "why"),
    [
        (np.ones((5, len(TIMES))), "at least 10 replicas"),
        (np.tile(np.exp(-(np.log(TIMES) ** 2)), (20, 1)), "the curve bends"),
        (np.vstack([np.ones((200, len(TIMES))), 1e3 / TIMES]), "not 5 standard errors"),
        (np.full((20, len(TIMES)), np.inf), "replicas have diverged"),
    ],
)
def test_what_cannot_be_fitted_says_why(paths, why):
    fit = fit_rate(TIMES, paths, exact=1 / TIMES, tabulated=1.0)
    assert fit.verdict.startswith("undecided: ")
    assert why in fit.verdict
    assert fit.agrees is None
    assert fit.heavy == ""
    json.dumps(fit.plain(), allow_nan=False)


def test_paths_that_are_all_the_same_have_no_tails():
    """Gradient descent is shown as ten equal paths."""
    assert fit_rate(TIMES, np.tile(1 / TIMES, (10, 1))).heavy == ""


def test_few_paths_that_carry_the_mean_are_announced():
    assert fit_rate(TIMES, correlated(6, 400, spread=0.02)).heavy == ""
    heavy = fit_rate(STEPS, multiplicative(1, 4000), exponential=True).heavy
    assert heavy == "heavy tails: one path is 0.76 % of the sum at the last time, kurtosis 82 over 4,000 replicas"
    paths = correlated(6, 400, spread=0.02)
    paths[0] *= TIMES**0.35
    assert "few of 400 replicas carry the slope (kurtosis" in fit_rate(TIMES, paths).verdict


@given(st.integers(SHORTEST, 200), st.booleans())
def test_windows_are_at_least_half_and_start_with_the_whole(n_times, early):
    found = windows(n_times, early=early)
    assert found[0] == (0, n_times)
    lengths = [last - first for first, last in found]
    assert lengths == sorted(lengths, reverse=True)
    assert all(
        0 <= first < last <= n_times and 2 * (last - first) >= min(n_times, 2 * SHORTEST) - 1 for first, last in found
    )


def test_the_scheme_agrees_with_its_exact_moments():
    space = Space(Legendre(3), Uniform())
    estimator, loss = QuasiProjection(Optimal(space), 1), Quadratic(space, TARGETS["exp"])
    exact, times = by_quadrature(estimator, loss), np.unique(np.rint(np.geomspace(100, 2000, 16))).astype(int)
    run = descend(LinearDescent(estimator, loss), Power(0.5, 0.5), 2000, np.random.default_rng(7), 600, times=times)
    fit = fit_rate(times, run.gap, exact=exact.gap(Power(0.5, 0.5), times), tabulated=0.5, alpha=1e-4)
    assert fit.agrees, (fit.slope, fit.low, fit.high, fit.exact)
    steps = np.arange(1, 13)
    run = descend(LinearDescent(estimator, loss), Constant(1 / 9), 12, np.random.default_rng(8), 600, times=steps)
    fit = fit_rate(steps, run.gap, exponential=True, exact=exact.gap(Constant(1 / 9), steps), alpha=1e-4)
    assert fit.agrees


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"times": TIMES[:5], "paths": np.ones((20, 5))}, "times must be at least 6"),
        ({"times": TIMES[::-1]}, "increasing"),
        ({"times": TIMES - 10}, "positive"),
        ({"paths": np.ones((20, 3))}, "paths must have shape"),
        ({"paths": -np.ones((20, len(TIMES)))}, "without negative numbers"),
        ({"of": "mode"}, "of must be one of mean, median, path"),
        ({"alpha": 0}, "alpha must lie in"),
        ({"resolution": 0}, "resolution must be greater than 0"),
        ({"exact": np.ones(3)}, "exact must have shape"),
        ({"exact": np.zeros(len(TIMES))}, "exact must be greater than 0"),
        ({"exact": -1 / TIMES}, "exact must be greater than 0"),
        ({"tabulated": -1.0}, "tabulated must be greater than 0"),
        ({"tabulated": 1.5, "exponential": True}, "tabulated must lie in"),
    ],
)
def test_bad_input_is_named(arguments, message):
    given = {"times": TIMES, "paths": np.ones((20, len(TIMES)))} | arguments
    with pytest.raises(ValueError, match=message):
        fit_rate(given.pop("times"), given.pop("paths"), **given)

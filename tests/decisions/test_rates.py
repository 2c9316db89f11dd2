"""Rates: the trajectory is the unit, the exact window slope is the reference, and doubt is undecided."""

import math

import numpy as np
import pytest

from theorytest.calibration.broken import ols_exponent
from theorytest.calibration.worlds import TIMES, correlated_paths
from theorytest.decisions.decision import Verdict
from theorytest.decisions.rates import (
    _claim,
    _verdict,
    contraction_equals,
    exponent_at_least,
    exponent_at_most,
    exponent_equals,
)
from theorytest.decisions.sequential import Plan, regular_looks
from theorytest.decisions.tails import Tails

PLAN = Plan(alpha=1e-6, resolution=0.05, max_draws=32_000)
STEPS = np.arange(1, 9)


def multiplicative(rng, size):
    """Factors 0.9 or 0.5: the mean contracts by 0.7 a step, a path by sqrt(0.45)."""
    return np.cumprod(np.where(rng.random((size, len(STEPS))) < 0.5, 0.9, 0.5), axis=1)


def with_plateau(rng, size):
    return correlated_paths(rng, size) + 1e-2


@pytest.mark.parametrize(
    ("decide", "draw", "options", "verdict"),
    [
        (exponent_equals, correlated_paths, {"times": TIMES, "slope": -1.0}, Verdict.CONFIRMED),
        (exponent_equals, correlated_paths, {"times": TIMES, "slope": -1.05}, Verdict.REFUTED),
        (exponent_equals, with_plateau, {"times": TIMES, "slope": -1.0}, Verdict.UNDECIDED),
        (exponent_equals, with_plateau, {"times": TIMES, "curve": 1 / TIMES + 1e-2}, Verdict.CONFIRMED),
        (exponent_equals, with_plateau, {"times": TIMES, "curve": 1 / TIMES}, Verdict.REFUTED),
        (exponent_at_most, correlated_paths, {"times": TIMES, "slope": -1.0}, Verdict.CONFIRMED),
        (exponent_at_most, correlated_paths, {"times": TIMES, "slope": -0.5}, Verdict.CONFIRMED),
        (exponent_at_most, correlated_paths, {"times": TIMES, "slope": -1.05}, Verdict.REFUTED),
        (exponent_at_least, correlated_paths, {"times": TIMES, "slope": -1.0}, Verdict.CONFIRMED),
        (exponent_at_least, correlated_paths, {"times": TIMES, "slope": -1.5}, Verdict.CONFIRMED),
        (exponent_at_least, correlated_paths, {"times": TIMES, "slope": -0.95}, Verdict.REFUTED),
        (exponent_at_most, with_plateau, {"times": TIMES, "slope": -0.3}, Verdict.CONFIRMED),
        (exponent_at_most, with_plateau, {"times": TIMES, "slope": -1.0}, Verdict.REFUTED),
        (contraction_equals, multiplicative, {"times": STEPS, "slope": math.log(0.7)}, Verdict.CONFIRMED),
        (contraction_equals, multiplicative, {"times": STEPS, "slope": math.log(0.45) / 2}, Verdict.REFUTED),
        (
            contraction_equals,
            multiplicative,
            {"times": STEPS, "slope": math.log(0.45) / 2, "of": "path"},
            Verdict.CONFIRMED,
        ),
        (contraction_equals, multiplicative, {"times": STEPS, "slope": math.log(0.7), "of": "path"}, Verdict.REFUTED),
    ],
)
def test_verdicts(generators, decide, draw, options, verdict):
    decision = decide(draw, generators(), PLAN, **{"kurtosis": 15.0, **options})
    assert decision.verdict is verdict, decision.sentence


def test_a_one_sided_slope_says_its_side(generators):
    for decide, words in ((exponent_at_most, "the claimed ≤ -1 "), (exponent_at_least, "the claimed ≥ -1 ")):
        assert words in decide(correlated_paths, generators(), PLAN, times=TIMES, slope=-1.0, kurtosis=15.0).sentence


def test_a_bent_curve_is_named(generators):
    decision = exponent_equals(with_plateau, generators(), PLAN, times=TIMES, slope=-1.0, kurtosis=15.0)
    assert "bends within the window" in decision.sentence


def test_weak_signals_are_named(generators):
    def rare(rng, size):
        return (rng.random((size, 1)) < 1e-3) / TIMES

    decision = exponent_equals(rare, generators(), Plan(1e-6, 0.1, 2000), times=TIMES, slope=-1.0, kurtosis=15.0)
    assert decision.verdict is Verdict.UNDECIDED
    assert "not 5 standard errors above 0 at t = 10" in decision.sentence


def test_slopes_carried_by_few_replicas_are_named(generators):
    def wild(rng, size):
        return np.exp(np.cumsum(rng.standard_normal((size, len(TIMES))), axis=1) - np.arange(1, 11) / 2) / TIMES

    decision = exponent_equals(wild, generators(), Plan(0.01, 0.1, 8000), times=TIMES, slope=-1.0, kurtosis=15.0)
    assert decision.verdict is Verdict.UNDECIDED
    assert "few replicas carry the slope" in decision.sentence or "standard errors" in decision.sentence


def test_paths_that_reach_zero_have_no_log(generators):
    def absorbed(rng, size):
        return np.cumprod(rng.random((size, len(STEPS))) < 0.5, axis=1)

    decision = contraction_equals(absorbed, generators(), PLAN, times=STEPS, slope=-0.5, of="path", kurtosis=15.0)
    assert "a path reaches 0 exactly" in decision.sentence


def test_paths_without_noise_are_decided_to_rounding(generators):
    def certain(_rng, size):
        return np.tile(1 / TIMES, (size, 1))

    for slope, verdict in ((-1.0, Verdict.CONFIRMED), (-1.001, Verdict.REFUTED)):
        decision = exponent_equals(certain, generators(), PLAN, times=TIMES, slope=slope, kurtosis=15.0)
        assert decision.verdict is verdict, decision.sentence


def test_too_few_replicas_are_named(generators):
    decision = exponent_equals(
        correlated_paths, generators(), Plan(0.01, 0.1, 1), times=TIMES, slope=-1.0, kurtosis=15.0
    )
    assert "at least 10 replicas" in decision.sentence


def test_the_jackknife_covers_where_least_squares_does_not(generators, at_most):
    """How often the interval misses a true slope: 500 runs of 300 correlated replicas, one look."""
    plan, repetitions = Plan(0.02, 1e-9, 300, first_batch=300), 500
    options = {"times": TIMES, "slope": -1.0}
    found = [exponent_equals(correlated_paths, generators(r), plan, **options, kurtosis=15.0) for r in range(500)]
    ours = sum(not each.low <= -1 <= each.high for each in found)
    naive = sum(ols_exponent(correlated_paths, generators(r), plan, **options) is Verdict.REFUTED for r in range(500))
    assert at_most(ours, repetitions, plan.alpha)
    assert not at_most(naive, repetitions, plan.alpha)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"times": [1, 2, 3], "slope": -1.0}, "at least 4 increasing positive"),
        ({"times": [0, 1, 2, 3], "slope": -1.0}, "positive"),
        ({"times": TIMES}, "either the claimed slope or the exact curve"),
        ({"times": TIMES, "slope": -1.0, "curve": 1 / TIMES}, "either the claimed slope or the exact curve"),
        ({"times": TIMES, "curve": -1 / TIMES}, "10 positive finite values"),
        ({"times": TIMES, "slope": -1.0, "of": "median"}, "of must be"),
        ({"times": TIMES, "slope": 0.0}, "scale must be given"),
        ({"times": TIMES, "slope": -1.0, "scale": -1.0}, "scale must be greater than 0"),
        ({"times": TIMES, "slope": -1.0, "scale": "a"}, "scale must be a finite real number"),
        ({"times": TIMES, "slope": math.nan}, "slope must be a finite real number"),
        ({"times": TIMES, "slope": "-1"}, "slope must be a finite real number"),
        ({"times": [*TIMES[:9], math.nan], "slope": -1.0}, "times must be finite"),
        ({"times": "now", "slope": -1.0}, "times must be an array of real numbers"),
        ({"times": TIMES, "curve": "flat"}, "curve must be an array of real numbers"),
        (
            {"times": TIMES, "slope": -1.0, "kurtosis": None},
            "nothing can refute this rate at a valid level: give kurtosis",
        ),
        ({"times": TIMES, "slope": -1.0, "kurtosis": None, "of": "path", "upper": 1.0}, "give kurtosis=$"),
        ({"times": TIMES, "slope": -1.0, "upper": 0.0}, "upper must be greater than 0"),
        ({"times": TIMES, "slope": -1.0, "upper": 1e-3}, "upper is stated as 0.001, but .* was drawn"),
        ({"times": np.exp([0, 1, 2, 3]), "slope": -300.0}, "260 orders of magnitude"),
        ({"times": TIMES[:8], "slope": -1.0}, r"shape \(1000, 8\), got \(1000, 10\)"),
    ],
)
def test_bad_input_is_named(generators, options, message):
    with pytest.raises(ValueError, match=message):
        exponent_equals(correlated_paths, generators(), PLAN, **{"kurtosis": 15.0, **options})


def test_negative_paths_are_refused(generators):
    with pytest.raises(ValueError, match="X_t >= 0"):
        exponent_equals(
            lambda r, n: -correlated_paths(r, n), generators(), PLAN, times=TIMES, slope=-1.0, kurtosis=15.0
        )


def test_a_narrow_fit_of_few_replicas_passes_nothing():
    """However narrow its interval is, a fit that rests on few of them may have missed the rare ones."""
    plan = Plan(1e-3, 0.1, 400, first_batch=400)
    few = Tails(100, -1.0, 1e-6, 50.0, 3.0, 0.01)
    claim = _claim(TIMES, -1.0, None, kurtosis=15.0)
    look = next(regular_looks(plan))
    verdict, reason = _verdict((-1.01, -0.99), np.zeros(2, dtype=bool), few, look, plan, claim, refuted=False)
    assert verdict is Verdict.UNDECIDED
    assert reason == "few replicas carry the slope (kurtosis 50 over replicas)"

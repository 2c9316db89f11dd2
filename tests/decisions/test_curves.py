"""E X_t ≤ C t^-r is refuted without any assumption, at a level that holds for every sample size."""

import numpy as np
import pytest

from theorytest.calibration import worlds as w
from theorytest.decisions.curves import curve_at_most, curve_log_wealth
from theorytest.decisions.decision import Verdict
from theorytest.decisions.ratio_claims import step_gains
from theorytest.decisions.sequential import Plan
from theorytest.decisions.trajectories import drift_log_wealth

CURVE = 1 / w.TIMES
PLAN = Plan(1e-4, 0.1, 8000, first_batch=200)


@pytest.mark.parametrize("draw", [w.correlated_paths, w.heavy_paths], ids=["light", "Pareto(1.5)"])
@pytest.mark.parametrize(("alpha", "first", "most"), [(0.2, 10, 40), (0.5, 50, 400)])
def test_a_true_curve_is_refuted_no_more_often_than_promised(generators, at_most, draw, alpha, first, most):
    plan, runs = Plan(alpha, 0.05, most, first_batch=first), 60
    made = [curve_at_most(draw, generators(r), plan, times=w.TIMES, curve=CURVE) for r in range(runs)]
    assert at_most(sum(each.verdict is Verdict.REFUTED for each in made), runs, alpha)


def test_bets_on_times_that_depend_on_each_other_are_exactly_fair():
    """Paths that are twice the curve at all times, or 0: products over times, which a drift may take, would win."""
    outcomes = [np.full((1, 4), ratio) for ratio in (0.0, 2.0)]
    ours = [curve_log_wealth(step_gains(np.column_stack([R, R.mean(axis=1)]))) for R in outcomes]
    products = [drift_log_wealth(step_gains(R)) for R in outcomes]
    assert np.mean(np.exp(ours)) == pytest.approx(1)
    assert np.mean(np.exp(products)) > 1.25


@pytest.mark.parametrize(
    ("draw", "curve", "known", "verdict"),
    [
        (w.correlated_paths, CURVE, {"kurtosis": 15.0}, Verdict.CONSISTENT),
        (w.correlated_paths, CURVE / 1.2, {}, Verdict.REFUTED),
        (w.correlated_paths, 10**0.1 * w.TIMES**-1.1, {}, Verdict.REFUTED),
        (w.heavy_paths, CURVE, {}, Verdict.UNDECIDED),
        (w.heavy_paths, CURVE / 2, {}, Verdict.REFUTED),
    ],
)
def test_verdicts(generators, draw, curve, known, verdict):
    found = curve_at_most(draw, generators(), PLAN, times=w.TIMES, curve=curve, **known)
    assert found.verdict is verdict, found.sentence


def test_one_bad_time_is_not_diluted_by_many_good_ones(generators):
    bound = np.where(np.arange(10) == 4, 0.8, 10.0) * CURVE
    found = curve_at_most(w.correlated_paths, generators(), PLAN, times=w.TIMES, curve=bound)
    assert found.verdict is Verdict.REFUTED
    assert found.witness["where"] == f"at t = {w.TIMES[4]:.4g}"


def test_the_fit_is_told_and_called_asymptotic(generators):
    found = curve_at_most(w.correlated_paths, generators(), PLAN, times=w.TIMES, curve=CURVE, kurtosis=15.0)
    assert "fitted slope of log E X_t: -1" in found.sentence.replace("-0.99", "-1")
    assert "(asymptotic)" in found.sentence
    assert found.until == 1000.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"times": w.TIMES, "curve": 0 * CURVE}, "curve must be positive"),
        ({"times": w.TIMES[::-1], "curve": CURVE}, "times must increase"),
        ({"times": w.TIMES, "curve": CURVE[:3]}, "curve must be positive at each of them"),
        ({"times": w.TIMES, "curve": CURVE, "upper": 0.5}, "support is stated as"),
    ],
)
def test_bad_input_is_named(generators, options, message):
    with pytest.raises(ValueError, match=message):
        curve_at_most(w.correlated_paths, generators(), PLAN, **options)

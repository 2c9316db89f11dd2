"""Every rule, each side and both, at levels that a test can see; and without the sharing of alpha it is seen."""

import numpy as np
import pytest

from theorytest.calibration import worlds as w
from theorytest.decisions.assumptions import Knowledge
from theorytest.decisions.curves import curve_at_most
from theorytest.decisions.decision import Verdict
from theorytest.decisions.directions import matrix_at_most
from theorytest.decisions.means import mean_at_least, mean_at_most, mean_equals
from theorytest.decisions.probability import probability_at_least, probability_at_most, probability_equals
from theorytest.decisions.rates import exponent_at_least, exponent_at_most, exponent_equals
from theorytest.decisions.sequential import Plan
from theorytest.decisions.tails import tails
from theorytest.decisions.trajectories import drift_at_most, maximal_inequality

RATE = {"times": w.TIMES, "slope": -1.0, "kurtosis": 15.0}
FIVE = (0.0, 5.0)
RULES = {
    "mean at most": (mean_at_most, w.BOUNDED.sample, {"bound": 1.0, "upper": 5.0}),
    "mean at least": (mean_at_least, w.BOUNDED.sample, {"bound": 1.0, "support": FIVE}),
    "mean equals": (mean_equals, w.BOUNDED.sample, {"value": 1.0, "support": FIVE}),
    "mean equals, variance": (mean_equals, w.SKEWED.sample, {"value": 1.0, "variance": 2.0}),
    "mean equals, kurtosis": (mean_equals, w.LIGHT.sample, {"value": 1.0, "kurtosis": 4.5}),
    "probability at most": (probability_at_most, w.event(0.2).sample, {"bound": 0.2}),
    "probability at least": (probability_at_least, w.event(0.2).sample, {"bound": 0.2}),
    "probability equals": (probability_equals, w.event(0.2).sample, {"value": 0.2}),
    "matrix": (matrix_at_most, w.MATRICES.sample, {"bound": np.eye(5), "norm_bound": 5.0}),
    "maximal": (maximal_inequality, w.DOUBLING.sample, {"level": 4.0, "bound": 1.0}),
    "drift": (drift_at_most, w.DRIFTING.sample, {"upper": 60.0}),
    "exponent at most": (exponent_at_most, w.PATHS.sample, RATE),
    "exponent at least": (exponent_at_least, w.PATHS.sample, RATE),
    "exponent equals": (exponent_equals, w.PATHS.sample, RATE),
    "curve": (curve_at_most, w.PATHS.sample, {"times": w.TIMES, "curve": 1 / w.TIMES}),
}


def refutations(generators, name, plan, runs):
    rule, draw, options = RULES[name]
    return sum(rule(draw, generators(r), plan, **options).verdict is Verdict.REFUTED for r in range(runs))


@pytest.mark.parametrize("name", RULES)
def test_true_and_tight_claims_are_refuted_no_more_often_than_promised(generators, at_most, name):
    alpha = 0.2 if "equals" in name else 0.4
    assert at_most(refutations(generators, name, Plan(alpha, 0.02, 200, first_batch=200), 40), 40, alpha)


def test_without_the_sharing_of_alpha_by_two_sides_a_fit_would_be_caught(generators, at_most):
    """The fit is the rule whose level is nearly attained: one side has half of alpha, and with all of it it is seen."""

    def missed(alpha):
        plan = Plan(alpha, 0.02, 400, first_batch=400)
        made = (exponent_equals(w.PATHS.sample, generators(r), plan, **RATE) for r in range(100))
        return sum(each.high < -1 for each in made)

    assert at_most(missed(0.4), 100, 0.2)
    assert not at_most(missed(0.98), 100, 0.2)


@pytest.mark.parametrize(("name", "sides"), [("mean at most", 1), ("mean at least", 1), ("mean equals", 2)])
def test_the_ends_of_a_mean_have_the_level_of_their_side(generators, name, sides):
    rule, draw, options = RULES[name]
    plan = Plan(0.2, 0.2, 2000, first_batch=400)
    found = rule(draw, generators(), plan, **options)
    draws = np.concatenate([draw(generators()(k), n) for k, n in enumerate(_sizes(plan, found.draws))])
    evidence = Knowledge(FIVE).evidence(draws, plan, tails(draws), (1.0, 0.2), plan.first_look)
    needed = np.log(sides / (plan.alpha * 0.9))
    assert evidence(found.low, +1) == pytest.approx(needed, abs=0.15)
    assert evidence(found.high, -1) == pytest.approx(needed, abs=0.15)


def _sizes(plan, draws):
    from theorytest.decisions.sequential import frequent_looks

    return [size for look in frequent_looks(plan) if look.draws <= draws for size in look.chunks]

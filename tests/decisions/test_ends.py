"""A rate is refuted at the ends of its window, at a level that holds for every sample size and for heavy tails."""

import numpy as np
import pytest

from theorytest.calibration import worlds as w
from theorytest.decisions.decision import Verdict
from theorytest.decisions.ends import Ends
from theorytest.decisions.rates import exponent_at_least, exponent_at_most, exponent_equals
from theorytest.decisions.sequential import Plan, looks
from theorytest.fits import slope_weights

ONES = np.ones(2)


def ends(sign, **words):
    return Ends(sign, 0.0, 0.0, **{"upper": ONES, "kurtosis": None, **words})


def bounded_paths(rng, size):
    """X_t = U_t / t with U_t uniform: no assumption beyond X_t ≤ 1/t is needed."""
    return rng.random((size, len(w.TIMES))) / w.TIMES


@pytest.mark.parametrize("rule", [exponent_equals, exponent_at_most, exponent_at_least])
@pytest.mark.parametrize("draw", [w.correlated_paths, w.heavy_paths], ids=["light", "Pareto(1.5)"])
@pytest.mark.parametrize(("alpha", "first", "most"), [(0.2, 10, 40), (0.5, 50, 400)])
def test_a_true_rate_is_refuted_no_more_often_than_promised(generators, at_most, rule, draw, alpha, first, most):
    """A kurtosis that Pareto(1.5) does not have is not believed, so that it breaks no level."""
    plan, options = Plan(alpha, 0.05, most, first_batch=first), {"times": w.TIMES, "slope": -1.0, "kurtosis": 15.0}
    refuted = sum(rule(draw, generators(r), plan, **options).verdict is Verdict.REFUTED for r in range(40))
    assert at_most(refuted, 40, alpha)


@pytest.mark.parametrize(
    ("rule", "slope"), [(exponent_at_most, -1.1), (exponent_at_least, -0.9), (exponent_equals, -0.9)]
)
@pytest.mark.parametrize(("draw", "known"), [(w.correlated_paths, {"kurtosis": 15.0}), (bounded_paths, {"upper": 0.1})])
def test_a_false_rate_is_refuted(generators, rule, slope, draw, known):
    plan = Plan(1e-4, 0.1, 4000, first_batch=200)
    known = {"upper": 1 / w.TIMES} if "upper" in known else known
    for r in range(5):
        found = rule(draw, generators(r), plan, times=w.TIMES, slope=slope, **known)
        assert found.verdict is Verdict.REFUTED, found.sentence
        assert "a level for every sample size" in found.sentence
        assert "interval of the fit: asymptotic" in found.sentence


def test_a_fit_that_stands_alone_decides_nothing(generators):
    """600 replicas exclude the slope by the fit, while bets on an upper end of 1000 have won little."""
    plan = Plan(0.1, 0.01, 600, first_batch=600)
    found = exponent_equals(w.correlated_paths, generators(), plan, times=w.TIMES, slope=-1.1, upper=1000.0)
    assert not found.low <= -1.1 <= found.high
    assert found.verdict is Verdict.UNDECIDED
    assert "only the fit speaks against it, whose level is asymptotic" in found.sentence


def test_a_pass_says_that_its_level_is_asymptotic(generators):
    plan = Plan(1e-4, 0.1, 4000)
    found = exponent_equals(w.correlated_paths, generators(), plan, times=w.TIMES, slope=-1.0, kurtosis=15.0)
    assert found.verdict is Verdict.CONFIRMED
    assert "asymptotic: normal limit" in found.sentence
    assert "asymptotic level" in found.method


def test_two_sides_share_the_level():
    """The fewest paths that refute one side are too few when the other side has its half of alpha."""
    rng, plan = np.random.default_rng(1), Plan(0.05, 0.2, 1000, first_batch=20)
    paths, look = rng.random((1000, 2)) ** [1.0, 0.7], next(looks(plan))

    def refuting(sign):
        return next(n for n in range(30, 1000) if ends(sign).refute(paths[:n], plan, look, 0.2)[0])

    assert refuting("≤") < refuting("=")


def test_differences_are_those_of_the_curve():
    paths = np.array([[4.0, 7.0, 1.0], [2.0, 7.0, 3.0]])
    found = Ends("=", np.log(2.0), 0.0, np.full(3, np.inf), 3.0).differences(paths)
    np.testing.assert_allclose(found, [2 * 1 - 4, 2 * 3 - 2])
    weights = slope_weights(np.array([0.0, 1.0, 2.0]))
    along = Ends("=", 0.0, -1.0, np.full(3, np.inf), 3.0, weights).differences(np.exp([[0.0, -1.0, -2.0]]))
    np.testing.assert_allclose(along, 0.0, atol=1e-12)


def test_the_support_of_differences_is_that_of_both_ends():
    known = Ends("=", np.log(4.0), 0.0, np.array([3.0, 5.0]), None).knowledge
    np.testing.assert_allclose(known.support, (-3.0, 20.0))

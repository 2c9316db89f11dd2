"""Exact binomial decisions about probabilities."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from theorytest.decisions.decision import Verdict
from theorytest.decisions.probability import (
    _Claim,
    _verdict,
    clopper_pearson,
    probability_at_least,
    probability_at_most,
    probability_equals,
)
from theorytest.decisions.sequential import Plan

PLAN = Plan(alpha=1e-6, resolution=0.1, max_draws=64_000)


def event(rng, size):
    return rng.random(size) < 0.3


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), st.floats(1e-4, 0.4))
def test_the_interval_is_clopper_pearson(counts, alpha):
    n, successes = counts
    reference = binomtest(successes, n).proportion_ci(confidence_level=1 - 2 * alpha, method="exact")
    assert clopper_pearson(successes, n, alpha=alpha) == pytest.approx((reference.low, reference.high), abs=1e-9)


@pytest.mark.parametrize(
    ("decide", "options", "verdict"),
    [
        (probability_equals, {"value": 0.3}, Verdict.CONFIRMED),
        (probability_equals, {"value": 0.33}, Verdict.REFUTED),
        (probability_equals, {"value": 0.27}, Verdict.REFUTED),
        (probability_at_most, {"bound": 0.3}, Verdict.CONFIRMED),
        (probability_at_most, {"bound": 0.27}, Verdict.REFUTED),
        (probability_at_most, {"bound": 0.0}, Verdict.REFUTED),
        (probability_at_least, {"bound": 0.3}, Verdict.CONFIRMED),
        (probability_at_least, {"bound": 0.33}, Verdict.REFUTED),
        (probability_at_most, {"bound": 1.2}, Verdict.UNDECIDED),
        (probability_at_least, {"bound": 0.0}, Verdict.UNDECIDED),
    ],
)
def test_verdicts(generators, decide, options, verdict):
    decision = decide(event, generators(), PLAN, **options)
    assert decision.verdict is verdict, decision.sentence


def test_an_event_that_never_happens_is_confirmed_to_the_resolution(generators):
    decision = probability_at_most(lambda _r, n: np.zeros(n), generators(), PLAN, bound=0.0)
    assert decision.verdict is Verdict.CONFIRMED
    assert "resolution 0.1 of 1" in decision.sentence
    assert decision.high <= 0.1


@pytest.mark.parametrize(
    ("decide", "options", "resolution"),
    [
        (probability_at_least, {"bound": 0.02}, 1.0),
        (probability_at_least, {"bound": 0.2}, 1.5),
        (probability_at_most, {"bound": 0.6}, 0.7),
        (probability_equals, {"value": 0.3}, 2.4),
    ],
)
def test_a_resolution_that_lets_everything_pass_confirms_nothing(generators, decide, options, resolution):
    decision = decide(event, generators(), Plan(1e-6, resolution, 4000), **options)
    assert decision.verdict is Verdict.UNDECIDED
    assert "every probability would pass" in decision.sentence


def test_a_coarse_resolution_still_refutes(generators):
    decision = probability_at_least(event, generators(), Plan(1e-6, 1.0, 4000), bound=0.5)
    assert decision.verdict is Verdict.REFUTED


def test_bad_input_is_named(generators):
    with pytest.raises(ValueError, match="zeros and ones"):
        probability_equals(lambda r, n: r.random(n), generators(), PLAN, value=0.5)
    with pytest.raises(ValueError, match=r"must lie in \[0, 1\], got 1.5"):
        probability_equals(event, generators(), PLAN, value=1.5)


def test_an_equality_needs_both_sides():
    claim = _Claim("=", 0.3, None, "", "P(A)")

    def one(m, side):
        return 99.0 if m != 0.3 and side == -1 else -1.0

    def both(m, _side):
        return 99.0 if m != 0.3 else -1.0

    assert _verdict(one, claim, 0.03, 5.0) is Verdict.UNDECIDED
    assert _verdict(both, claim, 0.03, 5.0) is Verdict.CONFIRMED

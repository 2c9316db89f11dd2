"""Exact decisions: slack is stated, infinities are values, nothing that is not a number passes."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.decisions.decision import Verdict
from theorytest.decisions.exact import value_at_least, value_at_most, value_equals

finite = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("decide", "value", "claimed", "verdict"),
    [
        (value_equals, 1 + 1e-13, 1.0, Verdict.EXACT),
        (value_equals, 1 + 1e-11, 1.0, Verdict.REFUTED),
        (value_equals, math.inf, math.inf, Verdict.EXACT),
        (value_equals, math.inf, -math.inf, Verdict.REFUTED),
        (value_equals, 1e300, math.inf, Verdict.REFUTED),
        (value_equals, math.inf, 1.0, Verdict.REFUTED),
        (value_equals, math.nan, 1.0, Verdict.UNDECIDED),
        (value_at_most, 1.0, math.inf, Verdict.UNDECIDED),
        (value_at_most, math.inf, 1.0, Verdict.REFUTED),
        (value_at_most, 0.5, 1.0, Verdict.EXACT),
        (value_at_most, 1.01, 1.0, Verdict.REFUTED),
        (value_at_least, 1.01, 1.0, Verdict.EXACT),
        (value_at_least, 0.99, 1.0, Verdict.REFUTED),
        (value_at_least, [1.0, 2.0, math.nan], 0.0, Verdict.UNDECIDED),
        (value_equals, np.eye(2), [[1.0, 0.0], [0.0, 1.0]], Verdict.EXACT),
    ],
)
def test_verdicts(decide, value, claimed, verdict):
    decision = decide(value, claimed)
    assert decision.verdict is verdict, decision.sentence
    assert decision.alpha == 0
    assert decision.draws == 0


def test_rationals_have_no_slack():
    assert value_equals(Fraction(1, 3), Fraction(2, 6), digits=None).verdict is Verdict.EXACT
    almost = Fraction(1, 3) + Fraction(1, 10**40)
    assert value_equals(almost, Fraction(1, 3), digits=None).verdict is Verdict.REFUTED
    assert "(no slack)" in value_equals(Fraction(1, 3), Fraction(1, 3), digits=None).sentence


def test_slack_is_in_the_sentence():
    decision = value_equals(3.0, 3.0, digits=10, symbol="k")
    assert decision.sentence == "exact: k = 3 against the claimed 3 (to 10 digits, slack 3e-10 = 1e-10 of 3)"
    assert decision.resolution == pytest.approx(3e-10)


def test_the_worst_entry_is_the_witness():
    decision = value_at_most([[1.0, 5.0], [2.0, 3.0]], 4.0)
    assert decision.witness == {"value": 5.0, "claimed": 4.0, "entry": (0, 1)}
    assert "at entry (0, 1)" in decision.sentence


@given(finite, finite)
def test_equality_is_both_inequalities(value, claimed):
    both = {value_at_most(value, claimed).verdict, value_at_least(value, claimed).verdict} == {Verdict.EXACT}
    assert both == (value_equals(value, claimed).verdict is Verdict.EXACT)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((1.0, math.nan), {}, "claimed value is not a number"),
        (([1.0, 2.0], [1.0, 2.0, 3.0]), {}, "does not fit"),
        (([], []), {}, "empty"),
        ((1.0, 1.0), {"digits": -1}, "digits must be None"),
        ((1.0, 1.0), {"scale": 0.0}, "scale must be positive"),
    ],
)
def test_bad_input_is_named(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        value_equals(*arguments, **options)

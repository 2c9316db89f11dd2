"""Relations see their own arithmetic: slack is stated, infinities are values, nothing that is not a number passes."""

import math
from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from theorytest import Verdict, at_least, at_most, equal, less_than, more_than, threshold
from theorytest.decisions.decision import Arithmetic

finite = st.floats(allow_nan=False, allow_infinity=False)
HUGE = Fraction(10**40 + 1, 10**40)


@pytest.mark.parametrize(
    ("relation", "verdict"),
    [
        (equal(1 + 1e-13, 1.0), Verdict.COMPUTED),
        (equal(1 + 1e-11, 1.0), Verdict.REFUTED),
        (equal(math.inf, math.inf), Verdict.COMPUTED),
        (equal(math.inf, -math.inf), Verdict.REFUTED),
        (equal(1e300, math.inf), Verdict.REFUTED),
        (equal(math.inf, 1.0), Verdict.REFUTED),
        (equal(math.nan, 1.0), Verdict.UNDECIDED),
        (at_most(1.0, math.inf), Verdict.UNDECIDED),
        (at_most(math.inf, 1.0), Verdict.REFUTED),
        (at_most(0.5, 1.0), Verdict.COMPUTED),
        (at_most(1.01, 1.0), Verdict.REFUTED),
        (at_least(1.01, 1.0), Verdict.COMPUTED),
        (at_least(0.99, 1.0), Verdict.REFUTED),
        (at_least([1.0, 2.0, math.nan], 0.0), Verdict.UNDECIDED),
        (equal(np.eye(2), [[1.0, 0.0], [0.0, 1.0]]), Verdict.COMPUTED),
        (less_than(1.0, 1.0), Verdict.REFUTED),
        (more_than(1.0, 1.0), Verdict.REFUTED),
        (less_than(1, 2), Verdict.EXACT),
        (more_than(HUGE, 1), Verdict.EXACT),
        (at_most(HUGE, 1), Verdict.REFUTED),
        (at_most(1, 2, until=10), Verdict.CONSISTENT),
        (at_most(3, 2, until=10), Verdict.REFUTED),
        (equal(True, 1), Verdict.EXACT),
    ],
)
def test_verdicts(relation, verdict):
    decision = relation.decide()
    assert decision.verdict is verdict, decision.sentence
    assert (decision.alpha, decision.draws) == (0, 0)


@pytest.mark.parametrize(
    ("value", "bound", "arithmetic"),
    [
        (1, 2, Arithmetic.RATIONAL),
        (Fraction(1, 3), 2, Arithmetic.RATIONAL),
        ([1, Fraction(1, 3)], sympy.Rational(3, 2), Arithmetic.RATIONAL),
        (sympy.sqrt(2), 2, Arithmetic.SYMBOLIC),
        (sympy.Float("1.5"), 2, Arithmetic.FLOATING),
        (mpmath.iv.mpf([1, 1.5]), 2, Arithmetic.ENCLOSED),
        (mpmath.mpf(1), 2, Arithmetic.FLOATING),
        (1.0, 2, Arithmetic.FLOATING),
        ([1, 1.5], 2, Arithmetic.FLOATING),
        (np.arange(2), 2, Arithmetic.RATIONAL),
        (Fraction(1, 3), 0.5, Arithmetic.FLOATING),
    ],
)
def test_the_arithmetic_is_seen_from_the_values(value, bound, arithmetic):
    decision = at_most(value, bound).decide()
    assert decision.arithmetic is arithmetic
    assert decision.verdict is (Verdict.COMPUTED if arithmetic is Arithmetic.FLOATING else Verdict.EXACT)


def test_rationals_and_symbols_have_no_slack():
    assert equal(Fraction(1, 3), Fraction(2, 6), digits=2).decide().verdict is Verdict.EXACT
    assert equal(Fraction(1, 3) + Fraction(1, 10**40), Fraction(1, 3)).decide().verdict is Verdict.REFUTED
    root = sympy.sqrt(2)
    assert equal((1 + root) ** 2, 3 + 2 * root).decide().verdict is Verdict.EXACT
    assert equal(root, sympy.Rational(141421356, 10**8)).decide().verdict is Verdict.REFUTED
    x = sympy.Symbol("x", positive=True)
    assert equal((x + 1) ** 2, x**2 + 2 * x + 1).decide().verdict is Verdict.EXACT


def test_long_fractions_beside_whole_numbers_of_numpy():
    assert at_most([Fraction(1, 10**30)], np.array([1])).decide().verdict is Verdict.EXACT


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.5, 0.9, Verdict.EXACT), (0.9, 1.1, Verdict.UNDECIDED), (1.1, 1.2, Verdict.REFUTED)],
)
def test_intervals_decide_only_what_they_enclose(low, high, verdict):
    assert at_most(mpmath.iv.mpf([low, high]), 1).decide().verdict is verdict


def test_the_sentence_names_slack_sign_and_arithmetic():
    assert (
        equal(3.0, 3.0, digits=10, symbol="k").decide().sentence == "computed: k = 3 (floating point, 10 digits of 3)"
    )
    assert at_most(Fraction(1, 3), 1, symbol="k").decide().sentence == "exact: k = 1/3 ≤ 1 (rational)"
    assert at_most(2, 1, symbol="k").decide().sentence == "refuted: k = 2 > 1 (rational)"
    assert at_most([1, 2], 3, symbol="k").decide().sentence == "exact: k = 2 ≤ 3 (rational; closest of 2 entries)"


def test_numbers_of_any_length_have_a_sentence():
    long = Fraction(10**5000 + 1, 10**5000)
    assert more_than(long, 1, symbol="k").decide().sentence == "exact: k = 1 > 1 (rational; they differ by 1e-5000)"
    assert more_than(10**5000, 1, symbol="k").decide().sentence == "exact: k = 1e+5000 > 1 (rational)"


def test_a_threshold_is_ours():
    decision = at_least(0.5, threshold(0.1), symbol="the drop").decide()
    assert decision.sentence == "computed: the drop = 0.5 ≥ 0.1, a threshold of ours (floating point, 12 digits of 0.1)"
    assert decision.statistics["ours"] == 1.0


def test_the_worst_entry_is_the_witness():
    decision = at_most([[1.0, 5.0], [2.0, 3.0]], 4.0).decide()
    assert decision.witness == {"value": 5.0, "bound": 4.0, "entry": (0, 1)}


@pytest.mark.parametrize(("value", "bound", "room"), [([1, 3], 4, 0.25), (4, 4, 0.0), (0, 0, None)])
def test_room_is_the_share_of_the_bound_that_is_left(value, bound, room):
    assert at_most(value, bound).decide().room == room
    assert equal(bound, bound).decide().room is None


@given(st.fractions(), st.fractions(min_value="0.01"), st.fractions(min_value="0.001", max_value="0.9"))
def test_a_bound_shrunk_by_more_than_the_room_is_refuted(value, bound, less):
    room = at_most(value, bound).decide().room
    shrunk = at_most(value, bound * (1 - less)).decide()
    if value <= bound and abs(float(less) - room) > 1e-9:
        assert (shrunk.verdict is Verdict.REFUTED) == (less > room)


@given(finite, finite)
def test_equality_is_both_inequalities(value, other):
    both = {at_most(value, other).decide().verdict, at_least(value, other).decide().verdict} == {Verdict.COMPUTED}
    assert both == (equal(value, other).decide().verdict is Verdict.COMPUTED)


@given(st.fractions(), st.fractions())
def test_exactly_one_of_less_equal_and_more_holds(value, other):
    held = [relation(value, other).decide().verdict is Verdict.EXACT for relation in (less_than, equal, more_than)]
    assert sum(held) == 1


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((1.0, math.nan), {}, "the bound is not a number"),
        (([1.0, 2.0], [1.0, 2.0, 3.0]), {}, "does not fit"),
        (([], []), {}, "empty"),
        ((1.0, 1.0), {"digits": -1}, "digits must be None"),
        ((1.0, 1.0), {"scale": 0.0}, "scale must be positive"),
        ((1.0, 1.0), {"until": -3}, "until must be the last time that was looked at, a positive number, got -3"),
        ((1.0, 1.0), {"until": "ten"}, "until must be the last time"),
    ],
)
def test_bad_input_is_named(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        equal(*arguments, **options).decide()


def test_a_value_that_passes_by_its_slack_alone_says_so():
    assert "= -1e-16 ≥ 0 up to rounding (" in at_least(-1e-16, 0.0, symbol="x").decide("it").sentence
    assert "rounding" not in at_least(1e-16, 0.0, symbol="x").decide("it").sentence


def test_a_strict_inequality_has_no_slack_to_print():
    assert less_than(1.0, 2.0).decide().resolution == 0
    assert at_most(1.0, 2.0).decide().resolution > 0


def test_of_several_entries_that_fail_the_worst_is_shown():
    assert at_most(np.array([3.0, 9.0, 4.0]), 2.0).decide().witness["value"] == 9.0


@pytest.mark.parametrize("relation", [equal(1 + 2j, 1 + 3j), at_most(5j, 2), equal(np.array([1.0, 1j]), 1.0)])
def test_imaginary_parts_are_not_dropped(relation):
    with pytest.raises(ValueError, match=r"the numbers must be real, got .*: compare real and imaginary parts"):
        relation.decide()


def test_complex_numbers_that_are_real_are_compared():
    assert equal(np.array([1.0 + 0j]), 1.0).decide().verdict is Verdict.COMPUTED


def test_a_small_entry_beside_a_large_one_has_its_own_digits():
    decision = equal([1.0, 1e-9], [1.0, 2e-9]).decide()
    assert decision.verdict is Verdict.REFUTED
    assert decision.sentence == (
        "refuted: the value = 1e-09 ≠ 2e-09 (floating point, up to 5.684e-14, the rounding of the largest entry: "
        "less is not seen; worst of 2 entries)"
    )
    assert at_most([1.0, 1.001e-6], [1.0, 1e-6], digits=6).decide().verdict is Verdict.REFUTED


def test_what_cancels_may_round_like_the_largest_entry_and_says_so():
    """256 units in the last place of 8 are 4.5e-13; a relation that needs more names its scale."""
    decision = equal([8.0, 3e-13], [8.0, 0.0]).decide()
    assert decision.verdict is Verdict.COMPUTED
    assert "up to 4.547e-13, the rounding of the largest entry" in decision.sentence
    assert equal([8.0, 5e-13], [8.0, 0.0]).decide().verdict is Verdict.REFUTED
    assert equal([8.0, 5e-13], [8.0, 0.0], scale=8.0).decide().verdict is Verdict.COMPUTED


def test_the_closest_entry_is_the_one_with_the_fewest_digits():
    decision = equal([1.0 + 2e-13, 0.1 * (1 + 9e-13)], [1.0, 0.1]).decide()
    assert decision.statistics["value"] == pytest.approx(0.1)


def test_infinite_bounds_have_no_scale():
    assert equal([1.0, np.inf], [1.0, np.inf]).decide().verdict is Verdict.COMPUTED
    assert equal([1.0 + 1e-9, np.inf], [1.0, np.inf]).decide().verdict is Verdict.REFUTED


def test_fixed_widths_do_not_overflow_in_a_comparison():
    assert at_most(np.int8([-100]), np.int8([100])).decide("x").verdict is Verdict.COMPUTED
    assert at_most(np.array([2**63 - 1]), np.array([-(2**63)])).decide("x").verdict is Verdict.REFUTED
    large = np.array([2**64 - 1], dtype=np.uint64)
    assert equal(large, np.array([2**63 - 1])).decide("x").verdict is Verdict.REFUTED
    assert equal(large, 2**64 - 1).decide("x").verdict is Verdict.COMPUTED


def test_whole_numbers_of_fixed_width_may_have_overflowed_and_are_not_called_exact():
    wrapped = at_most(np.prod(np.arange(1, 30)), 10**20).decide()
    assert wrapped.verdict is Verdict.COMPUTED
    assert "(machine integers)" in wrapped.sentence
    assert at_most([np.int64(2**40)], 2**41).decide().verdict is Verdict.COMPUTED
    assert at_most(np.array([2**40], dtype=object), 2**41).decide().verdict is Verdict.EXACT
    assert at_most([2**40, 1], 2**41).decide().verdict is Verdict.EXACT
    assert equal(np.sum([True, True]), 2).decide().verdict is Verdict.EXACT


@pytest.mark.parametrize(
    ("value", "bound", "verdict"),
    [
        (mpmath.iv.sqrt(2), mpmath.iv.mpf("1.4142135623730951"), Verdict.UNDECIDED),
        (mpmath.iv.mpf([0, 1]), mpmath.iv.mpf([0, 1]), Verdict.UNDECIDED),
        (mpmath.iv.mpf(1), mpmath.iv.mpf(1), Verdict.EXACT),
        (mpmath.iv.mpf(1), Fraction(1), Verdict.EXACT),
        (mpmath.iv.mpf(1) / 3, Fraction(1, 3), Verdict.UNDECIDED),
        (mpmath.iv.mpf(1) / 3, Fraction(1, 4), Verdict.REFUTED),
        (flint.arb(1) / 3, flint.arb(1) / 3, Verdict.UNDECIDED),
        (flint.arb(1), Fraction(1), Verdict.EXACT),
        (flint.arb(1) / 3, Fraction(1, 4), Verdict.REFUTED),
    ],
)
def test_enclosures_are_equal_only_if_both_are_points(value, bound, verdict):
    assert equal(value, bound).decide().verdict is verdict


@pytest.mark.parametrize("third", [mpmath.iv.mpf(1) / 3, flint.arb(1) / 3])
def test_enclosures_compare_with_fractions(third):
    assert at_most(third, Fraction(1, 2)).decide().verdict is Verdict.EXACT
    assert at_least(third, Fraction(1, 2)).decide().verdict is Verdict.REFUTED
    assert at_most(third, Fraction(1, 3)).decide().verdict is Verdict.UNDECIDED


def test_digits_and_keywords_that_a_relation_does_not_have_are_refused():
    with pytest.raises(ValueError, match=r"digits must be None .* between 1 and 300, got 0"):
        equal(1.0, 1.0, digits=0)
    with pytest.raises(TypeError, match=r"has the keywords symbol, digits, scale, until, and not digit$"):
        equal(1.0, 1.0, digit=1)


def test_an_entry_that_only_the_largest_one_allows_is_said_not_to_be_seen():
    assert "up to 568.4, the rounding of the largest entry: less is not seen" in (
        equal([1e16, 1.0], [1e16, 2.0]).decide().sentence
    )


def test_a_comparison_of_formulas_says_what_their_variables_are_assumed_to_be():
    x, s, n = sympy.Symbol("x"), sympy.Symbol("s", positive=True), sympy.Symbol("n", integer=True, nonnegative=True)
    assert (
        equal(s * x + n, n + x * s)
        .decide()
        .sentence.endswith("(symbolic; for n nonnegative integer, s positive, x complex)")
    )
    assert equal(sympy.sqrt(2) ** 2, 2).decide().sentence.endswith("(rational)")


@pytest.mark.parametrize(
    ("relation", "verdict"),
    [
        (at_most(1, 10**400), Verdict.EXACT),
        (at_most(1.5, 10**400), Verdict.COMPUTED),
        (at_most(math.inf, 10**400), Verdict.REFUTED),
        (equal(math.inf, 10**400), Verdict.REFUTED),
        (at_most([1.5, 2.5], [10**400, 2]), Verdict.REFUTED),
        (at_least(Fraction(-(10**500), 3), -(10**600)), Verdict.EXACT),
        (at_most(1, math.inf), Verdict.UNDECIDED),
    ],
)
def test_a_number_beyond_the_floats_is_not_infinite(relation, verdict):
    assert relation.decide().verdict is verdict


def test_what_looks_equal_and_differs_says_by_how_much():
    assert "1e+400 ≠ 1e+400 (rational; they differ by -1)" in equal(10**400, 10**400 + 1).decide().sentence


def test_an_infinite_bound_among_others_is_the_one_that_is_named():
    assert "≤ inf holds for every value" in at_most([1, 2], [3, math.inf]).decide().sentence


@pytest.mark.parametrize("side", ["a", None, [None, 1], ["1", "2"]])
def test_sides_are_numbers(side):
    with pytest.raises(ValueError, match="both sides must be numbers"):
        equal(side, 1).decide()


@pytest.mark.parametrize(
    "value",
    [
        sympy.Integral(
            sympy.exp(-(10**6) * (sympy.Symbol("r") - sympy.Rational(1, 3)) ** 2), (sympy.Symbol("r"), 0, 1)
        ),
        sympy.Sum(1 / (sympy.Symbol("k") + 1) ** 2, (sympy.Symbol("k"), 0, sympy.oo)),
        2 + sympy.Limit(sympy.sin(sympy.Symbol("x")) / sympy.Symbol("x"), sympy.Symbol("x"), 0),
    ],
)
def test_what_sympy_did_not_evaluate_is_not_exact(value):
    """Quadrature gives 1.7e-210 for the first, whose value is near 1.8e-3."""
    with pytest.raises(ValueError, match=r"is not evaluated, so that its digits are not certain"):
        at_most(value, 1).decide()

"""An argument is checked where it enters, and the sentence names it, the value and what is allowed."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest import arguments


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_whole_number_passes_exactly_when_it_is_large_enough(value, at_least):
    if value >= at_least:
        assert arguments.whole("n", value, at_least=at_least) == value
    else:
        with pytest.raises(ValueError, match=f"n must be an integer of at least {at_least}, got {value}"):
            arguments.whole("n", value, at_least=at_least)


@pytest.mark.parametrize("value", [True, np.True_, 2.0, "3", None, float("nan"), np.array([3]), [1], 0, -1, 1j])
def test_what_is_no_whole_number_is_refused_by_name(value):
    with pytest.raises(ValueError, match=r"^n_samples must be an integer of at least 1, got "):
        arguments.whole("n_samples", value)


@pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3)])
def test_every_kind_of_integer_is_a_whole_number(value):
    assert arguments.whole("n", value) == 3


def test_the_reason_is_part_of_the_sentence():
    with pytest.raises(ValueError, match=r"got 0: there is nothing to average$"):
        arguments.whole("n", 0, because="there is nothing to average")
    with pytest.raises(ValueError, match=r"delta must lie in \(0, 1\), got 1.5: S_delta is trivial$"):
        arguments.fraction("delta", 1.5, because="S_delta is trivial")


@pytest.mark.parametrize(
    "value", [True, np.False_, "1.5", None, [1.0], np.array([1.0]), float("nan"), float("inf"), 1j, 10**400]
)
def test_what_is_no_finite_real_number_is_refused(value):
    with pytest.raises(ValueError, match=r"^low must be a finite real number, got "):
        arguments.real("low", value)


@pytest.mark.parametrize("value", [1, 1.0, np.float32(1), np.int8(1), Fraction(1)])
def test_every_kind_of_real_number_passes(value):
    assert arguments.real("low", value) == 1.0


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_positive_and_fraction_agree_with_the_inequalities(value):
    for check, allowed in ((arguments.positive, value > 0), (arguments.fraction, 0 < value < 1)):
        if allowed:
            assert check("x", value) == value
        else:
            with pytest.raises(ValueError, match=r"^x must (be greater than 0|lie in \(0, 1\)), got "):
                check("x", value)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ([1.0, np.nan], r"x must be finite, got nan at index \(1,\)"),
        ([[1.0], [-np.inf]], r"x must be finite, got -inf at index \(1, 0\)"),
        (None, "x must be finite, got nan"),
        (["1", "2"], "x must be an array of real numbers"),
        ([1, "2"], "x must be an array of real numbers"),
        (np.array([1 + 2j]), "x must be an array of real numbers"),
        ([[1.0], [1.0, 2.0]], "x must be an array of real numbers"),
        ([10**400], "x must be an array of real numbers"),
        ([object()], "x must be an array of real numbers"),
    ],
)
def test_arrays_that_are_not_finite_real_numbers_are_refused(values, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}"):
        arguments.finite("x", values)


def test_a_wrong_shape_is_named_beside_the_right_one():
    with pytest.raises(ValueError, match=r"^x must have shape \(2, any\), got \(3,\)$"):
        arguments.finite("x", [1, 2, 3], shape=(2, None))
    with pytest.raises(ValueError, match=r"^x must have shape \(2,\), got \(3,\)$"):
        arguments.finite("x", [1, 2, 3], shape=(2,))
    with pytest.raises(ValueError, match=r"^x must have shape \(\.\.\., 2\), one row per point, got \(3,\)$"):
        arguments.points("x", [1, 2, 3], 2)
    with pytest.raises(ValueError, match=r"^x must have shape \(\.\.\., 1\), one row per point, got \(\)$"):
        arguments.points("x", 0.5, 1)


def test_arrays_that_fit_come_back_unchanged():
    x = np.arange(6.0).reshape(3, 2)
    assert np.array_equal(arguments.finite("x", x, shape=(3, None)), x)
    assert np.array_equal(arguments.points("x", x.tolist(), 2), x)
    assert arguments.reals("x", [np.inf, 1]).tolist() == [np.inf, 1.0]


@pytest.mark.parametrize("given", [(), 5, None, (1, "a"), "a"])
def test_several_things_are_at_least_one_and_all_of_the_kind(given):
    with pytest.raises(ValueError, match=r"^parts must be a non-empty tuple of integers, got "):
        arguments.several("parts", given, "integers", lambda p: isinstance(p, int))


def test_several_things_become_a_tuple():
    assert arguments.several("parts", [1, 2], "integers", lambda p: isinstance(p, int)) == (1, 2)

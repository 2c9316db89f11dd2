"""Balls contain the truth, refuse to guess, and refuse floats that are not what they were written as."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.attacks.balls import Ball, UnclearError, opened, precision

fractions = st.fractions(-5, 5, max_denominator=50)


@given(fractions, fractions)
def test_arithmetic_agrees_with_fractions(a, b):
    x = Ball(a)
    assert [float(x + b), float(b - x), float(x * b), float(x**2)] == pytest.approx(
        [float(a + b), float(b - a), float(a * b), float(a**2)]
    )
    if b:
        assert float(x / b) == pytest.approx(float(a / b))
    if a != b:
        assert (x < b) == (a < b)


def test_numpy_finds_the_elementary_functions():
    with precision():
        x = np.array([Ball(Fraction(2))], dtype=object)
        found = [np.sqrt(x), np.exp(x), np.log(x), np.sin(x), np.arctan(x)]
    wanted = [np.sqrt(2), np.exp(2), np.log(2), np.sin(2), np.arctan(2)]
    assert [float(each[0]) for each in found] == pytest.approx(wanted)


def test_an_overlap_is_not_decided():
    third = Ball(Fraction(1, 3))
    with pytest.raises(UnclearError, match="overlap"):
        assert third * 3 < 1
    with pytest.raises(UnclearError):
        max(third * 3, 1)


def test_a_float_is_taken_only_where_it_is_what_it_says():
    assert Ball(Fraction(1)) + 0.5 == Fraction(3, 2)
    with pytest.raises(TypeError):
        Ball(Fraction(1)) + 0.1


def test_sides_are_opened_together():
    value, bound = opened(np.array([Ball(Fraction(1))], dtype=object), Fraction(1, 2))
    assert value[0] > bound[()]
    assert opened(1, 2) == (1, 2)

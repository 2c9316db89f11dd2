"""Axes: ends inside the picture, round numbers, and nothing that cannot be shown."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.report.axes import axis, power_of_ten

positive = st.floats(1e-80, 1e80)


@given(st.lists(positive, min_size=1, max_size=20))
def test_a_logarithmic_axis_shows_its_numbers_in_order(values):
    across = axis(values, 100, 900, logarithmic=True)
    places = across(sorted(values))
    assert np.all((places > 100) & (places < 900))
    assert np.all(np.diff(places) >= -1e-6)


@given(st.lists(st.floats(-1e12, 1e12), min_size=1, max_size=20), st.booleans())
def test_ticks_are_few_and_inside(values, logarithmic):
    across = axis(values, 0, 100, logarithmic=logarithmic)
    assert len(across.ticks) <= 12
    for value, word in across.ticks:
        assert -1 <= float(across(value)) <= 101
        assert word


def test_decades_are_powers_of_ten():
    words = [word for _, word in axis([1e-3, 1e2], 0, 1, logarithmic=True).ticks]
    assert words == ["10⁻³", "10⁻²", "10⁻¹", "1", "10", "10²"]
    assert power_of_ten(-12) == "10⁻¹²"


def test_round_numbers_divide_a_linear_axis():
    assert [word for _, word in axis([0, 1], 0, 1, logarithmic=False).ticks] == ["0", "0.2", "0.4", "0.6", "0.8", "1"]


def test_less_than_a_decade_has_round_numbers():
    assert [word for _, word in axis([2, 4], 0, 1, logarithmic=True).ticks] == ["2", "2.5", "3", "3.5", "4"]


@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan, np.inf, 1e200])
def test_what_a_logarithmic_axis_cannot_show_has_no_place(bad):
    assert np.isnan(axis([1, 2, bad], 0, 1, logarithmic=True)(bad))


def test_an_axis_without_numbers_is_still_an_axis():
    assert axis([np.nan, np.inf], 0, 1, logarithmic=True).ticks

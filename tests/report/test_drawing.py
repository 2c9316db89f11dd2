"""Curves as text: nothing is further off than the tolerance, and what has no number is not drawn."""

import re
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from theorytest.report.drawing import dots, element, path, pieces, simplified, text

points = arrays(np.float64, st.tuples(st.integers(1, 60), st.just(2)), elements=st.floats(-1000, 1000))


def drawn(data):
    """The points that a path goes through."""
    found = []
    for start, steps in re.findall(r"M(-?\d+ -?\d+)(?:l([^Mz]*)|h0)", data):
        here = np.array(start.split(), dtype=int)
        found.append(here)
        numbers = np.array(re.findall(r"-?\d+", steps or ""), dtype=int).reshape(-1, 2)
        found.extend(here + np.cumsum(numbers, axis=0))
    return np.array(found).reshape(-1, 2)


@given(points)
def test_a_path_goes_through_its_points_to_whole_numbers(curve):
    expected = np.rint(curve).astype(int)
    moved = np.concatenate([[True], np.any(np.diff(expected, axis=0) != 0, axis=1)])
    assert np.array_equal(drawn(path([curve])), expected[moved])


@given(points, st.floats(0.1, 100))
def test_a_simplified_curve_is_nowhere_further_off(curve, tolerance):
    fewer = simplified(curve, tolerance)
    assert len(fewer) <= len(curve)
    assert np.array_equal(fewer[[0, -1]], curve[[0, -1]])
    for point in curve:
        assert distance(point, fewer) <= tolerance * (1 + 1e-9) + 1e-9


def distance(point, curve):
    """From a point to a polygon, segment by segment."""
    best = min(float(np.linalg.norm(point - corner)) for corner in curve)
    for start, stop in pairwise(curve):
        along = stop - start
        if along @ along > 0:
            share = np.clip((point - start) @ along / (along @ along), 0, 1)
            best = min(best, float(np.linalg.norm(point - start - share * along)))
    return best


def test_a_straight_line_needs_two_points():
    x = np.linspace(0, 500, 1001)
    assert len(simplified(np.column_stack([x, 3 * x]))) == 2


def test_a_curve_is_cut_where_it_has_no_number():
    curve = np.array([[0, 1], [1, np.nan], [2, 3], [3, 3], [np.inf, 0]])
    assert [piece.tolist() for piece in pieces(curve)] == [[[0, 1]], [[2, 3], [3, 3]]]
    assert pieces(np.full((3, 2), np.nan)) == []


def test_equal_dots_are_drawn_once():
    assert dots(np.array([[1.2, 2], [0.9, 2.1], [5, 5]])) == "M1 2h0M5 5h0"


def test_words_and_attributes_are_escaped():
    assert element("a", href='"><script>') == '<a href="&#34;&gt;&lt;script&gt;"/>'
    assert "<script>" not in text("<script>", 1, 2, class_="<b>")

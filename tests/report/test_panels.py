"""A panel becomes a picture with legend and numbers, whatever its curves hold."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.claims.plots import Look, Mark, Panel, Series
from theorytest.report.panels import LEFT, RIGHT, ROWS, picture, tables

T = np.geomspace(1, 1e4, 200)


def panel(*series, marks=(), **words):
    given = {"name": "p", "title": "a title", "x_label": "step t", "y_label": "gap"} | words
    return Panel(**given, series=series or (Series("median", "line", T, 1 / T),), marks=marks)


def everything():
    return panel(
        Series("10 to 90 %", "band", T, 0.5 / T, 2 / T),
        *(Series(look, look, T, (1 + i) / T) for i, look in enumerate(set(Look) - {Look.BAND})),
        marks=(Mark("x", 22, "t_max"), Mark("y", 1e-3, "level"), Mark("x", 10, "window", 100), Mark("y", 0.1, "w", 1)),
    )


def classes(svg):
    return {word for node in ET.fromstring(svg).iter() for word in node.get("class", "").split()}


def test_every_look_and_mark_is_drawn_and_named():
    drawn = picture(everything())
    assert classes(drawn.svg) >= {*map(str, Look), "mark", "stripe", "axis", "grid"}
    words = [words for _, words in drawn.legend]
    assert {"10 to 90 %", "path", "t_max, at 22", "window, 10 to 100"} <= set(words)


def test_paths_of_an_ensemble_share_one_entry_of_the_legend_and_other_lines_keep_their_names():
    drawn = picture(panel(*(Series(word, "path", T, 1 / T) for word in ("path 1", "path 2", "the step"))))
    assert [words for _, words in drawn.legend] == ["single paths", "the step"]


def test_marks_are_always_in_the_frame():
    marks = (Mark("y", 1e-9, "bias"), Mark("y", 1e3, "bound"), Mark("x", 0.1, "x"), Mark("x", 1e6, "t_max"))
    drawn = picture(panel(marks=marks))
    assert not [words for _, words in drawn.legend if "the picture" in words]
    places = [float(each) for each in re.findall(r'd="M(\d+) 16V470" class="mark', drawn.svg)]
    assert [LEFT < place < RIGHT for place in places] == [True, True]


def test_the_legend_says_which_lines_no_axis_can_show():
    (_, _), (_, words) = picture(panel(marks=(Mark("y", 0.0, "bias"),))).legend
    assert words == "bias, at 0 (below the picture)"


def test_the_same_numbers_are_the_same_bytes():
    assert picture(panel()) == picture(panel())


def test_a_long_smooth_curve_is_few_bytes():
    t = np.geomspace(1, 1e6, 20_000)
    assert len(picture(panel(Series("median", "line", t, 1 / t))).svg) < 4000


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=1, max_size=8), st.sampled_from(list(Look)))
def test_any_numbers_give_valid_pictures(values, look):
    with np.errstate(over="ignore"):  # twice the largest numbers are infinite
        high = (np.array(values) * 2,) if look == Look.BAND else ()
    for scale in ("log", "linear"):
        svg = picture(panel(Series("s", look, values, values[::-1], *high), x_scale=scale, y_scale=scale)).svg
        ET.fromstring(svg)
        assert not re.search(r"nan|inf", svg.replace("label", ""), re.IGNORECASE)


def test_words_are_text():
    drawn = picture(panel(title="<script>", x_label="a & b", y_label='"</svg>'))
    ET.fromstring(drawn.svg)
    assert "<script>" not in drawn.svg


def decades(svg):
    return len(re.findall(r"<text[^>]*>10?[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]*</text>", svg))


def test_a_guide_stretches_the_picture_a_little():
    alone, near, steep = (
        picture(panel(Series("m", "line", T, 1 / T), *more)).svg
        for more in ((), (Series("t^-1.2", "guide", T, T**-1.2),), (Series("t^-9", "guide", T, T**-9.0),))
    )
    assert decades(alone) <= decades(near) <= decades(steep) <= decades(alone) + 3


def test_series_with_the_same_times_share_a_table():
    drawn = panel(
        Series("a", "line", [1, 2], [3, 4]),
        Series("b", "band", [1, 2], [1, 1], [5, 6]),
        Series("c", "points", [9], [8]),
    )
    first, second = tables(drawn)
    assert first.head == ["step t", "a", "b low end", "b high end"]
    assert first.rows == [["1", "3", "1", "5"], ["2", "4", "1", "6"]]
    assert second.rows == [["9", "8"]]


@pytest.mark.parametrize("n", [ROWS, ROWS + 1, 5000])
def test_long_tables_are_thinned_and_say_so(n):
    (table,) = tables(panel(Series("a", "line", np.arange(1.0, n + 1), np.ones(n))))
    assert len(table.rows) <= ROWS
    assert table.points == n
    assert (table.rows[0][0], float(table.rows[-1][0])) == ("1", n)

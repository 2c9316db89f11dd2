"""A picture is kept by its numbers, and comes back from a record as it was."""

import json

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from theorytest import Decision, Verdict, claim
from theorytest.claims.plots import Mark, Panel, Series, StoredPanel
from theorytest.runs.budget import Setting
from theorytest.runs.results import Result, judge

T = np.arange(1.0, 6.0)


def panel(**changes):
    series = (Series("median", "line", T, 1 / T), Series("10 to 90 %", "band", T, 0.5 / T, high=2 / T))
    marks = (Mark("y", 0.3, "floor"), Mark("x", 2, "window", to=4))
    words = {"name": "gap", "title": "Loss", "x_label": "t", "y_label": "gap", "series": series, "marks": marks}
    return Panel(**words | changes)


@given(
    arrays(float, st.integers(1, 20)), st.text(), st.sampled_from(["line", "exact", "guide", "fit", "path", "points"])
)
def test_every_series_comes_back_from_its_description(y, label, look):
    shown = panel(series=(Series(label, look, np.arange(len(y)), y),))
    stored = msgspec.json.decode(msgspec.json.encode(shown.stored()), type=StoredPanel)
    back = stored.panel(dict(shown.curves()))
    assert (back.series[0].label, back.series[0].look) == (label, look)
    np.testing.assert_array_equal(back.series[0].y, y)
    assert back.stored() == shown.stored()


def test_a_claim_keeps_what_it_shows():
    @claim("lem:x", kind="figure", says="It falls.", expected="exact")
    def check():
        yield Decision("falls", "by hand", Verdict.EXACT, "it does")
        yield panel()

    result = judge(check.__claims__[-1], None, 1e-3, Setting())
    back = Result.from_plain(json.loads(json.dumps(result.plain())))
    shown = back.plots[0].panel({name.removeprefix("panels/"): curve for name, curve in back.curves.items()})
    assert shown.stored() == panel().stored()
    np.testing.assert_array_equal(shown.series[1].high, 2 / T)


def test_one_name_is_one_picture():
    @claim("lem:x", kind="figure", says="It falls.", expected="exact")
    def check():
        yield panel()
        yield panel()

    assert "two panels called 'gap'" in judge(check.__claims__[-1], None, 1e-3, Setting()).broken


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Series("m", "dotted", T, T), "the look must be one of line, band"),
        (lambda: Series("m", "line", T, T[:3]), r"equally long, got x \(5,\), y \(3,\)"),
        (lambda: Series("m", "line", T, []), r"y of 'm' must be a list of numbers, got shape \(0,\)"),
        (lambda: Series("m", "band", T, T), "a band has both y and high"),
        (lambda: Series("m", "line", T, T, high=T), "nothing else has high"),
        (lambda: Mark("z", 1, "m"), "must be 'x' or 'y', got 'z'"),
        (lambda: Mark("x", np.nan, "m"), "finite number, got nan"),
        (lambda: panel(series=()), "'gap' shows nothing"),
        (lambda: panel(x_scale="cubic"), "the scale must be one of log, linear, got 'cubic'"),
    ],
)
def test_a_picture_that_makes_no_sense_is_refused(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        wrong()

"""The picture of an ensemble: valid XML, the same bytes for the same numbers, nothing that a log axis cannot show."""

import warnings
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from theorytest.report.curves import ensemble_figure, svg

SVG = "{http://www.w3.org/2000/svg}"


def curves(**changes):
    t = np.array([1, 2, 5, 10, 100])
    given = {
        "t": t.tolist(),
        "mean": (2.0 / t).tolist(),
        "stderr": (0.1 / t).tolist(),
        "median": (1.5 / t).tolist(),
        "q10": (1.0 / t).tolist(),
        "q90": (3.0 / t).tolist(),
        "exact_mean": (2.1 / t).tolist(),
        "loss_min": 0.02,
        "diverged": 0,
    }
    return given | changes


def drawn(title="u = exp(x)", **changes):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return svg(ensemble_figure(curves(**changes), title))


def words(text):
    return {"".join(node.itertext()) for node in ET.fromstring(text).iter(f"{SVG}text")}


def test_it_is_an_svg_with_its_legend():
    root = ET.fromstring(drawn())
    assert root.tag == f"{SVG}svg"
    assert {"median", "mean", "exact mean", "10 % to 90 %", "L_min,M", "step t", "u = exp(x)"} <= words(drawn())


def test_the_same_numbers_are_the_same_bytes():
    assert drawn() == drawn()
    assert drawn() != drawn(mean=[2.0, 1.0, 0.5, 0.2, 0.1])
    assert "<dc:date>" not in drawn()


def test_what_is_not_known_is_not_drawn():
    assert "exact mean" not in words(drawn(exact_mean=None))
    assert "L_min,M" not in words(drawn(loss_min=0.0))


@pytest.mark.parametrize("bad", [np.inf, 0.0, -1.0, np.nan])
def test_what_a_logarithmic_axis_cannot_show_is_left_out(bad):
    text = drawn(mean=[1.0, bad, 0.5, bad, 0.1], q90=[bad] * 5)
    ET.fromstring(text)
    assert not {"nan", "inf"} & set(text.lower().replace(",", " ").split())


def test_nothing_at_all_to_show():
    ET.fromstring(drawn(**{key: [np.inf] * 5 for key in ("mean", "median", "q10", "q90", "exact_mean")}))


@pytest.mark.parametrize(
    "title", ["<b> & 'quotes' \"\" </svg>", "$x^2$", "$x^2$ and $", "\\frac", "u = 1 / (1 + 25 x^2)", "a_b$c"]
)
def test_a_title_is_text(title):
    assert title in words(drawn(title))


def test_one_time():
    one = {key: [1.0] for key in ("t", "mean", "stderr", "median", "q10", "q90")}
    ET.fromstring(drawn(**one, exact_mean=[1.0]))

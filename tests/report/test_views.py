"""Views, charts and files of pictures on a page: all settings there, all numbers shown, nothing obeyed."""

import csv
import io
import json
import math
import re
from importlib.resources import files
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from moving_pictures import drawn, moving

from checks.views.steps import TIMES, median_fall
from theorytest.claims.plots import Panel, Series
from theorytest.claims.views import CellRates, Estimate
from theorytest.report.book import Book
from theorytest.report.charts import chart_of, panel
from theorytest.report.downloads import csv_text, standalone
from theorytest.report.grids import grids
from theorytest.report.page import render
from theorytest.report.panels import picture
from theorytest.report.site import Site
from theorytest.report.views import ShownView
from theorytest.runs.beside import paper_key
from theorytest.runs.illustrations import Illustrations, StoredChart

HOSTILE = "</script><script>alert(1)</script>"


def cell(label="x:cell", *estimates, tabulated=0.9, relation="≥"):
    return CellRates(label, "an instance", "r", relation, tabulated, "0.9 with ε = 0.1", estimates, "gap")


def test_all_pictures_of_a_view_have_the_paths_of_the_first_one():
    shown = ShownView(moving())
    data = json.loads(shown.data)
    paths = [node.get("d") for node in ET.fromstring(shown.picture.svg).find("svg").iter("path")]
    assert paths == data["paths"][1]
    assert {len(each) for each in data["paths"]} == {3}
    assert data["notes"] == ["note 0.1", "note 0.5", "note 0.9"]
    assert data["values"] == [["0.1", "0.5", "0.9"]]
    assert len({each[0] for each in data["paths"]}) == 3


def test_the_legend_of_a_moving_mark_has_no_number():
    assert [words for _, words in ShownView(moving()).picture.legend][-1] == "here"


def test_the_numbers_of_all_settings_are_one_table():
    head, *rows = csv.reader(io.StringIO(ShownView(moving()).csv))
    assert head == ["s", "series", "edge", "x", "value"]
    assert len(rows) == 3 * (2 * 2 + 2)
    assert ["0.9", "mean", "y", "1", "0.9"] in rows


def test_a_view_is_on_the_page_of_its_result_and_words_are_text(record):
    key = paper_key(record.ledger.paper)
    made = Illustrations(key, 5, (moving(title=HOSTILE),), ())
    site = {name: text.decode() for name, text in Site(record, illustrations=made).files() if name.endswith(".html")}
    (page,) = [name for name in site if "result-" in name and 'type="range"' in site[name]]
    assert "theorem" in page
    assert "<script>alert" not in site[page]
    assert "theorytest illustrate --seed 5" in site["pages/views.html"]


def test_a_report_without_views_has_no_page_for_them(record):
    assert "pages/views.html" not in dict(Site(record).files())


@pytest.mark.parametrize("tabulated", [0.5, 0.9, 7.0])
def test_the_tabulated_rate_is_always_in_the_frame(tabulated):
    svg = panel(cell("x", Estimate("mean", 1.0, 0.9, 1.1, 1.02), tabulated=tabulated))
    (line,) = [node for node in ET.fromstring(svg).iter("path") if node.get("class") == "printed"]
    assert 112 <= float(line.get("d")[1:].split()[0]) <= 464
    assert line.find("title").text == "tabulated: 0.9 with ε = 0.1"


def test_the_allowed_side_is_that_of_the_relation():
    def side(relation):
        rect = next(ET.fromstring(panel(cell("x", Estimate("mean", exact=1.0), relation=relation))).iter("rect"))
        return float(rect.get("x")) + float(rect.get("width"))

    assert side("≥") == 464
    assert side("≤") < 464


def test_a_chart_has_the_cells_of_its_table_in_their_order(record):
    (grid,) = grids(Book(record))
    labels = [each.label for each in grid.cells]
    rates = tuple(
        cell(label, Estimate("mean", 1.0, 0.9, 1.1), Estimate("path", note="no fit")) for label in labels[::-1]
    )
    chart = chart_of((StoredChart(grid.number, "says", rates),), grid)
    assert list(chart.by_label) == labels
    assert chart.cells[0].rows == [("mean", "", "1 [0.9, 1.1]", ""), ("path", "", "", "no fit")]
    assert chart_of((), grid) is None


def test_a_file_of_numbers_has_all_of_them_and_no_formula():
    t = np.arange(1.0, 500)
    text = csv_text(
        Panel("p", "t", "x", "y", (Series("=1+1", "line", t, t**2), Series("b", "points", [1], [math.inf])))
    )
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["'=1+1: x", "'=1+1: y", "b: x", "b: y"]
    assert len(rows) == 499
    assert rows[-1] == ["499", "249001", "", ""]
    assert rows[0][2:] == ["1", "inf"]


def test_a_file_of_a_picture_needs_no_style_sheet():
    root = ET.fromstring(standalone(picture(drawn(0.3)).svg))
    assert root.tag.endswith("}svg")
    assert root.get("width") == "960"
    assert "path.exact {" in root.find("{*}style").text


def test_a_chart_of_a_table_is_there_as_files(record):
    (grid,) = grids(Book(record))
    found = Estimate("mean", 0.95, 0.9, 1.0, None, "=1+1")
    chart = StoredChart(grid.number, "A chart.", (cell(grid.cells[0].label, found),))
    site = dict(Site(record, illustrations=Illustrations(paper_key(record.ledger.paper), 0, (), (chart,))).files())
    shown = chart_of((chart,), grid)
    head, *rows = csv.reader(io.StringIO(site[f"pages/{shown.file}.csv"].decode()))
    assert [dict(zip(head, row, strict=True)) for row in rows] == [
        {
            "cell": f"{shown.cells[0].column}, {shown.cells[0].row}",
            "rate": "r",
            "relation": "≥",
            "tabulated": "0.9",
            "of the": "mean",
            "exact": "",
            "fitted": "0.95",
            "low": "0.9",
            "high": "1",
            "remark": "'=1+1",
        }
    ]
    assert ET.fromstring(site[f"pages/{shown.cells[0].file}.svg"].decode()).get("width") == "480"


def test_no_two_kinds_of_line_are_drawn_alike():
    """Lines of one look differ by their dashes, and no mark looks like a guide or an exact curve."""
    text = files("theorytest.report").joinpath("templates", "plots.css").read_text(encoding="utf-8")
    rules = re.findall(r"\.(?:guide|mark|exact) \{([^}]*)\}", text)
    dashes = [re.findall("stroke-dasharray: ([0-9 ]+)", rule) for rule in rules]
    assert len(dashes) == 13
    assert len({tuple(dash) for dash in dashes}) == len(dashes)


def test_one_file_has_the_sliders_and_no_script_but_ours(record):
    made = Illustrations(paper_key(record.ledger.paper), 5, (moving(title=HOSTILE),), ())
    text = render(record, illustrations=made)
    script = files("theorytest.report").joinpath("templates", "pictures.js").read_text(encoding="utf-8")
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL)
    assert [(kind, words.strip()) for kind, words in scripts if "json" not in kind] == [("", script.strip())]
    assert 'type="range"' in text
    assert "theorytest illustrate --seed 5" in text
    assert "<script" not in render(record)


def test_the_fall_of_the_median_path_is_not_that_of_rounding():
    """A path that falls to a tenth in each step until rounding holds it has that factor."""
    gap = np.maximum(np.tile(0.1 ** (TIMES - 1.0), (3, 1)), 1e-32)
    assert np.exp(median_fall(gap)) == pytest.approx(0.1)

"""A picture as files of its own: SVG that needs no style sheet, and all of its numbers as CSV."""

from __future__ import annotations

import csv
import io
import re
from functools import cache
from importlib.resources import files
from itertools import zip_longest

import numpy as np

from theorytest.claims.plots import Look, Panel

_SPACE = ' xmlns="http://www.w3.org/2000/svg"'  # the name of the format, which nobody asks for
_COLOURS = (
    "svg{background:#fff;--ink:#111;--faint:#555;--line:#ddd;--paper:#fff;--good:#17663a;--bad:#a3201d;--c:#3a6ea5;"
    "--c0:#3a6ea5;--c1:#b3541e;--c2:#2f7d4f;--c3:#8a4fa3;--c4:#8f7300;--c5:#b0306a}text{fill:#333;font:22px sans-serif}"
)
_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def standalone(svg: str) -> str:
    """The picture as an SVG file in the light colours, drawn as on a page."""
    width, height = _BOX.search(svg).groups()  # type: ignore[union-attr]  # every picture has one
    head, inner = svg.removeprefix("<svg").split(">", 1)
    return f'<svg{_SPACE} width="{width}" height="{height}"{head}><style>{_COLOURS}{_rules()}</style>{inner}'


@cache
def _rules() -> str:
    """How a page draws curves and marks."""
    return files("theorytest.report").joinpath("templates", "plots.css").read_text(encoding="utf-8").replace("\n", "")


def csv_text(panel: Panel) -> str:
    """Every number of the panel: for each series its x and y, and both ends of a band."""
    columns: dict[str, list[float]] = {}
    for each in panel.series:
        ends = {"x": panel.x_label, "y": "low" if each.look == Look.BAND else panel.y_label, "high": "high"}
        for edge, values in each.edges.items():
            columns[f"{each.label}: {ends[edge]}"] = np.asarray(values).tolist()
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow([inert(name) for name in columns])
    writer.writerows(
        [["" if value is None else f"{value:.10g}" for value in row] for row in zip_longest(*columns.values())]
    )
    return page.getvalue()


def inert(name: str) -> str:
    """A heading that no program of tables takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name

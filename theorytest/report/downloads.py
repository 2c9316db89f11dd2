"""A picture as files of its own: SVG that needs no style sheet, and all of its numbers as CSV."""

from __future__ import annotations

import csv
import io
from itertools import zip_longest

import numpy as np

from theorytest.claims.plots import Look, Panel
from theorytest.report.panels import HEIGHT, WIDTH, Picture

_SPACE = ' xmlns="http://www.w3.org/2000/svg"'  # the name of the format, which nobody asks for
_STYLE = (
    "svg{background:#fff;--c:#3a6ea5}text{fill:#333;font:22px sans-serif}path{fill:none}"
    ".c1{--c:#b3541e}.c2{--c:#2f7d4f}.c3{--c:#8a4fa3}.c4{--c:#8f7300}.c5{--c:#b0306a}"
    ".line{stroke:var(--c);stroke-width:4}.c1.line{stroke-dasharray:18 5}.c2.line{stroke-dasharray:8 5}"
    ".band{fill:var(--c);fill-opacity:.18}.exact{stroke:#111;stroke-width:3;stroke-dasharray:10 7}"
    ".fit{stroke:var(--c);stroke-width:9;stroke-opacity:.45}.guide{stroke:#555;stroke-width:3;stroke-dasharray:3 6}"
    ".path{stroke:#777;stroke-width:1.2}.points{stroke:var(--c);stroke-width:9;stroke-linecap:round}"
    ".mark{stroke:#111;stroke-width:1.8;stroke-dasharray:12 4 2 4}.stripe{fill:#777;fill-opacity:.15}"
    ".grid{stroke:#ddd;stroke-width:1.4}.axis{stroke:#555;stroke-width:2}"
)


def standalone(picture: Picture) -> str:
    """The picture as an SVG file in the light colours."""
    inner = str(picture.svg).removeprefix("<svg")
    return (
        f'<svg{_SPACE} width="{WIDTH}" height="{HEIGHT}"{inner[: inner.index(">") + 1]}<style>{_STYLE}</style>'
        + (inner[inner.index(">") + 1 :])
    )


def csv_text(panel: Panel) -> str:
    """Every number of the panel: for each series its x and y, and both ends of a band."""
    columns: dict[str, list[float]] = {}
    for each in panel.series:
        ends = {"x": panel.x_label, "y": "low" if each.look == Look.BAND else panel.y_label, "high": "high"}
        for edge, values in each.edges.items():
            columns[f"{each.label}: {ends[edge]}"] = np.asarray(values).tolist()
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow([_inert(name) for name in columns])
    writer.writerows(
        [["" if value is None else f"{value:.10g}" for value in row] for row in zip_longest(*columns.values())]
    )
    return page.getvalue()


def _inert(name: str) -> str:
    """A heading that no program of tables takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name

"""Views of a pack on a page: the first picture as it is, the others as curves that a small script puts in its place."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from markupsafe import Markup

from theorytest.claims.plots import Panel
from theorytest.claims.views import Knob
from theorytest.report.axes import Axis
from theorytest.report.book import anchor
from theorytest.report.panels import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    Picture,
    axes_of,
    curve_data,
    drawing_order,
    mark_data,
    picture,
)
from theorytest.runs.illustrations import StoredView


@dataclass(frozen=True)
class ShownView:
    """A view, drawn on axes that all its pictures share."""

    view: StoredView

    @property
    def anchor(self) -> str:
        """The name of its place on the page."""
        return anchor("view", self.view.title)

    @property
    def file(self) -> str:
        """The path of the file of its numbers, without its ending."""
        return f"plots/{self.anchor.replace('~', '').lower()}"

    @property
    def csv(self) -> str:
        """All numbers of all settings, one line each."""
        page = io.StringIO()
        writer = csv.writer(page, lineterminator="\n")
        writer.writerow([*(knob.symbol for knob in self.knobs), "series", "edge", "x", "value"])
        for setting, panel in zip(product(*(knob.values for knob in self.knobs)), self._panels, strict=True):
            for each in panel.series:
                edges = each.edges
                for edge in edges.keys() - {"x"}:
                    rows = zip(edges["x"], edges[edge], strict=True)
                    writer.writerows([*setting, each.label, edge, f"{x:g}", f"{y:g}"] for x, y in rows)
        return page.getvalue()

    @property
    def knobs(self) -> tuple[Knob, ...]:
        """The sliders."""
        return self.view.knobs

    @property
    def first(self) -> int:
        """The number of the picture that is shown before anything is moved."""
        found = 0
        for knob in self.knobs:
            found = found * len(knob.values) + knob.first
        return found

    @cached_property
    def picture(self) -> Picture:
        """The first one."""
        return picture(self._panels[self.first], self._axes, moving=True)

    @cached_property
    def _panels(self) -> list[Panel]:
        return [frame.drawn() for frame in self.view.frames]

    @cached_property
    def _axes(self) -> tuple[Axis, Axis]:
        x, y = axes_of(self._panels)
        if self.view.frame is not None:
            y = Axis(*self.view.frame, BOTTOM, TOP, y.logarithmic)
        return Axis(x.low, x.high, LEFT, RIGHT, x.logarithmic), y

    @cached_property
    def data(self) -> Markup:
        """The values of the sliders, and the curves and the words of every picture."""
        found = {
            "values": [[_word(value) for value in knob.values] for knob in self.knobs],
            "paths": [_paths(panel, self._axes) for panel in self._panels],
            "notes": [panel.note for panel in self._panels],
        }
        return Markup(json.dumps(found, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c"))


def _paths(panel: Panel, axes: tuple[Axis, Axis]) -> list[str]:
    """The data of all paths in the order in which a picture has them: marks, then curves."""
    marks = [mark_data(mark, *axes) for mark in panel.marks if mark.to is None]
    return [*marks, *(curve_data(panel.series[i], *axes) for i in drawing_order(panel.series))]


def _word(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"

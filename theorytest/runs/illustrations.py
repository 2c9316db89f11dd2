"""The views of a pack, computed once and kept as one file beside the record; a report reads it and computes nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from theorytest.claims.loading import load_module
from theorytest.claims.mutants import ClaimError
from theorytest.claims.paper import Paper
from theorytest.claims.plots import Panel, StoredPanel
from theorytest.claims.views import FOLDER, CellRates, Chart, Estimate, Knob, Value, View, marked_in
from theorytest.runs.beside import Beside, paper_key
from theorytest.runs.seeds import Generators

DIGITS = 5  # of a number that is only drawn


@dataclass(frozen=True)
class Frame:
    """One setting of a view: its panel, and the curves by the names that the panel gives them."""

    panel: StoredPanel
    curves: dict[str, list[float | None]]

    def drawn(self) -> Panel:
        """The panel with its numbers; None is a number that no axis can show."""
        known = {name: [math.nan if y is None else y for y in curve] for name, curve in self.curves.items()}
        return self.panel.panel(known)  # type: ignore[arg-type]


@dataclass(frozen=True)
class StoredView:
    """A view with all its pictures, in the order of its settings."""

    label: str
    title: str
    says: str
    knobs: tuple[Knob, ...]
    frames: tuple[Frame, ...]
    frame: tuple[float, float] | None = None


@dataclass(frozen=True)
class StoredChart:
    """A chart with its cells."""

    table: str
    says: str
    cells: tuple[CellRates, ...]


@dataclass(frozen=True)
class Illustrations:
    """All of them, with the seed, and the paper that they belong to."""

    paper: str
    seed: int
    views: tuple[StoredView, ...]
    charts: tuple[StoredChart, ...]


def found_views(root: Path) -> list[View | Chart]:
    """What the files in `views/` mark, file by file."""
    files = sorted((root / FOLDER).glob("*.py"))
    return [each for file in files if file.name != "__init__.py" for each in marked_in(vars(load_module(root, file)))]


def illustrated(paper: Paper, root: Path, seed: int) -> Illustrations:
    """Compute every view and chart; each has generators of its own, so that none depends on another."""
    views, charts = [], []
    labels, tables = {item.label for item in paper.items}, {table.number for table in paper.tables}
    for each in found_views(root):
        if isinstance(each, Chart):
            _known(each.table, tables, "table")
            rng = Generators(seed, each.table, "chart")(0)
            charts.append(StoredChart(each.table, each.says, tuple(map(_rounded, each.cells(rng)))))
        else:
            _known(each.label, labels, "label")
            views.append(
                StoredView(each.label, each.title, each.says, each.knobs, tuple(_frames(each, seed)), each.frame)
            )
    order = {item.label: i for i, item in enumerate(paper.items)}
    views.sort(key=lambda each: order[each.label])
    return Illustrations(paper_key(paper), seed, tuple(views), tuple(charts))


def _known(name: str, names: set[str], what: str) -> None:
    if name not in names:
        raise ClaimError(f"a view belongs to the {what} {name!r}, which is not in the paper's list")


def _frames(view: View, seed: int) -> Iterator[Frame]:
    for setting in view.settings:
        panel = view.draw(Generators(seed, view.title, _words(setting))(0), *setting)
        yield Frame(panel.stored(), {name: [_short(y) for y in curve] for name, curve in panel.curves()})


def _words(setting: tuple[Value, ...]) -> str:
    return ", ".join(map(str, setting))


def _rounded(cell: CellRates) -> CellRates:
    short = tuple(
        Estimate(each.of, _short(each.value), _short(each.low), _short(each.high), _short(each.exact), each.note)
        for each in cell.estimates
    )
    return replace(cell, tabulated=float(cell.tabulated), estimates=short)


def _short(value: Any) -> float | None:
    return float(f"{float(value):.{DIGITS}g}") if value is not None and math.isfinite(value) else None


ILLUSTRATIONS = Beside(
    Illustrations, "illustrations.json", 1, "illustrations", "make it anew with theorytest illustrate"
)

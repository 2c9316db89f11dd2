"""Which pictures a record holds and where they belong: rate reports, figures, or the evidence of a claim."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from theorytest.claims.plots import Mark, Panel, Series
from theorytest.claims.words import Kind
from theorytest.report.book import Book, Entry, plot_anchor
from theorytest.report.panels import Picture, picture
from theorytest.runs.record import StoredDecision

_RATE = ("times", "mean", "reference")
_RATES = (Kind.RATE, Kind.ALMOST_SURE)


@dataclass(frozen=True)
class Shown:
    """A picture with the claim that it belongs to."""

    entry: Entry
    name: str
    picture: Picture
    panel: Panel
    label: str  # that the panel is named after, or that of its claim
    place: str

    @property
    def anchor(self) -> str:
        """The name of its place on the page."""
        return plot_anchor(self.entry, self.name)

    @property
    def file(self) -> str:
        """The path of its files without their ending; the digest keeps apart what the readable part does not."""
        words = re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")[:60]
        return f"plots/{words}-{hashlib.sha256(self.anchor.encode()).hexdigest()[:8]}"


@dataclass(frozen=True)
class Pictures:
    """All pictures of a record, each in one place."""

    book: Book

    @cached_property
    def figures(self) -> list[Shown]:
        """What figure claims show, in the paper's order."""
        found = [each for entry in self.book.entries if _is_figure(entry) for each in self._shown(entry)]
        order = {label: i for i, label in enumerate(self.book.items)}
        return sorted(found, key=lambda each: order[each.label])

    @cached_property
    def rates(self) -> list[tuple[Entry, list[Shown]]]:
        """What the claims about rates in cells of tables show, claim by claim."""
        shown = [(entry, self._shown(entry)) for entry in self.book.entries if self._is_rate(entry)]
        return [(entry, pictures) for entry, pictures in shown if pictures]

    def elsewhere(self, entry: Entry) -> list[Shown]:
        """The pictures of a claim that stand in another part of the page."""
        rates = [each for other, shown in self.rates for each in shown if other is entry]
        return [*(each for each in self.figures if each.entry is entry), *rates]

    def beside(self, entry: Entry) -> list[Shown]:
        """The pictures that stand beside the claim: its own panels, and the curves of its decisions."""
        own = [] if _is_figure(entry) or self._is_rate(entry) else self._shown(entry)
        return [*own, *(self._picture(entry, panel) for panel in self._curves(entry))]

    def _is_rate(self, entry: Entry) -> bool:
        return entry.claim.kind in _RATES and any(label in self._cells for label in entry.labels)

    @cached_property
    def _cells(self) -> set[str]:
        tables = self.book.paper.tables
        return {label for table in tables for row in table.rows for label in row.cells} | {
            item.label for item in self.book.items.values() if any(item.number == table.number for table in tables)
        }

    def _shown(self, entry: Entry) -> list[Shown]:
        curves = {
            name.removeprefix(f"{entry.id}/panels/"): curve
            for name, curve in self.book.record.curves.items()
            if name.startswith(f"{entry.id}/panels/")
        }
        return [self._picture(entry, each.panel(curves)) for each in entry.result.plots]

    def _label(self, entry: Entry, name: str) -> str:
        """The label that a panel is named after, else that of its claim."""
        return name if name in self.book.items else entry.claim.label

    def _picture(self, entry: Entry, panel: Panel) -> Shown:
        label = self._label(entry, panel.name)
        return Shown(entry, panel.name, picture(panel), panel, label, self.book.place(self.book.items[label]))

    def _curves(self, entry: Entry) -> Iterator[Panel]:
        for decision in entry.result.evidence:
            stored = {
                name: self.book.record.curves.get(f"{entry.id}/{decision.name}/{name}") for name in decision.curves
            }
            yield from curve_panels(decision, {name: curve for name, curve in stored.items() if curve is not None})


def _is_figure(entry: Entry) -> bool:
    return bool(entry.claim.kind is Kind.FIGURE)


def curve_panels(decision: StoredDecision, curves: Mapping[str, Any]) -> Iterator[Panel]:
    """The curves of a decision: a fitted mean beside its reference, the growth of a wealth, others by their number."""
    name = decision.name
    if all(word in curves for word in _RATE):
        times, mean, reference = (curves[word] for word in _RATE)
        scaled = reference * mean[0] / reference[0]
        series = (
            Series("mean over replicas", "points", times, mean),
            Series("slope to compare with", "guide", times, scaled),
        )
        note = "The dots are means over replicas in the fitted window; the dotted line has the slope to compare with."
        yield Panel(f"{name}/fit", f"{name}: the fitted window", "t", "mean", series, note=note)
    wealth = [word for word in sorted(curves) if word.startswith("wealth")]
    if wealth and "draws" in curves:
        grown = tuple(Series(word, "line", curves["draws"], curves[word]) for word in wealth)
        mark = Mark("y", math.log10(1 / decision.alpha), "where it refutes")
        note = (
            "Each curve is the wealth of a bet after so many draws; at the line it refutes the value it bets against."
        )
        yield Panel(f"{name}/wealth", f"{name}: wealth", "draws", "log₁₀ wealth", grown, (mark,), "log", "linear", note)
    for word, curve in sorted(curves.items()):
        if word not in (*_RATE, *wealth, "draws") and np.ndim(curve) == 1 and len(curve) > 2:
            line = (Series(word, "line", np.arange(1, len(curve) + 1), curve),)
            note = f"The curve shows {word} by its number."
            yield Panel(f"{name}/{word}", f"{name}: {word}", "number", word, line, (), "linear", "linear", note)

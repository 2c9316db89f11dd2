"""What a pack shows beside its claims: pictures that move with sliders, and the rates in the cells of a table.

Nothing of it is evidence, and no verdict looks at it. A file in `views/` beside the paper's list holds functions that
`@view` or `@chart` mark; `theorytest illustrate` computes them once, and a report shows what it finds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from theorytest.claims.mutants import ClaimError
from theorytest.claims.plots import Panel

FOLDER = "views"
MOST = 400  # pictures of one view

Value = float | str


@dataclass(frozen=True)
class Knob:
    """A slider: its symbol, what it is in words, its values in order, and the one that is shown first."""

    symbol: str
    words: str
    values: tuple[Value, ...]
    first: int = 0


@dataclass(frozen=True)
class View:
    """A picture for every setting of the knobs; it belongs to the statement with this label."""

    label: str
    title: str
    says: str  # the caption, in sentences
    knobs: tuple[Knob, ...]
    draw: Callable[..., Panel]
    frame: tuple[float, float] | None = None  # of the vertical axis; default: all that is drawn

    @property
    def settings(self) -> list[tuple[Value, ...]]:
        """All settings, the last knob fastest."""
        return list(product(*(knob.values for knob in self.knobs)))


@dataclass(frozen=True)
class Estimate:
    """A fitted rate with its interval, and the exact one of the same window where it is known."""

    of: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    exact: float | None = None
    note: str = ""


@dataclass(frozen=True)
class CellRates:
    """The rates of one cell on one instance; `relation` is what the printed rate says: r ≥ or a ≤ the tabulated."""

    label: str
    instance: str
    symbol: str  # of what is fitted: r or a
    relation: str
    tabulated: float
    printed: str  # the tabulated value in words, with ε written
    estimates: tuple[Estimate, ...]
    window: str = ""


@dataclass(frozen=True)
class Chart:
    """One panel for each cell of a table."""

    table: str
    says: str
    cells: Callable[..., Sequence[CellRates]]


def knob(symbol: str, words: str, values: Sequence[Value], first: Value | None = None) -> Knob:
    """A slider over the values; `first` is the one to begin with."""
    chosen = tuple(values)
    if not chosen:
        raise ClaimError(f"the slider {symbol!r} needs at least one value")
    if first is not None and first not in chosen:
        raise ClaimError(f"the slider {symbol!r} begins with {first!r}, which is not one of its values")
    return Knob(symbol, words, chosen, 0 if first is None else chosen.index(first))


def view(
    label: str, *, title: str, says: str, knobs: Sequence[Knob], frame: tuple[float, float] | None = None
) -> Callable[[Callable[..., Panel]], Any]:
    """Mark a function `(rng, *values) -> Panel` as a view of the statement with the label."""

    def marked(draw: Callable[..., Panel]) -> Callable[..., Panel]:
        made = View(label, title, says, tuple(knobs), draw, frame)
        if not 1 <= len(made.settings) <= MOST:
            raise ClaimError(f"the view {title!r} has {len(made.settings)} settings: at most {MOST} are drawn")
        draw.__view__ = made  # type: ignore[attr-defined]
        return draw

    return marked


def chart(table: str, *, says: str) -> Callable[[Callable[..., Sequence[CellRates]]], Any]:
    """Mark a function `(rng) -> cells` as the chart of a table."""

    def marked(cells: Callable[..., Sequence[CellRates]]) -> Callable[..., Sequence[CellRates]]:
        cells.__view__ = Chart(table, says, cells)  # type: ignore[attr-defined]
        return cells

    return marked


def marked_in(names: Mapping[str, Any]) -> list[View | Chart]:
    """The views and charts among the names of a module, in the order of definition."""
    found = (getattr(value, "__view__", None) for value in names.values() if callable(value))
    return [each for each in found if isinstance(each, (View, Chart))]

"""The paper's tables redrawn: each cell with its printed value, what was found, and its verdict."""

from __future__ import annotations

from dataclasses import dataclass

from theorytest.claims.paper import Row as PrintedRow
from theorytest.claims.paper import Table as PrintedTable
from theorytest.claims.words import Voice
from theorytest.decisions.decision import Verdict, combine
from theorytest.decisions.wording import measured, number
from theorytest.report.book import Book, Entry, plot_anchor
from theorytest.report.comparisons import Comparison, claimed_side, closeness, comparisons, tightest


@dataclass(frozen=True)
class Cell:
    """One cell: the claim that is the printed value, and the other claims about it."""

    label: str
    printed: str  # in TeX
    entry: Entry | None  # None where no claim of the run covers it
    exact: str
    sampled: str
    repairs: list[Entry]
    others: list[Entry]

    @property
    def notes(self) -> list[tuple[str, str]]:
        """What the pictures of its claims say, with their places on the page."""
        shown = [(entry, panel) for entry in (self.entry, *self.others) if entry for panel in entry.result.plots]
        return [(plot_anchor(entry, panel.name), panel.note) for entry, panel in shown if panel.note]


@dataclass(frozen=True)
class Row:
    """A named row of cells."""

    name: str
    cells: list[Cell]


@dataclass(frozen=True)
class Grid:
    """A table."""

    number: str
    title: str
    columns: list[str]
    rows: list[Row]
    caption: list[Entry]  # what the paper says of the table as a whole
    verdict: Verdict | None  # the worst of its cells and its caption

    @property
    def cells(self) -> list[Cell]:
        """All of them, row by row."""
        return [cell for row in self.rows for cell in row.cells]


def grids(book: Book) -> list[Grid]:
    """The tables that the paper's list names."""
    return [_grid(book, table) for table in book.paper.tables]


def _grid(book: Book, table: PrintedTable) -> Grid:
    labels = [label for row in table.rows for label in row.cells]
    caption = [
        entry
        for entry in book.entries
        if entry.printed and entry.item.number == table.number and entry.claim.label not in labels
    ]
    found = [*map(book.verdict_of, labels), *(entry.verdict for entry in caption)]
    known = [verdict for verdict in found if verdict is not None]
    rows = [Row(row.name, _cells(book, row)) for row in table.rows]
    columns, worst = list(table.columns), combine(known) if known else None
    return Grid(table.number, table.title, columns, rows, caption, worst)


def _cells(book: Book, row: PrintedRow) -> list[Cell]:
    return [_cell(book, label, tex) for label, tex in zip(row.cells, row.printed, strict=True)]


def _cell(book: Book, label: str, tex: str) -> Cell:
    """The cell; its printed value is the formula of its claim unless the paper's list has it."""
    covering = [entry for entry in book.by_label.get(label, ()) if label in entry.labels]
    printed = [entry for entry in covering if entry.printed]
    if not printed:
        return Cell(label, tex, None, "", "", [], covering)
    if printed[0].id != label:  # no claim is just the cell: the weakest of those about it stands for it
        weakest = combine(entry.verdict for entry in printed)
        printed.sort(key=lambda entry: entry.verdict is not weakest)
    first, *others = printed
    own = [entry for entry in covering if entry.claim.voice is Voice.REPAIR]
    repairs = own or book.repairs.get(first.id, [])
    sampled = _sampled([each for entry in printed for each in comparisons(entry)])
    return Cell(label, tex or first.claim.formula, first, _exact(comparisons(first)), sampled, repairs, others)


def _exact(found: list[Comparison]) -> str:
    """The decision with the least to spare among those that did not sample."""
    worst = tightest([each for each in found if not each.sampled])
    if worst is None:
        return ""
    return f"{number(worst.estimate)} against {claimed_side(worst)} ({worst.name}): {closeness(worst)}"


def _sampled(found: list[Comparison]) -> str:
    """The widest look at random numbers: its estimate with its interval."""
    worst = tightest([each for each in found if each.sampled])
    if worst is None:
        return ""
    value = measured("", worst.estimate, worst.low, worst.high).removeprefix(" = ")
    return f"{value} against {claimed_side(worst)} ({worst.name})"

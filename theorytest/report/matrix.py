"""Which assumption each statement needs: shown by a witness, listed without one, used unlisted, or not used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from theorytest.claims.paper import Item
from theorytest.report.book import Book, Entry


class Need(StrEnum):
    """What is known about one statement and one assumption."""

    NEEDED = "needed"
    NEEDED_UNLISTED = "needed, not listed"
    LISTED = "not shown to be needed"
    USED = "used, not listed"
    UNUSED = "not used"


SIGNS = {
    Need.NEEDED: "●",
    Need.NEEDED_UNLISTED: "▲",
    Need.LISTED: "○",
    Need.USED: "△",
    Need.UNUSED: "·",
}


@dataclass(frozen=True)
class Cell:
    """One statement against one assumption, with the claim that shows the need."""

    need: Need
    witness: Entry | None = None
    how: str = ""  # the mutant of the witness, if it is one

    @property
    def sign(self) -> str:
        """Its shape."""
        return SIGNS[self.need]


@dataclass(frozen=True)
class Line:
    """One statement."""

    name: str
    entry: Entry | None
    cells: list[Cell]


@dataclass(frozen=True)
class Matrix:
    """Statements by assumptions."""

    columns: list[tuple[str, str]]  # number and title
    lines: list[Line]


def matrices(book: Book) -> list[Matrix]:
    """A matrix for each group of statements that share assumptions.

    Nothing is typed but what the statements list and the names of the witnesses.
    """
    return [_matrix(book, group) for group in _groups([item for item in book.items.values() if item.assumes])]


def _groups(statements: list[Item]) -> list[list[Item]]:
    groups: list[list[Item]] = []
    for item in statements:
        touching = [group for group in groups if any(set(item.assumes) & set(other.assumes) for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([*(other for group in touching for other in group), item])
    return sorted(groups, key=len, reverse=True)


def _matrix(book: Book, statements: list[Item]) -> Matrix:
    cited = {label for item in statements for label in item.assumes}
    columns = [label for label in book.items if label in cited]
    lines = [
        Line(book.place(item), _first(book, item.label), [_cell(book, item.label, label) for label in columns])
        for item in statements
    ]
    return Matrix([(_name(book.items[label]), book.items[label].title) for label in columns], lines)


def _name(item: Item) -> str:
    """`(LS)`, `condition 1`, or the end of its label when it is printed without a number."""
    number = item.number
    return number if number.startswith("(") else f"condition {number.strip('.') or item.label.rsplit('-', 1)[-1]}"


def _cell(book: Book, statement: str, assumption: str) -> Cell:
    listed = assumption in book.items[statement].assumes
    for need in book.paper.needed:
        if (need.statement, need.assumption) == (statement, assumption):
            found = _witness(book, need.witness)
            if found:
                return Cell(Need.NEEDED if listed else Need.NEEDED_UNLISTED, *found)
    if listed:
        return Cell(Need.LISTED)
    used = assumption in _foundations(book, statement)
    return Cell(Need.USED if used else Need.UNUSED)


def _witness(book: Book, name: str) -> tuple[Entry, str] | None:
    """The claim and the mutant that show it, if this run had them and they came out so."""
    claim, _, mutant = name.removesuffix("]").partition("[")
    entry = book.by_id.get(claim)
    if entry is None or not entry.result.as_expected:
        return None
    if mutant and not any(each.name == mutant and each.passes for each in entry.result.mutants):
        return None
    return entry, mutant


def _foundations(book: Book, label: str) -> set[str]:
    """The labels of everything below the claims of a statement."""
    waiting = [entry for entry in book.by_label.get(label, ()) if entry.claim.label == label]
    seen: dict[str, Entry] = {}
    while waiting:
        for premise in waiting.pop().claim.premises:
            if premise not in seen and premise in book.by_id:
                seen[premise] = book.by_id[premise]
                waiting.append(book.by_id[premise])
    return {name for entry in seen.values() for name in entry.labels}


def _first(book: Book, label: str) -> Entry | None:
    return next(iter(book.by_label.get(label, ())), None)

"""Which assumption each statement needs: found by attacks without it, shown by a witness, listed, used, or not used.

An attack without an assumption comes before a witness by hand. A mutant of a few per cent shows that the constant of an
assumption cannot be smaller, and no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from theorytest.claims.mutants import is_small
from theorytest.claims.paper import Item
from theorytest.report.book import Book, Entry
from theorytest.report.needs import Dropped, Outcome


class Need(StrEnum):
    """What is known about one statement and one assumption."""

    NEEDED = "needed"
    NEEDED_UNLISTED = "needed, not listed"
    CONSTANT = "its constant cannot be smaller"
    NOT_FOUND = "not found to be needed"
    LISTED = "not shown to be needed"
    USED = "used, not listed"
    UNUSED = "not used"


SIGNS = {
    Need.NEEDED: "●",
    Need.NEEDED_UNLISTED: "▲",
    Need.CONSTANT: "◍",
    Need.NOT_FOUND: "◌",
    Need.LISTED: "○",
    Need.USED: "△",
    Need.UNUSED: "·",
}


@dataclass(frozen=True)
class Cell:
    """One statement against one assumption, with the claim that shows the need."""

    need: Need
    witness: Entry | None = None
    how: str = ""  # the mutant of the witness, or what an attack says

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
    shown = _attacked(book, statement, assumption) or _by_hand(book, statement, assumption)
    if shown and (listed or shown.need is not Need.NEEDED):
        return shown
    if shown:
        return Cell(Need.NEEDED_UNLISTED, shown.witness, shown.how)
    if listed:
        return Cell(Need.LISTED)
    used = assumption in _foundations(book, statement)
    return Cell(Need.USED if used else Need.UNUSED)


def _attacked(book: Book, statement: str, assumption: str) -> Cell | None:
    """What attacks without the assumption say, for the sentences of the statement; one that fails decides."""
    name = book.items[assumption].number
    rows = [
        (entry, each)
        for entry in book.by_label.get(statement, ())
        for each in dropped_from(book, entry)
        if each.hypothesis == name
    ]
    for outcome, need in ((Outcome.NEEDED, Need.NEEDED), (Outcome.NOT_FOUND, Need.NOT_FOUND)):
        for entry, each in rows:
            if each.outcome is outcome:
                return Cell(need, entry, each.words)
    return None


def _by_hand(book: Book, statement: str, assumption: str) -> Cell | None:
    for need in book.paper.needed:
        if (need.statement, need.assumption) == (statement, assumption) and (found := _witness(book, need.witness)):
            entry, mutant = found
            return Cell(Need.CONSTANT if is_small(mutant) else Need.NEEDED, entry, mutant and f"mutant {mutant}")
    return None


def without(book: Book) -> list[tuple[Entry, list[Dropped]]]:
    """The sentences of the run with what attacks say about their hypotheses, in the paper's order."""
    found = [(entry, list(dropped_from(book, entry))) for entry in book.entries]
    return [(entry, rows) for entry, rows in found if rows]


def dropped_from(book: Book, entry: Entry) -> Iterator[Dropped]:
    """What is known of a sentence, as far as it still has the hypothesis."""
    names = {each.name for each in entry.claim.given}
    known = book.needs.dropped if book.needs else ()
    yield from (each for each in known if each.claim == entry.id and each.hypothesis in names)


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

"""What changed in a source since a paper's list was read from it, and which claims that concerns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from theorytest.claims.claim import Claim
from theorytest.claims.paper import Item, Paper
from theorytest.source.passages import Passage, Reading
from theorytest.source.text import Text
from theorytest.source.writing import with_cells


@dataclass(frozen=True)
class Change:
    """One difference, with the claims of its label."""

    label: str
    what: str  # "changed", "vanished" or "new"
    place: str
    claims: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """One line."""
        concerns = f": {', '.join(self.claims)}" if self.claims else ": no claim is about it"
        return f"{self.what:<9} {self.label} ({self.place}){concerns}"


def changes(text: Text, reading: Reading, paper: Paper, claims: Sequence[Claim]) -> Iterator[Change]:
    """Passages whose hash differs, that are gone, or that the list does not know; only what the list has hashes of."""
    known = {item.label: item for item in paper.items}
    about: dict[str, list[str]] = {}
    for claim in claims:
        for label in claim.labels:
            about.setdefault(label, []).append(claim.id)
    fresh = {each.label: each for each in with_cells(reading)}
    for item in (each for each in paper.items if each.passage):
        concerned = tuple(about.get(item.label, ()))
        if item.label not in fresh:
            yield Change(item.label, "vanished", item.number or item.kind, concerned)
        elif fresh[item.label].hash != item.passage:
            yield Change(item.label, "changed", _place(text, fresh[item.label]), concerned)
    for each in reading.passages:
        if each.label not in known and not _listed(text, each, paper):
            yield Change(each.label, "new", _place(text, each))


def _listed(text: Text, passage: Passage, paper: Paper) -> bool:
    """Whether what has no label in the source stands in the list under a name of its own, by its lines."""
    if not passage.label.startswith("x:"):
        return False
    (file, first), (_, last) = text.place(passage.first), text.place(passage.last)
    return any(first <= item.line <= last and item.file in ("", file) for item in paper.items)


def numbers_differ(text: Text, reading: Reading, paper: Paper) -> Iterator[str]:
    """Labels whose printed number, or whose lines, are others in the source; and labels that the list does not have."""
    items = {item.label: item for item in paper.items}
    for each in (each for each in reading.passages if not each.label.startswith("x:")):
        item = items.get(each.label)
        if item is None:
            yield f"{each.label}: the source has this label ({_place(text, each)}), the list has not"
            continue
        if item.number != each.number:
            yield f"{each.label}: the source prints {each.number or 'no number'}, the list says {item.number!r}"
        yield from _lines_differ(text, each, item)
    yield from _cells_differ(reading, paper)


def _cells_differ(reading: Reading, paper: Paper) -> Iterator[str]:
    """What tables print, where rows and columns of the list are called as in the source."""
    grids = {(grid.number, grid.columns): dict(grid.rows) for grid in reading.tables}
    for table in paper.tables:
        rows = grids.get((table.number, tuple(table.columns)), {})
        for row in (each for each in table.rows if each.name in rows):
            for column, told, found in zip(table.columns, row.printed, rows[row.name], strict=False):
                if told and told.split() != found.strip("$ ").split():
                    yield f"{table.number}, {row.name}, {column}: the source prints {found}, the list says {told!r}"


def _lines_differ(text: Text, passage: Passage, item: Item) -> Iterator[str]:
    for what, told, found in (
        ("statement", item.lines, (passage.first, passage.last)),
        ("proof", item.proof, passage.proof),
    ):
        if told is not None and found is not None:
            read = (text.place(found[0])[1], text.place(found[1])[1])
            if told != read:
                lines = f"in lines {read[0]} to {read[1]}, the list says {told[0]} to {told[1]}"
                yield f"{item.label}: its {what} is {lines}"


def _place(text: Text, passage: Passage) -> str:
    file, line = text.place(passage.first)
    return f"{passage.number or passage.kind}, {file}:{line}"


_ITEM = re.compile(r"^\[\[item\]\]\n(?:(?!\[).*\n?)*", re.MULTILINE)
_LABEL = re.compile(r'^label = "(.*)"$', re.MULTILINE)


def accepted(listed: str, text: Text, reading: Reading) -> str:
    """The text of a list with the lines and hashes of the source as it is now; nothing else is touched."""
    fresh = {each.label: each for each in with_cells(reading)}

    def renewed(found: re.Match[str]) -> str:
        label = _LABEL.search(found[0])
        passage = fresh.get(label[1]) if label else None
        return found[0] if passage is None else _renewed(found[0], text, passage)

    return _ITEM.sub(renewed, listed)


def _renewed(entry: str, text: Text, passage: Passage) -> str:
    told = {
        "line": str(text.place(passage.line)[1]),
        "lines": f"[{text.place(passage.first)[1]}, {text.place(passage.last)[1]}]",
        "passage": f'"{passage.hash}"',
    }
    if passage.proof:
        told["proof"] = f"[{text.place(passage.proof[0])[1]}, {text.place(passage.proof[1])[1]}]"
    for key, value in told.items():
        line = re.compile(rf"^{key} = .*$", re.MULTILINE)
        if line.search(entry):
            entry = line.sub(f"{key} = {value}", entry)
        elif key == "passage":
            entry = f"{entry.rstrip()}\n{key} = {value}\n" + "\n" * entry.endswith("\n\n")
    return entry

"""The named instances of a run: where each family of them is defined, and what is said of it there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from theorytest.report.book import Book, Entry, anchor


@dataclass(frozen=True)
class DefiningFile:
    """A file that defines instances, what it says of them, and the claims that were tried on them."""

    name: str
    says: str
    entries: list[Entry]

    @property
    def anchor(self) -> str:
        """The name of its place on the page."""
        return anchor("instance", self.name)


@dataclass(frozen=True)
class Place:
    """Where the instances of a quantifier are defined."""

    symbol: str
    line: str  # file and line
    says: str  # of the function that makes them
    anchor: str | None  # of the file, on the page of instances


@dataclass(frozen=True)
class Instances:
    """All instances of a book."""

    book: Book

    @cached_property
    def files(self) -> list[DefiningFile]:
        """The files that define instances for claims of other files, with what they say of them."""
        own = {entry.claim.file for entry in self.book.entries}
        using: dict[str, list[Entry]] = {}
        for entry in self.book.entries:
            for file in dict.fromkeys(_file(each.place) for each in entry.claim.forall):
                using.setdefault(file, []).append(entry)
        said = self.book.ledger.said
        return [DefiningFile(file, said.get(file, ""), using[file]) for file in sorted(using) if file not in {*own, ""}]

    def places(self, entry: Entry) -> list[Place]:
        """Where the instances of a claim are defined."""
        known = {each.name: each.anchor for each in self.files}
        said = self.book.ledger.said
        return [
            Place(each.symbol, each.place, said.get(each.place, ""), known.get(_file(each.place)))
            for each in entry.claim.forall
            if each.place
        ]


def _file(place: str) -> str:
    return place.rpartition(":")[0]

"""The named instances of a run: what each is, in words and formulas, and which claims were tried on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from theorytest.claims.definitions import defined_as, undefined
from theorytest.report.book import Book, Entry, anchor


@dataclass(frozen=True)
class Defined:
    """A definition, and the claims that were tried on an instance of it."""

    name: str
    says: str
    entries: list[Entry]

    @property
    def anchor(self) -> str:
        """The name of its place on the page."""
        return anchor("instance", self.name)


@dataclass(frozen=True)
class Instances:
    """All instances of a book."""

    book: Book

    @property
    def definitions(self) -> Mapping[str, str]:
        """What the pack says of its instances."""
        return self.book.ledger.instances

    def of(self, entry: Entry) -> list[Defined]:
        """The definitions that the instances of a claim belong to, each once, in the order in which they were tried."""
        found = (defined_as(name, self.definitions) for name in _tried(entry))
        return [self._by_name[name] for name in dict.fromkeys(found) if name is not None]

    @cached_property
    def used(self) -> list[Defined]:
        """Every definition that some claim uses, in the order of the file."""
        return [each for each in self._by_name.values() if each.entries]

    @cached_property
    def undefined(self) -> list[str]:
        """The names that no definition belongs to and that do not say themselves what they are."""
        return undefined((name for entry in self.book.entries for name in _tried(entry)), self.definitions)

    @cached_property
    def _by_name(self) -> dict[str, Defined]:
        using: dict[str, list[Entry]] = {name: [] for name in self.definitions}
        for entry in self.book.entries:
            for name in dict.fromkeys(defined_as(each, self.definitions) for each in _tried(entry)):
                if name is not None:
                    using[name].append(entry)
        return {name: Defined(name, says, using[name]) for name, says in self.definitions.items()}


def _tried(entry: Entry) -> list[str]:
    return [name for reach in entry.result.scope for name in reach.tried]

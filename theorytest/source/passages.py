"""What was read of a source: passages, each with its number as printed, and where reading stopped."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from theorytest.claims.paper import KINDS

RESULTS = ("theorem", "proposition", "lemma", "corollary", "conjecture")  # that may have a proof
_KINDS_OF = {
    "fact": "proposition",
    "claim": "proposition",
    "observation": "remark",
    "note": "remark",
    "axiom": "assumption",
}


@dataclass
class Passage:
    """One thing that a paper states. Lines are those of the whole text; `inside` is what its title was read from."""

    kind: str
    number: str
    first: int
    last: int
    section: str = ""
    label: str = ""
    line: int = 0  # of its label, or the first
    title: str = ""
    tex: str = ""
    proof: tuple[int, int] | None = None
    cites: tuple[str, ...] = ()
    also: list[tuple[str, int]] = field(default_factory=list)  # further labels inside it, with their lines

    @property
    def hash(self) -> str:
        """Of its words, whatever the spaces between them are."""
        return hashlib.sha256(" ".join(self.tex.split()).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Cell:
    """One cell of a table: the names of its row and column, and what it prints."""

    row: str
    column: str
    printed: str


@dataclass(frozen=True)
class Grid:
    """A table: its number and title, its columns, and its rows of cells."""

    number: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]  # name, what each cell prints
    line: int
    section: str


@dataclass(frozen=True)
class Reading:
    """The passages of a source in its order, its tables, what could not be read, and how it calls itself."""

    passages: tuple[Passage, ...]
    tables: tuple[Grid, ...] = ()
    problems: tuple[str, ...] = ()
    title: str = ""
    authors: tuple[str, ...] = ()

    def counted(self) -> dict[str, int]:
        """How many passages there are of each kind."""
        kinds = [each.kind for each in self.passages]
        return {kind: kinds.count(kind) for kind in KINDS if kind in kinds}


def kind_of(title: str) -> str:
    """The kind of a theorem-like environment that prints this title."""
    word = title.split()[-1].lower() if title.split() else ""
    return word if word in KINDS else _KINDS_OF.get(word, "statement")

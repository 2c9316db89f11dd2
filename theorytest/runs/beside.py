"""Files that stand beside a record and that a report reads: JSON of one class, with its schema and a checksum."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from theorytest.claims.paper import Paper
from theorytest.runs.files import replace_file
from theorytest.runs.records import signed
from theorytest.runs.sealed import Seal

Kept = TypeVar("Kept")


def paper_key(paper: Paper) -> str:
    """A name for a paper's list: its title and labels."""
    text = "\n".join((paper.title or "", *(item.label for item in paper.items)))
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Beside(Generic[Kept]):
    """One kind of file: its class, its name in a folder, the version of its format, what it holds, how it is made."""

    holds: type[Kept]
    file: str
    schema: int
    what: str
    again: str

    def write(self, path: Path, value: Kept) -> None:
        """Write the file whole or not at all."""
        replace_file(path, signed({"schema": self.schema, **msgspec.to_builtins(value)}))

    def read(self, path: Path) -> Kept:
        """What the file holds, or one sentence about what is wrong with it."""
        seal = Seal(self.what, self.schema, self.again)
        try:
            return msgspec.convert(seal.open(path), self.holds)
        except msgspec.ValidationError as error:
            raise seal.incomplete(path, error) from None

    def published(self, paper: Paper, *folders: Path) -> Kept | None:
        """That in the first folder that holds some of this paper; what belongs to another paper is none of it."""
        for path in (folder / self.file for folder in folders):
            if path.exists() and getattr(found := self.read(path), "paper", None) == paper_key(paper):
                return found
        return None

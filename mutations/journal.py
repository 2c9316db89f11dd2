"""The fates of a run in pieces, one line each; a piece goes on where the last one ended."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from mutations.bugs import Bug
from mutations.running import Fate


def write_fate(fate: Fate, path: Path) -> None:
    """Add a line."""
    line = {**asdict(fate), "bug": fate.bug.name, "mark": _mark(fate.bug)}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def read_fates(path: Path, bugs: Sequence[Bug]) -> list[Fate]:
    """In the order of the bugs, the last line of each; a line about a bug that is another one now is left out."""
    if not path.exists():
        return []
    found = {fate.bug: fate for fate in _read(path, bugs)}
    return [found[bug] for bug in bugs if bug in found]


def _read(path: Path, bugs: Sequence[Bug]) -> Iterator[Fate]:
    marked = {_mark(bug): bug for bug in bugs}
    for text in path.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        bug = marked.get(line.pop("mark"))
        if bug is not None:
            yield Fate(**{**line, "bug": bug})


def _mark(bug: Bug) -> str:
    return hashlib.sha256(repr(bug).encode()).hexdigest()[:16]

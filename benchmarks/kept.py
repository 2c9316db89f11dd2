"""Rows that are kept as soon as they are made, so that a long benchmark may stop at any time and go on later.

A row is known by its name and by a mark of what it depends on, such as the file of a check: where the mark changes, the
row is made again.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

from theorytest.claims.claim import Claim
from theorytest.runs.records import state_folder

CHECKS = Path("checks")


def kept_in(name: str) -> Path:
    """The file of a benchmark, beside the record of the last run."""
    folder = state_folder(CHECKS) / "benchmarks"
    folder.mkdir(exist_ok=True)
    return folder / f"{name}.jsonl"


def mark(claim: Claim, *others: object) -> str:
    """Of the file of the check, and whatever else decides the row."""
    source = Path(inspect.getsourcefile(inspect.unwrap(claim.check)) or "").read_bytes()
    return hashlib.sha256(source + repr(others).encode()).hexdigest()[:16]


def rows(
    path: Path, wanted: Iterable[tuple[str, str, Callable[[], Any]]], seconds: float
) -> Iterator[tuple[str, Any, bool]]:
    """Name, row and whether it is new: what is known, and what can be made in so many seconds of the processor."""
    known, end = _known(path), process_time() + seconds
    for name, its_mark, make in wanted:
        if (name, its_mark) in known:
            yield name, known[name, its_mark], False
        elif process_time() < end:
            row = make()
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([name, its_mark, row]) + "\n")
            yield name, row, True


def _known(path: Path) -> dict[tuple[str, str], Any]:
    """What earlier calls left; a last line that was cut short is made again."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            name, its_mark, row = json.loads(line)
        except ValueError:
            continue
        found[name, its_mark] = row
    return found

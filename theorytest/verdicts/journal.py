"""An append-only journal: a finished task is on disk before the run goes on, so a killed run can be resumed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from theorytest.verdicts.encoding import dumps
from theorytest.verdicts.results import Result, Task

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows has no flock: two runs at once are then the user's own care
    flock = None  # type: ignore[assignment]


class JournalError(RuntimeError):
    """A journal that cannot be used, and what to do, in one sentence."""


@dataclass(frozen=True)
class Journal:
    """The open journal of a run, with the results that were in it already."""

    path: Path
    file: BinaryIO
    results: Mapping[Task, Result]

    def append(self, result: Result) -> None:
        """Put one finished task on disk."""
        _write_line(self.file, result.plain())

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.file.close()


def open_journal(path: Path, identity: Mapping[str, Any], *, resume: bool) -> Journal:
    """Start a journal anew, or go on with one that was made by the same run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("r+b" if path.exists() else "w+b")
    try:
        _lock(file, path)
        results = _resume(file, path, identity) if resume else {}
        if not results:
            file.seek(0)
            file.truncate()
            _write_line(file, {"identity": dict(identity)})
    except BaseException:
        file.close()
        raise
    return Journal(path, file, results)


def finished_tasks(path: Path) -> set[Task]:
    """The tasks that a journal holds, as the disk has them."""
    return {Task(entry["claim"], entry["mutant"]) for entry, _ in list(_entries(path.read_bytes(), path))[1:]}


def _resume(file: BinaryIO, path: Path, identity: Mapping[str, Any]) -> dict[Task, Result]:
    content = file.read()
    entries = list(_entries(content, path))
    if not entries:
        return {}
    _require_same(entries[0][0].get("identity", {}), identity, path)
    file.seek(entries[-1][1])
    file.truncate()  # a line that was cut short by the end of the run is written again
    return {result.task: result for result in (Result.from_plain(entry) for entry, _ in entries[1:])}


def _require_same(before: Mapping[str, Any], now: Mapping[str, Any], path: Path) -> None:
    for key in dict.fromkeys((*now, *before)):
        if before.get(key) != now.get(key):
            raise JournalError(
                f"{path.name} was written with {key} {before.get(key)}, this run has {key} {now.get(key)}: "
                "use the same, or start anew without --resume"
            )


def _write_line(file: BinaryIO, entry: Mapping[str, Any]) -> None:
    body = dumps(entry)
    file.write(f'{{"sha256":"{_checksum(body)}","entry":{body}}}\n'.encode())
    file.flush()
    os.fsync(file.fileno())


def _entries(content: bytes, path: Path) -> Iterator[tuple[dict[str, Any], int]]:
    """Every entry with the position behind it. Only the last line may be damaged."""
    position = 0
    lines = content.splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        position += len(line)
        entry = _entry(line)
        if entry is not None:
            yield entry, position
        elif number < len(lines):
            raise JournalError(f"line {number} of {path.name} is damaged: start anew without --resume")


def _entry(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
        intact = line.endswith(b"\n") and value["sha256"] == _checksum(dumps(value["entry"]))
    except (ValueError, KeyError, TypeError):
        return None
    return value["entry"] if intact else None


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _lock(file: BinaryIO, path: Path) -> None:
    if flock is None:
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except OSError:
        raise JournalError(f"another run is writing {path.name}: wait for it to end") from None

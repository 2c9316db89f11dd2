"""An append-only file of checksummed lines: what was written stays, and what was damaged is never used.

A line is with the system before the run goes on, so that a kill loses nothing. It is on disk a moment later, and all
lines are when the file is closed: a thread waits for the disk, and lines that come meanwhile go together.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from theorytest.encoding import dumps
from theorytest.runs.disk import Disk
from theorytest.runs.files import sync_folder

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows has no flock: two runs at once are then the user's own care
    flock = None  # type: ignore[assignment]

Entry = dict[str, Any]

_START = b'{"sha256":"'  # of every line


class JournalError(RuntimeError):
    """A journal that cannot be used, and what to do, in one sentence."""


@dataclass(frozen=True)
class Lines:
    """An open file that grows by one entry at a time."""

    path: Path
    file: BinaryIO
    disk: Disk

    def append(self, entry: Mapping[str, Any]) -> None:
        """Write one entry."""
        body = dumps(entry)
        self.file.write(_START + f'{_checksum(body)}","entry":{body}}}\n'.encode())
        self.file.flush()
        self.disk.sync()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self.file:
            self.disk.finish()


def open_lines(
    path: Path, identity: Mapping[str, Any], *, resume: bool, keep: Callable[[Entry], None] = lambda _: None
) -> Lines:
    """Start a file anew, or go on with one that was made by the same run; `keep` then sees what it holds, in order."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = _opened(path)
    lines = Lines(path, file, Disk(file.fileno()))
    try:
        _lock(file, path)
        if not (resume and _resume(file, path, identity, keep)):
            file.seek(0)
            file.truncate()
            lines.append({"identity": dict(identity)})
    except BaseException:
        lines.__exit__(None, None, None)
        raise
    return lines


def _opened(path: Path) -> BinaryIO:
    """The file, made where it is missing; never one that a link leads to, which belongs to somebody else."""
    if path.is_symlink():
        raise JournalError(f"{path.name} is a link, and what it leads to is left as it is: remove the link")
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0), 0o666)
    sync_folder(path.parent)
    return os.fdopen(handle, "r+b")


def refuse_others(path: Path) -> None:
    """A file that somebody names and that is no such file is left as it is."""
    if path.is_file():
        with path.open("rb") as file:
            start = file.read(len(_START))
        if not _START.startswith(start):
            raise JournalError(f"{path} is no journal, and is left as it is: name another file")


def read_entries(path: Path) -> Iterator[Entry]:
    """What a file holds behind its first line, as the disk has it."""
    with path.open("rb") as file:
        entries = _entries(file, path)
        next(entries, None)
        yield from (entry for entry, _ in entries)


def _resume(file: BinaryIO, path: Path, identity: Mapping[str, Any], keep: Callable[[Entry], None]) -> bool:
    """Whether there was anything to go on with."""
    entries = _entries(file, path)
    first, end = next(entries, (None, 0))
    if first is None:
        return False
    _require_same(first.get("identity", {}), identity, path)
    for entry, end in entries:  # noqa: B007 - the end of the last entry
        keep(entry)
    file.seek(end)
    file.truncate()  # a line that was cut short by the end of the run is written again
    return True


def _require_same(before: Mapping[str, Any], now: Mapping[str, Any], path: Path) -> None:
    for key in dict.fromkeys((*now, *before)):
        if before.get(key) != now.get(key):
            raise JournalError(
                f"{path.name} was written with {key} {before.get(key)}, this run has {key} {now.get(key)}: "
                "use the same, or start anew without --resume"
            )


def _entries(file: BinaryIO, path: Path) -> Iterator[tuple[Entry, int]]:
    """Every entry with the position behind it, one line in memory at a time. Only the last line may be damaged."""
    position, damaged = 0, 0
    for number, line in enumerate(file, start=1):
        if damaged:
            raise JournalError(f"line {damaged} of {path.name} is damaged: start anew without --resume")
        position += len(line)
        entry = _entry(line)
        if entry is None:
            damaged = number
        else:
            yield entry, position


def _entry(line: bytes) -> Entry | None:
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

"""An append-only journal: a finished task is written before the run goes on, so a killed run can be resumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from theorytest.runs.lines import Entry, JournalError, Lines, open_lines, read_entries
from theorytest.runs.results import Result, Task

__all__ = ["Journal", "JournalError", "finished_tasks", "open_journal"]


@dataclass(frozen=True)
class Journal:
    """The open journal of a run, with the results that were in it already."""

    lines: Lines
    results: Mapping[Task, Result]

    @property
    def path(self) -> Path:
        """Where it is."""
        return self.lines.path

    def append(self, result: Result) -> None:
        """Keep one finished task."""
        self.lines.append(result.plain())

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.lines.__exit__(kind, error, at)


def open_journal(path: Path, identity: Mapping[str, Any], *, resume: bool) -> Journal:
    """Start a journal anew, or go on with one that was made by the same run."""
    results: dict[Task, Result] = {}

    def keep(entry: Entry) -> None:
        result = Result.from_plain(entry)
        results[result.task] = result

    return Journal(open_lines(path, identity, resume=resume, keep=keep), results)


def finished_tasks(path: Path) -> set[Task]:
    """The tasks that a journal holds, as the disk has them."""
    return {Task(entry["claim"], entry["mutant"]) for entry in read_entries(path)}

"""Where the time of a whole run of the claims goes, from the seconds of each task in its record."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from theorytest.report.book import Book, section_name
from theorytest.runs.records import RecordError, read_record

DEAREST = 20
GOAL = 60.0  # seconds on two cores without mutants


@dataclass(frozen=True)
class Suite:
    """The seconds of all tasks, summed by claim (with its mutants) and by section."""

    seconds: float  # by the clock
    jobs: int
    claims: dict[str, list[float]]
    sections: dict[str, float]
    when: str
    bare: float = 0.0  # seconds of the claims without their mutants

    @property
    def work(self) -> float:
        """The sum over all tasks."""
        return sum(map(sum, self.claims.values()))

    @property
    def busy(self) -> float:
        """The share of the time of all workers in which they work on tasks."""
        return self.work / (self.jobs * self.seconds)

    def goal(self) -> str:
        """Whether two cores would do the work without mutants in a minute."""
        here = self.bare / 2
        words = f"without mutants the seconds of all tasks, shared by two cores, are {here:.0f}"
        found = "met" if here <= GOAL else f"MISSED by {here - GOAL:.0f} s"
        return f"{words}, and {GOAL:g} s are the target: {found}"

    def dearest(self) -> list[tuple[str, ...]]:
        """The dearest claims, and the rest as one."""
        order = sorted(self.claims, key=lambda name: -sum(self.claims[name]))
        rows = [(name, str(len(self.claims[name])), *self._share(sum(self.claims[name]))) for name in order[:DEAREST]]
        rest = [each for name in order[DEAREST:] for each in self.claims[name]]
        return [*rows, (f"the other {len(order) - len(rows)} claims", str(len(rest)), *self._share(sum(rest)))]

    def by_section(self) -> list[tuple[str, ...]]:
        """In the paper's order."""
        return [(name, *self._share(seconds)) for name, seconds in self.sections.items()]

    def _share(self, seconds: float) -> tuple[str, str]:
        return f"{seconds:.1f} s", f"{100 * seconds / self.work:.1f} %"


def read_suite(path: Path) -> Suite | str:
    """The times in a record, or why there are none."""
    try:
        record = read_record(path)
    except RecordError as error:
        return f"not measured: {error}; `make report` writes one"
    timings, claims, sections = record.timings, defaultdict(list), defaultdict(float)
    for task, seconds in timings.tasks.items():
        claims[task.partition("[")[0]].append(seconds)
    for entry in Book(record).entries:
        sections[section_name(entry.item.section.split(".")[0])] += sum(claims[entry.id])
    bare = sum(seconds for task, seconds in timings.tasks.items() if "[" not in task)
    when = f"{timings.started[:10]}, commit {str(record.run.commit)[:7]}"
    return Suite(timings.seconds, timings.jobs, dict(claims), dict(sections), when, bare)

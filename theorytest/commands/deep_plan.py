"""What a deep run will cost, from a pilot: here, and on more workers than are here."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from theorytest.commands.deep_chunks import Chunk, Job, chunk_sums
from theorytest.decisions.wording import count as count_of
from theorytest.descent.streaming import nothing
from theorytest.runs.lines import open_lines
from theorytest.runs.pool import spread, workers

_TURNS = 5
_SECONDS = 0.1  # that one turn of the pilot takes at least, unless a chunk is done before
_FIRST = 64  # replicas of the first, untimed turn

Seconds = tuple[float, float, float]


@dataclass(frozen=True)
class Plan:
    """Seconds for one replica, low, median and high over the turns; those of the parent are for one chunk.

    `here` is by the clock, with all workers of this run together. `processor` is what one worker works, and what a core
    of its own would take; `efficiency` is the part of it that is left when these workers run together.
    """

    job: Job
    here: Seconds
    processor: Seconds
    parent: float
    workers: int
    efficiency: float | None  # None for a single one

    @property
    def core_hours(self) -> float:
        """Of all replicas, at the median."""
        return self.job.replicas * self.processor[1] / 3600

    def wall(self, cores: int, processor: float) -> float:
        """Seconds on so many cores: whole rounds of chunks, or what the parent needs to write them down."""
        rounds = min(math.ceil(self.job.chunks / cores) * self.job.chunk, self.job.replicas)
        return max(rounds * processor / (self.efficiency or 1.0), self.job.chunks * self.parent)

    def left(self, known: int, replica: float) -> float:
        """Seconds for the chunks that are not known yet, on the workers of this run."""
        todo = self.job.chunks - known
        return min(todo * self.job.chunk, self.job.replicas) * replica + (
            todo * self.parent if self.workers == 1 else 0
        )

    def lines(self, known: int, elsewhere: int) -> Iterator[str]:
        """The plan in sentences, for a run of which `known` chunks are done, and for `elsewhere` cores."""
        job, words = self.job, dict(self.job.words)
        points = job.replicas * words["steps"] * words["samples"]
        done = f", {known:,} of them done before" if known else ""
        yield (
            f"plan: {job.replicas:,} trajectories of {words['steps']:,} steps, {points:,} draws of points, "
            f"{count_of(job.chunks, 'chunk')} of {job.chunk:,}{done}"
        )
        low, mid, high = (1e6 * each for each in self.processor)
        yield (
            f"pilot: {mid:.3g} µs of a processor per trajectory ({low:.3g} to {high:.3g} over {_TURNS} turns, "
            f"{job.path} steps), {1e3 * self.parent:.2g} ms to keep a chunk"
        )
        yield f"here: {_range(self.left(known, each) for each in self.here)} on {_workers(self.workers)}"
        together = "not measured with one worker" if self.workers == 1 else f"measured with {_workers(self.workers)}"
        yield (
            f"elsewhere: {self.core_hours:.3g} core-hours; on {elsewhere:,} cores like these "
            f"{_range(self.wall(elsewhere, each) for each in self.processor)}, at an efficiency of "
            f"{self.efficiency or 1.0:.2f} ({together})"
        )


def plan_of(job: Job, *, jobs: int, scheduler: str | None) -> Plan:
    """Run the pilot: replicas that are thrown away, one call alone on a worker, then all workers at once."""
    size, numbers = _pilot_size(job), count()
    with workers(jobs, scheduler) as n:
        pass

    def turn(calls: int) -> tuple[float, list[Chunk]]:
        start, some = time.perf_counter(), ((job, next(numbers), size) for _ in range(calls))
        chunks = list(spread(chunk_sums, some, jobs=jobs, scheduler=scheduler))
        return time.perf_counter() - start, chunks

    if n > 1:
        turn(2 * n)  # workers start, and make the problem
    alone = [turn(1)[1][0] for _ in range(_TURNS)]
    together = [turn(n) for _ in range(_TURNS)] if n > 1 else [(each.seconds, [each]) for each in alone]
    return Plan(
        job,
        here=_spread([wall / (n * size) for wall, _ in together]),
        processor=_spread([each.worked / size for each in alone]),
        parent=_parent_seconds(job, alone[0]),
        workers=n,
        efficiency=_efficiency(alone, together) if n > 1 else None,
    )


def _efficiency(alone: list[Chunk], together: list[tuple[float, list[Chunk]]]) -> float:
    """The slowing of processors that share memory, times the part of the time in which workers have something to do.

    Neither counts other programs on the machine, which a cluster's cores would not meet.
    """
    slowed = np.median([each.worked for each in alone]) / np.median(
        [each.worked for _, row in together for each in row]
    )
    busy = np.median([sum(each.seconds for each in row) / (len(row) * wall) for wall, row in together])
    return min(1.0, float(slowed * busy))


def _spread(costs: list[float]) -> Seconds:
    low, mid, high = np.quantile(costs, [0.1, 0.5, 0.9]).tolist()
    return low, mid, high


def _range(ends: Iterable[float]) -> str:
    low, mid, high = map(duration, ends)
    return f"about {mid} ({low} to {high})"


def _pilot_size(job: Job) -> int:
    """Replicas of a turn: doubled until it takes long enough to be timed, at most a chunk."""
    size = min(_FIRST, job.chunk)
    chunk_sums(job, 0, size)  # compiles, where there is something to compile
    while size < job.chunk and chunk_sums(job, 0, size).seconds < _SECONDS:
        size = min(2 * size, job.chunk)
    return size


def _parent_seconds(job: Job, chunk: Chunk) -> float:
    """What the parent does for a chunk: a line on disk, and an exact sum."""
    total = nothing(np.array(job.centre))
    with TemporaryDirectory() as folder, open_lines(Path(folder) / "pilot.jsonl", {}, resume=False) as lines:
        start = time.perf_counter()
        for _ in range(_TURNS):
            lines.append(chunk.plain())
            total = total.add(chunk.sums)
        return (time.perf_counter() - start) / _TURNS


def duration(seconds: float) -> str:
    """Seconds, minutes or hours, in words."""
    if seconds < 100:
        return f"{seconds:.2g} s"
    return f"{seconds / 60:.3g} min" if seconds < 6000 else f"{seconds / 3600:.3g} h"


def _workers(count: int) -> str:
    return "1 worker" if count == 1 else f"{count:,} workers"

"""A deep run in chunks: each is made again from the words of the command, the seed and its number, wherever it runs."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from theorytest.arguments import Array
from theorytest.commands.curved_problem import CurvedProblem, curved_problem
from theorytest.commands.linear_problem import LinearProblem, linear_problem
from theorytest.commands.shallow import shallow_problem
from theorytest.descent.scheme import geometric_times
from theorytest.descent.streaming import PowerSums, stream
from theorytest.encoding import pack, unpack
from theorytest.runs.seeds import Generators

WORDS = (
    *("estimator", "measure", "basis", "dim", "samples", "sampling", "delta", "target", "step", "steps", "seed"),
    *("model", "shape", "rank", "curve", "width", "power", "interval", "initial", "tolerance", "tries"),
)
_CENTRE = 64  # replicas whose mean is the centre of the sums: it need not be good, only near
_WORK = 2**28  # numbers that a chunk draws and multiplies, about a second's work
_LARGEST, _SMALLEST = 2**20, 2**12  # replicas of a chunk
_FEWEST = 256  # chunks, so that many workers have something to do

Words = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Job:
    """What every worker must know: the words of the problem, how it makes its steps, the replicas and their chunks."""

    words: Words
    path: str
    replicas: int
    chunk: int
    centre: tuple[float, ...]

    @property
    def chunks(self) -> int:
        """How many there are."""
        return -(-self.replicas // self.chunk)

    def size(self, number: int) -> int:
        """The replicas of one chunk; the last may be smaller."""
        return min(self.chunk, self.replicas - number * self.chunk)


@dataclass(frozen=True, eq=False)
class Chunk:
    """The sums of one chunk, the seconds that it took, and those of them that a processor worked on it."""

    number: int
    sums: PowerSums
    seconds: float = 0.0
    worked: float = 0.0

    def plain(self) -> dict[str, Any]:
        """As one JSON value, bit by bit."""
        arrays = (*self.sums.sums, self.sums.least, self.sums.largest, self.sums.diverged)
        return {"chunk": self.number, "count": self.sums.count, "sums": pack(np.stack(arrays))}

    @classmethod
    def from_plain(cls, value: Mapping[str, Any]) -> Chunk:
        """The chunk back from its JSON value."""
        rows = unpack(value["sums"])
        return cls(value["chunk"], PowerSums(value["count"], rows[:-3], *rows[-3:]))


def words_of(options: argparse.Namespace) -> Words:
    """The words that decide every number."""
    return tuple((name, getattr(options, name)) for name in WORDS)


def make_job(options: argparse.Namespace, chunk: int | None) -> Job:
    """The job of the options, with the chunks that are asked for, or those that suit the problem."""
    words = words_of(options)
    problem, times = problem_of(words), times_of(words)
    nowhere = np.zeros(len(times))
    first = stream(
        problem.process,
        problem.steps,
        options.steps,
        generators(words, "centre")(0),
        _CENTRE,
        times=times,
        centre=nowhere,
    )
    mean = first.sums[0] / first.count
    centre = np.where(np.isfinite(mean), mean, 0.0)
    size = chunk or chunk_size(options.replicas, options.steps * problem.work)
    return Job(words, problem.path, options.replicas, min(size, options.replicas), tuple(centre.tolist()))


def chunk_size(replicas: int, work: int) -> int:
    """Replicas of a chunk: a power of 2, from the work of one replica; a clock would change the numbers."""
    wanted = min(_WORK // work, max(replicas // _FEWEST, _SMALLEST), _LARGEST)
    return 1 << max(wanted, 1).bit_length() - 1


def chunk_sums(job: Job, number: int, pilot: int = 0) -> Chunk:
    """One chunk; with `pilot` so many replicas with other random numbers, that only show what time they take."""
    problem, times = problem_of(job.words), times_of(job.words)
    if problem.path != job.path:
        raise ValueError(
            f"the command makes steps by {job.path}, a worker by {problem.path}: install numba on both or none"
        )
    rng = generators(job.words, "pilot" if pilot else "trajectories")(number)
    size, started, at = pilot or job.size(number), time.perf_counter(), time.process_time()
    centre, n_steps = np.array(job.centre), dict(job.words)["steps"]
    sums = stream(problem.process, problem.steps, n_steps, rng, size, times=times, centre=centre)
    return Chunk(number, sums, time.perf_counter() - started, time.process_time() - at)


@lru_cache(maxsize=2)
def problem_of(words: Words) -> LinearProblem | CurvedProblem:
    """The problem, made once in each process."""
    options = argparse.Namespace(**dict(words))
    if options.model == "shallow":
        return shallow_problem(options)
    if options.model != "linear":
        return curved_problem(options)
    return linear_problem(options, np.random.default_rng(np.random.SeedSequence(options.seed)))


@lru_cache(maxsize=2)
def times_of(words: Words) -> Array:
    """When the ensemble is looked at."""
    return geometric_times(dict(words)["steps"])


def generators(words: Words, name: str) -> Generators:
    """A generator for each chunk, from the root seed and its number."""
    return Generators(dict(words)["seed"], "theorytest deep", name)


def missing(job: Job, known: set[int]) -> Iterator[tuple[Job, int]]:
    """The calls for the chunks that are not there yet."""
    return ((job, number) for number in range(job.chunks) if number not in known)

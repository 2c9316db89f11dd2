"""What a deep run costs per trajectory, how it scales from one worker to two, and what a billion cost on 100 cores.

One draw is one trajectory of `theorytest deep`: Legendre polynomials of dimension 3, one optimal point per step,
quasi-projection, least squares with the target exp, 20 steps, observed at 12 times. A turn is a number of whole chunks
with their sums of powers, kept as in a run: a line on disk for each chunk, and exact sums.

The first row compares two workers with one, side by side; the ratio of their costs is 1/2 where they do not disturb
each other, and efficiency = 1 / (2 ratio); other programs on the machine count as disturbance here. The second compares
a chunk with the bare scheme, `descend` on as many replicas, so that its ratio is the price of streaming.
The cost on 100 cores is that of the plan that the command itself prints: whole rounds of chunks, by the seconds that a
processor works and at the measured efficiency, or the time that the parent needs to write chunks down if that is more.
It assumes cores like these, one per worker.
"""

from __future__ import annotations

import os
import platform
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
from timing import Row, Work, side_by_side, table

from theorytest.commands.deep_chunks import WORDS as NAMES
from theorytest.commands.deep_chunks import Job, chunk_sums, make_job, problem_of, times_of
from theorytest.commands.deep_plan import duration, plan_of
from theorytest.descent.scheme import descend
from theorytest.descent.streaming import nothing
from theorytest.runs.lines import open_lines
from theorytest.runs.pool import spread

TURNS, CHUNK, CHUNKS = 7, 2**17, 8
FAR, CORES = 10**9, 100
WORDS = dict.fromkeys(NAMES) | {
    "estimator": "quasi", "measure": "uniform", "dim": 3, "samples": 1, "sampling": "optimal",
    "target": "exp", "step": "optimal", "steps": 20, "seed": 0, "model": "linear",
}  # fmt: skip


def job(replicas: int, chunk: int | None = None) -> Job:
    return make_job(Namespace(**WORDS, replicas=replicas), chunk)


def streamed(workers: int) -> Work:
    """All chunks of a job on so many workers, with what the parent does for each."""
    some = job(CHUNK * CHUNKS, CHUNK)

    def run() -> None:
        total = nothing(np.array(some.centre))
        with TemporaryDirectory() as folder, open_lines(Path(folder) / "bench.jsonl", {}, resume=False) as lines:
            for chunk in spread(chunk_sums, ((some, k) for k in range(CHUNKS)), jobs=workers):
                lines.append(chunk.plain())
                total = total.add(chunk.sums)

    return Work(run, some.replicas)


def bare() -> Work:
    """The scheme alone, in batches of the same size."""
    words = job(CHUNK, CHUNK).words
    problem, times, rng, size = problem_of(words), times_of(words), np.random.default_rng(), 2**14

    def run() -> None:
        for _ in range(CHUNK // size):
            descend(problem.process, problem.steps, WORDS["steps"], rng, size, times=times)

    return Work(run, CHUNK)


def rows() -> Iterator[Row]:
    path, what = job(CHUNK, CHUNK).path, f"{CHUNKS} chunks of {CHUNK:,} trajectories of {WORDS['steps']} steps"
    if (os.cpu_count() or 1) > 1:
        costs = side_by_side(streamed(2), streamed(1), turns=TURNS, clock=perf_counter)
        remark = f"{_speed(costs)}, efficiency {1 / (2 * costs['ratio']):.2f}"
        yield Row(f"deep, {path}: {what}, 2 workers over 1", **costs, remark=remark)
    some = job(CHUNK, CHUNK)
    costs = side_by_side(Work(lambda: chunk_sums(some, 0), CHUNK), bare(), turns=TURNS)
    yield Row(f"deep, {path}: one chunk over the bare scheme", **costs, remark=_speed(costs))


def _speed(costs: dict[str, float]) -> str:
    return f"{1 / costs['cost']:,.0f} per second"


def extrapolated() -> Iterator[str]:
    """The plan of a billion trajectories, with both cores of a pair measured together."""
    plan = plan_of(job(FAR), jobs=min(2, os.cpu_count() or 1), scheduler=None)
    yield from plan.lines(0, CORES)
    bound = plan.job.chunks * plan.parent
    yield f"the parent writes {plan.job.chunks:,} chunks down in {duration(bound)}, which bounds any number of workers"


def main() -> None:
    """Print the table and the plan."""
    print(f"cost of one trajectory, median of {TURNS} turns side by side")
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {os.cpu_count()} processors\n")
    print(table(list(rows()), "trajectories"))
    print()
    for line in extrapolated():
        print(line)


if __name__ == "__main__":
    main()

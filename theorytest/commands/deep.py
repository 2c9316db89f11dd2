"""`theorytest deep`: ensembles of any size, planned from a pilot, streamed in chunks, and resumed after any end."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from scipy.special import ndtr, ndtri

from theorytest.arguments import Array
from theorytest.claims.fingerprints import fingerprint
from theorytest.commands.deep_chunks import Chunk, Job, chunk_sums, make_job, missing, problem_of, times_of
from theorytest.commands.deep_plan import duration, plan_of
from theorytest.commands.linear_problem import LONGEST, DescendError, add_problem_options, in_one_sentence, refuse_huge
from theorytest.commands.models import add_model_options, refuse_other_models
from theorytest.commands.worker_options import add_worker_options, refuse_half_a_cluster
from theorytest.descent.streaming import POWERS, Streamed, Total, nothing
from theorytest.encoding import dumps, plain
from theorytest.runs.cluster import ClusterError
from theorytest.runs.lines import Entry, JournalError, Lines, open_lines, refuse_others
from theorytest.runs.pool import RunnerError, spread
from theorytest.runs.provenance import versions
from theorytest.runs.records import state_folder
from theorytest.terminal import say

CONFIDENCE = 0.95
INTERRUPTED = 130
_TOLD = 20  # lines of progress
_PER_KURTOSIS = 50  # replicas that an interval needs for each unit of kurtosis


def add_options(parser: argparse.ArgumentParser, whole: Callable[[str], int], natural: Callable[[str], int]) -> None:
    """The options; `whole` and `natural` read integers of at least 1 and 0."""
    add_problem_options(parser, whole, natural, always_linear=False, replicas=10**7)
    add_model_options(parser, whole)
    parser.add_argument(
        "--chunk", type=whole, metavar="N", help="replicas of a chunk (default: what suits the problem)"
    )
    parser.add_argument("--plan", action="store_true", help="only run the pilot and print the plan")
    parser.add_argument(
        "--workers", type=whole, default=100, metavar="N", help="to tell the cost on so many (default: 100)"
    )
    add_worker_options(parser, whole, "chunks")
    parser.add_argument("--resume", action="store_true", help="go on with the journal of a run that was stopped")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="of the chunks (default: .theorytest/deep.jsonl)")


def deep(options: argparse.Namespace) -> int:
    """Plan, run, print."""
    refuse_half_a_cluster(options)
    options.step = options.step or ("adaptive" if options.model == "shallow" else "optimal")
    if options.journal:
        refuse_others(options.journal)
    if options.replicas < 2:
        raise DescendError(f"--replicas must be at least 2 for a spread, got {options.replicas}")
    try:
        with in_one_sentence(options.estimator):
            return _deep(options)
    except DescendError as error:
        if isinstance(error.__cause__, (JournalError, ClusterError, RunnerError, OSError)):  # a sentence of its own
            raise error.__cause__ from None
        raise


def _deep(options: argparse.Namespace) -> int:
    refuse_other_models(options)
    if options.model == "linear":
        refuse_huge(options, 1)
    elif options.steps > LONGEST:
        raise ValueError(f"{options.steps:,} steps never end: lower --steps")
    console, job = Console(stderr=True), make_job(options, options.chunk)
    total, known = nothing(np.array(job.centre)), set[int]()
    if options.plan:
        _say_plan(job, 0, options, Console())
        return 0

    path = options.journal or state_folder(options.checks) / "deep.jsonl"

    def keep(entry: Entry) -> None:
        nonlocal total
        chunk = _chunk(job, entry, path)
        if chunk.number in known:
            raise JournalError(f"{path.name} has chunk {chunk.number} twice: start anew without --resume")
        known.add(chunk.number)
        total = total.add(chunk.sums)

    with open_lines(path, _identity(job), resume=options.resume, keep=keep) as lines:
        try:
            _say_plan(job, len(known), options, console)
            total = _stream(job, total, known, lines, options, console)
        except KeyboardInterrupt:
            say(console, f"interrupted: {len(known):,} of {job.chunks:,} chunks are done, go on with --resume")
            return INTERRUPTED
    _print(job, total.summary(), as_json=options.json)
    return 0


def _chunk(job: Job, entry: Entry, path: Path) -> Chunk:
    """A chunk of the journal, which must be one of the job's."""
    try:
        chunk = Chunk.from_plain(entry)
        fits = chunk.number in range(job.chunks) and chunk.sums.count == job.size(chunk.number)
        fits = fits and chunk.sums.sums.shape == (POWERS, len(job.centre))
    except (KeyError, TypeError, ValueError, IndexError):
        fits = False
    if not fits:
        raise JournalError(f"{path.name} has a line that is no chunk of this run: start anew without --resume")
    return chunk


def _say_plan(job: Job, known: int, options: argparse.Namespace, console: Console) -> None:
    if known < job.chunks:
        for line in plan_of(job, jobs=options.jobs, scheduler=options.scheduler).lines(known, options.workers):
            say(console, line)


def _identity(job: Job) -> dict[str, Any]:
    """What a journal must share with the run that resumes it."""
    words = dict(job.words)
    own = [Path(words["estimator"].rpartition(":")[0])] if ":" in words["estimator"] else []
    return {
        **words,
        "replicas": job.replicas,
        "chunk": job.chunk,
        "path": job.path,
        **versions(),
        "sources": fingerprint(*own),
    }


def _stream(
    job: Job, total: Total, known: set[int], lines: Lines, options: argparse.Namespace, console: Console
) -> Total:
    """The total with all chunks; each is on disk before it counts."""
    start, before = time.monotonic(), len(known)
    with closing(spread(chunk_sums, missing(job, known), jobs=options.jobs, scheduler=options.scheduler)) as chunks:
        for chunk in chunks:
            lines.append(chunk.plain())
            total = total.add(chunk.sums)
            known.add(chunk.number)
            if len(known) * _TOLD // job.chunks > (len(known) - 1) * _TOLD // job.chunks:
                left = (time.monotonic() - start) / (len(known) - before) * (job.chunks - len(known))
                say(
                    console,
                    f"[{len(known):,}/{job.chunks:,}] {total.count:,} trajectories, about {duration(left)} left",
                )
    say(console, f"done in {duration(time.monotonic() - start)}{_memory()}")
    return total


def _memory() -> str:
    """The most that this process has held."""
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # Windows
        return ""
    unit = 1 if sys.platform == "darwin" else 1024
    return f", with at most {getrusage(RUSAGE_SELF).ru_maxrss * unit / 2**20:.0f} MiB"


def _print(job: Job, found: Streamed, *, as_json: bool) -> None:
    problem, times = problem_of(job.words), times_of(job.words)
    exact = problem.exact(times)
    if as_json:
        print(dumps(plain(_plain(job, found, times, exact)), indent=1))
        return
    shown = "the columns show L(u_t) - L_min,M"
    title = "; ".join(filter(None, (problem.title, shown, f"L_min,M = {problem.floor:.6g}", problem.not_exact)))
    for line in _lines(found, times, exact, title):
        say(Console(), line)


def _plain(job: Job, found: Streamed, times: Array, exact: Array | None) -> dict[str, Any]:
    low, high = _interval(found)
    z = None if exact is None else [each if np.isfinite(each) else None for each in found.deviations(exact).tolist()]
    return {
        "t": times, "mean": found.mean, "stderr": found.stderr, "low": low, "high": high, "confidence": CONFIDENCE,
        "exact_mean": exact, "z": z, "variance": found.variance, "kurtosis": found.kurtosis, "least": found.least,
        "largest": found.largest, "diverged": found.diverged.astype(int), "replicas": found.count,
        "chunk": job.chunk, "chunks": job.chunks, "path": job.path, "seed": dict(job.words)["seed"],
        "loss_min": problem_of(job.words).floor,
    }  # fmt: skip


def _interval(found: Streamed) -> tuple[Array, Array]:
    half = float(ndtri((1 + CONFIDENCE) / 2)) * found.stderr
    with np.errstate(invalid="ignore"):
        return np.where(np.isfinite(half), found.mean - half, 0.0), found.mean + half


def _lines(found: Streamed, times: Array, exact: Array | None, title: str) -> Iterator[str]:
    low, high = _interval(found)
    z = np.full(len(times), np.nan) if exact is None else found.deviations(exact)
    yield f"{title}; {found.count:,} trajectories, of which {int(found.diverged.max()):,} diverged"
    interval, last = f"{CONFIDENCE:.0%} interval", f"{'z':>8}{'kurtosis':>11}{'largest':>13}"
    yield f"{'t':>9}{'exact mean':>15}{'mean':>15}{interval:>34}{last}"
    for i, t in enumerate(times):
        known = "-" if exact is None else f"{exact[i]:.8g}"
        sigmas = f"{z[i]:.2f}" if np.isfinite(z[i]) else "-"
        ends = f"{low[i]:.7g} to {high[i]:.7g}"
        kurtosis = f"{found.kurtosis[i]:.4g}" if found.stderr[i] > 0 else "-"
        yield f"{t:>9}{known:>15}{found.mean[i]:>15.8g}{ends:>34}{sigmas:>8}{kurtosis:>11}{found.largest[i]:>13.4g}"
    yield from _remarks(found, times, z)


def _remarks(found: Streamed, times: Array, z: Array) -> Iterator[str]:
    heavy = times[(found.stderr > 0) & (found.kurtosis * _PER_KURTOSIS > found.count)]
    scattered = np.isfinite(z) & (times < heavy[0] if len(heavy) else True)  # later z have no normal law
    if scattered.any():
        i = int(np.argmax(np.where(scattered, np.abs(z), -1.0)))
        p = min(1.0, 2 * float(ndtr(-abs(z[i]))) * int(scattered.sum()))
        far = f"at most {abs(z[i]):.2f} standard errors"
        when = f"all times before {heavy[0]}" if len(heavy) else "all times"
        yield f"the mean differs from the exact one by {far} (t = {times[i]}, p = {p:.2g} over {when})"
    if len(heavy):
        yield f"rare paths carry the mean from t = {heavy[0]} on: intervals and z are not to be trusted there"

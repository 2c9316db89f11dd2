"""`theorytest atlas`: every estimator, sampler and space measured against what is printed and what is exact."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.console import Console

from theorytest.atlas.cells import DELTA, ESTIMATORS, Cell, cells
from theorytest.atlas.effort import EFFORTS
from theorytest.atlas.record import Atlas, AtlasError, atlas_of, read_atlas, write_atlas
from theorytest.atlas.rows import Row
from theorytest.atlas.running import calls, rows_of
from theorytest.atlas.summary import summary
from theorytest.claims.fingerprints import fingerprint
from theorytest.commands.worker_options import add_worker_options, refuse_half_a_cluster
from theorytest.runs.lines import Entry, open_lines, refuse_others
from theorytest.runs.pool import spread
from theorytest.runs.provenance import commit, versions
from theorytest.runs.records import state_folder
from theorytest.terminal import counted, say

INTERRUPTED = 130


def add_options(parser: argparse.ArgumentParser, whole: Callable[[str], int], natural: Callable[[str], int]) -> None:
    """The options; `whole` and `natural` read integers of at least 1 and 0."""
    parser.add_argument(
        "--estimator", action="append", metavar="NAME", help=f"one of {', '.join(ESTIMATORS)}; again for more"
    )
    parser.add_argument("--dim", type=whole, action="append", metavar="D", help="a dimension; again for more")
    parser.add_argument("--samples", action="append", metavar="N", help="points, such as 4, d or 10d; again for more")
    parser.add_argument("--delta", type=float, default=DELTA, metavar="X", help=f"of S_delta (default: {DELTA})")
    parser.add_argument("--budget", choices=EFFORTS, default="standard", help="how sharp (default: standard)")
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="root seed (default: 0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the record")
    parser.add_argument("--output", type=Path, metavar="DIR", help="write heat maps and tables as pages")
    parser.add_argument("--record", type=Path, metavar="FILE", help="read this record instead of measuring")
    add_worker_options(parser, whole, "cells")
    parser.add_argument("--resume", action="store_true", help="go on with the journal of a run that was stopped")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="of the cells (default: .theorytest/atlas.jsonl)")


def atlas_command(options: argparse.Namespace) -> int:
    """Measure, or read; then tell, and write what was asked for. 1 where draws differ from exact values."""
    refuse_half_a_cluster(options)
    if options.journal:
        refuse_others(options.journal)
    try:
        found = read_atlas(options.record) if options.record else _measured(options)
    except KeyboardInterrupt:
        say(Console(stderr=True), "interrupted: go on with --resume")
        return INTERRUPTED
    if options.json:
        write_atlas(found, options.json)
    if options.output:
        from theorytest.atlas.pages import write_pages  # matplotlib is slow to import

        write_pages(found, options.output)
    for line in summary(found):
        say(Console(), line)
    return int(any(q.agrees is False for row in found.rows for q in row.quantities.values()))


def _cells(options: argparse.Namespace) -> list[Cell]:
    """The cells that were asked for."""
    names = options.estimator or list(ESTIMATORS)
    unknown = [name for name in names if name not in ESTIMATORS]
    if unknown:
        raise AtlasError(f"--estimator must be one of {', '.join(ESTIMATORS)}, got {unknown[0]!r}")
    effort = EFFORTS[options.budget]
    try:
        found = list(cells(names, options.dim or effort.dims, options.samples or effort.samples, options.delta))
    except ValueError as error:
        raise AtlasError(f"--{error}") from error
    if not found:
        raise AtlasError("no cell has these estimators, dimensions and samples: least squares needs at least d points")
    return found


def _measured(options: argparse.Namespace) -> Atlas:
    wanted, rows = _cells(options), list[Row]()
    done: set[Cell] = set()

    def keep(entry: Entry) -> None:
        for value in entry["rows"]:
            row = Row.from_plain(value)
            rows.append(row)
            done.add(row.cell)

    path, started = options.journal or state_folder(options.checks) / "atlas.jsonl", time.process_time()
    with open_lines(path, _identity(options, wanted), resume=options.resume, keep=keep) as lines:
        for values in _streamed([cell for cell in wanted if cell not in done], options):
            entry = {"rows": values}
            lines.append(entry)
            keep(entry)
    run = {**_facts(options), "cells": len(wanted), "cpu_seconds_here": round(time.process_time() - started, 1)}
    return atlas_of(run, rows)


def _streamed(missing: list[Cell], options: argparse.Namespace) -> Iterator[list[dict[str, Any]]]:
    """The rows of the blocks that are not there yet, with progress."""
    todo = calls(missing, options.budget, options.seed)
    if not todo:
        return
    with (
        counted(Console(stderr=True), len(todo), "blocks of cells") as tick,
        closing(spread(rows_of, todo, jobs=options.jobs, scheduler=options.scheduler)) as stream,
    ):
        for values in stream:
            yield values
            tick()


def _facts(options: argparse.Namespace) -> dict[str, Any]:
    words = [f"--budget {options.budget}", f"--seed {options.seed}"]
    words += [f"--estimator {name}" for name in options.estimator or ()]
    words += [f"--dim {d}" for d in options.dim or ()] + [f"--samples {n}" for n in options.samples or ()]
    words += [f"--delta {options.delta}"] if options.delta != DELTA else []
    return {
        "command": " ".join(["theorytest atlas", *words]),
        "budget": options.budget,
        "seed": options.seed,
        "versions": versions(),
        "commit": commit(Path.cwd()),
        "sources": fingerprint(),
    }


def _identity(options: argparse.Namespace, wanted: list[Cell]) -> dict[str, Any]:
    """What a journal must share with the run that resumes it."""
    facts = {name: value for name, value in _facts(options).items() if name not in ("commit", "versions")}
    return {**facts, **versions(), "cells": len(wanted)}

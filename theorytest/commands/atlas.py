"""`theorytest atlas`: every estimator, sampler and space measured against what is printed and what is exact."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from theorytest.atlas.cells import DELTA, ESTIMATORS, Cell, cells
from theorytest.atlas.comparing import changes_told, compared
from theorytest.atlas.effort import EFFORTS
from theorytest.atlas.rate_rows import RateRow
from theorytest.atlas.record import Atlas, AtlasError, atlas_of, read_atlas, write_atlas
from theorytest.atlas.rows import Row
from theorytest.atlas.running import calls, rate_calls, rate_of, rows_of
from theorytest.atlas.summary import summary
from theorytest.atlas.verdicts import verdicts
from theorytest.claims.fingerprints import fingerprint
from theorytest.commands.worker_options import add_worker_options, refuse_half_a_cluster
from theorytest.runs.lines import Entry, open_lines, refuse_others
from theorytest.runs.pool import spread
from theorytest.runs.provenance import commit, versions
from theorytest.runs.records import state_folder
from theorytest.terminal import counted, say

INTERRUPTED = 130
PARTS = ("constants", "rates", "all")


def add_options(parser: argparse.ArgumentParser, whole: Callable[[str], int], natural: Callable[[str], int]) -> None:
    """The options; `whole` and `natural` read integers of at least 1 and 0."""
    parser.add_argument(
        "--estimator", action="append", metavar="NAME", help=f"{', '.join(ESTIMATORS)} or FILE.py:CLASS; again for more"
    )
    parser.add_argument("--dim", type=whole, action="append", metavar="D", help="a dimension; again for more")
    parser.add_argument("--samples", action="append", metavar="N", help="points, such as 4, d or 10d; again for more")
    parser.add_argument("--delta", type=float, default=DELTA, metavar="X", help=f"of S_delta (default: {DELTA})")
    parser.add_argument("--budget", choices=EFFORTS, default="standard", help="how sharp (default: standard)")
    parser.add_argument(
        "--part", choices=PARTS, help="constants of Table 2, rates of Table 1, or all (default: all of a whole grid)"
    )
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="root seed (default: 0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the record")
    parser.add_argument("--output", type=Path, metavar="DIR", help="write heat maps and tables as pages")
    parser.add_argument("--record", type=Path, metavar="FILE", help="read this record instead of measuring")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="tell what moved against this record")
    add_worker_options(parser, whole, "cells")
    parser.add_argument("--resume", action="store_true", help="go on with the journal of a run that was stopped")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="of the cells (default: .theorytest/atlas.jsonl)")


def atlas_command(options: argparse.Namespace) -> int:
    """Measure, or read; then tell, and write what was asked for.

    1 where draws differ from exact values, contradict what is printed where that is not expected, or moved.
    """
    refuse_half_a_cluster(options)
    if options.journal:
        refuse_others(options.journal)
    try:
        before = read_atlas(options.compare) if options.compare else None
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
    wrong = any(q.agrees is False for row in found.rows for q in row.quantities.values())
    wrong = wrong or not all(verdict.as_expected for verdict in verdicts(found.rows))
    if before is not None:
        changes = compared(found, before)
        for line in changes_told(changes, found, before):
            say(Console(), line)
        wrong = wrong or any(change.moved for change in changes)
    return int(wrong)


def _cells(options: argparse.Namespace) -> list[Cell]:
    """The cells that were asked for."""
    names = options.estimator or list(ESTIMATORS)
    unknown = [name for name in names if name not in ESTIMATORS and ":" not in name]
    if unknown:
        raise AtlasError(f"--estimator must be one of {', '.join(ESTIMATORS)} or FILE.py:CLASS, got {unknown[0]!r}")
    effort = EFFORTS[options.budget]
    try:
        found = list(cells(names, options.dim or effort.dims, options.samples or effort.samples, options.delta))
    except ValueError as error:
        raise AtlasError(f"--{error}") from error
    if not found:
        raise AtlasError("no cell has these estimators, dimensions and samples: least squares needs at least d points")
    return found


@dataclass
class _Found:
    """What a journal holds and a run adds to."""

    rows: list[Row] = field(default_factory=list)
    rates: list[RateRow] = field(default_factory=list)

    def keep(self, entry: Entry) -> None:
        """Remember an entry of the journal."""
        self.rows += [Row.from_plain(value) for value in entry.get("rows", ())]
        self.rates += [RateRow.from_plain(value) for value in entry.get("rates", ())]


def _measured(options: argparse.Namespace) -> Atlas:
    part = options.part or ("constants" if options.estimator or options.dim or options.samples else "all")
    wanted = _cells(options) if part != "rates" else []
    rates = rate_calls(options.budget, options.seed) if part != "constants" else []
    found, started = _Found(), time.process_time()
    path = options.journal or state_folder(options.checks) / "atlas.jsonl"
    identity = {**_identity(options), "cells": len(wanted), "rates": len(rates)}
    with open_lines(path, identity, resume=options.resume, keep=found.keep) as lines:
        known, fitted = {row.cell for row in found.rows}, {row.cell for row in found.rates}
        todo = calls([cell for cell in wanted if cell not in known], options.budget, options.seed)
        missing = [call for call in rates if call[0] not in fitted]
        for name, work, list_of_calls in (("rows", rows_of, todo), ("rates", rate_of, missing)):
            for values in _streamed(work, list_of_calls, options):
                lines.append({name: values})
                found.keep({name: values})
    spent = {"cpu_seconds_here": round(time.process_time() - started, 1)}
    return atlas_of({**_facts(options), **spent, "cells": len(wanted)}, found.rows, found.rates)


def _streamed(
    work: Any, todo: Sequence[tuple[Any, ...]], options: argparse.Namespace
) -> Iterator[list[dict[str, Any]]]:
    """What the workers find, with progress."""
    if not todo:
        return
    with (
        counted(Console(stderr=True), len(todo), "blocks") as tick,
        closing(spread(work, todo, jobs=options.jobs, scheduler=options.scheduler)) as stream,
    ):
        for values in stream:
            yield values
            tick()


def _facts(options: argparse.Namespace) -> dict[str, Any]:
    words = [f"--budget {options.budget}", f"--seed {options.seed}"]
    words += [f"--estimator {name}" for name in options.estimator or ()]
    words += [f"--dim {d}" for d in options.dim or ()] + [f"--samples {n}" for n in options.samples or ()]
    words += [f"--part {options.part}"] if options.part else []
    words += [f"--delta {options.delta}"] if options.delta != DELTA else []
    return {
        "command": " ".join(["theorytest atlas", *words]),
        "budget": options.budget,
        "seed": options.seed,
        "versions": versions(),
        "commit": commit(Path.cwd()),
        "sources": fingerprint(),
    }


def _identity(options: argparse.Namespace) -> dict[str, Any]:
    """What a journal must share with the run that resumes it."""
    facts = {name: value for name, value in _facts(options).items() if name not in ("commit", "versions")}
    return {**facts, **versions()}

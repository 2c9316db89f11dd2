"""`theorytest calibrate`: promised and measured error rates, of single decisions or of a whole suite."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console

from theorytest.calibration import rules as calibration
from theorytest.calibration.suite import SENTENCES
from theorytest.calibration.suite_calibration import REPETITIONS, calibrate_suite, planned_runs
from theorytest.calibration.tallies import write_calibration
from theorytest.commands.worker_options import cores
from theorytest.report.calibrated import Table, lead, tables
from theorytest.runs.records import require_file
from theorytest.terminal import calibration_lines, counted, say


class CalibrateError(ValueError):
    """Options that do not fit together, in a sentence."""


def add_options(parser: argparse.ArgumentParser, whole: Callable[[str], int], natural: Callable[[str], int]) -> None:
    """The options; `whole` and `natural` read integers of at least 1 and 0."""
    parser.add_argument("--suite", action="store_true", help="run a whole small suite instead of single decisions")
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="root seed (default: 0)")
    parser.add_argument(
        "--repetitions",
        type=whole,
        metavar="N",
        help=f"per decision and world (default: 100), or of the suite in each world (default: {REPETITIONS}; "
        "its broken forms get 200 at least)",
    )
    parser.add_argument("--jobs", type=whole, metavar="N", help="worker processes for --suite (default: all cores)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result of --suite there, for the report")


def calibrate(options: argparse.Namespace) -> int:
    """Print promised beside measured; 1 if a promise is broken, or if one that must break seems to be kept."""
    if options.suite:
        return _suite(options)
    if options.json or options.jobs:
        raise CalibrateError("--json and --jobs belong to --suite: give it too, or leave them out")
    rows = calibration.calibrate(repetitions=options.repetitions or 100, seed=options.seed)
    for line in calibration_lines(rows):
        say(Console(), line)
    return 0 if all(row.holds() is not row.broken for row in rows) else 1


def _suite(options: argparse.Namespace) -> int:
    if options.json:
        require_file(options.json, "--json")
    repetitions, told = options.repetitions or REPETITIONS, Console(stderr=True)
    runs = planned_runs(repetitions)
    say(told, f"seed {options.seed}, {runs:,} runs of a suite of {len(SENTENCES)} claims")
    with counted(told, runs, "calibrating") as observe:
        found = calibrate_suite(
            repetitions=repetitions, seed=options.seed, jobs=options.jobs or cores(), observe=observe
        )
    if options.json:
        write_calibration(found, options.json)
    for line in (lead(found), *(line for table in tables(found) for line in _aligned(table))):
        say(Console(), line)
    return 0 if found.holds else 1


def _aligned(table: Table) -> Iterator[str]:
    """The table as lines of equal columns."""
    rows = (table.columns, *table.rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield ""
    yield table.title
    for row in rows:
        yield "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()

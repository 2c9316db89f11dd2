"""`theorytest referee`: the referee report of a record, printed and kept."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from theorytest.calibration.tallies import published
from theorytest.report.formats import shortfall
from theorytest.report.referee import referee_text
from theorytest.runs.files import replace_file
from theorytest.runs.records import last_record, read_record, require_writable
from theorytest.terminal import say


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("--record", type=Path, metavar="FILE", help="a record (default: that of the last run)")
    parser.add_argument(
        "--output", type=Path, default=Path("reports"), metavar="DIR", help="where referee.md goes (default: reports)"
    )


def referee(options: argparse.Namespace) -> int:
    """Print the report, write it, and say where it is."""
    require_writable(options.output, "--output: ")
    source, told = options.record or last_record(options.checks), Console(stderr=True)
    record, calibration = read_record(source), published(source.parent, options.output)
    text, path = referee_text(record, calibration), options.output / "referee.md"
    replace_file(path, text.encode())
    print(text, end="")
    if missing := shortfall(record):
        say(told, f"{missing}: the report speaks only of these")
    say(told, str(path))
    return 0

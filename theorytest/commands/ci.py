"""`theorytest ci`: a record as continuous integration wants it, annotations, JUnit and a badge."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from theorytest.report.ci import annotated, badge, junit
from theorytest.runs.files import replace_file
from theorytest.runs.records import last_record, read_record


def add_options(parser: argparse.ArgumentParser) -> None:
    """What is written where."""
    parser.add_argument("--record", type=Path, metavar="FILE", help="the record (default: that of the last run)")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write every claim and mutant as a JUnit test case")
    parser.add_argument("--badge", type=Path, metavar="FILE", help="write a badge as SVG")


def ci(options: argparse.Namespace) -> int:
    """Print one annotation for each difference, and write the files; the exit code is that of the run."""
    record = read_record(options.record or last_record(options.checks.resolve()), curves=False)
    for line in annotated(record):
        print(line, file=sys.stdout)
    for path, text in ((options.junit, junit), (options.badge, badge)):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, text(record).encode())
    return record.run.exit_code

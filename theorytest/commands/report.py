"""`theorytest report`: what a record says, as a page, as a ledger or as data."""

from __future__ import annotations

import argparse
from pathlib import Path

from jinja2 import UndefinedError
from rich.console import Console

from theorytest.calibration.tallies import published
from theorytest.claims.renamed import read_renamed
from theorytest.claims.source import read_source
from theorytest.decisions.wording import count
from theorytest.report.archive import archive
from theorytest.report.deeper import DEEPER
from theorytest.report.formats import shortfall, write_report
from theorytest.report.history import history
from theorytest.report.listings import listings
from theorytest.report.needs import NEEDS
from theorytest.report.site import Site
from theorytest.runs.illustrations import ILLUSTRATIONS
from theorytest.runs.record import Record
from theorytest.runs.records import RecordError, last_record, read_record
from theorytest.source.changes import changes
from theorytest.source.reading import read_tex
from theorytest.terminal import say


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("--record", type=Path, metavar="FILE", help="a record (default: that of the last run)")
    parser.add_argument(
        "--output", type=Path, default=Path("reports"), metavar="DIR", help="where it goes (default: reports)"
    )
    parser.add_argument(
        "--format",
        choices=("html", "md", "json"),
        default="html",
        help="a site with index.html, LEDGER.md or report.json (default: html)",
    )
    parser.add_argument(
        "--against",
        type=Path,
        nargs="+",
        default=(),
        metavar="FILE",
        help="earlier records or baselines, to compare",
    )
    parser.add_argument(
        "--single-file",
        action="store_true",
        help="tables, findings, pictures and claims in one index.html, for mailing",
    )
    parser.add_argument("--source", type=Path, metavar="FILE", help="the TeX of the paper: its own words are shown")


def report(options: argparse.Namespace) -> int:
    """Write the report; the last line is its path."""
    path, told = options.record or last_record(options.checks), Console(stderr=True)
    record, calibration = read_record(path), published(path.parent, options.output)
    source = read_source(options.source) if options.source else None
    illustrations = ILLUSTRATIONS.published(record.ledger.paper, path.parent, options.output)
    needs = NEEDS.published(record.ledger.paper, path.parent, options.output)
    deeper = DEEPER.published(record.ledger.paper, path.parent, options.output)
    earlier = history(record, options.against, read_renamed(options.checks) if options.against else {})
    form = "page" if options.single_file else options.format
    try:
        say(told, f"writing the report of {count(len(record.verdicts), 'claim')}")
        beside = path.name if path.resolve().parent == options.output.resolve() else ""
        site = Site(
            record,
            calibration,
            source,
            illustrations,
            earlier,
            needs,
            deeper,
            data=beside,
            code=listings(record.ledger, options.checks),
            archive=archive(options.checks, record.run.versions) if form == "html" else None,
        )
        path = write_report(site, options.output, form)
    except (LookupError, TypeError, ValueError, UndefinedError) as error:
        what = f"{type(error).__name__}: {error}"
        raise RecordError(f"the record lacks what a report needs ({what}): write it again with this version") from error
    if changed := _changed(record, options.source) if options.source else 0:
        what = f"{count(changed, 'passage')} of {options.source} changed since the list was read from it"
        say(told, f"{what}: theorytest stale --source {options.source} names them")
    if missing := shortfall(record):
        say(told, f"{missing}: the report shows only these")
    say(Console(), str(path))
    return 0


def _changed(record: Record, source: Path) -> int:
    """How many passages of the source differ from those that the paper's list has hashes of."""
    paper = record.ledger.paper
    if not any(item.passage for item in paper.items):
        return 0
    return sum(1 for _ in changes(*read_tex(source), paper, ()))

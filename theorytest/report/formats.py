"""A record as a site (`index.html`), one page, a ledger for the repository (`LEDGER.md`), or data (`report.json`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from theorytest.calibration.tallies import Calibration
from theorytest.claims.source import Source
from theorytest.report.history import History
from theorytest.report.markdown import ledger_text
from theorytest.report.page import render
from theorytest.report.places import FOLDER
from theorytest.report.site import Site
from theorytest.report.summary import summary_text
from theorytest.runs.files import replace_file
from theorytest.runs.illustrations import Illustrations
from theorytest.runs.record import Record

FORMATS: dict[str, tuple[str, Callable[[Record, Calibration | None], str]]] = {
    "page": ("index.html", render),
    "md": ("LEDGER.md", lambda record, _: ledger_text(record.ledger, record.verdicts)),
    "json": ("report.json", summary_text),
}


def write_site(
    record: Record,
    folder: Path,
    calibration: Calibration | None,
    source: Source | None,
    illustrations: Illustrations | None = None,
    earlier: History | None = None,
) -> Path:
    """Write the pages of the site, its first screen last, and remove those that an earlier one left behind."""
    written = set()
    for name, content in Site(record, calibration, source, illustrations, earlier).files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, content)
        written.add(path)
    for ending in ("*.html", "plots/*.svg", "plots/*.csv"):
        for path in set((folder / FOLDER).glob(ending)) - written:
            path.unlink()
    return folder / "index.html"


def write_report(
    record: Record,
    folder: Path,
    form: str = "html",
    calibration: Calibration | None = None,
    source: Source | None = None,
    illustrations: Illustrations | None = None,
    earlier: History | None = None,
) -> Path:
    """Write a report into the folder, each file whole or not at all, and return the path of the first one to open."""
    if form == "html":
        return write_site(record, folder, calibration, source, illustrations, earlier)
    name, text = FORMATS[form]
    path = folder / name
    replace_file(path, text(record, calibration).encode())
    return path


def shortfall(record: Record) -> str:
    """What a reader must know when the run did not include every claim, or nothing."""
    held, registered = len(record.verdicts), len(record.ledger.claims)
    return "" if held == registered else f"this record holds {held} of the {registered} claims"

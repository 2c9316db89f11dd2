"""A record as a page (`index.html`), as a ledger for the repository (`LEDGER.md`), or as data (`report.json`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from theorytest.calibration.tallies import Calibration
from theorytest.report.markdown import ledger_text
from theorytest.report.page import render
from theorytest.report.summary import summary_text
from theorytest.runs.files import replace_file
from theorytest.runs.record import Record

FORMATS: dict[str, tuple[str, Callable[[Record, Calibration | None], str]]] = {
    "html": ("index.html", render),
    "md": ("LEDGER.md", lambda record, _: ledger_text(record.ledger, record.verdicts)),
    "json": ("report.json", summary_text),
}


def write_report(record: Record, folder: Path, form: str = "html", calibration: Calibration | None = None) -> Path:
    """Write one file into the folder, whole or not at all, and return its path."""
    name, text = FORMATS[form]
    path = folder / name
    replace_file(path, text(record, calibration).encode())
    return path


def shortfall(record: Record) -> str:
    """What a reader must know when the run did not include every claim, or nothing."""
    held, registered = len(record.verdicts), len(record.ledger.claims)
    return "" if held == registered else f"this record holds {held} of the {registered} claims"

"""A record as a site (`index.html`), one page, a ledger for the repository (`LEDGER.md`), or data (`report.json`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from theorytest.report.archive import NAME as ARCHIVE
from theorytest.report.markdown import ledger_text
from theorytest.report.page import render
from theorytest.report.places import FOLDER
from theorytest.report.site import Site
from theorytest.report.summary import summary_text
from theorytest.runs.files import replace_file
from theorytest.runs.record import Record

FORMATS: dict[str, tuple[str, Callable[[Site], str]]] = {
    "page": ("index.html", lambda site: render(site.record, site.calibration, site.needs, site.illustrations)),
    "md": ("LEDGER.md", lambda site: ledger_text(site.record.ledger, site.record.verdicts)),
    "json": ("report.json", lambda site: summary_text(site.record, site.calibration, site.needs)),
}


def write_site(site: Site, folder: Path) -> Path:
    """Write the pages of the site, its first screen last, and remove those that an earlier one left behind."""
    written, beside = set(), (folder / "atlas" / "index.html").exists()
    for name, content in replace(site, atlas=beside).files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, content)
        written.add(path)
    for ending in ("*.html", ARCHIVE, "plots/*.svg", "plots/*.csv"):
        for path in set((folder / FOLDER).glob(ending)) - written:
            path.unlink()
    return folder / "index.html"


def write_report(site: Site, folder: Path, form: str = "html") -> Path:
    """Write a report into the folder, each file whole or not at all, and return the path of the first one to open."""
    if form == "html":
        return write_site(site, folder)
    name, text = FORMATS[form]
    path = folder / name
    replace_file(path, text(site).encode())
    return path


def shortfall(record: Record) -> str:
    """What a reader must know when the run did not include every claim, or nothing."""
    held, registered = len(record.verdicts), len(record.ledger.claims)
    return "" if held == registered else f"this record holds {held} of the {registered} claims"

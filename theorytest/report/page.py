"""One self-contained page from one record."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from theorytest.calibration.tallies import Calibration
from theorytest.decisions.decision import Verdict
from theorytest.decisions.wording import number, sharpness_words
from theorytest.report.attacked import attack_told, reach_told
from theorytest.report.book import SHAPES, Book, Entry, anchor, section_name, to_single
from theorytest.report.calibrated import HEADING, MISSING, lead, tables
from theorytest.report.comparisons import comparisons
from theorytest.report.evidence import said, spelled_out
from theorytest.report.findings import by_weight, changing, explained, failing_at, findings, not_printed
from theorytest.report.formulas import inline, is_wide, mathml
from theorytest.report.graph import graph
from theorytest.report.grids import grids
from theorytest.report.matrix import SIGNS, matrices, without
from theorytest.report.needs import Needs
from theorytest.report.overview import counts, first_looks, groups_sentence
from theorytest.report.pictures import Pictures
from theorytest.report.prose import emphasised, prose
from theorytest.report.reaches import scope_of
from theorytest.report.results import gravest, own_repairs
from theorytest.report.standing import results_sentence
from theorytest.report.strips import closest, evidence_strip
from theorytest.report.tight import loose, tight_sentence
from theorytest.report.views import ShownView
from theorytest.runs.illustrations import Illustrations
from theorytest.runs.record import Record


@dataclass(frozen=True)
class Chapter:
    """The claims of one section of the paper; a paper without sections has one without a name."""

    name: str
    title: str
    entries: list[Entry]

    @property
    def anchor(self) -> str:
        """The name of its place on the page."""
        return anchor("part", self.name)


def render(
    record: Record,
    calibration: Calibration | None = None,
    needs: Needs | None = None,
    illustrations: Illustrations | None = None,
) -> str:
    """The page as text; the same arguments give the same bytes."""
    book = Book(record, needs)
    found = findings(book)
    return (
        environment()
        .get_template("page.html")
        .render(
            book=book,
            run=book.run,
            paper=book.paper,
            coverage=book.ledger.coverage,
            timings=record.timings,
            counts=counts(book),
            looks=first_looks(book),
            grids=grids(book),
            findings=by_weight(found),
            changing=changing(found),
            not_printed=not_printed(book),
            loose=loose(book),
            tight_sentence=tight_sentence(book),
            graph=graph(book),
            matrices=matrices(book),
            without=without(book),
            calibration=calibration,
            pictures=Pictures(book),
            seed=illustrations.seed if illustrations else 0,
            views=[ShownView(each) for each in illustrations.views] if illustrations else [],
            chapters=list(chapters(book)),
            font=_font(),
            to=to_single,
        )
    )


def chapters(book: Book) -> Iterator[Chapter]:
    """The claims by section, in the paper's order."""
    titles = {item.section: item.title for item in book.items.values() if item.kind == "section"}
    for section, entries in groupby(book.entries, key=lambda entry: entry.item.section):
        yield Chapter(section_name(section) if book.has_sections else "", titles.get(section, ""), list(entries))


@cache
def environment() -> Environment:
    """The templates with what they may call."""
    made = Environment(
        loader=PackageLoader("theorytest.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "mathml": mathml,
        "inline": inline,
        "prose": prose,
        "emphasised": emphasised,
        "said": said,
        "number": number,
        "anchor": lambda n, kind: anchor(kind, n),
    }
    made.globals |= {
        "shape": lambda verdict: SHAPES[Verdict(verdict)],
        "is_wide": is_wide,
        "groups_sentence": groups_sentence,
        "results_sentence": results_sentence,
        "sharpness_words": sharpness_words,
        "strip": evidence_strip,
        "closest": lambda entry: closest(comparisons(entry)),
        "spelled_out": spelled_out,
        "explained": explained,
        "own_repairs": own_repairs,
        "failing_at": failing_at,
        "gravest": gravest,
        "scope_of": scope_of,
        "attack_told": attack_told,
        "reach_told": reach_told,
        "calibrated": {"heading": HEADING, "missing": MISSING, "lead": lead, "tables": tables},
        "signs": [(need.value, sign) for need, sign in SIGNS.items()],
    }
    return made


def _font() -> Markup:
    """The mathematics font as text, so that the page needs no other file."""
    content = files("theorytest.report").joinpath("fonts", "mathematics.woff").read_bytes()
    return Markup(base64.b64encode(content).decode("ascii"))

"""One self-contained page from one record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from theorytest.report.formulas import mathml
from theorytest.verdicts.decision import Verdict
from theorytest.verdicts.records import Record, replace_file

# A shape for each verdict, so that nothing rests on colour alone.
SHAPES = {
    Verdict.EXACT: "■",
    Verdict.CONFIRMED: "●",
    Verdict.CONSISTENT: "◐",
    Verdict.REFUTED: "✕",
    Verdict.UNDECIDED: "?",
    Verdict.NOT_EXECUTABLE: "–",
}


@dataclass(frozen=True)
class Entry:
    """One claim with its verdict, as the page shows it."""

    claim: Mapping[str, Any]
    verdict: Mapping[str, Any]
    item: Mapping[str, Any]  # of the paper's list

    @property
    def anchor(self) -> str:
        """The name of its place on the page."""
        return "claim-" + "".join(c if c.isalnum() or c in ".-_" else "-" for c in self.claim["id"])

    @property
    def place(self) -> str:
        """Where the paper says it: `Lemma 2`, or `Section 3.2 (a)` for what has no name of its own."""
        number, section = self.item["number"], self.item["section"]
        named = number and not number.startswith("(")
        if not number and not section:  # the abstract has neither
            return str(self.item["label"])
        return str(number) if named or not section else f"Section {section} {number}".strip()

    @property
    def shape(self) -> str:
        """The sign of its verdict."""
        return SHAPES[Verdict(self.verdict["verdict"])]


def render(record: Record) -> str:
    """The page as text; the same record gives the same bytes."""
    claims = {claim["id"]: claim for claim in record.data["ledger"]["claims"]}
    items = {item["label"]: item for item in record.data["ledger"]["items"]}
    entries = [Entry(c := claims[v["id"]], v, items[c["label"]]) for v in record.data["verdicts"]]
    counts = Counter(Verdict(entry.verdict["verdict"]) for entry in entries)
    environment = Environment(loader=PackageLoader("theorytest.report"), autoescape=True, undefined=StrictUndefined)
    environment.filters["mathml"] = mathml
    return environment.get_template("page.html").render(
        run=record.data["run"],
        entries=entries,
        findings=[entry for entry in entries if entry.verdict["verdict"] == Verdict.REFUTED],
        corrections={entry.claim["corrects"]: entry for entry in entries if entry.claim["corrects"]},
        counts=[(verdict.value, SHAPES[verdict], counts[verdict]) for verdict in Verdict],
        coverage=record.data["ledger"]["coverage"],
    )


def write_page(record: Record, folder: Path) -> Path:
    """Write `index.html` into the folder, whole or not at all, and return its path."""
    path = folder / "index.html"
    replace_file(path, render(record).encode())
    return path

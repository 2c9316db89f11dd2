"""The ledger for people who read the repository: every claim with its verdict, the same text for the same claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from theorytest.decisions.decision import Verdict
from theorytest.report.book import SHAPES, section_name

_SIGNS = str.maketrans(
    {
        "\\": "\\\\",
        "|": "\\|",
        "$": "\\$",
        "<": "&lt;",
        ">": "&gt;",
        "\n": " ",
        "*": "\\*",
        "_": "\\_",
        "`": "\\`",
        "[": "\\[",
    }
)


def ledger_text(ledger: Mapping[str, Any], verdicts: Sequence[Mapping[str, Any]] | None = None) -> str:
    """The ledger with the verdicts of a run, or with the registered ones, which every run is compared with."""
    found = {claim["id"]: claim["expected"] for claim in ledger["claims"]}
    if verdicts is not None:
        found = {entry["id"]: entry["verdict"] for entry in verdicts}
    return "\n".join(_lines(ledger, found)) + "\n"


def _lines(ledger: Mapping[str, Any], found: Mapping[str, str]) -> Iterator[str]:
    paper, coverage, claims = ledger["paper"], ledger["coverage"], ledger["claims"]
    yield f"# {_text(paper['title']) or 'Ledger'}"
    yield ""
    if paper["authors"]:
        yield f"{_text(', '.join(paper['authors']))}."
        yield ""
    yield "Made by `make ledger`. A test compares it with the claims, and every run compares them with their verdicts."
    yield ""
    held = [claim for claim in claims if claim["id"] in found]
    of = f"{len(held)} of {len(claims)}" if len(held) < len(claims) else str(len(claims))
    yield f"{of} claims, which cover {coverage['covered']} of the {coverage['total']} items in the paper's list."
    yield ""
    yield from _counts(found)
    items = {item["label"]: item for item in ledger["items"]}
    for section, group in groupby(held, key=lambda claim: items[claim["label"]]["section"]):
        yield from _section(section, list(group), items, found)


def _counts(found: Mapping[str, str]) -> Iterator[str]:
    number = Counter(found.values())
    yield "| verdict | claims |"
    yield "|---|---:|"
    for verdict in Verdict:
        if number[verdict]:
            yield f"| {SHAPES[verdict]} {verdict} | {number[verdict]} |"


def _section(
    section: str, claims: list[Mapping[str, Any]], items: Mapping[str, Mapping[str, Any]], found: Mapping[str, str]
) -> Iterator[str]:
    yield ""
    if any(item["section"] for item in items.values()):
        yield f"## {section_name(section)}"
        yield ""
    yield "| verdict | number | claim | says | mutants |"
    yield "|---|---|---|---|---:|"
    for claim in claims:
        verdict = Verdict(found[claim["id"]])
        word = f"{SHAPES[verdict]} {verdict}" + (
            "" if verdict == claim["expected"] else f", registered {claim['expected']}"
        )
        form = "" if claim["form"] == "printed" else " (corrected form)"
        said = f"{_text(claim['statement'])}{form}"
        yield f"| {word} | {_text(claim['number'])} | `{claim['id']}` | {said} | {len(claim['mutants'])} |"


def _text(words: str) -> str:
    """Words that mean nothing to Markdown."""
    return words.translate(_SIGNS)

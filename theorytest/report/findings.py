"""What fails as printed: the formula, the counterexample, what is true instead, and what is touched by it."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theorytest.claims.words import Gravity
from theorytest.decisions.decision import Verdict
from theorytest.report.book import Book, Entry
from theorytest.report.results import RESULTS, SLIPS, numbered_results
from theorytest.runs.record import NAMELESS

WEIGHTS: Mapping[Gravity | None, str] = {
    Gravity.STATEMENT: "Wrong statements",
    Gravity.CONSTANT: "Wrong constants",
    Gravity.HYPOTHESIS: "Missing hypotheses",
    Gravity.PROOF: "Gaps in proofs",
    Gravity.MISPRINT: "Misprints",
    Gravity.LITERAL: "Fails only when read literally",
    None: "Not weighed",
}
GRAVE = (Gravity.STATEMENT, Gravity.CONSTANT, Gravity.HYPOTHESIS)  # the others leave the statement as it is meant
STATEMENTS = (*RESULTS, "table cell", "assumption")
_LONGEST = 400  # characters of a witness; the rest is in the record


@dataclass(frozen=True)
class Finding:
    """A refuted claim with everything that a reader needs to judge it."""

    entry: Entry
    witness: list[tuple[str, str]]
    repairs: list[Entry]
    resting: list[Entry]
    of_result: str  # the theorem, proposition, corollary or lemma to whose statement it belongs, or nothing


def findings(book: Book) -> list[Finding]:
    """The paper's sentences that fail as printed, in its order."""
    stated = {entry.id: result.name for result in numbered_results(book) for entry in result.statement}
    return [_finding(book, entry, stated.get(entry.id, "")) for entry in _refuted(book) if entry.printed]


def not_printed(book: Book) -> list[Finding]:
    """The refuted claims that the paper does not make: they are no errors of the paper."""
    return [_finding(book, entry, "") for entry in _refuted(book) if not entry.printed]


def _refuted(book: Book) -> list[Entry]:
    return [entry for entry in book.entries if entry.verdict is Verdict.REFUTED]


def ranked(found: Sequence[Finding]) -> list[Finding]:
    """The one ranking: what changes a numbered result first, by how much it touches; then other errors by gravity.

    An error touches the other sentences that show it and the claims that use one of them. Among equals statements and
    cells come before prose.
    """
    shown = Counter(_error(each) for each in found)
    return sorted(found, key=lambda each: _weight(each, shown[_error(each)] - 1 + len(each.resting)))


def _error(each: Finding) -> str:
    """The name of the error that a sentence shows."""
    return each.entry.claim.finding or each.entry.id


def _weight(each: Finding, touched: int) -> tuple[bool, bool, int, int, bool, int]:
    gravity, cell = each.entry.claim.gravity, each.entry.item.kind in STATEMENTS
    slip, first = gravity not in GRAVE, bool(each.of_result)
    leading = not slip and first
    return slip, not slip and not first, -touched * leading, list(WEIGHTS).index(gravity), not cell, -touched


def by_weight(found: Sequence[Finding]) -> dict[str, list[Finding]]:
    """The findings under the heading of their weight."""
    order = ranked(found)
    groups = {
        words: [each for each in order if each.entry.claim.gravity is gravity] for gravity, words in WEIGHTS.items()
    }
    return {words: group for words, group in groups.items() if group}


@dataclass(frozen=True)
class Error:
    """One error of the paper: the gravest sentence that shows it, and the others that repeat it."""

    lead: Finding
    others: list[Finding]


def errors(found: Sequence[Finding]) -> list[Error]:
    """The findings by the error that they belong to, the gravest first."""
    groups: dict[str, list[Finding]] = {}
    for each in ranked(found):
        groups.setdefault(_error(each), []).append(each)
    return [Error(group[0], group[1:]) for group in groups.values()]


def changing(found: Sequence[Finding]) -> list[Error]:
    """The errors that change a numbered result, which are the first of all."""
    return [each for each in errors(found) if each.lead.of_result and each.lead.entry.claim.gravity not in SLIPS]


def _finding(book: Book, entry: Entry, of_result: str) -> Finding:
    repairs = book.repairs.get(entry.id, [])
    touched = book.resting_on([entry.id, *(each.id for each in repairs)])
    return Finding(entry, numbers(entry.result.witness or {}), repairs, touched, of_result)


def failing_at(entry: Entry) -> str:
    """The name of the instance on which the check fails, or nothing where the sentence says it or there is none."""
    searched = entry.result.attack is not None and entry.result.attack.found
    name = str((entry.result.witness or {}).get("decision", NAMELESS))
    return "" if searched or name == NAMELESS else name


def explained(script: str | None) -> str:
    """What a script that shows a counterexample says of it: its docstring without the first paragraph, the place."""
    try:
        words = ast.get_docstring(ast.parse(script or "")) or ""
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    return " ".join(" ".join(words.split("\n\n")[1:]).split())


def numbers(witness: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The witness as words and values; the name of its decision first, and no entry of a single number."""
    told = [key for key, value in witness.items() if key != "entry" or value != []]
    return [(str(key), _shown(witness[key])) for key in sorted(told, key=lambda key: (key != "decision", key))]


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.12g}"
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]} ..."

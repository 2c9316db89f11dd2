"""The numbered results of a paper (theorems, propositions, corollaries, lemmas): statement and proof apart.

A sentence belongs to a result when one of the labels that its claim covers stands in the lines of the statement or of
the proof; the worst of its sentences decides each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from theorytest.claims.paper import Item
from theorytest.claims.words import Gravity
from theorytest.decisions.decision import Verdict, combine
from theorytest.decisions.wording import count
from theorytest.report.book import Book, Entry

RESULTS = ("theorem", "proposition", "corollary", "lemma")


@dataclass(frozen=True)
class NumberedResult:
    """One result with the paper's sentences in its statement and in its proof."""

    item: Item
    name: str
    statement: list[Entry]
    proof: list[Entry]

    @property
    def statement_verdict(self) -> Verdict | None:
        """The worst of the statement's sentences."""
        return _worst(self.statement)

    @property
    def proof_verdict(self) -> Verdict | None:
        """The worst of the proof's sentences; None where the paper prints no proof that can be run."""
        return _worst(self.proof)

    @property
    def sentence(self) -> str:
        """Whether it holds as printed, in words that say no more than the verdicts."""
        failing = [each for each in self.statement if each.verdict is Verdict.REFUTED]
        others = ", ".join(dict.fromkeys(each.verdict.value for each in self.statement if each not in failing))
        if failing:
            why = ", ".join(dict.fromkeys(each.claim.gravity or "refuted" for each in failing))
            rest = f"; the others are {others}" if others else ""
            some = f"{len(failing)} of {_many(self.statement)} {_fails(failing)}"
            if why == Gravity.LITERAL:
                return f"Read literally it does not hold: {some}, and only in that reading{rest}."
            return f"As printed it does not hold: {some} ({why}){rest}."
        if self.holds:
            return f"No counterexample to it as printed is known: {_many(self.statement)}, {others}."
        return f"Whether it holds as printed is open: {_many(self.statement)}, {others}."

    @property
    def holds(self) -> bool:
        """Whether no sentence of the statement is refuted or open."""
        return self.statement_verdict is not None and self.statement_verdict.holds

    @property
    def proof_holds(self) -> bool:
        """Whether no sentence of the proof is refuted or open."""
        return self.proof_verdict is None or self.proof_verdict.holds


def numbered_results(book: Book) -> list[NumberedResult]:
    """In the paper's order."""
    items = [item for item in book.items.values() if item.kind in RESULTS]
    return [
        NumberedResult(
            item,
            book.place(item),
            list(_within(book, item, statement=True)),
            list(_within(book, item, statement=False)),
        )
        for item in items
    ]


def _within(book: Book, item: Item, *, statement: bool) -> Iterator[Entry]:
    lines = item.lines if statement else item.proof
    for entry in book.entries:
        own = statement and item.label in entry.labels
        if entry.printed and (own or any(_inside(book.items[label], lines) for label in entry.labels)):
            yield entry


def _inside(item: Item, lines: tuple[int, int] | None) -> bool:
    return lines is not None and lines[0] <= item.line <= lines[1]


def _many(entries: Sequence[Entry]) -> str:
    return count(len(entries), "sentence")


def _fails(entries: Sequence[Entry]) -> str:
    return "fails" if len(entries) == 1 else "fail"


def _worst(entries: Sequence[Entry]) -> Verdict | None:
    return combine(entry.verdict for entry in entries) if entries else None


def results_sentence(book: Book) -> str:
    """How many results stand as printed, and with their proofs, or nothing where the paper has none."""
    found = [each for each in numbered_results(book) if each.statement]
    if not found:
        return ""
    stand = [each for each in found if each.holds]
    whole = sum(bool(each.proof) and each.proof_holds for each in stand)
    unseen = sum(not each.proof for each in stand)
    rest = f"; for {unseen} no sentence of a proof was looked at" if unseen else ""
    return (
        f"No counterexample is known to the statements of {len(stand)} of the {len(found)} theorems, propositions, "
        f"corollaries and lemmas as printed; of these, {whole} have no refuted sentence in their proofs either{rest}."
    )

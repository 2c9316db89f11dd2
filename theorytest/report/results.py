"""The numbered results of a paper (theorems, propositions, corollaries, lemmas): statement and proof apart.

A sentence belongs to a result when one of the labels that its claim covers stands in the lines of the statement or of
the proof; the worst of its sentences decides each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from theorytest.claims.paper import Item
from theorytest.claims.words import Gravity
from theorytest.decisions.decision import Verdict, combine
from theorytest.decisions.wording import count
from theorytest.report.book import Book, Entry

RESULTS = ("theorem", "proposition", "corollary", "lemma")
SLIPS: Mapping[Gravity | None, str] = {Gravity.MISPRINT: "by a misprint", Gravity.LITERAL: "when read literally"}


class Sentence(Protocol):
    """A sentence of the paper: every label that its claim covers, its verdict, and the gravity of what fails."""

    @property
    def labels(self) -> tuple[str, ...]: ...  # noqa: D102

    @property
    def verdict(self) -> Verdict: ...  # noqa: D102

    @property
    def gravity(self) -> Gravity | None: ...  # noqa: D102


S = TypeVar("S", bound=Sentence)


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
        return worst(self.statement)

    @property
    def proof_verdict(self) -> Verdict | None:
        """The worst of the proof's sentences; None where no sentence of it was looked at."""
        return worst(self.proof)

    @property
    def sentence(self) -> str:
        """Whether it holds as printed, in words that say no more than the verdicts."""
        failing = [each for each in self.statement if each.verdict is Verdict.REFUTED]
        others = _tally([each for each in self.statement if each not in failing])
        if failing:
            why = ", ".join(dict.fromkeys(each.claim.gravity or "refuted" for each in failing))
            rest = f"; of the others, {others}" if others else ""
            some = _share(failing, self.statement)
            if (slip := SLIPS.get(gravest(failing))) is not None:
                alone = len(self.statement) == 1
                return f"It fails only {slip}." if alone else f"It fails only {slip}: {some}{rest}."
            return f"As printed it does not hold: {some} ({why}){rest}."
        if self.holds:
            return f"No counterexample to it as printed is known: {_seen(self.statement)}."
        return f"Whether it holds as printed is open: {_seen(self.statement)}."

    @property
    def proof_sentence(self) -> str:
        """What became of its proof: how many of its sentences fail, and how gravely."""
        if not self.proof:
            return "No sentence of its proof was looked at."
        failing = [each for each in self.proof if each.verdict is Verdict.REFUTED]
        if not failing:
            return f"Its proof: {_many(self.proof)}, the weakest {self.proof_verdict}."
        why = ", ".join(dict.fromkeys(each.claim.gravity or "refuted" for each in failing))
        return f"Of its proof, {_share(failing, self.proof)} ({why})."

    @property
    def proof_only(self) -> list[Entry]:
        """The sentences of the proof that do not belong to the statement as well."""
        return [each for each in self.proof if each not in self.statement]

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
    items, printed = book.items, printed_by_paper(book)
    return [
        NumberedResult(
            item,
            book.place(item),
            list(within(items, printed, item, statement=True)),
            list(within(items, printed, item, statement=False)),
        )
        for item in results_of(items)
    ]


def results_of(items: Mapping[str, Item]) -> list[Item]:
    """The items that are numbered results."""
    return [item for item in items.values() if item.kind in RESULTS]


def printed_by_paper(book: Book) -> list[Entry]:
    """The sentences of the paper, and not ours."""
    return [entry for entry in book.entries if entry.printed]


def within(items: Mapping[str, Item], printed: Iterable[S], item: Item, *, statement: bool) -> Iterator[S]:
    """The sentences in the lines of a result's statement, or of its proof."""
    lines = item.lines if statement else item.proof
    for each in printed:
        own = statement and item.label in each.labels
        if own or any(_inside(items[label], lines) for label in each.labels):
            yield each


def _inside(item: Item, lines: tuple[int, int] | None) -> bool:
    return lines is not None and lines[0] <= item.line <= lines[1]


def _many(entries: Sequence[Entry]) -> str:
    return count(len(entries), "sentence")


def _seen(entries: Sequence[Entry]) -> str:
    """`1 sentence, proved`, `2 sentences, of which 1 is consistent, 1 is proved`."""
    if len({each.verdict for each in entries}) == 1:
        return f"{_many(entries)}, {entries[0].verdict.value}"
    return f"{_many(entries)}, of which {_tally(entries)}" if entries else _many(entries)


def _tally(entries: Sequence[Entry]) -> str:
    """`1 is consistent, 2 are proved`."""
    found = Counter(each.verdict for each in entries)
    return ", ".join(f"{n} {'is' if n == 1 else 'are'} {verdict.value}" for verdict, n in found.items())


def _share(failing: Sequence[Entry], entries: Sequence[Entry]) -> str:
    """`2 of 3 sentences fail`."""
    if len(entries) == 1:
        return "the one sentence that was looked at fails"
    return f"{len(failing)} of {_many(entries)} {'fails' if len(failing) == 1 else 'fail'}"


def repaired_sentence(book: Book, result: NumberedResult) -> str:
    """What became of the statement's failing sentences, or nothing where none fails."""
    failing = [each for each in result.statement if each.verdict is Verdict.REFUTED]
    repairs = {each.id: own_repairs(book, each) for each in failing}
    without = sum(not found for found in repairs.values())
    told = {0: "", 1: " One has no repair of its own."}.get(without, f" {without} have no repair of their own.")
    mended = [_mended(each, repairs[each.id]) for each in failing if repairs[each.id]]
    return " ".join(mended) + told if mended else ""


def _mended(entry: Entry, repairs: Sequence[Entry]) -> str:
    """Which sentence the repair belongs to: the verdict of a repair is not that of the result."""
    verdicts = ", ".join(dict.fromkeys(better.verdict.value for better in repairs))
    its = "repair of that sentence alone is" if len(repairs) == 1 else "repairs of that sentence alone are"
    return f"What fails is “{entry.claim.says.rstrip('.')}”; the {its} {verdicts}."


def own_repairs(book: Book, entry: Entry) -> list[Entry]:
    """What is true instead of this very sentence, not of another one with the same error."""
    return [each for each in book.repairs.get(entry.id, []) if each.claim.repairs == entry.id]


def worst(entries: Sequence[Sentence]) -> Verdict | None:
    """The worst of the verdicts, where there is one."""
    return combine(entry.verdict for entry in entries) if entries else None


def gravest(statement: Sequence[Sentence]) -> Gravity | None:
    """The gravest error among the refuted sentences; None where nobody has said how grave they are."""
    found = {each.gravity for each in statement if each.verdict is Verdict.REFUTED}
    return next((gravity for gravity in Gravity if gravity in found), None)

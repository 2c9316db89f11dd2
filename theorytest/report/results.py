"""The numbered results of a paper (theorems, propositions, corollaries, lemmas): statement and proof apart.

A sentence belongs to a result when one of the labels that its claim covers stands in the lines of the statement or of
the proof; the worst of its sentences decides each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from theorytest.claims.paper import Item
from theorytest.claims.words import Gravity
from theorytest.decisions.decision import Verdict, combine
from theorytest.decisions.wording import count
from theorytest.report.book import Book, Entry, named

RESULTS = ("theorem", "proposition", "corollary", "lemma")
SLIPS = {Gravity.MISPRINT: "by a misprint", Gravity.LITERAL: "when read literally"}


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
        return _worst(self.statement)

    @property
    def proof_verdict(self) -> Verdict | None:
        """The worst of the proof's sentences; None where no sentence of it was looked at."""
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
    def proof_sentence(self) -> str:
        """What became of its proof: how many of its sentences fail, and how gravely."""
        if not self.proof:
            return "No sentence of its proof was looked at."
        failing = [each for each in self.proof if each.verdict is Verdict.REFUTED]
        if not failing:
            return f"Its proof: {_many(self.proof)}, the weakest {self.proof_verdict}."
        why = ", ".join(dict.fromkeys(each.claim.gravity or "refuted" for each in failing))
        return f"Of its proof, {len(failing)} of {_many(self.proof)} {_fails(failing)} ({why})."

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
    items, printed = book.items, _printed(book)
    return [
        NumberedResult(
            item,
            book.place(item),
            list(_within(items, printed, item, statement=True)),
            list(_within(items, printed, item, statement=False)),
        )
        for item in _results(items)
    ]


def _results(items: Mapping[str, Item]) -> list[Item]:
    return [item for item in items.values() if item.kind in RESULTS]


def _printed(book: Book) -> list[Entry]:
    return [entry for entry in book.entries if entry.printed]


def _within(items: Mapping[str, Item], printed: Iterable[S], item: Item, *, statement: bool) -> Iterator[S]:
    lines = item.lines if statement else item.proof
    for each in printed:
        own = statement and item.label in each.labels
        if own or any(_inside(items[label], lines) for label in each.labels):
            yield each


def _inside(item: Item, lines: tuple[int, int] | None) -> bool:
    return lines is not None and lines[0] <= item.line <= lines[1]


def _many(entries: Sequence[Entry]) -> str:
    return count(len(entries), "sentence")


def _fails(entries: Sequence[Entry]) -> str:
    return "fails" if len(entries) == 1 else "fail"


def _worst(entries: Sequence[Sentence]) -> Verdict | None:
    return combine(entry.verdict for entry in entries) if entries else None


def results_sentence(book: Book) -> str:
    """How many results stand as printed, and with their proofs, or nothing where the paper has none."""
    return standing(book.items, _printed(book))


def standing(items: Mapping[str, Item], printed: Sequence[Sentence]) -> str:
    """The same of the paper's list and its sentences alone."""
    known = list(_known(items, printed))
    if not known:
        return ""
    proofs = [proof for _, statement, proof in known if combine(each.verdict for each in statement).holds]
    names = f"the {len(known)} {_kinds([item for item, *_ in known])}"
    if not proofs:
        return f"No statement of {names} was found to hold as printed.{_failing(known)}"
    return (
        f"No counterexample is known to the statements of {len(proofs)} of {names} as printed; {_of_proofs(proofs)}."
        f"{_failing(known)}"
    )


def _known(items: Mapping[str, Item], printed: Sequence[S]) -> Iterator[tuple[Item, list[S], Verdict | None]]:
    """The results whose statement has a sentence: these sentences, and the worst verdict of the proof."""
    for item in _results(items):
        if statement := list(_within(items, printed, item, statement=True)):
            yield item, statement, _worst(list(_within(items, printed, item, statement=False)))


def _kinds(items: Sequence[Item]) -> str:
    """`theorems, corollaries and lemmas`: the kinds of results that there are."""
    plural = {"corollary": "corollaries"}
    there = [plural.get(kind, f"{kind}s") for kind in RESULTS if any(item.kind == kind for item in items)]
    return " and ".join(filter(None, (", ".join(there[:-1]), there[-1])))


def _of_proofs(proofs: Sequence[Verdict | None]) -> str:
    """What became of the proofs of the statements that hold."""
    whole, unseen = sum(proof is not None and proof.holds for proof in proofs), proofs.count(None)
    if unseen == len(proofs):
        return "no sentence of their proofs was looked at"
    rest = f"; for {unseen} no sentence of a proof was looked at" if unseen else ""
    return f"of these, {whole} have no refuted sentence in their proofs either{rest}"


def _failing(known: Sequence[tuple[Item, Sequence[Sentence], Verdict | None]]) -> str:
    """Which statements need a change, and how many fail only by a misprint or only literally."""
    failing = [
        (named(item.number or item.label, item.kind), gravest(statement))
        for item, statement, _ in known
        if _is_refuted(statement)
    ]
    changed = [name for name, gravity in failing if gravity not in SLIPS]
    said = [_needing(changed)] if changed else []
    for gravity, words in SLIPS.items():
        if slips := sum(found is gravity for _, found in failing):
            said.append(f"{slips} {'fails' if slips == 1 else 'fail'} only {words}")
    return f" {'; '.join(said)}." if said else ""


def _needing(names: Sequence[str]) -> str:
    return f"{len(names)} {'needs' if len(names) == 1 else 'need'} a change ({', '.join(names)})"


def _is_refuted(statement: Sequence[Sentence]) -> bool:
    return any(each.verdict is Verdict.REFUTED for each in statement)


def gravest(statement: Sequence[Sentence]) -> Gravity | None:
    """The gravest error among the refuted sentences; None where nobody has said how grave they are."""
    found = {each.gravity for each in statement if each.verdict is Verdict.REFUTED}
    return next((gravity for gravity in Gravity if gravity in found), None)

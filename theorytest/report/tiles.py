"""One tile for each numbered result: what became of its statement, and of its proof."""

from __future__ import annotations

from dataclasses import dataclass

from theorytest.claims.words import Gravity
from theorytest.decisions.decision import Verdict
from theorytest.decisions.wording import count
from theorytest.report.book import Book, anchor
from theorytest.report.results import NumberedResult, gravest, numbered_results

# The gravest first; what a tile then says, and how it looks.
_FAILS: dict[Gravity | None, tuple[str, str]] = {
    Gravity.STATEMENT: ("false as printed", "false"),
    Gravity.CONSTANT: ("wrong constant", "constant"),
    Gravity.HYPOTHESIS: ("hypothesis missing", "constant"),
    Gravity.PROOF: ("gap in a proof", "constant"),
    Gravity.MISPRINT: ("misprint in the statement", "slip"),
    Gravity.LITERAL: ("fails only when read literally", "slip"),
    None: ("refuted", "false"),
}


@dataclass(frozen=True)
class Tile:
    """A result in a few words."""

    result: NumberedResult
    words: str
    look: str  # class of the style sheet

    @property
    def proof(self) -> str:
        """What became of its proof, in a few words."""
        found = self.result.proof
        failing = sum(entry.verdict is Verdict.REFUTED for entry in found)
        if failing:
            return f"proof: {failing} of {count(len(found))} {'fails' if failing == 1 else 'fail'}"
        return f"proof: {self.result.proof_verdict}" if found else "proof not looked at"

    @property
    def anchor(self) -> str:
        """The place of the result's own page."""
        return anchor("result", self.result.item.label)

    @property
    def short(self) -> str:
        """`Thm 4.9`."""
        name = self.result.name
        for long, short in (("Theorem", "Thm"), ("Corollary", "Cor."), ("Proposition", "Prop.")):
            name = name.replace(long, short)
        return name


def tiles(book: Book) -> list[Tile]:
    """In the paper's order."""
    return [Tile(each, *_looks(each)) for each in numbered_results(book) if each.statement]


def _looks(result: NumberedResult) -> tuple[str, str]:
    failing = [entry for entry in result.statement if entry.verdict is Verdict.REFUTED]
    if failing:
        return _FAILS[gravest(failing)]
    verdict = result.statement_verdict
    if verdict is None or not verdict.holds:
        return verdict or "not checked", "open"
    return str(verdict), "holds" if result.proof_holds else "proof"

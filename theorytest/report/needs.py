"""Which hypotheses attacks without them found to be needed: a file beside the record, which a benchmark writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from theorytest.claims.paper import Paper
from theorytest.decisions.wording import count
from theorytest.runs.beside import Beside, paper_key


class Outcome(StrEnum):
    """What an attack on the instances that lack one hypothesis came to."""

    NEEDED = "needed"  # a certified counterexample
    SUSPICION = "suspicion"  # a failure in floating point
    NOT_FOUND = "not found"
    NO_VALUE = "without a value"
    NONE_LACKS = "none lacks it"  # nothing was tried


@dataclass(frozen=True)
class Dropped:
    """One sentence without one of its hypotheses."""

    claim: str
    hypothesis: str
    outcome: Outcome
    evaluations: int
    instance: str = ""

    @property
    def words(self) -> str:
        """No more than was tried."""
        tried = count(self.evaluations, "evaluation")
        return {
            Outcome.NEEDED: "needed: without it the sentence fails",
            Outcome.SUSPICION: "suspected to be needed: without it the sentence fails in floating point, not certified",
            Outcome.NOT_FOUND: f"not found to be needed: no failure without it in {tried}",
            Outcome.NO_VALUE: "not decided: without it the sentence has no value",
            Outcome.NONE_LACKS: "not tried: no instance was found that lacks only this",
        }[self.outcome]


@dataclass(frozen=True)
class Needs:
    """All attacks with one hypothesis dropped, of one paper."""

    paper: str
    seconds: float  # of each attack, at most
    dropped: tuple[Dropped, ...]

    @classmethod
    def of(cls, paper: Paper, seconds: float, dropped: Sequence[Dropped]) -> Needs:
        """Of the paper of a ledger."""
        return cls(paper_key(paper), seconds, tuple(dropped))


NEEDS = Beside(Needs, "needed.json", 1, "dropped hypotheses", "make it anew, or remove it")

"""What a deeper run than that of the record found: a file beside it, told apart from the run on every page."""

from __future__ import annotations

from dataclasses import dataclass

from theorytest.decisions.decision import Verdict
from theorytest.runs.beside import Beside, paper_key
from theorytest.runs.record import Count, Record
from theorytest.runs.reproducing import command_line


@dataclass(frozen=True)
class Deep:
    """One claim in the deeper run, and the command that gives it again."""

    id: str
    verdict: Verdict
    said: str
    draws: Count
    command: str


@dataclass(frozen=True)
class Deeper:
    """The claims that a deeper run sampled, with its seed, budget and versions."""

    paper: str
    seed: int
    budget: str
    commit: str
    versions: dict[str, str]
    started: str
    claims: tuple[Deep, ...]

    @classmethod
    def of(cls, record: Record) -> Deeper:
        """Of the record of that run: what needed no draws is settled by any run, and left out."""
        run = record.run
        claims = tuple(
            Deep(each.id, each.verdict, each.said, each.draws, command_line(each.id, run))
            for each in record.verdicts
            if each.draws
        )
        key, started = paper_key(record.ledger.paper), record.timings.started
        return cls(key, run.seed, run.budget, run.commit or "", dict(run.versions), started, claims)

    def claim(self, name: str) -> Deep | None:
        """What it found of one claim."""
        return next((each for each in self.claims if each.id == name), None)


DEEPER = Beside(Deeper, "deep.json", 1, "a deeper run", "make it anew with benchmarks/deeper.py, or remove it")

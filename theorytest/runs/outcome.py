"""Whether a run found what its ledger registers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from theorytest.claims.claim import Claim
from theorytest.claims.mutants import Mutant
from theorytest.decisions.decision import Verdict
from theorytest.decisions.wording import count
from theorytest.runs.results import Result, Task


def tasks_of(claims: Iterable[Claim], *, mutants: bool) -> list[Task]:
    """What there is to run for the claims, in the ledger's order."""
    return [task for each in claims for task in (Task(each.id), *(_lies(each) if mutants else ()))]


def _lies(claim: Claim) -> list[Task]:
    return [Task(claim.id, mutant.name) for mutant in claim.mutants] if claim.executable else []


def as_expected(claim: Claim, result: Result) -> bool:
    """Whether a claim got the verdict that it is registered with; a broken check never does."""
    return result.broken is None and result.verdict is claim.expected and result.verdict is not Verdict.UNDECIDED


def is_killed(result: Result) -> bool:
    """Whether a mutant was refuted. A mutant that breaks its check shows nothing."""
    return result.broken is None and result.verdict is Verdict.REFUTED


def passes(variant: Mutant, result: Result) -> bool:
    """Whether a mutant was refuted, or a control holds."""
    return result.broken is None and result.verdict.holds if variant.must_hold else is_killed(result)


def is_undecided(result: Result) -> bool:
    """Whether the check ran to its end and could not tell."""
    return result.broken is None and result.verdict is Verdict.UNDECIDED


@dataclass(frozen=True)
class Outcome:
    """The run in numbers and names, with the exit code that both doors derive from it."""

    claims: int
    differing: tuple[str, ...]  # claims whose verdict is not the registered one, undecided ones included
    undecided: tuple[str, ...]  # of those, the ones that are undecided and not broken
    survivors: tuple[str, ...]  # mutants that were not refuted, and controls that do not hold
    refuted: int  # of the mutants below
    mutants: int  # that were run
    controls: int = 0  # that were run

    @property
    def exit_code(self) -> int:
        """0 as registered, 1 some verdict differs or a mutant survives, 3 undecided only."""
        if self.survivors or len(self.differing) > len(self.undecided):
            return 1
        return 3 if self.undecided else 0

    @property
    def sentence(self) -> str:
        """The run in one line, with its mutation score."""
        differing = len(self.differing) - len(self.undecided)
        parts = [f"{self.claims - len(self.differing)} of {self.claims} claims as expected"]
        parts += [f"{differing} differing"] if differing else []
        parts += [f"{len(self.undecided)} undecided"] if self.undecided else []
        parts += [f"{self.refuted} of {self.mutants} mutants refuted"] if self.mutants else []
        parts += [f"{count(self.controls, 'control')} tried"] if self.controls else []
        return ", ".join(parts)


def outcome(claims: Iterable[Claim], results: Mapping[Task, Result]) -> Outcome:
    """Compare the results of a run with what its claims register."""
    claims = list(claims)
    judged = {each: results[task] for each in claims if (task := Task(each.id)) in results}
    variants = [(mutant, Task(each.id, mutant.name)) for each in claims for mutant in each.mutants]
    tried = [(mutant, results[task]) for mutant, task in variants if task in results]
    killed = sum(is_killed(result) for mutant, result in tried if not mutant.must_hold)
    mutants = sum(not mutant.must_hold for mutant, _ in tried)
    differing = tuple(each.id for each, result in judged.items() if not as_expected(each, result))
    undecided = tuple(each.id for each, result in judged.items() if is_undecided(result))
    survivors = tuple(str(result.task) for mutant, result in tried if not passes(mutant, result))
    return Outcome(len(judged), differing, undecided, survivors, killed, mutants, len(tried) - mutants)

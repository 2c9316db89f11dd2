"""Whether a run found what its ledger registers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from theorytest.verdicts.claims import Claim
from theorytest.verdicts.decision import Verdict
from theorytest.verdicts.results import Result, Task


def tasks_of(claims: Iterable[Claim], *, mutants: bool) -> list[Task]:
    """What there is to run for the claims, in the ledger's order."""
    return [task for each in claims for task in (Task(each.id), *(_lies(each) if mutants else ()))]


def _lies(claim: Claim) -> list[Task]:
    return [Task(claim.id, mutant.name) for mutant in claim.mutants] if claim.executable else []


def as_registered(claim: Claim, result: Result) -> bool:
    """Whether a claim got the verdict that it is registered with; a broken check never does."""
    return result.broken is None and result.verdict is claim.expected and result.verdict is not Verdict.UNDECIDED


def is_killed(result: Result) -> bool:
    """Whether a mutant was refuted. A mutant that breaks its check shows nothing."""
    return result.broken is None and result.verdict is Verdict.REFUTED


def is_undecided(result: Result) -> bool:
    """Whether the check ran to its end and could not tell."""
    return result.broken is None and result.verdict is Verdict.UNDECIDED


@dataclass(frozen=True)
class Outcome:
    """The run in numbers and names, with the exit code that both doors derive from it."""

    claims: int
    differing: tuple[str, ...]  # claims whose verdict is not the registered one, undecided ones included
    undecided: tuple[str, ...]  # of those, the ones that are undecided and not broken
    survivors: tuple[str, ...]  # required mutants that were not refuted
    refuted: int  # of the mutants below
    mutants: int  # required mutants that were run, of claims that are not registered as refuted
    of_refuted: int = 0  # those of claims that are: their check refutes the truth as well, so they prove little

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
        parts = [f"{self.claims - len(self.differing)} of {self.claims} claims as registered"]
        parts += [f"{differing} differing"] if differing else []
        parts += [f"{len(self.undecided)} undecided"] if self.undecided else []
        parts += [f"{self.refuted} of {self.mutants} mutants refuted"] if self.mutants else []
        more = f" (and {self.of_refuted} of claims that are themselves refuted)" if self.of_refuted else ""
        return ", ".join(parts) + more


def outcome(claims: Iterable[Claim], results: Mapping[Task, Result]) -> Outcome:
    """Compare the results of a run with what its claims register."""
    claims = list(claims)
    judged = {each: results[task] for each in claims if (task := Task(each.id)) in results}
    required = [(each, Task(each.id, mutant.name)) for each in claims for mutant in each.mutants if mutant.required]
    lied = [(each, results[task]) for each, task in required if task in results]
    telling = [result for each, result in lied if each.expected is not Verdict.REFUTED]
    differing = tuple(each.id for each, result in judged.items() if not as_registered(each, result))
    undecided = tuple(each.id for each, result in judged.items() if is_undecided(result))
    survivors = tuple(str(result.task) for _, result in lied if not is_killed(result))
    killed = sum(is_killed(result) for result in telling)
    return Outcome(len(judged), differing, undecided, survivors, killed, len(telling), len(lied) - len(telling))

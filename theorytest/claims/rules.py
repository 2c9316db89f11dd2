"""The rules that make a set of claims a ledger; a broken one is a sentence at collection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from graphlib import CycleError, TopologicalSorter

from theorytest.claims.claim import Claim
from theorytest.claims.paper import Paper
from theorytest.claims.words import Kind, Voice
from theorytest.decisions.decision import Verdict


def broken_rules(claims: Sequence[Claim], paper: Paper) -> list[str]:
    """One sentence for everything that is wrong."""
    return [problem for rule in _RULES for problem in rule(claims, paper)]


def _ids_are_unique(claims: Sequence[Claim], _: Paper) -> Iterator[str]:
    for repeated in (name for name, times in Counter(each.id for each in claims).items() if times > 1):
        where = " and ".join(each.check.__name__ for each in claims if each.id == repeated)
        yield f"two claims are called {repeated!r} (checks {where}): an id belongs to one claim"


def _premises_exist(claims: Sequence[Claim], _: Paper) -> Iterator[str]:
    known = {each.id for each in claims}
    for each in claims:
        for premise in each.premises:
            if premise not in known:
                yield f"{each.id}: the premise {premise!r} is no claim of this ledger"


def _premises_have_no_cycle(claims: Sequence[Claim], _: Paper) -> Iterator[str]:
    try:
        TopologicalSorter({each.id: each.premises for each in claims}).prepare()
    except CycleError as error:
        yield f"the premises go round in a circle: {' -> '.join(reversed(error.args[1]))}"


def _labels_are_printed(claims: Sequence[Claim], paper: Paper) -> Iterator[str]:
    for each in claims:
        for label in each.labels:
            if label not in paper.numbers:
                yield f"{each.id}: the label {label!r} is not in the paper's list"
        printed = paper.numbers.get(each.label, each.number)
        if each.number not in ("", printed):
            yield f"{each.id}: the number {each.number!r} differs from the printed {printed!r} of {each.label}"


def _claims_can_fail(claims: Sequence[Claim], _: Paper) -> Iterator[str]:
    for each in claims:
        names = [mutant.name for mutant in each.mutants]
        if not names and each.expected.holds and each.kind is not Kind.DEFINITION:
            yield f"{each.id}: no mutant is named, so nothing shows that the check can fail"
        if len(names) > len(set(names)):
            yield f"{each.id}: two mutants have one name"
        if each.expected is Verdict.UNDECIDED:
            yield f"{each.id}: a claim cannot be expected to be undecided, because undecided always fails"
        if each.gravity and each.expected is not Verdict.REFUTED:
            yield f"{each.id}: only what is expected to be refuted has a gravity, got {each.gravity.value!r}"
        if each.tight and not each.expected.holds:
            yield f"{each.id}: only what holds is tight or loose, got {each.tight.text!r}"
        if each.expected.holds and each.expected is not each.expected.capped(each.most):
            yield f"{each.id}: an open quantifier allows {each.most} at most, but {each.expected} is expected"
        if not each.executable and not each.why:
            yield f"{each.id}: not executable needs its reason in `why`"
        if not 0 <= each.weight < float("inf"):
            yield f"{each.id}: the weight must be finite and at least 0, got {each.weight}"


def _corrections_correct(claims: Sequence[Claim], _: Paper) -> Iterator[str]:
    known = {each.id: each for each in claims}
    for each in claims:
        if (each.voice is Voice.REPAIR) != (each.repairs is not None):
            yield f"{each.id}: a repair is written with @repair(id, of), which names the claim that it repairs"
        if each.repairs is not None and (each.repairs not in known or each.repairs == each.id):
            yield f"{each.id}: it repairs {each.repairs!r}, which is no other claim of this ledger"


def _refuted_claims_are_corrected(claims: Sequence[Claim], _: Paper) -> Iterator[str]:
    repaired = {each.repairs for each in claims if each.expected.holds}
    for each in claims:
        if each.expected is Verdict.REFUTED and each.id not in repaired and not each.finding:
            yield f"{each.id}: expected to be refuted, but no repair of it is expected to hold"


def _needs_are_witnessed(claims: Sequence[Claim], paper: Paper) -> Iterator[str]:
    runs = {run for each in claims for run in (each.id, *(f"{each.id}[{mutant.name}]" for mutant in each.mutants))}
    for each in paper.needed:
        if each.witness not in runs:
            yield f"{each.statement}: {each.witness!r}, that shows its need of {each.assumption}, is no claim or mutant"


_RULES = (
    _ids_are_unique,
    _premises_exist,
    _premises_have_no_cycle,
    _labels_are_printed,
    _claims_can_fail,
    _corrections_correct,
    _refuted_claims_are_corrected,
    _needs_are_witnessed,
)

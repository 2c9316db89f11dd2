"""From the results of a run to its record."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from theorytest.claims.claim import Claim
from theorytest.claims.definitions import said_of
from theorytest.claims.domains import within
from theorytest.claims.ledger import Ledger
from theorytest.claims.mutants import Mutant
from theorytest.claims.witnesses import script_by_claim, scripts
from theorytest.decisions.decision import Verdict
from theorytest.runs.attack_record import StoredAttack
from theorytest.runs.budget import Setting, shares
from theorytest.runs.carried import Chain
from theorytest.runs.described import Described, DescribedLedger, Given, Quantifier
from theorytest.runs.outcome import as_expected, outcome, passes
from theorytest.runs.provenance import commit, versions
from theorytest.runs.record import Judged, Mutation, Record, Run, StoredVariant, Timings
from theorytest.runs.results import Result, Task

Results = Mapping[Task, Result]


def build_record(
    ledger: Ledger, setting: Setting, results: Results, timings: Timings, chain: Chain | None = None
) -> Record:
    """The record of the results, in the ledger's order; that of a chain says what it carried on and what is stored."""
    claims = [each for each in ledger.claims if Task(each.id) in results]
    verdicts = tuple(_judged(ledger, each, results) for each in claims)
    run = _run(ledger, setting, results)
    if chain is not None:
        run = replace(run, carried=chain.carried(verdicts))
        verdicts = tuple(
            replace(each, sources=chain.sources_with(each.id, results[Task(each.id)].read)) for each in verdicts
        )
    tasks = {str(task): round(result.seconds, 6) for task, result in results.items()}
    curves = {
        f"{each.id}/{name}": curve for each in claims for name, curve in sorted(results[Task(each.id)].curves.items())
    }
    return Record(run, verdicts, described(ledger, {each.id for each in claims}), replace(timings, tasks=tasks), curves)


def _run(ledger: Ledger, setting: Setting, results: Results) -> Run:
    found = outcome(ledger.claims, results)
    return Run(
        seed=setting.seed,
        budget=setting.level.name,
        false_alarm=setting.false_alarm,
        shares=shares(ledger.claims, setting.false_alarm),
        versions=versions(),
        commit=commit(ledger.root),
        sources=ledger.sources,
        exit_code=found.exit_code,
        mutation=Mutation(found.refuted, found.mutants, found.controls, found.survivors),
    )


def _judged(ledger: Ledger, claim: Claim, results: Results) -> Judged:
    result = results[Task(claim.id)]
    tried = [(mutant, results[task]) for mutant in claim.mutants if (task := Task(claim.id, mutant.name)) in results]
    return Judged(
        id=claim.id,
        verdict=result.verdict,
        expected=claim.expected,
        as_expected=as_expected(claim, result),
        sentence=result.sentence,
        resolution=result.resolution,
        alpha=result.alpha,
        draws=result.draws,
        evidence=result.evidence,
        witness=result.witness,
        plots=result.plots,
        warnings=result.warnings,
        broken=result.broken,
        rests_on_refuted=tuple(each for each in ledger.foundations(claim) if _is_refuted(ledger[each], results)),
        mutants=tuple(_variant(mutant, found) for mutant, found in tried),
        scope=result.scope,
        cases=result.cases,
        excluded=result.excluded,
        arithmetic=result.arithmetic,
        sharpness=result.sharpness,
        attack=_with_power(result.attack, [found for mutant, found in tried if not mutant.must_hold]),
        certificate=result.certificate,
    )


def _is_refuted(claim: Claim, results: Results) -> bool:
    """By this run, or by registration when this run did not include it."""
    result = results.get(Task(claim.id))
    return (result.verdict if result else claim.expected) is Verdict.REFUTED


def _with_power(attack: StoredAttack | None, mutants: Sequence[Result]) -> StoredAttack | None:
    """The attack with the number of mutants that it catches blind."""
    if attack is None:
        return None
    blind = [each.attack.found for each in mutants if each.attack is not None]
    return replace(attack, caught=sum(blind), mutants=len(blind))


def _variant(mutant: Mutant, result: Result) -> StoredVariant:
    return StoredVariant(
        name=mutant.name,
        verdict=result.verdict,
        sentence=result.sentence,
        draws=result.draws,
        broken=result.broken,
        must_hold=mutant.must_hold,
        passes=passes(mutant, result),
        caught=result.attack.found if result.attack and not mutant.must_hold else None,
    )


def described(ledger: Ledger, ran: Collection[str] = ()) -> DescribedLedger:
    """The sentences themselves, so that a report needs the record only, and what is said of the instances that ran."""
    script_of = script_by_claim(scripts(ledger.root))
    claims = tuple(describe(ledger, each, script_of.get(each.id)) for each in ledger.claims)
    said = said_of(ledger.root.parent, _places(claims, ran))
    covering = dict(ledger.coverage.claims)
    return DescribedLedger(claims, ledger.paper, covering, said)


def _places(claims: Sequence[Described], ran: Collection[str]) -> Iterator[str]:
    return (each.place for claim in claims if claim.id in ran for each in claim.forall if each.place)


def describe(ledger: Ledger, claim: Claim, script: str | None = None) -> Described:
    """One claim as it is registered."""
    file, home, domains = ledger.files.get(claim.id), ledger.root.parent, claim.forall.items()
    return Described(
        id=claim.id,
        label=claim.label,
        number=claim.number,
        kind=claim.kind,
        voice=claim.voice,
        says=claim.says,
        formula=claim.formula,
        forall=tuple(Quantifier(name, each.extent, each.says, within(each.place, home)) for name, each in domains),
        given=tuple(Given(each.name, each.says, bool(each.predicates)) for each in claim.given),
        reading=claim.reading,
        expected=claim.expected,
        gravity=claim.gravity,
        finding=claim.finding,
        repairs=claim.repairs,
        tight=claim.tight.text if claim.tight else None,
        also=claim.also,
        premises=claim.premises,
        mutants=tuple(mutant.name for mutant in claim.mutants),
        weight=claim.weight,
        why=claim.why,
        script=script,
        file="" if file is None else file.relative_to(home).as_posix(),
        line=claim.line,
        by_hand=claim.by_hand,
    )

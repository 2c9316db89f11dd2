"""From the results of a run to its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from theorytest.claims.claim import Claim
from theorytest.claims.ledger import Ledger, describe
from theorytest.claims.mutants import Mutant
from theorytest.claims.witnesses import script_of, scripts
from theorytest.decisions.decision import Verdict
from theorytest.encoding import plain
from theorytest.runs.budget import Setting, shares
from theorytest.runs.carried import Chain
from theorytest.runs.outcome import as_registered, outcome, passes
from theorytest.runs.provenance import commit, fingerprint, versions
from theorytest.runs.records import SCHEMA, Record
from theorytest.runs.results import Result, Task

Results = Mapping[Task, Result]


def build_record(
    ledger: Ledger, setting: Setting, results: Results, timings: Mapping[str, Any], chain: Chain | None = None
) -> Record:
    """The record of the results, in the ledger's order; that of a chain says what it carried on and what is stored."""
    claims = [each for each in ledger.claims if Task(each.id) in results]
    entries = {each.id: _entry(ledger, each, results) for each in claims}
    carried = {}
    if chain is not None:
        carried = {"carried": chain.plain(entries)}
        entries = {name: {**entry, "sources": chain.sources[name]} for name, entry in entries.items()}
    data = {
        "schema": SCHEMA,
        "run": _run(ledger, setting, results) | carried,
        "verdicts": list(entries.values()),
        "ledger": described(ledger),
        "timings": {**timings, "tasks": {str(task): round(result.seconds, 6) for task, result in results.items()}},
    }
    curves = {
        f"{each.id}/{name}": curve for each in claims for name, curve in sorted(results[Task(each.id)].curves.items())
    }
    return Record(data, curves)


def _run(ledger: Ledger, setting: Setting, results: Results) -> dict[str, Any]:
    found = outcome(ledger.claims, results)
    return {
        "seed": setting.seed,
        "budget": setting.level.name,
        "false_alarm": setting.false_alarm,
        "shares": shares(ledger.claims, setting.false_alarm),
        "versions": versions(),
        "commit": commit(ledger.root),
        "sources": fingerprint(ledger.root),
        "exit_code": found.exit_code,
        "mutation": {"refuted": found.refuted, "total": found.mutants, "survivors": list(found.survivors)},
    }


def _entry(ledger: Ledger, claim: Claim, results: Results) -> dict[str, Any]:
    result = results[Task(claim.id)]
    lies = [(mutant, results[task]) for mutant in claim.mutants if (task := Task(claim.id, mutant.name)) in results]
    return {
        "id": claim.id,
        "verdict": result.verdict.value,
        "expected": claim.expected.value,
        "as_registered": as_registered(claim, result),
        "sentence": result.sentence,
        "resolution": result.resolution,
        "alpha": result.alpha,
        "draws": result.draws,
        "evidence": list(result.evidence),
        "witness": result.witness,
        "plots": list(result.plots),
        "warnings": list(result.warnings),
        "broken": result.broken,
        "rests_on_refuted": [below for below in ledger.foundations(claim) if _is_refuted(ledger[below], results)],
        "mutants": [_mutant_entry(mutant, lied) for mutant, lied in lies],
        "scope": list(result.scope),
        "arithmetic": result.arithmetic,
        "sharpness": result.sharpness,
    }


def _is_refuted(claim: Claim, results: Results) -> bool:
    """By this run, or by registration when this run did not include it."""
    result = results.get(Task(claim.id))
    return (result.verdict if result else claim.expected) is Verdict.REFUTED


def _mutant_entry(mutant: Mutant, result: Result) -> dict[str, Any]:
    return {
        "name": result.mutant,
        "verdict": result.verdict.value,
        "sentence": result.sentence,
        "draws": result.draws,
        "broken": result.broken,
        "must_hold": mutant.must_hold,
        "passes": passes(mutant, result),
    }


def _more(claim: Claim, texts: tuple[str, ...]) -> dict[str, Any]:
    return {
        "formula": claim.formula,
        "also": list(claim.also),
        "weight": claim.weight,
        "script": script_of(claim.id, texts),
        "gravity": claim.gravity.value if claim.gravity else None,
        "tight": claim.tight.text if claim.tight else None,
        "finding": claim.finding,
        "reading": claim.reading,
    }


def described(ledger: Ledger) -> dict[str, Any]:
    """The sentences themselves, so that a report needs the record only."""
    texts = scripts(ledger.root)
    claims = [describe(each) | _more(each, texts) for each in ledger.claims]
    covering = ledger.coverage.claims
    items = [asdict(item) | {"claims": list(covering[item.label])} for item in ledger.paper.items]
    paper = plain({key: value for key, value in asdict(ledger.paper).items() if key != "items"})
    return {"claims": claims, "coverage": ledger.coverage.plain(), "items": plain(items), "paper": paper}

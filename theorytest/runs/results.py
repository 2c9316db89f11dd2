"""A check is run once, with the printed ingredients or with one lie, and leaves a result."""

from __future__ import annotations

import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

import msgspec
import numpy as np

from theorytest.claims.cases import Cases, cases, wants_run
from theorytest.claims.claim import Claim
from theorytest.claims.mutants import Mutant
from theorytest.claims.plots import StoredPanel
from theorytest.decisions.decision import Arithmetic, Decision, Verdict, combine
from theorytest.encoding import pack, plain, unpack
from theorytest.runs.attack_record import StoredAttack
from theorytest.runs.breaking import breaks_at, why_broken
from theorytest.runs.budget import Setting
from theorytest.runs.carried import States
from theorytest.runs.certificate_record import StoredCertificate
from theorytest.runs.evidence import Evidence, EvidenceError
from theorytest.runs.forgotten import forgotten
from theorytest.runs.isolation import isolated
from theorytest.runs.limits import TimeLimitError, refuse_late, time_limit
from theorytest.runs.record import Number, Reach, StoredDecision
from theorytest.runs.replaced import the_judge
from theorytest.runs.scope import scope, sharpness, weakest_arithmetic

_REMEDY = "return or yield a relation, such as equal(a, b)"


class Task(NamedTuple):
    """One run of one check: the claim itself, or one of its mutants."""

    claim: str
    mutant: str | None = None

    def __str__(self) -> str:
        return self.claim if self.mutant is None else f"{self.claim}[{self.mutant}]"


@dataclass(frozen=True)
class Result:
    """What one run of a check found. Everything is plain data, so that it survives processes and files."""

    claim: str
    mutant: str | None
    verdict: Verdict
    sentence: str
    resolution: Number | None = None
    alpha: float = 0.0  # spent by the decisions
    draws: int = 0
    evidence: tuple[StoredDecision, ...] = ()
    witness: dict[str, Any] | None = None
    warnings: tuple[str, ...] = ()
    broken: str | None = None  # why the check ended without a verdict
    trace: str | None = None
    circumstance: str = ""  # what broke it and may differ in another run: the limits, or a kill from outside
    printed: str = ""  # by the check
    read: dict[str, str] = field(default_factory=dict)  # hashes of the files that the check read, beside its folder
    seconds: float = 0.0
    curves: dict[str, np.ndarray] = field(default_factory=dict)  # as msgspec reads it
    plots: tuple[StoredPanel, ...] = ()
    scope: tuple[Reach, ...] = ()  # quantifier by quantifier
    cases: int = 0  # choices of instances that were tried
    excluded: int = 0  # and those that a hypothesis leaves out
    arithmetic: Arithmetic | None = None  # the least certain that was used
    certificate: StoredCertificate | None = None
    sharpness: Number | None = None  # the smallest relative shrinkage of a bound that the comparisons would refute
    attack: StoredAttack | None = None  # on the families that have a region

    @property
    def task(self) -> Task:
        """The task that this is the result of."""
        return Task(self.claim, self.mutant)

    def plain(self) -> dict[str, Any]:
        """As one JSON value."""
        return msgspec.to_builtins(self, enc_hook=pack)  # type: ignore[no-any-return]

    @classmethod
    def from_plain(cls, value: Mapping[str, Any]) -> Result:
        """The result back from its JSON value."""
        return msgspec.convert(value, cls, dec_hook=lambda _, packed: unpack(packed))


def judge(
    claim: Claim,
    mutant: Mutant | None,
    share: float,
    setting: Setting,
    *,
    workers: int = 1,
    carried: States | None = None,
) -> Result:
    """Run the check of a claim. A mutant sees the same draws with the same budget, so only its lie can refute it.

    `carried` is what earlier runs found out about the claim; a mutant is another sentence, and starts anew.
    """
    known = {} if mutant and carried is not None else carried
    evidence = Evidence(claim.id, share, setting, workers=workers, carried=known, defaults=claim.defaults)
    task, started = Task(claim.id, mutant.name if mutant else None), time.perf_counter()
    judging = the_judge()
    with _same_warnings_everywhere() as caught:
        try:
            with isolated() as changes, time_limit(setting.time_limit):
                found = Result(*task, **_findings(claim, evidence, mutant))
            judging.refuse_replaced()
            refuse_late(time.perf_counter() - started, setting.time_limit)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # also SystemExit and the exceptions of test frameworks: no verdict, no pass
            limits = setting.limits if isinstance(error, (TimeLimitError, MemoryError)) else ""
            found = broken(task, why_broken(error, claim.check), traceback.format_exc(), limits)
    return replace(found, warnings=(*caught(), *changes()), seconds=time.perf_counter() - started)


def broken(task: Task, why: str, trace: str | None = None, circumstance: str = "") -> Result:
    """The result of a check that ended without a verdict."""
    said = _said(Verdict.UNDECIDED, f"the check broke: {why}")
    return Result(*task, **said, broken=why, trace=trace, circumstance=circumstance)


def _findings(claim: Claim, evidence: Evidence, mutant: Mutant | None) -> dict[str, Any]:
    if not claim.executable:
        return _said(Verdict.NOT_EXECUTABLE, claim.why)
    if sys.flags.optimize:
        raise EvidenceError("python -O leaves out the assert statements of a check: run it without")
    every = cases(claim.check, claim.forall, claim.given)
    _gather(claim, evidence, every, mutant.ingredients if mutant else claim.by)
    if evidence.unanswered > 0:
        raise EvidenceError(f"{evidence.unanswered} sampled decisions were begun and not kept: their errors were lost")
    if not evidence.whole:
        raise EvidenceError("a decision was taken away after it was made")
    if evidence.idle and (place := forgotten(claim.check)):
        raise EvidenceError(f"a relation is made and neither returned nor yielded ({place}): it decides nothing")
    if not evidence.decisions:
        return _said(Verdict.UNDECIDED, f"the check made no decision, and no evidence is no pass: {_REMEDY}")
    attack = _attack(claim, evidence, mutant)
    weakest = combine(each.verdict for each in evidence.decisions)
    certificate = _certificate(claim) if weakest.holds and mutant is None else None
    verdict = _verdict(claim, weakest, certificate)
    _require_shown(claim, mutant, verdict, evidence.decisions)
    return (
        _told(verdict, weakest, evidence.decisions, certificate)
        | _kept(evidence)
        | _reach(claim, every, evidence.decisions, attack, certificate)
        | {"attack": attack, "certificate": certificate}
    )


def _verdict(claim: Claim, weakest: Verdict, certificate: StoredCertificate | None) -> Verdict:
    """What the weakest decision is worth for the sentence; a certificate for all of it lifts that."""
    if certificate and certificate.by_hand and weakest.holds:
        return weakest.capped(claim.most_by_trying)
    if certificate and claim.provable:
        return Verdict.PROVED
    return weakest.capped(claim.most) if weakest.holds else weakest


def _require_shown(claim: Claim, mutant: Mutant | None, verdict: Verdict, decisions: tuple[Decision, ...]) -> None:
    """Refuse a word about sharpness that no decision shows."""
    if claim.tight and mutant is None and verdict is claim.expected and not claim.tight.shown(decisions):
        raise EvidenceError(f"the claim is said to be {claim.tight.text!r}, and none of its decisions shows it")


def _told(
    verdict: Verdict, weakest: Verdict, decisions: tuple[Decision, ...], certificate: StoredCertificate | None
) -> dict[str, Any]:
    """The verdict with the sentence, the resolution and the witness of the decision that it is worth as much as."""
    deciding = _deciding(decisions, weakest)
    proved = f"{certificate.verdict}; " if certificate and verdict is Verdict.PROVED else ""
    untied = f"; {certificate.untied}" if certificate and certificate.by_hand else ""
    return _said(verdict, proved + deciding.sentence.removeprefix(f"{weakest}: ") + untied) | {
        "resolution": plain(deciding.resolution),
        "witness": _witness(deciding) if verdict is Verdict.REFUTED else None,
    }


def _kept(evidence: Evidence) -> dict[str, Any]:
    """The decisions and pictures of a check as a record has them."""
    decisions, panels = evidence.decisions, evidence.panels
    return {
        "alpha": float(sum(each.alpha for each in decisions)),
        "draws": int(sum(each.draws for each in decisions)),
        "evidence": tuple(stored_decision(each) for each in decisions),
        "curves": {f"{each.name}/{name}": curve for each in decisions for name, curve in each.curves.items()}
        | {f"panels/{name}": curve for panel in panels for name, curve in panel.curves()},
        "plots": tuple(panel.stored() for panel in panels),
        "arithmetic": weakest_arithmetic(decisions),
        "sharpness": plain(sharpness(decisions)),
    }


def _reach(
    claim: Claim,
    every: Cases,
    decisions: tuple[Decision, ...],
    attack: StoredAttack | None,
    certificate: StoredCertificate | None,
) -> dict[str, Any]:
    """How far the verdict goes, and how many cases were tried and left out."""
    certified = certificate.covers_words if certificate and not certificate.by_hand else ""
    reach = tuple(scope(claim, every, decisions, attacked=attack is not None, certified=certified))
    return {"scope": reach, "cases": len(every.tried), "excluded": len(every.left_out)}


def _attack(claim: Claim, evidence: Evidence, variant: Mutant | None) -> StoredAttack | None:
    """Search the families for a counterexample, unless a named instance is one; every mutant is searched blind."""
    holds = combine(each.verdict for each in evidence.decisions).holds
    blind = variant is not None and not variant.must_hold
    if not any(each.search for each in claim.forall.values()) or not (holds or blind):
        return None
    from theorytest.runs.attacking import attack_claim, is_attacked  # slow to import, and many claims have no region

    if not is_attacked(claim):
        return None
    found = attack_claim(claim, variant, evidence.setting)
    if found is None:
        return None
    attack, decision = found
    if decision is not None:
        evidence.add(decision)
    return attack


def _certificate(claim: Claim) -> StoredCertificate | None:
    """The accepted certificate of a claim that has one; a stale or refused one breaks the claim."""
    if claim.proof is None:
        return None
    from theorytest.runs.certificate import stored_certificate  # the checker loads flint

    return stored_certificate(claim)


def _gather(claim: Claim, evidence: Evidence, every: Cases, ingredients: Mapping[str, Any]) -> None:
    """Run the check on every case, one after the other."""
    first = (evidence,) if wants_run(claim.check) else ()
    for case in every.tried:
        before = evidence.made
        try:
            evidence.take(claim.check(*first, *case.values, **ingredients), case.name)
        except Exception as error:
            breaks_at(error, case.name)
            raise
        idle = evidence.made == before
        if case.name and idle and all(each.verdict is not Verdict.REFUTED for each in evidence.decisions):
            raise EvidenceError(f"{case.name} made no decision: only a hypothesis may leave an instance out")


def _said(verdict: Verdict, text: str) -> dict[str, Any]:
    """A verdict with its sentence, which begins with the verdict."""
    return {"verdict": verdict, "sentence": text if text.startswith(f"{verdict}: ") else f"{verdict}: {text}"}


def _deciding(decisions: tuple[Decision, ...], verdict: Verdict) -> Decision:
    """The decision that a claim is worth as much as: among the weakest, the one that resolves least.

    A refutation is shown by the first that refutes: checks try their smallest instances first.
    """
    weakest = [each for each in decisions if each.verdict is verdict]
    if verdict is Verdict.REFUTED:
        return weakest[0]
    return max(weakest, key=lambda each: -1.0 if each.resolution is None else each.resolution)


def _witness(decision: Decision) -> Any:
    """The stored witness, or the numbers of the test that refuted."""
    numbers = {"claimed": decision.claimed, "estimate": decision.estimate, "low": decision.low, "high": decision.high}
    return {"decision": decision.name} | plain(decision.witness or numbers)


def stored_decision(decision: Decision) -> StoredDecision:
    """The decision as a record has it: numbers that JSON knows, and the names of its curves."""
    kept: dict[str, Any] = {each.name: getattr(decision, each.name) for each in fields(StoredDecision)}
    words = {"verdict": decision.verdict, "arithmetic": decision.seen_in, "curves": tuple(sorted(decision.curves))}
    return StoredDecision(**{name: plain(value) for name, value in kept.items() if name not in words} | words)


@contextmanager
def _same_warnings_everywhere() -> Iterator[Callable[[], tuple[str, ...]]]:
    """Numerical warnings are noted, never raised: a door's own warning filters must not change a verdict."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        yield lambda: tuple(sorted({str(each.message) for each in caught if issubclass(each.category, RuntimeWarning)}))

r"""Decisions about a mean: E X ≤ B, E X ≥ B, E X = B.

With evidence e(m, ±) that the mean lies above or below m (see `assumptions`), a claim is refuted when the evidence
puts the mean outside the claimed region, and confirmed when it puts the mean inside the region widened by δ:
for E X ≤ B when e(B, +) ≥ 1/α, or e(B + δ, -) ≥ 1/α; for an equality both sides are used, with α/2 each (TOST).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from theorytest.decisions.assumptions import VARIANCE_SHARE, Knowledge
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.eprocess import EProcess
from theorytest.decisions.intervals import SIDES, Evidence, interval, outside
from theorytest.decisions.sequential import Generators, Look, Plan, decide, shortfall
from theorytest.decisions.tails import Tails, tails
from theorytest.decisions.watched import Array, Draw
from theorytest.decisions.wording import budget, measured, number


@dataclass(frozen=True)
class MeanClaim:
    """`symbol` relation `value`; `scale` turns the plan's resolution into a violation δ = resolution · scale."""

    relation: str
    value: float
    scale: float | None
    name: str
    symbol: str
    knowledge: Knowledge

    def __post_init__(self) -> None:
        if not math.isfinite(self.value):
            raise ValueError(f"the claimed mean must be finite, got {self.value}: compare infinite values exactly")
        if self.scale is None and self.value == 0:
            raise ValueError("scale must be given when the claimed mean is 0: a relative resolution has no meaning")
        if self.scale is not None and not 0 < self.scale < math.inf:
            raise ValueError(f"scale must be positive and finite, got {self.scale}")

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides on which the mean refutes the claim."""
        return SIDES[self.relation]

    @property
    def unit(self) -> float:
        """The scale of the resolution, |value| unless given."""
        return abs(self.value) if self.scale is None else self.scale

    def blurred(self, delta: float) -> bool:
        """Whether every mean that the support allows satisfies the claim up to δ: then nothing is evidence for it."""
        low, high = self.knowledge.support
        return all(self.value - delta <= low if side < 0 else self.value + delta >= high for side in self.sides)

    def level(self, plan: Plan) -> float:
        """The error probability of one side."""
        return plan.alpha * (1 - VARIANCE_SHARE) / len(self.sides)

    def processes(self, draws: Array) -> dict[str, float]:
        """What bets on X - low, or on high - X, have won against the claim, as numbers that later runs carry on."""
        numbers: dict[str, float] = {}
        for side in self.sides:
            end = self.knowledge.support[0] if side > 0 else self.knowledge.support[1]
            if math.isfinite(end):
                process = EProcess(side * (self.value - end)).update(np.maximum(side * (draws - end), 0.0))
                numbers |= process.to_numbers(side)
        return numbers

    def verdict(self, evidence: Evidence, plan: Plan) -> Verdict:
        """Refuted outside, confirmed inside the widened region, otherwise undecided."""
        threshold = math.log(1 / self.level(plan))
        if max(evidence(self.value, side) for side in self.sides) >= threshold:
            return Verdict.REFUTED
        delta = plan.resolution * self.unit
        if self.blurred(delta):
            return Verdict.UNDECIDED
        if all(evidence(self.value + side * delta, -side) >= threshold for side in self.sides):
            return Verdict.CONFIRMED
        return Verdict.UNDECIDED


def mean_at_most(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    bound: float,
    name: str = "mean",
    symbol: str = "E X",
    upper: float = math.inf,
    variance: float | None = None,
    kurtosis: float | None = None,
    scale: float | None = None,
) -> Decision:
    """E X ≤ bound for X ≥ 0. Refuting needs no assumption; confirming needs X ≤ upper, a variance or a kurtosis."""
    knowledge = Knowledge((0.0, upper), variance, kurtosis)
    return decide_mean(draw, generators, plan, MeanClaim("≤", bound, scale, name, symbol, knowledge))


def mean_at_least(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    bound: float,
    name: str = "mean",
    symbol: str = "E X",
    support: tuple[float, float] = (-math.inf, math.inf),
    variance: float | None = None,
    kurtosis: float | None = None,
    scale: float | None = None,
) -> Decision:
    """E X ≥ bound. Refuting needs a finite upper end of the support, a variance bound, or an assumed kurtosis."""
    knowledge = Knowledge(support, variance, kurtosis)
    return decide_mean(draw, generators, plan, MeanClaim("≥", bound, scale, name, symbol, knowledge))


def mean_equals(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    value: float,
    name: str = "mean",
    symbol: str = "E X",
    support: tuple[float, float] = (-math.inf, math.inf),
    variance: float | None = None,
    kurtosis: float | None = None,
    scale: float | None = None,
) -> Decision:
    """E X = value: refuted by either side at α/2, confirmed when the interval lies within value ± δ."""
    knowledge = Knowledge(support, variance, kurtosis)
    return decide_mean(draw, generators, plan, MeanClaim("=", value, scale, name, symbol, knowledge))


def decide_mean(draw: Draw, generators: Generators, plan: Plan, claim: MeanClaim) -> Decision:
    """The decision for any of the three relations."""

    def absorb(chunks: tuple[Array, ...], new: Array) -> tuple[Array, ...]:
        return (*chunks, new)

    def judge(chunks: tuple[Array, ...], look: Look) -> Decision:
        return judge_mean(np.concatenate(chunks), look, plan, claim)

    start: tuple[Array, ...] = ()
    return decide(draw, generators, plan, name=claim.name, start=start, absorb=absorb, judge=judge)


def judge_mean(draws: Array, look: Look, plan: Plan, claim: MeanClaim) -> Decision:
    """The decision at one look, from all draws so far."""
    tail = tails(draws)
    evidence = claim.knowledge.evidence(draws, plan, look, tail)
    verdict = claim.verdict(evidence, plan)
    if verdict is Verdict.CONFIRMED and not look.last and outside(claim.relation, tail.mean, claim.value):
        verdict = Verdict.UNDECIDED
    low, high = -math.inf, math.inf
    settled = verdict is not Verdict.UNDECIDED or look.last
    if settled:
        step = max(tail.variation / math.sqrt(tail.n), 1e-12 * float(np.abs(draws).max()), 1e-300)
        level = claim.level(plan)
        low, high = interval(evidence, centre=tail.mean, step=step, alphas=(level, level))
        low, high = max(low, claim.knowledge.support[0]), min(high, claim.knowledge.support[1])
    return Decision(
        name=claim.name,
        method=_method(claim),
        verdict=verdict,
        sentence=_sentence(verdict, claim, plan, look, tail, (low, high)),
        claimed=claim.value,
        sign=claim.relation,
        estimate=tail.mean,
        low=low,
        high=high,
        alpha=plan.alpha,
        resolution=plan.resolution,
        draws=tail.n,
        witness={"mean": tail.mean, "low": low, "high": high} if verdict is Verdict.REFUTED else None,
        statistics={**tail.statistics(), **(claim.processes(draws) if settled else {})},
        curves=_wealth(draws, look, plan, claim) if settled else {},
    )


def _wealth(draws: Array, look: Look, plan: Plan, claim: MeanClaim) -> dict[str, Array]:
    """How the evidence against the claim grew: log10 of the wealth after the first draws, twice as many, and so on.

    Refuting takes 1/alpha. An assumed kurtosis has no such process, as its variance bound looks at all draws at once.
    """
    counts = np.unique(np.geomspace(min(len(draws), 8), len(draws), 2 + len(draws).bit_length()).astype(int))
    curves = {}
    for side in claim.sides:
        if {"support", "variance"}.intersection(claim.knowledge.basis(side)):
            grown = (claim.knowledge.evidence(draws[:k], plan, look, tails(draws[:k])) for k in counts)
            word = "above" if side > 0 else "below"
            curves[f"wealth for a mean {word}"] = np.array([part(claim.value, side) for part in grown]) / math.log(10)
    return {"draws": counts.astype(float), **curves} if curves else {}


def _method(claim: MeanClaim) -> str:
    names = {"support": "betting e-process", "variance": "Catoni sequence", "kurtosis": "Catoni sequence"}
    used = dict.fromkeys(names[basis] for side in (+1, -1) for basis in claim.knowledge.basis(side))
    return " and ".join(used) or "none: no assumption allows evidence"


def _sentence(
    verdict: Verdict, claim: MeanClaim, plan: Plan, look: Look, tail: Tails, ends: tuple[float, float]
) -> str:
    text = f"{verdict}: {measured(claim.symbol, tail.mean, *ends)} against the claimed {_printed(claim)}"
    details = [budget(tail.n, plan.alpha)]
    wanted = claim.sides if verdict is Verdict.REFUTED else tuple(-side for side in claim.sides)
    premises = dict.fromkeys(claim.knowledge.words(side, tail) for side in wanted)
    details += [words for words in premises if words and verdict is not Verdict.UNDECIDED]
    if verdict is Verdict.CONFIRMED:
        details.append(f"resolution {number(plan.resolution)} of {number(claim.unit)}")
    if verdict is Verdict.UNDECIDED:
        details.append(_reason(claim, plan, look, tail))
    return f"{text} ({', '.join(details)}){tail.words()}"


def _printed(claim: MeanClaim) -> str:
    return number(claim.value) if claim.relation == "=" else f"{claim.relation} {number(claim.value)}"


def _reason(claim: MeanClaim, plan: Plan, look: Look, tail: Tails) -> str:
    """Why the evidence is not enough: nothing is known of a tail, or an assumption fails, or the draws ended."""
    if claim.blurred(plan.resolution * claim.unit):
        return f"with the resolution {number(plan.resolution)} of {number(claim.unit)} every mean would pass"
    sides = [side for refuting in claim.sides for side in (refuting, -refuting)]
    silent = [reason for side in sides if (reason := claim.knowledge.silence(side, tail))]
    return silent[0] if silent else shortfall(plan, look, plan.needed(tail.variation / claim.unit))

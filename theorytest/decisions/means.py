r"""Decisions about a mean: E X ≤ B, E X ≥ B, E X = B.

With evidence e(m, ±) that the mean lies above or below m (see `assumptions`), a claim is refuted when the evidence
puts the mean outside the claimed region, and confirmed when it puts the mean inside the region widened by δ:
for E X ≤ B when e(B, +) ≥ 1/α, or e(B + δ, -) ≥ 1/α; for an equality both sides are used, with α/2 each (TOST).
The evidence at these few points is carried from look to look (see `accounts`), so that a look costs its new draws.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from theorytest.decisions.accounts import Accounts, Point, absorb
from theorytest.decisions.assumptions import VARIANCE_SHARE, Knowledge
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.eprocess import EProcess
from theorytest.decisions.intervals import SIDES, interval, outside
from theorytest.decisions.sequential import Generators, Look, Plan, decide, frequent_looks, pending, shortfall
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

    def target(self, plan: Plan) -> tuple[float, float]:
        """The claimed mean, and the violation δ that matters."""
        return self.value, plan.resolution * self.unit

    def points(self, plan: Plan) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
        """Where evidence refutes, any of them, and where it confirms, all of them."""
        delta = plan.resolution * self.unit
        return (
            tuple((self.value, side) for side in self.sides),
            tuple((self.value + side * delta, -side) for side in self.sides),
        )

    def verdict(self, evidence: Mapping[Point, float], plan: Plan) -> Verdict:
        """Refuted outside, confirmed inside the widened region, otherwise undecided."""
        threshold = math.log(1 / self.level(plan))
        refuting, confirming = self.points(plan)
        if max(evidence[point] for point in refuting) >= threshold:
            return Verdict.REFUTED
        if self.blurred(plan.resolution * self.unit) or min(evidence[point] for point in confirming) < threshold:
            return Verdict.UNDECIDED
        return Verdict.CONFIRMED


def mean_at_most(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    bound: float,
    name: str = "mean",
    symbol: str = "E X",
    upper: float = math.inf,
    support: tuple[float, float] | None = None,
    variance: float | None = None,
    kurtosis: float | None = None,
    moment: tuple[float, float] | None = None,
    scale: float | None = None,
) -> Decision:
    """E X ≤ bound for X ≥ 0. Refuting needs no assumption; confirming needs X ≤ upper, a variance or a kurtosis.

    For a signed X give its `support`, (-1, 1) or (-inf, inf), in place of `upper`.
    """
    if support is not None and upper < math.inf:
        raise ValueError(f"give either upper or support, got upper={upper} and support={support}")
    knowledge = Knowledge((0.0, upper) if support is None else support, variance, kurtosis, moment)
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
    moment: tuple[float, float] | None = None,
    scale: float | None = None,
) -> Decision:
    """E X ≥ bound. Refuting needs a finite upper end of the support, a bound for a moment, or an assumed kurtosis."""
    knowledge = Knowledge(support, variance, kurtosis, moment)
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
    moment: tuple[float, float] | None = None,
    scale: float | None = None,
) -> Decision:
    """E X = value: refuted by either side at α/2, confirmed when the interval lies within value ± δ."""
    knowledge = Knowledge(support, variance, kurtosis, moment)
    return decide_mean(draw, generators, plan, MeanClaim("=", value, scale, name, symbol, knowledge))


def decide_mean(draw: Draw, generators: Generators, plan: Plan, claim: MeanClaim) -> Decision:
    """The decision for any of the three relations."""
    points = tuple(point for part in claim.points(plan) for point in part)
    start = Accounts(claim.knowledge, plan, claim.target(plan), points)

    def judge(accounts: Accounts, look: Look) -> Decision:
        return judge_mean(accounts, look, plan, claim)

    return decide(
        draw, generators, plan, name=claim.name, start=start, absorb=absorb, judge=judge, schedule=frequent_looks
    )


def judge_mean(accounts: Accounts, look: Look, plan: Plan, claim: MeanClaim) -> Decision:
    """The decision at one look, from all draws so far."""
    draws = accounts.draws
    verdict, doubting = claim.verdict(accounts.evidence(), plan), claim.knowledge.untried(look)
    if doubting and verdict is not Verdict.UNDECIDED:
        verdict = claim.verdict(accounts.evidence(doubting=True), plan)
    strayed = verdict is Verdict.CONFIRMED and outside(claim.relation, float(draws.mean()), claim.value)
    if strayed and not look.last:
        verdict = Verdict.UNDECIDED
    settled = verdict is not Verdict.UNDECIDED or look.last
    if settled or len(draws) == look.spent[1]:
        claim.knowledge.check(draws, plan, look)
    return _told(verdict, draws, look, plan, claim) if settled else pending(claim.name)


def _told(verdict: Verdict, draws: Array, look: Look, plan: Plan, claim: MeanClaim) -> Decision:
    """The decision with its interval, sentence and numbers."""
    tail = tails(draws)
    doubting = claim.knowledge.untried(look)
    evidence = claim.knowledge.evidence(draws, plan, tail, claim.target(plan), plan.first_look, doubting=doubting)
    step = max(tail.variation / math.sqrt(tail.n), 1e-12 * float(np.abs(draws).max()), 1e-300)
    level = claim.level(plan)
    low, high = interval(evidence, centre=tail.mean, step=step, alphas=(level, level))
    low, high = max(low, claim.knowledge.support[0]), min(high, claim.knowledge.support[1])
    return Decision(
        name=claim.name,
        method=_method(claim),
        verdict=verdict,
        sentence=_sentence(
            verdict, claim, plan, look, tail, (low, high), claim.knowledge.doubts(draws, plan, tail, look)
        ),
        claimed=claim.value,
        sign=claim.relation,
        estimate=tail.mean,
        low=low,
        high=high,
        alpha=plan.alpha,
        resolution=plan.resolution,
        draws=tail.n,
        witness={"mean": tail.mean, "low": low, "high": high} if verdict is Verdict.REFUTED else None,
        statistics={**tail.statistics(), **claim.processes(draws)},
        curves=_wealth(draws, plan, claim),
    )


def _wealth(draws: Array, plan: Plan, claim: MeanClaim) -> dict[str, Array]:
    """How the evidence against the claim grew: log10 of the wealth after the first draws, twice as many, and so on.

    Refuting takes 1/alpha. An assumed kurtosis has no such process, as its variance bound looks at all draws at once.
    """
    counts = np.unique(np.geomspace(min(len(draws), 8), len(draws), 2 + len(draws).bit_length()).astype(int))
    curves = {}
    for side in claim.sides:
        if {"support", "variance", "moment"}.intersection(claim.knowledge.basis(side)):
            target, known = claim.target(plan), claim.knowledge
            grown = (known.evidence(draws[:k], plan, tails(draws[:k]), target, plan.first_look) for k in counts)
            word = "above" if side > 0 else "below"
            curves[f"wealth for a mean {word}"] = np.array([part(claim.value, side) for part in grown]) / math.log(10)
    return {"draws": counts.astype(float), **curves} if curves else {}


def _method(claim: MeanClaim) -> str:
    names = {"support": "betting e-process"} | dict.fromkeys(("variance", "moment", "kurtosis"), "Catoni sequence")
    used = dict.fromkeys(names[basis] for side in (+1, -1) for basis in claim.knowledge.basis(side))
    return " and ".join(used) or "none: no assumption allows evidence"


def _sentence(
    verdict: Verdict,
    claim: MeanClaim,
    plan: Plan,
    look: Look,
    tail: Tails,
    ends: tuple[float, float],
    doubts: Mapping[str, str],
) -> str:
    text = f"{verdict}: {measured(claim.symbol, tail.mean, *ends)} against {_printed(claim)}"
    details = [budget(tail.n, plan.alpha)]
    wanted = claim.sides if verdict is Verdict.REFUTED else tuple(-side for side in claim.sides)
    premises = dict.fromkeys(claim.knowledge.words(side, tail, doubts) for side in wanted)
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

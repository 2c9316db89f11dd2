"""A small suite whose truth is known: a claim for every way to decide, each true and tight, or false by its resolution.

A claim compares the truth with the number `claimed`. Printed is equality, the hardest case of a true sentence; the
mutant `LIE` prints the number that the truth violates by exactly the resolution.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from theorytest.calibration import worlds as w
from theorytest.calibration.rules import BUDGET
from theorytest.claims.claim import Claim, claim
from theorytest.claims.ledger import Ledger
from theorytest.claims.paper import Item, Paper
from theorytest.decisions.curves import curve_at_most
from theorytest.decisions.directions import matrix_at_most
from theorytest.decisions.means import mean_at_least, mean_at_most, mean_equals
from theorytest.decisions.probability import probability_at_least, probability_at_most, probability_equals
from theorytest.decisions.rates import contraction_equals, exponent_at_least, exponent_at_most, exponent_equals
from theorytest.decisions.relations import Relation, at_least, at_most, equal
from theorytest.decisions.sampled import Rule, Sampled, sampled
from theorytest.decisions.sequential import Plan
from theorytest.decisions.trajectories import drift_at_most, maximal_inequality
from theorytest.decisions.watched import Array
from theorytest.runs.budget import spent_on
from theorytest.runs.evidence import Evidence

LIE = "false by its resolution"

Options = Callable[[float], Mapping[str, Any]]  # what the rule is told about a claimed number


@dataclass(frozen=True)
class Sampling:
    """A decision on a world; its budget is `patience` times the draws of a z-test with the same level and power."""

    rule: Rule
    world: w.World
    resolution: float
    options: Options

    def decide(self, run: Evidence, claimed: float, patience: float, position: int = 1) -> Sampled:
        """Ask for the claim's sampled decision number `position`."""
        alpha = spent_on(run.share, position)
        needed = Plan(alpha, self.resolution, 1).needed(self.world.deviation)
        told = dict(self.options(claimed))
        return sampled(
            self.rule,
            told.pop("draw", self.world.sample),
            name=f"sample {position}",
            resolution=self.resolution,
            max_draws=max(1, round(patience * needed)),
            coarse="a world of known truth is as coarse as its rule allows",
            **told,
        )


@dataclass(frozen=True)
class Exactly:
    """A decision that does not sample: the truth is computed."""

    relation: Callable[..., Relation]
    truth: float = 1.0
    resolution: float = 1e-9  # a thousand times the slack for rounding

    def decide(self, run: Evidence, claimed: float, *_: float) -> Relation:  # noqa: ARG002 (the signature of both)
        """Compare."""
        return self.relation(self.truth, claimed, name="computed")


@dataclass(frozen=True)
class Sentence:
    """What a claim says: how the truth compares with the claimed number, and how that is decided.

    `besides` are decisions that come first and are true whatever is claimed.
    """

    kind: str
    relation: str  # <=, >= or =
    decision: Sampling | Exactly
    truth: float = 1.0
    expected: str = "confirmed"
    weight: float = 1.0
    besides: tuple[Sampling | Exactly, ...] = ()
    of: str = ""  # where a kind has several claims

    @property
    def name(self) -> str:
        """The id of the claim."""
        return f"{self.kind}, {self.of}" if self.of else self.kind

    @property
    def false(self) -> float:
        """The number c that the truth violates by the resolution times |c|; an equality is violated from above."""
        violation = -self.decision.resolution if self.relation == "≥" else self.decision.resolution
        return self.truth / (1 + math.copysign(violation, violation * self.truth))

    def check(self, patience: float) -> Callable[..., Iterator[Sampled | Relation]]:
        """The check of the claim."""

        def check(run: Evidence, *, claimed: float = self.truth) -> Iterator[Sampled | Relation]:
            position = 1
            for each in self.besides:
                yield each.decide(run, 1.0, patience, position)
                position += isinstance(each, Sampling)
            yield self.decision.decide(run, claimed, patience, position)

        return check


def suite(patience: float = BUDGET) -> Ledger:
    """The ledger of the suite; with too little patience its claims lack the power that they promise."""
    claims = tuple(_claim(sentence, patience) for sentence in SENTENCES)
    items = tuple(Item(each.label, f"Claim {i}", "claim", each.says) for i, each in enumerate(claims, start=1))
    return Ledger(Path(), Paper(items, title="The suite of the calibration"), {}, claims)


def _claim(sentence: Sentence, patience: float) -> Claim:
    attach = claim(
        sentence.name,
        says=f"The truth is {sentence.relation} the claimed number.",
        expected=sentence.expected,
        mutants={LIE: {"claimed": sentence.false}},
        weight=sentence.weight,
    )
    [attached] = attach(sentence.check(patience)).__claims__  # type: ignore[attr-defined]
    return attached  # type: ignore[no-any-return]


def _bound(**known: Any) -> Options:
    return lambda claimed: {"bound": claimed, **known}


def _matrix(claimed: float) -> Mapping[str, Any]:
    return {"bound": claimed * np.eye(5), "norm_bound": 5 / claimed}


def _drift(claimed: float) -> Mapping[str, Any]:
    def two_steps(rng: np.random.Generator, size: int) -> Array:
        return w.drift_ratios(rng, size)[:, :2] / claimed

    return {"draw": two_steps, "kurtosis": 60.0}


def _means() -> Iterator[Sentence]:
    support = (0.0, w.BOUNDED.upper)
    yield Sentence("mean_at_most", "≤", _LIGHT_AT_MOST)
    yield Sentence("mean_at_most, heavy", "≤", Sampling(mean_at_most, w.CUT, 0.4, _bound(upper=w.CUT.upper)))
    yield Sentence("mean_at_least", "≥", Sampling(mean_at_least, w.LIGHT, 0.1, _bound(variance=w.LIGHT.deviation**2)))
    yield Sentence(
        "mean_equals", "=", Sampling(mean_equals, w.BOUNDED, 0.4, lambda c: {"value": c, "support": support})
    )
    yield Sentence("matrix_at_most", "≤", Sampling(matrix_at_most, w.MATRICES, 0.4, _matrix))
    yield Sentence("drift_at_most", "≤", Sampling(drift_at_most, w.DRIFTING, 0.4, _drift), expected="consistent")


def _event(rule: Rule, word: str, p: float) -> Sampling:
    return Sampling(rule, w.event(p), 0.2, lambda claimed: {word: claimed * p})


def _probabilities() -> Iterator[Sentence]:
    for p in (0.1, 0.2, 0.5):
        yield Sentence("probability_at_most", "≤", _event(probability_at_most, "bound", p), of=f"p = {p}")
        yield Sentence("probability_at_least", "≥", _event(probability_at_least, "bound", p), of=f"p = {p}")
        yield Sentence("probability_equals", "=", _event(probability_equals, "value", p), of=f"p = {p}")
    for level in (2.0, 4.0, 8.0):  # double or nothing reaches it with probability 1 / level
        world = replace(w.DOUBLING, deviation=w.event(1 / level).deviation)
        decision = Sampling(maximal_inequality, world, 0.2, _bound(level=level))
        yield Sentence("maximal_inequality", "≤", decision, of=f"level {level:g}", expected="consistent")


def _rate(rule: Rule, extra: int, times: Array = w.TIMES, of: str = "mean") -> Sampling:
    """X_t / t^extra, whose exponent is -1 - extra."""

    def draw(rng: np.random.Generator, size: int) -> Array:
        return np.asarray(w.PATHS.sample(rng, size)) / w.TIMES**extra

    world = replace(w.PATHS, sample=draw)
    known = {"times": times, "of": of, "kurtosis": w.PATHS.kurtosis}
    return Sampling(rule, world, 0.05, lambda claimed: {"slope": claimed, **known})


def _rates() -> Iterator[Sentence]:
    known = {"times": w.TIMES, "kurtosis": 15.0}
    curve = Sampling(curve_at_most, w.PATHS, 0.1, lambda claimed: {"curve": claimed / w.TIMES, **known})
    yield Sentence("curve_at_most", "≤", curve, expected="consistent")
    for extra in (0, 1):
        truth, name = -1.0 - extra, f"exponent {-1 - extra}"
        yield Sentence("exponent_at_most", "≤", _rate(exponent_at_most, extra), truth, of=name)
        yield Sentence("exponent_at_least", "≥", _rate(exponent_at_least, extra), truth, of=name)
        yield Sentence("exponent_equals", "=", _rate(exponent_equals, extra), truth, of=name)
        along = _rate(exponent_equals, extra, of="path")
        yield Sentence("exponent_equals, paths", "=", along, w.PATH_SLOPE - extra, of=name)
        exponential = _rate(contraction_equals, extra, np.log(w.TIMES))  # the same paths are exponential in log t
        yield Sentence("contraction_equals", "=", exponential, truth, of=name)


def _exact() -> Iterator[Sentence]:
    yield Sentence("at_most", "≤", Exactly(at_most), expected="computed")
    yield Sentence("at_least", "≥", Exactly(at_least), expected="computed")
    yield Sentence("equal", "=", Exactly(equal), expected="computed")


def _three() -> Sentence:
    """An exact decision, then a sampled one that is true in any case, then the one that may be false."""
    decision = _event(probability_at_most, "bound", 0.2)
    return Sentence("three decisions", "≤", decision, weight=2.0, besides=(Exactly(equal), _LIGHT_AT_MOST))


_LIGHT_AT_MOST = Sampling(mean_at_most, w.LIGHT, 0.1, _bound(kurtosis=w.LIGHT.kurtosis))

SENTENCES = (*_means(), *_probabilities(), *_rates(), *_exact(), _three())

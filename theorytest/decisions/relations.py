"""Relations between two independently obtained sides: equal, at most, at least, less than, more than.

A relation sees its own arithmetic. Rational, symbolic and enclosed values are compared as they are. Floating-point
values agree to stated digits: |value - bound| ≤ 10^-digits · scale is allowed, and the sentence says so; a strict
inequality allows nothing. The scale of an entry is its own bound, so that a small entry beside a large one has as many
digits. Where numbers cancel they carry the rounding of what was subtracted: 256 units in the last place of the largest
entry are allowed in an array, and the sentence says where they were needed; a bound of 0 alone has the scale 1. More
than that is named in the relation: `scale=`. A number that is ours, and not the paper's, is a `threshold`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest.decisions.arithmetic import arithmetic_of
from theorytest.decisions.decision import Arithmetic, Decision, Verdict
from theorytest.decisions.entries import (
    beyond_floats,
    compared,
    entries_of,
    excess_of,
    nearby,
    overflown,
    together,
    vacuous,
)
from theorytest.decisions.made import note_made
from theorytest.decisions.relation_words import sentence_of

DIGITS = 12
_WORDS = ("symbol", "digits", "scale", "until")
_ROUNDING = 256 * 2.0**-52  # of the largest entry of an array: sums of its terms round like it


@dataclass(frozen=True)
class Threshold:
    """A number that we chose: the paper does not print it."""

    value: Any


def threshold(value: Any) -> Threshold:
    """Mark a number, or an array of numbers, as chosen by us."""
    if isinstance(value, (str, bytes, bool, Threshold)) or value is None:
        raise ValueError(f"a threshold is a number of your own, such as threshold(0.1), got {value!r}")
    return Threshold(value)


@dataclass(frozen=True, eq=False)
class Relation:
    """value sign bound, entry by entry. `until` is the last time looked at, for a sentence about all times."""

    sign: str
    value: Any
    bound: Any
    name: str = ""
    symbol: str = ""
    digits: int | None = DIGITS
    scale: float | None = None
    until: float | None = None
    ours: bool = False

    def decide(self, name: str | None = None) -> Decision:
        """Compare the two sides."""
        return _decide(replace(self, name=self.name if name is None else name))


def equal(value: Any, other: Any, name: str = "", **words: Any) -> Relation:
    """value = other, entry by entry; inf = inf holds, unless numpy computed the other one, perhaps by overflow."""
    return _relation("=", value, other, name, words)


def at_most(value: Any, bound: Any, name: str = "", **words: Any) -> Relation:
    """value ≤ bound, entry by entry."""
    return _relation("≤", value, bound, name, words)


def at_least(value: Any, bound: Any, name: str = "", **words: Any) -> Relation:
    """value ≥ bound, entry by entry."""
    return _relation("≥", value, bound, name, words)


def less_than(value: Any, bound: Any, name: str = "", **words: Any) -> Relation:
    """value < bound, entry by entry, without any slack."""
    return _relation("<", value, bound, name, words)


def more_than(value: Any, bound: Any, name: str = "", **words: Any) -> Relation:
    """value > bound, entry by entry, without any slack."""
    return _relation(">", value, bound, name, words)


def _relation(sign: str, value: Any, bound: Any, name: str, words: dict[str, Any]) -> Relation:
    ours = isinstance(bound, Threshold)
    if unknown := sorted(set(words) - set(_WORDS)):
        raise TypeError(f"a relation has the keywords {', '.join(_WORDS)}, and not {', '.join(unknown)}")
    if isinstance(value, (np.ndarray, list)) and value is bound:
        raise ValueError("both sides are one array: an array is compared with what was obtained in another way")
    note_made()
    sides = _as_now(value), _as_now(bound.value if ours else bound)
    relation = Relation(sign, *sides, name, ours=ours, **words)
    if relation.digits is not None and (type(relation.digits) is not int or not 1 <= relation.digits <= 300):
        raise ValueError(f"digits must be None (no slack) or lie between 1 and 300, got {relation.digits!r}")
    if relation.until is not None and not (isinstance(relation.until, (int, float)) and relation.until > 0):
        raise ValueError(f"until must be the last time that was looked at, a positive number, got {relation.until!r}")
    if relation.scale is not None and not 0 < relation.scale < np.inf:
        raise ValueError(f"scale must be positive and finite, got {relation.scale!r}")
    return relation


def _as_now(side: Any) -> Any:
    """An array or a list that a loop goes on with would change what was compared before."""
    if isinstance(side, list):
        return [_as_now(each) for each in side]
    return side.copy() if isinstance(side, np.ndarray) else side


def _decide(relation: Relation) -> Decision:
    values, bounds = together(relation.value, relation.bound)
    arithmetic = arithmetic_of(values, bounds)
    near = nearby(values), nearby(bounds)
    slack = slack_of(relation, near[1], arithmetic)
    excess = excess_of(near, relation.sign)
    held = _held(relation, values, bounds, excess, slack, arithmetic)
    worst = _worst(held, excess, slack)
    if held[worst] > 0 and vacuous(relation.sign, bounds):
        worst = int(np.argmax(np.isinf(near[1].ravel())))  # the sentence names the bound that says nothing
    allowed = float(slack[worst])
    verdict = _verdict(relation, bounds, held, worst, arithmetic)
    found, bound = float(near[0].flat[worst]), float(near[1].flat[worst])
    refuted = verdict is Verdict.REFUTED
    entry = tuple(int(i) for i in np.unravel_index(worst, values.shape))
    sides = values.flat[worst], bounds.flat[worst]
    return Decision(
        name=relation.name,
        method="comparison",
        verdict=verdict,
        sentence=sentence_of(relation, verdict, *sides, values.size, allowed, arithmetic),
        claimed=_known(bound),
        estimate=_known(found),
        low=_known(found),
        high=_known(found),
        resolution=allowed,
        witness={"value": found, "bound": bound, "entry": entry} if refuted else None,
        statistics={"value": found, "slack": allowed, "entries": float(values.size)}
        | ({"ours": 1.0} if relation.ours else {}),
        arithmetic=arithmetic,
        until=relation.until,
        room=_room(relation.sign, near),
        sign=relation.sign,
    )


def _known(value: float) -> float | None:
    """An expression with variables has no value."""
    return None if np.isnan(value) else value


def slack_of(relation: Relation, bounds: NDArray[np.float64], arithmetic: Arithmetic) -> NDArray[np.float64]:
    """For each entry 10^-digits of its scale in floating point, else nothing; strict inequalities allow nothing."""
    if not arithmetic.certain and np.isnan(bounds).any():
        raise ValueError("the bound is not a number")
    if arithmetic is not Arithmetic.FLOATING or relation.sign in "<>" or relation.digits is None:
        return np.zeros(bounds.size)
    if relation.scale is not None:
        return np.full(bounds.size, 10.0**-relation.digits * relation.scale)
    sizes = np.where(np.isfinite(bounds), np.abs(bounds), 0.0).ravel()
    if not sizes.any():
        return np.full(bounds.size, 10.0**-relation.digits)
    own, rounding = 10.0**-relation.digits * sizes, min(_ROUNDING, 10.0**-relation.digits) * sizes.max()
    return np.asarray(np.maximum(own, rounding))


def _held(
    relation: Relation,
    values: NDArray[Any],
    bounds: NDArray[Any],
    excess: NDArray[np.float64],
    slack: NDArray[np.float64],
    arithmetic: Arithmetic,
) -> NDArray[np.int_]:
    """1 where the relation holds, -1 where it fails, 0 where the arithmetic cannot tell."""
    exactly = np.ones(values.size, dtype=bool)
    held = np.zeros(values.size, dtype=int)
    if arithmetic is Arithmetic.FLOATING and relation.sign not in "<>":
        held = np.where(np.isnan(excess), 0, np.where(excess <= slack, 1, -1))
        exactly = beyond_floats(values) | beyond_floats(bounds)
    if exactly.any():
        pairs = zip(entries_of(values), entries_of(bounds), strict=True)
        held[exactly] = [compared(relation.sign, *each) for each, told in zip(pairs, exactly, strict=True) if told]
    return held


def _worst(held: NDArray[np.int_], excess: NDArray[np.float64], slack: NDArray[np.float64]) -> int:
    """The entry that fails, else the one that cannot be told, else the nearest to failing, in units of its slack."""
    if held.size == 1:
        return 0
    with np.errstate(over="ignore"):
        sizes = excess / np.where(slack > 0, slack, 1.0)
    first = np.lexsort((-np.where(np.isnan(sizes), np.inf, sizes), np.select([held < 0, held == 0], [0, 1], 2)))
    return int(first[0])


def _verdict(
    relation: Relation, bounds: NDArray[Any], held: NDArray[np.int_], worst: int, arithmetic: Arithmetic
) -> Verdict:
    if held[worst] < 0:
        return Verdict.REFUTED
    if held[worst] == 0 or vacuous(relation.sign, bounds) or overflown(relation.sign, relation.bound):
        return Verdict.UNDECIDED
    if relation.until is not None:
        return Verdict.CONSISTENT
    return Verdict.EXACT if arithmetic.certain else Verdict.COMPUTED


def _room(sign: str, near: tuple[NDArray[np.float64], NDArray[np.float64]]) -> float | None:
    """The least share of a bound that is not used up: a bound that is smaller by more would be refuted."""
    values, bounds = near
    if sign == "=" or not (np.isfinite(values).all() and np.isfinite(bounds).all()):
        return None
    sized = bounds != 0
    if not sized.any():
        return None
    with np.errstate(over="ignore"):
        gaps = (bounds - values if sign in "≤<" else values - bounds)[sized] / np.abs(bounds[sized])
    return float(max(0.0, gaps.min()))

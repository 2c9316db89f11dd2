"""By how much a relation is violated, relative to its distance from the trivial cases of equality.

    score = (value - bound) / (|value| + |bound|)   for value ≤ bound, between -1 and 1, positive where it fails

The quotient does not change with the scale of an instance, so that a search does not end where both sides vanish. A
relation with a scale of its own is divided by that; beside a bound that is 0 the score is value / (1 + |value|).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from theorytest.attacks.errors import AttackError
from theorytest.claims.plots import Panel
from theorytest.decisions.arithmetic import arithmetic_of
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.entries import beyond_floats, compared, entries_of, excess_of, nearby, together
from theorytest.decisions.relations import Relation, slack_of
from theorytest.decisions.sampled import Sampled

FAR = -1.0  # as far from a violation as a score can be
LAST_DIGITS = 1e-13  # a violation that floating point cannot tell from none
CLEAR = 1e-7  # a smaller violation is not told from rounding, unless exact arithmetic shows it


class SamplesError(AttackError):
    """A check that samples: only certified violations count, so it is not attacked."""


class UnusableError(ValueError):
    """An instance on which the relation says nothing: its sides are not numbers."""


@dataclass(frozen=True)
class Gap:
    """How near an instance comes: the score, whether it fails beyond the slack, and the closest inequality's score."""

    score: float
    violated: bool
    closest: float | None = None
    share: float = 0.0  # the largest violation, of equalities relative to the largest entry of both sides
    finite: bool = True  # whether the sides that fail are finite
    bare: float | None = None  # the excess where the bound is 0, so that nothing says what is large

    @property
    def told(self) -> bool:
        """Whether it fails by more than the last digits; a strict inequality fails at equality."""
        return self.violated and (self.share == 0 or self.share > LAST_DIGITS)

    @property
    def clear(self) -> bool:
        """Whether it fails by more than rounding explains."""
        return self.violated and self.share > CLEAR


def gap_of(found: Any) -> Gap:
    """The largest violation among the relations that a check returns or yields."""
    gaps = [_gap(each) for each in relations_in(found)]
    if not gaps:
        raise UnusableError("the relation said nothing")
    failed = [each for each in gaps if each.violated]
    near = max((each.closest for each in gaps if each.closest is not None), default=None)
    worst, share = max(failed or gaps, key=lambda each: each.score), max(each.share for each in gaps)
    return Gap(worst.score, bool(failed), near, share, all(each.finite for each in failed), worst.bare)


def relations_in(found: Any) -> Iterator[Relation | Decision]:
    """The relations and decisions, however they are nested."""
    if isinstance(found, Sampled):
        raise SamplesError("it samples, and a sample certifies nothing")
    if isinstance(found, (Relation, Decision)):
        if isinstance(found, Decision) and (found.draws or found.alpha):
            raise SamplesError("it samples, and a sample certifies nothing")
        yield found
    elif isinstance(found, Iterable) and not isinstance(found, (str, bytes, Mapping, np.ndarray)):
        for each in found:
            yield from relations_in(each)
    elif not isinstance(found, Panel):
        raise AttackError(f"what is attacked must be a relation such as at_most(value, bound), got {found!r}")


def _gap(found: Relation | Decision) -> Gap:
    if isinstance(found, Decision):
        failed = found.verdict is Verdict.REFUTED
        return Gap(1.0 if failed else FAR, failed, None, float(failed))
    values, bounds = together(found.value, found.bound)
    near = nearby(values), nearby(bounds)
    if np.isnan(near[0]).any() or np.isnan(near[1]).any():
        raise UnusableError("a side came out as not a number")
    excess = _beyond(excess_of(near, found.sign), near, (values, bounds), found.sign)
    slack = slack_of(found, near[1], arithmetic_of(values, bounds))
    failing = np.asarray(excess >= 0 if found.sign in "<>" else excess > slack)
    finite = bool((np.isfinite(near[0]) & np.isfinite(near[1])).ravel()[failing].all())
    if found.sign == "=":
        share = _share(excess, near, found.scale)
        return Gap(share if failing.any() else FAR, bool(failing.any()), None, share, finite)
    scores = _scores(excess, near, found.scale)
    worst = int(np.argmax(np.where(failing, scores, -np.inf) if failing.any() else scores))
    score, alone = float(scores[worst]), found.scale is None and near[1].ravel()[worst] == 0
    bare = float(excess[worst]) if alone and np.isfinite(excess[worst]) else None
    return Gap(score, bool(failing.any()), min(0.0, score), max(0.0, score), finite, bare)


def _beyond(excess: Any, near: tuple[Any, Any], sides: tuple[Any, Any], sign: str) -> Any:
    """The excess; where floats are infinite, as the numbers themselves compare: 10⁵⁰⁰ is more than 10⁴⁰⁰."""
    if not np.isinf(near[0]).any() or not np.isinf(near[1]).any():
        return excess
    where = beyond_floats(sides[0]) | beyond_floats(sides[1])
    pairs = zip(entries_of(sides[0]), entries_of(sides[1]), strict=True)
    fails = np.array([far and compared(sign, *pair) < 0 for far, pair in zip(where, pairs, strict=True)])
    return np.where(where, np.where(fails, np.inf, -np.inf), excess)


def _share(excess: Any, near: tuple[Any, Any], scale: float | None) -> float:
    """The largest difference relative to the largest entry: in a matrix, zeros are rounded like the others."""
    worst, bound = float(excess.max()), float(np.abs(near[1]).max())
    size = max(float(np.abs(near[0]).max()), bound, scale or float(bound == 0))
    if worst <= 0:
        return 0.0
    return 1.0 if math.isinf(worst) else worst / size


def _scores(excess: Any, near: tuple[Any, Any], scale: float | None) -> Any:
    values, bounds = (np.abs(side).ravel() for side in near)
    with np.errstate(invalid="ignore", over="ignore"):
        size = np.where(bounds == 0, 1 + values, values + bounds) if scale is None else values + bounds + scale
        scores = excess / size
    scores = np.where(np.isnan(scores), np.sign(excess), scores)  # inf / inf
    trivial = (values == 0) & (bounds == 0) | (~np.isfinite(bounds) & (excess <= 0))
    return np.clip(np.where(trivial, np.where(excess > 0, 1.0, FAR), scores), FAR, 1.0)


def percent_closest(closest: float | None) -> str:
    """`closest approach 0.3 %`, in words that a verdict can end with."""
    if closest is None or not math.isfinite(closest):
        return "no inequality to approach"
    return f"closest approach {100 * closest:.2g} %"

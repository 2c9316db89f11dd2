r"""Bounded, or growing like log t, or like a power: what the increments over doublings of time tell apart.

With a_j = a(2^j t_0) and Δ_j = a_{j+1} - a_j, Raabe's number R_j = j (Δ_j / Δ_{j+1} - 1) of the series Σ Δ_j tends to
    +∞ for C - c t^(-r),   s for Δ_j ~ j^(-s),   1 for log log t,   0 for log t,   -∞ for t^p,
and the series converges if R_j stays above 1, diverges if it stays below 1. What a finite horizon shows is not what
holds for all times: a pass is `consistent` up to its last time and says which alternatives it excludes, and only a
value beyond a stated bound refutes. Where R_j is too near to 1, or irregular, nothing is decided.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.wording import number

Array = NDArray[np.float64]

MARGIN = 0.5  # of Raabe's number around the values that separate two kinds of growth
FEWEST = 8  # doublings, of which the later half decides
_ROUNDING = 1e-12  # relative to the largest value: smaller increments are not seen


class Growth(StrEnum):
    """What the increments over the later half of the doublings look like."""

    BOUNDED = "bounded"
    LOGARITHMIC = "like log t"
    POWER = "like a power of t"
    BETWEEN = "between bounded and log t"
    IRREGULAR = "irregular"


@dataclass(frozen=True)
class Seen:
    """How a sequence grows over doublings up to its last time."""

    growth: Growth
    last: float  # time
    increment: float  # over the last doubling
    raabe: tuple[float, float]  # smallest and largest number over the later half
    exponent: float  # of a power that would look the same; smaller ones are not excluded

    @property
    def words(self) -> str:
        """What was seen, as a clause."""
        low, high = self.raabe
        numbers = f"Raabe's number in [{number(low)}, {number(high)}] over the later half of the doublings"
        return f"{self.growth} up to t = {self.last:,.6g} ({numbers}, last increment {number(self.increment)})"


def growth_of(values: ArrayLike, times: ArrayLike) -> Seen:
    """Classify a sequence that is known at doubling times."""
    a, t = _checked(values, times)
    every = np.diff(a)
    seen = np.flatnonzero(np.abs(every) > _ROUNDING * float(np.abs(a).max() or 1.0))
    steps = every[: seen[-1] + 1] if len(seen) else every[:0]  # what comes later is rounding
    half = len(steps) // 2
    low, high = _raabe(steps, half)
    kind = _kind(steps, half, low, high)
    if len(steps) < len(every) and kind is not Growth.BOUNDED:
        kind = Growth.BOUNDED if not len(steps) else Growth.IRREGULAR
    exponent = MARGIN / (len(every) * math.log(2))
    return Seen(kind, float(t[-1]), float(every[-1]), (low, high), exponent)


def _raabe(steps: Array, half: int) -> tuple[float, float]:
    if len(steps) < 2:
        return math.inf, math.inf
    j = np.arange(1, len(steps))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = (j * (steps[:-1] / steps[1:] - 1))[max(half - 1, 0) :]
    return float(np.min(found)), float(np.max(found))


def _kind(steps: Array, half: int, low: float, high: float) -> Growth:
    """One sign of all later increments, and Raabe's number away from where two kinds meet."""
    later = steps[half:]
    if not (np.all(later > 0) or np.all(later < 0)) or not (math.isfinite(low) and math.isfinite(high)):
        return Growth.IRREGULAR
    if low >= 1 + MARGIN:
        return Growth.BOUNDED
    if high <= -MARGIN:
        return Growth.POWER
    if low > -MARGIN and high < MARGIN:
        return Growth.LOGARITHMIC
    return Growth.BETWEEN


def bounded(values: ArrayLike, times: ArrayLike, *, by: float | None = None, name: str = "growth") -> Decision:
    """a(t) = O(1): consistent where the increments fall like a convergent series; refuted beyond a bound `by` only."""
    a, _ = _checked(values, times)
    seen = growth_of(values, times)
    if by is not None and float(np.max(np.abs(a))) > by:
        worst = int(np.argmax(np.abs(a)))
        text = f"|a| = {number(abs(float(a[worst])))} > {number(by)} at t = {float(np.asarray(times)[worst]):,.6g}"
        return _decision(name, Verdict.REFUTED, text, seen)
    return _decision(name, Verdict.CONSISTENT if seen.growth is Growth.BOUNDED else Verdict.UNDECIDED, seen.words, seen)


def grows_like_log(values: ArrayLike, times: ArrayLike, *, name: str = "growth") -> Decision:
    """a(t) ~ c log t: consistent where doublings add about the same; powers below the stated exponent look the same."""
    seen = growth_of(values, times)
    verdict = Verdict.CONSISTENT if seen.growth is Growth.LOGARITHMIC else Verdict.UNDECIDED
    return _decision(name, verdict, f"{seen.words}; a power below {number(seen.exponent)} would look the same", seen)


def grows_like_power(
    values: ArrayLike, times: ArrayLike, *, exponent: float, resolution: float = 0.05, name: str = "growth"
) -> Decision:
    """a(t) ~ c t^p with p > 0: consistent where log₂ Δ_{j+1}/Δ_j stays within the resolution of p."""
    if not (0 < exponent < math.inf and 0 < resolution < math.inf):
        raise ValueError(f"exponent and resolution must be positive and finite, got {exponent} and {resolution}")
    a, _ = _checked(values, times)
    seen, steps = growth_of(values, times), np.diff(a)
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = np.log2(steps[1:] / steps[:-1])[len(steps) // 2 - 1 :]
    close = bool(np.all(np.abs(slopes - exponent) <= resolution))  # not where a slope is not a number
    verdict = Verdict.CONSISTENT if close and seen.growth is Growth.POWER else Verdict.UNDECIDED
    found = f"local exponents in [{number(float(slopes.min()))}, {number(float(slopes.max()))}]"
    return _decision(name, verdict, f"{seen.words}; {found} against {number(exponent)} ± {number(resolution)}", seen)


def separating_horizon(exponent: float, start: float = 1.0) -> float:
    """The time by which t^p is told from log t: Raabe's number -j (1 - 2^-p) passes the margin at twice this j."""
    if not 0 < exponent < math.inf:
        raise ValueError(f"exponent must be positive and finite, got {exponent}")
    doublings = max(FEWEST, math.ceil(2 * MARGIN / (1 - 2.0**-exponent)) + 1)
    return float(start * 2.0**doublings)


def _decision(name: str, verdict: Verdict, text: str, seen: Seen) -> Decision:
    return Decision(
        name=name,
        method="Raabe's number of the increments over doublings",
        verdict=verdict,
        sentence=f"{verdict}: {text}",
        estimate=seen.increment,
        witness={"text": text} if verdict is Verdict.REFUTED else None,
        until=seen.last,
    )


def _checked(values: ArrayLike, times: ArrayLike) -> tuple[Array, Array]:
    a, t = (_floats(each, what) for each, what in ((values, "values"), (times, "times")))
    if a.shape != t.shape or a.ndim != 1:
        raise ValueError(f"values and times must be two sequences of one length, got shapes {a.shape} and {t.shape}")
    if len(a) < FEWEST + 1:
        raise ValueError(f"times must span at least {FEWEST} doublings, got {max(len(a) - 1, 0)}")
    if not np.all(np.isfinite(a)):
        raise ValueError("values must be finite")
    if t[0] <= 0 or not np.allclose(t[1:] / t[:-1], 2, rtol=1e-9):
        raise ValueError(f"times must be positive and double each time, got {t[0]:g}, {t[1]:g}, ...")
    return a, t


def _floats(values: Any, what: str) -> Array:
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be numbers, got {values!r}") from None

r"""Bounded, or growing like log t, or like a power: what the increments over doublings of time tell apart.

With a_j = a(2^j t_0) and Δ_j = a_{j+1} - a_j, Raabe's number R_j = j (Δ_j / Δ_{j+1} - 1) of the series Σ Δ_j tends to
    +∞ for C - c t^(-r),   s for Δ_j ~ j^(-s),   1 for log log t,   0 for log t,   1 - k for (log t)^k,   -∞ for t^p,
and the series converges if R_j stays above 1, diverges if it stays below 1. What a finite horizon shows is not what
holds for all times: a pass is `consistent` up to its last time and says which alternatives it excludes. Two things
refute: a value beyond a stated bound, and another kind of growth where the claim states by `among` that the sequence
has one of these kinds. Where R_j is too near to 1, or irregular, or the horizon too short, nothing is decided.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from theorytest.decisions.arithmetic import approximate, arithmetic_of, as_values
from theorytest.decisions.decision import Arithmetic, Decision, Verdict
from theorytest.decisions.wording import number

Array = NDArray[np.float64]

MARGIN = 0.5  # of Raabe's number around the values that separate two kinds of growth
FEWEST = 8  # doublings, of which the later half decides
_ROUNDING = 1e-12  # relative to the largest value: smaller increments of floats are not seen
LOG_POWERS = "as (log t)^k for k between 1/2 and 3/2 would"
_BENT = 0.3  # |R_j| ~ j^g: g = 1 for a power of t, 0 for a power of log t, and nothing is said in between


class Growth(StrEnum):
    """What the increments over the later half of the doublings look like."""

    BOUNDED = "bounded"
    LOGARITHMIC = "like log t"
    POWER_OF_LOG = "like a power of log t above the first"
    POWER = "like a power of t"
    BETWEEN = "between the kinds that are told apart"
    IRREGULAR = "irregular"


@dataclass(frozen=True)
class Seen:
    """How a sequence grows over doublings up to its last time."""

    growth: Growth
    last: float  # time
    increment: float  # over the last doubling
    raabe: tuple[float, float]  # smallest and largest number over the later half
    exponent: float  # powers of t below it look like a logarithm
    slopes: tuple[float, float]  # smallest and largest log₂ Δ_{j+1}/Δ_j over the later half
    arithmetic: Arithmetic

    @property
    def approach(self) -> float:
        """Limits that are approached like t^-r with r below it look like a logarithm, as powers below `exponent` do."""
        return math.log2(2 - 2.0**-self.exponent)

    @property
    def words(self) -> str:
        """What was seen, as a clause."""
        low, high = self.raabe
        numbers = f"Raabe's number in [{number(low)}, {number(high)}] over the later half of the doublings"
        return f"{self.growth} up to t = {self.last:,.6g} ({numbers}, last increment {number(self.increment)})"


def growth_of(values: ArrayLike, times: ArrayLike) -> Seen:
    """Classify a sequence that is known at doubling times."""
    exact, t = _checked(values, times)
    arithmetic = arithmetic_of(exact)
    every = _floats(np.diff(exact), "values")
    least = 0.0 if arithmetic.certain else _ROUNDING * float(np.abs(_floats(exact, "values")).max() or 1.0)
    seen = np.flatnonzero(np.abs(every) > least)
    steps = every[: seen[-1] + 1] if len(seen) else every[:0]  # what comes later is rounding
    later = _raabe(steps)
    low, high = (float(np.min(later)), float(np.max(later))) if len(later) else (math.inf, math.inf)
    kind = _kind(steps, later)
    if len(steps) < len(every) and kind is not Growth.BOUNDED:
        kind = Growth.BOUNDED if not len(steps) else Growth.IRREGULAR
    return Seen(kind, float(t[-1]), float(every[-1]), (low, high), _hidden(len(every)), _slopes(every), arithmetic)


def _raabe(steps: Array) -> Array:
    """Raabe's numbers over the later half."""
    j = np.arange(1, len(steps))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((j * (steps[:-1] / steps[1:] - 1))[max(len(steps) // 2 - 1, 0) :])


def _slopes(steps: Array) -> tuple[float, float]:
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.log2(steps[1:] / steps[:-1])[len(steps) // 2 - 1 :]
    return float(np.min(found)), float(np.max(found))  # nan where a slope is not a number


def _kind(steps: Array, raabe: Array) -> Growth:
    """One sign of all later increments, and Raabe's number away from where two kinds meet."""
    later = steps[len(steps) // 2 :]
    if not len(raabe) or not (np.all(later > 0) or np.all(later < 0)) or not np.all(np.isfinite(raabe)):
        return Growth.IRREGULAR
    low, high = float(raabe.min()), float(raabe.max())
    if low >= 1 + MARGIN:
        return Growth.BOUNDED
    if high <= -MARGIN:
        return _above_log(raabe, len(steps))
    if low > -MARGIN and high < MARGIN:
        return Growth.LOGARITHMIC
    return Growth.BETWEEN


def _above_log(raabe: Array, n_steps: int) -> Growth:
    """-R_j grows like j for a power of t and tends to a number for a power of log t."""
    last = n_steps - 1
    bend = math.log(raabe[-1] / raabe[0]) / math.log(last / (last - len(raabe) + 1))
    if bend >= 1 - _BENT:
        return Growth.POWER
    return Growth.POWER_OF_LOG if abs(bend) <= _BENT else Growth.BETWEEN


def bounded(
    values: ArrayLike,
    times: ArrayLike,
    *,
    by: float | None = None,
    among: Collection[Growth] = (),
    name: str = "growth",
) -> Decision:
    """a(t) = O(1): consistent where the increments fall like a convergent series; refuted beyond `by`, or `among`."""
    exact, t = _checked(values, times)
    seen, sizes = growth_of(values, times), np.abs(exact)
    worst = int(np.argmax(_floats(sizes, "values")))
    if by is not None and bool(sizes[worst] > by):
        text = f"|a| = {number(approximate(sizes[worst]))} > {number(approximate(by))} at t = {float(t[worst]):,.6g}"
        return _decision(name, Verdict.REFUTED, text, seen)
    hidden = f"{seen.words}; growth by less than {number(abs(seen.increment))} per doubling would look the same"
    return _decided(name, Growth.BOUNDED, seen, among, hidden)


def grows_like_log(
    values: ArrayLike,
    times: ArrayLike,
    *,
    against: float,
    among: Collection[Growth] = (),
    name: str = "growth",
) -> Decision:
    """a(t) ~ c log t: consistent where doublings add about the same, once t^against would look otherwise."""
    seen, needed = growth_of(values, times), log_horizon(against, float(np.asarray(times, dtype=float)[0]))
    text = f"{seen.words}; a power below {number(seen.exponent)} would look the same, {LOG_POWERS}"
    if seen.growth is Growth.LOGARITHMIC and seen.last < needed:
        late = f"t^{number(against)} is told from log t from t = {needed:,.6g} on only"
        return _decision(name, Verdict.UNDECIDED, f"{text}, and {late}", seen)
    return _decided(name, Growth.LOGARITHMIC, seen, among, text)


def grows_like_power(
    values: ArrayLike,
    times: ArrayLike,
    *,
    exponent: float,
    resolution: float = 0.05,
    among: Collection[Growth] = (),
    name: str = "growth",
) -> Decision:
    """a(t) ~ c t^p with p > 0: consistent where log₂ Δ_{j+1}/Δ_j stays within the resolution of p."""
    if not (0 < exponent < math.inf and 0 < resolution < math.inf):
        raise ValueError(f"exponent and resolution must be positive and finite, got {exponent} and {resolution}")
    seen = growth_of(values, times)
    low, high = seen.slopes
    found = f"local exponents in [{number(low)}, {number(high)}] against {number(exponent)} ± {number(resolution)}"
    text = f"{seen.words}; {found}"
    needed = separating_horizon(exponent, float(np.asarray(times, dtype=float)[0]))
    if seen.growth is not Growth.POWER and seen.last < needed:
        late = f"t^{number(exponent)} is called a power from t = {needed:,.6g} on only"
        return _decision(name, Verdict.UNDECIDED, f"{text}; {late}", seen)
    if seen.growth is Growth.POWER and not (exponent - resolution <= low and high <= exponent + resolution):
        other = (low > exponent + resolution or high < exponent - resolution) and Growth.POWER in among
        return _decision(name, Verdict.REFUTED if other else Verdict.UNDECIDED, text, seen)
    return _decided(name, Growth.POWER, seen, among, text)


def separating_horizon(exponent: float, start: float = 1.0) -> float:
    """The time by which t^p is called a power: Raabe's number -j (1 - 2^-p) passes the margin at twice this j."""
    doublings = max(FEWEST, math.ceil(2 * MARGIN / (1 - 2.0 ** -_positive(exponent))) + 1)
    return float(start * 2.0**doublings)


def log_horizon(exponent: float, start: float = 1.0) -> float:
    """The time from which t^p is no longer called a logarithm: Raabe's number passes the margin at its last j."""
    doublings = max(FEWEST, math.ceil(MARGIN / (1 - 2.0 ** -_positive(exponent))) + 2)
    return float(start * 2.0**doublings)


def _positive(exponent: float) -> float:
    if not 0 < exponent < math.inf:
        raise ValueError(f"exponent must be positive and finite, got {exponent}")
    return exponent


def _hidden(n_steps: int) -> float:
    """The exponent whose Raabe number is at the margin at the last j."""
    return -math.log2(1 - MARGIN / (n_steps - 1))


def _decided(name: str, claimed: Growth, seen: Seen, among: Collection[Growth], text: str) -> Decision:
    """Consistent as claimed; refuted by another one of the kinds that the claim admits; otherwise undecided."""
    if seen.growth is claimed:
        return _decision(name, Verdict.CONSISTENT, text, seen)
    if among_these(claimed, seen.growth, among):
        given = f"given that it is {either(among)}{_unseen(claimed, seen)}"
        return _decision(name, Verdict.REFUTED, f"{text}, {given}", seen)
    return _decision(name, Verdict.UNDECIDED, text, seen)


def _unseen(claimed: Growth, seen: Seen) -> str:
    """Which sequences of the claimed kind would look as this one does, and are not refuted."""
    if claimed is Growth.BOUNDED and seen.growth is Growth.LOGARITHMIC:
        return f", and approaches a limit no slower than t^-{number(seen.approach)}"
    if claimed is Growth.LOGARITHMIC and seen.growth is Growth.BOUNDED:
        return f", and a logarithm adds more than {number(abs(seen.increment))} per doubling"
    return ""


def among_these(claimed: Growth, seen: Growth, among: Collection[Growth]) -> bool:
    """Whether what is seen is one of the stated kinds, of which the claimed one must be a member, and another one."""
    if among and (claimed not in among or {Growth.BETWEEN, Growth.IRREGULAR} & set(among)):
        raise ValueError(f"among must hold the claimed kind ({claimed}) and kinds that can be told, got {list(among)}")
    return seen is not claimed and seen in among


def either(among: Collection[Growth]) -> str:
    """The stated kinds in words."""
    return " or ".join(among)


def _decision(name: str, verdict: Verdict, text: str, seen: Seen) -> Decision:
    return Decision(
        name=name,
        method="Raabe's number of the increments over doublings",
        verdict=verdict,
        sentence=f"{verdict}: {text}",
        estimate=seen.increment,
        witness={"text": text} if verdict is Verdict.REFUTED else None,
        until=seen.last,
        arithmetic=seen.arithmetic,
    )


def _checked(values: ArrayLike, times: ArrayLike) -> tuple[NDArray[Any], Array]:
    _floats(values, "values")  # before anything else, so that the sentence names them
    exact = as_values(values)
    a, t = _floats(exact, "values"), doubling(times)
    if a.shape != t.shape or a.ndim != 1:
        raise ValueError(f"values and times must be two sequences of one length, got shapes {a.shape} and {t.shape}")
    if not np.all(np.isfinite(a)):
        raise ValueError("values must be finite")
    return exact, t


def doubling(times: ArrayLike) -> Array:
    """The times as floats, if they double often enough."""
    t = _floats(times, "times")
    if t.ndim != 1 or len(t) < FEWEST + 1:
        raise ValueError(f"times must span at least {FEWEST} doublings, got {max(t.size - 1, 0)}")
    if t[0] <= 0 or not np.allclose(t[1:] / t[:-1], 2, rtol=1e-9):
        raise ValueError(f"times must be positive and double each time, got {t[0]:g}, {t[1]:g}, ...")
    return t


def _floats(values: Any, what: str) -> Array:
    try:
        found = np.asarray(values)
        if found.dtype == object:
            found = np.array([approximate(x) for x in found.flat]).reshape(found.shape)
        return np.asarray(found, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be numbers, got {values!r}") from None

r"""Rates: the slope of log E X_t against log t (exponent) or against t (contraction), by least squares on a window.

The unit is the trajectory, with the jackknife over replicas (theorytest/fits.py). The claimed slope is the exact one of
the same window (Σ_t c_t log curve_t) when the exact curve is given. `of="path"` takes the mean of the slopes of
log X_t over single paths instead: the almost sure rate, which differs from the rate of the mean. A bound O(t^-r) is
held to by `exponent_at_most`, the slope over the whole window, whether the curve is straight or not.

The level of the jackknife is asymptotic, so the fit draws the picture and confirms, and says so. What refutes is the
evidence at the ends of the window (see `ends`), which is valid at every sample size; see `curves` for C t^-r.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from theorytest.arguments import finite, positive, real, reals
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.ends import Ends, along_paths, largest, require_below
from theorytest.decisions.sequential import Generators, Look, Plan, decide, regular_looks, shortfall
from theorytest.decisions.tails import Tails, tails
from theorytest.decisions.watched import Array, Draw
from theorytest.decisions.wording import budget, measured, number
from theorytest.fits import ROUNDING, contrasts, pseudo_values, silence, slope_weights, studentised_quantile

# With fewer, samples that happen to miss their rare paths refute true slopes too often (seen on log-normal paths).
_REPLICAS_PER_KURTOSIS = 50


@dataclass(frozen=True)
class RateClaim:
    """The slope against x (log t or t), the window, and what the fit is compared with."""

    name: str
    symbol: str
    of: str
    times: Array
    x: Array
    slope: float
    curve: Array | None
    scale: float | None
    upper: Array
    kurtosis: float | None
    side: str = "="

    def __post_init__(self) -> None:
        if self.of not in ("mean", "path"):
            raise ValueError(f'of must be "mean" or "path", got {self.of!r}')
        if self.scale is None and self.slope == 0:
            raise ValueError("scale must be given when the claimed slope is 0: a relative resolution has no meaning")
        if self.scale is not None:
            positive("scale", self.scale)

    @property
    def ends(self) -> Ends:
        """What can refute it."""
        first, *_, last = self.reference
        found = Ends(self.side, float(first - last), self.slope, self.upper, self.kurtosis)
        return found if self.of == "mean" else along_paths(found, slope_weights(self.x))

    def violation(self, resolution: float) -> float:
        """What a slope that is wrong by the resolution does to the last term, relative to it; to a path's slope."""
        wrong = resolution * self.unit
        return wrong if self.of == "path" else -math.expm1(-wrong * float(np.ptp(self.x)))

    @property
    def unit(self) -> float:
        """The scale of the resolution, |slope| unless given."""
        return abs(self.slope) if self.scale is None else self.scale

    def admits(self, low: float, high: float, slack: float = 0.0) -> tuple[bool, bool]:
        """Whether a slope in [low, high] may be, and whether all of them are, in the claimed region with its slack."""
        below = -math.inf if self.side == "≤" else self.slope - slack
        above = math.inf if self.side == "≥" else self.slope + slack
        return low <= above and high >= below, below <= low and high <= above

    @property
    def reference(self) -> Array:
        """The log curve that residuals are taken from: the exact one, or the straight line of the claimed slope."""
        return np.log(self.curve) if self.curve is not None else self.slope * self.x


def exponent_equals(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    times: ArrayLike,
    slope: float | None = None,
    curve: ArrayLike | None = None,
    of: str = "mean",
    scale: float | None = None,
    kurtosis: float | None = None,
    upper: ArrayLike = math.inf,
    name: str = "exponent",
    symbol: str = "d log E X_t / d log t",
) -> Decision:
    """The algebraic rate E X_t ∝ t^slope on a (geometric) grid of times; `draw` returns X of shape (size, n_times).

    Refuting needs X_t ≤ `upper`, or a bound for the `kurtosis` of X_T/curve_T - X_1/curve_1 (of slopes for paths).
    """
    known = _claim(times, slope, curve, of, scale, kurtosis, upper, name, symbol)
    return _decide(draw, generators, plan, known)


def exponent_at_most(
    draw: Draw, generators: Generators, plan: Plan, *, times: ArrayLike, slope: float, **options: Any
) -> Decision:
    """E X_t falls at least like t^slope over the window; options of `exponent_equals`, and no curve."""
    return _one_sided("≤", draw, generators, plan, times, slope, **options)


def exponent_at_least(
    draw: Draw, generators: Generators, plan: Plan, *, times: ArrayLike, slope: float, **options: Any
) -> Decision:
    """E X_t falls at most like t^slope over the window; options of `exponent_equals`, and no curve."""
    return _one_sided("≥", draw, generators, plan, times, slope, **options)


def contraction_equals(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    times: ArrayLike,
    slope: float | None = None,
    curve: ArrayLike | None = None,
    of: str = "mean",
    scale: float | None = None,
    kurtosis: float | None = None,
    upper: ArrayLike = math.inf,
    name: str = "contraction",
    symbol: str = "d log E X_t / dt",
) -> Decision:
    """The exponential rate E X_t ∝ exp(slope · t), the log of the contraction per step."""
    claim = _claim(times, slope, curve, of, scale, kurtosis, upper, name, symbol, logarithmic=False)
    return _decide(draw, generators, plan, claim)


def _one_sided(
    side: str, draw: Draw, generators: Generators, plan: Plan, times: ArrayLike, slope: float, **options: Any
) -> Decision:
    return _decide(draw, generators, plan, replace(_claim(times, slope, None, **options), side=side))


def _claim(
    times: ArrayLike,
    slope: float | None,
    curve: ArrayLike | None,
    of: str = "mean",
    scale: float | None = None,
    kurtosis: float | None = None,
    upper: ArrayLike = math.inf,
    name: str = "exponent",
    symbol: str = "d log E X_t / d log t",
    *,
    logarithmic: bool = True,
) -> RateClaim:
    grid = finite("times", times, shape=(None,))
    if len(grid) < 4 or np.any(np.diff(grid) <= 0) or (logarithmic and grid[0] <= 0):
        raise ValueError(f"times must be at least 4 increasing{' positive' * logarithmic} numbers, got {grid}")
    if (slope is None) == (curve is None):
        raise ValueError("give either the claimed slope or the exact curve of E X_t, not both and not neither")
    exact = None if curve is None else reals("curve", curve)
    if exact is not None and (exact.shape != grid.shape or not np.all((exact > 0) & np.isfinite(exact))):
        raise ValueError(f"curve must hold {len(grid)} positive finite values, one per time, got {exact}")
    x = np.log(grid) if logarithmic else grid
    claimed = float(slope_weights(x) @ np.log(exact)) if exact is not None else real("slope", slope)
    if of == "path":
        symbol = symbol.replace("E X_t", "X_t along a path")
    return RateClaim(name, symbol, of, grid, x, claimed, exact, scale, largest(upper, len(grid)), kurtosis)


def _decide(draw: Draw, generators: Generators, plan: Plan, claim: RateClaim) -> Decision:
    ends = claim.ends

    def absorb(chunks: tuple[Array, ...], new: Array) -> tuple[Array, ...]:
        if new.min() < 0:
            raise ValueError(f"a rate is fitted to X_t >= 0, got {new.min()}")
        return (*chunks, require_below(new, claim.upper))

    def judge(chunks: tuple[Array, ...], look: Look) -> Decision:
        return _judge(np.concatenate(chunks), look, plan, claim, ends)

    start: tuple[Array, ...] = ()
    return decide(
        draw,
        generators,
        plan,
        name=claim.name,
        start=start,
        absorb=absorb,
        judge=judge,
        entry=(len(claim.times),),
        schedule=regular_looks,
    )


def _judge(paths: Array, look: Look, plan: Plan, claim: RateClaim, ends: Ends) -> Decision:
    silent = silence(paths, claim.times, claim.of)
    if silent:
        return _decision(Verdict.UNDECIDED, silent, (math.nan, -math.inf, math.inf), None, paths, look, plan, claim)
    weights = contrasts(claim.x)
    values = pseudo_values(paths, weights, claim.of)
    expected = weights @ claim.reference
    expected[0] = claim.slope
    centre, spread = values.mean(axis=0), values.std(axis=0, ddof=1) / math.sqrt(len(paths)) + ROUNDING * claim.unit
    quantile = studentised_quantile(values, alpha=plan.alpha / len(list(regular_looks(plan))) / 2)
    bent = np.abs(centre - expected)[1:] > quantile[1:] * spread[1:]
    half = quantile[0] * spread[0]
    low, high = float(centre[0] - half), float(centre[0] + half)
    tail = tails(values[:, 0])
    refuted, premises = ends.refute(paths, plan, look, claim.violation(plan.resolution))
    verdict, reason = _verdict((low, high), bent, tail, look, plan, claim, refuted)
    if verdict is Verdict.REFUTED:
        reason = f"refuted at the ends of the window, a level for every sample size: {ends.words(premises)}"
    return _decision(verdict, reason, (float(centre[0]), low, high), tail, paths, look, plan, claim)


def _verdict(
    fitted: tuple[float, float], bent: Array, tail: Tails, look: Look, plan: Plan, claim: RateClaim, refuted: bool
) -> tuple[Verdict, str]:
    if claim.side == "=" and claim.curve is None and bent.any():
        return Verdict.UNDECIDED, "the curve bends within the window, so it has no single slope: give the exact curve"
    if refuted:
        return Verdict.REFUTED, ""
    if tail.n < _REPLICAS_PER_KURTOSIS * tail.kurtosis:
        return Verdict.UNDECIDED, f"few replicas carry the slope (kurtosis {number(tail.kurtosis)} over replicas)"
    if not claim.admits(*fitted)[0]:
        return Verdict.UNDECIDED, "only the fit speaks against it, whose level is asymptotic"
    if claim.side == "=" and bent.any():
        return Verdict.UNDECIDED, "the curve bends otherwise than the exact one"
    if claim.admits(*fitted, plan.resolution * claim.unit)[1]:
        return Verdict.CONFIRMED, ""
    return Verdict.UNDECIDED, shortfall(plan, look, plan.needed(tail.variation / claim.unit))


def _decision(
    verdict: Verdict,
    reason: str,
    measurement: tuple[float, float, float],
    tail: Tails | None,
    paths: Array,
    look: Look,
    plan: Plan,
    claim: RateClaim,
) -> Decision:
    estimate, low, high = measurement
    return Decision(
        name=claim.name,
        method="ends of the window (valid level)"
        if verdict is Verdict.REFUTED
        else "least squares on the log mean, jackknife over replicas (asymptotic level)"
        if claim.of == "mean"
        else "mean of path slopes (asymptotic level)",
        verdict=verdict,
        sentence=_sentence(verdict, reason, measurement, look, plan, claim),
        sign=claim.side,
        claimed=claim.slope,
        estimate=estimate,
        low=low,
        high=high,
        alpha=plan.alpha,
        resolution=plan.resolution,
        draws=len(paths),
        witness={"slope": estimate, "low": low, "high": high} if verdict is Verdict.REFUTED else None,
        statistics=tail.statistics() if tail else {"n": float(len(paths))},
        curves={"times": claim.times, "mean": paths.mean(axis=0), "reference": np.exp(claim.reference)},
    )


def _sentence(
    verdict: Verdict, reason: str, measurement: tuple[float, float, float], look: Look, plan: Plan, claim: RateClaim
) -> str:
    found = "no slope" if math.isnan(measurement[0]) else measured(claim.symbol, *measurement)
    printed = "the exact finite-window" if claim.curve is not None else "the claimed"
    window = f"t = {number(claim.times[0])} to {number(claim.times[-1])}"
    details = [window, budget(look.draws, plan.alpha, "replicas")]
    details.append("interval of the fit: asymptotic" if verdict is Verdict.REFUTED else "asymptotic: normal limit")
    if verdict is Verdict.CONFIRMED:
        details.append(f"resolution {number(plan.resolution)} of {number(claim.unit)}")
    details += [reason] if reason else []
    bound = "" if claim.side == "=" else f"{claim.side} "
    return f"{verdict}: {found} against {printed} {bound}{number(claim.slope)} ({', '.join(details)})"

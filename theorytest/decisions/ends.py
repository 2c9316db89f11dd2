r"""A rate refuted at the two ends of its window, with a level that holds at every sample size.

If E X_t is in proportion to a curve, then D = X_T curve_1/curve_T - X_1 has mean 0 for the first and the last time of
the window; if E X_t falls at least as fast, D has mean at most 0. The evidence about the mean of D is that of
`assumptions`: bets where X_t has an upper end, Catoni's where the kurtosis of D is bounded. Without either no sample
refutes a rate: a rare path that was not drawn yet could carry the mean at the first time. Slopes along paths are a
plain mean, treated alike.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from theorytest.arguments import reals
from theorytest.decisions.assumptions import VARIANCE_SHARE, Knowledge
from theorytest.decisions.intervals import SIDES
from theorytest.decisions.sequential import Look, Plan
from theorytest.decisions.tails import Tails, tails
from theorytest.decisions.watched import Array
from theorytest.fits import ROUNDING

_SPAN = 600.0  # of log curve: more leaves the range of floating point


@dataclass(frozen=True, eq=False)
class Ends:
    """`log_ratio` is log(curve_1/curve_T); `weights` are those of slopes along paths, None for the mean."""

    sign: str
    log_ratio: float
    slope: float
    upper: Array
    kurtosis: float | None
    weights: Array | None = None

    def __post_init__(self) -> None:
        if abs(self.log_ratio) > _SPAN:
            raise ValueError("the claimed curve changes by more than 260 orders of magnitude: shorten the window")
        for side in SIDES[self.sign]:
            if not self.knowledge.basis(side):
                wanted = "" if self.weights is not None else ", or upper= for the largest X_t"
                raise ValueError(f"nothing can refute this rate at a valid level: give kurtosis={wanted}")

    @property
    def knowledge(self) -> Knowledge:
        """About D."""
        if self.weights is not None:
            return Knowledge(kurtosis=self.kurtosis)
        return Knowledge((-float(self.upper[0]), float(self.upper[-1]) * math.exp(self.log_ratio)), None, self.kurtosis)

    def differences(self, paths: Array) -> Array:
        """D of every path."""
        if self.weights is not None:
            return np.asarray(np.log(paths) @ self.weights - self.slope)
        return np.asarray(paths[:, -1] * math.exp(self.log_ratio) - paths[:, 0])

    def unit(self, paths: Array) -> float:
        """What a relative change of the last term amounts to in D."""
        return 1.0 if self.weights is not None else float(paths[:, 0].mean())

    def refute(self, paths: Array, plan: Plan, look: Look, violation: float) -> tuple[bool, Tails]:
        """Whether the evidence puts the mean of D on a refuting side, each with its share of alpha.

        `violation` is the one that matters, relative to the last term; bets are chosen for it after the first draws.
        """
        D, pilot = self.differences(paths), plan.pilot
        tail = tails(D)
        self.knowledge.check(D, plan, look)
        target = (0.0, max(violation * self.unit(paths[:pilot]), 1e-300))
        evidence = self.knowledge.evidence(D, plan, tail, target, pilot)
        level = plan.alpha * (1 - VARIANCE_SHARE) / len(SIDES[self.sign])
        rounding = ROUNDING * self.unit(paths)
        won = max(evidence(side * rounding, side) for side in SIDES[self.sign])
        return won >= math.log(1 / level), tail

    def words(self, tail: Tails) -> str:
        """The premises of a refutation."""
        told = dict.fromkeys(self.knowledge.words(side, tail) for side in SIDES[self.sign])
        return ", ".join(told).replace("X <=", "D <=").replace("X >=", "D >=")


def largest(upper: ArrayLike, n_times: int) -> Array:
    """The upper end of X_t, one for each time."""
    ends = np.broadcast_to(reals("upper", upper), (n_times,))
    if not np.all(ends > 0):
        raise ValueError(f"upper must be greater than 0, got {ends.min():g}")
    return ends


def require_below(paths: Array, upper: Array) -> Array:
    """The paths, if none exceeds the stated end."""
    if np.any(paths > upper):
        i, t = np.argwhere(paths > upper)[0]
        raise ValueError(
            f"upper is stated as {upper[t]:g}, but {paths[i, t]:g} was drawn: widen it or correct the draw"
        )
    return paths


def along_paths(ends: Ends, weights: Array) -> Ends:
    """The same for the mean of slopes along paths."""
    return replace(ends, weights=weights, log_ratio=0.0)

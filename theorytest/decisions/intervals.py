"""Evidence inverted into an interval: the interval holds every value that the evidence does not reject."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

# (m, side) -> log of an e-value against "the mean is at most m" (side +1) or "at least m" (side -1),
# decreasing in m for side +1 and increasing for side -1; -inf means that there is none under the assumptions.
Evidence = Callable[[float, int], float]

# The sides on which a value contradicts "it ≤ the claimed", "≥", "=".
SIDES: dict[str, tuple[int, ...]] = {"≤": (+1,), "≥": (-1,), "=": (+1, -1)}

_DOUBLINGS = 400


def outside(relation: str, estimate: float, claimed: float) -> bool:
    """Whether the estimate contradicts an inequality: while draws are left that is no pass, however narrow it is."""
    return estimate > claimed if relation == "≤" else estimate < claimed if relation == "≥" else False


def log_sum_exp(logs: Sequence[float] | NDArray[np.float64]) -> float:
    """The log of the sum of exp(logs)."""
    return float(np.logaddexp.reduce(logs))


def log_mean_exp(logs: Sequence[float] | NDArray[np.float64]) -> float:
    """The log of the mean of exp(logs): the log of a mixture of e-values, itself an e-value."""
    return log_sum_exp(logs) - math.log(len(logs))


def interval(evidence: Evidence, *, centre: float, step: float, alphas: tuple[float, float]) -> tuple[float, float]:
    """(low, high): low has error probability alphas[0], high alphas[1]; `step` is the width to search with."""
    low = endpoint(evidence, +1, centre=centre, step=step, alpha=alphas[0])
    high = endpoint(evidence, -1, centre=centre, step=step, alpha=alphas[1])
    return low, high


def endpoint(evidence: Evidence, side: int, *, centre: float, step: float, alpha: float) -> float:
    """The m on the far side of `centre` where evidence(m, side) reaches log(1/α), rounded outward."""
    threshold = math.log(1 / alpha)
    if evidence(centre, side) == -math.inf:
        return -side * math.inf

    def excess(m: float) -> float:
        return max(min(evidence(m, side) - threshold, 1e6), -1e6)

    jump = side * step * math.sqrt(2 * threshold + 4)  # where a Gaussian mean would about be rejected
    outside = _first(lambda m: excess(m) >= 0, centre, -jump)
    inside = centre if outside != centre else _first(lambda m: excess(m) < 0, centre + jump, jump)
    if outside is None or inside is None:
        return -side * math.inf
    tolerance = 0.02 * step
    from scipy.optimize import brentq  # slow to import, and most checks sample nothing

    return float(brentq(excess, inside, outside, xtol=tolerance, rtol=1e-14)) - side * tolerance


def _first(holds: Callable[[float], bool], start: float, step: float) -> float | None:
    """The first of start, start + step, start + 3 step, start + 7 step, ... at which `holds`."""
    for k in range(_DOUBLINGS):
        m = start + step * (2.0**k - 1)
        if not math.isfinite(m):
            return None
        if holds(m):
            return m
    return None

"""Tail diagnostics: what to print beside a mean that rare draws dominate."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from theorytest.decisions.watched import Array
from theorytest.decisions.wording import number, percent
from theorytest.fits import kurtosis

HEAVY_INDEX = 2.0  # at and below 2 the variance is infinite
LARGE_SHARE = 0.1


@dataclass(frozen=True)
class Tails:
    """Sample size, mean, variance, kurtosis E(X-μ)⁴/σ⁴, Hill's tail index, and the largest draw's share of Σ|X|."""

    n: int
    mean: float
    variance: float
    kurtosis: float
    index: float
    largest_share: float

    @property
    def dominated(self) -> bool:
        """Whether rare draws carry the mean."""
        return self.n >= 100 and (self.index < HEAVY_INDEX or self.largest_share > LARGE_SHARE)

    @property
    def variation(self) -> float:
        """The standard deviation."""
        return math.sqrt(self.variance)

    def words(self) -> str:
        """The warning for the sentence, empty when the tails are light."""
        if not self.dominated:
            return ""
        return (
            f"; rare draws dominate this mean (tail index {number(self.index)}, kurtosis {number(self.kurtosis)}, "
            f"the largest draw is {percent(self.largest_share)} of the sum)"
        )

    def statistics(self) -> dict[str, float]:
        """Sufficient statistics and diagnostics as plain numbers; a tail index of 0 stands for infinity (no tail)."""
        return {
            "n": float(self.n),
            "mean": self.mean,
            "variance": self.variance,
            "kurtosis": self.kurtosis,
            "tail_index": self.index if math.isfinite(self.index) else 0.0,
            "largest_share": self.largest_share,
        }


def tails(draws: Array) -> Tails:
    """The diagnostics of a one-dimensional sample."""
    centred = draws - draws.mean()
    second = float(np.mean(centred**2))
    total = float(np.abs(draws).sum())
    n = len(draws)
    return Tails(
        n=n,
        mean=float(draws.mean()),
        variance=second * n / (n - 1) if n > 1 else 0.0,
        kurtosis=kurtosis(draws),
        index=hill(draws),
        largest_share=float(np.abs(draws).max()) / total if total else 0.0,
    )


def hill(draws: Array) -> float:
    r"""Hill's tail index, 1 / mean log(X_(i) / X_(k+1)) over the k = sqrt(n) largest |X|; inf if these are equal."""
    k = math.isqrt(len(draws))
    if k < 2:
        return math.inf
    top = np.partition(np.abs(draws), len(draws) - k - 1)[len(draws) - k - 1 :]
    threshold = top.min()
    if threshold <= 0:
        return math.inf
    excess = float(np.log(top / threshold).sum()) / k
    return 1 / excess if excess > 0 else math.inf

"""What a regression gate needs of a quantity: enough draws that a drift of its law would show between two runs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from theorytest.decisions.watched import Array

POWER = 0.99
SHARE = 1e-6  # of a gate's false-alarm rate, 1e-4 over about a hundred quantities


def detectable(variances: tuple[float, float], sizes: tuple[int, int], mean: float, *, alpha: float = SHARE) -> float:
    """The relative drift of a mean that two samples of these sizes show with probability 0.99 at a two-sided level."""
    error = math.sqrt(sum(v / n for v, n in zip(variances, sizes, strict=True)))
    z = NormalDist().inv_cdf(POWER) - NormalDist().inv_cdf(alpha / 2)
    return z * error / abs(mean) if mean else math.inf if error else 0.0


@dataclass(frozen=True)
class Gauge:
    """The first four power sums of draws, about the first draw, so that nothing cancels."""

    n: int = 0
    origin: float = 0.0
    sums: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def update(self, draws: Array) -> Gauge:
        """With these draws as well; only numbers are gauged, not paths or matrices."""
        if draws.ndim != 1:
            return self
        origin = self.origin if self.n else float(draws[0])
        x = draws - origin
        sums = tuple(s + float(np.sum(x**k)) for k, s in enumerate(self.sums, start=1))
        return Gauge(self.n + len(draws), origin, sums)  # type: ignore[arg-type]

    @property
    def mean(self) -> float:
        """Of all draws."""
        return self.origin + self.sums[0] / self.n

    @property
    def moments(self) -> tuple[float, float]:
        """The second and the fourth central moment."""
        m, s2, s3, s4 = (s / self.n for s in self.sums)
        return max(s2 - m**2, 0.0), max(s4 - 4 * m * s3 + 6 * m**2 * s2 - 3 * m**4, 0.0)

    def needed(self, drift: float) -> int:
        """The draws that each of two runs needs to show the drift."""
        if not self.n:
            return 0
        seen = detectable((self.moments[0], self.moments[0]), (1, 1), self.mean)
        return math.ceil(min((seen / drift) ** 2, 1e12))

    def statistics(self) -> dict[str, float]:
        """As a record has it."""
        second, fourth = self.moments
        spread = second * self.n / max(self.n - 1, 1)
        kurtosis = fourth / second**2 if second > 0 else 1.0
        return {"gate_n": float(self.n), "gate_mean": self.mean, "gate_variance": spread, "gate_kurtosis": kurtosis}

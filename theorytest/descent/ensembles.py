"""What an ensemble of trajectories shows: mean, quantiles and how many replicas diverged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from theorytest.arguments import Array, shortly
from theorytest.descent.scheme import Trajectories


@dataclass(frozen=True, eq=False)
class Ensemble:
    """The loss gap over the replicas, at each time; the exact mean where it is known."""

    times: Array
    mean: Array
    stderr: Array
    median: Array
    low: Array
    high: Array
    exact: Array | None
    loss_min: float
    diverged: int

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "t": self.times.tolist(),
            "mean": self.mean.tolist(),
            "stderr": self.stderr.tolist(),
            "median": self.median.tolist(),
            "q10": self.low.tolist(),
            "q90": self.high.tolist(),
            "exact_mean": None if self.exact is None else self.exact.tolist(),
            "loss_min": self.loss_min,
            "diverged": self.diverged,
        }


def summarise(run: Trajectories, loss_min: float, exact: Array | None = None) -> Ensemble:
    """Mean with its standard error, median, and the 10 % and 90 % quantiles; inf where replicas have diverged."""
    if not all(hasattr(run, name) for name in ("gap", "times", "diverged", "n_replicas")):
        raise ValueError(f"run must be the Trajectories of a run, got {shortly(run)}")
    gap, R = run.gap, run.n_replicas
    with np.errstate(invalid="ignore", over="ignore"):
        mean, spread = gap.mean(axis=0), gap.std(axis=0, ddof=1) if R > 1 else np.full(gap.shape[1], np.inf)
        low, median, high = np.quantile(gap, [0.1, 0.5, 0.9], axis=0, method="inverted_cdf")
    stderr = np.where(np.isfinite(mean), spread / np.sqrt(R), np.inf)
    return Ensemble(run.times, mean, stderr, median, low, high, exact, loss_min, int(np.sum(run.diverged > 0)))

"""One estimator under three lights: what is printed for it, what is true, and what draws of it show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from theorytest.approximation.constants import CELLS, Constants, exact, k_of, numbers, tabulated, tightness
from theorytest.approximation.estimators import Estimator, LeastSquares
from theorytest.approximation.exact_moments import IndependentPoints
from theorytest.approximation.hull import Hull
from theorytest.approximation.measured import BLOCK, Interval, Measured, measured
from theorytest.approximation.measures import Discrete
from theorytest.approximation.moments import BiasVariance, Moments, frontier
from theorytest.approximation.stability import Acceptance, Conditioned, is_stable
from theorytest.approximation.volume import VolumeRescaled
from theorytest.arguments import Array, instance, whole

LEVEL = 0.001  # of each interval: a value at its edge is called contradicted so often


@dataclass(frozen=True, eq=False)
class Comparison:
    """The constants of one estimator side by side."""

    estimator: Estimator
    hull: Hull
    k: float | None
    tabulated: Constants | None
    true: BiasVariance | None
    measured: Measured
    stability: Interval | None

    @property
    def exact(self) -> Constants | None:
        """The true constants by themselves, where they can be computed."""
        return None if self.true is None else numbers(self.true)

    @property
    def frontier(self) -> Array | None:
        """Pairs (c_var1, c_var2) that hold together, exact where possible and measured otherwise."""
        return frontier(self.true if self.true is not None else self.measured.moments)

    def tightness(self, cell: str) -> str:
        """What the printed value of a cell is worth; empty where nothing is printed or nothing is exact."""
        if self.tabulated is None or self.exact is None:
            return ""
        printed, true = getattr(self.tabulated, cell), getattr(self.exact, cell)
        if cell == "c_var1":  # the smallest that holds together with the printed c_var2, where that holds at all
            true = max(true, self.true.c_var1_with(max(self.tabulated.c_var2, self.exact.c_var2)))  # type: ignore[union-attr]
        approached = isinstance(self.true, IndependentPoints) and not self.true.is_flat and cell in ("c_var1", "c_var2")
        word = tightness(cell, printed, true, approached=approached)
        part = isinstance(self.true, Moments) and not isinstance(self.hull.space.measure, Discrete)
        return word.replace("loose by", "loose by at most") if part else word  # on E alone the truth may be larger

    def growth(self) -> list[tuple[int, float, float]]:
        """How the measured c_bias2 and c_var2 grow with the complement: (its dimension, c_bias2, c_var2)."""
        A, S, d = self.measured.moments.A, self.measured.moments.S, self.hull.space.dim
        sizes = (
            sorted({max(1, self.hull.complement_dim // part) for part in (4, 2, 1)}) if self.hull.complement_dim else []
        )
        parts = [(m, Moments(A[:, : d + m], S[: d + m, : d + m])) for m in sizes]
        return [(m, part.c_bias2, part.c_var2) for m, part in parts]

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        nothing = dict.fromkeys(CELLS)
        return {
            "k": self.k,
            "tabulated": self.tabulated.plain() if self.tabulated else nothing,
            "exact": self.exact.plain() if self.exact else None,
            "measured": {cell: getattr(self.measured, cell).plain() for cell in CELLS},
            "stability": None
            if self.stability is None
            else {"probability": self.stability.value, "low": self.stability.low, "high": self.stability.high},
        }


def compare(
    estimator: Estimator, hull: Hull, rng: Generator, *, n_replicas: int = 20_000, delta: float | None = None
) -> Comparison:
    """Tabulate, compute and measure; `delta` is that of Lemma F.1 for volume-rescaled points."""
    instance("hull", hull, Hull)
    R = whole("n_replicas", n_replicas, at_least=20)
    part = getattr(estimator, "correction", estimator)
    sampler = getattr(part, "sampler", None)
    stability = stability_of(sampler, part.n_samples, rng, R) if isinstance(sampler, Conditioned) else None
    return Comparison(
        estimator,
        hull,
        k=None if sampler is None else k_of(sampler).value,
        tabulated=tabulated(estimator, p=stability.value if stability else None, delta=delta),
        true=exact(estimator, hull),
        measured=measured(estimator, hull, rng, R, alpha=LEVEL),
        stability=stability,
    )


def stability_of(sampler: Conditioned, n_samples: int, rng: Generator, n_replicas: int) -> Interval:
    """P(S_δ) from unconditioned draws, with its Clopper-Pearson interval."""
    size = max(1, BLOCK // (n_samples * sampler.space.dim * sampler.space.jet_size))
    found, free = 0, sampler.sampler
    for start in range(0, n_replicas, size):
        x = free.sample(rng, min(size, n_replicas - start), n_samples)
        found += int(is_stable(free, x, sampler.delta).sum())
    acceptance = Acceptance(found, n_replicas)
    low, high = acceptance.interval(alpha=LEVEL)
    if found == 0:
        raise ValueError(
            f"P(S_delta) is below {high:.2g} (0 of {n_replicas} draws, delta = {sampler.delta}, n_samples = "
            f"{n_samples}): take more samples, a larger delta, or more draws"
        )
    return Interval(acceptance.estimate, low, high)


def meets_lemma_f1(estimator: Estimator, delta: float) -> bool:
    """n ≥ max{2d + 2, 4 d δ⁻² log(d² n / ζ)} with ζ = d/n: the premise of the constants of volume sampling."""
    instance("estimator", estimator, LeastSquares)
    instance("estimator.sampler", estimator.sampler, VolumeRescaled)  # type: ignore[attr-defined]
    n, d = estimator.n_samples, estimator.space.dim
    return bool(n >= max(2 * d + 2, 4 * d / delta**2 * np.log(d * n**2)))

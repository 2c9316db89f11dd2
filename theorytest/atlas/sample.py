"""The draws of a cell: a pilot fixes directions, weights and bets, draws follow until the target or the work ends."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from theorytest.approximation import Constants, Moments, matrices
from theorytest.arguments import Array
from theorytest.atlas.bets import needed, resolution, student_quantile
from theorytest.atlas.cells import SOLVING
from theorytest.atlas.directions import Directions, directions, weighted
from theorytest.atlas.effort import Effort, cost, point_cost
from theorytest.atlas.numbers import (
    DRIVING,
    SAMPLED,
    VARIANCES,
    Kind,
    Numbers,
    blocked,
    bounds,
    per_mean,
    per_pair,
    per_point,
    per_replica,
    variation,
)
from theorytest.atlas.points import Means, Singles, singles_of
from theorytest.atlas.subjects import Subject
from theorytest.atlas.vectors import Vectors
from theorytest.atlas.wide import WIDEST, Points, Wide, points_at, wide_of
from theorytest.runs.seeds import Generators

_PILOT = 2**15  # points of replicas, half of them where directions are known exactly
_LEAST = 150  # replicas
_SINGLES = 2**14  # points of the pilot that are looked at one by one
_NUMBERS = 2**22  # in its matrices
_TRIED = ((1.0, 6.0), (2.5, 1.0), (5.0, 1.0))  # multiples of the target, and of the work that each may take
_MOST = 3e7  # points or replicas: a 64th of their numbers stays in memory
_BLOCKED = 0.25  # CV² that blocks of draws are brought down to: fewer numbers, and bets are as good
_FEWEST = 4000  # blocks
_LEVEL = 44.0  # blocks for each 1/δ, δ relative to the distance to the end of the support: λ is at most 0.9
_GAIN = 3.0  # points that one of a wider law must save: it is dearer, and says less of the sampler


@dataclass(frozen=True, eq=False)
class Found:
    """The numbers of all draws, and sums over them."""

    numbers: Numbers
    n_replicas: int
    total: Array | None  # of P'P where the moments are not known exactly
    mean: Array | None  # of Z g over all points
    scatter: Array | None  # E‖Z g - E Z g‖²

    @property
    def extra(self) -> tuple[str, ...]:
        """Quantities that not every cell has."""
        return tuple(name for name in self.numbers if name not in SAMPLED)


@dataclass(frozen=True, eq=False)
class Sample:
    """What a pilot has fixed."""

    it: Subject
    chosen: Directions
    printed: Constants | None
    singles: Singles | None
    means: Means | None
    kinds: dict[str, Kind]
    pilot: Numbers
    effort: Effort
    acceptance: float  # of a draw, where points are conditioned
    wide: Wide | None = None  # beside the points, for the quantities whose kind says so

    @property
    def target(self) -> float:
        """The resolution that is aimed at."""
        return self.effort.target(self.it.cell.d)

    @property
    def driving(self) -> tuple[str, ...]:
        """Whose resolution is planned: the pair only where one is printed."""
        finite = self.printed is not None and math.isfinite(self.printed.c_var1 + self.printed.c_var2)
        return DRIVING if finite else DRIVING[:-1]

    @property
    def most(self) -> float:
        """The draws that the work allows."""
        it, work = self.it, self.effort.work_for(self.it.cell.d)
        if self.singles is not None:  # as many points for every n, since they are shared
            return max(300.0, min(_MOST, work / point_cost(it.hull, self.columns)) / it.cell.n)
        one = cost(it.hull, it.estimator.n_samples, self.columns, solving=it.cell.estimator in SOLVING)
        return max(300.0, min(_MOST, work / one * self.acceptance))

    @property
    def columns(self) -> int:
        """The gradients that P^n is applied to."""
        whole = self.it.exact is None and self.singles is None
        return self.it.hull.dim if whole else self.chosen.gradients.shape[1]

    def support(self, name: str) -> tuple[float, float]:
        """Between which numbers the draws of a quantity lie for certain: (v, P^n v) = (1/n) Σ w |L v|² is at most k."""
        quasi = self.it.cell.estimator in ("quasi", "conditioned-quasi")
        if name == "c_bias1":
            return (0.0, self.it.k * (WIDEST if self.kinds[name].wide else 1.0)) if quasi else (-math.inf, math.inf)
        if name == "law":
            return (0.0, WIDEST)
        if name not in (*VARIANCES, "descent"):
            return (-math.inf, math.inf)
        if not self.kinds[name].points or self.means is None:
            return (0.0, math.inf)
        weights = self.chosen.weights[name] / (bounds(self.chosen, self.printed) if name == "pair" else 1.0)
        positive, factor = quasi and name == "c_var1", WIDEST if self.kinds[name].wide else 1.0
        floors = self.means.floor(positive=positive, factor=factor)[self.chosen.columns[name]]
        return (float(floors @ weights), math.inf)

    def share(self, name: str, value: float) -> float:
        """Of the mean in its distance to the lower end of the support."""
        low = self.support(name)[0]
        return value / (value - low) if math.isfinite(low) and value > max(low, 0.0) else 1.0

    def replicas(self, numbers: Numbers, delta: float) -> float:
        """The replicas after which every quantity resolves δ."""
        return max(self._replicas(name, numbers[name], delta) for name in self.driving)

    def needed(self, name: str, draws: Array) -> float:
        """The replicas that the target takes for one quantity."""
        return self._replicas(name, draws, self.target)

    def _replicas(self, name: str, draws: Array, delta: float) -> float:
        kind, share = self.kinds[name], self.share(name, float(draws.mean()))
        return needed(variation(draws), delta, share) * kind.block / (self.it.cell.n if kind.points else 1)

    def planned(self, numbers: Numbers) -> int:
        """The replicas for the finest target in reach; a fifth of the work where none is."""
        delta = self._reached(numbers)
        return int(max(self.most / 5, 300) if delta is None else 1.03 * self.replicas(numbers, delta) + 20)

    def _reached(self, numbers: Numbers) -> float | None:
        """The finest target in reach."""
        tried = ((times * self.target, work * self.most) for times, work in _TRIED)
        return next((delta for delta, most in tried if self.replicas(numbers, delta) <= most), None)

    @property
    def delta(self) -> float:
        """The violation that the bets are sized for: the target, or what the planned draws can see."""
        return self._reached(self.pilot) or min(0.5, 10 * self.target)

    def of_points(self, points: Points) -> Numbers:
        """The numbers of a chunk of points, of which each n in a row make a replica."""
        assert self.means is not None
        n, size = self.it.cell.n, len(points.Z) // self.it.cell.n
        Z = points.Z if size * n == len(points.Z) else points.Z.first(size * n)
        single = per_point(Z, self.means, self.chosen, self.printed)
        names = [name for name in VARIANCES if not self.kinds[name].points]
        names += ["c_var2"] if "independence" in self.kinds else []
        numbers = per_mean(Z, n, self.chosen, self.printed, names)
        if "independence" in self.kinds:
            numbers["independence"] = numbers["c_var2"] - single["c_var2"].reshape(size, n).mean(axis=1)
        if points.pairs is not None:
            (Z, r), (Y, q) = ((each.first(size * n), ratio[: size * n]) for each, ratio in points.pairs)
            both = per_pair(((Z, r), (Y, q)), self.means, self.chosen, self.printed) | {"law": (r + q) / 2}
            single |= {name: both[name] for name, kind in self.kinds.items() if kind.wide}
        return {name: single[name] if kind.points else numbers[name] for name, kind in self.kinds.items()}


def second(P: Array) -> Array:
    """The sum of P'P over replicas."""
    flat = P.reshape(-1, P.shape[-1])
    return np.asarray(flat.T @ flat)


def prepared(it: Subject, effort: Effort, generators: Generators, p: float | None) -> tuple[Sample, Array]:
    """The pilot: directions, weights and the sizes of bets, before any draw counts; and the points that it drew."""
    printed, rng = it.printed(p), generators(1)
    least, points = (_LEAST, _PILOT) if it.exact is None else (_LEAST // 3, _PILOT // 2)
    n_pilot = max(least, int(min(2000, points // it.estimator.n_samples) * (p or 1.0)))
    x = it.estimator.sample(rng, n_pilot)
    P = matrices(it.estimator, it.hull, x)
    drawn = Moments(P.mean(axis=0), second(P) / n_pilot)
    known = it.exact or drawn
    chosen, singles = directions(known, drawn, printed), singles_of(it, x)
    if singles is None:
        first = per_replica(P @ chosen.gradients, chosen, printed)
        kinds = {name: Kind() for name in SAMPLED}
        return _blocked(Sample(it, chosen, printed, None, None, kinds, first, effort, p or 1.0)), x
    n_singles = max(1, min(_SINGLES, _NUMBERS // (P.shape[1] * P.shape[2])) // it.cell.n)
    alone = singles.sample(rng, n_singles, it.cell.n)
    chosen = _weighted(chosen, known, singles.at(alone, chosen.gradients), it.cell.n, printed)
    means = _means(chosen, known, it.cell.n)
    first = per_replica(P @ chosen.gradients, chosen, printed)
    single = per_point(singles.at(alone, chosen.gradients), means, chosen, printed)
    start = Sample(it, chosen, printed, singles, means, {name: Kind() for name in SAMPLED}, first, effort, 1.0)
    return _blocked(_widened(_cheaper(start, single), alone, rng)), x


def _means(chosen: Directions, known: Moments, n: int) -> Means:
    """U = E Z g as far as it is known; 0 where it is 0 to rounding."""
    u = known.A @ chosen.gradients
    return Means(np.where(np.abs(u) < 1e-9, 0.0, u), n)


def _weighted(chosen: Directions, known: Moments, Z: Vectors, n: int, printed: Constants | None) -> Directions:
    """The directions of multiple eigenvalues with weights from the pilot."""
    f = _means(chosen, known, n).f(Z)
    draws = {name: f[:, chosen.columns[name]] for name in VARIANCES}
    return weighted(chosen, {**draws, "pair": draws["pair"] / bounds(chosen, printed)})


def _cheaper(sample: Sample, single: Numbers) -> Sample:
    """Points instead of replicas for each quantity that takes no more of them."""
    pilot, kinds = dict(sample.pilot), dict(sample.kinds)
    for name in single:
        trial = replace(sample, kinds={**kinds, name: Kind(points=True)})
        ways = [each.needed(name, draws) for each, draws in ((trial, single[name]), (sample, pilot[name]))]
        if ways[0] <= ways[1] * (1 + 1e-9):
            kinds[name], pilot[name] = Kind(points=True), single[name]
    if sample.it.cell.n > 1 and kinds["c_var2"].points:
        kinds["independence"], pilot["independence"] = Kind(), pilot["unbiased"]
    return replace(sample, kinds=kinds, pilot=pilot)


def _widened(sample: Sample, x: Array, rng: Generator) -> Sample:
    """A wider law beside the points for each quantity that the work allows no target for, where that saves enough."""
    dear = [name for name in sample.driving if sample.needed(name, sample.pilot[name]) > sample.most]
    wide = wide_of(sample.it.sampler, sample.it.hull) if dear and sample.singles else None
    if wide is None or sample.singles is None:
        return sample
    pilot, kinds = dict(sample.pilot), dict(sample.kinds)
    trial = replace(sample, wide=wide, kinds=kinds | {name: Kind(points=True, wide=True) for name in (*dear, "law")})
    found = trial.of_points(points_at(sample.singles, wide, x, wide.sample(rng, len(x)), sample.chosen.gradients))
    for name in dear:
        if _GAIN * trial.needed(name, found[name]) < sample.needed(name, pilot[name]):
            kinds[name], pilot[name] = trial.kinds[name], found[name]
    if not any(kind.wide for kind in kinds.values()):
        return sample
    kinds["law"], pilot["law"] = trial.kinds["law"], found["law"]
    return replace(sample, wide=wide, kinds=kinds, pilot=pilot)


def _blocked(sample: Sample) -> Sample:
    """Means over blocks of draws in place of draws that vary much."""
    wanted, pilot, kinds = sample.planned(sample.pilot), dict(sample.pilot), dict(sample.kinds)
    for name in kinds:
        units = wanted * (sample.it.cell.n if kinds[name].points else 1)
        spread = math.inf
        if name in sample.driving:  # more draws than the target takes may be joined as well
            spare = wanted / max(4 * sample.needed(name, pilot[name]), 1.0)
            spread = max(variation(pilot[name]) ** 2 / _BLOCKED, spare)
        share = sample.share(name, float(pilot[name].mean()))
        fewest = max(_FEWEST, _LEVEL / (share * sample.delta))
        block = min(spread, units / fewest, len(pilot[name]) / 50, 64)
        kinds[name] = replace(kinds[name], block=2 ** max(0, math.floor(math.log2(max(block, 1)))))
        pilot[name] = blocked(pilot[name], kinds[name].block)
    return replace(sample, kinds=kinds, pilot=pilot)


def lost(sample: Sample, found: Found, name: str) -> float:
    """How much larger than E f the variance along the directions of a quantity can be."""
    if sample.means is None or found.mean is None or found.scatter is None:
        return 0.0
    if name not in VARIANCES or not sample.kinds[name].points:
        return 0.0
    n_points = found.n_replicas * sample.it.cell.n
    each = sample.means.lost(found.mean, found.scatter, student_quantile(n_points), n_points)
    weights = sample.chosen.weights[name] / (bounds(sample.chosen, sample.printed) if name == "pair" else 1.0)
    return float(each[sample.chosen.columns[name]] @ weights)


def sharp(sample: Sample, name: str, draws: Array) -> float:
    """The resolution of the draws of a quantity."""
    return resolution(variation(draws), len(draws), sample.share(name, float(draws.mean())))

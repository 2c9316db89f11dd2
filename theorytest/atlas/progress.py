"""Draws of cells until each has reached its target or its work has ended; cells of one space share their points.

The points of chunk c depend on the seed, the space and c alone, and every cell ends by its own numbers: no number
depends on which other cells are measured with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from theorytest.arguments import Array
from theorytest.atlas.numbers import Numbers, blocked, per_replica
from theorytest.atlas.points import Singles, along
from theorytest.atlas.sample import Found, Sample, second
from theorytest.atlas.wide import Points, points_at
from theorytest.runs.seeds import Generators

_CHUNK = 2**20  # numbers that are computed together
_ROUNDS = 4  # plans, each from all draws so far
_FIRST = 2  # chunk whose draws count: 0 and 1 belong to the pilot
_LONGEST = 10  # times d: the points of one sample that are drawn together


@dataclass
class _Progress:
    """What one cell has drawn so far."""

    sample: Sample
    total: Array | None = None
    parts: dict[str, list[Array]] = field(default_factory=dict)
    n_replicas: int = 0
    n_points: int = 0
    rounds: int = 0
    ended: bool = False
    wanted: int = 0
    first: Array | float = 0.0
    square: Array | float = 0.0

    def __post_init__(self) -> None:
        self.parts = {name: [] for name in self.sample.kinds}
        self.wanted = self.sample.planned(self.sample.pilot)

    def add(self, numbers: Numbers, n_replicas: int) -> None:
        """More draws."""
        self.n_replicas += n_replicas
        for name, kind in self.sample.kinds.items():
            self.parts[name].append(blocked(numbers[name], kind.block))

    def add_points(self, points: Points) -> None:
        """Draws from a chunk of points."""
        first, square = points.sums()
        self.n_points += len(points.Z)
        self.first, self.square = self.first + first, self.square + square
        self.add(self.sample.of_points(points), len(points.Z) // self.sample.it.cell.n)

    @property
    def numbers(self) -> Numbers:
        """All of them."""
        joined = {name: np.concatenate(each) for name, each in self.parts.items()}
        self.parts = {name: [each] for name, each in joined.items()}
        return joined

    def goes_on(self) -> bool:
        """Whether more draws are wanted; where a plan is carried out another one is made of all draws so far."""
        if self.n_replicas >= self.wanted and not self.ended:
            self.rounds += 1
            self.wanted = self.sample.planned(self.numbers)
            self.ended = self.rounds >= _ROUNDS or self.wanted <= 1.02 * self.n_replicas
        return not self.ended

    def found(self) -> Found:
        """With means in place of sums."""
        if not self.n_points:
            return Found(self.numbers, self.n_replicas, self.total, None, None)
        mean = np.asarray(self.first) / self.n_points
        scatter = np.asarray(self.square) / self.n_points - np.sum(mean**2, axis=0)
        return Found(self.numbers, self.n_replicas, self.total, mean, np.maximum(scatter, 0.0))


def run(sample: Sample, generators: Generators) -> Found:
    """All draws of one cell."""
    return _alone(sample, generators) if sample.singles is None else run_together([sample], generators)[0]


def _alone(sample: Sample, generators: Generators) -> Found:
    it, hull, gradients = sample.it, sample.it.hull, sample.chosen.gradients
    progress, chunk = _Progress(sample, np.zeros((hull.dim,) * 2) if it.exact is None else None), _FIRST
    block = max(kind.block for kind in sample.kinds.values())
    most = max(1, _CHUNK // (it.estimator.n_samples * hull.dim * hull.space.jet_size))
    while progress.goes_on():
        size = -(-min(progress.wanted - progress.n_replicas, most) // block) * block
        x = it.estimator.sample(generators(chunk), size)
        if progress.total is None:
            C = along(it.estimator, hull, x, gradients)
        else:
            P = along(it.estimator, hull, x, np.eye(hull.dim))
            progress.total += second(P)
            C = P @ gradients
        progress.add(per_replica(C, sample.chosen, sample.printed), size)
        chunk += 1
    return progress.found()


def run_together(samples: Sequence[Sample], generators: Generators) -> list[Found]:
    """All draws of cells that are means over points of one law."""
    every = [_Progress(sample) for sample in samples]
    singles, d = samples[0].singles, samples[0].it.cell.d
    assert singles is not None
    n_replicas = max(4, _CHUNK // (_LONGEST * d * max(2 * singles.hull.dim * singles.hull.space.jet_size, 24 * d)))
    chunk = _FIRST
    while active := [progress for progress in every if progress.goes_on()]:
        rng = generators(chunk)
        x = singles.sample(rng, n_replicas, _LONGEST * d)
        wide = next((each.sample.wide for each in active if each.sample.wide), None)
        y = None if wide is None else wide.sample(rng, len(x))
        for alike in (True, False):
            part = [each for each in active if (each.sample.wide is None) == alike]
            _add_together(part, singles, x, None if alike else y)
        chunk += 1
    return [progress.found() for progress in every]


def _add_together(active: Sequence[_Progress], singles: Singles, x: Array, y: Array | None) -> None:
    """One chunk of points for all cells that take it."""
    if not active:
        return
    gradients = np.concatenate([each.sample.chosen.gradients for each in active], axis=1)
    points, start = points_at(singles, active[0].sample.wide, x, y, gradients), 0
    for each in active:
        end = start + each.sample.chosen.gradients.shape[1]
        each.add_points(points.part(slice(start, end)))
        start = end

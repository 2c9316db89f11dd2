"""Least squares problems with a number of points, each with all of its ordered samples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checks.theory.least_squares import Finite, Samples, every_sample, finite_problems, problems
from theorytest.approximation import Discrete, Monomials, Space


@dataclass(frozen=True, eq=False)
class Sampled:
    """A problem and the number n of points that are drawn."""

    problem: Finite
    n: int

    @property
    def dim(self):
        """d_t."""
        return self.problem.space.dim

    @property
    def has_enough_jets(self):
        """Whether n points of l numbers each can determine T."""
        return self.n * self.problem.space.jet_size >= self.dim

    @property
    def samples(self) -> Samples:
        """All of them."""
        return every_sample(self.problem, self.n)

    @property
    def has_regular(self):
        """Whether some sample has a regular Ĝ."""
        return bool(self.samples.regular.any())


def enough_points():
    """Problems whose points can determine T."""
    return {name: Sampled(problem, n) for name, (problem, n) in problems().items()}


def with_too_few_points():
    """The smallest space and sample with a singular Gramian, then all problems, then more points that are too few."""
    two = Finite(Space(Monomials(2), Discrete(np.array([-1.0, 1.0]), np.array([0.5, 0.5]))))
    lines, parabolas = (finite_problems()[name][0] for name in ("lines", "parabolas"))
    few = {"lines, n = 1": Sampled(lines, 1), "parabolas, n = 2": Sampled(parabolas, 2)}
    return {"two points, n = 1": Sampled(two, 1)} | enough_points() | few

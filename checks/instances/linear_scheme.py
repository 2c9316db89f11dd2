r"""The scheme of Corollary 4.6 in fractions: M = T_t linear, R_t = I, least squares, quasi-projections, u_1 = 0.

With values r_t = u_t - u at finitely many points, r_{t+1} = (I - s Q) r_t for the matrix Q of the drawn P^n, so that
E[r_t r_tᵀ] is a finite sum over all draws at every step: nothing of the theory enters.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import factorial, prod

import numpy as np

from checks.theory.rational_volume import FOUR, THIRDS, Points, fractions

LINES = Points(THIRDS, ((1, -1), (1, 0), (1, 2)))
PARABOLAS = Points(FOUR, ((1, -1, 1), (1, 0, 0), (1, 1, 1), (1, 2, 4)))
CONSTANTS = Points(THIRDS, ((1,), (1,), (1,)))


@dataclass(frozen=True, eq=False)
class Scheme:
    """n points per step with weight w (default: optimal), drawn with probabilities p / w; the target by its values."""

    points: Points
    target: tuple
    n: int
    step: Fraction | None = None  # default: the optimal n / (n + d - 1)
    weight: tuple | None = None

    @property
    def d(self):
        return self.points.dim

    @property
    def c(self):
        """c = n / (d - 1)."""
        return Fraction(self.n, self.d - 1)

    @cached_property
    def w(self):
        return self.points.weight if self.weight is None else fractions(self.weight)

    @property
    def k(self):
        """k = max w K."""
        return max(self.w * self.points.K)

    @cached_property
    def u(self):
        return fractions(self.target)

    def square(self, values):
        """‖v‖²."""
        return sum(self.points.p * values**2)

    @cached_property
    def best(self):
        """‖u - Pu‖²."""
        return self.square(self.u - self.points.projection @ self.u)

    @cached_property
    def draws(self):
        """The probability and the matrix I - s Q of every draw, as multisets."""
        s = Fraction(self.n, self.n + self.d - 1) if self.step is None else Fraction(self.step)
        m = len(self.points.p)
        mu = [p / w if w else Fraction(0) for p, w in zip(self.points.p, self.w, strict=True)]
        found = []
        for x in itertools.combinations_with_replacement([i for i in range(m) if mu[i]], self.n):
            counts = Counter(x)
            orders = Fraction(factorial(self.n), prod(factorial(count) for count in counts.values()))
            share = fractions([counts[i] * self.w[i] / self.n for i in range(m)])
            probability = orders * prod(mu[i] for i in x)
            found.append((probability, fractions(np.eye(m, dtype=int)) - s * self.points.kernel * share))
        return found

    @cached_property
    def _known(self):
        return [np.outer(self.u, self.u)]

    def moments(self, n_steps):
        """E[r_t r_tᵀ] for t = 1, ..., n_steps + 1."""
        while len(self._known) <= n_steps:
            R = self._known[-1]
            self._known.append(sum(q * (B @ R @ B.T) for q, B in self.draws))
        return self._known[: n_steps + 1]

    def errors(self, n_steps):
        """E‖u - u_t‖² for t = 1, ..., n_steps + 1."""
        return [sum(self.points.p * np.diagonal(R)) for R in self.moments(n_steps)]

    def distances(self, n_steps):
        """E‖Pu - u_t‖² for t = 1, ..., n_steps + 1."""
        P = self.points.projection
        return [sum(self.points.p * np.diagonal(P @ R @ P.T)) for R in self.moments(n_steps)]


def targets(points):
    """A function of the class, one across it, and one that is mostly residual."""
    m = len(points.p)
    inside = tuple(row[-1] for row in points.features)
    return {"in the class": inside, "generic": (3, -1, 2, 5)[:m], "rough": (1, -9, 10, -8)[:m]}


@cache
def cases(numbers=((LINES, (2, 1, 3)), (PARABOLAS, (4, 1, 2)))):
    """Schemes by name; the first has d = 2 and n = 2, hence c = 2."""
    return [
        (f"d = {points.dim}, n = {n}, {word}", Scheme(points, target, n))
        for points, sizes in numbers
        for n, (word, target) in itertools.product(sizes, targets(points).items())
    ]

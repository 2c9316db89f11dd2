r"""The scheme of Corollary 4.6 in fractions: M = T_t linear, R_t = I, least squares, quasi-projections, u_1 = 0.

With values r_t = u_t - u at finitely many points, r_{t+1} = (I - s_t Q) r_t for the matrix Q of the drawn P^n, so that
E[r_t r_tᵀ] is a finite sum over all draws at every step: nothing of the theory enters.

Targets by the decay of their best errors ε = ‖u - P_d u‖²/‖u‖² in the dimension d.
"""

import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from math import factorial, prod
from typing import Any

import mpmath
import numpy as np
from flint import arb

from checks.instances.volume_spaces import FOUR, THIRDS
from checks.theory.rational_volume import ANY_SPACE, Array, Points, any_space, fractions, rounded
from theorytest import Region, choices, family, integers, product, reals, vectors
from theorytest.attacks.exact import mean_congruence
from theorytest.attacks.numbers import parametric
from theorytest.attacks.region import either


@dataclass(frozen=True, eq=False)
class Scheme:
    """n points per step with weight w (default: optimal), drawn with probabilities p / w; the target by its values."""

    points: Points
    target: tuple[Any, ...]
    n: int
    weight: tuple[Any, ...] | None = None
    steps: Callable[[int], Any] | None = None  # default: the optimal n / (n + k - 1)

    @property
    def d(self) -> int:
        return self.points.dim

    @property
    def c(self) -> Fraction:
        """c = n / (d - 1)."""
        return Fraction(self.n, self.d - 1)

    @cached_property
    def w(self) -> Array:
        return self.points.weight if self.weight is None else fractions(self.weight)

    @cached_property
    def k(self) -> Any:
        """k = max w K, which is d for optimal points."""
        return max(self.w * self.points.K)

    @property
    def optimal(self) -> bool:
        """Whether w K = d wherever K > 0."""
        return all(w * K in (0, self.d) for w, K in zip(self.w, self.points.K, strict=True))

    @property
    def full_support(self) -> bool:
        """Whether K > 0 everywhere."""
        return all(self.points.K)

    @cached_property
    def u(self) -> Array:
        return fractions(self.target)

    @property
    def size(self) -> Any:
        """‖u‖²."""
        return self.square(self.u)

    def square(self, values: Array) -> Any:
        """‖v‖²."""
        return sum(self.points.p * values**2)

    @cached_property
    def projected(self) -> Array:
        """Pu."""
        return self.points.projection @ self.u

    @cached_property
    def best(self) -> Any:
        """‖u - Pu‖²."""
        return self.square(self.u - self.projected)

    @cached_property
    def draws(self) -> list[tuple[Fraction, Array]]:
        """The probability and the matrix Q of every draw, as multisets."""
        m = len(self.points.p)
        mu = [p / w if w else Fraction(0) for p, w in zip(self.points.p, self.w, strict=True)]
        found = []
        for x in itertools.combinations_with_replacement([i for i in range(m) if mu[i]], self.n):
            counts = Counter(x)
            orders = Fraction(factorial(self.n), prod(factorial(count) for count in counts.values()))
            share = fractions([counts[i] * self.w[i] / self.n for i in range(m)])
            found.append((orders * prod(mu[i] for i in x), self.points.kernel * share))
        return found

    def mean_square(self, g: Array) -> Any:
        """E‖P^n g‖²."""
        return sum(q * self.square(Q @ g) for q, Q in self.draws)

    @cached_property
    def _known(self) -> list[Array]:
        return [np.outer(self.u, self.u)]

    def moments(self, n_steps: int) -> list[Array]:
        """E[r_t r_tᵀ] for t = 1, ..., n_steps + 1."""
        while len(self._known) <= n_steps:
            R, t = self._known[-1], len(self._known)
            s = self.steps(t) if self.steps else self.n / (self.n + self.k - 1)
            moved = [(q, fractions(np.eye(len(R), dtype=int)) - s * Q) for q, Q in self.draws]
            self._known.append(mean_congruence(moved, R))
        return self._known[: n_steps + 1]

    def errors(self, n_steps: int) -> Any:
        """E‖u - u_t‖² for t = 1, ..., n_steps + 1."""
        return [sum(self.points.p * np.diagonal(R)) for R in self.moments(n_steps)]

    def distances(self, n_steps: int) -> Any:
        """E‖Pu - u_t‖² for t = 1, ..., n_steps + 1."""
        P = self.points.projection
        form = P.T @ (self.points.p[:, None] * P)  # of ‖P r‖²
        return [np.sum(form * R) for R in self.moments(n_steps)]


def targets(points: Points) -> dict[str, tuple[int, ...]]:
    """A function of the class, one across it, and one that is mostly residual."""
    m = len(points.p)
    inside = tuple(row[-1] for row in points.features)
    return {"in the class": inside, "generic": (3, -1, 2, 5)[:m], "rough": (1, -9, 10, -8)[:m]}


CONSTANTS = Points(THIRDS, ((1,), (1,), (1,)))
LINES = Points(THIRDS, ((1, -1), (1, 0), (1, 2)))
PARABOLAS = Points(FOUR, ((1, -1, 1), (1, 0, 0), (1, 1, 1), (1, 2, 4)))
ZERO = Points(FOUR, ((1, 1), (-1, -1), (0, 2), (0, 0)))  # a point without features
CELLS = Points((Fraction(1, 3), Fraction(2, 3)), ((0, 1), (1, 0)))  # K is 3 and 3/2, hence k = 3 for w = 1


@cache
def schemes() -> dict[str, Scheme]:
    """By name, the smallest first: d = 1, 2 and 3, with optimal and with plain points, w = 1."""
    sizes = {
        "constants": (CONSTANTS, (1, 2), ()),
        "cells": (CELLS, (), (1,)),
        "lines": (LINES, (1, 2, 3), (2,)),
        "lines with a common zero": (ZERO, (2,), ()),
        "parabolas": (PARABOLAS, (1, 2, 4), (1,)),
    }
    found: dict[str, Scheme] = {}
    for name, (points, optimal, plain) in sizes.items():
        for word, target in targets(points).items():
            found |= {f"{name}, n = {n}, {word}": Scheme(points, target, n) for n in optimal}
            weight = (1,) * len(points.p)
            found |= {f"{name}, plain, n = {n}, {word}": Scheme(points, target, n, weight) for n in plain}
    return found


def _any_scheme(space: Points, target: Array, n: int, chances: Array | None) -> Scheme:
    """Points with w K = d where there are no chances, else drawn with any positive ones."""
    m = len(space.p)
    scheme = Scheme(space, tuple(rounded(target[:m])), n)
    if chances is None:
        return scheme
    mu = rounded(chances[:m]) + Fraction(1, 20)
    return replace(scheme, weight=tuple(space.p * sum(mu) / mu))


def _region(spaces: Region, chances: Region, sizes: Region) -> Region:
    every = product(spaces, vectors(3, -9, 9), sizes, chances)
    return every.map(_any_scheme).where(lambda scheme: scheme.size > 0, "u ≠ 0")


ANY_PLANE = any_space(((2, 3), (2, 2), (3, 3)))  # d ≥ 2, which most claims ask for
ANY_OPTIMAL = _region(ANY_PLANE, choices([None]), integers(1, 3))
ANY_SINGLE = _region(ANY_PLANE, choices([None]), integers(1, 1))
CHANCES = parametric(lambda given: 3 * given, lambda given, x: x if given else None, (0, 1), low=0, high=1)
ANY_WEIGHTS = _region(ANY_SPACE, CHANCES, integers(1, 3))
ANY_PLAIN = _region(ANY_PLANE, vectors(3, 0, 1), integers(1, 3))
SCHEMES = family(
    schemes,
    "linear classes, targets, weights and sizes on finitely many points, all draws counted; d = 1 to 3",
    search=ANY_OPTIMAL,
    effort=100,
)
TIMES = family([1, 2, 3, 5], "positive integers", search=integers(1, 5))
HALVING = family(
    lambda: {name: scheme for name, scheme in schemes().items() if scheme.n == scheme.d - 1},
    "linear classes and targets, d = 2 and 3, with c = 1",
    search=ANY_SINGLE.where(lambda scheme: scheme.d == 2),
    effort=20,
)
ONE_POINT_EACH = family(
    lambda: {name: scheme for name, scheme in schemes().items() if scheme.n == 1},
    "linear classes, targets and weights on finitely many points, with one point per step",
    search=ANY_SINGLE,
    effort=60,
)
TARGET_OUTSIDE = family(
    lambda: {name: scheme for name, scheme in schemes().items() if scheme.best},
    "linear classes on finitely many points, with a target outside",
    search=ANY_OPTIMAL.where(lambda scheme: scheme.best > 0, "u ∉ M"),
    effort=30,
)


@dataclass(frozen=True)
class Decay:
    """log(1/eps) in the dimension d, where eps = ‖u - P_d u‖²/‖u‖²."""

    log: Callable[[Any], Any]
    algebraic: bool
    enclosed: Callable[[arb], arb] | None = None  # the same in balls, where it is needed


def _like_a_power(r: Any, factor: Any) -> Decay:
    """ε = factor · d^-r."""
    return Decay(lambda d: r * mpmath.log(d) - mpmath.log(factor), True)


DECAYS = {
    "ε = d^−1/2": _like_a_power(0.5, 1),
    "ε = d^−1": _like_a_power(1, 1),
    "ε = d^−4": _like_a_power(4, 1),
    "ε = 4^−d": Decay(lambda d: d * mpmath.log(4), False, lambda d: d * arb(4).log()),  # coefficients √3 2^-k, k ≥ 1
    "ε = 1/log₂ d": Decay(lambda d: mpmath.log(mpmath.log(d, 2)), False),
}


def _like_an_exponential(rate: Any) -> Decay:
    """ε = exp(-rate · d)."""
    return Decay(lambda d: rate * d, False)


DECAYING = family(
    DECAYS,
    "targets, by the decay of their best errors",
    search=either(
        product(reals(Fraction(1, 2), 10), reals(Fraction(1, 10), 1)).map(_like_a_power, says="powers of d"),
        reals(Fraction(1, 10), 5).map(_like_an_exponential, says="exponentials of d"),
    ),
    effort=60,
)

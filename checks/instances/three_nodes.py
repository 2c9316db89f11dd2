r"""Small worlds in rational numbers: conditioned estimators on finitely many nodes, every sample enumerated.

Lines on three nodes: ρ has mass 1/3 at -1, 0 and 1, T is spanned by 1 and x, K = 1 + 3x²/2 and w = 2/K. Two optimal
points are in S_(1/2) iff they are the two ends, where Ĝ = diag(4/5, 6/5): P^n is then the same for every sample.
Constants on two points: ρ has mass 1/2 at -1 and 1, T is spanned by 1, w = 1 and Ĝ = 1 for every sample.
Lines on -2, -1 and 3 have no symmetry, so that E P^n mixes 1 and x; lines on four nodes have a plane of residuals.
The nodes add up to 0, which makes 1 and x orthogonal; every line of nodes can be moved so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from itertools import product as tuples
from math import prod
from typing import Any

import numpy as np

from theorytest import Region, choices, family, product, reals, vectors

Sample = tuple[Any, ...]
Values = dict[Any, Any]  # by node


@dataclass(frozen=True)
class World:
    """Equal masses on the nodes, T spanned by 1 or by 1 and x, n optimal points given S_δ; M = T, or M = H."""

    nodes: tuple[Any, ...]
    dim: int
    n: int
    delta: Fraction
    whole: bool = False

    @cached_property
    def sizes(self) -> tuple[Any, ...]:
        """The squared norms of 1 and x, which are orthogonal."""
        return (Fraction(1), sum(x**2 for x in self.nodes) / Fraction(len(self.nodes)))[: self.dim]

    @cached_property
    def weight(self) -> Values:
        """w = d/K."""
        K = {x: sum((x ** (2 * k) / size for k, size in enumerate(self.sizes)), Fraction(0)) for x in self.nodes}
        return {x: self.dim / each for x, each in K.items()}

    def gramian(self, sample: Sample) -> list[list[Any]]:
        """Ĝ in the basis 1, x without normalisation."""
        moments = self.moments(sample, dict.fromkeys(self.nodes, Fraction(1)), 2 * self.dim - 1)
        return [moments[i : i + self.dim] for i in range(self.dim)]

    def moments(self, sample: Sample, g: Values, count: int) -> list[Any]:
        """(g, x^k)_n for k < count."""
        return [sum(self.weight[x] * g[x] * x**k for x in sample) / len(sample) for k in range(count)]

    def stable(self, sample: Sample, delta: Any) -> bool:
        """‖I - Ĝ‖ ≤ δ: the eigenvalues of the symmetric [[p, q], [q, r]] are within δ, without any root."""
        G, sizes = self.gramian(sample), self.sizes
        if self.dim == 1:
            return bool(abs(G[0][0] - 1) <= delta)
        p, r, square = G[0][0] - 1, G[1][1] / sizes[1] - 1, G[0][1] ** 2 / sizes[1]
        room = delta - abs(p + r) / 2
        return bool(room >= 0 and (p - r) ** 2 / 4 + square <= room**2)

    @cached_property
    def conditioned(self) -> list[tuple[Sample, Any]]:
        """The samples in S_δ with their probabilities, for the δ of the world."""
        return self.law(self.delta)

    def law(self, delta: Any = None) -> list[tuple[Sample, Any]]:
        """The samples in S_δ with their probabilities given S_δ; all samples where δ is None."""
        chance = {x: 1 / (len(self.nodes) * self.weight[x]) for x in self.nodes}
        kept = [
            (sample, prod((chance[x] for x in sample), start=Fraction(1)))
            for sample in tuples(self.nodes, repeat=self.n)
            if delta is None or self.stable(sample, delta)
        ]
        total = sum((p for _, p in kept), Fraction(0))
        return [(sample, p / total) for sample, p in kept]

    def estimate(self, word: str, sample: Sample, g: Values) -> list[Any]:
        """The coefficients of P^n g in 1, x for values g by node: quasi-projection or least squares ("lsq")."""
        moments = self.moments(sample, g, self.dim)
        if word == "quasi":
            return [m / size for m, size in zip(moments, self.sizes, strict=True)]
        G = self.gramian(sample)
        if self.dim == 1:
            return [moments[0] / G[0][0]]
        det = G[0][0] * G[1][1] - G[0][1] ** 2
        return [
            (G[1][1] * moments[0] - G[0][1] * moments[1]) / det,
            (G[0][0] * moments[1] - G[0][1] * moments[0]) / det,
        ]

    def values(self, coefficients: Sequence[Any]) -> Values:
        """Σ c_k x^k by node."""
        return {x: sum(c * x**k for k, c in enumerate(coefficients)) for x in self.nodes}

    def mean_square(self, g: Values) -> Any:
        """‖g‖²."""
        return sum(g[x] ** 2 for x in self.nodes) / Fraction(len(self.nodes))

    def projected(self, g: Values) -> list[Any]:
        """The coefficients of P g."""
        pairs = [sum(g[x] * x**k for x in self.nodes) / Fraction(len(self.nodes)) for k in range(self.dim)]
        return [pair / size for pair, size in zip(pairs, self.sizes, strict=True)]

    def square(self, coefficients: Sequence[Any]) -> Any:
        """‖c_0 + c_1 x‖²."""
        return sum(c**2 * size for c, size in zip(coefficients, self.sizes, strict=True))


HALF = Fraction(1, 2)
LINES = World((-1, 0, 1), 2, 2, HALF)
WORLDS = {
    "constants on two points, n = 1": World((-1, 1), 1, 1, HALF),
    "lines on three nodes, n = 2": LINES,
    "lines on three nodes, n = 3": World((-1, 0, 1), 2, 3, HALF),
    "lines on three nodes, n = 3, δ = 4/5": World((-1, 0, 1), 2, 3, Fraction(4, 5)),
    "lines on -2, -1 and 3, n = 3": World((-2, -1, 3), 2, 3, HALF),
    "lines on four nodes, n = 3": World((-3, -1, 1, 3), 2, 3, HALF),
}
GRADIENTS = {"1": (1,), "x": (0, 1), "1 - 2x": (1, -2), "3x² - 2": (-2, 0, 3)}  # by the coefficients of 1, x, x²


def complement(world: World) -> list[Values]:
    """An orthogonal basis of the complement of T, as values by node: x^k for k ≥ d without what came before."""
    found: list[Values] = [{x: x**k for x in world.nodes} for k in range(world.dim)]
    for k in range(world.dim, len(world.nodes)):
        rest: Values = {x: x**k for x in world.nodes}
        for each in found:
            share = sum(rest[x] * each[x] for x in world.nodes) / (Fraction(1) * sum(v**2 for v in each.values()))
            rest = {x: rest[x] - share * each[x] for x in world.nodes}
        found.append(rest)
    return found[world.dim :]


def _apart(world: World) -> bool:
    """Whether the nodes differ clearly, there are more than d of them, and some sample is stable."""
    nodes = sorted(world.nodes)
    apart = all(b - a > Fraction(1, 10) for a, b in pairwise(nodes))
    return apart and len(nodes) > world.dim and bool(world.conditioned)


def searched(dims: tuple[int, ...], sizes: tuple[int, ...], most: int) -> Region:
    """Worlds of these dimensions and numbers of points on up to so many nodes.

    Nodes that nearly coincide are left out: least squares is then no more accurate than floats can tell.
    """
    parts = (vectors([k - 1 for k in range(2, most + 1)], -3, 3), choices(dims), choices(sizes), reals(0, 1, open=True))
    return product(*parts).map(lambda others, *rest: World((*others, -sum(others)), *rest)).where(_apart)


ON_THREE_NODES = family(
    WORLDS, "spaces T, laws, numbers of points and stability constants", search=searched((1, 2), (1, 2, 3), 3)
)
ELEMENTS = family(GRADIENTS, "elements of H", search=vectors([1, 2, 3], -5, 5).where(np.any))
LARGER = {
    "lines on three nodes, n = 2, M = H": replace(LINES, whole=True),
    "lines on three nodes, n = 2, δ = 3/2": replace(LINES, delta=Fraction(3, 2)),
}
LARGER_CLASSES = family(
    WORLDS | LARGER,
    "linear classes, spaces T, laws, sample sizes and stability constants",
    search=searched((2,), (2, 3), 4),  # constants have Ĝ = 1, and one point is never stable on a plane
)

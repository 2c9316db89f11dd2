"""The probability measure ρ: uniform, Gaussian, discrete, and products of these (Section 1).

A measure gives its density, plain draws, and quadrature rules that are exact for (piecewise) polynomials.
Points always have shape (..., D), also for D = 1.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np
import scipy
from numpy.random import Generator
from numpy.typing import ArrayLike

from theorytest.arguments import Array, finite, points, positive, real, several, whole

Knots = Sequence[float]

GAUSSIAN_REACH = 38  # standard deviations behind which the normal density underflows


@dataclass(frozen=True)
class Quadrature:
    """Nodes (N, D) and weights (N,) with Σ_i weight_i f(node_i) = ∫ f dρ."""

    nodes: Array
    weights: Array

    def integrate(self, values: Array) -> Any:
        """∫ f dρ from the values f(node_i), stacked along the first axis."""
        return np.tensordot(self.weights, values, axes=(0, 0))


@runtime_checkable
class Measure(Protocol):
    """What spaces, samplers and estimators ask of ρ."""

    @property
    def ndim(self) -> int:
        """The dimension D of the points."""
        ...

    @property
    def factors(self) -> tuple[Measure, ...]:
        """The independent factors; a measure that is no product is its own single factor."""
        ...

    def density(self, x: ArrayLike) -> Array:
        """The density with respect to Lebesgue measure (Discrete: the mass of the point)."""
        ...

    def sample(self, rng: Generator, shape: tuple[int, ...]) -> Array:
        """Independent draws, an array of shape (*shape, D)."""
        ...

    def quadrature(self, degree: Any, knots: Any = ()) -> Quadrature:
        """A rule that is exact for polynomials of this degree between the knots."""
        ...


@dataclass(frozen=True)
class Uniform:
    """The uniform distribution on [low, high]."""

    low: float = -1.0
    high: float = 1.0

    ndim = 1

    def __post_init__(self) -> None:
        if not real("low", self.low) < real("high", self.high):
            raise ValueError(f"low must be smaller than high, got low = {self.low!r}, high = {self.high!r}")
        positive("high - low", float(self.high) - float(self.low))

    @property
    def factors(self) -> tuple[Measure, ...]:
        """The measure itself."""
        return (self,)

    @property
    def support(self) -> tuple[float, float]:
        """The smallest closed interval of full measure."""
        return float(self.low), float(self.high)

    def density(self, x: ArrayLike) -> Array:
        """1 / (high - low) on [low, high], 0 elsewhere."""
        t = points("x", x, 1)[..., 0]
        return np.where((self.low <= t) & (t <= self.high), 1 / (self.high - self.low), 0.0)

    def sample(self, rng: Generator, shape: tuple[int, ...]) -> Array:
        """Independent draws, an array of shape (*shape, 1)."""
        return rng.uniform(self.low, self.high, (*shape, 1))

    def quadrature(self, degree: int, knots: Knots = ()) -> Quadrature:
        """Gauss-Legendre on every panel between the knots."""
        edges = _edges(self.low, self.high, knots)
        n_nodes = whole("degree", degree, at_least=0) // 2 + 1
        return _panels(edges, n_nodes, lambda t: np.full_like(t, 1 / (self.high - self.low)))


@dataclass(frozen=True)
class Gaussian:
    """The normal distribution with this mean and standard deviation."""

    mean: float = 0.0
    std: float = 1.0

    ndim = 1

    def __post_init__(self) -> None:
        real("mean", self.mean)
        positive("std", self.std)

    @property
    def factors(self) -> tuple[Measure, ...]:
        """The measure itself."""
        return (self,)

    @property
    def support(self) -> tuple[float, float]:
        """The real line."""
        return -np.inf, np.inf

    def density(self, x: ArrayLike) -> Array:
        """The normal density."""
        return self._density(points("x", x, 1)[..., 0])

    def _density(self, t: Array) -> Array:
        z = (t - self.mean) / self.std
        with np.errstate(over="ignore"):  # far out z² overflows, where the density is 0
            return np.asarray(np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi) / self.std)

    def sample(self, rng: Generator, shape: tuple[int, ...]) -> Array:
        """Independent draws, an array of shape (*shape, 1)."""
        return rng.normal(self.mean, self.std, (*shape, 1))

    def reach(self, degree: int) -> float:
        """A radius R, in standard deviations, beyond which |z|^degree has no mass that a double can see.

        |z|^m φ(z) peaks at √m and falls like exp(-(z - √m)²) behind it, that is below 1e-43 of the peak at √m + 10.
        """
        return float(np.sqrt(degree) + 10)

    def quadrature(self, degree: int, knots: Knots = ()) -> Quadrature:
        """Gauss-Hermite; with knots, Gauss-Legendre on panels of one standard deviation, exact to rounding."""
        degree = whole("degree", degree, at_least=0)
        inside = finite("knots", knots, shape=(None,))
        if len(inside) == 0:
            nodes, weights = scipy.special.roots_hermitenorm(degree // 2 + 1)
            return Quadrature((self.mean + self.std * nodes)[:, None], weights / weights.sum())
        R = self.reach(degree)
        steps = self.mean + self.std * np.linspace(-R, R, 2 * int(R) + 2)
        edges = _edges(steps[0], steps[-1], [*steps[1:-1], *inside])
        # 32 nodes resolve φ on a panel of one standard deviation; the others integrate the polynomial.
        return _panels(edges, degree // 2 + 32, self._density)


@dataclass(frozen=True, eq=False)
class Discrete:
    """Finitely many points of shape (N, D) or (N,) with positive weights that sum to 1."""

    points: Array
    weights: Array

    def __post_init__(self) -> None:
        nodes = finite("points", self.points)
        nodes = nodes[:, None] if nodes.ndim == 1 else nodes
        if nodes.ndim != 2 or nodes.size == 0:
            raise ValueError(f"points must have shape (N, D) or (N,) with N, D >= 1, got {np.shape(self.points)}")
        if len(np.unique(nodes, axis=0)) != len(nodes):
            raise ValueError("points must be distinct: merge the weights of equal points")
        weights = finite("weights", self.weights, shape=(len(nodes),))
        if weights.min() <= 0 or abs(weights.sum() - 1) > 1e-12:
            found = f"smallest {weights.min()}, sum {weights.sum()}"
            raise ValueError(f"weights must be positive and sum to 1, got {found}")
        object.__setattr__(self, "points", nodes.copy())  # a later change of the caller's arrays must not reach us
        object.__setattr__(self, "weights", weights.copy())

    @property
    def ndim(self) -> int:
        """The dimension D of the points."""
        return int(self.points.shape[1])

    @property
    def factors(self) -> tuple[Measure, ...]:
        """The measure itself."""
        return (self,)

    def density(self, x: ArrayLike) -> Array:
        """The mass of each point, 0 elsewhere."""
        equal = np.all(points("x", x, self.ndim)[..., None, :] == self.points, axis=-1)
        mass: Array = equal @ self.weights
        return mass

    def sample(self, rng: Generator, shape: tuple[int, ...]) -> Array:
        """Independent draws, an array of shape (*shape, D)."""
        return self.points[rng.choice(len(self.points), size=shape, p=self.weights)]

    def quadrature(self, degree: Any = 0, knots: Any = ()) -> Quadrature:  # noqa: ARG002 (a finite sum is exact for all)
        """The points themselves: integrals are finite sums."""
        return Quadrature(self.points, self.weights)


@dataclass(frozen=True)
class Product:
    """The product of univariate measures, or of any measures, in the order given."""

    parts: tuple[Measure, ...]

    def __post_init__(self) -> None:
        parts = several("parts", self.parts, "measures", lambda p: isinstance(p, Measure))
        object.__setattr__(self, "parts", parts)

    @cached_property
    def ndim(self) -> int:
        """The dimension D of the points."""
        return sum(p.ndim for p in self.parts)

    @property
    def factors(self) -> tuple[Measure, ...]:
        """The factors of all parts, in order."""
        return tuple(f for p in self.parts for f in p.factors)

    def density(self, x: ArrayLike) -> Array:
        """The product of the densities."""
        blocks = np.split(points("x", x, self.ndim), self._cuts, axis=-1)
        product: Array = np.prod([p.density(b) for p, b in zip(self.parts, blocks, strict=True)], axis=0)
        return product

    def sample(self, rng: Generator, shape: tuple[int, ...]) -> Array:
        """Independent draws, an array of shape (*shape, D)."""
        return np.concatenate([p.sample(rng, shape) for p in self.parts], axis=-1)

    def quadrature(self, degree: int | Sequence[int], knots: Sequence[Knots] = ()) -> Quadrature:
        """The tensor rule; `degree` and `knots` are given per part, or one degree for all."""
        degrees = [degree] * len(self.parts) if np.ndim(degree) == 0 else list(degree)  # type: ignore[arg-type]
        panels = list(knots) or [()] * len(self.parts)
        if not len(degrees) == len(panels) == len(self.parts):
            found = f"got {degree!r} and {knots!r}"
            raise ValueError(f"degree and knots must have one entry for each of the {len(self.parts)} parts, {found}")
        rules = [p.quadrature(m, k) for p, m, k in zip(self.parts, degrees, panels, strict=True)]
        return tensor_rule(rules)

    @property
    def _cuts(self) -> list[int]:
        return list(itertools.accumulate(p.ndim for p in self.parts))[:-1]


def blocks(measure: Measure) -> list[tuple[Measure, slice]]:
    """The factors, each with the columns of the points that belong to it."""
    ends = itertools.accumulate(factor.ndim for factor in measure.factors)
    return [(factor, slice(end - factor.ndim, end)) for factor, end in zip(measure.factors, ends, strict=True)]


def tensor_rule(rules: Sequence[Quadrature]) -> Quadrature:
    """All combinations of the nodes; the weights are multiplied."""
    grid = np.indices([len(r.weights) for r in rules]).reshape(len(rules), -1)
    nodes = np.concatenate([r.nodes[i] for r, i in zip(rules, grid, strict=True)], axis=1)
    return Quadrature(nodes, np.prod([r.weights[i] for r, i in zip(rules, grid, strict=True)], axis=0))


def _edges(low: float, high: float, knots: ArrayLike) -> Array:
    inside = finite("knots", knots, shape=(None,))
    return np.unique([low, *inside[(low < inside) & (inside < high)], high])


def _panels(edges: Array, n_nodes: int, density: Any) -> Quadrature:
    t, w = scipy.special.roots_legendre(n_nodes)
    half = np.diff(edges)[:, None] / 2
    nodes = (edges[:-1, None] + half * (1 + t)).ravel()
    return Quadrature(nodes[:, None], (half * w).ravel() * density(nodes))

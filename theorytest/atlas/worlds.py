"""The worlds of the atlas: a measure, an inner product and a system give T_t of any dimension, and E = T_t ⊕ C.

C, the part of the orthogonal complement that draws can see, has the next members of the same family of functions; on
finitely many points it is all of the complement.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from theorytest.approximation import (
    Combinations,
    Discrete,
    Fourier,
    Gaussian,
    Hermite,
    Histogram,
    Hull,
    Indicators,
    Legendre,
    Measure,
    Monomials,
    Product,
    Space,
    System,
    TensorProduct,
    Uniform,
    total_degree,
)
from theorytest.arguments import Array, whole
from theorytest.atlas.tangents import MODELS, spaces

Norm = Literal["L2", "H1"]
EXTRA = 4  # functions of the complement, at least: more of them concentrate, and their draws have heavier tails

MEASURES = ("uniform", "gaussian", "discrete", "product-2", "product-3", *MODELS)
SYSTEMS = ("orthonormal", "monomials", "redundant", "fourier", "histogram")


@dataclass(frozen=True, order=True)
class World:
    """A measure, an inner product and a system, by their names."""

    measure: str
    norm: Norm
    system: str

    def __str__(self) -> str:
        return f"{self.measure} {self.norm} {self.system}"

    def space(self, d: int) -> Space:
        """T_t of dimension d."""
        return _spaces(self, whole("d", d))[0]

    def hull(self, d: int) -> Hull:
        """T_t and its part of the complement."""
        return _spaces(self, whole("d", d))[1]


@lru_cache(maxsize=32)
def _spaces(world: World, d: int) -> tuple[Space, Hull]:
    if world.measure in MODELS:
        tangent, everything = spaces(world.measure, world.system, d)
        return tangent, Hull(tangent, everything)
    measure = measure_of(world.measure, d)
    space = Space(_system(world, measure, d), measure, world.norm)
    if space.dim != d:
        raise ValueError(
            f"d = {d} {world.system} of the {world.measure} measure are dependent to rounding: {space.rank}"
        )
    larger = Space(_larger(world, measure, d), measure, world.norm)
    return space, Hull(space, larger)


def measure_of(name: str, d: int) -> Measure:
    """The measure of this name; a discrete one has a few points more than dimensions."""
    known: dict[str, Callable[[], Measure]] = {
        "uniform": Uniform,
        "gaussian": Gaussian,
        "discrete": lambda: _points(max(6, d + 4)),
        "product-2": lambda: Product((Uniform(), Gaussian())),
        "product-3": lambda: Product((Uniform(), Uniform(), Uniform())),
    }
    if name not in known:
        raise ValueError(f"measure must be one of {', '.join(MEASURES)}, got {name!r}")
    return known[name]()


def _points(size: int) -> Discrete:
    """Points that accumulate at both ends, with weights that grow from left to right."""
    weights = 1 + np.arange(size) / size
    return Discrete(-np.cos(np.pi * (np.arange(size) + 0.5) / size), weights / weights.sum())


def _system(world: World, measure: Measure, d: int) -> System:
    if world.system == "orthonormal":
        return _polynomials(measure, d)
    if world.system == "monomials" and measure.ndim == 1:
        return Monomials(d)
    if world.system == "redundant" and measure.ndim == 1:
        return Combinations(_polynomials(measure, d), _redundant(d))
    if world.system == "fourier" and isinstance(measure, Uniform):
        return Fourier(_frequencies(d), measure.low, measure.high)
    if world.system == "histogram" and isinstance(measure, Uniform):
        return Histogram.equal(d, measure.low, measure.high)
    raise ValueError(
        f"system must be one of {', '.join(SYSTEMS)} that the {world.measure} measure has, got {world.system!r}"
    )


def _larger(world: World, measure: Measure, d: int) -> System:
    if isinstance(measure, Discrete):
        return Indicators(measure)
    if world.system == "fourier" and isinstance(measure, Uniform):
        return Fourier(tuple(range(d // 2 + EXTRA // 2 + 1)), measure.low, measure.high)
    if world.system == "histogram" and isinstance(measure, Uniform):
        return Histogram.equal(d * (1 + -(-EXTRA // d)), measure.low, measure.high)
    return _polynomials(measure, d + EXTRA)


def _frequencies(d: int) -> tuple[int, ...]:
    """The lowest ones that give d functions: with the constant where d is odd."""
    return tuple(range(d // 2 + 1)) if d % 2 else tuple(range(1, d // 2 + 1))


def _redundant(d: int) -> Array:
    """The basis, and half the sum of each member and the next, which are dependent."""
    return np.concatenate([np.eye(d), (np.eye(d) + np.roll(np.eye(d), 1, axis=0)) / 2], axis=1)


def _polynomials(measure: Measure, d: int) -> System:
    """The first d orthogonal polynomials; in several dimensions by total degree."""
    if measure.ndim == 1:
        return Hermite(d) if isinstance(measure, Gaussian) else Legendre(d)
    degree = 0
    while len(total_degree(measure.ndim, degree)) < d:
        degree += 1
    indices = total_degree(measure.ndim, degree)
    order = np.argsort(indices.sum(axis=1), kind="stable")
    parts = tuple(_polynomials(factor, degree + 1) for factor in measure.factors)
    return TensorProduct(parts, indices[order][:d])

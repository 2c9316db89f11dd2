"""Generating systems of functions on the line: their values, gradients, and the rule that integrates their products.

Legendre and Hermite are normalised with respect to the uniform and the Gaussian measure. `rule` returns a
quadrature that is exact for products of two members (and of their derivatives), or None where there is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np

from theorytest.approximation.measures import Discrete, Measure, Quadrature, Uniform
from theorytest.arguments import Array, finite, positive, real, several, whole

_BOTH = ("values", "gradients", "values_and_gradients")
Recurrence = tuple[
    float, Array, Array
]  # centre, times and minus of b_{k+1} = times_k (x - centre) b_k - minus_k b_{k-1}


@runtime_checkable
class System(Protocol):
    """What a space asks of the functions that span it."""

    @property
    def size(self) -> int:
        """The number of functions."""
        ...

    @property
    def ndim(self) -> int:
        """The dimension D of the points."""
        ...

    @property
    def knots(self) -> tuple[tuple[float, ...], ...]:
        """Where the functions are not smooth, per dimension."""
        ...

    def values(self, x: Array) -> Array:
        """φ_k(x), an array of shape (..., size) for points (..., D)."""
        ...

    def gradients(self, x: Array) -> Array:
        """∇φ_k(x), an array of shape (..., size, D)."""
        ...

    def rule(self, measure: Measure) -> Quadrature | None:
        """A quadrature that is exact for products of two members, if there is one."""
        ...


@dataclass(frozen=True)
class Legendre:
    """√(2k+1) P_k for k < dim, orthonormal in L² of the uniform measure on [low, high]."""

    size: int
    low: float = -1.0
    high: float = 1.0

    ndim = 1
    knots = ((),)

    def __post_init__(self) -> None:
        whole("size", self.size)
        Uniform(self.low, self.high)

    @cached_property
    def recurrence(self) -> Recurrence:
        """(k+1) P_{k+1} = (2k+1) t P_k - k P_{k-1}, multiplied by √(2k+3)."""
        k = np.arange(self.size)
        times = np.sqrt((2 * k + 1) * (2 * k + 3)) / (k + 1)
        minus = np.sqrt((2 * k + 3) / np.abs(2 * k - 1)) * k / (k + 1)
        return (self.low + self.high) / 2, times * 2 / (self.high - self.low), minus

    def values(self, x: Array) -> Array:
        """By the recurrence."""
        return _recurrence(x, *self.recurrence)

    def gradients(self, x: Array) -> Array:
        """By P'_{k+1} = P'_{k-1} + (2k+1) P_k."""
        return self.values_and_gradients(x)[1]

    def values_and_gradients(self, x: Array) -> tuple[Array, Array]:
        """Both, with one recurrence for the values."""
        values, root = self.values(x), np.sqrt(2 * np.arange(self.size) + 1)
        P = np.moveaxis(values, -1, 0)
        slope = np.zeros_like(P)
        for k in range(self.size - 1):
            slope[k + 1] = root[k] * P[k] + (slope[k - 1] if k else 0)
        return values, np.moveaxis(slope, 0, -1)[..., None] * (root * 2 / (self.high - self.low))[:, None]

    def rule(self, measure: Measure) -> Quadrature | None:
        """Exact for degree 2 (size - 1)."""
        return measure.quadrature(2 * (self.size - 1))


@dataclass(frozen=True)
class Hermite:
    """Probabilists' Hermite polynomials He_k/√k! for k < dim, orthonormal in L² of the normal distribution."""

    size: int
    mean: float = 0.0
    std: float = 1.0

    ndim = 1
    knots = ((),)

    def __post_init__(self) -> None:
        whole("size", self.size)
        real("mean", self.mean)
        positive("std", self.std)

    @cached_property
    def recurrence(self) -> Recurrence:
        """√(k+1) h_{k+1} = z h_k - √k h_{k-1}, which neither overflows nor cancels where the weight lives."""
        k = np.arange(self.size)
        return self.mean, 1 / np.sqrt(k + 1) / self.std, np.sqrt(k / (k + 1))

    def values(self, x: Array) -> Array:
        """By the recurrence."""
        return _recurrence(x, *self.recurrence)

    def gradients(self, x: Array) -> Array:
        """By h_k' = √k h_{k-1} / std."""
        return self.values_and_gradients(x)[1]

    def values_and_gradients(self, x: Array) -> tuple[Array, Array]:
        """Both, with one recurrence for the values."""
        values = self.values(x)
        slope = np.zeros_like(values)
        slope[..., 1:] = values[..., :-1] * np.sqrt(np.arange(1, self.size)) / self.std
        return values, slope[..., None]

    def rule(self, measure: Measure) -> Quadrature | None:
        """Exact for degree 2 (size - 1)."""
        return measure.quadrature(2 * (self.size - 1))


@dataclass(frozen=True)
class Monomials:
    """1, x, x², ...: the generating system whose Gramian is badly conditioned."""

    size: int

    ndim = 1
    knots = ((),)

    def __post_init__(self) -> None:
        whole("size", self.size)

    def values(self, x: Array) -> Array:
        """x^k for k < size."""
        powers: Array = x ** np.arange(self.size)
        return powers

    def gradients(self, x: Array) -> Array:
        """The derivatives k x^(k-1)."""
        return self.values_and_gradients(x)[1]

    def values_and_gradients(self, x: Array) -> tuple[Array, Array]:
        """Both, with the powers taken once."""
        values = self.values(x)
        slope = np.zeros_like(values)
        slope[..., 1:] = np.arange(1, self.size) * values[..., :-1]
        return values, slope[..., None]

    def rule(self, measure: Measure) -> Quadrature | None:
        """Exact for degree 2 (size - 1)."""
        return measure.quadrature(2 * (self.size - 1))


@dataclass(frozen=True)
class Fourier:
    """√2 cos(2πjt) and √2 sin(2πjt) for each frequency j ≥ 1, and 1 for j = 0; t runs from 0 to 1 on [low, high]."""

    frequencies: tuple[int, ...]
    low: float = 0.0
    high: float = 1.0

    ndim = 1
    knots = ((),)

    def __post_init__(self) -> None:
        Uniform(self.low, self.high)
        given = several(
            "frequencies", self.frequencies, "distinct integers", lambda j: whole("frequencies", j, at_least=0) >= 0
        )
        several("frequencies", given, "distinct integers", lambda j: given.count(j) == 1)
        object.__setattr__(self, "frequencies", tuple(whole("frequencies", j, at_least=0) for j in given))

    @property
    def size(self) -> int:
        """One function for frequency 0, two for each other."""
        return sum(1 if j == 0 else 2 for j in self.frequencies)

    def values(self, x: Array) -> Array:
        """The functions in the order of the frequencies, cosine before sine."""
        return np.concatenate([self._pair(j, x) for j in self.frequencies], axis=-1)

    def gradients(self, x: Array) -> Array:
        """Derivatives with respect to x."""
        pairs = [self._pair(j, x)[..., ::-1] * 2 * np.pi * j / (self.high - self.low) for j in self.frequencies]
        return np.concatenate([p * ([-1, 1] if p.shape[-1] == 2 else [0]) for p in pairs], axis=-1)[..., None]

    def rule(self, measure: Measure) -> Quadrature | None:
        """Equally spaced points integrate trigonometric polynomials over whole periods exactly."""
        if not isinstance(measure, Uniform) or (measure.low, measure.high) != (self.low, self.high):
            return measure.quadrature() if isinstance(measure, Discrete) else None
        n = 2 * max(self.frequencies) + 1
        nodes = self.low + (self.high - self.low) * np.arange(n) / n
        return Quadrature(nodes[:, None], np.full(n, 1 / n))

    def _pair(self, j: int, x: Array) -> Array:
        phase = 2 * np.pi * j * (x - self.low) / (self.high - self.low)
        return np.sqrt(2) * np.concatenate([np.cos(phase), np.sin(phase)], axis=-1) if j else np.ones_like(x)


@dataclass(frozen=True)
class Histogram:
    """Indicators of the cells between the edges, times √(length / width): orthonormal for the uniform measure."""

    edges: tuple[float, ...]

    ndim = 1

    def __post_init__(self) -> None:
        edges = finite("edges", self.edges, shape=(None,))
        if len(edges) < 2 or np.any(np.diff(edges) <= 0):
            raise ValueError(f"edges must be at least two increasing numbers, got {self.edges!r}")
        object.__setattr__(self, "edges", tuple(edges.tolist()))

    @classmethod
    def equal(cls, size: int, low: float = 0.0, high: float = 1.0) -> Histogram:
        """`size` equal cells of [low, high]."""
        return cls(tuple(np.linspace(low, high, whole("size", size) + 1)))

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.edges) - 1

    @property
    def knots(self) -> tuple[tuple[float, ...], ...]:
        """The inner edges, where the functions jump, and the outer ones, behind which they vanish."""
        return (self.edges,)

    def values(self, x: Array) -> Array:
        """The height of its cell at each point; the last cell is closed."""
        cell = np.searchsorted(self.edges, x, side="right") - 1
        cell = np.where(x == self.edges[-1], self.size - 1, cell)
        height = np.sqrt((self.edges[-1] - self.edges[0]) / np.diff(self.edges))
        return np.where(cell == np.arange(self.size), height, 0.0)

    def gradients(self, x: Array) -> Array:  # noqa: ARG002 (the protocol's signature)
        """Refused: indicators have no weak derivative in L²."""
        raise ValueError("a Histogram has no gradients: indicator functions do not lie in H1")

    def rule(self, measure: Measure) -> Quadrature | None:
        """One node per cell."""
        return measure.quadrature(0, self.edges)


def values_and_gradients(system: System, x: Array) -> tuple[Array, Array]:
    """φ_k(x) and ∇φ_k(x), at once by the method `values_and_gradients` of systems that have one.

    It counts only where the class that defines `values` and `gradients` defines it too.
    """
    kinds = [next((k for k in type(system).__mro__ if name in vars(k)), object) for name in _BOTH]
    if len(set(kinds)) > 1:
        return system.values(x), system.gradients(x)
    found: tuple[Array, Array] = system.values_and_gradients(x)  # type: ignore[attr-defined]
    return found


def _recurrence(x: Array, centre: float, times: Array, minus: Array) -> Array:
    """b_0 = 1 and b_{k+1} = times_k t b_k - minus_k b_{k-1} with t = x - centre, an array (..., size).

    In memory the functions are the outermost axis: a step of the recurrence runs along contiguous rows, in place.
    """
    t = x.ravel() - centre if centre else x.ravel()
    b, term = np.empty((len(times), t.size)), np.empty_like(t)
    b[0] = 1
    if len(b) > 1:
        np.multiply(t, times[0], out=b[1])
    for k in range(1, len(b) - 1):
        np.multiply(t, times[k], out=term)
        np.multiply(term, b[k], out=term)
        np.multiply(b[k - 1], minus[k], out=b[k + 1])
        np.subtract(term, b[k + 1], out=b[k + 1])
    return np.moveaxis(b.reshape(len(times), *x.shape[:-1]), 0, -1)

"""Spaces that move, on a measure with N points: one space for each replica [Appendix I].

A function on N points of masses p is a vector of R^N in orthonormal coordinates y_i = √p_i v(x_i), and T_t is given by
an array (R, N, d) with orthonormal columns. The point x_i has the coordinate i, so that points are arrays (R, n, 1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from theorytest.approximation.measures import Discrete
from theorytest.arguments import Array, finite, reals

Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class RowsLaw:
    """Indices with probabilities proportional to `masses` (R, N), a law for each replica."""

    masses: Array

    @property
    def mass(self) -> Array:
        """∫ f dρ, an array (R, 1)."""
        return np.asarray(self.masses.sum(axis=1, keepdims=True))

    def draw(self, rng: Generator, size: int) -> Array:
        """Independent draws (size, 1), equally many of each replica, one replica after the other."""
        R = len(self.masses)
        return np.asarray(self.at(rng.random((R, size // R))).reshape(-1, 1))

    def at(self, u: Array) -> Array:
        """The points (R, n, 1) of numbers (R, n) in [0, 1]: the inverse distribution functions."""
        total = np.cumsum(self.masses, axis=1)
        found = np.sum((u * total[:, -1:])[:, :, None] >= total[:, None, :-1], axis=2)
        return np.asarray(found[..., None], dtype=float)


@dataclass(frozen=True, eq=False)
class OnPoints:
    """T_t of each replica by an orthonormal basis (R, N, d), on points of the given masses (N,), by default equal ones.

    `generators` (R, N, m), or a function that gives them when they are needed, span the spaces, by default the basis;
    `residual` (R, N) is the gradient that samplers may depend on. All of them are in orthonormal coordinates.
    """

    moves: ClassVar[bool] = True
    ndim: ClassVar[int] = 1
    jet_size: ClassVar[int] = 1
    absent: ClassVar[None] = None
    defect: ClassVar[float] = 0.0

    basis: Array
    masses: Array | None = None
    generators: Array | Callable[[], Array] | None = None
    residual: Array | None = None

    def __post_init__(self) -> None:
        if reals("basis", self.basis).ndim != 3:
            raise ValueError(f"basis must have shape (replicas, points, dim), got {np.shape(self.basis)}")

    @property
    def dim(self) -> int:
        """d."""
        return int(self.basis.shape[2])

    @property
    def dims(self) -> float:
        """d."""
        return float(self.dim)

    @cached_property
    def measure(self) -> Discrete:
        """ρ on the indices."""
        return Discrete(np.arange(float(self.basis.shape[1])), self._masses)

    @cached_property
    def system(self) -> Array:
        """The generating system (R, N, m)."""
        given = self.basis if self.generators is None else self.generators
        return np.asarray(given() if callable(given) else given)

    @cached_property
    def system_in_basis(self) -> Array:
        """Φ (R, d, m)."""
        return np.asarray(np.einsum("rnd,rnm->rdm", self.basis, self.system))

    def jets(self, x: Array) -> Array:
        """The values of the basis at points (R, n, 1): an array (R, n, d, 1)."""
        return self._at(self.basis, x)

    def system_jets(self, x: Array) -> Array:
        """The values of the generating system, (R, n, m, 1)."""
        return self._at(self.system, x)

    def evaluated(self, x: Array, *, system: bool = False) -> tuple[Array, Array]:
        """The basis, and the system where it is asked for, else the basis again."""
        basis = self.jets(x)
        return basis, self.system_jets(x) if system else basis

    def gradient(self, x: Array) -> Array:
        """The values (R, n) of the gradient that samplers may depend on."""
        if self.residual is None:
            raise ValueError("residual must be given: without it the space knows no gradient")
        return self.values(self.residual, x)

    def values(self, y: Array, x: Array) -> Array:
        """The values (R, n) of functions with the coordinates (R, N)."""
        return np.asarray(self._at(y[:, :, None], x)[:, :, 0, 0])

    def synthesis(self, coefficients: Array) -> Array:
        """The coordinates (R, N) of Σ_k c_k b_k for c (R, d)."""
        return np.asarray(np.einsum("rnd,rd->rn", self.basis, coefficients))

    def nodes(self) -> tuple[Array, Array]:
        """All points, with their masses."""
        return self._points, np.broadcast_to(self._masses, self.basis.shape[:2])

    def law(self, f: Callable[[Array], Array]) -> RowsLaw:
        """f ρ for functions f of points (R, n, 1)."""
        x, p = self.nodes()
        return RowsLaw(finite("f(x)", f(x)) * p)

    def trace_law(self, trace: Callable[[Array], Array]) -> RowsLaw:
        """K̃ ρ / d."""
        return self.law(trace)

    def take(self, rows: Any) -> OnPoints:
        """The spaces of some of the replicas."""
        residual = None if self.residual is None else self.residual[rows]
        return OnPoints(self.basis[rows], self.masses, lambda: self.system[rows], residual)

    @property
    def _masses(self) -> Array:
        N = self.basis.shape[1]
        return np.full(N, 1 / N) if self.masses is None else np.asarray(self.masses)

    @cached_property
    def _points(self) -> Array:
        R, N, _ = self.basis.shape
        return np.broadcast_to(np.arange(float(N))[:, None], (R, N, 1))

    def _at(self, functions: Array, x: Array) -> Array:
        """y_i / √p_i at the points, (R, n, m, 1)."""
        if x is self._points:  # all of them in their order: nothing is looked up
            return np.asarray((functions / np.sqrt(self._masses)[:, None])[..., None])
        i: Indices = np.asarray(x[..., 0], dtype=np.intp)
        rows = functions[np.arange(len(i))[:, None], i]
        return np.asarray((rows / np.sqrt(self._masses)[i][..., None])[..., None])

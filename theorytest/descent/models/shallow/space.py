r"""The tangent spaces of a batch of networks as spaces that move: what estimators and samplers ask of T_t."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.random import Generator

from theorytest.arguments import Array
from theorytest.descent.models.shallow.pieces_law import PiecesLaw
from theorytest.descent.models.shallow.tangent import Flags, NetworkMeasure, Points, Tangents
from theorytest.descent.models.shallow.weighted import weighted_law


class Target(Protocol):
    """u, and where it is not smooth."""

    @property
    def knots(self) -> tuple[float, ...]:
        """Where it is not smooth."""
        ...

    def __call__(self, x: Array) -> Array:
        """u at points (..., D)."""
        ...


@dataclass(frozen=True, eq=False)
class OptimalLaw:
    """The optimal law of each tangent space."""

    points: Points
    n_replicas: int

    def draw(self, rng: Generator, size: int) -> Array:
        """Independent draws (size, D), equally many of each replica, one replica after the other."""
        x = self.points.draw(rng, size // self.n_replicas)
        return x.reshape(size, x.shape[-1])


@dataclass(frozen=True)
class PlainLaw:
    """ρ itself."""

    measure: NetworkMeasure

    def sample(self, rng: Generator, shape: tuple[int, int]) -> Array:
        """Independent points (R, n, D)."""
        return self.measure.sample(rng, *shape)


@dataclass(frozen=True, eq=False)
class TangentSpace:
    """T_θ of each network with the basis ψ, the generating system ∂_θ Φ and the optimal law.

    ψ has as many functions as the largest of the spaces: those beyond the dimension of a network are 0, and absent.
    """

    moves: ClassVar[bool] = True
    jet_size: ClassVar[int] = 1
    defect: ClassVar[float] = 0.0

    kept: Flags  # (R, r_max)
    points: Points
    law_of: NetworkMeasure
    all_of_it: Callable[[], Tangents]  # a function, since most samplers do without
    target: Target | None = None  # u, where samplers may depend on the gradient

    @cached_property
    def tangents(self) -> Tangents:
        """The decomposition that the basis comes from."""
        return self.all_of_it()

    @property
    def measure(self) -> PlainLaw:
        """ρ."""
        return PlainLaw(self.law_of)

    @cached_property
    def ndim(self) -> int:
        """D."""
        return self.tangents.network.ndim

    @property
    def dim(self) -> int:
        """r_max."""
        return int(self.kept.shape[1])

    @cached_property
    def dims(self) -> Array:
        """r of each network, (R, 1)."""
        return np.asarray(self.kept.sum(axis=1, keepdims=True), dtype=float)

    @cached_property
    def absent(self) -> Flags | None:
        """Which functions are 0; None where none of them is."""
        return None if self.kept.all() else ~self.kept

    @cached_property
    def system_in_basis(self) -> Array:
        """Φ (R, r, p): ∂_j Φ = Σ_k S_k V_jk ψ_k, up to what the tolerance leaves out."""
        t = self.tangents
        scaled = t.right * (t.singular[..., : self.dim] * t.kept)[..., None, :]
        return np.asarray(np.swapaxes(scaled, -1, -2))

    def jets(self, x: Array) -> Array:
        """ψ (R, n, r, 1); that of the last points is kept, as all parts of a step ask for it."""
        if self._last[0] is not x:
            self._last[:] = [x, self.points.basis(x)[..., None]]
        return np.asarray(self._last[1])

    def system_jets(self, x: Array) -> Array:
        """∂_θ Φ (R, n, p, 1)."""
        return np.asarray(self.tangents.network.tangents(x)[..., None])

    def evaluated(self, x: Array, *, system: bool = False) -> tuple[Array, Array]:
        """ψ, and ∂_θ Φ where it is asked for, else ψ again."""
        basis = self.jets(x)
        return basis, self.system_jets(x) if system else basis

    def nodes(self) -> tuple[Array, Array]:
        """The nodes of the tangents."""
        return self.tangents.x, self.tangents.weights

    def gradient(self, x: Array) -> Array:
        """g = Φ_θ - u at points (R, n, D): an array (R, n)."""
        if self.target is None:
            raise ValueError("target must be given: without it the space knows no gradient")
        return np.asarray(self.tangents.network(x) - self.target(x))

    def law(self, f: Callable[[Array], Array]) -> PiecesLaw:
        """f ρ on the line, for f that is smooth up to the zeros of the gradient and the knots of network and target."""
        knots = () if self.target is None else self.target.knots
        edges = self.law_of.panels(self.tangents.network, knots=knots)
        if edges is None:
            raise ValueError("space must be on a line: under networks of several variables only K ρ / d is drawn from")
        return weighted_law(f, edges, self.law_of.density, self.gradient)

    def trace_law(self, trace: Callable[[Array], Array]) -> OptimalLaw:  # noqa: ARG002 (it is the trace of ψ)
        """K ρ / r."""
        return OptimalLaw(self.points, len(self.kept))

    def take(self, rows: Any) -> TangentSpace:
        """The tangent spaces of some of the networks."""
        points = self.points.take(rows)
        return TangentSpace(self.kept[rows], points, self.law_of, lambda: self.tangents.take(rows), self.target)

    @cached_property
    def _last(self) -> list[Any]:
        return [None, None]


def tangent_space(
    tangents: Tangents, points: Points, measure: NetworkMeasure, target: Target | None = None
) -> TangentSpace:
    """The spaces of a decomposition, with their optimal law under the measure and the target of the descent."""
    return TangentSpace(tangents.kept, points, measure, lambda: tangents, target)

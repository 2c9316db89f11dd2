"""Draws from K̃ ρ / d in several dimensions: a mixture over the basis, then one coordinate after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from theorytest.approximation.laws import Law, univariate
from theorytest.approximation.measures import Measure, Quadrature
from theorytest.approximation.rejection import first_accepted
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import System
from theorytest.approximation.tensor import TensorProduct
from theorytest.arguments import Array

_BLOCK = 2**21  # coefficients of the draws that are made together


@dataclass(frozen=True)
class Derivative:
    """The derivatives of a univariate system, as a system."""

    system: System

    ndim = 1

    @property
    def size(self) -> int:
        """As many as the functions."""
        return self.system.size

    @property
    def knots(self) -> tuple[tuple[float, ...], ...]:
        """Those of the system."""
        return self.system.knots

    def values(self, x: Array) -> Array:
        """φ_k'."""
        return self.system.gradients(x)[..., 0]

    def gradients(self, x: Array) -> Array:
        """Second derivatives are not known."""
        raise ValueError(f"the second derivatives of {self.system!r} are not known (asked at points {x.shape})")

    def rule(self, measure: Measure) -> Quadrature | None:
        """What is exact for the functions is exact for their derivatives."""
        return self.system.rule(measure)


@dataclass(frozen=True)
class TensorTraceLaw:
    """The law K̃ ρ / d of a tensor product space: a mixture over the basis, coordinates drawn one after the other.

    K̃ = Σ_k Σ_c (L^c b_k)² is a mixture of the densities (L^c b_k)² ρ with weights ‖L^c b_k‖² / d (c: value or partial
    derivative). Given the coordinates before it, coordinate j has the density q_j = ‖Σ_ν α_ν φ_ν_j(x_j) (...)‖² with
    the later coordinates integrated out. By the definition of the Christoffel function K_j of the j-th factor's span,
    q_j(x_j) ≤ K_j(x_j) ∫ q_j dρ_j, so a draw from K_j ρ_j is accepted with probability q_j / (K_j ∫ q_j dρ_j):
    exact, and one in dim(span) proposals is taken.
    """

    space: Space

    def draw(self, rng: Generator, size: int) -> Array:
        """Independent draws, shape (size, D), in blocks that bound the memory."""
        block = max(1, _BLOCK // self._system.size)
        parts = [self._draw_block(rng, min(block, size - start)) for start in range(0, size, block)]
        return np.concatenate(parts) if parts else np.empty((0, self.space.ndim))

    def _draw_block(self, rng: Generator, size: int) -> Array:
        member, component = self._draw_components(rng, size)
        x = np.empty((size, self.space.ndim))
        for c in range(self.space.jet_size):
            who = np.flatnonzero(component == c)
            if not len(who):  # no law belongs to a derivative that vanishes identically
                continue
            if self.space.is_own_basis and c == 0:
                x[who] = self._draw_product(rng, member[who])
            else:
                x[who] = self._draw_conditionals(rng, self.space.coefficients[:, member[who]].T, c - 1)
        return x

    def _draw_components(self, rng: Generator, size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        C = self.space.coefficients
        norms = [np.sum(C * (self._gramian(c - 1, ()) @ C), axis=0) for c in range(self.space.jet_size)]
        masses = np.maximum(np.transpose(norms), 0).ravel()  # (dim, l)
        if abs(masses.sum() - self.space.dim) > 1e-6 * self.space.dim:
            raise ValueError(
                f"system is too badly conditioned to draw from: its basis has mass {masses.sum():.6g} instead of the "
                f"dimension {self.space.dim}; take orthonormal factors such as Legendre or Hermite"
            )
        pick = rng.choice(masses.size, size=size, p=masses / masses.sum())
        return pick // self.space.jet_size, pick % self.space.jet_size

    def _draw_product(self, rng: Generator, member: NDArray[np.intp]) -> Array:
        """φ_ν² ρ is a product: each coordinate has its own univariate law."""
        x = np.empty((len(member), self.space.ndim))
        for j in range(self.space.ndim):
            degree = self._system.indices[member, j]
            for i in np.unique(degree):
                who = np.flatnonzero(degree == i)
                x[who, j] = self._square_law(j, int(i)).draw(rng, len(who))[:, 0]
        return x

    def _draw_conditionals(self, rng: Generator, alpha: Array, direction: int) -> Array:
        x = np.empty((len(alpha), self.space.ndim))
        mass = np.sum(alpha * (alpha @ self._gramian(direction, ())), axis=1)
        for j in range(self.space.ndim):
            x[:, j], alpha, mass = self._draw_coordinate(rng, j, alpha, mass, direction)
        return x

    def _draw_coordinate(
        self, rng: Generator, j: int, alpha: Array, mass: Array, direction: int
    ) -> tuple[Array, Array, Array]:
        """Coordinate j for every draw, then the coefficients and the mass that are left for the others."""
        span, law = self._factor(j, differentiated=j == direction)
        rest = self._gramian(direction, tuple(range(j + 1)))

        def marginal(a: Array, t: Array) -> tuple[Array, Array]:
            left = a * self._system.factor(j, t, differentiated=j == direction)
            return left, np.sum(left * (left @ rest), axis=-1)

        def probability(who: NDArray[np.intp], t: Array) -> Array:
            K = np.sum(span.jets(t)[..., 0] ** 2, axis=-1)
            _, q = marginal(alpha[who][:, None, :], t)
            return np.asarray(q / (mass[who][:, None] * K))

        t = first_accepted(rng, len(alpha), span.dim, law.draw, probability)
        left, q = marginal(alpha, t)
        return t[:, 0], left, q

    def _gramian(self, direction: int, drawn: tuple[int, ...]) -> Array:
        """Π_j (φ^(j)_{ν_j}, φ^(j)_{μ_j}) over the coordinates that are not drawn yet, one of them differentiated."""
        G = np.ones((self._system.size, self._system.size))
        for j in set(range(self.space.ndim)) - set(drawn):
            i = self._system.indices[:, j]
            G *= self._gramians[j, j == direction][np.ix_(i, i)]
        return G

    @cached_property
    def _gramians(self) -> dict[tuple[int, bool], Array]:
        kinds = (False, True) if self.space.jet_size > 1 else (False,)
        return {(j, kind): _gramian(self._part(j, kind), m) for j, m in enumerate(self._measures) for kind in kinds}

    def _factor(self, j: int, *, differentiated: bool) -> tuple[Space, Law]:
        cache = self._factors
        if (j, differentiated) not in cache:
            span = Space(self._part(j, differentiated), self._measures[j])
            density: Callable[[Array], Array] = lambda x: np.sum(span.jets(x)[..., 0] ** 2, axis=-1)  # noqa: E731
            cache[j, differentiated] = span, univariate(density, self._measures[j], span.system.knots[0])
        return cache[j, differentiated]

    def _square_law(self, j: int, i: int) -> Law:
        cache = self._square_laws
        if (j, i) not in cache:
            part = self._system.parts[j]
            cache[j, i] = univariate(lambda x: part.values(x)[..., i] ** 2, self._measures[j], part.knots[0])
        return cache[j, i]

    @cached_property
    def _factors(self) -> dict[tuple[int, bool], tuple[Space, Law]]:
        return {}

    @cached_property
    def _square_laws(self) -> dict[tuple[int, int], Law]:
        return {}

    def _part(self, j: int, differentiated: bool) -> System:
        part = self._system.parts[j]
        return Derivative(part) if differentiated else part

    @cached_property
    def _system(self) -> TensorProduct:
        if not isinstance(self.space.system, TensorProduct):
            raise ValueError(
                f"optimal sampling in {self.space.ndim} dimensions needs a TensorProduct system, "
                f"got {type(self.space.system).__name__}"
            )
        return self.space.system

    @cached_property
    def _measures(self) -> tuple[Measure, ...]:
        factors = self.space.measure.factors
        if len(factors) != self.space.ndim:
            raise ValueError(
                "optimal sampling in several dimensions needs a Discrete measure or a product of univariate ones, "
                f"got factors of {[f.ndim for f in factors]} dimensions"
            )
        return factors


def _gramian(system: System, measure: Measure) -> Array:
    rule = system.rule(measure)
    if rule is None:
        return Space(system, measure).gramian
    values = system.values(rule.nodes)
    return (values * rule.weights[:, None]).T @ values

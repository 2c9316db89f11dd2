"""Losses on a linear space, with the constants of the theory where they are known exactly (Section 2).

A loss gives the jets of its gradient g = ∇L(v) at sample points, and for any coefficients c of v = Σ_k c_k b_k its gap
L(v) - L_min,M, ‖P g‖ and ‖(I - P) g‖. Arrays end with the axis of the replicas: coefficients (d, R), jets (n, l, R).
What the gradient needs to know of the points alone, `data` evaluates for a whole block of them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from theorytest.approximation.gramian_integrals import integrate_gramian
from theorytest.approximation.integrals import integrate
from theorytest.approximation.spaces import Space
from theorytest.arguments import Array, finite, instance

Function = Callable[[Array], Any]


@dataclass(frozen=True)
class State:
    """L(u_t) - L_min,M, ‖P_t g_t‖ and ‖(I - P_t) g_t‖, one number per replica each."""

    gap: Array
    tangent: Array
    normal: Array

    @property
    def kappa(self) -> Array:
        """κ_t = ‖g_t‖² / ‖P_t g_t‖²; inf at a stationary point."""
        moving = self.tangent > 0
        with np.errstate(over="ignore", invalid="ignore"):
            ratio = np.divide(self.normal, self.tangent, out=np.full_like(self.tangent, np.inf), where=moving)
            return np.asarray(1 + ratio**2)


class Loss(Protocol):
    """What the scheme asks of a loss on a linear space M = T_t."""

    @property
    def space(self) -> Space:
        """The space M."""
        ...

    @property
    def floor(self) -> float:
        """L_min,M."""
        ...

    def data(self, x: Array) -> Array:
        """What the gradient needs to know of points (..., D), an array (..., m)."""
        ...

    def gradient(self, coefficients: Array, jets: Array, data: Array) -> Array:
        """L_x g, (n, l, R), from the coefficients (d, R), the jets (n, l, R) of v and the data (n, m, R)."""
        ...

    def observe(self, coefficients: Array) -> State:
        """The state for coefficients (d, R)."""
        ...


@dataclass(frozen=True, eq=False)
class Quadratic:
    """L(v) = 1/2 ∫ a ‖L_x (v - u)‖² dρ: least squares for a = 1, else in L² with a weight a(x) > 0.

    `target` maps points to jets (..., l), or in L² to values (...); `knots` are the kinks of u and a. On M the loss is
    1/2 (c - c*)ᵀ H (c - c*) + L_min,M with H = ∫ a b bᵀ dρ: smooth with L = λ_max(H), strongly PL with λ_min(H).
    """

    space: Space
    target: Function
    weight: Function | None = None
    knots: Sequence[float] = ()
    offset: float = 0.0

    def __post_init__(self) -> None:
        instance("space", self.space, Space)
        if not callable(self.target) or not (self.weight is None or callable(self.weight)):
            raise ValueError(f"target and weight must be functions of the points, got {self.target!r}, {self.weight!r}")
        if self.weight is not None and self.space.jet_size > 1:
            raise ValueError("weight must be None in H1: there the gradient of a weighted loss is no pointwise product")

    @cached_property
    def hessian(self) -> Array:
        """H = ∫ a b bᵀ dρ, the identity for a = 1."""
        return np.eye(self.space.dim) if self.weight is None else self._gramian(1)

    @cached_property
    def best(self) -> Array:
        """c* = H⁻¹ ∫ a u b dρ, the coefficients of the minimiser in M."""
        return np.asarray(np.linalg.solve(self.hessian, self._moments(1)), dtype=float)

    @property
    def L(self) -> float:
        """λ_max(H), the constant of (LS) on M."""
        return float(np.linalg.eigvalsh(self.hessian)[-1])

    @property
    def lam(self) -> float:
        """λ_min(H), the constant of (SPL)."""
        return float(np.linalg.eigvalsh(self.hessian)[0])

    @property
    def loss_min(self) -> float:
        """L_min over all of H: the offset, attained at u."""
        return self.offset

    @cached_property
    def floor(self) -> float:
        """L_min,M = 1/2 ∫ a ‖L_x (v* - u)‖² dρ + offset."""
        return self.offset + 0.5 * float(self._residual(1))

    def data(self, x: Array) -> Array:
        """The jets of u, and a where there is one."""
        jets = self.target_jets(x)
        return jets if self.weight is None else np.concatenate([jets, self.weight_values(x)[..., None]], axis=-1)

    def gradient(self, coefficients: Array, jets: Array, data: Array) -> Array:  # noqa: ARG002 (the protocol's signature)
        """a L_x (v - u)."""
        if self.weight is None:
            return np.asarray(jets - data)
        return np.asarray((jets - data[:, :1]) * data[:, 1:])

    def observe(self, coefficients: Array) -> State:
        """Exact from the integrals."""
        e = coefficients - self.best[:, None]
        He = e if self.weight is None else self.hessian @ e
        return State(0.5 * np.sum(e * He, axis=0), np.linalg.norm(He, axis=0), self._normal(e, He))

    def _normal(self, e: Array, He: Array) -> Array:
        """‖(I - P) g‖² = ∫ a² (v - u)² dρ - ‖P g‖²; constant for a = 1."""
        if self.weight is None:
            return np.full(e.shape[1], np.sqrt(2 * (self.floor - self.offset)))
        H2, rest, residual = self._squares
        square = np.sum(e * (H2 @ e), axis=0) - 2 * rest @ e + residual
        return np.asarray(np.sqrt(np.maximum(square - np.sum(He**2, axis=0), 0)), dtype=float)

    @cached_property
    def _squares(self) -> tuple[Array, Array, Array]:
        """∫ a² b bᵀ dρ, ∫ a² (u - v*) b dρ and ∫ a² (u - v*)² dρ: what a² (v - u)² takes, at every state anew."""
        H2 = self._gramian(2)
        return H2, self._moments(2) - H2 @ self.best, self._residual(2)

    def _gramian(self, power: int) -> Array:
        """∫ a^p b bᵀ dρ."""
        return self.integrate_gramian(lambda x: (self.space.jets(x), self.weight_values(x) ** power))

    def _moments(self, power: int) -> Array:
        """∫ a^p u b dρ."""

        def integrand(x: Array) -> Array:
            products = np.einsum("ikl,il->ik", self.space.jets(x), self.target_jets(x))
            return np.asarray(self.weight_values(x)[:, None] ** power * products)

        return self.integrate(integrand)

    def _residual(self, power: int) -> Array:
        """∫ a^p ‖L_x (v* - u)‖² dρ."""

        def integrand(x: Array) -> Array:
            v = np.einsum("ikl,k->il", self.space.jets(x), self.best)
            return np.asarray(self.weight_values(x) ** power * np.sum((v - self.target_jets(x)) ** 2, axis=-1))

        return self.integrate(integrand)

    def integrate(self, f: Callable[[Array], Array]) -> Array:
        """∫ f dρ with the kinks of the space and of the target."""
        return np.asarray(integrate(f, self.space.measure, knots=self._all_knots).value, dtype=float)

    def integrate_gramian(self, f: Callable[[Array], tuple[Array, Array]]) -> Array:
        """∫ J C Jᵀ dρ with the same kinks, for f that maps x to jets J and weights C."""
        return np.asarray(integrate_gramian(f, self.space.measure, knots=self._all_knots).value, dtype=float)

    @property
    def _all_knots(self) -> list[tuple[float, ...]]:
        own = self.space.system.knots
        return [(*own[0], *self.knots), *own[1:]]

    def target_jets(self, x: Array) -> Array:
        """L_x u, an array (..., l)."""
        jets = np.asarray(self.target(x))
        jets = jets[..., None] if jets.shape == x.shape[:-1] else jets
        return finite("target(x)", jets, shape=(*x.shape[:-1], self.space.jet_size))

    def weight_values(self, x: Array) -> Array:
        """a(x), 1 without a weight."""
        return np.ones(x.shape[:-1]) if self.weight is None else finite("weight(x)", self.weight(x))


def energy(space: Space, solution: Function) -> Quadratic:
    """L(v) = 1/2 ‖v‖² - (f, v) in H¹, whose gradient is v - u for the weak solution u of (u, v) = (f, v) for all v.

    `solution` gives the jets (u, ∇u); the least value over H is -1/2 ‖u‖².
    """
    if instance("space", space, Space).norm != "H1":
        raise ValueError(f"space must have the norm H1, got {space.norm}")
    loss = Quadratic(space, solution)
    square = loss.integrate(lambda x: np.asarray(np.sum(loss.target_jets(x) ** 2, axis=-1)))
    return Quadratic(space, solution, offset=-0.5 * float(square))

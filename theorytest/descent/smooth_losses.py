"""Losses that are not quadratic: one that is strongly convex, and one that is only smooth (Section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy

from theorytest.approximation.spaces import Space
from theorytest.arguments import Array, finite, fraction, instance, positive
from theorytest.descent.losses import Function, Quadratic, State

_NODES = 200  # degree of the rule for losses that are no polynomials of v


@dataclass(frozen=True, eq=False)
class Wavy:
    """L(v) = ∫ 1/2 r² + κ (1 - cos r) dρ with r = v - u, 0 < κ < 1: smooth with 1 + κ, strongly convex with 1 - κ."""

    space: Space
    target: Function
    ripple: float
    knots: Sequence[float] = ()

    def __post_init__(self) -> None:
        fraction("ripple", self.ripple)
        if instance("space", self.space, Space).norm != "L2":
            raise ValueError(f"space must have the norm L2, got {self.space.norm}: the gradient is taken there")

    @property
    def L(self) -> float:
        """1 + κ."""
        return 1 + self.ripple

    @property
    def lam(self) -> float:
        """1 - κ."""
        return 1 - self.ripple

    loss_min = 0.0

    def data(self, x: Array) -> Array:
        """u."""
        return finite("target(x)", self.target(x), shape=x.shape[:-1])[..., None]

    def gradient(self, coefficients: Array, jets: Array, data: Array) -> Array:  # noqa: ARG002 (the protocol's signature)
        """r + κ sin r."""
        r = jets - data
        slope: Array = r + self.ripple * np.sin(r)
        return slope

    def observe(self, coefficients: Array) -> State:
        """By a fixed rule."""
        rule, basis = self._nodes
        slopes = self._slopes(coefficients)
        projected = basis.T @ (rule.weights[:, None] * slopes)
        square = rule.weights @ slopes**2 - np.sum(projected**2, axis=0)
        gap = self._value(coefficients) - self.floor
        return State(gap, np.linalg.norm(projected, axis=0), np.sqrt(np.maximum(square, 0)))

    @cached_property
    def best(self) -> Array:
        """The coefficients of the minimiser in M."""
        start = Quadratic(self.space, self.target, knots=self.knots).best
        rule, basis = self._nodes
        found = scipy.optimize.minimize(
            lambda c: float(self._value(c[:, None])[0]),
            start,
            jac=lambda c: basis.T @ (rule.weights * self._slopes(c[:, None])[:, 0]),
            method="BFGS",
            options={"gtol": 1e-13},
        )
        return np.asarray(found.x, dtype=float)

    @cached_property
    def floor(self) -> float:
        """L_min,M."""
        return float(self._value(self.best[:, None])[0])

    @cached_property
    def _nodes(self) -> tuple[Any, Array]:
        rule = (
            self.space.measure.quadrature(_NODES, tuple(self.knots))
            if self.knots
            else self.space.measure.quadrature(_NODES)
        )
        return rule, self.space.jets(rule.nodes)[..., 0]

    def _residuals(self, coefficients: Array) -> Array:
        rule, basis = self._nodes
        r: Array = basis @ coefficients - self.data(rule.nodes)
        return r

    def _slopes(self, coefficients: Array) -> Array:
        r = self._residuals(coefficients)
        return np.asarray(r + self.ripple * np.sin(r))

    def _value(self, coefficients: Array) -> Array:
        r = self._residuals(coefficients)
        return np.asarray(self._nodes[0].weights @ (0.5 * r**2 + self.ripple * (1 - np.cos(r))))


@dataclass(frozen=True, eq=False)
class Flat:
    """L(v) = f_q((v, b_1)) + 1/2 ‖(I - b_1 b_1ᵀ)(v - u)‖² with f_q(z) = (1 + z)^-q for z ≥ 0 and 1 - q z below.

    Smooth and bounded below, but without a critical point: only (B) and (LS) hold.
    """

    space: Space
    target: Function
    q: float
    knots: Sequence[float] = ()

    def __post_init__(self) -> None:
        positive("q", self.q)
        instance("space", self.space, Space)

    @property
    def L(self) -> float:
        """max{1, q (q + 1)}."""
        return max(1.0, self.q * (self.q + 1))

    @cached_property
    def _rest(self) -> Quadratic:
        return Quadratic(self.space, self.target, knots=self.knots)

    @property
    def floor(self) -> float:
        """The infimum: f_q tends to 0, and the rest to 1/2 ‖(I - P) u‖²."""
        return self._rest.floor

    loss_min = 0.0

    def data(self, x: Array) -> Array:
        """The jets of u and of b_1."""
        return np.concatenate([self._rest.data(x), self.space.jets(x)[..., 0, :]], axis=-1)

    def gradient(self, coefficients: Array, jets: Array, data: Array) -> Array:
        """L_x (v - u) + (f_q'(c_1) - (c_1 - u_1)) L_x b_1."""
        size = self.space.jet_size
        c1 = coefficients[0]
        return np.asarray(jets - data[:, :size] + (self.slope(c1) - c1 + self._rest.best[0]) * data[:, size:])

    def observe(self, coefficients: Array) -> State:
        """Exact."""
        e = coefficients - self._rest.best[:, None]
        e[0] = 0.0
        slope, gap = self.slope(coefficients[0]), self.value(coefficients[0]) + 0.5 * np.sum(e**2, axis=0)
        normal = np.full(e.shape[1], np.sqrt(2 * self.floor))
        return State(gap, np.sqrt(slope**2 + np.sum(e**2, axis=0)), normal)

    def value(self, z: Array) -> Array:
        """f_q."""
        return np.where(z >= 0, (1 + np.maximum(z, 0)) ** -self.q, 1 - self.q * z)

    def slope(self, z: Array) -> Array:
        """f_q'."""
        return np.asarray(-self.q * (1 + np.maximum(z, 0)) ** (-self.q - 1))

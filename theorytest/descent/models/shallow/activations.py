"""Activation functions σ with their derivatives σ' (Section 5.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import scipy

from theorytest.arguments import Array, whole


class Activation(Protocol):
    """σ and σ', applied entry by entry."""

    def value(self, z: Array) -> Array:
        """σ(z)."""
        ...

    def slope(self, z: Array) -> Array:
        """σ'(z)."""
        ...


@dataclass(frozen=True)
class RePU:
    """σ(z) = max(z, 0)^p with p ≥ 2, so that σ' is continuous; a polynomial on each side of 0."""

    power: int = 2

    def __post_init__(self) -> None:
        whole("power", self.power, at_least=2, because="σ must be continuously differentiable")

    def value(self, z: Array) -> Array:
        """max(z, 0)^p."""
        return np.asarray(np.maximum(z, 0.0) ** self.power)

    def slope(self, z: Array) -> Array:
        """p max(z, 0)^(p - 1)."""
        return np.asarray(self.power * np.maximum(z, 0.0) ** (self.power - 1))


@dataclass(frozen=True)
class Logistic:
    """σ(z) = 1 / (1 + exp(-z))."""

    def value(self, z: Array) -> Array:
        """1 / (1 + exp(-z)), without overflow."""
        return np.asarray(scipy.special.expit(z))

    def slope(self, z: Array) -> Array:
        """σ (1 - σ)."""
        return np.asarray(scipy.special.expit(z) * scipy.special.expit(-z))


@dataclass(frozen=True)
class Tanh:
    """σ(z) = tanh z."""

    def value(self, z: Array) -> Array:
        """tanh z."""
        return np.asarray(np.tanh(z))

    def slope(self, z: Array) -> Array:
        """1 / cosh² z, which does not cancel for large z."""
        return np.asarray(4 * scipy.special.expit(2 * z) * scipy.special.expit(-2 * z))

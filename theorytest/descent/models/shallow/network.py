"""Shallow networks Φ_θ(x) = A_1 σ(A_0 x + b_0) + b_1 with parameters θ = (A_1, b_1, A_0, b_0) (Section 5.3).

All arrays may have leading axes, one network per entry: a batch of replicas is one object. θ as a vector lists A_1,
b_1, A_0 row by row, b_0; its length is m (D + 2) + 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from theorytest.arguments import Array, reals, whole
from theorytest.descent.models.shallow.activations import Activation


@dataclass(frozen=True, eq=False)
class Network:
    """`outer` A_1 (..., m), `shift` b_1 (...), `inner` A_0 (..., m, D) and `bias` b_0 (..., m), of width m on R^D."""

    activation: Activation
    outer: Any
    shift: Any
    inner: Any
    bias: Any

    def __post_init__(self) -> None:
        arrays = {name: reals(name, getattr(self, name)) for name in ("outer", "shift", "inner", "bias")}
        shape = arrays["inner"].shape
        if len(shape) < 2 or 0 in shape[-2:]:
            raise ValueError(f"inner must have shape (..., m, D) with m and D at least 1, got {shape}")
        for name, wanted in {"outer": shape[:-1], "bias": shape[:-1], "shift": shape[:-2]}.items():
            if arrays[name].shape != wanted:
                raise ValueError(
                    f"{name} must have shape {wanted} beside inner of shape {shape}, got {arrays[name].shape}"
                )
        for name, array in arrays.items():
            object.__setattr__(self, name, array)

    @property
    def width(self) -> int:
        """m."""
        return int(self.inner.shape[-2])

    @property
    def ndim(self) -> int:
        """D."""
        return int(self.inner.shape[-1])

    @property
    def n_parameters(self) -> int:
        """m (D + 2) + 1."""
        return self.width * (self.ndim + 2) + 1

    def __call__(self, x: ArrayLike) -> Array:
        """Φ_θ at points (..., n, D): an array (..., n)."""
        values = self.activation.value(self.arguments(x))
        return np.asarray(np.einsum("...nm,...m->...n", values, self.outer) + self.shift[..., None])

    def tangents(self, x: ArrayLike) -> Array:
        """∂_θ Φ_θ at points (..., n, D): an array (..., n, m (D + 2) + 1) in the order of θ [app:shallow_nns]."""
        points, z = np.asarray(x, dtype=float), self.arguments(x)
        slopes = self.outer[..., None, :] * self.activation.slope(z)  # (..., n, m)
        inner = slopes[..., None] * points[..., None, :]  # (..., n, m, D)
        one = np.ones((*z.shape[:-1], 1))
        rows = inner.reshape(*inner.shape[:-2], self.width * self.ndim)
        return np.concatenate([self.activation.value(z), one, rows, slopes], axis=-1)

    def arguments(self, x: ArrayLike) -> Array:
        """A_0 x + b_0, an array (..., n, m)."""
        points = np.asarray(x, dtype=float)
        if points.ndim < 2 or points.shape[-1] != self.ndim:
            raise ValueError(f"points must have shape (..., n, {self.ndim}), got {points.shape}")
        rows = np.swapaxes(self.inner, -1, -2)
        products = points * rows if self.ndim == 1 else points @ rows  # small products of matrices are slow
        return np.asarray(products + self.bias[..., None, :])

    def __add__(self, other: Network) -> Network:
        """θ ⊞ θ': Φ_θ + Φ_θ' is the network of width m + m' with the parameters side by side [app:shallow_nns]."""
        if self.activation != other.activation:
            raise ValueError(
                f"networks with different activations cannot be added: {self.activation}, {other.activation}"
            )
        if self.ndim != other.ndim:
            raise ValueError(f"networks with {self.ndim} and {other.ndim} inputs cannot be added")
        return Network(
            self.activation,
            np.concatenate([self.outer, other.outer], axis=-1),
            self.shift + other.shift,
            np.concatenate([self.inner, other.inner], axis=-2),
            np.concatenate([self.bias, other.bias], axis=-1),
        )

    @property
    def theta(self) -> Array:
        """θ as a vector (..., m (D + 2) + 1)."""
        rows = self.inner.reshape(*self.inner.shape[:-2], self.width * self.ndim)
        return np.concatenate([self.outer, self.shift[..., None], rows, self.bias], axis=-1)


def from_theta(activation: Activation, theta: ArrayLike, ndim: int = 1) -> Network:
    """The network with the parameters θ, an array (..., m (D + 2) + 1)."""
    vector, D = reals("theta", theta), whole("ndim", ndim)
    m, rest = divmod(vector.shape[-1] - 1 if vector.ndim else 0, D + 2)
    if rest or m < 1:
        raise ValueError(f"theta must have length m (D + 2) + 1 with D = {D}, got shape {vector.shape}")
    outer, shift, inner, bias = np.split(vector, [m, m + 1, m + 1 + m * D], axis=-1)
    return Network(activation, outer, shift[..., 0], inner.reshape(*inner.shape[:-1], m, D), bias)

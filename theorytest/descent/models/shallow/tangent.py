r"""Tangent spaces of a batch of networks: rank and orthonormal basis [x:sec-network-sampling].

With the nodes of an exact quadrature, B = √w ∂_θ Φ has B'B = G, the Gramian of the generating system. The singular
values of B are the roots of the eigenvalues of G, and the decomposition B = U S V' finds them to rounding where the
eigenvalues would be lost below 1e-16. ψ_k = Σ_j V_jk / S_k ∂_j Φ is orthonormal; at the nodes it is U_k / √w. Which
singular values count as positive is a choice, the tolerance, relative to the largest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from theorytest.arguments import Array, real
from theorytest.descent.models.shallow.network import Network, from_theta

SINGLE = float(np.sqrt(61 * np.finfo(np.float32).eps))  # the rank of G of width 20 in single precision, 2.7e-3
_NOISE = 1e-14  # smaller singular values, relative to the largest, are rounding
Flags = NDArray[np.bool_]
Rows = NDArray[np.intp]


class Points(Protocol):
    """The optimal law of each tangent space."""

    def draw(self, rng: Generator, n_samples: int) -> Array:
        """Independent points (R, n, D)."""
        ...

    def basis(self, x: Array) -> Array:
        """ψ at points (R, n, D): an array (R, n, r_max)."""
        ...

    def largest(self) -> Array:
        """sup K (R,)."""
        ...

    def take(self, rows: Rows) -> Points:
        """Those of some of the spaces."""
        ...


class NetworkMeasure(Protocol):
    """A measure under networks: exact quadrature, and plain points."""

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Independent points (R, n, D)."""
        ...

    def nodes(self, *networks: Network) -> tuple[Array, Array]:
        """Points (R, N, D) and weights (R, N) that integrate products of tangents of these networks."""
        ...

    def target_nodes(self, *networks: Network, knots: tuple[float, ...] = ()) -> tuple[Array, Array]:
        """The same for products with a target."""
        ...

    def panels(self, network: Network, *, knots: tuple[float, ...] = ()) -> Array | None:
        """The ends of pieces (R, K + 1) of the line on which tangents and targets are smooth; None in R^D."""
        ...

    def density(self, x: Array) -> Array:
        """Of the measure at points (..., D): an array (...)."""
        ...

    def optimal(self, space: Tangents) -> Points:
        """The optimal law of each tangent space."""
        ...


@dataclass(frozen=True, eq=False)
class Tangents:
    """An orthonormal basis of T_θ for each network of a batch: r_max functions, zero beyond the rank of a network."""

    network: Network
    x: Array  # (R, N, D), the nodes
    weights: Array  # (R, N)
    at_nodes: Array  # (R, N, r_max): √w ψ_k
    singular: Array  # (R, p): those of B, the largest first
    right: Array  # (R, p, r_max): V
    kept: Flags  # (R, r_max)

    @property
    def dim(self) -> Array:
        """r, the dimension of each tangent space."""
        return np.asarray(self.kept.sum(axis=-1))

    @property
    def condition(self) -> Array:
        """The largest over the smallest kept singular value, the root of the condition number of G."""
        return np.asarray(self.singular[..., 0] * self._inverse.max(axis=-1))

    @property
    def coefficients(self) -> Array:
        """C (R, p, r_max) with ψ_k = Σ_j C_jk ∂_j Φ."""
        return np.asarray(self.right * self._inverse[..., None, :])

    def direction(self, c: Array) -> Array:
        """ϑ of smallest norm with Σ_j ϑ_j ∂_j Φ = Σ_k c_k ψ_k, for c (R, r_max)."""
        return np.asarray((self.right @ (self._inverse * c)[..., None])[..., 0])

    def __call__(self, x: Array) -> Array:
        """ψ at points (R, n, D): an array (R, n, r_max), with errors of rounding times the condition."""
        return np.asarray(self.network.tangents(x) @ self.coefficients)

    def take(self, rows: Rows) -> Tangents:
        """Those of some of the networks."""
        network = from_theta(self.network.activation, self.network.theta[rows], self.network.ndim)
        arrays = self.x[rows], self.weights[rows], self.at_nodes[rows], self.singular[rows], self.right[rows]
        return Tangents(network, *arrays, self.kept[rows])

    @property
    def _inverse(self) -> Array:
        singular = self.singular[..., : self.kept.shape[-1]]
        return np.divide(1.0, singular, out=np.zeros_like(singular), where=self.kept)


def usable(tolerance: float) -> float:
    """A tolerance that counts no rounding as a dimension."""
    if not _NOISE <= real("tolerance", tolerance) < 1:
        raise ValueError(
            f"tolerance must lie in [{_NOISE:g}, 1), got {tolerance!r}: it is relative to the largest singular value, "
            "and what is smaller is rounding"
        )
    return tolerance


def tangents(network: Network, measure: NetworkMeasure, tolerance: float) -> Tangents:
    """The tangent space of each network, without the singular values below `tolerance` times the largest."""
    usable(tolerance)
    x, w = measure.nodes(network)
    B = np.sqrt(w)[..., None] * network.tangents(x)
    U, S, Vt = np.linalg.svd(B, full_matrices=False)
    kept = tolerance * S[..., :1] < S
    r = max(1, int(kept.sum(axis=-1).max()))
    kept, U = kept[..., :r], U[..., :r] * kept[..., None, :r]
    return Tangents(network, x, w, U, S, np.swapaxes(Vt, -1, -2)[..., :r], kept)

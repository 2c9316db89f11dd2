"""Spheres in R^N with the metric projection: every constant of Section 2 is known exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theorytest.arguments import Array, positive, whole


@dataclass(frozen=True)
class Sphere:
    """{|y| = r} in R^N, with reach r.

    For a target at distance U from the centre: L = 1, C_R = max(U / r - 1, 0), and on the cap of the angle θ_0 around
    the nearest point strong PL with λ = U (1 + cos θ_0) / (2 r); on the whole sphere there is none.
    """

    ambient: int
    radius: float = 1.0

    def __post_init__(self) -> None:
        whole("ambient", self.ambient, at_least=2)
        positive("radius", self.radius)

    @property
    def reach(self) -> float:
        """r."""
        return self.radius

    def C_R(self, U: float) -> float:
        """The best constant of (CR) for a target at distance U, with β = 0."""
        return max(U / self.radius - 1, 0.0)

    def lam(self, U: float, angle: float) -> float:
        """The best constant of (SPL) on a cap."""
        return U * (1 + float(np.cos(angle))) / (2 * self.radius)

    def basis(self, y: Array) -> Array:
        """The last N - 1 columns of the reflection that takes e_1 to ± y / |y|."""
        unit = y / np.linalg.norm(y, axis=1, keepdims=True)
        v = unit.copy()
        v[:, 0] += np.where(v[:, 0] < 0, -1.0, 1.0)  # away from 0, against cancellation
        v /= np.linalg.norm(v, axis=1, keepdims=True)
        return np.asarray((np.eye(self.ambient) - 2 * v[:, :, None] * v[:, None, :])[:, :, 1:])

    def generators(self, y: Array) -> Array:
        """The projections e_i - y_i y / r² of the unit vectors."""
        return np.asarray(np.eye(self.ambient) - y[:, :, None] * y[:, None, :] / np.sum(y**2, axis=1)[:, None, None])

    def retract(self, y: Array, onto: Array) -> Array:  # noqa: ARG002 (the projection needs no start)
        """r x / |x|."""
        return np.asarray(self.radius * onto / np.linalg.norm(onto, axis=1, keepdims=True))

    def nearest(self, target: Array) -> Array:
        """r u / |u|, and any point for the centre."""
        length = float(np.linalg.norm(target))
        return self.radius * (target / length if length else np.eye(self.ambient)[0])

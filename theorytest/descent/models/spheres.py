"""Spheres in R^N with the metric projection: every constant of Section 2 is known exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theorytest.arguments import Array, positive, real, whole


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
        return max(_between("U", U, np.inf) / self.radius - 1, 0.0)

    def lam(self, U: float, angle: float) -> float:
        """The best constant of (SPL) on a cap, whose angle is at most π."""
        return _between("U", U, np.inf) * (1 + float(np.cos(_between("angle", angle, np.pi)))) / (2 * self.radius)

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
        """r x / |x|, and r e_1 for the centre, from which all points are equally far."""
        largest = np.max(np.abs(onto), axis=1, keepdims=True)
        x = np.where(largest == 0, np.eye(self.ambient)[0], onto / np.where(largest == 0, 1.0, largest))
        return np.asarray(self.radius * x / np.linalg.norm(x, axis=1, keepdims=True))

    def nearest(self, target: Array) -> Array:
        """The projection of the target."""
        return np.asarray(self.retract(target[None], target[None])[0])


def _between(name: str, value: float, end: float) -> float:
    """A number of at least 0 and at most `end`."""
    number = real(name, value)
    if not 0 <= number <= end:
        raise ValueError(f"{name} must lie between 0 and {end:.6g}, got {value!r}")
    return number

"""Ellipses in the plane with the metric projection: the local reach and the curvature differ from point to point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theorytest.arguments import Array, positive

_SWEEPS = 200  # Newton steps, of which ten are enough unless the point is nearly on the long axis


@dataclass(frozen=True)
class Ellipse:
    """(y_1 / a)² + (y_2 / b)² = 1 with a ≥ b, in orthonormal coordinates.

    The points with two nearest points are the segment |y_1| < (a² - b²) / a of the long axis: the local reach is the
    distance to it, and the reach b² / a. The curvature ab / (a² sin² φ + b² cos² φ)^(3/2) is at most a / b².
    """

    long: float
    short: float

    def __post_init__(self) -> None:
        if positive("long", self.long) < positive("short", self.short):
            raise ValueError(f"long must be at least short, got {self.long!r} and {self.short!r}")

    @property
    def ambient(self) -> int:
        """The plane."""
        return 2

    @property
    def reach(self) -> float:
        """b² / a, the smallest radius of curvature."""
        return self.short**2 / self.long

    def point(self, phi: Array) -> Array:
        """(a cos φ, b sin φ), an array (R, 2)."""
        return np.stack([self.long * np.cos(phi), self.short * np.sin(phi)], axis=-1)

    def curvature(self, y: Array) -> Array:
        """1 / (a² b² ((y_1 / a²)² + (y_2 / b²)²)^(3/2))."""
        a, b = self.long, self.short
        return np.asarray(1 / (a**2 * b**2 * np.hypot(y[:, 0] / a**2, y[:, 1] / b**2) ** 3))

    def local_reach(self, y: Array) -> Array:
        """The distance to the segment of points with two nearest ones."""
        end = (self.long**2 - self.short**2) / self.long
        return np.asarray(np.hypot(np.maximum(np.abs(y[:, 0]) - end, 0), y[:, 1]))

    def basis(self, y: Array) -> Array:
        """The unit vector across the normal (y_1 / a², y_2 / b²)."""
        across = np.stack([-y[:, 1] / self.short**2, y[:, 0] / self.long**2], axis=1)
        return np.asarray((across / np.linalg.norm(across, axis=1, keepdims=True))[:, :, None])

    def generators(self, y: Array) -> Array:
        """The derivative (-a sin φ, b cos φ) in the angle."""
        a, b = self.long, self.short
        return np.asarray(np.stack([-y[:, 1] * a / b, y[:, 0] * b / a], axis=1)[:, :, None])

    def retract(self, y: Array, onto: Array) -> Array:  # noqa: ARG002 (the projection needs no start)
        """The nearest point, in the quadrant of the point: (a² x_1 / (t + a² - b²), b² x_2 / t) for the root t of F.

        F(t) = (a x_1 / (t + a² - b²))² + (b x_2 / t)² - 1 is convex and decreasing for t > 0, so that Newton's steps
        from the left of its root rise to it.
        """
        a, b, e = self.long, self.short, self.long**2 - self.short**2
        x = np.abs(onto)
        off_axis = b * x[:, 1] > 1e-150 * a  # nearer, squares and quotients are no numbers
        t = np.where(off_axis, np.maximum(a * x[:, 0] - e, b * x[:, 1]), 1.0)
        for _ in range(_SWEEPS):
            p, q = (a * x[:, 0] / (t + e)) ** 2, (b * x[:, 1] / t) ** 2
            step = np.where(off_axis, (p + q - 1) / np.where(off_axis, 2 * (p / (t + e) + q / t), 1.0), 0.0)
            t = t + step
            if np.all(step <= 1e-16 * t):
                break
        found = np.stack([a**2 * x[:, 0] / (t + e), b**2 * x[:, 1] / t], axis=1)
        found = np.where(off_axis[:, None], found, self._from_the_long_axis(x[:, 0]))
        return np.asarray(np.copysign(found, onto))

    def nearest(self, target: Array) -> Array:
        """The projection of the target."""
        return np.asarray(self.retract(target[None], target[None])[0])

    def _from_the_long_axis(self, x: Array) -> Array:
        a, b = self.long, self.short
        end = (a**2 - b**2) / a
        first = np.minimum(x / end, 1.0) * a if end > 0 else np.full_like(x, a)
        return np.stack([first, b * np.sqrt(np.maximum(1 - (first / a) ** 2, 0))], axis=1)

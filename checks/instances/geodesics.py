r"""Geodesics of unit speed on submanifolds of R^m: a point moves so that its acceleration is normal to the manifold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

Array = NDArray[Any]


@dataclass(frozen=True)
class Geodesic:
    """t ↦ γ(t) for t in [0, T]; one unit normal of the manifold at a point, or None for a flat one."""

    point: Callable[[Array], Array]  # times (n,) to points (n, m)
    length: float
    normal: Callable[[Array], Array] | None = None
    masses: Any = 1.0  # (u, v) = Σ_i p_i u_i v_i

    def times(self, n: int, margin: float = 0.0) -> Array:
        """n equidistant times, away from both ends."""
        return np.linspace(margin, self.length - margin, n)

    def inner(self, u: Array, v: Array) -> Any:
        return np.sum(self.masses * u * v, axis=-1)

    def velocity(self, t: Array, h: float = 1e-4) -> Any:
        """By differences of fourth order."""
        ahead, twice = (self.point(t + k * h) - self.point(t - k * h) for k in (1, 2))
        return (8 * ahead - twice) / (12 * h)

    def acceleration(self, t: Array, h: float = 5e-3) -> Any:
        """By differences of fourth order."""
        ahead, twice = (self.point(t + k * h) + self.point(t - k * h) for k in (1, 2))
        return (16 * ahead - twice - 30 * self.point(t)) / (12 * h**2)

    def faster(self, speed: float) -> Geodesic:
        """The same curve at another constant speed."""
        return replace(self, point=lambda t: self.point(speed * t), length=self.length / speed)


def line(v: Array, w: Array, masses: Any = 1.0) -> Geodesic:
    """The segment from v to w of a linear space."""
    length = np.sqrt(np.sum(masses * (w - v) ** 2))
    return Geodesic(lambda t: v + t[:, None] * (w - v) / length, float(length), masses=masses)


def great_circle(v: Array, w: Array) -> Geodesic:
    """The shorter arc from v to w on the unit sphere of R^m, on the unit circle for m = 2."""
    angle = np.arccos(v @ w)
    e = (w - np.cos(angle) * v) / np.sin(angle)
    return Geodesic(lambda t: np.cos(t)[:, None] * v + np.sin(t)[:, None] * e, float(angle), lambda x: x)


def on_cylinder(start: Sequence[float], end: Sequence[float]) -> Geodesic:
    """From (φ, z) to (φ', z') on the cylinder around the third axis, as straight as on a sheet of paper."""
    sheet = line(np.array(start), np.array(end))

    def point(t: Array) -> Array:
        phi, z = sheet.point(t).T
        return np.stack([np.cos(phi), np.sin(phi), z], axis=-1)

    return Geodesic(point, sheet.length, lambda x: x * [1, 1, 0])


def arc_length(x: Any) -> Any:
    """From the vertex of the parabola y = x²/2."""
    return (x * np.sqrt(1 + x**2) + np.arcsinh(x)) / 2


def on_parabola(a: float, b: float) -> Geodesic:
    """From a < b on y = x²/2; the arc length is inverted by Newton's method."""
    begin = arc_length(a)

    def point(t: Array) -> Array:
        x = np.clip(begin + t, a, b)
        for _ in range(60):
            x = x - (arc_length(x) - begin - t) / np.sqrt(1 + x**2)
        return np.stack([x, x**2 / 2], axis=-1)

    def normal(x: Array) -> Any:
        return np.stack([-x[:, 0], np.ones(len(x))], axis=-1) / np.sqrt(1 + x[:, :1] ** 2)

    return Geodesic(point, float(arc_length(b) - begin), normal)


def on_saddle(x: float, y: float, angle: float, length: float) -> Geodesic:
    """From (x, y, xy) on z = xy: x'' = -2 y x'y' / W², y'' = -2 x x'y' / W² with W² = 1 + x² + y².

    The angle is that of the velocity in an orthonormal basis of the tangent space that begins with (1, 0, y).
    """
    unit = np.array([1, 0]) / np.sqrt(1 + y**2)
    other = np.array([-x * y, 1 + y**2]) / np.sqrt((1 + y**2) * (1 + x**2 + y**2))
    begin = np.append([x, y], np.cos(angle) * unit + np.sin(angle) * other)

    def motion(_: float, state: Array) -> list[float]:
        p, q, dp, dq = state
        pull = -2 * dp * dq / (1 + p**2 + q**2)
        return [dp, dq, q * pull, p * pull]

    solution = solve_ivp(
        motion, (0, length), begin, method="DOP853", rtol=1e-12, atol=1e-12, max_step=0.1, dense_output=True
    ).sol

    def point(t: Array) -> Array:
        p, q = solution(t)[:2]
        return np.stack([p, q, p * q], axis=-1)

    def normal(v: Array) -> Any:
        p, q, _ = v.T
        return np.stack([-q, -p, np.ones(len(v))], axis=-1) / np.sqrt(1 + p**2 + q**2)[:, None]

    return Geodesic(point, float(length), normal)


def sphere_point(polar: float, azimuth: float) -> Array:
    """With the pole (0, 0, 1)."""
    return np.array([np.sin(polar) * np.cos(azimuth), np.sin(polar) * np.sin(azimuth), np.cos(polar)])


def geodesics() -> dict[str, Geodesic]:
    """One or two of every manifold, by name."""
    return {
        "line": line(np.array([0.0, 1.0, 2.0]), np.array([3.0, -1.0, 0.5])),
        "line in L² of two points": line(np.array([1.0, 2.0]), np.array([0.0, -1.0]), np.array([0.25, 0.75])),
        "circle": great_circle(np.array([1.0, 0.0]), np.array([0.6, 0.8])),
        "sphere": great_circle(sphere_point(0.9, 0.3), sphere_point(0.7, 2.0)),
        "cylinder": on_cylinder([-1.0, 0.0], [1.0, 2.0]),
        "parabola": on_parabola(-1.0, 2.0),
        "saddle": on_saddle(0.5, -1.0, 0.7, 2.0),
    }


@dataclass(frozen=True)
class Descent:
    """A geodesic from u to the minimiser of ½‖v - target‖² over a class, its λ, and further points of the class."""

    curve: Geodesic
    target: Array
    lam: float
    members: Array

    def loss(self, x: Array) -> Any:
        return np.sum((x - self.target) ** 2, axis=-1) / 2


END = 1.1  # the half angle of arcs, caps and strips


def descents() -> dict[str, Descent]:
    """By name; the points of the class on a grid."""
    one, pole, a = np.array([1.0, 0.0]), np.array([0.0, 0.0, 1.0]), np.linspace(-END, END, 41)
    arc, x = np.stack([np.cos(a), np.sin(a)], axis=-1), np.linspace(-4, 4, 41)
    cap = np.array([sphere_point(abs(polar), azimuth) for polar in a for azimuth in np.linspace(0, 6, 13)])
    plane = np.stack(np.meshgrid(x, x), axis=-1).reshape(-1, 2)
    strip = np.concatenate([np.column_stack([arc, np.full(41, z)]) for z in x])
    return {
        "circle through the target": Descent(great_circle(np.array([0.6, 0.8]), one), one, 0.6, arc),
        "plane": Descent(line(np.array([3.0, 1.0]), -one), -one, 1.0, plane),
        "sphere": Descent(great_circle(sphere_point(END, 0.3), pole), 4 * pole, 4 * np.cos(END), cap),
        "cylinder": Descent(on_cylinder([END, 2.0], [0.0, 0.0]), np.array([1.0, 0.0, 0.0]), np.cos(END), strip),
        "parabola": Descent(on_parabola(-2.0, 0.0), np.zeros(2), 7 / 8, np.column_stack([x, x**2 / 2])),
    }

r"""Losses and model classes in rational numbers, with the best constants of Section 2 known by hand.

A Hilbert space of finite dimension is R^m with (u, v) = Σ_i p_i u_i v_i. A model class is seen at finitely many points,
each with an orthogonal basis of its T_t, among them the points where a constant is attained or nearly so. Nothing is
rounded: points on the circle come from Pythagorean triples.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

import theorytest as tt
from theorytest import family

Vector = NDArray[Any]  # of rational numbers
Basis = tuple[Vector, ...]
Number = Fraction | int

NEARLY = Fraction(99, 100)  # a constant that is approached, not attained, is seen up to this share


def vector(*entries: Any) -> Vector:
    """Rational coordinates."""
    return np.array([Fraction(entry) for entry in entries], dtype=object)


def axes(m: int, *indices: int) -> Basis:
    """The unit vectors with these indices."""
    return tuple(vector(*(int(i == j) for i in range(m))) for j in indices)


def root(number: Any) -> Fraction:
    """The square root of a rational number that has a rational one."""
    square = Fraction(number)
    value = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    if value**2 != square:
        raise ValueError(f"the number must be the square of a rational, got {square}")
    return value


@dataclass(frozen=True)
class Problem:
    """L on H and M at points (u_t, orthogonal basis of T_t); None for a constant that does not exist."""

    loss: Callable[[Vector], Any]
    gradient: Callable[[Vector], Vector]
    points: tuple[tuple[Vector, Basis], ...]
    lowest: Number  # L_min
    lowest_on_class: Number  # L_min,M
    near: tuple[Vector, Vector]  # a point of H and one of M whose losses are the infima, or within 1e-6 of them
    L: Fraction | None = None
    lam: Fraction | None = None  # of (PL)
    strong_lam: Fraction | None = None  # of (SPL)
    masses: Vector | None = None

    def inner(self, u: Vector, v: Vector) -> Any:
        """(u, v)."""
        return u @ v if self.masses is None else (self.masses * u) @ v

    def project(self, basis: Basis, v: Vector) -> Vector:
        """P_t v for an orthogonal basis of T_t."""
        return sum((self.inner(v, b) / self.inner(b, b) * b for b in basis), start=0 * v)

    def gap(self, u: Vector) -> Any:
        """L(u) - L_min."""
        return self.loss(u) - self.lowest

    def gap_on_class(self, u: Vector) -> Any:
        """L(u) - L_min,M."""
        return self.loss(u) - self.lowest_on_class


def quadratic(
    curvatures: Sequence[Number], points: tuple[tuple[Vector, Basis], ...], near_on_class: Vector, **constants: Any
) -> Problem:
    """L(v) = ½ Σ a_i v_i², with minimum 0."""
    a = vector(*curvatures)
    low: Any = (a * near_on_class) @ near_on_class / 2
    return Problem(lambda v: (a * v) @ v / 2, lambda v: a * v, points, 0, low, (0 * a, near_on_class), **constants)


def whole_space() -> Problem:
    """M = H = T_t = R³ with three curvatures."""
    points = [vector(1, 0, 0), vector(0, 1, 0), vector(0, 0, 1), vector(1, -2, 3), vector(0, 0, 0)]
    at = tuple((u, axes(3, 0, 1, 2)) for u in points)
    return quadratic((2, 3, 5), at, vector(0, 0, 0), L=Fraction(5), lam=Fraction(2), strong_lam=Fraction(2))


def flat_direction() -> Problem:
    """M = H = T_t = R² and a loss that does not see the second coordinate: a line of minimisers."""
    at = tuple((u, axes(2, 0, 1)) for u in (vector(1, 0), vector(-2, 5), vector(0, 7)))
    return quadratic((3, 0), at, vector(0, 4), L=Fraction(3), lam=Fraction(3), strong_lam=Fraction(3))


def plane_beside_the_minimum() -> Problem:
    """M the plane v_3 = 1 of R³: along it the loss is smoother, with L = 3 instead of 5."""
    points = (vector(0, 0, 1), vector(1, 0, 1), vector(0, 1, 1), vector(1000, 1, 1))
    at = tuple((u, axes(3, 0, 1)) for u in points)
    return quadratic((2, 3, 5), at, vector(0, 0, 1), L=Fraction(3), lam=Fraction(2), strong_lam=Fraction(2))


def least_squares(
    target: Vector,
    points: tuple[tuple[Vector, Basis], ...],
    low: Number,
    near_on_class: Vector,
    masses: Vector | None = None,
    strong_lam: Fraction | None = None,
) -> Problem:
    """L(v) = ½ ‖v - u‖²: smooth and (PL) with constants 1."""

    def loss(v: Vector) -> Any:
        return problem.inner(v - target, v - target) / 2

    near, one = (target, near_on_class), Fraction(1)
    problem = Problem(loss, lambda v: v - target, points, 0, low, near, one, one, strong_lam, masses)
    return problem


def two_axes() -> Problem:
    """Sparse vectors: M is the union of both axes of R², T_t the axis of u_t; the target is (1, 1)."""
    first = tuple((vector(x, 0), axes(2, 0)) for x in (-3, 1, 2))
    second = tuple((vector(0, y), axes(2, 1)) for y in (-3, 1, 2))
    return least_squares(vector(1, 1), first + second, Fraction(1, 2), vector(1, 0), strong_lam=Fraction(1))


def histogram() -> Problem:
    """L² of [0, 1], M = T_t the functions constant on both halves, target x.

    Coordinates are the values on both halves and the multiple of x - Px, whose squared norm is 1/48.
    """
    masses = vector(Fraction(1, 2), Fraction(1, 2), Fraction(1, 48))
    at = tuple((u, axes(3, 0, 1)) for u in (vector(0, 0, 0), vector(1, -2, 0), vector(1, 1, 0)))
    best = vector(Fraction(1, 4), Fraction(3, 4), 0)
    return least_squares(best + axes(3, 2)[0], at, Fraction(1, 96), best, masses, strong_lam=Fraction(1))


HALF_TANGENTS = tuple(Fraction(sign * n, 100) for n in (1, 20, 50) for sign in (-1, 1))  # tan(θ/2) up to 1/2
ARC_END = Fraction(3, 5)  # cos θ_0 of the arc |θ| ≤ θ_0 with tan(θ_0 / 2) = 1/2


def on_circle(m: Number) -> Vector:
    """The point of the unit circle at the angle θ with tan(θ/2) = m."""
    return vector((1 - m**2) / (1 + m**2), 2 * m / (1 + m**2))


def arc(distance: Number, spots: Sequence[Number] = (0, *HALF_TANGENTS)) -> Problem:
    """M an arc of the unit circle around (1, 0) with its tangents, at half tangents up to its end; target (U, 0)."""
    points = [on_circle(Fraction(m)) for m in spots]
    at = tuple((u, (vector(-u[1], u[0]),)) for u in points)
    low, lam = (distance - 1) ** 2 / Fraction(2), distance * (1 + points[-1][0]) / 2
    return least_squares(vector(distance, 0), at, low, vector(1, 0), strong_lam=lam)


def never_stationary() -> Problem:
    """M = H = R and f(x) = 1 / (1 + x) for x ≥ 0, 1 - x below: smooth, bounded below, without a critical point."""
    points = (vector(0), vector(-1), vector(1), vector(100), vector(Fraction(-1, 1000)))

    def f(v: Vector) -> Any:
        return 1 / (1 + v[0]) if v[0] >= 0 else 1 - v[0]

    def slope(v: Vector) -> Vector:
        return -1 / (1 + v) ** 2 if v[0] >= 0 else vector(-1)

    far = vector(10**7)
    return Problem(f, slope, tuple((u, axes(1, 0)) for u in points), 0, 0, (far, far), L=Fraction(2))


def ridge() -> Problem:
    """M the first axis of R², where ³⁄₂ x² + (y² - 1)² has its local maxima across M."""
    at = tuple((vector(x, 0), axes(2, 0)) for x in (0, 1, -4))

    def loss(v: Vector) -> Any:
        return Fraction(3, 2) * v[0] ** 2 + (v[1] ** 2 - 1) ** 2

    def gradient(v: Vector) -> Vector:
        return vector(3 * v[0], 4 * v[1] * (v[1] ** 2 - 1))

    near = (vector(0, 1), vector(0, 0))
    return Problem(loss, gradient, at, 0, Fraction(1), near, L=Fraction(3), strong_lam=Fraction(3))


def problems() -> dict[str, Problem]:
    """Everything above, by name, the smallest first."""
    return {
        "never stationary": never_stationary(),
        "two axes": two_axes(),
        "flat direction": flat_direction(),
        "ridge": ridge(),
        "whole space": whole_space(),
        "plane beside the minimum": plane_beside_the_minimum(),
        "histogram": histogram(),
        "arc, target outside": arc(4),
        "arc, target inside": arc(Fraction(1, 2)),
        "arc through the target": arc(1),
    }


def plane() -> Any:
    """V = H = R² and V_1 the first axis; the target is (1, 1), of which (1, 0) is the best approximation."""
    points = tuple((vector(x, 0), axes(2, 0)) for x in (1, 3))
    return least_squares(vector(1, 1), points, Fraction(1, 2), vector(1, 0))


def coordinate_plane(target: Any, state: Any, d: Any) -> Any:
    """V = R³, V_d spanned by the first d axes, d = 1 or 2, and an iterate in it."""
    inside = np.array([1, 1, 0]) * (np.arange(3) < d)
    best = target * inside
    low = (target - best) @ (target - best) / 2
    return least_squares(target, ((state * inside, axes(3, *range(d))),), low, best)


SUBSPACES = family(
    {"the plane": plane(), "histogram": histogram()},
    "V_d ⊂ V, targets and iterates in V_d",
    search=tt.product(tt.vectors(3, -10, 10), tt.vectors(3, -10, 10), tt.integers(1, 2)).map(coordinate_plane),
)

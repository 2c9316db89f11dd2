"""Unit-speed geodesics t ↦ γ(t) of lines, spheres and cylinders in formulas: Definition H.2 is tried on them."""

from dataclasses import dataclass
from typing import Any

import sympy as sp

import theorytest as tt
from theorytest import family
from theorytest.attacks.region import either

t = sp.Symbol("t", real=True)
SPHERE = sp.Matrix([sp.cos(t), 3 * sp.sin(t) / 5, 4 * sp.sin(t) / 5])
HELIX = sp.Matrix([sp.cos(3 * t / 5), sp.sin(3 * t / 5), 4 * t / 5])


@dataclass(frozen=True)
class Geodesic:
    """γ(t), a unit normal of its manifold there, or None for a flat one, and (u, v) = Σ_i p_i u_i v_i."""

    point: sp.Matrix
    normal: sp.Matrix | None = None
    masses: tuple[Any, ...] = (1, 1, 1)

    def inner(self, u: Any, v: Any) -> Any:
        return sp.simplify(sum(p * a * b for p, a, b in zip(self.masses, u, v, strict=False)))


LINE = Geodesic(sp.Matrix([1, 2]) + t / sp.sqrt(7) * sp.Matrix([-1, -3]), masses=(sp.Rational(1, 4), sp.Rational(3, 4)))
GEODESICS = {
    "line in L² of two points": LINE,
    "great circle of the sphere": Geodesic(SPHERE, SPHERE),
    "helix of slope 4/3": Geodesic(HELIX, HELIX.multiply_elementwise(sp.Matrix([1, 1, 0]))),
}


def line(start: Any, slope: Any, rise: Any, mass: Any) -> Any:
    """A line of the plane with masses 1 and `mass`."""
    speed = sp.sqrt(slope**2 + mass * rise**2)
    return Geodesic(sp.Matrix([start, 0]) + t / speed * sp.Matrix([slope, rise]), masses=(1, mass))


def helix(radius: Any, m: Any) -> Any:
    """On the cylinder of this radius, as steep as m says: a circle for m = 0, a vertical line for m = 1."""
    around, up = sp.Rational(1 - m**2, 1 + m**2), sp.Rational(2 * m, 1 + m**2)
    turn = around * t / radius
    point = sp.Matrix([radius * sp.cos(turn), radius * sp.sin(turn), up * t])
    return Geodesic(point, sp.Matrix([sp.cos(turn), sp.sin(turn), 0]))


WHOLE = tt.integers(-3, 3)
ANY_GEODESIC = either(
    tt.product(WHOLE, tt.integers(1, 3), WHOLE, tt.integers(1, 3)).map(line, "lines of the plane with two masses"),
    tt.product(tt.integers(1, 4), WHOLE).map(helix, "helices and circles on cylinders"),
)


def latitude() -> Any:
    """A circle of latitude on the sphere, of unit speed but not straight."""
    point = sp.Matrix([4 * sp.cos(5 * t / 4), 4 * sp.sin(5 * t / 4), 3]) / 5
    return Geodesic(point, point)


UNIT_SPEED = family(GEODESICS, "unit-speed geodesics of submanifolds of H", search=ANY_GEODESIC, effort=20)

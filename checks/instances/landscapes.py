r"""Least squares on curved classes in rational numbers: the modulus along geodesics and the best constant of (SPL).

Along a geodesic of unit speed ½‖γ - u‖² has the second derivative 1 + (γ - u, γ''), where γ'' is normal to the class.
On the unit sphere γ'' = -γ, which leaves (u, γ) = U cos θ for a target at the distance U above the pole.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from numpy.typing import NDArray

import theorytest as tt
from checks.instances import smooth_problems as smooth
from checks.instances.smooth_problems import ARC_END, axes, least_squares, on_circle, vector
from theorytest import family, positive, product

Vector = NDArray[Any]  # of rational numbers
Rational = Fraction | int
HALF, ONE = Fraction(1, 2), Fraction(1)
SPOTS = tuple(Fraction(n, 10) for n in (-30, -10, -7, -3, 0, 1, 5, 7, 10, 14, 80))


@dataclass(frozen=True)
class Landscape:
    """A problem, the modulus λ of its loss along geodesics, the best λ of (SPL); whether geodesics join all points."""

    problem: smooth.Problem
    modulus: Fraction
    best: Fraction
    joined: bool = True


def arc_of(distance: Rational, m: Rational = HALF) -> Landscape:
    """The arc with |tan(θ/2)| ≤ m, seen from (U, 0): U cos θ_0, the modulus of short arcs, and U (1 + cos θ_0)/2."""
    distance, m = Fraction(distance), Fraction(m)
    problem = smooth.arc(distance, [m * Fraction(k, 18) for k in (0, -2, 2, -9, 9, -18, 18)])
    return Landscape(problem, distance * problem.points[-1][0][0], distance * (1 + problem.points[-1][0][0]) / 2)


ARCS = product(positive(), positive()).map(arc_of, "arcs of the unit circle, seen from (U, 0)")


def tangents_of_the_sphere(u: Vector) -> tuple[Vector, ...]:
    """Two orthogonal ones, along the parallel and the meridian."""
    x, y, z = u
    ring = x**2 + y**2
    return (vector(-y, x, 0), vector(-x * z, -y * z, ring)) if ring else axes(3, 0, 1)


def cap_of(distance: Rational) -> Landscape:
    """The cap of the same angle around (0, 0, 1), seen from (0, 0, U): the constants of the arc."""
    turns = (vector(1, 0), on_circle(Fraction(1, 3)), on_circle(Fraction(-7, 2)))
    rounds = [(on_circle(m), turn) for m in smooth.HALF_TANGENTS for turn in turns]
    points = [vector(0, 0, 1)] + [vector(p[1] * turn[0], p[1] * turn[1], p[0]) for p, turn in rounds]
    at = tuple((u, tangents_of_the_sphere(u)) for u in points)
    low = Fraction(distance - 1) ** 2 / 2
    problem = least_squares(vector(0, 0, distance), at, low, points[0])
    return Landscape(problem, ARC_END * distance, (1 + ARC_END) / 2 * distance)


def cylinder_of(distance: Rational) -> Landscape:
    """The same arc times a line, seen from (U, 0, 0): along the line the loss is a parabola with modulus 1."""
    rounds = [(*on_circle(m), z) for m in (Fraction(0), *smooth.HALF_TANGENTS) for z in (0, 1, -9)]
    at = tuple((vector(x, y, z), (vector(-y, x, 0), vector(0, 0, 1))) for x, y, z in rounds)
    low = Fraction(distance - 1) ** 2 / 2
    problem = least_squares(vector(distance, 0, 0), at, low, vector(1, 0, 0))
    return Landscape(problem, min(ARC_END * distance, ONE), min((1 + ARC_END) / 2 * distance, ONE))


def parabola() -> Landscape:
    """The whole of y = x²/2 with the target at its vertex: second derivative 1 - x²/(2 (1 + x²)²), least at x = 1."""
    spots = (*SPOTS, Fraction(47321, 33461))  # √2 to nine digits, where (SPL) is worst
    at = tuple((vector(a, a**2 / 2), (vector(1, a),)) for a in spots)
    return Landscape(least_squares(vector(0, 0), at, 0, vector(0, 0)), Fraction(7, 8), Fraction(8, 9))


def saddle() -> Landscape:
    """The whole of z = xy with the target at the origin; both constants are those of the parabolas x = ± y."""
    points = [(x, y) for x in SPOTS[::2] for y in SPOTS[::2]]
    at = tuple((vector(x, y, x * y), tangents_of_the_saddle(x, y)) for x, y in points)
    return Landscape(least_squares(vector(0, 0, 0), at, 0, vector(0, 0, 0)), Fraction(7, 8), Fraction(8, 9))


def tangents_of_the_saddle(x: Fraction, y: Fraction) -> tuple[Vector, Vector]:
    first = vector(1, 0, y)
    return first, vector(0, 1, x) - x * y / (1 + y**2) * first


def landscapes() -> dict[str, Landscape]:
    """Flat and curved, bounded and unbounded, by name."""
    return {
        "whole space": Landscape(smooth.whole_space(), Fraction(2), Fraction(2)),
        "plane beside the minimum": Landscape(smooth.plane_beside_the_minimum(), Fraction(2), Fraction(2)),
        "histograms in L²": Landscape(smooth.histogram(), Fraction(1), Fraction(1)),
        "arc with |tan(θ/2)| ≤ 1/2, target outside": arc_of(4),
        "arc with |tan(θ/2)| ≤ 1/2, target inside": arc_of(HALF),
        "arc with |tan(θ/2)| ≤ 1/2 through the target": arc_of(1),
        "cap, target outside": cap_of(4),
        "cap through the target": cap_of(1),
        "cylinder, target outside": cylinder_of(4),
        "cylinder through the target": cylinder_of(1),
        "parabola": parabola(),
        "saddle": saddle(),
    }


OPPOSITE = (vector(-1, 0), (vector(0, -1),))  # the point of the circle farthest from the target, with its tangent


def classes() -> Any:
    """The named problems, the two axes seen far out, and the whole circle, which has no (SPL)."""
    axis = smooth.two_axes()
    far = replace(axis, points=((vector(10**6, 0), axes(2, 0)), *axis.points))
    circle = replace(smooth.arc(4), points=(*smooth.arc(4).points, OPPOSITE), strong_lam=None)
    return smooth.problems() | {"two axes, far out": far, "whole circle": circle}


CLASSES = family(
    classes,
    "losses and classes with the best λ of (SPL) known by hand, or none",
    search=ARCS.map(lambda each: each.problem),
)


def submanifolds() -> Any:
    """The landscapes, nearly a half circle, and two parallel lines, which no geodesic joins."""
    arcs = {f"arc with tan(θ/2) ≤ 9/10, U = {U}": arc_of(U, Fraction(9, 10)) for U in (1, 4)}
    lines = tuple((vector(x, y), axes(2, 0)) for x in (0, 1) for y in (1, 2))
    half = least_squares(vector(0, 0), lines, Fraction(1, 2), vector(0, 1))
    return landscapes() | arcs | {"two parallel lines": Landscape(half, Fraction(1), Fraction(0), joined=False)}


SUBMANIFOLDS = family(submanifolds, "losses on submanifolds, with their modulus λ", search=ARCS)


def through_the_target(m: Any) -> Any:
    """The arc with |tan(θ/2)| ≤ m around the target: sup κ = 1/cos²(θ/2) at its ends."""
    return arc_of(1, m).problem, 1 + m**2


# with sup κ, which is known by hand, or None for no bound
BOUNDED = {
    "whole space": (smooth.whole_space(), Fraction(1)),
    "flat direction": (smooth.flat_direction(), Fraction(1)),
    "ridge": (smooth.ridge(), Fraction(1)),  # 0 is stationary in M and in H, and not the minimum
    "arc with |tan(θ/2)| ≤ 1/2 through the target": through_the_target(HALF),
    "plane beside the minimum": (smooth.plane_beside_the_minimum(), None),
    "arc, target outside": (smooth.arc(4), None),
}
WITH_KAPPA = family(BOUNDED, "classes and losses; here with known sup κ", search=tt.positive().map(through_the_target))

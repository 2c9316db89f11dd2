r"""Pairs v, u of model classes with known local reach, in rational numbers.

To the circle, the parabola and the matrices of Lemma 4.12 come a class with two sheets, a surface and the ellipse
x²/4 + y² = 1. Its points with two nearest ones fill the segment between the centres of curvature (±3/2, 0), so
at the ends (0, ±1) of the short axis the reach is 1, while the radius of curvature is 4.
"""

from collections.abc import Callable
from fractions import Fraction

from checks.instances.reach_pairs import Pair, circle_pair, matrix_pair, pairs, parabola_pair
from checks.instances.smooth_problems import Vector, on_circle, vector
from theorytest import integers, product, reals

Reach = Callable[[Vector], Fraction]  # squared, as a function of the point
ANYWHERE = 10**9  # times the squared reach: further than any pair
SLOPES = tuple(Fraction(n, 10) for n in (0, 1, 4, 7, 10, 14, 30, -2, -10, -25))  # tan(θ/2)


def split(g: Vector, tangent: Vector, reach: Fraction) -> Pair:
    """The squared parts of g along and across one tangent vector."""
    along = (g @ tangent) ** 2 / (tangent @ tangent)
    return Pair(along, g @ g - along, reach)


def on_ellipse(m: Fraction | None) -> Vector:
    """(2 cos θ, sin θ) with tan(θ/2) = m, or the left end for None."""
    return vector(-2, 0) if m is None else on_circle(m) * vector(2, 1)


def ellipse_reach(v: Vector) -> Fraction:
    """The squared distance of v to the segment |x| ≤ 3/2 of the long axis."""
    return Fraction(max(abs(v[0]) - Fraction(3, 2), 0) ** 2 + v[1] ** 2)


def ellipse_curvature(v: Vector) -> Fraction:
    """The squared radius of curvature, (4 sin² + cos²)³ / 4, with which the proposition would ignore the far side."""
    return Fraction((4 * v[1] ** 2 + v[0] ** 2 / 4) ** 3) / 4


def ellipse_pair(m: Fraction | None, k: Fraction | None, reach: Reach = ellipse_reach) -> Pair:
    v, u = on_ellipse(m), on_ellipse(k)
    return split(v - u, vector(-2 * v[1], v[0] / 2), reach(v))


def lines_pair(x: Fraction, height: int = 1) -> Pair:
    """v = 0 on the lower of two lines at distance one, and u = (x, 1)."""
    return split(-vector(x, height), vector(1, 0), Fraction(1, 4))


def sphere_pair(a: Fraction, b: Fraction) -> Pair:
    """v the north pole of the unit sphere and u the stereographic image of (a, b): 1 - u_3 = 2 / (1 + a² + b²)."""
    low = 2 / (1 + a**2 + b**2)
    return Pair((a**2 + b**2) * low**2, low**2, Fraction(1))


def all_pairs(furthest: Fraction | int = ANYWHERE, reach: Reach = ellipse_reach) -> dict[str, list[Pair]]:
    """Those with 0 < ‖u - v‖² at most `furthest` times R_v², by name."""
    grid = [Fraction(n, 4) for n in (0, 1, 3, 6, 20)]
    more = {
        "two lines": [lines_pair(x) for x in grid],
        "sphere": [sphere_pair(a, b) for a in grid for b in (1 + a, 1 / (1 + a), 10 + a)],
        "ellipse": [ellipse_pair(m, k, reach) for m in SLOPES for k in (*SLOPES, None) if k != m],
    }
    near = {name: [pair for pair in row if pair.distance <= furthest * pair.reach] for name, row in more.items()}
    return pairs(furthest) | {name: row for name, row in near.items() if row}


def beside_the_class() -> list[Pair]:
    """u not on the class: the centre of the circle and a point near v off the parabola's vertex."""
    return [Pair(Fraction(0), Fraction(1), Fraction(1)), Pair(Fraction(1, 100), Fraction(1, 10**4), Fraction(1))]


def _any_pair(kind: int, a: Fraction, b: Fraction, c: Fraction) -> Pair:
    made = (
        lambda: circle_pair(a),
        lambda: parabola_pair(a, b),
        lambda: sphere_pair(a, b),
        lambda: ellipse_pair(a, b),
        lambda: lines_pair(a),
        lambda: matrix_pair(a or Fraction(1), b, c),
    )
    return made[kind]()


# Of the matrices a is the first entry; pairs of nearly equal points lose their parts in floating point.
ANY_PAIR = (
    product(integers(0, 5), reals(), reals(), reals())
    .map(_any_pair)
    .where(lambda pair: pair.distance > 1e-6 and pair.tangent > 0, "u ≠ v, and not straight across")
)

r"""Pairs v, u of model classes with known local reach R_v, split along and across the tangent space at v.

With g = v - u both squared parts and the squared local reach are rational on the unit circle and sphere (reach 1), on
the parabola y = x²/2 (medial axis {0} × [1, ∞)), for 2 × 2 matrices of rank one (whose distance to equal singular
values is σ/√2), for two parallel lines, and on the ellipse x²/4 + y² = 1. Its points with two nearest ones fill the
segment between the centres of curvature (±3/2, 0), so at the ends (0, ±1) of the short axis the reach is 1, while the
radius of curvature is 4. v = u, where both parts vanish, has no ratio.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from checks.instances.smooth_problems import Vector, on_circle, vector
from theorytest import integers, product, reals

F = Fraction


@dataclass(frozen=True)
class Pair:
    """‖P_v g‖², ‖(I - P_v) g‖² and R_v² for one v and u."""

    tangent: Any
    normal: Any
    reach: Any

    @property
    def ratio(self) -> Any:
        """(‖(I - P)g‖ / ‖Pg‖)²."""
        return self.normal / self.tangent

    @property
    def distance(self) -> Any:
        """‖u - v‖²."""
        return self.tangent + self.normal


def split(g: Vector, tangent: Vector, reach: Fraction) -> Pair:
    """The squared parts of g along and across one tangent vector."""
    along = (g @ tangent) ** 2 / (tangent @ tangent)
    return Pair(along, g @ g - along, reach)


def circle_pair(m: Fraction) -> Pair:
    """v = (1, 0) and u at the angle θ with tan(θ/2) = m."""
    u = on_circle(m)
    return Pair(u[1] ** 2, (1 - u[0]) ** 2, F(1))


def parabola_pair(a: Fraction, b: Fraction) -> Pair:
    """v = (a, a²/2) and u = (b, b²/2)."""
    length = 1 + a**2
    along, across = (a - b) * (1 + a * (a + b) / 2), (a - b) ** 2 / 2
    reach = 1 + a**4 / 4 if a**2 <= 2 else a**2
    return Pair(along**2 / length, across**2 / length, reach)


def matrix_pair(q: Fraction, p: Fraction, r: Fraction) -> Pair:
    """v = diag(1, 0) and the matrix u = (q, p; r, p r / q) of rank one; q = 1 for 0."""
    q = q or F(1)
    return Pair((1 - q) ** 2 + p**2 + r**2, (p * r / q) ** 2, F(1, 2))


def on_ellipse(m: Fraction) -> Vector:
    """(2 cos θ, sin θ) with tan(θ/2) = m."""
    return on_circle(m) * vector(2, 1)


def ellipse_reach(v: Vector) -> Fraction:
    """The squared distance of v to the segment |x| ≤ 3/2 of the long axis."""
    return F(max(abs(v[0]) - F(3, 2), 0) ** 2 + v[1] ** 2)


def ellipse_curvature(v: Vector) -> Fraction:
    """The squared radius of curvature, (4 sin² + cos²)³ / 4, with which the proposition would ignore the far side."""
    return F((4 * v[1] ** 2 + v[0] ** 2 / 4) ** 3) / 4


def ellipse_pair(m: Fraction, k: Fraction, reach: Callable[[Vector], Fraction] = ellipse_reach) -> Pair:
    v, u = on_ellipse(m), on_ellipse(k)
    return split(v - u, vector(-2 * v[1], v[0] / 2), reach(v))


def lines_pair(x: Fraction) -> Pair:
    """v = 0 on the lower of two lines at distance one, and u = (x, 1)."""
    return split(-vector(x, 1), vector(1, 0), F(1, 4))


def sphere_pair(a: Fraction, b: Fraction) -> Pair:
    """v the north pole of the unit sphere and u the stereographic image of (a, b): 1 - u_3 = 2 / (1 + a² + b²)."""
    low = 2 / (1 + a**2 + b**2)
    return Pair((a**2 + b**2) * low**2, low**2, F(1))


def pairs() -> dict[str, Pair]:
    """Near and far ones, by name."""
    spots = [(F(0), F(1, 10)), (F(9, 10), F(-3)), (F(3, 2), F(1)), (F(-14, 10), F(4))]
    slopes = [(F(1), F(-1)), (F(0), F(1, 10)), (F(1, 2), F(7, 10)), (F(3), F(-5, 2))]
    return (
        {f"circle, tan(θ/2) = {m}": circle_pair(m) for m in (F(1, 1000), F(3, 10), F(577, 1000), F(1733, 1000), F(3))}
        | {"circle, ‖g‖ = R_v": Pair(F(3, 4), F(1, 4), F(1))}
        | {f"parabola, {a} and {b}": parabola_pair(a, b) for a, b in spots}
        | {f"rank one, {q}": matrix_pair(q, F(1, 5), r) for q, r in ((F(1), F(1, 5)), (F(4, 5), F(0)), (F(1, 5), F(1)))}
        | {f"ellipse, {m} and {k}": ellipse_pair(m, k) for m, k in slopes}
        | {"two lines": lines_pair(F(1, 4)), "sphere": sphere_pair(F(3, 4), F(4))}
    )


def _any_pair(kind: int, *x: Fraction) -> Pair:
    makers: tuple[Callable[..., Pair], ...] = (
        circle_pair,
        lines_pair,
        parabola_pair,
        sphere_pair,
        ellipse_pair,
        matrix_pair,
    )
    return makers[kind](*x[: 1 + (kind > 1) + (kind > 4)])


# Of the matrices a is the first entry; pairs of nearly equal points lose their parts in floating point.
ANY_PAIR = (
    product(integers(0, 5), reals(), reals(), reals())
    .map(_any_pair)
    .where(lambda pair: pair.distance > 1e-6 and pair.tangent > 0, "u ≠ v, and not straight across")
)

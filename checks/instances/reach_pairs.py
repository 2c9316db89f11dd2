r"""Pairs v, u of a model class with known local reach R_v, split along and across the tangent space at v.

With g = v - u both squared parts, the squared distance and the squared local reach are rational on the unit circle
(reach 1), on the parabola y = x²/2 (medial axis {0} × [1, ∞)) and for 2 × 2 matrices of rank one (whose distance to
equal singular values is σ/√2). v = u, where both parts vanish, has no ratio.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from checks.instances.smooth_problems import on_circle


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

    @property
    def rounded(self) -> Pair:
        """In floating point, for roots."""
        return Pair(*(float(each) for each in (self.tangent, self.normal, self.reach)))


def circle_pair(m: Fraction) -> Pair:
    """v = (1, 0) and u at the angle θ with tan(θ/2) = m."""
    u = on_circle(m)
    return Pair(u[1] ** 2, (1 - u[0]) ** 2, Fraction(1))


def parabola_pair(a: Fraction, b: Fraction) -> Pair:
    """v = (a, a²/2) and u = (b, b²/2)."""
    length = 1 + a**2
    along, across = (a - b) * (1 + a * (a + b) / 2), (a - b) ** 2 / 2
    reach = 1 + a**4 / 4 if a**2 <= 2 else a**2
    return Pair(along**2 / length, across**2 / length, reach)


def matrix_pair(q: Fraction, p: Fraction, r: Fraction) -> Pair:
    """v = diag(1, 0) and the matrix u = (q, p; r, p r / q) of rank one."""
    return Pair((1 - q) ** 2 + p**2 + r**2, (p * r / q) ** 2, Fraction(1, 2))


HALF_TANGENTS = tuple(Fraction(n, 1000) for n in (1, 50, 300, 577, 800, 1500, 1730, 1733, 3000))  # 1/√3 = 0.57735
AT_THE_REACH = Pair(Fraction(3, 4), Fraction(1, 4), Fraction(1))  # on the circle, tan(θ/2)² = 1/3: r = R_v
SPOTS = tuple(Fraction(n, 10) for n in (-30, -14, -3, 0, 1, 9, 15, 40))


def pairs(furthest: Fraction | int) -> dict[str, list[Pair]]:
    """Those with ‖u - v‖² at most `furthest` times R_v², by name."""
    grid = [Fraction(n, 5) for n in (1, 2, 4, 5, 7)]
    every = {
        "circle": [circle_pair(m) for m in HALF_TANGENTS],
        "parabola": [parabola_pair(a, b) for a in SPOTS for b in SPOTS if a != b],
        "rank one": [matrix_pair(q, p, r) for q in grid for p in grid for r in (*grid, Fraction(0))],
    }
    return {name: [pair for pair in row if pair.distance <= furthest * pair.reach] for name, row in every.items()}

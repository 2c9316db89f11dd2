r"""The smallest world of Appendix G, in fractions: two points of mass 1/2 and T = span{u} with u = (1, 2).

Its complement is spanned by c = (2, -1), with ‖c‖² = ‖u‖² = 5/2. Operators into T are their coefficients of u.
Plain points, w = 1: K = u²/‖u‖², so that k = 8/5.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from theorytest import family, integers, product, reals

Values = tuple[Fraction, ...]
MASS = (Fraction(1, 2), Fraction(1, 2))
U = (Fraction(1), Fraction(2))
C = (Fraction(2), Fraction(-1))
POINTS = (0, 1)
K = Fraction(8, 5)


def inner(f: Values, g: Values) -> Fraction:
    """(f, g) = Σ ρ_i f_i g_i."""
    return sum((p * a * b for p, a, b in zip(MASS, f, g, strict=True)), Fraction(0))


SQUARE = inner(U, U)  # ‖u‖²


def mix(t: Fraction | int, c: Fraction | int) -> Values:
    """g = t u + c C."""
    return tuple(t * a + c * b for a, b in zip(U, C, strict=True))


def tangent(g: Values) -> Fraction:
    """P g."""
    return inner(g, U) / SQUARE


def least_squares(g: Values, x: int) -> Fraction:
    """The least squares projection from the one point x, which interpolates there."""
    return g[x] / U[x]


def quasi(g: Values, x: int) -> Fraction:
    """The quasi-projection from the one point x."""
    return g[x] * U[x] / SQUARE


def debiased(g: Values, projected: Fraction, x: int) -> Fraction:
    """P̄ g = P̃ g + Q (g - P̃ g) with Q from the point x, where P̃ g = `projected` u."""
    left = tuple(a - projected * b for a, b in zip(g, U, strict=True))
    return projected + quasi(left, x)


def mean(value: Callable[[int], Fraction]) -> Fraction:
    """E value(x)."""
    return sum((p * value(x) for p, x in zip(MASS, POINTS, strict=True)), Fraction(0))


def size(coefficient: Fraction) -> Fraction:
    """‖a u‖²."""
    return coefficient**2 * SQUARE


def second_moment(operator: Callable[[Values, int], Fraction], g: Values) -> Fraction:
    """E ‖A_x g‖² for an operator that one point decides."""
    return mean(lambda x: size(operator(g, x)))


def interpolating(g: Any) -> Any:
    """P̃ = least squares from the first of two points, a projection onto T."""
    return least_squares(g, 0)


def projections(rank: Any, tilt: Any) -> Any:
    """All projections into T = span{u}: 0, and P plus a multiple of the part across T."""
    return lambda g: rank * (tangent(g) + tilt * inner(g, C))


PROJECTIONS = family(
    {"least squares from the first point": interpolating, "P̃ = 0": lambda _: 0},
    "projections H → T; here on two points",
    search=product(integers(0, 1), reals()).map(projections),
)


def independent(x: Any, y: Any) -> Any:
    """The probability that P̃ is drawn from x and Q from y."""
    return MASS[x] * MASS[y]


def the_same(x: Any, y: Any) -> Any:
    """The same where both are drawn from one point."""
    return MASS[x] if x == y else Fraction(0)


JOINT_LAWS = family(
    {"independent": independent, "from the same point": the_same},
    "joint laws; on two points",
    search=reals(0, 1).map(lambda c: lambda x, y: (1 - c) * independent(x, y) + c * the_same(x, y)),
)

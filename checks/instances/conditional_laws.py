"""Polynomials ψ of the cube [-1, 1]³ under the uniform law, and x_l given the coordinates before it, in fractions."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product as pairs
from math import prod
from typing import Any

from theorytest import choices, family, product, vectors

MONOMIALS = ((0, 0, 0), (1, 1, 0), (0, 0, 1), (2, 0, 1))


@dataclass(frozen=True)
class Conditional:
    """x_l given the coordinates before it, for ψ by its coefficients of MONOMIALS, at a point."""

    psi: tuple[Any, ...]
    last: int  # l
    point: tuple[Any, ...]

    def displayed(self, last: int, point: tuple[Any, ...]) -> Any:
        """∫ ψ² ρ d(x_n, ..., x_{l+1}) at x_1, ..., x_l, term by term."""
        terms = pairs(zip(self.psi, MONOMIALS, strict=True), repeat=2)
        powers = ((a * b, [i + j for i, j in zip(m, n, strict=True)]) for (a, m), (b, n) in terms)
        fixed = ((c * prod(x**e for x, e in zip(point, each, strict=False)), each[last:]) for c, each in powers)
        found = sum(c * prod(Fraction(1 - e % 2, e + 1) for e in rest) for c, rest in fixed)
        return found / Fraction(2**last)


ONE, COUPLED = (1, 0, 0, 0), (0, Fraction(3, 2), Fraction(3, 2), 0)
POINT = (Fraction(1, 3), Fraction(-1, 2), Fraction(2, 5))
CONDITIONALS = family(
    {
        f"{name}, l = {last}": Conditional(psi, last, POINT)
        for name, psi in {"ψ = 1": ONE, "ψ = ³⁄₂(x_1x_2 + x_3)": COUPLED}.items()
        for last in (2, 3)
    },
    "components ψ_k, l ≥ 2 and values of x_1, ..., x_{l-1}",
    search=product(vectors([4], -2, 2), choices([2, 3]), vectors([3], -1, 1))
    .map(lambda psi, last, point: Conditional(tuple(psi), last, tuple(point)))
    .where(lambda each: all(each.displayed(k, each.point[:k]) > 0 for k in (1, 2))),
)


@dataclass(frozen=True)
class Mixture:
    """Functions ψ_k by their coefficients, each divided by its norm, and a point x."""

    parts: tuple[tuple[Any, ...], ...]
    point: tuple[Any, ...]

    def conditional(self, k: int, last: int) -> Any:
        """p_k(x_l | x_{l-1}, ..., x_1) at the point."""
        each = Conditional(self.parts[k], last, self.point)
        return each.displayed(last, self.point[:last]) / each.displayed(last - 1, self.point[: last - 1])

    def square(self, k: int, x: tuple[Any, ...]) -> Any:
        """ψ_k² before the division by the norm."""
        terms = zip(self.parts[k], MONOMIALS, strict=True)
        return sum(c * prod(t**e for t, e in zip(x, powers, strict=True)) for c, powers in terms) ** 2


TWISTED = (0, Fraction(3), 0, 0)
MIXTURES = family(
    {
        "ψ = 1": Mixture((ONE,), POINT),
        "1 and ³⁄₂(x_1x_2 + x_3)": Mixture((ONE, COUPLED), POINT),
        "1 and 3x_1x_2": Mixture((ONE, TWISTED), (Fraction(4, 5), Fraction(2, 3), Fraction(0))),
    },
    "polynomials ψ_1, ..., ψ_r of the cube under the uniform law, and points x",
    search=product(vectors([4], -2, 2), vectors([4], -2, 2), vectors([3], -1, 1))
    .map(lambda one, other, point: Mixture((tuple(one), tuple(other)), tuple(point)))
    .where(
        lambda each: all(
            Conditional(psi, k, each.point).displayed(k, each.point[:k]) > 0 for psi in each.parts for k in range(3)
        )
    ),
)

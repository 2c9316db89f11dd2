"""Polynomials of one variable in fractions: a Gramian from moments, an orthogonal basis, and jets at rational points.

Nothing here uses the package but `space`, which is the same T as the package represents it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import sympy
from scipy.linalg import eigh

from checks.instances.spaces import FOUR_POINTS
from theorytest import choices, family, integers, product, reals, vectors
from theorytest.approximation import Discrete, Gaussian, Measure, Monomials, Space, Uniform


def four_point_moment(k: int) -> Fraction:
    """The masses 1/10, ..., 4/10 at -1, 0, 1/2 and 2."""
    points = (Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(2))
    return sum((Fraction(i + 1, 10) * x**k for i, x in enumerate(points)), Fraction(0))


@dataclass(frozen=True)
class Polynomials:
    """T = span{1, x, ..., x^(dim - 1)} in L² (l = 1) or H¹ (l = 2) of a measure that its moments describe."""

    dim: int
    moment: Callable[[int], Fraction]
    measure: Measure
    jet_size: int = 1

    @property
    def space(self) -> Space:
        """T in the package."""
        return Space(Monomials(self.dim), self.measure, "L2" if self.jet_size == 1 else "H1")

    @cached_property
    def gramian(self) -> list[list[Fraction]]:
        """(x^i, x^j)."""

        def product(i: int, j: int) -> Fraction:
            slopes = i * j * self.moment(i + j - 2) if self.jet_size == 2 and i * j else Fraction(0)
            return self.moment(i + j) + slopes

        return [[product(i, j) for j in range(self.dim)] for i in range(self.dim)]

    @cached_property
    def orthogonal(self) -> list[tuple[list[Fraction], Fraction]]:
        """Coefficients and squared norms of the polynomials that Gram and Schmidt make of the powers."""
        found: list[tuple[list[Fraction], Fraction]] = []
        for i in range(self.dim):
            q = [Fraction(int(i == j)) for j in range(self.dim)]
            for p, square in found:
                share = self.inner(q, p) / square
                q = [a - share * b for a, b in zip(q, p, strict=True)]
            found.append((q, self.inner(q, q)))
        return found

    def inner(self, p: Sequence[Any], q: Sequence[Any]) -> Any:
        """(p, q) from coefficients."""
        G = self.gramian
        return sum(p[i] * G[i][j] * q[j] for i in range(self.dim) for j in range(self.dim))

    def jet(self, q: Sequence[Any], x: Any) -> list[Any]:
        """L_x q from coefficients."""
        value = sum(c * x**k for k, c in enumerate(q))
        slope = sum(k * c * x ** (k - 1) for k, c in enumerate(q) if k)
        return [value, slope][: self.jet_size]

    def outer(self, x: Any, members: int | None = None) -> list[list[Any]]:
        """Σ_k (L_x b_k)(L_x b_k)ᵀ for the orthonormal b = q/‖q‖, or some of its members."""
        jets = [(self.jet(q, x), square) for q, square in self.orthogonal[:members]]
        rows = range(self.jet_size)
        return [[sum(jet[i] * jet[j] / square for jet, square in jets) for j in rows] for i in rows]

    def steepest(self, x: Fraction) -> list[Any]:
        """Coefficients of the v in T with the largest ‖L_x v‖²/‖v‖², from the powers and their Gramian alone."""
        if self.jet_size == 1:
            powers = sympy.Matrix([sympy.Rational(x) ** k for k in range(self.dim)])
            solution = sympy.Matrix(self.gramian).LUsolve(powers)
            return [Fraction(int(c.p), int(c.q)) for c in solution]
        J = np.array([self.jet([int(i == k) for i in range(self.dim)], float(x)) for k in range(self.dim)])
        return list(eigh(J @ J.T, np.array(self.gramian, dtype=float))[1][:, -1])


def eigenvalue(A: list[list[Any]]) -> Any:
    """λ* of a symmetric 1 × 1 or 2 × 2 matrix of fractions."""
    if len(A) == 1:
        return A[0][0]
    trace, det = A[0][0] + A[1][1], A[0][0] * A[1][1] - A[0][1] ** 2
    return (sympy.Rational(trace) + sympy.sqrt(sympy.Rational(trace**2 - 4 * det))) / 2


def trace(A: list[list[Any]]) -> Any:
    """The sum of the diagonal."""
    return sum(A[i][i] for i in range(len(A)))


def polynomials() -> dict[str, Polynomials]:
    """In L² and H¹, on an interval, on the line and on four points."""
    measures: dict[str, tuple[Callable[[int], Fraction], Measure]] = {
        "[-1, 1]": (lambda k: Fraction(1 - k % 2, k + 1), Uniform()),
        "the line": (lambda k: Fraction(int(sympy.factorial2(k - 1)) * (1 - k % 2)), Gaussian()),  # (k - 1)!!
        "four points": (four_point_moment, FOUR_POINTS),
    }
    return {
        f"{'H¹' if l == 2 else 'L²'}, d = {d}, {name}": Polynomials(d, *measure, l)
        for l in (1, 2)  # noqa: E741 (the paper's letter)
        for d in (1, 2, 4)
        for name, measure in measures.items()
    }


def _on_a_grid(dim: int, jet_size: int, grid: Sequence[int], shares: Sequence[Any]) -> Polynomials:
    """Masses that differ by a factor of ten at most: beyond that the Gramian of the package is lost to rounding."""
    raw = [1 + 9 * Fraction(each).limit_denominator(64) for each in shares[: len(grid)]]
    masses = [each / sum(raw) for each in raw]
    measure = Discrete(np.array(grid, dtype=float), np.array(masses, dtype=float))
    return Polynomials(
        dim, lambda k: sum((p * x**k for p, x in zip(masses, grid, strict=True)), Fraction(0)), measure, jet_size
    )


GRIDS = choices([(0, 1), (-1, 0, 2), (-2, -1, 1, 3)])
ANY_POLYNOMIALS = product(integers(1, 3), integers(1, 2), GRIDS, vectors([4], 0, 1)).where(
    lambda dim, _, grid, __: dim <= len(grid), "as many points as functions"
)
POLYNOMIALS = family(
    polynomials, "spaces T in L² and H¹; here polynomials", search=ANY_POLYNOMIALS.map(_on_a_grid), effort=60
)
POINTS = family([Fraction(-1), Fraction(0), Fraction(2, 3)], "points of X", search=reals(-3, 3))

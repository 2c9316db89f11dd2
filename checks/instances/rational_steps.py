r"""Spheres and matrices of rank one in rational numbers: tangent steps whose retraction is rational as well.

On the sphere a step of length τ = 2m / (1 - m²) leads to a point of length (1 + m²) / (1 - m²). For v = s² e_1 e_1ᵀ and
g = [[-e², s e], [s e, 0]] the eigenvalues of v + g are s² and -e², the first with the eigenvector (s, e).

Losses ½(a v_1² + b v_2²) of the plane, with a point u_t: ∇L has the Lipschitz constant max(|a|, |b|).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.smooth_problems import vector
from theorytest import family, product, reals, vectors

Vector = NDArray[Any]  # of Fractions
Step = tuple[Vector, Vector, Any]


def half_square(v: Vector) -> Any:
    """½ ‖v‖²."""
    return (v * v).sum() / Fraction(2)


def pole(n: int) -> Vector:
    """The last unit vector of R^n."""
    return vector(*[0] * (n - 1), 1)


def on_sphere(q: Any) -> Vector:
    """The point of the unit sphere that q has by stereographic projection from the pole."""
    square = sum(a**2 for a in q)
    return np.array([*(2 * a / (square + 1) for a in q), (square - 1) / (square + 1)])


def sphere_points(n: int) -> list[Vector]:
    """Rational points of the unit sphere of R^n, the pole and its opposite among them."""
    some = ([Fraction(1), Fraction(k + 1, 3), Fraction((-2) ** (k + 1))] for k in range(n - 1))
    return [pole(n), -pole(n), *(on_sphere(q) for q in zip(*some, strict=True))]


def reflected(y: Vector) -> list[Vector]:
    """Orthonormal tangents at y: the images of the other unit vectors when the pole is reflected to y."""
    n = len(y)
    w = y - pole(n)
    unit = [vector(*(int(i == j) for i in range(n))) for j in range(n - 1)]
    return unit if not w.any() else [e - 2 * (w @ e) / (w @ w) * w for e in unit]


def sphere_step(y: Vector, tangent: Vector, m: Any) -> Step:
    """(y + g, R(y + g), ‖g‖²) for g of length 2m / (1 - m²) along the tangent."""
    tau, length = 2 * m / (1 - m**2), (1 + m**2) / (1 - m**2)
    x = y + tau * tangent
    return x, x / length, tau**2


def sphere_steps(n: int) -> Iterator[Step]:
    """From all points along all tangents, both ways."""
    slopes = [Fraction(1, k) for k in (1000, 100, 5, 2)]
    for y in sphere_points(n):
        for tangent in reflected(y):
            yield from (sphere_step(y, tangent, sign * m) for m in slopes for sign in (-1, 1))


def matrix_steps(s: Fraction) -> Iterator[Step]:
    """(v + g, R(v + g), ‖g‖²) for v = s² e_1 e_1ᵀ."""
    for e in (s / k for k in (1000, 100, 5, 1)):
        x, p = np.array([[s**2 - e**2, s * e], [s * e, 0 * s]]), np.array([s, e])
        yield x, s**2 / (s**2 + e**2) * np.outer(p, p), e**4 + 2 * s**2 * e**2


def _one_step(q: Vector, m: Any, U: Any) -> tuple[list[Step], Vector, Any]:
    y = on_sphere(q)
    return [sphere_step(y, reflected(y)[0], m)], U * pole(len(y)), U


# One step on a unit sphere, the target U e_n, and U
SPHERES = product(vectors([1, 2], -3, 3), reals(-1, 1, open=True), reals(0, 9)).map(_one_step)


def determinant(x: Any) -> Any:
    """x_11 x_22 - x_12 x_21: smooth with L = 1, and 0 on the matrices of rank one."""
    return x[0, 0] * x[1, 1] - x[0, 1] * x[1, 0]


RISKS = family({"L = det, v = e₁e₁ᵀ": determinant}, "smooth risks and tangent steps")


@dataclass(frozen=True)
class Quadratic:
    """½(a v_1² + b v_2²), and the point u_t."""

    slopes: Any  # a and b
    u: Any

    @property
    def L(self) -> Any:
        """The Lipschitz constant of the gradient."""
        return max(abs(each) for each in self.slopes)

    def value(self, v: Any) -> Any:
        """L(v)."""
        return (self.slopes * v * v).sum() / 2

    def gradient(self, v: Any) -> Any:
        """∇L(v)."""
        return self.slopes * v

    def segments(self, r: Any) -> list[tuple[Any, Any]]:
        """Pairs of points of the ball of radius r around u_t, its boundary and its centre among them."""
        ball = [self.u + share * r * y for y in sphere_points(2) for share in (1, Fraction(999, 1000))]
        return list(combinations([*ball, self.u], 2))


def quadratic(x: Any) -> Any:
    """From a, b and u_t."""
    return Quadratic(np.array(x[:2]), np.array(x[2:]))


SMOOTH = family(
    {
        "½‖v‖² at 0": quadratic([Fraction(1), Fraction(1), Fraction(0), Fraction(0)]),
        "½(v_1² + v_2²/2)": quadratic([Fraction(1), Fraction(1, 2), Fraction(1), Fraction(-2)]),
        "½(v_1² - v_2²)": quadratic([Fraction(1), Fraction(-1), Fraction(0), Fraction(3)]),
    },
    "losses with Lipschitz gradient, and points",
    search=vectors([4], -3, 3).map(quadratic),
)

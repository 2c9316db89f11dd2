r"""Spheres and matrices of rank one in rational numbers: tangent steps whose retraction is rational as well.

On the sphere a step of length τ = 2m / (1 - m²) leads to a point of length (1 + m²) / (1 - m²). For v = s² e_1 e_1ᵀ and
g = [[-e², s e], [s e, 0]] the eigenvalues of v + g are s² and -e², the first with the eigenvector (s, e).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.smooth_problems import vector

Vector = NDArray[Any]  # of Fractions
Step = tuple[Vector, Vector, Fraction]
SLOPES = tuple(Fraction(1, k) for k in (1000, 100, 5, 2))
RATIOS = tuple(Fraction(1, k) for k in (1000, 100, 5, 1))


def half_square(v: Vector) -> Fraction:
    """½ ‖v‖²."""
    return Fraction((v * v).sum()) / 2


def sphere_points(n: int) -> list[Vector]:
    """Rational points of the unit sphere of R^n, the pole e_n and its opposite among them."""
    points = [vector(*[0] * (n - 1), 1), vector(*[0] * (n - 1), -1)]
    for q in ([1] * (n - 1), [Fraction(k + 1, 3) for k in range(n - 1)], [(-2) ** (k + 1) for k in range(n - 1)]):
        square = sum(Fraction(a) ** 2 for a in q)
        points.append(vector(*(2 * a / (square + 1) for a in q), (square - 1) / (square + 1)))
    return points


def reflected(y: Vector) -> list[Vector]:
    """Rational orthonormal tangents at y: the images of the other unit vectors when the pole is reflected to y."""
    n = len(y)
    w = y - vector(*[0] * (n - 1), 1)
    unit = [vector(*(int(i == j) for i in range(n))) for j in range(n - 1)]
    return unit if not w.any() else [e - 2 * (w @ e) / (w @ w) * w for e in unit]


def sphere_steps(n: int) -> Iterator[Step]:
    """(y + g, R(y + g), ‖g‖²) from all points along all tangents, both ways."""
    for y in sphere_points(n):
        for tangent in reflected(y):
            for m in (sign * m for m in SLOPES for sign in (-1, 1)):
                tau, length = 2 * m / (1 - m**2), (1 + m**2) / (1 - m**2)
                x = y + tau * tangent
                yield x, x / length, tau**2


def matrix_steps(s: Fraction) -> Iterator[Step]:
    """(v + g, R(v + g), ‖g‖²) for v = s² e_1 e_1ᵀ and e / s among the ratios."""
    for e in (s * ratio for ratio in RATIOS):
        x = np.array([[s**2 - e**2, s * e], [s * e, Fraction(0)]], dtype=object)
        p = vector(s, e)
        yield x, s**2 / (s**2 + e**2) * np.outer(p, p), e**4 + 2 * s**2 * e**2

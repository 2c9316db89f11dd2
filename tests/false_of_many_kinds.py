"""False sentences of many kinds beside theorems: determinants, laws, series, triangles."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
from false_on_matrices import two
from false_on_numbers import mean, moment

from theorytest import (
    at_least,
    at_most,
    integers,
    laws,
    matrices,
    product,
    reals,
    same_size,
    semidefinite,
    simplex,
    symmetric,
    vectors,
    with_spectrum,
)
from theorytest.attacks.exact import determinant, eigenvalues, norm, singular_values
from theorytest.attacks.losses import piecewise

F = Fraction
FALSE, TRUE = {}, {}


def false(name, relation, region):
    FALSE[name] = relation, region


def true(name, relation, region):
    TRUE[name] = relation, region


# Matrices
def minkowski_with(factor):
    """√det on positive semidefinite 2 × 2 matrices is superadditive."""

    def relation(A, B):
        mixed = determinant(A + B) - determinant(A) - determinant(B)
        return at_least(mixed**2, factor**2 * determinant(A) * determinant(B))

    return relation


true("Minkowski's determinants", minkowski_with(2), two(semidefinite, (2,)))
false("Minkowski's determinants, 2 % more", minkowski_with(F(204, 100)), two(semidefinite, (2,)))


def commutator_with(factor):
    return lambda A, B: at_most(
        singular_values(A @ B - B @ A)[0], factor * singular_values(A)[0] * singular_values(B)[0]
    )


def with_any(sizes):
    return same_size(semidefinite(sizes), matrices([(n, n) for n in sizes]))


true("‖AB - BA‖ ≤ ‖A‖‖B‖ for semidefinite A", commutator_with(1), with_any((1, 2, 3)))
false("‖AB - BA‖ ≤ ‖A‖‖B‖ for semidefinite A, 3 % off", commutator_with(F(97, 100)), with_any((1, 2, 3)))


def condition(A):
    found = eigenvalues(A)
    return found[-1] / found[0]


between_1_and_9 = same_size(with_spectrum((1, 2, 3), 1, 9), with_spectrum((1, 2, 3), 1, 9))
true("κ(A + B) ≤ max κ", lambda A, B: at_most(condition(A + B), max(condition(A), condition(B))), between_1_and_9)
false("κ(A∘B) ≤ max κ", lambda A, B: at_most(condition(A * B), max(condition(A), condition(B))), between_1_and_9)
true(
    "(AB + BA)/2 ≤ (A + B)²/4",
    lambda A, B: at_least(eigenvalues((A + B) @ (A + B) - 2 * (A @ B + B @ A))[0], 0),
    two(symmetric),
)
false(
    "λ₂ is at least the second largest diagonal entry",
    lambda A: at_least(eigenvalues(A)[1], sorted(np.diag(A))[1]),
    symmetric(3),
)
false(
    "‖A - B‖ ≤ max(‖A‖, ‖B‖) for semidefinite A, B, 1 % off",
    lambda A, B: at_most(singular_values(A - B)[0], F(99, 100) * max(singular_values(A)[0], singular_values(B)[0])),
    two(semidefinite, (2, 3)),
)
false(
    "the permanent of a semidefinite matrix is at most twice the product of its diagonal",
    lambda A: at_most(
        sum(math.prod(A[i, s[i]] for i in range(3)) for s in itertools.permutations(range(3))),
        2 * math.prod(np.diag(A)),
    ),
    semidefinite(3),
)


# Numbers
nonnegative = vectors(4, 0)
true("Choi and Lam", lambda x: at_least(_choi(x), 4 * math.prod(x)), nonnegative)
false("Choi and Lam, 1 % more", lambda x: at_least(_choi(x), F(404, 100) * math.prod(x)), nonnegative)


def _choi(x):
    return x[0] ** 2 * x[1] ** 2 + x[1] ** 2 * x[2] ** 2 + x[2] ** 2 * x[0] ** 2 + x[3] ** 4


true("log(1 + x) ≥ 2x/(2 + x)", lambda x: at_least(np.log(1 + x), 2 * x / (2 + x)), reals(0, 10))
false(
    "log(1 + x) ≥ 2x/(2 + x) + x³/40 on [0, 3]",
    lambda x: at_least(np.log(1 + x), 2 * x / (2 + x) + x**3 / 40),
    reals(0, 3),
)
false("tan x ≤ x + x³/3 + x⁵/7", lambda x: at_most(np.tan(x), x + x**3 / 3 + x**5 / 7), reals(0, F(1, 2)))


def gibbs(n, x):
    return at_most(sum(np.sin(k * x) / k for k in range(1, n + 1)), F(18, 10))


false("Σ sin(kx)/k ≤ 1.8 for up to 30 terms", gibbs, product(integers(1, 30), reals(0, F(22, 7))))


# Laws
def spread(v, p):
    return sum(a * b * abs(x - y) for x, a in zip(v, p, strict=True) for y, b in zip(v, p, strict=True))


def gini_with(factor):
    return lambda v, p: at_most(3 * spread(v, p) ** 2, 4 * factor**2 * moment(v - mean(v, p), p, 2))


true("Gini's mean difference", gini_with(1), laws((2, 3, 5)))
false("Gini's mean difference, 2.5 % off", gini_with(F(975, 1000)), laws((2, 3, 4, 5, 6)))
false(
    "|E(X - μ)³| ≤ 0.98 σ² on [0, 1]",
    lambda v, p: at_most(abs(moment(v - mean(v, p), p, 3)), F(98, 100) * moment(v - mean(v, p), p, 2)),
    laws((2, 3), 0, 1),
)


def cantelli(v, p):
    m = mean(v, p)
    variance = moment(v - m, p, 2)
    above = sum(q for x, q in zip(v, p, strict=True) if x > m and (x - m) ** 2 >= variance)
    return at_most(above, F(98, 200))


false("Cantelli at one deviation, 2 % off", cantelli, laws((2, 3)).where(lambda v, _: len(set(v)) > 1, "not constant"))


def total_variation(p, q):
    return sum(abs(p - q)) / 2


def products_differ(p, q):
    squares = np.multiply.outer(p, p).ravel(), np.multiply.outer(q, q).ravel()
    return at_most(total_variation(*squares), F(19, 10) * total_variation(p, q))


false("two draws tell laws apart by 1.9 times one draw", products_differ, same_size(simplex((2, 3)), simplex((2, 3))))


def chi_square_with(factor):
    """The relative entropy is at most log(1 + χ²), with equality for conditional laws."""

    def relation(p, q):
        entropy = sum(a * np.log(a / b) for a, b in zip(p, q, strict=True) if a > 0)
        return at_most(entropy, factor * np.log(sum(a * a / b for a, b in zip(p, q, strict=True))))

    return relation


entropies = same_size(simplex((2, 3)), simplex((2, 3), positive=True))
true("relative entropy and χ²", chi_square_with(1), entropies)
false("relative entropy and χ², 2 % off", chi_square_with(F(98, 100)), entropies)


# Sequences and functions
def regret(a):
    total = np.cumsum(a)
    return at_most(sum(a / total), 1 + F(97, 100) * np.log(total[-1] / a[0]))


false("Σ a_t/S_t ≤ 1 + 0.97 log(S_T/a_1)", regret, vectors((2, 4, 8), F(1, 100), 1))


def gradients(f, x):
    for _ in range(2):
        x = x - f.gradient(x)
    return x


false(
    "|f'(x₂)| ≤ 0.97 L|x₀|/3 for gradient descent on convex functions",
    lambda f, x: at_most(abs(f.gradient(gradients(f, x))), F(97, 300) * abs(x)),
    product(piecewise((1, 2, 3), 0, 1), reals()),
)
false(
    "averages of two steps: f((x₁ + x₂)/2) ≤ 0.97 f(x₁)",
    lambda f, x: at_most(f((x - f.gradient(x) + gradients(f, x)) / 2), F(97, 100) * f(x - f.gradient(x))),
    product(piecewise((1, 2, 3), 0, 1), reals()),
)


# Triangles
def sides(x):
    points = x.reshape(-1, 2)
    return [norm(points[i] - points[i - 1]) for i in range(len(points))]


def area(x):
    (a, b), (c, d), (e, f) = x.reshape(3, 2)
    return abs((c - a) * (f - b) - (e - a) * (d - b)) / 2


true(
    "triangles: area ≤ perimeter²/(12√3)",
    lambda x: at_most(432 * area(x) ** 2, sum(sides(x)) ** 4),
    vectors(6),
)
false(
    "triangles: area ≤ 0.0477 perimeter²",
    lambda x: at_most(area(x), F(477, 10000) * sum(sides(x)) ** 2),
    vectors(6),
)


def ptolemy_with(factor):
    def relation(x):
        a, b, c, d = x.reshape(4, 2)
        return at_most(norm(a - c) * norm(b - d), factor * (norm(a - b) * norm(c - d) + norm(a - d) * norm(b - c)))

    return relation


true("Ptolemy", ptolemy_with(1), vectors(8))
false("Ptolemy, 2 % off", ptolemy_with(F(98, 100)), vectors(8))


def erdos_mordell_with(factor):
    """A point with barycentric coordinates p in a triangle: its distances from corners and from sides."""

    def relation(x, p):
        corners = x.reshape(3, 2)
        at = p @ corners
        far = sum(norm(at - corner) for corner in corners)
        near = 0
        for i in range(3):
            u, v = corners[i - 1], corners[i]
            edge = v - u
            near = near + abs(edge[0] * (at - u)[1] - edge[1] * (at - u)[0]) / norm(edge)
        return at_least(far, factor * near)

    return relation


triangles = product(vectors(6).where(lambda x: area(x) != 0, "no line"), simplex(3, positive=True))
true("Erdős and Mordell", erdos_mordell_with(2), triangles)
false("Erdős and Mordell, 2 % more", erdos_mordell_with(F(204, 100)), triangles)

"""False sentences about matrices, as a paper might state them: a constant a little off, an order turned round."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from theorytest import (
    at_least,
    at_most,
    definite,
    frames,
    matrices,
    more_than,
    product,
    same_size,
    semidefinite,
    symmetric,
    vectors,
    with_spectrum,
)
from theorytest.attacks.exact import determinant, eigenvalues, exponential, inverse, singular_values
from theorytest.attacks.exact import sqrt as root

F = Fraction
FALSE = {}
trace = np.trace


def false(name, relation, region):
    FALSE[name] = relation, region


def two(make, sizes=(1, 2, 3)):
    return same_size(make(sizes), make(sizes))


def three(make, sizes=(1, 2, 3)):
    return same_size(make(sizes), make(sizes), make(sizes))


def root_of(S):
    """√S of a positive semidefinite 2 × 2 matrix, by Cayley and Hamilton."""
    d = root(abs(determinant(S)))
    return (S + d * np.eye(2, dtype=int)) / root(trace(S) + 2 * d)


def triangle_of_absolute_values(A, B):
    sum_of_both = A + B
    return at_least(eigenvalues(root_of(A @ A) + root_of(B @ B) - root_of(sum_of_both @ sum_of_both))[0], 0)


false("|A + B| ≤ |A| + |B|", triangle_of_absolute_values, two(symmetric, (2,)))
false(
    "Golden-Thompson for three matrices",
    lambda A, B, C: at_most(trace(exponential(A + B + C)), trace(exponential(A) @ exponential(B) @ exponential(C))),
    same_size(*(symmetric((1, 2)).where(lambda A: np.all(abs(A) <= 3), "entries in [-3, 3]"),) * 3),
)
false(
    "von Neumann's trace, opposite order",
    lambda A, B: at_most(trace(A @ B), eigenvalues(A) @ eigenvalues(B)[::-1]),
    two(symmetric),
)
false(
    "‖A²B²‖ ≤ ‖AB‖²",
    lambda A, B: at_most(singular_values(A @ A @ B @ B)[0], singular_values(A @ B)[0] ** 2),
    two(definite),
)
false(
    "Weyl for the second eigenvalue",
    lambda A, B: at_most(eigenvalues(A + B)[1], eigenvalues(A)[1] + eigenvalues(B)[1]),
    two(symmetric, (2, 3)),
)
false(
    "‖A²‖ = ‖A‖² without normality",
    lambda A: at_least(singular_values(A @ A)[0], singular_values(A)[0] ** 2),
    matrices([1, 2]),
)
false(
    "Schur product with the mean of the diagonal",
    lambda A, B: at_least(eigenvalues(A * B)[0], eigenvalues(A)[0] * trace(B) / len(B)),
    two(definite),
)


def kantorovich(by):
    def relation(A, x):
        return at_most((x @ A @ x) * (x @ inverse(A) @ x), by * F(36, 20) * (x @ x) ** 2)

    return relation


false("Kantorovich, 3 % off", kantorovich(F(97, 100)), same_size(with_spectrum((2, 3), 1, 5), vectors((2, 3))))


def wielandt_with(factor):
    """Orthogonal vectors in the norm of A, 1 ≤ A ≤ 5."""

    def relation(A, x, y):
        y = y - (x @ y) / (x @ x) * x
        return at_most((x @ A @ y) ** 2, factor * F(4, 9) * (x @ A @ x) * (y @ A @ y))

    return relation


false(
    "Wielandt, 3 % off",
    wielandt_with(F(97, 100)),
    same_size(with_spectrum((2, 3), 1, 5), vectors((2, 3)), vectors((2, 3)).where(lambda x: x @ x > 0)),
)
false(
    "every trace of a word in two positive matrices is nonnegative",
    lambda A, B: at_least(trace(A @ B @ A @ A @ B @ B), 0),
    two(definite),
)
false(
    "tr ABC ≥ 0 for positive semidefinite matrices",
    lambda A, B, C: at_least(trace(A @ B @ C), 0),
    three(semidefinite, (1, 2)),
)
false("tr A²B² ≤ tr ABAB", lambda A, B: at_most(trace(A @ A @ B @ B), trace(A @ B @ A @ B)), two(symmetric))
false(
    "the determinant is superadditive on symmetric matrices",
    lambda A, B: at_least(determinant(A + B), determinant(A) + determinant(B)),
    two(symmetric),
)
false(
    "Fiedler's A∘A⁻¹ ≥ I, 1 % more",
    lambda A: at_least(eigenvalues(A * inverse(A))[0], F(101, 100)),
    definite((1, 2, 3)),
)
false(
    "σ₂(AB) ≤ σ₂(A) σ₂(B)",
    lambda A, B: at_most(singular_values(A @ B)[1], singular_values(A)[1] * singular_values(B)[1]),
    two(matrices, (2, 3)),
)
false(
    "Hoffman-Wielandt, opposite order",
    lambda A, B: at_most(np.sum((eigenvalues(A) - eigenvalues(B)[::-1]) ** 2), np.sum((A - B) ** 2)),
    two(symmetric),
)
false(
    "row-stochastic matrices have norm 1",
    lambda x, y: at_most(singular_values(np.array([[x, 1 - x], [y, 1 - y]]))[0], 1),
    product(*(vectors(1, 0, 1).map(lambda x: x[0]),) * 2),
)


def powers_stay_small(x):
    A = np.array([[x[0], x[1], x[2]], [0 * x[0], x[3], x[4]], [0 * x[0], 0 * x[0], x[5]]])
    return at_most(singular_values(A @ A @ A)[0], 1)


def within(x):
    return all(abs(x[i]) <= F(1, 2) for i in (0, 3, 5)) and all(abs(each) <= 3 for each in x)


false(
    "‖A³‖ ≤ 1 for triangular A with eigenvalues in [-1/2, 1/2]",
    powers_stay_small,
    vectors(6, -3, 3).where(within, "|λ| ≤ 1/2"),
)


def dominant_inverse(A):
    D = np.diag(1 + np.sum(abs(A), axis=1)) + A - np.diag(np.diag(A) + abs(np.diag(A)))
    return at_most(singular_values(inverse(D))[0], 1)


false("row dominance by 1 bounds ‖A⁻¹‖₂ by 1", dominant_inverse, matrices([1, 2, 3]))
false(
    "‖A‖_* ≤ √rank ‖A‖_F, 3 % off",
    lambda A: at_most(np.sum(singular_values(A)) ** 2, F(97, 100) * len(A) * np.sum(A**2)),
    matrices([2, 3, 4]),
)


def off_diagonal(A):
    return all(A[i, j] != 0 for i in range(len(A)) for j in range(i))


def discriminant(A):
    """Of the characteristic polynomial of a symmetric 3 × 3 matrix, as a sum of squares it is nonnegative."""
    p, q = trace(A), (trace(A) ** 2 - trace(A @ A)) / 2
    r = determinant(A)
    return more_than(p**2 * q**2 - 4 * q**3 - 4 * p**3 * r + 18 * p * q * r - 27 * r**2, 0)


false(
    "symmetric matrices without zeros have simple eigenvalues",
    discriminant,
    symmetric(3).where(off_diagonal, "no zeros"),
)
false(
    "‖AB - BA‖_F² ≤ 2 ‖A‖_F²‖B‖_F², 3 % off",
    lambda A, B: at_most(np.sum((A @ B - B @ A) ** 2), F(194, 100) * np.sum(A**2) * np.sum(B**2)),
    two(matrices),
)
false(
    "positive semidefinite matrices: tr(AB)² ≤ tr A⁴ tr B",
    lambda A, B: at_most(trace(A @ B) ** 2, trace(A @ A @ A @ A) * trace(B)),
    two(semidefinite, (1, 2)),
)
false(
    "‖PQ‖ ≤ 0.99 for projections on different lines",
    lambda x, y: at_most((x @ y) ** 2, F(99, 100) ** 2 * (x @ x) * (y @ y)),
    same_size(vectors((2, 3, 4)), vectors((2, 3, 4))).where(lambda x, y: np.any(x * y[0] != y * x[0]), "different"),
)
false(
    "the Schur complement is at least half of the block",
    lambda A: at_least(determinant(A) / determinant(A[1:, 1:]), A[0, 0] / 2),
    definite((2, 3)),
)
false(
    "A ≥ B ≥ 0 implies A³ ≥ B³",
    lambda B, C: at_least(eigenvalues((B + C) @ (B + C) @ (B + C) - B @ B @ B)[0], 0),
    two(semidefinite, (1, 2)),
)
false(
    "exp is operator convex",
    lambda A, B: at_least(eigenvalues((exponential(A) + exponential(B)) / 2 - exponential((A + B) / 2))[0], 0),
    same_size(*(symmetric((1, 2)).where(lambda A: np.all(abs(A) <= 4), "entries in [-4, 4]"),) * 2),
)
false(
    "frames: 2 orthonormal columns have entries of at most 0.97",
    lambda Q: at_most(np.max(abs(Q)), F(97, 100)),
    frames([(3, 2), (4, 2)]),
)


def coherence_with(factor):
    """Welch's bound is attained by equiangular frames only."""

    def relation(X):
        d, n = X.shape
        gram = X.T @ X
        cosines = [gram[i, j] ** 2 / (gram[i, i] * gram[j, j]) for i in range(n) for j in range(i)]
        return at_least(max(cosines), factor * F(n - d, d * (n - 1)))

    return relation


def no_zero_column(X):
    return np.all(np.sum(X**2, axis=0) > 0)


false(
    "Welch's bound for 3 lines in the plane, 4 % more",
    coherence_with(F(104, 100)),
    matrices([(2, 3)]).where(no_zero_column, "no zero"),
)
false(
    "Welch's bound for 6 lines in space, 4 % more",
    coherence_with(F(104, 100)),
    matrices([(3, 6)]).where(no_zero_column, "no zero"),
)

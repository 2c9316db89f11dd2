"""Inequalities between matrices that are theorems, one line each, in terms of `exact`: floats or fractions."""

from __future__ import annotations

import numpy as np

from theorytest import (
    at_least,
    at_most,
    definite,
    equal,
    frames,
    matrices,
    product,
    same_size,
    semidefinite,
    symmetric,
    vectors,
    with_spectrum,
)
from theorytest.attacks.exact import determinant, eigenvalues, inverse, singular_values

SIZES = (1, 2, 3)
trace = np.trace


THEOREMS = {}


def theorem(name, relation, region):
    THEOREMS[name] = relation, region


# Matrices
square = lambda: same_size(symmetric(SIZES), symmetric(SIZES))  # noqa: E731
both = lambda: same_size(definite(SIZES), definite(SIZES))  # noqa: E731
theorem(
    "Weyl, largest", lambda A, B: at_most(eigenvalues(A + B)[-1], eigenvalues(A)[-1] + eigenvalues(B)[-1]), square()
)
theorem("Weyl, smallest", lambda A, B: at_least(eigenvalues(A + B)[0], eigenvalues(A)[0] + eigenvalues(B)[0]), square())
for k in (1, 2):
    theorem(
        f"Ky Fan, {k}",
        lambda A, B, k=k: at_most(sum(eigenvalues(A + B)[-k:]), sum(eigenvalues(A)[-k:]) + sum(eigenvalues(B)[-k:])),
        square(),
    )
    theorem(
        f"Ky Fan norms, {k}",
        lambda A, B, k=k: at_most(
            sum(singular_values(A + B)[:k]), sum(singular_values(A)[:k]) + sum(singular_values(B)[:k])
        ),
        same_size(matrices([2, 3]), matrices([2, 3])),
    )
theorem(
    "von Neumann's trace",
    lambda A, B: at_most(abs(trace(A @ B)), singular_values(A) @ singular_values(B)),
    same_size(matrices([2, 3]), matrices([2, 3])),
)
theorem(
    "von Neumann for symmetric matrices", lambda A, B: at_most(trace(A @ B), eigenvalues(A) @ eigenvalues(B)), square()
)
theorem("the trace is below n λ_max", lambda A: at_most(trace(A), len(A) * eigenvalues(A)[-1]), symmetric(SIZES))
theorem(
    "diagonal entries lie in the spectrum", lambda A: at_most(max(np.diag(A)), eigenvalues(A)[-1]), symmetric(SIZES)
)
theorem(
    "Schur-Horn, two largest",
    lambda A: at_most(sum(np.sort(np.diag(A))[-2:]), sum(eigenvalues(A)[-2:])),
    symmetric([2, 3]),
)
theorem("Hadamard", lambda A: at_most(determinant(A), np.prod(np.diag(A))), definite(SIZES))
theorem("Hadamard for rows", lambda A: at_most(determinant(A) ** 2, np.prod(np.sum(A**2, axis=1))), matrices([1, 2, 3]))
theorem("Fischer", lambda A: at_most(determinant(A), A[0, 0] * determinant(A[1:, 1:])), definite([2, 3]))
theorem(
    "Minkowski's determinant, squared",
    lambda A, B: at_least(determinant(A + B), determinant(A) + determinant(B)),
    both(),
)
theorem(
    "determinant and trace",
    lambda A: at_most(len(A) ** len(A) * determinant(A), trace(A) ** len(A)),
    semidefinite(SIZES),
)
theorem("trace of a product", lambda A, B: at_least(trace(A @ B), 0), both())
theorem("tr(AB) ≤ tr A tr B", lambda A, B: at_most(trace(A @ B), trace(A) * trace(B)), both())
theorem("tr(AB)² ≤ tr A² tr B²", lambda A, B: at_most(trace(A @ B) ** 2, trace(A @ A) * trace(B @ B)), square())
theorem("tr(ABAB) ≤ tr(A²B²)", lambda A, B: at_most(trace(A @ B @ A @ B), trace(A @ A @ B @ B)), square())
theorem(
    "the inverse is convex", lambda A, B: at_least(trace(inverse(A) + inverse(B)), 4 * trace(inverse(A + B))), both()
)
theorem("A + A⁻¹ ≥ 2", lambda A: at_least(trace(A + inverse(A)), 2 * len(A)), definite(SIZES))
theorem(
    "Rayleigh",
    lambda A, x: at_most(x @ A @ x, eigenvalues(A)[-1] * (x @ x)),
    same_size(symmetric(SIZES), vectors(SIZES)),
)
theorem(
    "Kantorovich",
    lambda A, x: at_least((x @ A @ x) * (x @ inverse(A) @ x), (x @ x) ** 2),
    same_size(definite(SIZES), vectors(SIZES)),
)
theorem(
    "Kantorovich above",
    lambda A, x: at_most(8 * (x @ A @ x) * (x @ inverse(A) @ x), 9 * (x @ x) ** 2),
    same_size(with_spectrum(SIZES, 1, 2), vectors(SIZES)),
)
theorem(
    "Cauchy-Schwarz in A",
    lambda A, x, y: at_most((x @ A @ y) ** 2, (x @ A @ x) * (y @ A @ y)),
    same_size(definite(SIZES), vectors(SIZES), vectors(SIZES)),
)
theorem(
    "operator norm of a product",
    lambda A, B: at_most(singular_values(A @ B)[0], singular_values(A)[0] * singular_values(B)[0]),
    same_size(matrices([1, 2]), matrices([1, 2])),
)
theorem("operator and Frobenius norm", lambda A: at_most(singular_values(A)[0] ** 2, np.sum(A**2)), matrices([1, 2, 3]))
theorem(
    "Frobenius norm of a product",
    lambda A, B: at_most(np.sum((A @ B) ** 2), np.sum(A**2) * np.sum(B**2)),
    same_size(matrices(SIZES), matrices(SIZES)),
)
theorem("Schur's bound on eigenvalues", lambda A: at_most(trace(A @ A), np.sum(A**2)), matrices(SIZES))
theorem(
    "Courant-Fischer",
    lambda A, Q: at_most(eigenvalues(Q.T @ A @ Q)[0], eigenvalues(A)[1]),
    product(symmetric(3), frames([(3, 2)])),
)
theorem("Cauchy interlacing", lambda A: at_most(eigenvalues(A)[0], eigenvalues(A[1:, 1:])[0]), symmetric([2, 3]))
theorem("interlacing above", lambda A: at_least(eigenvalues(A)[-1], eigenvalues(A[1:, 1:])[-1]), symmetric([2, 3]))
theorem(
    "projections shrink",
    lambda Q, x: at_most(np.sum((Q.T @ x) ** 2), x @ x),
    product(frames([(3, 1), (3, 2)]), vectors(3)),
)
theorem("frames are isometries", lambda Q, x: equal(np.sum((Q @ x) ** 2), x @ x), product(frames([(3, 2)]), vectors(2)))
theorem("Gershgorin", lambda A: at_most(eigenvalues(A)[-1], max(np.sum(abs(A), axis=1))), symmetric(SIZES))
theorem("Oppenheim", lambda A, B: at_least(determinant(A * B), determinant(A) * np.prod(np.diag(B))), both())
theorem("Schur's product", lambda A, B: at_least(eigenvalues(A * B)[0], 0), both())
theorem(
    "descent of a quadratic",
    lambda A, x: at_most((x - A @ x / 2) @ A @ (x - A @ x / 2), x @ A @ x),
    same_size(with_spectrum(SIZES, 0, 2), vectors(SIZES)),
)

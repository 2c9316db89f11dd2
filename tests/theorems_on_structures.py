"""Theorems beside the false sentences: on graphs, permutations, 0-1 matrices, laws, methods of optimisation."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from false_in_optimisation import accelerated, cocoercive_with, interpolation_with, quadratic
from false_on_matrices import coherence_with, no_zero_column, three, two, wielandt_with
from false_on_numbers import (
    D4,
    doubly_stochastic,
    graphs,
    grunbaum_with,
    hilbert_with,
    independence,
    inversions,
    longest,
    mean,
    moment,
    permanent,
    relative_entropy,
)

from theorytest import (
    at_least,
    at_most,
    equal,
    laws,
    matrices,
    permutations,
    product,
    reals,
    same_size,
    semidefinite,
    simplex,
    vectors,
    with_spectrum,
)
from theorytest.attacks.exact import determinant, eigenvalues, exponential, fractions, singular_values
from theorytest.attacks.losses import descending, piecewise

F = Fraction
nonzero = lambda x: np.any(x != 0)  # noqa: E731
trace, inside = np.trace, reals(F(1, 1000), F(999, 1000))
small = lambda: same_size(*(with_spectrum((1, 2), -3, 3),) * 2)  # noqa: E731
THEOREMS = {
    "Turán": (lambda A: at_least(independence(A) * (len(A) + int(A.sum())), len(A) ** 2), graphs((2, 4))),
    "Mantel": (
        lambda A: at_most(int(A.sum()) * 2, len(A) ** 2),
        graphs((4, 5)).where(lambda A: trace(A @ A @ A) == 0, "no triangle"),
    ),
    "λ₁ ≤ √(2m(n - 1)/n)": (
        lambda A: at_most(len(A) * eigenvalues(fractions(A))[-1] ** 2, int(A.sum()) * (len(A) - 1), digits=9),
        graphs((3, 4)),
    ),
    "Erdős and Szekeres": (lambda s: at_least(longest(s), 3), permutations(5)),
    "Diaconis and Graham": (
        lambda s: at_most(int(np.sum(abs(s - np.arange(len(s))))), 2 * inversions(s)),
        permutations((2, 3, 4, 6)),
    ),
    "Hadamard for ±1 matrices": (
        lambda A: at_most(determinant(2 * A - 1) ** 2, len(A) ** len(A), digits=9),
        matrices([1, 2, 3, 4], 0, 1, whole=True),
    ),
    "van der Waerden": (lambda A: at_least(permanent(A), F(2, 9)), simplex(6).map(doubly_stochastic)),
    "Grünbaum in the plane": (
        grunbaum_with(F(4, 9)),
        vectors(3, 0, 1).where(lambda h: 2 * h[1] >= h[0] + h[2] and h[1] > 0, "concave"),
    ),
    "Pinsker": (lambda p, q: at_least(relative_entropy(p, q), 2 * (p - q) ** 2, digits=8), product(inside, inside)),
    "Pearson": (
        lambda v, p: at_least(moment(v, p, 4) * moment(v, p, 2), moment(v, p, 3) ** 2 + moment(v, p, 2) ** 3, digits=6),
        laws((2, 3), -1, 1),
    ),
    "Hoeffding's lemma": (
        lambda s, p: at_most(p * np.exp(s * (1 - p)) + (1 - p) * np.exp(-s * p), np.exp(s * s / 8)),
        product(reals(-5, 5), reals(0, 1)),
    ),
    "Paley and Zygmund": (
        lambda v, p: at_least(mean(v**2, p) * np.sum(p[v > mean(v, p) / 2]), mean(v, p) ** 2 / 4),
        laws((2, 3), 0, 100),
    ),
    "Hilbert": (hilbert_with(F(22, 7)), vectors((1, 2, 8))),
    "Bregman's three points": (
        lambda x, y, z: equal(D4(x, z), D4(x, y) + D4(y, z) + (4 * y**3 - 4 * z**3) * (x - y), digits=9, scale=1e3),
        product(*(reals(-3, 3),) * 3),
    ),
    "Wielandt": (
        wielandt_with(1),
        same_size(with_spectrum((2, 3), 1, 5), vectors((2, 3)).where(nonzero, "x ≠ 0"), vectors((2, 3))),
    ),
    "Welch": (coherence_with(1), matrices([(2, 3), (3, 6)]).where(no_zero_column, "no zero")),
    "Golden and Thompson": (
        lambda A, B: at_most(trace(exponential(A + B)), trace(exponential(A) @ exponential(B))),
        small(),
    ),
    "Cordes": (
        lambda A, B: at_most(singular_values(A @ B)[0] ** 2, singular_values(A @ A @ B @ B)[0]),
        same_size(*(with_spectrum((1, 2), 0, 3),) * 2),
    ),
    "tr ABA ≥ 0": (lambda A, B: at_least(trace(A @ B @ A), 0), two(semidefinite)),
    "tr (A + B + C)³ ≥ tr A³ + tr B³ + tr C³": (
        lambda A, B, C: at_least(
            trace((A + B + C) @ (A + B + C) @ (A + B + C)), trace(A @ A @ A) + trace(B @ B @ B) + trace(C @ C @ C)
        ),
        three(semidefinite, (1, 2)),
    ),
    "gradient descent on convex functions": (
        lambda f, x: at_most(f(descending(f, x, [1, 1, 1])), x**2 / 14),
        product(piecewise((1, 2, 3), 0, 1), reals()),
    ),
    "Nesterov's method with κ = 9": (
        lambda A, x: at_most(accelerated(A, x, 6, F(1, 2))[-1], 2 * F(2, 3) ** 6 * (x @ A @ x)),
        quadratic(F(1, 9), 1, (1, 2)),
    ),
    "cocoercivity": (cocoercive_with(1), product(piecewise((1, 2), 0, 1), reals(-100, 100), reals(-100, 100))),
    "the interpolation condition": (
        interpolation_with(1),
        product(piecewise((1, 2, 3), F(1, 10), 1), reals(-9, 9), reals(-9, 9)),
    ),
}

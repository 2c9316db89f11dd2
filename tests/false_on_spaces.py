"""False sentences on matrices, approximation and small structures, and theorems that hold with equality somewhere.

They were written from the documentation alone, before any of them was attacked.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations as orders

import numpy as np
from hypothesis import strategies as st

from theorytest import (
    at_least,
    at_most,
    definite,
    equal,
    frames,
    from_strategy,
    integers,
    matrices,
    permutations,
    product,
    reals,
    same_size,
    semidefinite,
    simplex,
    symmetric,
    vectors,
)
from theorytest.attacks.curves import polygons
from theorytest.attacks.exact import eigenvalues, exponential, inverse, singular_values, sqrt

F = Fraction
FALSE = {}
TRUE = {}


def false(name, relation, region):
    FALSE[name] = relation, region


def true(name, relation, region):
    TRUE[name] = relation, region


def condition(A):
    values = eigenvalues(A)
    return values[-1] / values[0]


def scaled(A):
    """The matrix with unit diagonal: Jacobi's preconditioner on both sides."""
    roots = np.array([sqrt(each) for each in np.diag(A)])
    return A / roots[:, None] / roots[None, :]


false(
    "Jacobi's preconditioner does not increase the condition number",
    lambda A: at_most(condition(scaled(A)), condition(A)),
    definite([1, 2, 3]),
)


true(
    "for 2 unknowns Jacobi's preconditioner does not increase the condition number",
    lambda A: at_most(condition(scaled(A)), condition(A)),
    definite([1, 2]),
)


false(
    "‖A∘B‖ ≤ ‖A‖ max |b|",
    lambda A, B: at_most(singular_values(A * B)[0], singular_values(A)[0] * max(abs(b) for b in B.flat)),
    same_size(matrices([1, 2]), matrices([1, 2])),
)


def of_inverses(share):
    return lambda A, B: at_most(np.trace(inverse(A + B)), share * (np.trace(inverse(A)) + np.trace(inverse(B))))


false("tr (A + B)⁻¹ ≤ 0.24 (tr A⁻¹ + tr B⁻¹)", of_inverses(F(24, 100)), same_size(definite([1, 2]), definite([1, 2])))


true("tr (A + B)⁻¹ ≤ (tr A⁻¹ + tr B⁻¹)/4", of_inverses(F(1, 4)), same_size(definite([1, 2]), definite([1, 2])))


FRAMES = [(2, 1), (3, 1), (4, 1), (3, 2), (4, 2)]


def square(x):
    return x @ x


false(
    "orthonormal frames are as near as their projections: ‖Q - P‖² ≤ 4 ‖QQᵀ - PPᵀ‖²",
    lambda Q, P: at_most(square((Q - P).ravel()), 4 * square((Q @ Q.T - P @ P.T).ravel())),
    same_size(frames(FRAMES), frames(FRAMES)),
)


false(
    "e^A is a contraction for triangular A with eigenvalues of at most -1/10",
    lambda a, b, c: at_most(singular_values(exponential(np.array([[a, b], [0 * b, c]])))[0], 1),
    product(reals(-5, F(-1, 10)), reals(), reals(-5, F(-1, 10))),
)


false(
    "rows of norm 1 that are pairwise at least 60° apart have a smallest singular value of at least 1/10",
    lambda A: at_least(singular_values(A)[-1], F(1, 10)),
    matrices([2, 3]).where(
        lambda A: (
            all(square(a) > 0 for a in A)
            and all(4 * (a @ b) ** 2 <= square(a) * square(b) for k, a in enumerate(A) for b in A[:k])
            and all(abs(square(a) - 1) <= F(1, 100) for a in A)
        )
    ),
)


def interpolant(values, x):
    """The polynomial through values at 0, ..., n."""
    n, total = len(values), 0
    for k, value in enumerate(values):
        part = value
        for j in range(n):
            part = part * (x - j) / (k - j) if j != k else part
        total = total + part
    return total


false(
    "equidistant interpolation in five points does not exceed its data by 2.15",
    lambda f, x: at_most(abs(interpolant(f, x)), F(215, 100)),
    product(vectors(5, -1, 1), reals(0, 4)),
)


true(
    "equidistant interpolation in three points does not exceed its data by 5/4",
    lambda f, x: at_most(abs(interpolant(f, x)), F(5, 4)),
    product(vectors(3, -1, 1), reals(0, 2)),
)


false(
    "Simpson's rule errs at most as much as the trapezium rule for quintic polynomials",
    lambda a: at_most(
        abs(
            (a[0] + 4 * sum(c / 2**k for k, c in enumerate(a)) + sum(a)) / 6 - sum(c / (k + 1) for k, c in enumerate(a))
        ),
        abs((a[0] + sum(a)) / 2 - sum(c / (k + 1) for k, c in enumerate(a))),
    ),
    vectors(6),
)


def isoperimetric(curve):
    points = curve.vertices
    following = [*points[1:], points[0]]
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, following, strict=True)) / 2
    length = sum(sqrt(square(b - a)) for a, b in zip(points, following, strict=True))
    return area, length


false(
    "closed polygons with 6 corners: area ≤ 0.07 length²",
    lambda curve: at_most(isoperimetric(curve)[0], F(7, 100) * isoperimetric(curve)[1] ** 2),
    polygons([3, 4, 5, 6]),
)


def paid(coins, amount):
    """Greedy and best numbers of coins."""
    best = [0]
    for n in range(1, amount + 1):
        best.append(1 + min(best[n - c] for c in coins if c <= n))
    greedy, left = 0, amount
    for c in sorted(coins, reverse=True):
        greedy, left = greedy + left // c, left % c
    return greedy, best[amount]


false(
    "paying with coins of 1, a and b, the greedy way is best",
    lambda a, b, n: at_most(*paid([1, a, b], n)),
    product(integers(2, 30), integers(2, 30), integers(1, 60)),
)


true(
    "paying with coins of 1 and a, the greedy way is best",
    lambda a, n: at_most(*paid([1, a], n)),
    product(integers(2, 30), integers(1, 60)),
)


def jobs(longest=4):
    return from_strategy(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=longest))


def completion(jobs):
    """The weighted sum of the times at which jobs of (length, weight) end."""
    time = total = 0
    for length, weight in jobs:
        time += length
        total += weight * time
    return total


def least(each):
    return min(completion(order) for order in orders(each))


false(
    "the shortest jobs first minimise weighted times",
    lambda each: at_most(completion(sorted(each)), least(each)),
    jobs(),
)


true(
    "the shortest jobs by weight first minimise weighted times",
    lambda each: at_most(completion(sorted(each, key=lambda job: F(*job))), least(each)),
    jobs(),
)


true(
    "AB and BA have one trace",
    lambda A, B: equal(np.trace(A @ B), np.trace(B @ A)),
    same_size(matrices([1, 2]), matrices([1, 2])),
)


def largest(A, x):
    return max(abs(each) for each in A @ x)


def growth(A, complete):
    """The largest entry that elimination with pivoting makes, against the largest of the matrix."""
    U, most = A.copy(), max(abs(a) for a in A.flat)
    largest = most
    for k in range(len(A) - 1):
        rest = [(i, j) for i in range(k, len(A)) for j in (range(k, len(A)) if complete else [k])]
        i, j = max(rest, key=lambda place: abs(U[place]))
        U[[k, i]] = U[[i, k]]
        U[:, [k, j]] = U[:, [j, k]]
        if U[k, k] == 0:
            break
        for row in range(k + 1, len(A)):
            U[row] = U[row] - U[row, k] / U[k, k] * U[k]
        largest = max(largest, *(abs(a) for a in U[k + 1 :, k + 1 :].flat))
    return largest, most


false(
    "partial pivoting: entries grow 3.9 times for 3 unknowns at most",
    lambda A: at_most(growth(A, False)[0], F(39, 10) * growth(A, False)[1]),
    matrices([1, 2, 3], -1, 1),
)


true(
    "partial pivoting: entries grow 4 times for 3 unknowns at most",
    lambda A: at_most(growth(A, False)[0], 4 * growth(A, False)[1]),
    matrices([1, 2, 3], -1, 1),
)


false(
    "complete pivoting: entries grow 2.2 times for 3 unknowns at most",
    lambda A: at_most(growth(A, True)[0], F(22, 10) * growth(A, True)[1]),
    matrices([1, 2, 3], -1, 1),
)


def radius(A):
    (a, b), (c, d) = A
    return (a + d) / 2 + sqrt(((a - d) / 2) ** 2 + b * c)


false(
    "the spectral radius is subadditive on nonnegative matrices",
    lambda A, B: at_most(radius(A + B), radius(A) + radius(B)),
    product(matrices(2, 0, 10), matrices(2, 0, 10)),
)


false(
    "‖AB‖ ≤ ‖A + B‖²/4 for symmetric A, B",
    lambda A, B: at_most(singular_values(A @ B)[0], singular_values(A + B)[0] ** 2 / 4),
    same_size(symmetric([1, 2]), symmetric([1, 2])),
)


true(
    "‖AB‖ ≤ ‖A + B‖²/4 for positive semidefinite A, B (Bhatia and Kittaneh)",
    lambda A, B: at_most(singular_values(A @ B)[0], singular_values(A + B)[0] ** 2 / 4),
    same_size(semidefinite([1, 2]), semidefinite([1, 2])),
)


false(
    "the smallest eigenvalue of A∘B is at most that of A times the largest entry on B's diagonal",
    lambda A, B: at_most(eigenvalues(A * B)[0], eigenvalues(A)[0] * max(np.diag(B))),
    same_size(semidefinite([1, 2]), semidefinite([1, 2])),
)


def hermite_slope(a, b, x):
    """The derivative of the cubic from 0 to 1 with slopes a and b at its ends."""
    return a * (1 - x) * (1 - 3 * x) + b * x * (3 * x - 2) + 6 * x * (1 - x)


false(
    "cubic Hermite pieces are monotone where slopes are at most 3.1 times the secant",
    lambda a, b, x: at_least(hermite_slope(a, b, x), 0),
    product(reals(0, F(31, 10)), reals(0, F(31, 10)), reals(0, 1)),
)


true(
    "cubic Hermite pieces are monotone where slopes are at most 3 times the secant",
    lambda a, b, x: at_least(hermite_slope(a, b, x), 0),
    product(reals(0, 3), reals(0, 3), reals(0, 1)),
)


def fano(p):
    """The mean length of Shannon and Fano's code: split where both halves are nearest."""
    if len(p) < 2:
        return 0
    k = min(range(1, len(p)), key=lambda k: abs(sum(p[:k]) - sum(p[k:])))
    return sum(p) + fano(p[:k]) + fano(p[k:])


def huffman_length(p):
    masses, total = list(p), 0
    while len(masses) > 1:
        masses.sort()
        total = total + masses[0] + masses[1]
        masses = [masses[0] + masses[1], *masses[2:]]
    return total


false(
    "Shannon and Fano's code is optimal for five letters",
    lambda p: at_most(fano(sorted(p, reverse=True)), huffman_length(p)),
    simplex([2, 3, 4, 5]),
)


def intervals(longest=4):
    pair = st.tuples(st.integers(0, 9), st.integers(1, 5)).map(lambda p: (p[0], p[0] + p[1]))
    return from_strategy(st.lists(pair, min_size=1, max_size=longest), examples=2000)


def most_intervals(intervals, key):
    chosen = []
    for a, b in sorted(intervals, key=key):
        if all(b <= c or d <= a for c, d in chosen):
            chosen.append((a, b))
    return len(chosen)


false(
    "taking shortest intervals first takes most of them",
    lambda each: at_least(most_intervals(each, lambda p: p[1] - p[0]), most_intervals(each, lambda p: p[1])),
    intervals(),
)


true(
    "taking intervals by their ends takes most of them",
    lambda each: at_least(most_intervals(each, lambda p: p[1]), most_intervals(each, lambda p: p[1] - p[0])),
    intervals(),
)


def condorcet(votes):
    """Pairwise majorities of voters with rankings of three."""

    def wins(a, b):
        return sum(int(v[a] < v[b]) for v in votes) * 2 > len(votes)

    return int(any(all(wins(a, b) for b in range(3) if b != a) for a in range(3)))


false(
    "three voters with rankings of three always have a winner of all pairs",
    lambda a, b, c: at_least(condorcet([a, b, c]), 1),
    product(permutations(3), permutations(3), permutations(3)),
)


def paths_cost(W):
    """Dijkstra's distance from 0 to 3 on four nodes, and the true one."""
    dist, done = {0: 0}, set()
    while len(done) < 4 and set(dist) - done:
        u = min(set(dist) - done, key=lambda k: dist[k])
        done.add(u)
        for v in range(u + 1, 4):
            if v not in done:
                dist[v] = min(dist.get(v, 10**6), dist[u] + W[u, v])
    true_ = [0, W[0, 1]]
    true_.append(min(W[0, 2], true_[1] + W[1, 2]))
    true_.append(min(W[0, 3], true_[1] + W[1, 3], true_[2] + W[2, 3]))
    return dist[3], true_[3]


false(
    "Dijkstra's method finds shortest paths with weights of at least -1",
    lambda W: at_most(*paths_cost(W)),
    matrices(4, -1, 9),
)


true(
    "Dijkstra's method finds shortest paths with weights of at least 0",
    lambda W: at_most(*paths_cost(W)),
    matrices(4, 0, 9),
)

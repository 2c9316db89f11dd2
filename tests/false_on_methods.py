"""False sentences about methods of optimisation and learning, and theorems that hold with equality somewhere.

They were written from the documentation alone, before any of them was attacked.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from theorytest import (
    at_least,
    at_most,
    definite,
    integers,
    laws,
    matrices,
    product,
    reals,
    same_size,
    semidefinite,
    symmetric,
    vectors,
    with_spectrum,
)
from theorytest.attacks.exact import eigenvalues, exponential, singular_values, solve, sqrt
from theorytest.attacks.losses import piecewise

F = Fraction
FALSE = {}
TRUE = {}


def false(name, relation, region):
    FALSE[name] = relation, region


def true(name, relation, region):
    TRUE[name] = relation, region


def nonzero(*arrays):
    return all(np.any(each != 0) for each in arrays)


SYSTEM = product(matrices([(2, 2), (3, 2)]), vectors(2)).where(nonzero)


def square(x):
    return x @ x


def kaczmarz(factor):
    def relation(A, x):
        mass = square(A.ravel())
        return at_most(square(x) - square(A @ x) / mass, (1 - factor * singular_values(A)[-1] ** 2 / mass) * square(x))

    return relation


false("Kaczmarz' random method gains 5 % more than σ²/‖A‖_F²", kaczmarz(F(105, 100)), SYSTEM)


true("Kaczmarz' random method gains σ²/‖A‖_F²", kaczmarz(1), SYSTEM)


def extragradient(limit):
    """For x A y with steps s ≤ limit/‖A‖."""

    def relation(A, s, x, y):
        step = s / singular_values(A)[0]
        u, v = x - step * A @ y, y + step * A.T @ x
        return at_most(square(x - step * A @ v) + square(y + step * A.T @ u), square(x) + square(y))

    return relation, product(matrices(2), reals(0, limit), vectors(2), vectors(2)).where(
        lambda A, _, x, y: nonzero(A) and nonzero(np.concatenate([x, y]))
    )


false("extragradient does not go away for s ≤ 1.03/L", *extragradient(F(103, 100)))


true("extragradient does not go away for s ≤ 1/L", *extragradient(1))


WEAKLY_CONVEX = same_size(with_spectrum([1, 2], F(-1, 2), 1), vectors([1, 2]))


def proximal(constant):
    """The proximal map of a quadratic whose curvature is at least -1/2."""
    return lambda A, x: at_most(square(solve(np.eye(len(A), dtype=int) + A, x)), constant**2 * square(x))


false("the proximal map of a weakly convex function is nonexpansive up to 1.92", proximal(F(192, 100)), WEAKLY_CONVEX)


true("the proximal map of a weakly convex function has the Lipschitz constant 2", proximal(2), WEAKLY_CONVEX)


def soft(x, level):
    return np.array([each - level if each > level else each + level if each < -level else 0 * each for each in x])


def lasso(step):
    """One proximal gradient step on ½ (x - b)ᵀA(x - b) + λ|x|₁, ‖A‖ ≤ 1."""

    def value(A, b, level, x):
        return (x - b) @ A @ (x - b) / 2 + level * sum(abs(each) for each in x)

    def relation(A, b, x, level):
        moved = soft(x - step * A @ (x - b), step * level)
        return at_most(value(A, b, level, moved), value(A, b, level, x))

    return relation, product(with_spectrum(2, 0, 1), vectors(2), vectors(2), reals(0, 10))


false("the proximal gradient method decreases for s = 2.06/L", *lasso(F(206, 100)))


true("the proximal gradient method decreases for s = 2/L", *lasso(2))


def energy(slope):
    """2 t_k² f(x_k) + |x_{k-1} + t_k (x_k - x_{k-1})|², t_k = 1 + slope k, for Nesterov's method on 1-smooth f."""

    def relation(f, start, T):
        before, x, seen = start, start, []
        for k in range(T):
            t, following = 1 + slope * k, 1 + slope * (k + 1)
            y = x + (t - 1) / following * (x - before) if k else x
            before, x = x, y - f.gradient(y)
            seen.append(2 * following**2 * f(x) + (before + following * (x - before)) ** 2)
        return at_most(seen[-1], seen[-2])

    return relation, product(piecewise([1, 2], 0, 1), reals(), integers(2, 6))


false("Nesterov's energy decreases for t_k = 1 + 0.56 k", *energy(F(56, 100)))


true("Nesterov's energy decreases for t_k = 1 + k/2", *energy(F(1, 2)))


LINEAR = product(matrices([(1, 2), (2, 2), (3, 2)]), vectors(2)).where(nonzero)


def largest(A, x):
    return max(abs(each) for each in A @ x)


def polyak(A, x):
    """One step of Polyak's length on f(x) = max |a_i x|, whose least value is 0."""
    values = A @ x
    k = int(np.argmax(np.abs(values)))
    return x - values[k] / square(A[k]) * A[k] if nonzero(A[k]) else x


false("Polyak's step decreases convex functions", lambda A, x: at_most(largest(A, polyak(A, x)), largest(A, x)), LINEAR)


true("Polyak's step decreases the distance", lambda A, x: at_most(square(polyak(A, x)), square(x)), LINEAR)


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


def adam_step(growth, last):
    """|m̂|² against v̂ for the printed constants 9/10 and 999/1000."""

    def relation(g):
        T = len(g)
        a, b = (np.array([beta ** (T - 1 - t) for t in range(T)]) for beta in (F(9, 10), F(999, 1000)))
        m, v = a @ g / sum(a), b @ (g * g) / sum(b)
        return at_most(m * m, (sum(a * a / b) * sum(b) / sum(a) ** 2 if growth is None else growth) * v)

    return relation, vectors(last).where(nonzero)


false("Adam's bias-corrected steps are at most 1.02 α", *adam_step(F(102, 100) ** 2, range(1, 9)))


true("Adam's bias-corrected steps are at most as long as Cauchy and Schwarz say", *adam_step(None, range(1, 5)))


POSITIVE = same_size(definite([1, 2]), vectors([1, 2])).where(nonzero)


def conjugate(A, b):
    """One step of conjugate gradients from 0, and the residual."""
    step = square(b) / (b @ A @ b)
    return step * b, b - step * A @ b


false(
    "residuals of conjugate gradients decrease",
    lambda A, b: at_most(square(conjugate(A, b)[1]), square(b)),
    POSITIVE,
)


def exact_search(A, x, metric):
    g = A @ x
    moved = x - square(g) / (g @ A @ g) * g
    values = eigenvalues(A)
    rate = (values[-1] - values[0]) / (values[-1] + values[0])
    return at_most(moved @ metric @ moved, rate**2 * (x @ metric @ x))


false(
    "steepest descent with exact search contracts Euclidean distances by (κ - 1)/(κ + 1)",
    lambda A, x: exact_search(A, x, np.eye(len(A), dtype=int)),
    POSITIVE,
)


true(
    "steepest descent with exact search contracts in its energy by (κ - 1)/(κ + 1)",
    lambda A, x: exact_search(A, x, A),
    POSITIVE,
)


def wolfe(b, T):
    """Frank and Wolfe with 2/(t + 2) on the simplex for |x - b|²/2, from the first corner: the values."""
    x = np.array([F(1), *[F(0)] * (len(b) - 1)])
    values = [square(x - b)]
    for t in range(T):
        corner = np.zeros(len(b), dtype=int)
        corner[int(np.argmin(x - b))] = 1
        x = x + F(2, t + 2) * (corner - x)
        values.append(square(x - b))
    return values


false(
    "Frank and Wolfe's method with steps 2/(t + 2) decreases from its third step on",
    lambda b: at_most(wolfe(b, 5)[5], wolfe(b, 5)[4]),
    vectors([1, 2, 3], 0, 1),
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


def weights_method(share):
    """Regret of multiplicative weights (1 - η ℓ) with two experts and losses in [0, 1]."""

    def relation(losses, eta):
        w, paid = np.array([F(1), F(1)]), 0
        for each in losses:
            paid = paid + w @ each / sum(w)
            w = w * (1 - eta * each)
        return at_most(paid, (1 + share * eta) * min(sum(losses)) + F(694, 1000) / eta)

    return relation, product(matrices([(1, 2), (2, 2), (4, 2), (8, 2)], 0, 1), reals(F(1, 20), F(1, 2)))


true("multiplicative weights pay (1 + η) L + log 2/η", *weights_method(1))


false(
    "mirror descent by entropies with step 1/2 keeps p₁ ≥ 0.28 for two losses in [0, 1]",
    lambda a, b: at_least(1 / (1 + exponential(np.array([[(a[0] + b[0] - a[1] - b[1]) / 2]]))[0, 0]), F(28, 100)),
    product(vectors(2, 0, 1), vectors(2, 0, 1)),
)


def heavy(s, share=1):
    """f + share |Δ|²/(2s) before and after a step of momentum 1/2."""

    def relation(f, before, x):
        after = x + (x - before) / 2 - s * f.gradient(x)
        energies = (f(u) + share * (u - v) ** 2 / (2 * s) for u, v in ((after, x), (x, before)))
        return at_most(*energies)

    return relation, product(piecewise([1, 2], 0, 1), reals(), reals())


false("f + |Δ|²/(2s) decreases for momentum 1/2 and steps of 1/L", *heavy(F(1)))


false("f + |Δ|²/(4s) decreases for momentum 1/2 and steps of 1.04/L", *heavy(F(104, 100), F(1, 2)))


true("f + |Δ|²/(4s) decreases for momentum 1/2 and steps of 1/L", *heavy(F(1), F(1, 2)))


false(
    "distances to the stationary law are submultiplicative",
    lambda p, q: at_most((1 - p - q) ** 2 * max(p, q) / (p + q), ((1 - p - q) * max(p, q) / (p + q)) ** 2),
    product(reals(0, 1), reals(0, 1)).where(lambda p, q: p + q > 0),
)


true(
    "distances to the stationary law are submultiplicative up to a factor 2",
    lambda p, q: at_most((1 - p - q) ** 2 * max(p, q) / (p + q), 2 * ((1 - p - q) * max(p, q) / (p + q)) ** 2),
    product(reals(0, 1), reals(0, 1)).where(lambda p, q: p + q > 0),
)


def reshuffled(A, B, x):
    one = np.eye(2, dtype=int)
    P, Q = one - A, one - B
    once = [P @ Q, Q @ P]
    again = [P @ P, Q @ Q, *once]
    return (sum(square(M @ x) for M in once) / 2, sum(square(M @ x) for M in again) / 4)


false(
    "reshuffling is at least as good as drawing with replacement, for two interpolated quadratics",
    lambda A, B, x: at_most(*reshuffled(A, B, x)),
    product(with_spectrum(2, 0, 1), with_spectrum(2, 0, 1), vectors(2)),
)


def leader(losses):
    paid, sums = 0, [0, 0]
    for each in losses:
        paid = paid + each[0 if sums[0] <= sums[1] else 1]
        sums = [a + b for a, b in zip(sums, each, strict=True)]
    return paid - min(sums)


false(
    "following the leader regrets at most 4.8 in 10 rounds",
    lambda losses: at_most(leader(losses), F(48, 10)),
    matrices([(10, 2)], 0, 1),
)


false(
    "clipped gradients point to the side of the mean gradient",
    lambda g, p: at_least(sum(g * p) * sum(np.array([max(min(x, 1), -1) for x in g]) * p), 0),
    laws([1, 2, 3]),
)


def orthogonal_pursuit(limit):
    """The inner products of a combination of two unit vectors with both and with a third."""
    return (
        lambda g, c: at_most(abs(g[1] + c * g[2]), max(abs(1 + c * g[0]), abs(g[0] + c))),
        product(vectors(3, -limit, limit), reals(-1, 1)),
    )


false("pursuit finds two atoms of coherence 0.35", *orthogonal_pursuit(F(35, 100)))


true("pursuit finds two atoms of coherence 1/3", *orthogonal_pursuit(F(1, 3)))


def power_method(A, x):
    y = A @ x
    return (x @ A @ x) / square(x), (y @ A @ y) / square(y)


false(
    "Rayleigh quotients of the power method increase",
    lambda A, x: at_most(*power_method(A, x)),
    same_size(symmetric([1, 2]), vectors([1, 2])).where(lambda A, x: nonzero(x) and nonzero(A @ x)),
)


true(
    "Rayleigh quotients of the power method increase for positive semidefinite matrices",
    lambda A, x: at_most(*power_method(A, x)),
    same_size(semidefinite([1, 2]), vectors([1, 2])).where(lambda A, x: nonzero(x) and nonzero(A @ x)),
)


def best_of_two(x):
    def cost(group):
        return sum((a - sum(group) / len(group)) ** 2 for a in group) if len(group) else 0

    ordered = sorted(x)
    return min(cost(ordered[:k]) + cost(ordered[k:]) for k in range(1, len(x) + 1))


def lloyd(x):
    """Two means on the line, from the first two points: the cost at the end, and the best one."""
    centres = [x[0], x[1]]
    for _ in range(8):
        near = [0 if (a - centres[0]) ** 2 <= (a - centres[1]) ** 2 else 1 for a in x]
        groups = [[a for a, k in zip(x, near, strict=True) if k == j] for j in (0, 1)]
        centres = [sum(g) / len(g) if g else c for g, c in zip(groups, centres, strict=True)]
    return sum(min((a - c) ** 2 for c in centres) for a in x), best_of_two(x)


false(
    "Lloyd's method is within a factor 2 for two groups of four points",
    lambda x: at_most(lloyd(x)[0], 2 * lloyd(x)[1]),
    vectors(4),
)


def adam_on_a_parabola(alpha, curvature, T):
    x, m, v, seen = F(1), 0, 0, []
    for t in range(1, T + 1):
        g = curvature * x
        m, v = F(9, 10) * m + F(1, 10) * g, F(99, 100) * v + F(1, 100) * g * g
        x = x - alpha * (m / (1 - F(9, 10) ** t)) / sqrt(v / (1 - F(99, 100) ** t))
        seen.append(x)
    return seen


false(
    "Adam with steps of at most 0.3 does not overshoot a parabola by more than 0.4",
    lambda alpha, curvature: at_least(min(adam_on_a_parabola(alpha, curvature, 12)), F(-2, 5)),
    product(reals(0, F(3, 10), open=True), reals(F(1, 10), 10)),
)


def momentum_radius(A, x, beta):
    """The distance after two steps of Nesterov's momentum with 1/L, from rest."""
    before = x
    for _ in range(3):
        y = x + beta * (x - before)
        before, x = x, y - A @ y
    return square(x)


false(
    "three accelerated steps with any momentum up to 1 go at most as far as three plain ones",
    lambda A, x, beta: at_most(momentum_radius(A, x, beta), momentum_radius(A, x, 0)),
    product(with_spectrum([1, 2], F(1, 10), 1), vectors(2), reals(0, 1)).where(
        lambda A, x, _: len(A) == len(x) and nonzero(x)
    ),
)

"""False sentences of probability, statistics and sampling, and theorems that hold with equality somewhere.

They were written from the documentation alone, before any of them was attacked.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product as tuples

import numpy as np
from hypothesis import strategies as st

from theorytest import (
    at_least,
    at_most,
    frames,
    from_strategy,
    laws,
    less_than,
    permutations,
    product,
    reals,
    same_size,
    simplex,
    vectors,
)
from theorytest.attacks.exact import exponential
from theorytest.attacks.sequences import sequences

F = Fraction
FALSE = {}
TRUE = {}


def false(name, relation, region):
    FALSE[name] = relation, region


def true(name, relation, region):
    TRUE[name] = relation, region


FRAMES = [(2, 1), (3, 1), (4, 1), (3, 2), (4, 2)]


def square(x):
    return x @ x


def leverage(factor):
    return lambda Q: at_least(max(square(row) for row in Q), factor * F(Q.shape[1], Q.shape[0]))


false("some leverage score is 4 % above d/n", leverage(F(104, 100)), frames(FRAMES))


true("some leverage score is at least d/n", leverage(1), frames(FRAMES))


def maximum(values, masses):
    """The law of the larger of two independent draws."""
    pairs = [
        (max(x, y), p * q) for x, p in zip(values, masses, strict=True) for y, q in zip(values, masses, strict=True)
    ]
    return [x for x, _ in pairs], [p for _, p in pairs]


def mean(values, masses):
    return sum(p * x for x, p in zip(values, masses, strict=True))


def variance(values, masses):
    return mean([x * x for x in values], masses) - mean(values, masses) ** 2


false(
    "the larger of two draws varies at most 1.1 times as much as one",
    lambda *X: at_most(variance(*maximum(*X)), F(11, 10) * variance(*X)),
    laws([2, 3]),
)


def absolute(factor):
    def relation(values, masses):
        m = mean(values, masses)
        return at_most(mean([abs(x - m) for x in values], masses) ** 2, factor**2 * variance(values, masses))

    return relation


false("E|X - EX| ≤ 0.97 σ", absolute(F(97, 100)), laws([1, 2, 3]))


true("E|X - EX| ≤ σ", absolute(1), laws([1, 2, 3]))


def samuelson(factor):
    def relation(x):
        n, m = len(x), sum(x) / len(x)
        return at_most((max(x) - m) ** 2, factor**2 * F(n - 1, n) * sum((each - m) ** 2 for each in x))

    return relation


false("Samuelson: max - mean ≤ 0.96 s √(n - 1)", samuelson(F(96, 100)), vectors(range(2, 7)))


true("Samuelson: max - mean ≤ s √(n - 1)", samuelson(1), vectors(range(2, 7)))


false(
    "χ²(p, r) ≤ 4 (χ²(p, q) + χ²(q, r))",
    lambda p, q, r: at_most(sum((p - r) ** 2 / r), 4 * (sum((p - q) ** 2 / q) + sum((q - r) ** 2 / r))),
    same_size(*[simplex([2, 3], positive=True)] * 3),
)


def nonzero(*arrays):
    return all(np.any(each != 0) for each in arrays)


false(
    "correlations of at least 0.7 with one variable give a correlation of at least 0",
    lambda x, _, z: at_least(x @ z, 0),
    product(vectors(3), vectors(3), vectors(3)).where(
        lambda x, y, z: (
            nonzero(x, y, z)
            and min(x @ y, y @ z) > 0
            and 100 * (x @ y) ** 2 >= 49 * square(x) * square(y)
            and 100 * (y @ z) ** 2 >= 49 * square(y) * square(z)
        )
    ),
)


false(
    "what is better in each of two groups is better in all (Simpson)",
    lambda c: at_least(F(int(c[0] + c[4]), int(c[1] + c[5])), F(int(c[2] + c[6]), int(c[3] + c[7]))),
    vectors(8, 1, 12, whole=True).where(
        lambda c: (
            all(c[k] <= c[k + 1] for k in (0, 2, 4, 6)) and c[0] * c[3] > c[2] * c[1] and c[4] * c[7] > c[6] * c[5]
        )
    ),
)


def beats(a, b):
    return sum(int(x > y) - int(x < y) for x in a for y in b)


false(
    "the order of dice is transitive",
    lambda a, _, c: at_least(beats(a, c), 0),
    product(*[vectors(3, 1, 9, whole=True)] * 3).where(lambda a, b, c: beats(a, b) > 0 and beats(b, c) > 0),
)


def median(x):
    return sorted(x)[len(x) // 2]


false(
    "the trimmed mean lies between mean and median",
    lambda x: at_most((sum(sorted(x)[1:-1]) / 3 - sum(x) / 5) * (sum(sorted(x)[1:-1]) / 3 - median(x)), 0),
    vectors(5),
)


false(
    "where the third central moment is positive, the mean is at least the median",
    lambda x: at_least(sum(x) / len(x), median(x)),
    vectors([1, 3, 5]).where(lambda x: sum((each - sum(x) / len(x)) ** 3 for each in x) > 0),
)


false(
    "Bernoulli variables are sub-Gaussian with their variance",
    lambda p, t: at_most(
        (1 - p) * exponential(np.array([[-t * p]]))[0, 0] + p * exponential(np.array([[t * (1 - p)]]))[0, 0],
        exponential(np.array([[t * t * p * (1 - p) / 2]]))[0, 0],
    ),
    product(reals(0, 1), reals(-4, 4)),
)


def strata(p, x, y):
    """Variances of two draws: one in each stratum, and two plain ones."""
    half = [F(1, 2)] * 2
    inside = p**2 * variance(x, half) + (1 - p) ** 2 * variance(y, half)
    return inside, variance([*x, *y], [p / 2, p / 2, (1 - p) / 2, (1 - p) / 2]) / 2


false(
    "one draw in each stratum is at least as good as two plain draws",
    lambda p, x, y: at_most(*strata(p, x, y)),
    product(reals(0, 1), vectors(2), vectors(2)),
)


false(
    "antithetic draws help for convex functions on four points",
    lambda f: at_most(sum((f - sum(f) / 4) * (f[::-1] - sum(f) / 4)), 0),
    vectors(4).where(lambda f: f[0] + f[2] >= 2 * f[1] and f[1] + f[3] >= 2 * f[2]),
)


def shrinking(factor):
    def relation(s):
        left = 1
        for each in s:
            left = left * (1 - each)
        return at_most(left * (1 + factor * sum(s)), 1)

    return relation


false("Π(1 - s_t) ≤ 1/(1 + 1.05 Σ s_t)", shrinking(F(105, 100)), vectors([1, 2, 3, 4], 0, 1))


true("Π(1 - s_t) ≤ 1/(1 + Σ s_t)", shrinking(1), vectors([1, 2, 3, 4], 0, 1))


false(
    "step sequences: (Σ s_t)² ≤ 11.5 Σ s_t² up to t = 12",
    lambda s: at_most(sum(s(t) for t in range(1, 13)) ** 2, F(23, 2) * sum(s(t) ** 2 for t in range(1, 13))),
    sequences(0, 1),
)


false(
    "different lists of whole numbers have different sums of squares",
    lambda x, y: less_than(0, abs(sum(a * a for a in x) - sum(b * b for b in y))),
    product(
        from_strategy(st.lists(st.integers(1, 9), min_size=2, max_size=3).map(sorted)),
        from_strategy(st.lists(st.integers(1, 9), min_size=2, max_size=3).map(sorted)),
    ).where(lambda x, y: x != y),
)


false(
    "two rows drawn by leverage are independent with probability 0.53, of three in the plane",
    lambda Q: at_least(
        1
        - sum(square(row) ** 2 for row in Q) / 4
        - sum(2 * square(a) * square(b) / 4 for k, a in enumerate(Q) for b in Q[:k] if a[0] * b[1] == a[1] * b[0]),
        F(53, 100),
    ),
    frames([(3, 2), (4, 2)]),
)


def doubly(p, sigmas):
    return sum(
        w * np.array([[int(s[i] == j) for j in range(len(s))] for i in range(len(s))])
        for w, s in zip(p, sigmas, strict=True)
    )


false(
    "doubly stochastic matrices have nonnegative real parts: x·Sx ≥ -0.9 |x|² for 3 states",
    lambda p, a, b, c, x: at_least(x @ doubly(p, [a, b, c]) @ x, -F(9, 10) * square(x)),
    product(simplex(3), permutations(3), permutations(3), permutations(3), vectors(3)),
)


def entropy(p):
    return -sum(x * np.log(x) for x in p if x > 0)


def marginal(p, keep, n):
    table = {}
    for mass, atom in zip(p, tuples((0, 1), repeat=n), strict=True):
        key = tuple(atom[k] for k in keep)
        table[key] = table.get(key, 0) + mass
    return entropy(table.values())


false(
    "conditioning does not increase mutual information",
    lambda p: at_most(
        marginal(p, [0, 2], 3) + marginal(p, [1, 2], 3) - marginal(p, [2], 3) - marginal(p, [0, 1, 2], 3),
        marginal(p, [0], 3) + marginal(p, [1], 3) - marginal(p, [0, 1], 3),
    ),
    simplex(8),
)


true(
    "conditional mutual information is not negative",
    lambda p: at_most(marginal(p, [2], 3) + marginal(p, [0, 1, 2], 3), marginal(p, [0, 2], 3) + marginal(p, [1, 2], 3)),
    simplex(8),
)


def ingleton(p):
    h = {
        keep: marginal(p, keep, 4)
        for size in (1, 2, 3)
        for keep in [k for k in tuples(range(4), repeat=size) if sorted(set(k)) == list(k)]
    }
    left = h[0,] + h[1,] + h[0, 1, 2] + h[0, 1, 3] + h[2, 3]
    return left, h[0, 1] + h[0, 2] + h[0, 3] + h[1, 2] + h[1, 3]


false("Ingleton's inequality holds for four bits", lambda p: at_most(*ingleton(p)), simplex(16))


def discoveries(q):
    """Benjamini and Hochberg at 1/2 with two true hypotheses; p-values in {1/4, 1/2, 1}, joint masses q."""
    return 1 - q[5] - q[7] - q[8]


def uniform(q):
    rows, columns = q.reshape(3, 3).sum(axis=1), q.reshape(3, 3).sum(axis=0)
    return all(m[0] <= F(1, 4) and m[0] + m[1] <= F(1, 2) for m in (rows, columns))


false(
    "Benjamini and Hochberg's procedure has its level under every dependence",
    lambda q: at_most(discoveries(q), F(1, 2)),
    simplex(9).where(uniform),
)


def median_variance(x, p):
    return sum(p[i] * p[j] * p[k] * sorted([x[i], x[j], x[k]])[1] ** 2 for i, j, k in tuples(range(len(x)), repeat=3))


false(
    "the median of three draws varies at most as much as their mean, for symmetric laws",
    lambda law: at_most(median_variance(*law), sum(law[0] ** 2 * law[1]) / 3),
    laws([1, 2]).map(lambda x, p: (np.array([*-x, *x]), np.array([*p / 2, *p / 2]))),
)


false(
    "the mean of a ratio is at most the ratio of means for positive X ≤ Y",
    lambda z, y, p: at_most(sum(p * z), sum(p * z * y) / sum(p * y)),
    same_size(vectors([1, 2, 3], 0, 1), vectors([1, 2, 3], F(1, 10), 10), simplex([1, 2, 3])),
)

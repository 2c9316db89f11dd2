"""False sentences about numbers, laws, sequences and discrete structures, as a paper might state them."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np

from theorytest import (
    at_least,
    at_most,
    integers,
    laws,
    less_than,
    matrices,
    permutations,
    positive,
    product,
    reals,
    same_size,
    simplex,
    vectors,
)
from theorytest.attacks.exact import determinant, eigenvalues, fractions
from theorytest.attacks.exact import sqrt as root

F = Fraction
FALSE = {}


def false(name, relation, region):
    FALSE[name] = relation, region


# Numbers
def relative_entropy(p, q):
    return p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))


inside = reals(0, 1, open=True)
false(
    "Pinsker, 3 % more",
    lambda p, q: at_least(relative_entropy(p, q), F(206, 100) * (p - q) ** 2),
    product(inside, inside),
)
false(
    "H(p) ≤ (4p(1 - p))^(3/4) in bits",
    lambda p: at_most((-p * np.log(p) - (1 - p) * np.log(1 - p)) / np.log(p * 0 + 2), (4 * p * (1 - p)) ** F(3, 4)),
    inside,
)
false("exp x ≤ 1 + x + 0.54 x² up to 1/4", lambda x: at_most(np.exp(x), 1 + x + F(54, 100) * x**2), reals(-1, F(1, 4)))
false(
    "sin x ≥ x - x³/6 + x⁵/119 on [0, 1/2]",
    lambda x: at_least(np.sin(x), x - x**3 / 6 + x**5 / 119),
    reals(0, F(1, 2), open=True),
)
false(
    "Bregman's three points, wrong sign",
    lambda x, y, z: at_least(D4(x, z), D4(x, y) + D4(y, z) - (4 * y**3 - 4 * z**3) * (x - y)),
    product(reals(), reals(), reals()),
)


def D4(x, y):
    return x**4 - y**4 - 4 * y**3 * (x - y)


def D(x, y):
    return x * np.log(x / y) - x + y


false(
    "the entropy's divergence is symmetric up to a factor 10",
    lambda x, y: at_most(D(x, y), 10 * D(y, x)),
    product(positive(), positive()),
)
false(
    "x^y + y^x ≥ 1.05 for positive x, y",
    lambda x, y: at_least(x**y + y**x, F(105, 100)),
    product(positive(1), positive(1)),
)
false(
    "Motzkin's form with 2 % more in the middle",
    lambda x, y, z: at_least(x**4 * y**2 + x**2 * y**4 + z**6, F(306, 100) * x**2 * y**2 * z**2),
    product(reals(), reals(), reals()),
)
false(
    "Schur's inequality of degree 1 with one coefficient 2 % off",
    lambda x, y, z: at_least(x**3 + y**3 + z**3 + F(49, 10) * x * y * z, (x + y) * (y + z) * (z + x)),
    product(reals(0), reals(0), reals(0)),
)
false("1/(x - 1/3)² ≥ 3 on [0, 1]", lambda x: at_least(1 / (x - F(1, 3)) ** 2, 3), reals(0, 1))
false("a pole: 1/x + 1/(1 - x) ≥ 4.1", lambda x: at_least(1 / x + 1 / (1 - x), F(41, 10)), reals(0, 1))
false(
    "Shapiro's cyclic sum for 14 numbers",
    lambda x: at_least(sum(x[i] / (x[(i + 1) % len(x)] + x[(i + 2) % len(x)]) for i in range(len(x))), F(len(x), 2)),
    vectors((3, 14), 0).where(lambda x: all(x[i] + x[(i + 1) % len(x)] > 0 for i in range(len(x))), "no two zeros"),
)

# Vectors and sums
false(
    "‖x‖₁‖x‖∞ ≤ (1 + √4)/2 ‖x‖₂², 4 % off",
    lambda x: at_most(np.sum(abs(x)) * np.max(abs(x)), F(96, 100) * F(3, 2) * (x @ x)),
    vectors(4),
)


def signs(n):
    return np.array(list(itertools.product((1, -1), repeat=n)))


false(
    "Khinchine, 3 % more",
    lambda a: at_least(np.sum(abs(signs(len(a)) @ a)) ** 2, F(53, 100) * F(4) ** len(a) * (a @ a)),
    vectors((1, 2, 3)),
)


def hilbert_with(factor):
    def relation(a):
        n = len(a)
        H = np.array([[F(1, i + j + 1) for j in range(n)] for i in range(n)])
        H = H if a.dtype == object else H.astype(float)
        return at_most(a @ H @ a, factor * (a @ a))

    return relation


false("Hilbert's matrix is at most 1.7", hilbert_with(F(17, 10)), vectors((1, 2, 4, 8, 12)))


def hardy(a):
    means = np.cumsum(a) / np.arange(1, len(a) + 1)
    return at_most(means @ means, 2 * (a @ a))


false("Hardy with 2 for 4", hardy, vectors((1, 2, 4, 8, 16), 0))


def unimodal(a):
    peak = int(np.argmax(a.astype(float)))
    return all(a[i] <= a[i + 1] for i in range(peak)) and all(a[i] >= a[i + 1] for i in range(peak, len(a) - 1))


def convolved_is_unimodal(a, b):
    c = (
        np.convolve(a, b)
        if a.dtype != object
        else np.array(
            [sum(a[i] * b[k - i] for i in range(len(a)) if 0 <= k - i < len(b)) for k in range(len(a) + len(b) - 1)]
        )
    )
    triples = itertools.combinations(range(len(c)), 3)
    dips = [min(c[i], c[k]) - c[j] for i, j, k in triples]
    return at_most(max(dips), 0)


false(
    "the convolution of unimodal sequences is unimodal",
    convolved_is_unimodal,
    same_size(*(vectors((3, 4, 5), 0, 1).where(unimodal, "unimodal"),) * 2),
)


def markov(c):
    x = np.array([F(k, 10) for k in range(-10, 11)])
    x = x if c.dtype == object else x.astype(float)
    p = c[0] + c[1] * x + c[2] * x**2 + c[3] * x**3
    return at_most(abs(c[1] + 2 * c[2] + 3 * c[3]), F(85, 10) * np.max(abs(p)))


false("Markov's |p'(1)| ≤ 9 max |p| for cubics, with 8.5", markov, vectors(4))


# Laws
def mean(v, p):
    return np.sum(v * p)


def moment(v, p, k):
    return np.sum((v - mean(v, p)) ** k * p)


false(
    "Pearson: kurtosis ≥ skewness² + 1.03",
    lambda v, p: at_least(moment(v, p, 4) * moment(v, p, 2), moment(v, p, 3) ** 2 + F(103, 100) * moment(v, p, 2) ** 3),
    laws((2, 3)),
)


def median_and_mean(v, p):
    order = np.argsort(v.astype(float), kind="stable")
    total, k = 0 * p[0], 0
    for k in order:
        total = total + p[k]
        if total >= F(1, 2):
            break
    return at_most((v[k] - mean(v, p)) ** 2, F(96, 100) * moment(v, p, 2))


false("median and mean are 0.98 deviations apart at most", median_and_mean, laws((2, 3)))
false(
    "Hoeffding's lemma, 3 % off",
    lambda s, p: at_most(p * np.exp(s * (1 - p)) + (1 - p) * np.exp(-s * p), np.exp(F(97, 800) * s * s)),
    product(reals(-5, 5), reals(0, 1)),
)
false(
    "Paley-Zygmund, 4 % more",
    lambda v, p: at_least(mean(v**2, p) * np.sum(p[v > mean(v, p) / 2]), F(26, 100) * mean(v, p) ** 2),
    laws((2, 3), 0, 100),
)
false(
    "FKG without log-supermodularity: almost",
    lambda p: at_least(p[3] * (p[0] + p[1] + p[2] + p[3]), (p[1] + p[3]) * (p[2] + p[3])),
    simplex(4).where(lambda p: p[0] * p[3] >= F(95, 100) * p[1] * p[2], "nearly log-supermodular"),
)
false(
    "Grüss, 3 % off",
    lambda v, w, p: at_most(mean(v * w, p) - mean(v, p) * mean(w, p), F(97, 400)),
    same_size(vectors((2, 3), 0, 1), vectors((2, 3), 0, 1), simplex((2, 3))),
)


def doubly_stochastic(weights):
    order = itertools.permutations(range(3))
    return sum(w * np.eye(3, dtype=int)[list(s)] for w, s in zip(weights, order, strict=True))


def permanent(A):
    return sum(math.prod(A[i, s[i]] for i in range(len(A))) for s in itertools.permutations(range(len(A))))


false(
    "van der Waerden, 3 % more",
    lambda A: at_least(permanent(A), F(103, 100) * F(2, 9)),
    simplex(6).map(doubly_stochastic),
)


def grunbaum_with(share):
    """A concave density on [0, 2] with values h at 0, 1, 2: the share right of its mean."""

    def relation(h):
        a, b, c = h
        total = (a + 2 * b + c) / 2
        m = (a / 6 + b / 3 + (b / 6 + c / 3 + (b + c) / 2)) / total
        height = b + (m - 1) * (c - b) if m >= 1 else a + m * (b - a)
        right = (height + c) / 2 * (2 - m) if m >= 1 else (height + b) / 2 * (1 - m) + (b + c) / 2
        return at_least(right, share * total)

    return relation


false(
    "Grünbaum in the plane with 0.457 for 4/9",
    grunbaum_with(F(457, 1000)),
    vectors(3, 0, 1).where(lambda h: 2 * h[1] >= h[0] + h[2] and h[1] > 0, "concave"),
)


# Discrete
def upper(n, x):
    A = np.zeros((n, n), dtype=int)
    A[np.triu_indices(n, 1)] = [int(each) for each in x]
    return A + A.T


def graphs(sizes):
    counts = {n * (n - 1) // 2: n for n in sizes}
    return vectors(list(counts), 0, 1, whole=True).map(lambda x: upper(counts[len(x)], x), "graphs")


def independence(A):
    n = len(A)
    subsets = (s for k in range(n, 0, -1) for s in itertools.combinations(range(n), k))
    return next((len(s) for s in subsets if not A[np.ix_(s, s)].any()), 0)


false(
    "Turán: α ≥ n/(1 + mean degree), 4 % more",
    lambda A: at_least(independence(A) * (len(A) + int(A.sum())), F(104, 100) * len(A) ** 2),
    graphs((2, 4, 5)),
)
false(
    "Mantel, 1 % off",
    lambda A: at_most(int(A.sum()) * 2, F(99, 100) * len(A) ** 2),
    graphs((5, 6)).where(lambda A: np.trace(A @ A @ A) == 0, "no triangle"),
)
false(
    "graphs: λ₁ ≤ √(2m(n - 1)/n), 5 % off",
    lambda A: at_most(eigenvalues(fractions(A))[-1] ** 2, F(90, 100) * int(A.sum()) * F(len(A) - 1, len(A))),
    graphs((3, 4, 5)),
)
false("every permutation of 7 has a monotone subsequence of 4", lambda s: at_least(longest(s), 4), permutations(7))


def longest(s):
    ups, downs = [1] * len(s), [1] * len(s)
    for i in range(len(s)):
        for j in range(i):
            if s[j] < s[i]:
                ups[i] = max(ups[i], ups[j] + 1)
            else:
                downs[i] = max(downs[i], downs[j] + 1)
    return max(*ups, *downs)


def inversions(s):
    return sum(int(s[i] > s[j]) for j in range(len(s)) for i in range(j))


false(
    "Σ|σ(i) - i| ≤ 1.9 inversions",
    lambda s: at_most(10 * int(np.sum(abs(s - np.arange(len(s))))), 19 * inversions(s)),
    permutations((2, 3, 8)).where(lambda s: inversions(s) >= len(s) // 2, "n/2 inversions"),
)
false(
    "Spearman's footrule is at most 0.49 n²",
    lambda s: at_most(100 * int(np.sum(abs(s - np.arange(len(s))))), 49 * len(s) ** 2),
    permutations((8,)),
)
false(
    "determinants of ±1 matrices are at most 2ⁿ⁻¹",
    lambda A: at_most(determinant(2 * A - 1), 2 ** (len(A) - 1)),
    matrices([1, 2, 3, 4], 0, 1, whole=True),
)
false(
    "0-1 matrices: determinants of at most 4 in order 6",
    lambda A: at_most(determinant(A), 4 + 0 * A[0, 0]),
    matrices([6], 0, 1, whole=True),
)
false(
    "n² + n + 41 is prime",
    lambda n: less_than(sum((n * n + n + 41) % k == 0 for k in range(2, 60) if k < n * n + n + 41), 1),
    integers(0, 100),
)
false(
    "the harmonic numbers stay below 7", lambda n: less_than(sum(F(1, k) for k in range(1, n + 1)), 7), integers(1, 800)
)
false("Collatz orbits from below 800 stay below 243,000", lambda n: at_most(highest(n), 9000 * 27), integers(1, 800))


def highest(n):
    top = n
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        top = max(top, n)
    return top


false(
    "no right triangle with whole sides has circumference 840",
    lambda a, b: at_least(abs(a * a + b * b - (840 - a - b) ** 2), 1),
    product(integers(1, 300), integers(1, 400)),
)
false(
    "Heilbronn: 5 points in the square span a triangle of at most 0.185",
    lambda x: at_most(
        min(
            abs(area(x[2 * i : 2 * i + 2], x[2 * j : 2 * j + 2], x[2 * k : 2 * k + 2]))
            for i, j, k in itertools.combinations(range(5), 3)
        ),
        F(185, 1000),
    ),
    vectors(10, 0, 1),
)


def area(a, b, c):
    return ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2


false(
    "the norms of ℓ^p: ‖x + y‖_{2/3} ≤ ‖x‖ + ‖y‖",
    lambda x, y: at_most(np.sum(root(abs(x + y)) ** 3), np.sum(root(abs(x)) ** 3) + np.sum(root(abs(y)) ** 3)),
    same_size(vectors((1, 2)), vectors((1, 2))),
)

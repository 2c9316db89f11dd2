"""Inequalities between numbers that are theorems, one line each.

Constants are exact, so that whatever floats suspect can be settled.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from theorytest import at_least, at_most, equal, integers, positive, product, reals, same_size, vectors

F = Fraction
SIZES = (1, 2, 3)


def two(n=SIZES, **words):
    return same_size(vectors(n, **words), vectors(n, **words))


def nonnegative(n=SIZES):
    return vectors(n, 0)


THEOREMS = {}


def theorem(name, relation, region):
    THEOREMS[name] = relation, region


# Two numbers
theorem("2ab ≤ a² + b²", lambda a, b: at_most(2 * a * b, a * a + b * b), product(reals(), reals()))
theorem("4ab ≤ (a + b)²", lambda a, b: at_most(4 * a * b, (a + b) ** 2), product(reals(), reals()))
theorem("(a + b)² ≤ 2a² + 2b²", lambda a, b: at_most((a + b) ** 2, 2 * a**2 + 2 * b**2), product(reals(), reals()))
for k in range(1, 9):
    theorem(
        f"Young with ε = {k}/4",
        lambda a, b, k=k: at_most(8 * k * a * b, k**2 * a**2 + 16 * b**2),
        product(reals(), reals()),
    )
for p, q in ((2, 1), (3, 1), (1, 2), (3, 2), (2, 3), (4, 1)):
    theorem(
        f"weighted AM-GM, exponents {p} and {q}",
        lambda a, b, p=p, q=q: at_most((p + q) ** (p + q) * a**p * b**q, (p * a + q * b) ** (p + q)),
        product(reals(0), reals(0)),
    )
for n in range(1, 13):
    theorem(f"Bernoulli, n = {n}", lambda x, n=n: at_least((1 + x) ** n, 1 + n * x), reals(-1))
for n in (2, 4, 6, 8):
    theorem(
        f"convexity of x^{n}",
        lambda a, b, n=n: at_most((a + b) ** n, 2 ** (n - 1) * (a**n + b**n)),
        product(reals(), reals()),
    )
for n in (1, 3, 5, 7):
    theorem(f"x^{n} is increasing", lambda a, b, n=n: at_least((a - b) * (a**n - b**n), 0), product(reals(), reals()))
theorem("a/b + b/a ≥ 2", lambda a, b: at_least(a / b + b / a, 2), product(positive(), positive()))
theorem("1 + x ≤ exp x", lambda x: at_most(1 + x, np.exp(x)), reals(-20, 20))
theorem("log x ≤ x - 1", lambda x: at_most(np.log(x), x - 1), positive())
theorem("2x/(2 + x) ≤ log(1 + x)", lambda x: at_most(2 * x / (2 + x), np.log1p(x)), reals(0))
theorem("tanh x ≤ x", lambda x: at_most(np.tanh(x), x), reals(0))
theorem("x - x³/6 ≤ sin x", lambda x: at_most(x - x**3 / 6, np.sin(x)), reals(0, 100))
theorem("cos x ≥ 1 - x²/2", lambda x: at_least(np.cos(x), 1 - x**2 / 2), reals())
theorem("x exp(-x) ≤ 1/e", lambda x: at_most(x * np.exp(1 - x), 1), reals(0, 50))
theorem("reverse triangle", lambda a, b: at_most(abs(abs(a) - abs(b)), abs(a - b)), product(reals(), reals()))
theorem(
    "Nesbitt",
    lambda a, b, c: at_least(a / (b + c) + b / (a + c) + c / (a + b), F(3, 2)),
    product(positive(), positive(), positive()),
)
theorem(
    "Schur",
    lambda a, b, c: at_least(a * (a - b) * (a - c) + b * (b - a) * (b - c) + c * (c - a) * (c - b), 0),
    product(reals(0), reals(0), reals(0)),
)
theorem("Motzkin", lambda x, y: at_least(x**4 * y**2 + x**2 * y**4 + 1, 3 * x**2 * y**2), product(reals(), reals()))
theorem("ab + bc + ca ≤ a² + b² + c²", lambda x: at_most(x[0] * x[1] + x[1] * x[2] + x[0] * x[2], x @ x), vectors(3))

# Numbers that grow
theorem("Bernoulli for all n", lambda x, n: at_least((1 + x) ** n, 1 + n * x), product(reals(-1, 3), integers(0, 12)))
theorem(
    "the geometric sum",
    lambda x, n: at_least(n * (1 + x ** (2 * n)), 2 * sum(x ** (2 * k + 1) for k in range(n))),
    product(reals(0, 3), integers(1, 6)),
)
theorem("sum of squares", lambda n: equal(6 * sum(k * k for k in range(n + 1)), n * (n + 1) * (2 * n + 1)), integers(0))
theorem("2ⁿ > n", lambda n: at_least(2**n, n + 1), integers(0, 60))
theorem("n! ≥ 2^{n-1}", lambda n: at_least(np.prod([*range(1, n + 1)], dtype=object), 2 ** (n - 1)), integers(1, 40))

# Polynomials that are sums of squares, weighted sums and means: theorems in one parameter more
for k in range(1, 11):
    theorem(f"(a - {k}b)² ≥ 0", lambda a, b, k=k: at_most(2 * k * a * b, a**2 + k**2 * b**2), product(reals(), reals()))
    theorem(
        f"convex combinations, {k}/11",
        lambda a, b, k=k: at_most((k * a + (11 - k) * b) ** 2, 11 * k * a**2 + 11 * (11 - k) * b**2),
        product(reals(), reals()),
    )
    theorem(
        f"strong convexity, {k}/11",
        lambda x, y, k=k: equal(
            np.sum((k * x + (11 - k) * y) ** 2) + k * (11 - k) * np.sum((x - y) ** 2),
            11 * (k * (x @ x) + (11 - k) * (y @ y)),
        ),
        two((1, 2)),
    )
    theorem(f"x^{k} on [0, 1]", lambda x, k=k: at_most(x ** (k + 1), x**k), reals(0, 1))
    theorem(
        f"the mean value of x^{k}",
        lambda a, b, k=k: at_least(b ** (k + 1) - a ** (k + 1), (k + 1) * a**k * (b - a)),
        product(reals(0), reals(0)),
    )

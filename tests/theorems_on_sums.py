"""Inequalities between sums and between means that are theorems, one line each.

Constants are exact, so that whatever floats suspect can be settled.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from theorytest import at_least, at_most, equal, laws, product, reals, same_size, simplex, vectors

F = Fraction
SIZES = (1, 2, 3)


def two(n=SIZES, **words):
    return same_size(vectors(n, **words), vectors(n, **words))


def nonnegative(n=SIZES):
    return vectors(n, 0)


THEOREMS = {}


def theorem(name, relation, region):
    THEOREMS[name] = relation, region


# Sums
theorem("Cauchy-Schwarz", lambda x, y: at_most((x @ y) ** 2, (x @ x) * (y @ y)), two())
theorem("Minkowski in ℓ²", lambda x, y: at_most(np.sqrt((x + y) @ (x + y)), np.sqrt(x @ x) + np.sqrt(y @ y)), two())
theorem("parallelogram", lambda x, y: equal((x + y) @ (x + y) + (x - y) @ (x - y), 2 * (x @ x) + 2 * (y @ y)), two())
theorem("triangle in ℓ¹", lambda x, y: at_most(np.sum(abs(x + y)), np.sum(abs(x)) + np.sum(abs(y))), two())
theorem("triangle in ℓ∞", lambda x, y: at_most(max(abs(x + y)), max(abs(x)) + max(abs(y))), two())
theorem("ℓ² ≤ ℓ¹", lambda x: at_most(x @ x, np.sum(abs(x)) ** 2), vectors(SIZES))
theorem("ℓ¹ ≤ √n ℓ²", lambda x: at_most(np.sum(abs(x)) ** 2, len(x) * (x @ x)), vectors(SIZES))
theorem("Hölder ∞, 1", lambda x, y: at_most(abs(x @ y), max(abs(x)) * np.sum(abs(y))), two())
for p, q in ((2, 2), (3, 1), (1, 3), (4, 2)):
    theorem(
        f"Hölder for three factors, {p} and {q}",
        lambda x, y, p=p, q=q: at_most(
            np.sum(x**p * y**q) ** (p + q), np.sum(x ** (p + q)) ** p * np.sum(y ** (p + q)) ** q
        ),
        two(low=0),
    )
for n in (2, 3, 4):
    theorem(f"AM-GM of {n} numbers", lambda x, n=n: at_most(n**n * np.prod(x), np.sum(x) ** n), nonnegative(n))
    theorem(
        f"GM-HM of {n} numbers",
        lambda x, n=n: at_least(np.prod(x) * np.sum(1 / x) ** n, n**n),
        vectors(n, 0, open=True, log=True),
    )
    theorem(
        f"AM-HM of {n} numbers",
        lambda x, n=n: at_least(np.sum(x) * np.sum(1 / x), n * n),
        vectors(n, 0, open=True, log=True),
    )
    theorem(
        f"Maclaurin, {n} numbers",
        lambda x, n=n: at_most(2 * n * sum(x[i] * x[j] for i in range(n) for j in range(i)), (n - 1) * np.sum(x) ** 2),
        nonnegative(n),
    )
for p in (1, 2, 3):
    for q in (p + 1, p + 2):
        theorem(
            f"power means {p} ≤ {q}",
            lambda x, p=p, q=q: at_most(np.sum(x**p) ** q, len(x) ** (q - p) * np.sum(x**q) ** p),
            nonnegative(),
        )
theorem(
    "Chebyshev's sum",
    lambda x, y: at_most(np.sum(np.sort(x)) * np.sum(np.sort(y)), len(x) * np.sum(np.sort(x) * np.sort(y))),
    two(),
)
theorem("rearrangement", lambda x, y: at_most(x @ y, np.sort(x) @ np.sort(y)), two())
theorem("rearrangement below", lambda x, y: at_least(x @ y, np.sort(x)[::-1] @ np.sort(y)), two())
theorem(
    "Radon",
    lambda x, y: at_least(np.sum(x**2 / y) * np.sum(y), np.sum(x) ** 2),
    same_size(vectors(SIZES), vectors(SIZES, 0, open=True, log=True)),
)
theorem("Aczél", lambda x, y: at_least((1 - x * y) ** 2, (1 - x**2) * (1 - y**2)), product(reals(-1, 1), reals(-1, 1)))
theorem("Weierstrass product", lambda x: at_least(np.prod(1 - x), 1 - np.sum(x)), vectors(SIZES, 0, 1))
theorem("Weierstrass product above", lambda x: at_least(np.prod(1 + x), 1 + np.sum(x)), nonnegative())
theorem(
    "Samuelson",
    lambda x: at_most((len(x) * x[0] - np.sum(x)) ** 2, (len(x) - 1) * (len(x) * (x @ x) - np.sum(x) ** 2)),
    vectors((2, 3, 4)),
)
theorem(
    "Popoviciu",
    lambda x: at_most(4 * (len(x) * (x @ x) - np.sum(x) ** 2), len(x) ** 2 * (max(x) - min(x)) ** 2),
    vectors((2, 3, 4)),
)
theorem(
    "Bhatia-Davis",
    lambda x: at_most(len(x) * (x @ x) - np.sum(x) ** 2, (len(x) * max(x) - np.sum(x)) * (np.sum(x) - len(x) * min(x))),
    vectors((2, 3, 4)),
)
theorem(
    "Hardy, finite",
    lambda x: at_most(np.sum((np.cumsum(x) / np.arange(1, len(x) + 1)) ** 2), 4 * (x @ x)),
    nonnegative(),
)
theorem(
    "Hilbert, finite",
    lambda x: at_most(
        sum(x[i] * x[j] * F(1, i + j + 1) for i in range(len(x)) for j in range(len(x))), F(22, 7) * (x @ x)
    ),
    nonnegative(),
)
theorem(
    "discrete Wirtinger, n = 2",
    lambda x: at_most(np.sum(x**2), sum((x[i] - x[i - 1]) ** 2 for i in range(3)) / 3 + np.sum(x) ** 2 / 3),
    vectors(3),
)

# Laws
for n in (1, 2, 3):
    theorem(
        f"Jensen for x^{2 * n}",
        lambda x, p, n=n: at_most(np.sum(p * x) ** (2 * n), np.sum(p * x ** (2 * n))),
        laws(SIZES),
    )
theorem("Jensen for exp", lambda x, p: at_most(np.exp(np.sum(p * x)), np.sum(p * np.exp(x))), laws(SIZES, -5, 5))
theorem("Jensen for √", lambda x, p: at_least(np.sqrt(np.sum(p * x)), np.sum(p * np.sqrt(x))), laws(SIZES, 0))
theorem(
    "Jensen for 1/x",
    lambda x, p: at_most(1, np.sum(p * x) * np.sum(p / x)),
    same_size(vectors(SIZES, 0, open=True, log=True), simplex(SIZES)),
)
theorem("Jensen for |x|", lambda x, p: at_most(abs(np.sum(p * x)), np.sum(p * abs(x))), laws(SIZES))
theorem("Lyapunov", lambda x, p: at_most(np.sum(p * x**2) ** 2, np.sum(p * x) * np.sum(p * x**3)), laws(SIZES, 0))
theorem("variance on [0, 1]", lambda x, p: at_most(np.sum(p * x**2) - np.sum(p * x) ** 2, F(1, 4)), laws(SIZES, 0, 1))
theorem(
    "Bhatia-Davis for laws",
    lambda x, p: at_most(np.sum(p * x**2) - np.sum(p * x) ** 2, (1 - np.sum(p * x)) * np.sum(p * x)),
    laws(SIZES, 0, 1),
)
for t in (1, 2, 5):
    theorem(f"Markov at {t}", lambda x, p, t=t: at_most(t * np.sum(p * (x >= t)), np.sum(p * x)), laws(SIZES, 0))
    theorem(
        f"Chebyshev at {t}",
        lambda x, p, t=t: at_most(
            t**2 * np.sum(p * ((x - np.sum(p * x)) ** 2 >= t**2)), np.sum(p * (x - np.sum(p * x)) ** 2)
        ),
        laws(SIZES),
    )
    theorem(
        f"Cantelli at {t}",
        lambda x, p, t=t: at_most(
            np.sum(p * (x - np.sum(p * x) >= t)) * (np.sum(p * (x - np.sum(p * x)) ** 2) + t**2),
            np.sum(p * (x - np.sum(p * x)) ** 2),
        ),
        laws(SIZES),
    )
theorem(
    "Paley-Zygmund, θ = 0",
    lambda x, p: at_least(np.sum(p * (x > 0)) * np.sum(p * x**2), np.sum(p * x) ** 2),
    laws(SIZES, 0),
)
theorem(
    "covariance of increasing functions",
    lambda x, p: at_least(np.sum(p * x * x**3), np.sum(p * x) * np.sum(p * x**3)),
    laws(SIZES),
)
theorem(
    "Pinsker's weaker form",
    lambda p, q: at_most(np.sum(abs(p - q)) ** 2, 4 * np.sum((p - q) ** 2 / q)),
    same_size(simplex(SIZES), simplex(SIZES, positive=True)),
)
theorem("χ² ≥ 0", lambda p, q: at_least(np.sum(p**2 / q), 1), same_size(simplex(SIZES), simplex(SIZES, positive=True)))
theorem("collision probability", lambda p: at_least(len(p) * np.sum(p**2), 1), simplex(SIZES))
theorem("Hellinger", lambda p, q: at_most(np.sum(np.sqrt(p * q)), 1), same_size(simplex(SIZES), simplex(SIZES)))
theorem("total variation", lambda p, q: at_most(np.sum(abs(p - q)), 2), same_size(simplex(SIZES), simplex(SIZES)))

"""False sentences about methods of optimisation, as a paper might state them: rates, steps and momenta a little off."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from theorytest import at_least, at_most, product, reals, same_size, vectors, with_spectrum
from theorytest.attacks.losses import descending, piecewise

F = Fraction
FALSE = {}


def false(name, relation, region):
    FALSE[name] = relation, region


def nonzero(_, x):
    return np.any(x != 0)


def quadratic(low, high, sizes=(1, 2, 3)):
    """Matrices with the spectrum in [low, high], and a start."""
    return same_size(with_spectrum(sizes, low, high), vectors(sizes)).where(nonzero, "x ≠ 0")


def distance(x):
    return x @ x


false(
    "gradient descent with 2/(L + μ) contracts by 0.97 (κ - 1)/(κ + 1)",
    lambda A, x: at_most(distance(x - F(2, 11) * A @ x), (F(97, 100) * F(9, 11)) ** 2 * distance(x)),
    quadratic(1, 10),
)
false(
    "gradient descent is monotone for s ≤ 2.05/L",
    lambda A, x, s: at_most((x - s * A @ x) @ A @ (x - s * A @ x), x @ A @ x),
    product(with_spectrum(2, 0, 1), vectors(2), reals(0, F(205, 100))),
)
false(
    "f(x₃) ≤ 0.96 L|x₀|²/14 for gradient descent on convex functions",
    lambda f, x: at_most(f(descending(f, x, [1, 1, 1])), F(96, 100) * x**2 / 14),
    product(piecewise((1, 2, 3), 0, 1), reals()),
)


def accelerated(A, x, T, momentum):
    before, y, values = x, x, [x @ A @ x]
    for _ in range(T):
        now = y - A @ y
        before, y = now, now + momentum * (now - before)
        values.append(now @ A @ now)
    return values


false(
    "Nesterov's method is monotone on quadratics",
    lambda A, x: at_most(np.array(accelerated(A, x, 12, F(1, 2))[1:]), np.array(accelerated(A, x, 12, F(1, 2))[:-1])),
    quadratic(F(1, 9), 1, (1, 2)),
)
false(
    "Nesterov's method with κ = 9 gains (1 - 1/3)^t·0.75",
    lambda A, x: at_most(accelerated(A, x, 6, F(1, 2))[-1], F(3, 4) * F(2, 3) ** 6 * (x @ A @ x)),
    quadratic(F(1, 9), 1, (1, 2)),
)


def polyak(f, x):
    g = f.gradient(x)
    return at_most((x - f(x) / g) ** 2, x**2 - F(29, 10) * f(x) ** 2 / g**2)


false("Polyak's step gains 2.9 f²/g² on convex functions", polyak, product(piecewise((1, 2, 3), 0, 1), reals()))


def barzilai_borwein(A, x):
    values, y = [x @ A @ x], x - A @ x / 10
    for _ in range(3):
        values.append(y @ A @ y)
        s = y - x
        x, y = y, y - (s @ s) / (s @ A @ s) * (A @ y)
    return at_most(np.array(values[1:]), np.array(values[:-1]))


false("Barzilai and Borwein's step is monotone", barzilai_borwein, quadratic(1, 10, (2, 3)))


def newton(x):
    return at_most(abs(x - np.tanh(x) * np.cosh(x) ** 2), abs(x))


false("Newton's method approaches 0 for log cosh", newton, reals(-F(11, 10), F(11, 10)))


def descent_ascent(x, y, s):
    return at_most((x - s * y) ** 2 + (y + s * x) ** 2, x**2 + y**2)


false("descent and ascent at once do not diverge on xy", descent_ascent, product(reals(), reals(), reals(0, F(1, 100))))


def soft(x, t):
    return x - t if x > t else x + t if x < -t else 0 * x


def composed(x, y, t):
    """prox of ½(u - y)² + t|u| at x, against one prox after the other."""
    return at_most(abs(soft((x + y) / 2, t / 2) - soft((x + y) / 2, t)), 0)


false("the prox of a sum is the composition", composed, product(reals(), reals(), reals(0, 1)))


def projected(a, b, x):
    """Onto two lines through 0 one after the other, against their intersection {0}."""
    y = (a @ x) / (a @ a) * a
    z = (b @ y) / (b @ b) * b
    return at_most(distance(z), F(98, 100) * distance(x))


false(
    "two projections contract by 0.98",
    projected,
    same_size(vectors(2), vectors(2), vectors(2)).where(
        lambda a, b, x: a @ a > 0 and b @ b > 0 and x @ x > 0, "nonzero"
    ),
)


def momentum(f, x):
    before, now = x, x
    for _ in range(20):
        before, now = now, now - f.gradient(now) + F(9, 10) * (now - before)
    return at_most(now**2, x**2)


false(
    "heavy ball with step 1/L and momentum 0.9 does not go farther than its start",
    momentum,
    product(piecewise((1, 2, 3), F(1, 10), 1), reals()),
)


def sign_descent(A, x):
    y = x - np.sign((A @ x).astype(float)).astype(int) * F(1, 100) if x.dtype == object else x - np.sign(A @ x) / 100
    return at_most(y @ A @ y, x @ A @ x)


false(
    "sign descent with step 1/100 is monotone away from 0.005",
    sign_descent,
    same_size(with_spectrum((1, 2), 1, 10), vectors((1, 2))).where(
        lambda _, x: np.all(abs(x) >= F(5, 1000)), "|xᵢ| ≥ 0.005"
    ),
)


def cocoercive_with(factor):
    def relation(f, x, y):
        g = f.gradient(x) - f.gradient(y)
        return at_least(g * (x - y), factor * g * g)

    return relation


false("cocoercivity with 1.02/L", cocoercive_with(F(102, 100)), product(piecewise((1, 2), 0, 1), reals(), reals()))


def interpolation_with(factor):
    """For smooth strongly convex functions, μ = 1/10 and L = 1 [Taylor, Hendrickx, Glineur 2017]."""

    def relation(f, x, y):
        g, h, mu = f.gradient(x), f.gradient(y), F(1, 10)
        extra = (g - h) ** 2 + mu * (x - y) ** 2 - 2 * mu * (h - g) * (y - x)
        return at_least(f(x), f(y) + h * (x - y) + factor * extra / (2 * (1 - mu)))

    return relation


false(
    "the interpolation condition of smooth strongly convex functions, 4 % more",
    interpolation_with(F(104, 100)),
    product(piecewise((1, 2, 3), F(1, 10), 1), reals(), reals()),
)


def sums_of_steps(steps):
    T = len(steps)
    return at_most(np.sum(steps**2 / np.arange(1, T + 1)), F(16, 10) * np.max(steps**2))


false("Σ s_t²/t ≤ 1.6 max s_t²", sums_of_steps, vectors((1, 2, 3, 4), 0))


def contraction_of_average(a, b, t):
    """Averages of contractions x ↦ ax and x ↦ bx contract by their geometric mean."""
    return at_most((t * a + (1 - t) * b) ** 2, a * b)


false(
    "averaged contractions contract by the geometric mean",
    contraction_of_average,
    product(reals(0, 1), reals(0, 1), reals(0, 1)),
)
false(
    "strong convexity gives f(x) - f* ≤ g²/(2.1 μ)",
    lambda f, x: at_most(f(x), f.gradient(x) ** 2 / F(21, 10)),
    product(piecewise((1, 2, 3), 1, 10), reals()),
)
false(
    "the descent lemma with 0.49 L",
    lambda f, x, y: at_most(f(y), f(x) + f.gradient(x) * (y - x) + F(49, 100) * (y - x) ** 2),
    product(piecewise((1, 2), 0, 1), reals(), reals()),
)

r"""Section 1: bounds of the generalisation error that hold for a whole class need compactness and decay slowly.

Constants on two points of mass 1/2 with the targets ±1: L(v) = (v² + 1)/2 and the empirical risk of n points with mean
ȳ is L_n(v) = L(v) - v ȳ, so that sup_{|v| ≤ r} |L_n(v) - L(v)| = r |ȳ|, and the empirical minimiser is ȳ.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import sympy

from theorytest import Hypothesis, at_least, at_most, claim, equal, family

even = Hypothesis("n is even", lambda n: n % 2 == 0)


def law(n):
    """The values of ȳ and their probabilities."""
    return [(Fraction(2 * k - n, n), Fraction(comb(n, k), 2**n)) for k in range(n + 1)]


def uniform_error(ys, radius):
    """sup over |v| ≤ r of |L_n(v) - L(v)|, from the two risks at both ends: the difference is linear in v."""
    ends = (Fraction(radius), -Fraction(radius))
    return max(abs(sum((v - y) ** 2 for y in ys) / (2 * len(ys)) - (v**2 + 1) / 2) for v in ends)


@claim(
    "x:sec1-bounds-need-compactness",
    kind="remark",
    says="Rigorous bounds of the generalisation error usually require a compact class, and decay very slowly with the "
    "sample size.",
    formula=r"\tfrac{r}{\sqrt{2n}} \le \mathbb{E}\sup_{|v|\le r}|\mathcal{L}_n(v)-\mathcal{L}(v)| \le "
    r"r\sqrt{\tfrac{2}{\pi n}}, \qquad \mathbb{E}\,\mathcal{L}(\bar y)-\mathcal{L}_{\min} = \tfrac1{2n}",
    forall={"n": family((1, 2, 3, 10, 100, 1000), "positive integers")},
    given=[even],
    reading="What bounds `usually` need is not a computation. One case is computed: constants, |v| ≤ r, targets ±1. "
    "The uniform error then grows with r and decays like 1/√n, the excess of the empirical minimiser like 1/n.",
    mutants={
        "a decay like 1/n": {"power": 2},
        "a minimiser as slow as the bound": {"excess": lambda n: Fraction(1, 2 * sympy.ceiling(sympy.sqrt(n)))},
        "no growth with the radius": {"radius": lambda _: 1},
    },
)
def uniform_bounds_need_compactness(n, *, power=1, radius=lambda r: r, excess=lambda n: Fraction(1, 2 * n)):
    """In squares: 1/2 ≤ n (E|ȳ|)² ≤ 2/π, exact in every even n; odd n are above, 1 for n = 1."""
    mean = sum(p * abs(y) for y, p in law(n))
    square = sympy.Rational(n) ** power * sympy.Rational(mean.numerator, mean.denominator) ** 2
    yield at_least(square, sympy.Rational(1, 2), "below", symbol="n (E|ȳ|)²")
    yield at_most(square, 2 / sympy.pi, "above", symbol="n (E|ȳ|)²")
    yield equal(sum(p * y**2 for y, p in law(n)) / 2, excess(n), "minimiser", symbol="the mean excess")
    sample, r = (1,) * (n // 2 + 1) + (-1,) * (n // 2 - 1), 10**6
    yield equal(uniform_error(sample, radius(r)), Fraction(2 * r, n), "radius 10⁶", symbol="the uniform error")

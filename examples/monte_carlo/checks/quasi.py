"""Section 2: quasi-Monte Carlo and multilevel Monte Carlo."""

import math
from fractions import Fraction as F
from itertools import pairwise

from theorytest import at_most, claim, equal, family, integers, vectors


def van_der_corput(n):
    """The first n points in base 2, exactly."""
    points = []
    for k in range(n):
        x, scale = F(0), F(1, 2)
        while k:
            x, k, scale = x + scale * (k % 2), k // 2, scale / 2
        points.append(x)
    return points


def star_discrepancy(points):
    """sup |#{x_i < t}/n - t|, by its formula for sorted points."""
    n = len(points)
    return max(max(F(i + 1, n) - x, x - F(i, n)) for i, x in enumerate(sorted(points)))


COUNTS = family([1, 2, 3, 8, 100], "numbers of points", search=integers(1, 60))


@claim(
    "thm:discrepancy",
    says="The star discrepancy of n points in [0, 1] is at least 1/(2n).",
    formula=r"D_n^* \ge \tfrac{1}{2n}",
    forall={
        "x": family(
            {"1/2": (F(1, 2),), "1/4 and 3/4": (F(1, 4), F(3, 4))},
            "points in [0, 1]",
            search=vectors([1, 2, 3], 0, 1).map(tuple),
        )
    },
    mutants={"one per cent more": {"factor": F(101, 100)}},
    tight="attained by the midpoints (2i − 1)/(2n)",
)
def least_discrepancy(points, *, factor=1):
    return at_most(factor * F(1, 2 * len(points)), star_discrepancy(points))


@claim(
    "thm:van-der-corput",
    says="The star discrepancy of n points of van der Corput is at most (log₂ n/3 + 1)/n.",
    formula=r"D_n^* \le \tfrac1n\bigl(\tfrac{\log_2n}{3}+1\bigr)",
    forall={"n": COUNTS},
    mutants={"0.99 for 1": {"one": 0.99}},
    tight="attained for n = 1",
)
def discrepancy_of_van_der_corput(n, *, one=1):
    return at_most(float(star_discrepancy(van_der_corput(n))), (math.log2(n) / 3 + one) / n)


@claim(
    "thm:koksma",
    says="The error of the mean over n points is at most the variation of f times the star discrepancy.",
    formula=r"\bigl|\tfrac1n\textstyle\sum f(x_i)-\int f\bigr| \le V(f)\,D_n^*",
    forall={
        "x": family(
            {"0": (F(0),), "1/4 and 3/4": (F(1, 4), F(3, 4))},
            "points in [0, 1]",
            search=vectors([1, 2, 3], 0, 1).map(tuple),
        ),
        "f": family(
            {"x": (F(0), F(1)), "x²": (F(0), F(0), F(1)), "1 − x": (F(1), F(-1))},
            "polynomials of degree two at most with monotone values",
            search=vectors(3, 0, 4).map(tuple),
        ),
    },
    mutants={"49 per cent of it": {"factor": F(49, 100)}},  # 0 and x use one half of the bound
    reading="for polynomials with nonnegative coefficients, and 1 − x, whose variation is |f(1) − f(0)|",
)
def koksma(points, coefficients, *, factor=1):
    def f(x):
        return sum(c * x**k for k, c in enumerate(coefficients))

    integral = sum(c / F(k + 1) for k, c in enumerate(coefficients))
    error = abs(sum(f(x) for x in points) / len(points) - integral)
    return at_most(error, factor * abs(f(1) - f(0)) * star_discrepancy(points))


@claim(
    "thm:lattice",
    says="The n midpoints integrate cos(2πkx) exactly unless n divides k, and then the value is ±1.",
    formula=r"\tfrac1n\textstyle\sum_{i<n}\cos\bigl(2\pi k\tfrac{2i+1}{2n}\bigr) \in \{0,\pm1\}",
    forall={
        "n": family([1, 2, 5], "numbers of points", search=integers(1, 12)),
        "k": family([1, 2, 5], "frequencies", search=integers(1, 12)),
    },
    mutants={"never": {"alias": False}},
)
def midpoints(n, k, *, alias=True):
    found = sum(math.cos(2 * math.pi * k * (2 * i + 1) / (2 * n)) for i in range(n)) / n
    expected = ((-1) ** (k // n) if k % n == 0 else 0) if alias else 0
    return equal(found, expected, digits=10, scale=1.0)


LEVELS = family(
    {"1, 1/4": ((F(1), F(1)), (F(1, 4), F(4))), "1, 1/4, 1/16": ((F(1), F(1)), (F(1, 4), F(2)), (F(1, 16), F(4)))},
    "levels with variances and costs",
    search=vectors([2, 4, 6], F(1, 100), 4).map(lambda x: tuple(zip(x[::2], x[1::2], strict=True))),
)


@claim(
    "thm:telescope",
    says="The means of the corrections of all levels add up to the mean of the finest level.",
    formula=r"\mathbb E P_0 + \textstyle\sum_{l\ge1}\mathbb E(P_l-P_{l-1}) = \mathbb E P_L",
    forall={
        "P": family({"1, 2, 4": (F(1), F(2), F(4))}, "means of the levels", search=vectors([2, 3, 4], -4, 4).map(tuple))
    },
    mutants={"one level too few": {"last": -2}},
)
def telescope(means, *, last=-1):
    return equal(means[0] + sum(b - a for a, b in pairwise(means)), means[last])


@claim(
    "thm:allocation",
    says="At a given variance the cost of multilevel Monte Carlo is at least (Σ√(V_l C_l))² over that variance.",
    formula=r"\textstyle\sum N_lC_l\cdot\sum\tfrac{V_l}{N_l} \ge \bigl(\sum\sqrt{V_lC_l}\bigr)^2",
    forall={
        "V, C": LEVELS,
        "N": family(
            {"equal": (F(1),) * 3, "the best for the first": (F(4), F(1), F(1)), "halves": (F(4), F(2), F(1))},
            "numbers of samples",
            search=vectors(3, F(1, 10), 10).map(tuple),
        ),
    },
    mutants={"one per cent more": {"factor": 1.01}},
    tight="attained by N_l proportional to √(V_l/C_l)",
)
def allocation(levels, numbers, *, factor=1):
    cost = sum(n * c for n, (_, c) in zip(numbers, levels, strict=False))
    spread = sum(v / n for n, (v, _) in zip(numbers, levels, strict=False))
    least = sum(math.sqrt(float(v) * float(c)) for v, c in levels) ** 2
    return at_most(factor * least, float(cost * spread), digits=10)


@claim(
    "thm:complexity",
    says="If V_l = 4^(−l) and C_l = 2^l, multilevel Monte Carlo with a variance of ε² costs at most 12/ε² for all L.",
    formula=r"\bigl(\textstyle\sum_{l\le L}\sqrt{V_lC_l}\bigr)^2\varepsilon^{-2} \le 12\,\varepsilon^{-2}",
    forall={"L": family([0, 1, 5, 40], "numbers of levels", search=integers(1, 60))},
    mutants={"11.6": {"bound": 11.6}},  # the limit is 6 + 4√2 = 11.657
    reading="numbers of samples need not be whole: rounding them up adds the cost of one sample on each level",
)
def complexity(L, *, bound=12):
    return at_most(sum(math.sqrt(2.0**-l) for l in range(L + 1)) ** 2, bound)  # noqa: E741 - the symbol of a level

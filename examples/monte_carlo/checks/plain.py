"""Section 1: plain Monte Carlo, variance reduction and importance sampling."""

import itertools
import math
from fractions import Fraction as F
from itertools import pairwise

import numpy as np
from scipy import integrate

from theorytest import (
    at_least,
    at_most,
    claim,
    equal,
    exponent_equals,
    family,
    integers,
    more_than,
    product,
    reals,
    sampled,
    vectors,
)

VALUES = family(
    {"0, 1": (F(0), F(1)), "0, 1, 5": (F(0), F(1), F(5)), "1, 1": (F(1), F(1))},
    "integrands on equally likely points",
    search=vectors([2, 3], -4, 4).map(tuple),
)
SIZES = family([1, 2, 3], "numbers of draws", search=integers(1, 3))


def mean(values):
    return sum(values) / len(values)


def variance(values):
    middle = mean(values)
    return mean([(x - middle) ** 2 for x in values])


@claim(
    "thm:plain",
    says="The mean square error of the mean of n independent draws is Var f/n.",
    formula=r"\mathbb E(\hat I_n-I)^2 = \tfrac{\operatorname{Var}f}{n}",
    forall={"f": VALUES, "n": SIZES},
    mutants={"n + 1": {"more": 1}},
)
def plain(values, n, *, more=0):
    draws = list(itertools.product(values, repeat=n))
    return equal(mean([(mean(draw) - mean(values)) ** 2 for draw in draws]), variance(values) / (n + more))


@claim(
    "thm:rate",
    says="The mean square error of plain Monte Carlo falls like 1/n.",
    formula=r"\mathbb E(\hat I_n-I)^2 \sim n^{-1}",
    kind="rate",
    expected="confirmed",
    mutants={"n^(-1.1)": {"exponent": 1.1}},
    reading="for f(x) = exp(x) on [0, 1], by the exponent of the mean square error over n = 4, …, 512",
)
def rate(*, exponent=1.0):
    times = np.array([4, 8, 16, 32, 64, 128, 256, 512])

    def paths(rng, size):
        drawn = np.exp(rng.random((size, times[-1])))
        means = np.cumsum(drawn, axis=1)[:, times - 1] / times
        return (means - (np.e - 1)) ** 2

    known = {"times": times, "kurtosis": 20.0, "resolution": 0.05, "max_draws": 20_000}  # 15 for a squared Gaussian
    return sampled(exponent_equals, paths, slope=-exponent, **known)


@claim(
    "thm:stratified",
    says="One draw from each of n strata of equal probability has a variance of at most that of n plain draws.",
    formula=r"\operatorname{Var}\hat I^{\mathrm{strat}} \le \tfrac{\operatorname{Var}f}{n}",
    forall={
        "f": family(
            {
                "0, 1, 2, 3": (F(0), F(1), F(2), F(3)),
                "1, 0, 0, 1": (F(1), F(0), F(0), F(1)),
                "0, 1, 0, 1": (F(0), F(1), F(0), F(1)),
            },
            "integrands on four points, in two strata",
            search=vectors(4, -4, 4).map(tuple),
        )
    },
    mutants={"one per cent less": {"factor": F(99, 100)}},
    tight="attained where the strata have equal means",
)
def stratified(values, *, factor=1):
    within = (variance(values[:2]) + variance(values[2:])) / 4
    return at_most(within, factor * variance(values) / 2)


@claim(
    "thm:antithetic",
    says="For monotone integrands a pair (U, 1 − U) has a variance of at most that of two independent draws.",
    formula=r"\operatorname{Var}\tfrac{f(U)+f(1-U)}{2} \le \tfrac{\operatorname{Var}f}{2}",
    forall={
        "f": family(
            {"0, 1, 2, 3": (F(0), F(1), F(2), F(3)), "0, 0, 0, 1": (F(0), F(0), F(0), F(1))},
            "monotone integrands on four points",
            search=vectors(4, -4, 4).map(lambda x: tuple(sorted(x))),
        )
    },
    mutants={
        "not monotone": {"order": lambda x: (x[0], x[3], x[3], x[0])},
        "35 per cent less": {"factor": F(13, 20)},  # 0, 0, 0, 1 uses two thirds of the bound
    },
)
def antithetic(values, *, order=lambda x: x, factor=1):
    values = order(values)
    pairs = [(values[i] + values[-1 - i]) / 2 for i in range(len(values))]
    return at_most(variance(pairs), factor * variance(values) / 2)


@claim(
    "thm:control",
    says="With the best coefficient a control variate leaves the share 1 − ρ² of the variance.",
    formula=r"\min_\beta\operatorname{Var}(f-\beta g) = (1-\rho^2)\operatorname{Var}f",
    forall={
        "f, g": family(
            {"0, 1, 5 and 0, 1, 2": ((F(0), F(1), F(5)), (F(0), F(1), F(2)))},
            "integrands and controls on three points",
            search=vectors(6, -4, 4).map(lambda x: (tuple(x[:3]), tuple(x[3:]))).where(lambda p: variance(p[1]) > 0),
        )
    },
    mutants={"1 − 1.01 ρ²": {"share": F(101, 100)}},
)
def control_variate(pair, *, share=1):
    f, g = pair
    covariance = mean([a * b for a, b in zip(f, g, strict=True)]) - mean(f) * mean(g)
    best = covariance / variance(g)
    left = variance([a - best * b for a, b in zip(f, g, strict=True)])
    return equal(left, variance(f) - share * covariance**2 / variance(g))


PROPOSALS = family(
    {"f = 1, 1 and q = 1/2, 1/2": ((F(1), F(1)), F(1, 2)), "f = 1, 3 and q = 1/4, 3/4": ((F(1), F(3)), F(1, 4))},
    "integrands on two points of probability 1/2, and proposals (q, 1 − q)",
    search=product(vectors(2, -4, 4), reals(0, 1, open=True)).map(lambda f, q: (tuple(f), q)),
)


@claim(
    "thm:importance",
    says="The second moment of importance sampling is at least (E|f|)², whatever the proposal is.",
    formula=r"\mathbb E_q\bigl(\tfrac pq f\bigr)^2 \ge (\mathbb E_p|f|)^2",
    forall={"f, q": PROPOSALS},
    mutants={"one per cent more": {"factor": F(101, 100)}},
    tight="attained by the proposal proportional to p|f|",
)
def least_second_moment(pair, *, factor=1):
    f, q = pair
    second = sum((value / 2) ** 2 / share for value, share in zip(f, (q, 1 - q), strict=True))
    return at_least(second, factor * mean([abs(each) for each in f]) ** 2)


@claim(
    "thm:heavy-tails",
    says="For f = x^(−1/2) and uniform draws, the second moment over x ≥ ε is log(1/ε): the variance is infinite.",
    formula=r"\int_\varepsilon^1 f^2 = \log\tfrac1\varepsilon",
    forall={"ε": family([1e-2, 1e-6, 1e-12], "cuts ε > 0")},
    mutants={
        "it stays at 2": {"second": lambda _: 2.0},
        "one per cent more": {"second": lambda e: -1.01 * math.log(e)},
    },
    reading="both sides in floating point: the integral by adaptive quadrature over the powers of ten",
)
def second_moment(epsilon, *, second=lambda e: -math.log(e)):
    ends = [epsilon * 10.0**k for k in range(round(-math.log10(epsilon)) + 1)]
    found = sum(integrate.quad(lambda x: (x**-0.5) ** 2, a, b)[0] for a, b in pairwise(ends))
    return equal(found, second(epsilon), digits=8)


@claim(
    "thm:self-normalised",
    says="The self-normalised estimate of a probability is biased for n = 1, where its mean is that of the proposal.",
    forall={
        "w": family(
            {"1 and 3": (F(1), F(3))},
            "weights on two points",
            search=vectors(2, F(1, 10), 4).map(tuple).where(lambda w: w[0] != w[1]),
        )
    },
    mutants={"unbiased": {"expected": lambda w: w[1] / (w[0] + w[1])}},
)
def self_normalised(weights, *, expected=lambda w: F(1, 2)):  # noqa: ARG005 - as the mutant
    found = sum(weight * value / weight for weight, value in zip(weights, (0, 1), strict=True) if weight) / 2
    yield equal(found, expected(weights), symbol="the mean")
    yield more_than(abs(found - weights[1] / (weights[0] + weights[1])), 0, symbol="the bias")


@claim(
    "thm:worst-case",
    voice="ours",
    says="For every n ≥ 1 the mean of n fair signs has a mean square error of at least 1/n.",
    forall={"n": SIZES},
    mutants={"one per cent more": {"factor": F(101, 100)}},
    tight="attained for every n",
)
def not_improvable(n, *, factor=1):
    draws = list(itertools.product((F(-1), F(1)), repeat=n))
    return at_least(mean([mean(draw) ** 2 for draw in draws]), factor * F(1, n))


@claim(
    "thm:hit-or-miss",
    says="Hit or miss has a larger variance than the mean of f for every f with values in (0, 1).",
    forall={
        "f": family(
            {"1/4, 3/4": (F(1, 4), F(3, 4)), "1/100, 99/100": (F(1, 100), F(99, 100))},
            "integrands with values in (0, 1)",
            search=vectors([2, 3], F(1, 100), F(99, 100)).map(tuple),
        )
    },
    mutants={"smaller": {"sign": -1}, "even with five per cent less": {"factor": F(19, 20)}},
)
def hit_or_miss(values, *, sign=1, factor=1):
    p = mean(values)
    return more_than(factor * sign * p * (1 - p), sign * variance(values))

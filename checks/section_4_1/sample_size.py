r"""Section 4.1: how many points Corollary 4.6 needs for the error of the best approximation.

N = n t with t = ⌈ln(2/eps)/ln(1 + c)⌉ steps and n = c (d - 1). With c = 1, d a power of 2 and eps a power of 2, all
logarithms are integers: N = (d - 1)(1 + log_2(1/eps)).
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache
from math import ceil, log

from checks.instances.linear_scheme import LINES, PARABOLAS, Scheme, targets
from theorytest import at_least, at_most, claim, equal, repair


def exponential(d):
    """log_2(1/eps) for eps = 4^-d: coefficients √3 2^-k, k ≥ 1, whose tail after d has the square 4^-d."""
    return 2 * d


def logarithmic(d):
    """log_2(1/eps) for eps = 1/log_2(d), d = 2^(2^i)."""
    return (d.bit_length() - 1).bit_length() - 1


def samples(decay, d):
    """N for c = 1, in integers."""
    return (d - 1) * (1 + decay(d))


@claim(
    "x:sec4.1-d-log-d",
    kind="rate",
    says="A perturbation as large as the relative best error makes the number of points at least of order d ln d.",
    formula=r"\varepsilon = \tfrac{\|u-Pu\|^2}{\|u\|^2} \implies N \gtrsim d\ln d",
    expected="refuted",
    gravity="wrong statement",
)
def at_least_d_log_d_as_printed(*, constants=(100, 10**4)):
    """A slow best approximation needs fewer: eps = 1/log_2(d) gives N = (d - 1)(1 + log_2 log_2 d).

    With d = 2^(2^i) the quotient N / ((d - 1) log_2 d) is (1 + i)/2^i, below every 1/C.
    """
    for C in constants:
        i = next(i for i in itertools.count(1) if C * (1 + i) < 2**i)
        d = 2 ** (2**i)
        found = C * samples(logarithmic, d) // (d - 1)
        yield at_least(found, 2**i, name=f"C = {C}", symbol="C N / (d - 1)")


@claim(
    "x:footnote-2-sample-count",
    kind="rate",
    says="The number of points is at most of order c (d-1) ln(d)/ln(1+c), hence of order d ln d.",
    formula=r"N \lesssim c(d-1)\tfrac{\ln d}{\ln(1+c)} \in \Theta(d\ln d)",
    expected="refuted",
    gravity="wrong statement",
)
def at_most_d_log_d_as_printed(*, constants=(100, 10**4)):
    """A fast best approximation needs more: eps = 4^-d, an analytic target, gives N = (d - 1)(2 d + 1)."""
    for C in constants:
        j = next(j for j in itertools.count(1) if 2 ** (j + 1) > C * j)
        d = 2**j
        name = f"C = {C}, d = {d}"
        yield at_most(samples(exponential, d), C * (d - 1) * j, name=name, symbol="N")


def in_points(d, n, epsilon):
    """N = n ⌈ln(2/eps)/ln(1 + n/(d - 1))⌉."""
    return n * ceil(log(2 / epsilon) / log(1 + n / (d - 1)))


def order(d, n, power):
    """power · n ln(d)/ln(1 + n/(d - 1)), for eps = d^-power."""
    return power * n * log(d) / log(1 + n / (d - 1))


SIZES = sorted({(d, n) for d in (2, 3, 10, 1000, 10**6) for n in (1, d - 1, 3 * (d - 1))})


def between(epsilon, lower, upper):
    for d, n in SIZES:
        for power in (1, 4):
            share = in_points(d, n, epsilon(d, power)) / order(d, n, power)
            name = f"d = {d}, n = {n}, power {power}"
            if lower:
                yield at_least(share, lower, name=f"{name}: below", digits=9, symbol="N / order")
            if upper:
                yield at_most(share, upper(d, n, power), name=name, digits=9, symbol="N / order")


def rounded(d, n, power):
    """1 + (ln 2 + ln(1 + n/(d - 1))) / (power ln d): the two in 2/eps, and one step for rounding up."""
    return 1 + (log(2) + log(1 + n / (d - 1))) / (power * log(d))


@repair(
    "x:sec4.1-d-log-d/corrected",
    "x:sec4.1-d-log-d",
    kind="rate",
    says="If the squared best error decays like a power of d, at least order d ln d points are needed.",
    formula=r"\tfrac{\|u-P_du\|^2}{\|u\|^2} = d^{-r} \implies N \ge rc(d-1)\tfrac{\ln d}{\ln(1+c)} \ge r(d-1)\ln d",
    expected="computed",
    tight="approached as d tends to infinity",
    premises=["x:cor4.6-proof-steps"],
    mutants={
        "errors that do not decay": {"epsilon": lambda d, power: 0.5},  # noqa: ARG005
        "a tenth more": {"least": 1.1},
    },
)
def at_least_d_log_d(*, epsilon=lambda d, power: float(d) ** -power, least=1.0):
    """c/ln(1 + c) ≥ 1 for every c, also for n = 1."""
    yield from between(epsilon, least, None)
    for d, n in SIZES:
        value = order(d, n, 1) / ((d - 1) * log(d))
        yield at_least(value, least, name=f"c / ln(1 + c), {d}, {n}", digits=9, symbol="c / ln(1 + c)")


@repair(
    "x:footnote-2-sample-count/corrected",
    "x:footnote-2-sample-count",
    kind="rate",
    says="If the squared best error decays like a power of d, order d ln d points suffice.",
    formula=r"\tfrac{\|u-P_du\|^2}{\|u\|^2} = d^{-r} \implies N \le c(d-1)\Bigl("
    r"\tfrac{\ln 2 + r\ln d}{\ln(1+c)}+1\Bigr) \in \Theta(d\ln d)",
    expected="computed",
    tight="approached as d tends to infinity",
    premises=["x:cor4.6-proof-steps"],
    mutants={
        "exponential decay": {"epsilon": lambda d, power: 2.0 ** -min(d, 1000)},  # noqa: ARG005
        "without the two": {"upper": lambda d, n, power: 1 + log(1 + n / (d - 1)) / (power * log(d)) - 1e-6},
    },
)
def at_most_d_log_d(*, epsilon=lambda d, power: float(d) ** -power, upper=rounded):
    yield from between(epsilon, None, upper)


def steps_needed(d, C):
    """The fewest steps with (1/2)^t ‖Pu‖² ≤ (C - 1) ‖u - Pu‖² for c = 1 and the target with eps = 4^-d."""
    quotient = -(-(4**d - 1) // (C - 1))
    return (quotient - 1).bit_length()


@claim(
    "x:sec4.1-log-factor",
    kind="rate",
    says="The number of points is within a logarithmic factor of the dimension.",
    formula=r"N \lesssim d\ln d",
    expected="refuted",
    gravity="wrong statement",
)
def only_a_logarithm_as_printed(*, constants=((100, 2**10), (1000, 2**13))):
    """For the target with eps = 4^-d, an error within C = 3 of the best takes N = (d - 1)(2 d - 1) points with c = 1.

    No step contracts faster than 1/(1 + c), by the corrected form: the factor is d, not ln d.
    """
    for C, d in constants:
        N, bound = (d - 1) * steps_needed(d, 3), C * d * (d.bit_length() - 1)
        yield at_most(N, bound, name=f"C = {C}, d = {d}", symbol="N")


@cache
def contractions():
    """E‖Pu - u_2‖²/‖Pu - u_1‖² for steps from tiny to twice the optimal one, which is the third."""
    found = {}
    for points, n in ((LINES, 1), (LINES, 2), (PARABOLAS, 1), (PARABOLAS, 2)):
        best = Fraction(n, n + points.dim - 1)
        for word, target in targets(points).items():
            sizes = (best / 100, best / 2, best, Fraction(11, 10) * best, 2 * best)
            pairs = [Scheme(points, target, n, s).distances(1) for s in sizes]
            found[points, n, word] = [after / before for before, after in pairs]
    return found


@repair(
    "x:sec4.1-log-factor/corrected",
    "x:sec4.1-log-factor",
    kind="inequality",
    says="Whatever the step sizes, t steps with n optimal points contract by no more than (1+c)^-t: an error "
    "within C of the best takes at least (d-1) ln(|Pu|^2/((C-1)|u-Pu|^2)) points, a logarithm of the accuracy.",
    formula=r"\mathbb{E}[\|Pu-u_{t+1}\|^2\mid\mathcal{F}_t] \ge \tfrac1{1+c}\|Pu-u_t\|^2 \text{ for all } s_t \implies "
    r"N \ge (d-1)\ln\tfrac{\|Pu\|^2}{(C-1)\|u-Pu\|^2}",
    expected="computed",
    tight="attained by targets in the class",
    premises=["x:display-cor4.6-proof-error/corrected"],
    mutants={
        "a twentieth more": {"share": Fraction(21, 20)},
        "one point more": {"more": 1},
    },
)
def no_step_is_faster(*, share=1, more=0):
    """All draws of one step are counted, for steps from tiny to far too long; the optimal one attains it."""
    for (points, n, word), ratios in contractions().items():
        a, name = share * Fraction(points.dim - 1, n + more + points.dim - 1), f"d = {points.dim}, n = {n}, {word}"
        yield at_least(ratios, a, name=name, symbol="the contraction")
        if word == "in the class":
            yield equal(ratios[2], a, name=f"{name}: attained")
    for d, n in SIZES:
        value = n / log(1 + n / (d - 1))
        yield at_least(value, d - 1, name=f"points per step, {d}, {n}", digits=9, symbol="n / ln(1+c)")

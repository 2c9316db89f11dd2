r"""Lemma F.1 [lemma:DPP_bias]: the four constants of volume-rescaled least squares.

The largest c_var,2 over all spaces that a search over measures on up to five points has found, for every d and n, is
that of the functions of mean zero on d + 1 points of equal mass; `true_variance` has it in fractions.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np
import sympy

from checks.appendix_f.unbiased import finite_cases
from checks.scaling import scaled
from checks.theory.rational_volume import instances
from checks.theory.volume_variance import cells_variance, enumerated_variance, zero_sum_variance, zero_sums
from theorytest import at_least, at_most, claim, equal, sampled
from theorytest.approximation.estimators import LeastSquares
from theorytest.approximation.hull import hull
from theorytest.approximation.measures import Discrete, Uniform
from theorytest.approximation.moments import enumerated, matrices
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre, Monomials
from theorytest.approximation.volume import VolumeRescaled
from theorytest.decisions.directions import matrix_at_most

THREE_MASSES = {"equal": (1, 1, 1), "unequal": (3, 2, 1), "tiny": (1, 2, 997)}


def printed_condition(d, n, delta, zeta):
    """n ≥ max{2d + 2, 4 d δ⁻² log(ζ⁻¹ d² n)}."""
    return n >= 2 * d + 2 and n >= 4 * d / float(delta) ** 2 * math.log(d**2 * n / zeta)


def printed_first(c_var2, delta, four):
    """c_var,1 = c_var,2 + 4 (1-δ)⁻²."""
    return c_var2 + four / (1 - delta) ** 2


def printed_second(d, n, delta, zeta, four):
    """c_var,2 = 4 (d/n) (1-δ)⁻² + ζ."""
    return four * d / n / (1 - delta) ** 2 + zeta


def smallest_size(d, delta, zeta, condition=printed_condition):
    """The first n from d on that meets the condition; ζ may depend on n."""
    return next(n for n in range(d, 10**6) if condition(d, n, delta, zeta(d, n)))


@cache
def known_variances(share=1e-4):
    """(name, smallest c_var,2, d, n, δ, ζ); the first two are too few points for the printed condition.

    For cells δ is the smallest that the condition allows with ζ = share d/n.
    """
    return tuple(_known_variances(share))


def _known_variances(share):
    small = (Fraction(1, 50), Fraction(1, 1000))
    yield "6 points, d = 6", zero_sum_variance(6, 6), 6, 6, *small
    yield "14 points, d = 6", zero_sum_variance(6, 14), 6, 14, *small
    for d, delta in ((1, 0.999), (1, 0.5), (2, 0.999), (2, 0.9)):
        n = smallest_size(d, delta, lambda d, n: d / n)
        yield f"mean zero, d = {d}, n = {n}", float(zero_sum_variance(d, n)), d, n, delta, d / n
    for d, n in ((1, 10**8), (2, 10**8), (50, 10**10)):
        zeta = share * d / n
        delta = math.sqrt(4 * d * math.log(d**2 * n / zeta) / n) * (1 + 1e-9)
        yield f"{d} cells, n = {n}", cells_variance(d, n), d, n, delta, zeta


@cache
def three_point_moments():
    """(name, moments, n) for lines on three points with the smallest admissible n, by the estimator of the package."""
    return tuple(_three_point_moments())


def _three_point_moments():
    for name, masses in THREE_MASSES.items():
        measure = Discrete(np.array([-1.0, 0.0, 2.0]), np.array(masses) / sum(masses))
        space = Space(Monomials(2), measure)
        n = smallest_size(2, 0.99, lambda d, n: d / n)
        yield f"{name} masses, n = {n}", enumerated(LeastSquares(VolumeRescaled(space), n), hull(space, 0)), n


@claim(
    "lemma:DPP_bias",
    also=["sec:dpp-projection", "x:lemF.1-sample-size", "x:display-lemF.1-constants"],
    kind="constant",
    says="Under the sample size condition volume-rescaled least squares has the four printed constants.",
    formula=r"n\ge\max\{2d_t+2,\,4d_t\delta^{-2}\log(\zeta^{-1}d_t^2n)\} \implies c_{\mathrm{bias},1}=1,\ "
    r"c_{\mathrm{bias},2}=0,\ c_{\mathrm{var},1}=c_{\mathrm{var},2}+\tfrac{4}{(1-\delta)^2},\ "
    r"c_{\mathrm{var},2}=\tfrac{4d_t}{n(1-\delta)^2}+\zeta",
    expected="confirmed",
    tight="loose by 4 in c_var,2 as n tends to infinity and delta and zeta to 0, and by more than 4 in c_var,1, where "
    "1 will do; an optimiser finds no space with a larger variance than those here",
    premises=["x:appF-unbiased"],
    mutants={
        "four x 0.2": {"four": 0.2 * 4.0},
        "any n from d on": {"condition": lambda *_: True},
        "only n >= 2d + 2": {"condition": lambda d, n, *_: n >= 2 * d + 2},
        "c_var,1 one per cent below one": {"first": lambda *_: 0.99},
        "c_bias,1 one per cent above one": {"bias": 1.01},
    },
)
def constants_of_volume_sampling(*, four=4.0, first=printed_first, condition=printed_condition, bias=1.0):
    """c_var,2 is loose by a factor of more than 4, approached for n → ∞; the smallest c_var,1 is 1, so it is as well.

    n ≥ 2d + 2 is never needed: the truth is 1/n for d = 1 and at most d ≤ ζ for large ζ; else the logarithm implies it.
    """
    for name, smallest, d, n, delta, zeta in known_variances():
        if condition(d, n, delta, zeta):
            c_var2 = printed_second(d, n, delta, zeta, four)
            yield at_most(smallest, c_var2, name=name, digits=None, symbol="the smallest c_var2")
    for name, moments, n in three_point_moments():
        c_var2 = printed_second(2, n, 0.99, 2 / n, four)
        slack = moments.slack(first(c_var2, 0.99, four), c_var2)
        yield at_least(slack, 0.0, name=name, digits=None, symbol="the slack of the variance")
        yield at_least(moments.c_bias1, bias, name=f"{name}: bias", digits=10, symbol="c_bias1")
        yield at_most(moments.c_bias2, 0.0, name=f"{name}: cross", digits=10, symbol="c_bias2")
    yield from _sampled_polynomials(first, four)


def _sampled_polynomials(first, four, d=2, delta=0.5):
    """Lines on [-1, 1] against a complement of three polynomials."""
    space = Space(Legendre(d), Uniform())
    n, E = smallest_size(d, delta, lambda d, n: d / n), hull(space, 3)
    estimator = LeastSquares(VolumeRescaled(space), n)
    c_var2 = printed_second(d, n, delta, d / n, four)
    D = np.diag([first(c_var2, delta, four)] * d + [c_var2] * 3)

    def draw(rng, size):
        P = matrices(estimator, E, estimator.sample(rng, size))
        return np.swapaxes(P, 1, 2) @ P

    options = {"bound": D, "moment_ratio": 10, "resolution": 0.1, "max_draws": 4000}
    yield sampled(matrix_at_most, draw, name=f"Legendre {d}, n = {n}, sampled", **options)


@claim(
    "lemma:DPP_bias/smallest",
    label="lemma:DPP_bias",
    kind="value",
    says="The smallest c_var,1 is one together with the smallest c_var,2, which for n = d is the dimension "
    "and on no space tried larger than for the functions of mean zero on d + 1 points of equal mass.",
    formula=r"\mathbb{E}\|P_t^n g\|^2 = \|P_tg\|^2 + \mathbb{E}\|P_t^n(I-P_t)g\|^2,\qquad "
    r"n = d_t:\ \mathbb{E}\|P_t^n(I-P_t)g\|^2 = d_t\|(I-P_t)g\|^2",
    expected="computed",
    premises=["lemma:DPP_bias"],
    mutants={
        "dimension x 0.9": {"dimension": lambda d: 0.9 * (d)},
        "worst x 0.9": {"worst": scaled(zero_sum_variance, 0.9)},
        "c_var,1 above one": {"one": 1.001},
        "d/(n-d+1)": {"worst": lambda d, n: d / (n - d + 1)},
    },
)
def smallest_constants(*, one=1.0, dimension=lambda d: d, worst=zero_sum_variance):
    """The frontier on three points; n = d and the closed forms against the definition, in fractions."""
    for name, moments, n in three_point_moments():
        corner = moments.c_var1_with(moments.c_var2 * (1 + 1e-6))
        yield equal(corner, one, name=f"{name}: corner", digits=9, symbol="the smallest c_var1")
        yield at_most(moments.c_var2, float(worst(2, n)), name=name, digits=9, symbol="c_var2")
    for name, space, n in finite_cases():
        moments = enumerated(LeastSquares(VolumeRescaled(space), n), hull(space, 0))
        c_var2, S22 = moments.c_var2, moments.S[space.dim :, space.dim :]
        if n == space.dim and "cells" not in name:  # features in general position, Legendre polynomials among them
            exact = dimension(n) * np.eye(len(S22))
            yield equal(S22, exact, name=f"{name}: S22", digits=9, symbol="S on the complement")
        yield at_most(c_var2, float(worst(space.dim, n)), name=name, digits=9, symbol="c_var2")
    for d in (1, 2, 3, 6):
        value = enumerated_variance(zero_sums(d), d, [1] * (d + 1))
        yield equal(value, dimension(d), name=f"n = d = {d}", symbol="E||P^n g||^2")
    for d, n in ((1, 3), (2, 3), (2, 5), (3, 5)):
        value, closed = enumerated_variance(zero_sums(d), n, [1] * (d + 1)), zero_sum_variance(d, n)
        yield equal(value, closed, name=f"mean zero, {d}, {n}", symbol="E||P^n g||^2")
    cells, g = instances()["two cells of two points"], (2, -1, 0, 0)
    value = enumerated_variance(cells, 4, g) / sum(cells.p * np.array(g) ** 2)
    yield equal(float(value), cells_variance(2, 4), name="cells", symbol="E||P^n g||^2")


def _inserted_condition(d, n, delta, _):
    return n >= max(2 * d + 2, 4 * d / delta**2 * math.log(d * n**2))


@claim(
    "x:lemF.1-zeta",
    kind="identity",
    says="The choice of zeta as d/n gives the tabulated constant, and the sample size condition can then be met.",
    formula=r"\zeta = \tfrac{d_t}{n} \implies c_{\mathrm{var},2} = \tfrac{d_t}{n}\big(1 + 4(1-\delta)^{-2}\big),\qquad "
    r"n \ge 4d_t\delta^{-2}\log(d_tn^2)",
    mutants={"one over n": {"zeta": lambda d, n: 1 / n}, "the ratio squared": {"zeta": lambda d, n: (d / n) ** 2}},  # noqa: ARG005
)
def tabulated_constant(*, zeta=lambda d, n: d / n):
    """Symbolically; the condition then reads log(d n²), and its first n is the one that the lemma's own form gives."""
    d, n, delta = sympy.symbols("d n delta", positive=True)
    gap = sympy.together(printed_second(d, n, delta, zeta(d, n), 4) - d / n * (1 + 4 / (1 - delta) ** 2))
    terms = sympy.Poly(sympy.numer(gap), d, n, delta).coeffs()
    yield equal(terms, [0], name="symbolically", symbol="a coefficient")
    for dim, ball in ((1, 0.999), (2, 0.9), (3, 0.5), (6, 0.3)):
        first = smallest_size(dim, ball, zeta)
        inserted = smallest_size(dim, ball, zeta, _inserted_condition)
        name = f"d = {dim}, delta = {ball}"
        yield equal(first, inserted, name=name, symbol="the smallest n")

r"""Remark 4.17 [x:rmk-descent-pl-beta]: retraction errors in Theorem 4.16.

On the curves of spirals.py with R_t to the point of squared length ‖v‖² + C_R ‖step‖² + 2β_t the gap is
    X_{t+1} = ρ_t X_t + β_t   with independent factors ρ_t of mean a,
and ρ_t = a without noise.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import log

import numpy as np
from scipy.special import zeta

from checks.instances.spirals import HALF, NO_NOISE, Spiral, rarely
from checks.scaling import scaled
from theorytest import at_least, at_most, claim, repair
from theorytest.decisions.horizon import on_horizon

F = Fraction
LINE = Spiral(normal=NO_NOISE)
LARGE = 10**6  # a constant that would have to do


def gaps(factors, betas):
    """X_1 = 1, X_2, ..."""
    found = [F(1)]
    for factor, beta in zip(factors, betas, strict=True):
        found.append(factor * found[-1] + beta)
    return found


def sparse(t):
    """1/t at t = 2, 4, 8, ... and 0 otherwise: summable."""
    return F(1, t) if t > 1 and t & (t - 1) == 0 else F(0)


def bad_draws(size, step=HALF):
    """The smallest factor of the draws Q' = ±K, and their probability, at κ = 2."""
    spiral = Spiral(F(1), normal=rarely(size))
    rare = spiral.factors(step)[1:]
    return min(factor for _, factor in rare), sum(p for p, _ in rare)


def exponent(size):
    """log ρ / log(1/p): runs of k bad draws return for ever before t = p^-k, and raise the gap to ρ^(k-1) β_t."""
    factor, chance = bad_draws(size)
    return log(factor) / log(1 / chance)


@claim(
    "x:rmk-descent-pl-beta",
    kind="almost sure",
    says="With retraction errors the gap is of the order max(b^t, beta_t t^eps) for every eps > 0.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min} \lesssim \max\{b^t, \beta_tt^\varepsilon\}",
    expected="refuted",
    gravity="wrong statement",
)
def errors_as_printed(*, C=LARGE):
    """Two ways to fail: the ratio is unbounded.

    Exact steps s = 1/2 on the line, a = 1/4, b = 1/2, and errors 1/t at t = 2^k only: just after t = 32 the gap is at
    least 1/32, but b^33 is all that the remark allows. And for β_t = t^-2 at κ = 2 with s = 1/2, a = 3/4, where one
    draw in 10⁴ raises the gap by a factor of at least 1225: runs of k such draws return for ever before t = 10^(4k),
    and leave 1225^(k-1) β_t, more than any multiple of t^(3/4) β_t.
    """
    X = gaps([LINE.mean_factor(HALF)] * 40, [sparse(t) for t in range(1, 41)])
    ratios = [gap / max(HALF**t, sparse(t) * t) for t, gap in enumerate(X, start=1)]  # ε = 1 allows more than ε < 1
    yield at_most(max(ratios), C, name="sparse errors", symbol="gap / max")
    (factor, chance), k = bad_draws(100), 100
    ratio = float(factor) ** (k - 1) * float(chance) ** (0.75 * k)
    yield at_most(ratio, C, name="runs of bad draws", digits=None, symbol="gap / (beta_t t^(3/4))")


def discounted(a, betas, t):
    """a^(t-1) + Σ_{k<t} a^(t-1-k) β_k."""
    return a ** (t - 1) + sum(a ** (t - 1 - k) * betas[k - 1] for k in range(1, t))


@repair(
    "x:rmk-descent-pl-beta/mean",
    "x:rmk-descent-pl-beta",
    kind="inequality",
    says="The mean gap is at most the discounted sum of all earlier errors, with equality on spirals; for errors "
    "that fall by a factor of at least r > a it is of the order a^t + beta_t.",
    formula=r"\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min}] \le \bar a^{t-1}(\mathcal{L}(u_1)-\mathcal{L}_{\min}) + "
    r"\sum_{k<t}\bar a^{t-1-k}\beta_k \le \bar a^{t-1}(\dots) + \tfrac{1}{r-\bar a}\beta_t "
    r"\text{ if } \beta_{k+1}\ge r\beta_k",
    tight="attained on spirals",
    premises=["x:display-thm4.16-one-step"],
    mutants={
        "bound x 0.98": {"bound": scaled(discounted, 0.98)},
        "without the last error": {"bound": lambda a, betas, t: discounted(a, (*betas[:-1], 0), t)},
        "sparse errors": {"beta": sparse},
    },
)
def mean_gap_with_errors(*, bound=discounted, beta=lambda t: F(1, (t + 8) ** 2)):
    """All histories of six draws at κ = 2; then 60 steps of the exact mean with r = 81/100 and a = 3/4."""
    spiral, n = Spiral(F(1)), 6
    betas = tuple(F(1, t**2) for t in range(1, n + 1))
    draws = [factor for _, factor in spiral.factors(HALF)]
    E = sum(gaps(path, betas)[-1] for path in product(draws, repeat=n)) / len(draws) ** n
    a = spiral.mean_factor(HALF)
    yield at_most(E, bound(a, betas, n + 1), name="counted", symbol="E gap")
    r = F(81, 100)
    betas = [beta(t) for t in range(1, 61)]
    X = gaps([a] * 59, betas[:-1])
    orders = [a ** (t - 1) + betas[t - 1] / (r - a) for t in range(1, 61)]
    yield at_most(X, orders, name="regular errors", symbol="E gap")


def mean_sum(power, n):
    """Σ_{t≤n} E[X_t] / (t^power β_t) for β_t = t^-2 at κ = 2 and s = 1/2, where a = 3/4, and a bound of E X_t / β_t."""
    a, t = 0.75, np.arange(1.0, n + 1)
    X = [1.0]
    for each in t[:-1]:
        X.append(a * X[-1] + each**-2)
    ratios = np.array(X) * t**2
    return float(np.sum(ratios / t**power)), float(ratios.max())


@repair(
    "x:rmk-descent-pl-beta/corrected",
    "x:rmk-descent-pl-beta",
    kind="almost sure",
    says="Almost surely the gap is of the order max(b^t, beta_t t^(1 + eps)) for errors that fall slowly enough, "
    "and no power below 1 would do for all estimators.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min} \lesssim \max\{b^t, \beta_tt^{1+\varepsilon}\} \text{ a.s. if } "
    r"\beta_{t+1}\ge r\beta_t,\ r > \bar a",
    expected="consistent",
    premises=["x:rmk-descent-pl-beta/mean"],
    mutants={
        "the power 1/2": {"power": 0.5},
        "no rare draws": {"sizes": (1.5, 2.0, 2.5)},
    },
)
def errors_almost_surely(*, power=1.25, sizes=(10, 10**3, 10**12)):
    """Σ E[X_t] / (t^(1+ε) β_t) < ∞ bounds every term; from below the exponent of runs of bad draws tends to 1."""
    n = 200_000
    total, C = mean_sum(power, n)
    bound = C * float(zeta(1.25))
    yield on_horizon(at_most, n)(total, bound, name="mean of the sum", symbol="E sum X / (t^p beta)")
    found = [exponent(size) for size in sizes]
    yield at_least(found, (0.4, 0.7, 0.95), name="runs", digits=None, symbol="the exponent")


@repair(
    "x:rmk-descent-pl-beta/runs",
    "x:rmk-descent-pl-beta",
    kind="almost sure",
    says="Runs of k bad draws return for ever before t = p^-k.",
    formula=r"\sum_k \mathbb{P}(\text{a run of } k \text{ bad draws for } p^{-(k-1)} < t \le p^{-k}) = \infty",
    expected="consistent",
    mutants={"runs of twice the length": {"length": lambda k: 2 * k}},
)
def runs_return_for_ever(*, length=lambda k: k):
    """Borel-Cantelli for disjoint blocks: the chance of a run of k is at least 1/(2k) in the k-th window."""
    _, chance = bad_draws(100)
    p = float(chance)
    for k in (2, 3, 4, 8, 40):
        m = length(k)
        blocks = (p**-k - p ** -(k - 1)) / m
        chance_of_run = -np.expm1(blocks * np.log1p(-(p**m)))
        yield on_horizon(at_least, p**-k)(k * chance_of_run, 0.5, name=f"k = {k}", symbol="k P(a run of k)")

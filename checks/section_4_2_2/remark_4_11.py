r"""Remark 4.11 [x:rmk-exponential-beta]: retraction errors that decay, and the conjecture a^t + β_t.

On the line with the retraction that uses up (CR) the gap is X_{t+1} = a X_t + β_t, without noise. On the tilted line of
saturated.py it is X_{t+1} = ρ_t X_t + β_t with independent factors ρ_t of mean a, one of which may exceed 1.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np

from checks.instances.saturated import HALF, contraction, mean, relaxed_gaps, tilted_factors
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.decisions.horizon import on_horizon

A = contraction(HALF, C_R=Fraction(1))  # 1/2
LARGE = 10**4  # a constant that would have to do


def sparse(n_steps):
    """β_t = 1/t at t = 2, 4, 8, ... and 0 otherwise: summable."""
    return [Fraction(1, t) if t > 1 and t & (t - 1) == 0 else Fraction(0) for t in range(n_steps)]


def decaying(b, n_steps):
    """β_t = b^t."""
    return [b**t for t in range(n_steps)]


def shares(a, betas, rate):
    """X_t / rate_t at every time at which both are known."""
    gaps = relaxed_gaps(a, betas)
    return [gap / rate(t) for t, gap in enumerate(gaps[: len(betas)])]


def growth_of_runs(c, step, k):
    """X_t / β_t at least, after a run of k bad draws before t = 2^(k+1), for β_t = t^-2: ρ^(k-1)."""
    return float(max(tilted_factors(c, step))) ** (k - 1)


@claim(
    "x:display-conjecture-a-beta",
    kind="almost sure",
    says="In general the gap is of the order a^t + beta_t.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \lesssim a^t + \beta_t",
    expected="refuted",
    gravity="wrong statement",
)
def conjecture_as_printed(*, C=LARGE):
    """Three ways to fail: the ratio to a^t + β_t is unbounded.

    For a = 1/2 and β_t = 1/t at t = 2^k, 0 elsewhere, just after these times (2¹³ after t = 16, 2²⁸ after t = 32).
    For β_t = a^t, where the gap is a^t + t a^(t-1).
    For β_t = t^-2 on the tilted line with c = 2, s = 1/5, where a = 24/25 but bad draws multiply the gap by 136/125:
    runs of k of them before t = 2^(k+1) return for ever almost surely, as their probabilities have the sum Σ 1/k.
    """
    betas = sparse(40)
    ratios = shares(A, betas, lambda t: A**t + betas[t])
    yield at_most(max(ratios), C, name="sparse errors", symbol="gap / (a^t + beta_t)")
    same = max(shares(A, decaying(A, 400), lambda t: 2 * A**t))
    yield at_most(same, 100, name="beta_t = a^t", symbol="gap / (a^t + beta_t)")
    c, step, k = Fraction(2), Fraction(1, 5), 300
    bad = growth_of_runs(c, step, k)
    yield at_most(bad, C, name="runs of bad draws", digits=None, symbol="gap / beta_t")


@repair(
    "x:display-conjecture-a-beta/corrected",
    "x:display-conjecture-a-beta",
    kind="inequality",
    says="The mean gap is at most a^t plus the discounted sum of all earlier errors, and attains it.",
    formula=r"\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}] \le "
    r"a^t(\mathcal{L}(u_0)-\mathcal{L}_{\min,\mathcal{M}}) + \sum_{k<t}a^{t-1-k}\beta_k, \quad "
    r"\lesssim a^t+\beta_t \text{ if } \beta_{k+1}\ge r\beta_k,\ r>a",
    tight="attained on tilted lines",
    premises=["x:display-thm4.9-one-step"],
    mutants={
        "share x 0.98": {"share": 0.98},
        "one step too late": {"late": 1},
        "errors that decay like a^t": {"ratio": A},
    },
)
def mean_gap_with_errors(*, share=1, late=0, ratio=Fraction(3, 4)):
    """All histories of six draws on the tilted line; then the bound 1 / (r - a) = 4 for r = 3/4, a = 1/2."""
    c, step, betas = Fraction(2), Fraction(1, 5), [Fraction(1, (t + 1) ** 2) for t in range(6)]
    factors = tilted_factors(c, step)
    ends = [_end(path, betas) for path in product(factors, repeat=len(betas))]
    a = mean(factors)
    bound = a ** len(betas) + sum(a ** (len(betas) - 1 - k + late) * beta for k, beta in enumerate(betas))
    E = sum(ends) / len(ends)
    yield at_most(E, share * bound, name="tilted line", symbol="E gap")
    regular = decaying(ratio, 60)
    ratios = shares(A, regular, lambda t: A**t + regular[t])
    yield at_most(max(ratios), 4, name="regular errors", symbol="gap / (a^t + beta_t)")


def _end(path, betas):
    gap = Fraction(1)
    for factor, beta in zip(path, betas, strict=True):
        gap = factor * gap + beta
    return gap


@repair(
    "x:display-conjecture-a-beta/paths",
    "x:display-conjecture-a-beta",
    kind="almost sure",
    says="Almost surely gaps above any multiple of beta_t = t^-2 return for ever, on the tilted line.",
    formula=r"\limsup_t \frac{\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}}{a^t+\beta_t} = \infty",
    expected="consistent",
    mutants={
        "c = 1, where no draw is bad": {"c": Fraction(1), "step": HALF},
        "runs of twice the length": {"length": lambda k: 2 * k},
    },
)
def runs_return_for_ever(*, c=Fraction(2), step=Fraction(1, 5), length=lambda k: k):
    """Borel-Cantelli: the chance of a run of k in the k-th dyadic window is about 1/k, from below at least 1/(2k).

    Any multiple of β_t is exceeded: ρ^(k-1) grows like t^0.12. The mean factor is below 1, so the corollary applies.
    """
    factors = tilted_factors(c, step)
    yield at_most(mean(factors), Fraction(99, 100), name="a", symbol="the mean factor")
    yield at_least(max(factors), Fraction(101, 100), name="bad", symbol="a bad factor")
    k = np.arange(4, 31)
    windows = 2.0**k // length(k)
    chances = -np.expm1(windows * np.log1p(-(0.5 ** length(k))))
    yield on_horizon(at_least)(chances * k, 0.5, name="chance of a run", symbol="k P(run of k)")


@claim(
    "x:rmk-exponential-beta",
    kind="rate",
    says="For beta_t = b^t the gap decays exponentially: like max(a, b)^t, with a factor t when b = a.",
    formula=r"\beta_t = b^t:\quad X_t = a^tX_0 + \frac{a^t-b^t}{a-b} \ (b\ne a),\quad a^tX_0 + t\,a^{t-1}\ (b=a)",
    tight="attained on lines",
    premises=["x:display-thm4.9-one-step"],
    mutants={
        "a^t for b = a": {"resonance": lambda a, t: a ** max(t - 1, 0)},
        "a^t for b > a": {"rate": lambda a, _: a},
        "one hundredth less of the rate": {"rate": lambda a, b: Fraction(99, 100) * max(a, b)},
        "one hundredth less of t a^(t-1)": {"resonance": lambda a, t: Fraction(99, 100) * t * a ** max(t - 1, 0)},
    },
)
def exponential_errors(*, resonance=lambda a, t: t * a ** (t - 1) if t else 0, rate=lambda a, b: max(a, b), n_steps=40):
    """The modified form that the remark leaves open. At b = a no constant times a^t would do."""
    for b in (Fraction(1, 4), Fraction(3, 4)):
        gaps = relaxed_gaps(A, decaying(b, n_steps))
        closed = [A**t + (A**t - b**t) / (A - b) for t in range(n_steps + 1)]
        yield equal(gaps, closed, name=f"b = {b}", symbol="the gap")
        ratios = [gap / rate(A, b) ** t for t, gap in enumerate(gaps)]
        yield at_most(ratios, 1 + 1 / abs(A - b), name=f"b = {b}: order", symbol="ratio")
    gaps = relaxed_gaps(A, decaying(A, n_steps))
    closed = [A**t + resonance(A, t) for t in range(n_steps + 1)]
    yield equal(gaps, closed, name="b = a", symbol="the gap")

r"""Remark 4.14 [x:rmk-combined-rate]: both worst-case bounds together, for steps t^(-1+ε).

The mean gap is of the order τ^(-1+ε). By Markov's inequality P(min_{t ≤ τ} gap ≥ K τ^-r) ≤ τ^r E gap_τ / K, which is
summable over τ = 2^k for every r < 1 - ε, so that min gap ≲ τ^-r almost surely: more than either bound gives.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from checks.instances.noisy_schemes import rare_jumps
from theorytest import at_most, claim, equal, repair
from theorytest.decisions.horizon import on_horizon
from theorytest.descent.moments import by_enumeration
from theorytest.descent.steps import Power
from theorytest.descent.table_1 import TABLE_1

CASES = (0.2, 0.3, 0.4, 0.45)
POWERS = 2 ** np.arange(6, 15)


def combined(eps):
    """The printed exponent: 1 - 2ε below 1/3, ε above; at 1/3, which is printed nowhere, both are 1/3."""
    return 1 - 2 * eps if eps < 1 / 3 else eps


@claim(
    "x:display-combined-rate",
    kind="almost sure",
    says="The smallest gap up to tau is at most a power of tau, whatever the start.",
    formula=r"\min_{t\le\tau}\{\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}\} \le \tau^{-1+2\varepsilon} "
    r"\text{ or } \tau^{-\varepsilon}",
    expected="refuted",
    gravity="misprint",
)
def smallest_gap_as_printed(*, share=1, start=Fraction(2)):
    """At τ = 1 the right side is 1 for every ε, and the left side is the gap of u_1, here 2.

    Two more misprints: the second case says ε ≤ (1/3, 1/2), and ε = 1/3 is in neither.
    """
    yield at_most(start, share, name="tau = 1", symbol="the smallest gap")


@cache
def mean_gaps(steps):
    """E gap_τ over τ = 2^k with ‖(I - P)g‖ = 1 and the gap 1/2 at u_1; exact moments."""
    process = rare_jumps()
    return by_enumeration(process.estimator, process.loss).gap(steps, POWERS, initial=process.initial + 1.0)


def chances(steps, rate):
    """τ^r E gap_τ."""
    return POWERS**rate * mean_gaps(steps)


def printed_steps(eps):
    """t^(-1+ε)."""
    return Power(1.0, 1 - eps)


SLOW_STEPS = {
    "steps of 1/(4t)": {"steps": lambda _: Power(0.25, 1.0)},
    "summable steps": {"steps": lambda _: Power(0.5, 1.2)},
}


@repair(
    "x:display-combined-rate/corrected",
    "x:display-combined-rate",
    also=["x:rmk-combined-rate"],
    kind="almost sure",
    says="Up to a random constant the smallest gap has at least the better of both exponents, which cross at "
    "eps = 1/3; neither is sharp.",
    formula=r"\min_{t\le\tau}\{\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}\} \lesssim "
    r"\tau^{-\max\{1-2\varepsilon,\,\varepsilon\}}, \quad \varepsilon\in(0,\tfrac12)",
    expected="consistent",
    tight="attained in the exponents of both theorems; neither is sharp for the smallest gap",
    premises=["cor:quasi-linear-convergence/corrected"],
    mutants={
        "crossing at 1/4": {"exponent": lambda eps: 1 - 2 * eps if eps < 1 / 4 else eps},
        "crossing at 0.42": {"exponent": lambda eps: 1 - 2 * eps if eps < 0.42 else eps},
        **SLOW_STEPS,
    },
)
def smallest_gap(*, exponent=combined, steps=printed_steps):
    """The exponents from Table 1: row 1 with 1 - ε = 1/2 + ε', where 1/2 - ε' = ε, and (SPL); row 2 with ε itself.

    Corollary 4.13 gives only the exponents below 1 - 2ε, as it excludes 2δ; the minimum has 1 - 2ε as well. Not sharp:
    see x:rmk-combined-rate/better.
    """
    first, second = TABLE_1["x:tab1-row1-worst"], TABLE_1["x:tab1-row2-worst"]
    for eps in CASES:
        best = max(first.exponent(0.5 - eps), second.exponent(eps))
        yield equal(exponent(eps), best, name=f"{eps}: exponent", digits=12, symbol="the exponent")
        p = chances(steps(eps), combined(eps))
        yield on_horizon(at_most)(p[1:] / p[:-1], 0.98, name=f"{eps}: sum", symbol="ratio")


@repair(
    "x:rmk-combined-rate/better",
    "x:display-combined-rate",
    kind="almost sure",
    says="The smallest gap is almost surely O(tau^(-1 + eps + eta)) for every eta > 0 and eps in (0, 1), and that "
    "is not sharp either.",
    formula=r"\min_{t\le\tau}\{\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}\} \lesssim "
    r"\tau^{-1+\varepsilon+\eta}, \quad \eta > 0",
    expected="consistent",
    premises=["eq:rate_nonrecovery_LSSPLCR/mean"],
    mutants=SLOW_STEPS,
)
def smallest_gap_follows_the_mean(*, steps=printed_steps, eta=0.05):
    """At ε = 1/3 this is an exponent near 2/3 instead of 1/3. Also for ε ≥ 1/2, where the steps are not in ℓ².

    Nor is this sharp: Markov's inequality uses the last gap only. In one dimension the iterates pass the minimum again
    and again, and the smallest gap is lower by further powers of τ.
    """
    for eps in (0.3, 1 / 3, 0.45, 0.6):
        p = chances(steps(eps), 1 - eps - eta)
        yield on_horizon(at_most)(p[1:] / p[:-1], 0.98, name=f"{eps:.2f}: sum", symbol="ratio")

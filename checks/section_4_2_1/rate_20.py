r"""Section 4.2.1, rate (20) [eq:rate_nonrecovery_BLSCR]: the worst case, with Robbins-Monro steps.

A lower bound of the orthogonal part is no upper one: without the conditions of Theorem 4.8 the iterates may run away.
Whole trajectories are tried for the cell of Table 1, in `checks/table_1/row_1.py`.
"""

import itertools

import numpy as np
from flint import arb
from scipy.special import zeta

import theorytest as tt
from checks.hypotheses import conditions_of_4_8
from checks.instances.stationary_problems import Line
from checks.theory.series import ANY_EPSILON
from theorytest import at_most, claim, family, horizon, less_than, repair

TAU = np.arange(1.0, 100_001)


def growing(x):
    """‖(I - P) g‖ = 1 + x⁴."""
    return 1 + x**4


@claim(
    "eq:rate_nonrecovery_BLSCR",
    kind="almost sure",
    says="If ‖(I − P_t) g_t‖ + β_t ≥ c > 0 and s_t = t^(−1/2−ε), then min_{t ≤ τ} ‖P_t g_t‖² ≲ τ^(−1/2+ε) almost "
    "surely.",
    formula=r"\|(I-P_t)g_t\| \ge 1,\ s_t = t^{-1/2-\varepsilon} \implies \min_{t\le\tau}\|P_tg_t\| < \|P_1g_1\|",
    reading="The worst case has a lower bound only; that Σ ξ_t < ∞ needs an upper one is left to Theorem 4.8. Some "
    "‖P_t g_t‖ would fall below the first one, on some path. Tried with ε = 1/10.",
    gravity="fails only when read literally",
    finding="worst-case-upper-bound",
    controls={"a bounded part": {"part": lambda x: 1 + 0 * x}},
)
def lower_bound_is_not_enough(*, part=growing, start=2):
    """L(x, y) = x²/2 + (1 + x⁴) y, M = T_t = {y = 0} has (B), (LS) with L = 1 and (CR) without error; one of two points
    gives P^1 g = x ± (1 + x⁴).

    |x_{t+1}| ≥ |x_t| (s_t |x_t|³ - 1) ≥ 2 |x_t| as |x_t| ≥ 2^t and s_t ≥ 1/t: all signs of four steps, then induction,
    as 8^t/t - 1 ≥ 2.
    """
    lows = []
    for signs in itertools.product((-1, 1), repeat=4):
        x = arb(start)
        for k, sign in enumerate(signs, start=1):
            x -= arb(k) ** (-arb(3) / 5) * (x + sign * part(x))
            lows.append(abs(x))
    return less_than(
        min(lows, key=lambda each: each.lower()), start, symbol="the least ‖P_t g_t‖ of all paths, 1 < t ≤ 5"
    )


@repair(
    "eq:rate_nonrecovery_BLSCR/corrected",
    "eq:rate_nonrecovery_BLSCR",
    kind="almost sure",
    says="If Theorem 4.8 applies with s_t = s̄ t^(−1/2−ε), 0 < ε < 1/2, then almost surely "
    "min_{t ≤ τ} ‖P_t g_t‖² ≲ τ^(−1/2+ε).",
    formula=r"\sum_t\xi_t < \infty,\ s_t = \bar s\,t^{-1/2-\varepsilon} \implies "
    r"\min_{t\le\tau}\|P_tg_t\|^2 \lesssim \tau^{-1/2+\varepsilon} \text{ a.s.}",
    reading="That Σ ξ_t < ∞ is a condition of Theorem 4.8: a bounded orthogonal part and Σ β_t < ∞ are enough. Tried "
    "is the bound of the means; paths of other problems are drawn for the cell of Table 1.",
    forall={
        "u_1": family(
            [0.0, 1.0, 5.0], "starts on the line, where ‖(I − P_t) g_t‖ = 1", search=tt.reals(0, 100), effort=20
        ),
        "ε": ANY_EPSILON,
        "τ": horizon,
    },
    given=[conditions_of_4_8],
    premises=["thm:stationary_point", "x:sec4.2.1-step-choice/corrected"],
    mutants={
        "a rate of τ^−1": {"rate": lambda _: 1.0},
        "steps that are not square summable": {"exponent": lambda _: 0.1},
    },
)
def means_have_the_worst_case_rate(start, eps, *, rate=lambda eps: 0.5 - eps, exponent=lambda eps: 0.5 + eps):
    """S_τ min E x_t² ≤ Σ σ_t E x_t² ≤ B = x_1²/2 + Σ s_t²/2 and S_τ ≥ τ^(1/2-ε)/2: the least mean is below 2B τ^-r."""
    e = float(eps)
    steps = TAU ** -exponent(e)
    least = np.minimum.accumulate(Line(start).mean_squares(steps.tolist()))
    B = start**2 / 2 + float(zeta(1 + 2 * e)) / 2
    return at_most(TAU ** rate(e) * least, 2 * B, until=TAU[-1], symbol="τ^(1/2−ε) min E‖P_t g_t‖²")

r"""Remark 4.15 [x:display-rmk4.15-sobolev-rates]: of what N^(-2k/(2k+D)) is the rate: of the L²-norm or of its square.

With n = d points and t = d^(2α) steps, α = k/D, N = d^(2α+1). No element of V_d is closer to u than ‖u - P u‖, which
is of the order d^(-α) = N^(-k/(2k+D)) for the worst u of the class: half of the exponent that is printed.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from scipy.special import zeta

from checks.section_4_2_2.remark_4_15 import squared_errors
from theorytest import at_least, at_most, claim, repair
from theorytest.decisions.horizon import on_horizon


def squared_tail(d):
    """A lower bound of Σ_{j>d} j^-4, by the integral from d + 1 on."""
    return Fraction(1, 3 * (d + 1) ** 3)


@claim(
    "x:display-rmk4.15-sobolev-rates/in-norm",
    kind="rate",
    says="The printed rates, N^(-2k/(2k+D)) for H^k, are those of the L2-norm of the error.",
    formula=r"\|u-u_t\|_{L^2} \lesssim N_t^{-2k/(2k+D)}",
    expected="refuted",
    gravity="misprint",
)
def rates_of_the_norm_as_printed(*, C=1000):
    """u = Σ j^-2 √2 cos(πjx) lies in H^1(0, 1), and V_d is spanned by the first d cosines; k = D = 1.

    Every u_t in V_d has ‖u - u_t‖² ≥ Σ_{j>d} j^-4 ≥ 1/(3 (d+1)³), whatever the draws; N = d³ makes the square of what
    is printed C² d^-4. Read for the squared norm, as the display before it, the sentence is true.
    """
    for d in (10**7, 10**9):
        value, bound = squared_tail(d), Fraction(C**2, d**4)
        yield at_most(value / bound, 1, name=f"d = {d:.0e}", symbol="|u - u_t|^2 / C^2 rate^2")


def harmonic(t):
    """s_t = 1/(t + 1), for which t E_t ≤ 2 ‖u‖² from t = 2 on, by induction as c_var1 ≤ 2 and c_var2 = 1."""
    return 1 / (t + 1)


SCHEDULES = ((0.5, (16, 64, 256, 1024)), (1.0, (4, 16, 64)), (1.5, (3, 9, 27)))


@repair(
    "x:display-rmk4.15-sobolev-rates/in-norm-corrected",
    "x:display-rmk4.15-sobolev-rates/in-norm",
    kind="rate",
    says="They are those of the squared L2-norm: the root of the mean squared error has half of their exponents, "
    "and no larger ones.",
    formula=r"\tfrac{2^{-2\alpha}}{2\alpha} \le N^{2\alpha/(2\alpha+1)}\,\mathbb{E}\|u-u_t\|^2 \le "
    r"\tfrac1{2\alpha} + 2\|u\|^2, \qquad \alpha = \tfrac kD",
    expected="consistent",
    premises=["x:rmk4.15-equilibrate", "eq:sampling_number_crude/mean"],
    mutants={
        "the printed exponent": {"exponent": lambda alpha: 2 * alpha / (2 * alpha + 1)},
        "a tenth more": {"exponent": lambda alpha: 1.1 * alpha / (2 * alpha + 1)},
        "a third of the printed exponent": {"exponent": lambda alpha: 2 / 3 * alpha / (2 * alpha + 1)},
        "summable steps": {"steps": lambda t: 1 / (t + 1) ** 2},
    },
)
def rates_of_the_root(*, exponent=lambda alpha: alpha / (2 * alpha + 1), steps=harmonic):
    """The target with coefficients j^(-α-1/2), by the recursion of the scheme; D² lies between two integrals.

    Between both bounds for all d, and the spread of the scaled root over these d is below 1.3.
    """
    for alpha, dims in SCHEDULES:
        scaled = []
        for d in dims:
            n_steps = round(d ** (2 * alpha))
            errors, _ = squared_errors(d, d, steps, n_steps, alpha)
            scaled.append(np.sqrt(errors[-1]) * float(n_steps * d) ** exponent(alpha))
        least, most = 2.0**-alpha / np.sqrt(2 * alpha), np.sqrt(1 / (2 * alpha) + 2 * zeta(2 * alpha + 1))
        name, word = f"alpha = {alpha}", "N^(k/(2k+D)) times the root"
        yield on_horizon(at_most)(scaled, most, name=name, symbol=word)
        yield on_horizon(at_least)(scaled, least, name=f"{name}: below", symbol=word)
        spread = max(scaled) / min(scaled)
        yield on_horizon(at_most)(spread, 1.3, name=f"{name}: order", symbol="max / min")

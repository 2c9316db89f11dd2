r"""The caption of Table 1 [tab:rates]: for which ε and a the entries hold almost surely, and under which assumptions.

By Theorem 4.8 an algebraic entry of row 1 needs Σ p_t < ∞ and Σ_{t≤τ} s_t of the order of the inverse rate; by Theorem
4.9 one of row 2 needs χ_t = t^r with χ_{t+1} ξ_t summable and t s_t → ∞; an exponential one needs a(s) < 1.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp

from checks.instances.saturated import contraction
from checks.section_4_2_1.rates import EPSILONS, converges, power, sp_number, t
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.descent.table_1 import TABLE_1

HALF = Fraction(1, 2)


def creeping_gaps(n_steps):
    """The gap x²/2 of gradient descent from x = 1, without samples, with s_t = 1/(4 k log k) for k = t + 2."""
    k = np.arange(3.0, n_steps + 3)
    return 0.5 * np.cumprod(1 - 1 / (4 * k * np.log(k))) ** 2


def noise_of_creeping(n_terms=100_000):
    """A bound of Var lim x_t/A_t, A_t = Π (1 - s), for steps with x - s (x ± 1): Σ (s/A)² with A ≥ (log 2/log k)^(1/4).

    The terms 1 / (16 k² (log k)^(3/2) (log 2)^(1/2)) fall, so that an integral bounds their rest.
    """
    k = np.arange(3.0, n_terms + 1)
    terms = 1 / (16 * k**2 * np.log(k) ** 1.5 * np.log(2) ** 0.5)
    return terms.sum() + n_terms * terms[-1]


@claim(
    "tab:rates",
    kind="almost sure",
    says="The tabulated rates hold almost surely, with an eps in (0, 1/2) that depends on the steps, under the "
    "assumptions of the linked equations.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(t^{-1+2\varepsilon}), \quad "
    r"\min_{t\le\tau}\|P_tg_t\|^2 \in \mathcal{O}(\tau^{-1/2+\varepsilon}), \quad \varepsilon\in(0,\tfrac12)",
    expected="refuted",
    gravity="misprint",  # the O of Corollary 4.13 is the error
    premises=["cor:quasi-linear-convergence"],
)
def caption_as_printed(*, constant=20, far=1e300):
    """Row 2: the corollary allows s_t = 1/(4 k log k), k = t + 2, in O(t^(δ-1)) for every δ, and in ℓ² but not in ℓ¹.

    As (1 - s)⁴ ≥ 1 - 1/(k log k) ≥ log(k - 1) / log k, gradient descent on x²/2 has a gap of at least
    (log 2 / log(t + 2))^(1/2) / 2 after t steps, which is no O(t^(-1+2ε)) for any ε < 1/2: seen at t = 10³⁰⁰ for 0.49.
    With a lasting orthogonal part, as in the column of the worst case, P^1 g = x ± 1 adds a martingale to x_t/A_t. By
    Kolmogorov it leaves (1/2, 3/2) with probability at most 4 Var, and else the gap is a quarter of that, for ever.
    """
    slow = 1 / ((t + 2) * sp.log(t + 2))
    sums = [converges(slow**2), converges(slow)]
    yield equal(sums, [True, False], name="the steps", symbol="convergence")
    T = np.arange(1.0, 100_001)
    ratio = creeping_gaps(len(T)) / (0.5 * (np.log(2) / np.log(T + 2)) ** 0.5)
    yield at_least(ratio, 1.0, name="the gap", digits=9, symbol="gap / lower bound")
    stays = 1 - 4 * noise_of_creeping()
    yield at_least(stays, 0.9, name="an orthogonal part", digits=None, symbol="P(x_t >= A_t/2 for all t)")
    least = far ** (1 - 2 * float(max(EPSILONS))) * 0.5 * (np.log(2) / np.log(far)) ** 0.5
    yield at_most(least / 4, constant * 0.5, name="row 2", digits=None, symbol="t^(1-2e) gap")


def algebraic_entries(eps, share):
    """The conditions of both theorems for the step rule of each algebraic cell, in exponents; sums by sympy."""
    s, rate = power(HALF + eps), HALF - eps
    sums = [converges(s**2), converges(s)]
    yield equal(sums, [True, False], name=f"row 1, eps = {eps}", symbol="convergence")
    yield at_least(rate, Fraction(1, 10**6), name=f"row 1, eps = {eps}: a rate")
    delta = share * eps
    chi_xi = sp.powsimp(t ** sp_number(1 - 2 * eps) * power(1 - delta) ** 2)
    name = f"row 2, eps = {eps}"
    yield equal(converges(chi_xi), True, name=name, symbol="convergence of chi xi")
    grows = sp.limit(t * power(1 - delta), t, sp.oo) == sp.oo
    yield equal(grows, True, name=f"{name}: t s_t", symbol="no bound")
    yield at_least(1 - 2 * eps, Fraction(1, 10**6), name=f"{name}: a rate")


def same_exponents(eps):
    """The exponents above are those of the table."""
    for column in ("worst", "sgd"):
        for row, exponent in (("1", HALF - eps), ("2", 1 - 2 * eps)):
            found = TABLE_1[f"x:tab1-row{row}-{column}"].exponent(float(eps))
            name = f"{column} of row {row}, eps = {eps}"
            yield equal(found, float(exponent), name=name, digits=12, symbol="the exponent")


@repair(
    "tab:rates/corrected",
    "tab:rates",
    kind="almost sure",
    says="With an orthogonal part bounded from above, summable retraction errors and steps of exactly the orders "
    "t^(-1/2-eps), or t^(delta-1) with 0 < delta < eps, the theorems give the algebraic entries for every eps in "
    "(0, 1/2); a constant step below 2 s-bar gives an a in [0, 1), where 0 is gradient descent in one step.",
    formula=r"s_t\asymp t^{-1/2-\varepsilon},\ t^{\delta-1}: \quad \varepsilon\in(0,\tfrac12),\ \delta<\varepsilon; "
    r"\qquad 0 \le a(s) = 1-2\lambda(c_{\mathrm{bias},1}s-s^2\tfrac{L+C_R}{2}c_{\mathrm{var},1}) < 1 "
    r"\iff 0 < s < 2\bar s",
    expected="computed",
    premises=["thm:stationary_point", "thm:rates_abstrac_SPL", "cor:exponential-convergence/corrected"],
    mutants={
        "eps = 0": {"epsilons": [Fraction(0)]},
        "eps = 1/2": {"epsilons": [HALF]},
        "eps above 1/2": {"epsilons": [Fraction(3, 5)]},
        "delta = eps": {"share": Fraction(1)},
        "delta = 0": {"share": Fraction(0)},
        "a step of 2 s-bar": {"longest": 2},
        "a > 0 always": {"least": Fraction(1, 10**6)},
    },
)
def caption(*, epsilons=tuple(EPSILONS), share=Fraction(9, 10), longest=Fraction(199, 100), least=0):
    """In rational numbers. λ = L, C_R = 0 and c_bias1 = c_var1 = 1 with s = 1/L is gradient descent in one step."""
    for eps in epsilons:
        yield from algebraic_entries(eps, share)
        yield from same_exponents(eps)
    for lam, L, C_R, c_var1 in ((1, 1, 0, 1), (HALF, 1, 0, 1), (1, 2, 3, Fraction(5, 2))):
        s_bar = 1 / (Fraction(L + C_R) * c_var1)
        for k in (Fraction(1, 100), HALF, Fraction(1), Fraction(3, 2), longest):
            a = contraction(k * s_bar, lam=lam, L=(L + C_R) * c_var1, C_R=0)
            name = f"lambda = {lam}, L = {L}, C_R = {C_R}, s = {k} s-bar"
            yield at_most(a, 1 - Fraction(1, 10**6), name=name, symbol="a")
            yield at_least(a, least, name=f"{name}: least", symbol="a")

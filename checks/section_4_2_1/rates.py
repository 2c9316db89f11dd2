r"""Section 4.2.1 after Theorem 4.8: which steps its conditions allow, and the rates (19) and (20) that they give.

The perturbation of step t is p_t = s_t² (L + C_R)/2 c_var2 ‖(I - P_t) g_t‖² + β_t, and the theorem asks for Σ p_t < ∞.
The rates themselves are tried on whole trajectories in `checks/table_1/row_1.py`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import sympy as sp

from checks.instances.spaces import FOUR_POINTS
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.constants import exact
from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.hull import hull
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials
from theorytest.descent.steps import Power, satisfies_robbins_monro

t = sp.Symbol("t", positive=True, integer=True)
EPSILONS = [Fraction(1, 100), Fraction(1, 10), Fraction(1, 4), Fraction(49, 100)]
EXPONENTS = [Fraction(k, 10) for k in range(16)]  # a of s_t = t^-a, from constant steps to t^(-3/2)


def sp_number(fraction):
    return sp.Rational(fraction.numerator, fraction.denominator)


def power(exponent):
    """t^-a as a formula."""
    return t ** -sp_number(exponent)


@cache
def converges(formula):
    """Whether Σ_t formula is finite, by sympy."""
    return bool(sp.Sum(formula, (t, 1, sp.oo)).is_convergent())


@claim(
    "x:sec4.2.1-constant-step",
    kind="identity",
    says="Without orthogonal part and retraction error every constant step up to s-bar is allowed; s-bar itself "
    "has the largest sigma, c_bias1 s-bar / 2, so that the sum of the sigma_t grows like tau.",
    formula=r"\|(I-P_t)g_t\| = \beta_t = 0,\ s_t = \bar s \implies \xi_t = 0,\ "
    r"\sum_{t\le\tau}\sigma_t = \tfrac{c_{\mathrm{bias},1}\bar s}2\tau",
    premises=["thm:stationary_point"],
    mutants={
        "an orthogonal part": {"normal": Fraction(1, 100)},
        "a retraction error": {"beta": Fraction(1, 100)},
        "twice the step": {"stretch": 2},
        "one per cent more": {"share": Fraction(101, 100)},
    },
)
def constant_steps_are_allowed(*, normal=Fraction(0), beta=Fraction(0), stretch=1, share=1):
    """In rational numbers, for three sets of constants; with any orthogonal part Σ p_t is infinite."""
    for c_bias1, c_var1, c_var2, m in ((1, 1, 1, 1), (1, 3, 2, Fraction(5, 2)), (Fraction(1, 2), Fraction(7, 3), 1, 2)):
        s_bar = Fraction(c_bias1) / (m * c_var1)
        s = stretch * s_bar
        p = s**2 * Fraction(m) / 2 * c_var2 * normal**2 + beta
        sigma = c_bias1 * s - s**2 * Fraction(m) / 2 * c_var1
        name = f"c_bias1 = {c_bias1}, c_var1 = {c_var1}"
        allowed = converges(sp_number(p))
        yield equal(allowed, True, name=f"{name}: sum", symbol="convergence")
        yield equal(sigma, share * c_bias1 * s_bar / 2, name=name, symbol="sigma")
        others = [c_bias1 * x - x**2 * Fraction(m) / 2 * c_var1 for x in (s_bar * Fraction(k, 10) for k in range(21))]
        yield at_most(others, sigma, name=f"{name}: largest", symbol="sigma of others")


def summable_sequences():
    """Squares η_1, ..., η_64."""
    T = range(1, 65)
    return {
        "constant": [Fraction(3)] * 64,
        "inverse squares": [Fraction(1, k * k) for k in T],
        "rarely small": [Fraction(1, k) if k & (k - 1) else Fraction(1, k**3) for k in T],
    }


@claim(
    "eq:rate_recovery_BLSCR/no-epsilon",
    kind="inequality",
    says="In the best case no epsilon is lost: tau times the smallest square is at most twice the sum of the "
    "squares over the second half of the times, which tends to zero, so the rate is o(1/tau).",
    formula=r"\lceil\tfrac\tau2\rceil\min_{t\le\tau}\eta_t \le \sum_{\tau/2<t\le\tau}\eta_t \to 0",
    tight="attained by constant squares over two steps",
    premises=["x:thm4.8-proof-half/corrected"],
    mutants={"share x 0.9": {"share": 0.9}, "without a half": {"half": 1}},
)
def no_epsilon_is_lost(*, share=1, half=2):
    """In rational numbers for every τ; η ∈ ℓ¹ is what the proof of the theorem gives for constant steps."""
    for name, eta in summable_sequences().items():
        taus = range(1, 65)
        low = [-(-tau // half) * min(eta[:tau]) for tau in taus]
        sums = [share * sum(eta[tau // 2 : tau]) for tau in taus]
        yield at_most(low, sums, name=name, symbol="tau/2 min eta")


def _summable(a, normal, beta):
    """Whether Σ p_t is finite for steps t^-a."""
    return converges(sp.expand(power(a) ** 2 * normal**2)) and converges(beta)


def orthogonal_parts():
    """Pairs of ‖(I - P_t) g_t‖ and β_t with a sum of at least 1, and β ∈ ℓ¹."""
    return {
        "beta at first": (1 - 1 / t**2, 1 / t**2),
        "constant": (sp.Integer(1), sp.Integer(0)),
        "growing": (t ** sp.Rational(1, 4), 1 / t**2),
    }


@claim(
    "x:sec4.2.1-robbins-monro",
    kind="remark",
    says="If the orthogonal part plus a summable retraction error is bounded below, the theorem requires steps "
    "that satisfy the Robbins-Monro condition: without it xi is not summable, or the sum of the sigma_t is finite.",
    formula=r"\|(I-P_t)g_t\|+\beta_t \ge c > 0,\ \beta\in\ell^1,\ \sum_tp_t < \infty = \sum_t\sigma_t \implies "
    r"s\in\ell^2\setminus\ell^1",
    mutants={
        "a part that vanishes": {"parts": lambda: {"vanishing": (t ** sp.Rational(-1, 4), 1 / t**2)}},
        "s in l^(3/2)": {"required": lambda steps: 2 / 3 < steps.exponent <= 1},
        "steps longer than 1/t by a power": {"required": lambda steps: 0.5 < steps.exponent < 1},
    },
)
def robbins_monro_steps_are_required(*, parts=orthogonal_parts, required=satisfies_robbins_monro):
    """As β_t → 0 the part is at least c/2 late, so that p_t ≥ const s_t²; tried on t^-a for 16 a, sums by sympy."""
    for name, (normal, beta) in parts().items():
        allowed = [a for a in EXPONENTS if _summable(a, normal, beta) and not converges(power(a))]
        found = [required(Power(1.0, float(a))) for a in allowed]
        yield equal(found, [True] * len(allowed), name=name, symbol="the condition")
        yield at_least(len(allowed), 2, name=f"{name}: some", symbol="allowed exponents")


@claim(
    "x:sec4.2.1-robbins-monro/sufficient",
    kind="remark",
    says="If the orthogonal part is also bounded from above the Robbins-Monro condition suffices: the conditions "
    "hold and the sum of the sigma_t diverges exactly for such steps.",
    formula=r"c \le \|(I-P_t)g_t\| \le C,\ \beta\in\ell^1: \quad \sum_tp_t < \infty = \sum_t\sigma_t \iff "
    r"s\in\ell^2\setminus\ell^1",
    mutants={
        "errors that are not summable": {"beta": 1 / t},
        "a part that grows": {"normal": t ** sp.Rational(1, 4)},
        "a part that vanishes": {"normal": t ** sp.Rational(-1, 4)},
        "only square summable": {"condition": lambda steps: 2 * steps.exponent > 1},
    },
)
def robbins_monro_steps_are_those_allowed(*, beta=1 / t**2, normal=1 + 1 / t, condition=satisfies_robbins_monro):
    """Power steps t^-a for 16 exponents; the sums are decided by sympy, the condition by the package's step rules."""
    for a in EXPONENTS:
        allowed = _summable(a, normal, beta) and not converges(power(a))
        yield equal(condition(Power(1.0, float(a))), allowed, name=f"a = {a}", symbol="allowed")


def longest_step(d, n):
    """s̄ of the optimal quasi-projection for L = 1, from its exact constants."""
    space = Space(Monomials(d), FOUR_POINTS)
    found = exact(QuasiProjection(Optimal(space), n), hull(space, 0))
    return found.c_bias1 / found.c_var1_with(d / n + 1e-9)


@claim(
    "x:sec4.2.1-step-choice",
    kind="inequality",
    says="The steps t^(-1/2-eps) are allowed by the theorem for every eps between 0 and 1/2.",
    formula=r"s_t = t^{-1/2-\varepsilon} \le \bar s",
    expected="refuted",
    gravity="misprint",
)
def unscaled_steps_are_allowed_as_printed(*, first=1.0):
    """s_1 = 1, but two dimensions and one sample have s̄ = 1/2. For (d, n) it is n / (n + d - 1), below 1 for d > 1."""
    for d, n in ((2, 1), (3, 1)):
        s_bar = longest_step(d, n)
        yield at_most(first, s_bar, name=f"d = {d}, n = {n}", digits=6, symbol="s_1")


@repair(
    "x:sec4.2.1-step-choice/corrected",
    "x:sec4.2.1-step-choice",
    kind="remark",
    says="The steps s-bar t^(-1/2-eps), or t^(-1/2-eps) from the first t with t^(-1/2-eps) <= s-bar on, are "
    "square summable and not summable exactly for 0 < eps <= 1/2; the sum of sigma_t grows like tau^(1/2-eps).",
    formula=r"s_t = \bar s\,t^{-1/2-\varepsilon}: \quad "
    r"\tau^{1/2-\varepsilon} \le \sum_{t\le\tau}t^{-1/2-\varepsilon} \le "
    r"\frac{\tau^{1/2-\varepsilon}}{1/2-\varepsilon}",
    expected="computed",
    mutants={
        "t^(-1/2)": {"shift": Fraction(0)},
        "eps above one half": {"shift": Fraction(11, 20)},
        "a faster sum": {"grows": lambda tau, e: tau ** (0.75 - e)},
        "unscaled": {"first": 1.0},
    },
)
def scaled_steps_are_allowed(*, shift=None, grows=lambda tau, e: tau ** (0.5 - e), first=None):
    """Summability by sympy; the growth of the sum for τ up to 10⁵ between two integrals."""
    for eps in EPSILONS if shift is None else [shift]:
        s = power(Fraction(1, 2) + eps)
        sums = [converges(s**2), converges(s)]
        yield equal(sums, [True, False], name=f"eps = {eps}", symbol="convergence")
        tau = np.arange(1.0, 100_001)
        S, e = np.cumsum(tau ** (-0.5 - float(eps))), float(eps)
        yield at_least(S, grows(tau, e), name=f"eps = {eps}: below", digits=9, symbol="the sum")
        if e < 0.5:
            above = tau ** (0.5 - e) / (0.5 - e)
            yield at_most(S, above, name=f"eps = {eps}: above", digits=9, symbol="the sum")
    s_bar = longest_step(2, 1)
    yield at_most(first or s_bar, s_bar, name="first", digits=9, symbol="s_1")


@claim(
    "x:sec4.2.1-intermediate",
    kind="remark",
    says="When the orthogonal part decays like t^-b, steps t^-a are allowed exactly for a + b > 1/2; the rate "
    "tau^(a-1) then lies between the two extreme cases.",
    formula=r"\|(I-P_t)g_t\| \sim t^{-b},\ s_t \sim t^{-a}: \quad \sum_tp_t < \infty \iff a + b > \tfrac12",
    expected="computed",
    premises=["thm:stationary_point"],
    mutants={
        "a + b > 1": {"allowed": lambda a, b: a + b > 1},
        "equality as well": {"allowed": lambda a, b: a + b >= Fraction(1, 2)},
        "the part unsquared": {"squared": 1},
        "a rate of tau^(a-1.05)": {"rate": lambda a: 1.05 - a},
        "a rate of tau^(a-0.95)": {"rate": lambda a: 0.95 - a},
    },
)
def decaying_parts_allow_longer_steps(*, allowed=lambda a, b: a + b > Fraction(1, 2), squared=2, rate=lambda a: 1 - a):
    """By sympy on a grid of exponents; b = 0 is the worst case, and b > 1/2 allows constant steps as in the best.

    The rate is that of 1/S with σ_t between s_t/2 and s_t: τ^(1-a)/2 ≤ S_τ ≤ τ^(1-a)/(1-a) up to τ = 10⁶. For
    1/2 - b < a < 1/2, where decay is of use, its exponent 1 - a lies between 1/2 and 1.
    """
    for b in (Fraction(0), Fraction(1, 5), Fraction(2, 5), Fraction(1, 2), Fraction(3, 4)):
        found = [converges(power(a) ** 2 * power(b) ** squared) for a in EXPONENTS[:11]]
        claimed = [allowed(a, b) for a in EXPONENTS[:11]]
        yield equal(found, claimed, name=f"b = {b}", symbol="allowed")
    tau = np.arange(1.0, 1_000_001)
    for a in (0.1, 0.3, 0.49):
        s, grows = tau**-a, tau ** rate(a)
        S = np.cumsum(s - s**2 / 2)
        yield at_least(S, grows / 2, name=f"a = {a}: at least", digits=9, symbol="S")
        yield at_most(S, grows / (1 - a), name=f"a = {a}: at most", digits=9, symbol="S")
        yield at_least(min(rate(a) - 0.5, 1 - rate(a)), 0.0, name=f"a = {a}: between", digits=None)

r"""Corollary 4.4 [corollar:sublinear_inexpectation]: steps c_0/t give E X_{t+1} ∈ O(t^{ε+1-p}), p = min{2, s}."""

from __future__ import annotations

import mpmath
import numpy as np

from checks.instances.sublinear import Case, cases, envelope, margin, product_in_gammas
from checks.section_4_1.theorem_4_2_linear import descents
from theorytest import at_least, at_most, claim, equal
from theorytest.descent.steps import Power

MULTIPLES = (1.0, 1.5, 6.0)  # of the smallest c_0; the last makes a_1 > 1
LATE = (1.0, 1e3, 1e9, 1e30)  # times t_0


def smallest_c_0(p, lam, c_bias1):
    """(p - 1) / (2 λ c_bias1)."""
    return (p - 1) / (2 * lam * c_bias1)


FAR = 100  # T = 10^100, where log T grows by less than every power that is tested


def slope(c_1, c_2, decade=12):
    """d log ∏_{t ≤ T} a_t / d log T between T = 10^decade and the next one."""
    with mpmath.workdps(60 + decade):
        ends = [product_in_gammas(c_1, c_2, 1, mpmath.mpf(10) ** k) for k in (decade, decade + 1)]
        return float(mpmath.log(ends[1] / ends[0]) / mpmath.log(10))


def slope_of_the_sum(c_1, p, decade):
    """d log T^-c_1 (1 + ∫_1^T t^(c_1 - p) dt) / d log T, likewise."""
    q, x = c_1 - p + 1, mpmath.log(10)
    logs = [k * x if abs(q) < 1e-12 else mpmath.expm1(q * k * x) / q for k in (decade, decade + 1)]
    return float(mpmath.log((1 + logs[1]) / (1 + logs[0])) / x) - c_1


def slopes_far_out(c_1, c_2, K, p, first):
    """Of both terms of X_{T+1} = ∏ a_t X_1 + Σ_t (∏_{k>t} a_k) K t^-p, where a_{t+1} ⋯ a_T has the order (t/T)^c_1."""
    found = [slope(c_1, c_2, FAR)] if first > 0 else []
    return np.array([*found, slope_of_the_sum(c_1, p, FAR)] if K > 0 else found)


def decides(name, c_1, c_2, K, p, r, curve):
    """Whether the curve of E X_t is O(t^-r): t^r times each of its terms does not grow, as is seen far out.

    Where c_1 > r and p - 1 ≥ r it is proved: below M t^-r as far as it is known, and for ever by induction.
    """
    found = slopes_far_out(c_1, c_2, K, p, curve[0]) + r
    slopes = {"digits": 9, "scale": 1.0, "symbol": "the slope of t^r E X_t"}
    yield at_most(found, 0.0, name=f"{name}: far out", **slopes)
    if c_1 < r + 1e-9 or p - 1 < r:
        return
    t_0, M = envelope(c_1, c_2, K, p, r, curve)
    t = np.arange(t_0, len(curve) + 1)
    yield at_most(curve[t_0 - 1 :] * t**r, M, name=name, digits=9, symbol="t^r E X_t")
    late = [margin(c_1, c_2, K, p, r, M, t_0 * far) for far in LATE]
    yield at_least(late, 0.0, name=f"{name}: for ever", digits=None, symbol="the margin")


@claim(
    "corollar:sublinear_inexpectation",
    also=["x:display-cor4.4-step", "x:display-cor4.4-rate"],
    kind="rate",
    says="Steps c_0/t with c_0 at least (p-1)/(2 lambda c_bias,1) make the expected gap of order t^(eps+1-p) for "
    "every positive eps.",
    formula=r"s_t = c_0t^{-1},\ c_0 \ge \tfrac{p-1}{2\lambda c_{\mathrm{bias},1}} \implies "
    r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}] \in \mathcal{O}(t^{\varepsilon+1-p})",
    expected="computed",
    tight="approached as eps tends to 0; above the smallest c_0 no eps is needed",
    premises=["x:display-cor4.4-proof-bound/corrected", "x:cor4.4-proof-product-order"],
    mutants={
        "half of c_0": {"c_0": lambda p, lam, c_bias1: 0.5 * smallest_c_0(p, lam, c_bias1)},
        "c_0 five per cent smaller": {"c_0": lambda p, lam, c_bias1: 0.95 * smallest_c_0(p, lam, c_bias1)},
        "c_bias1 forgotten": {"c_0": lambda p, lam, _: smallest_c_0(p, lam, 1)},
        "p = s": {"order": lambda s: s},
        "p = 2": {"order": lambda _: 2.0},
        "no eps": {"exponent": lambda _, p: 1 - p},
        "t^(eps-p)": {"exponent": lambda eps, p: eps - p},
    },
)
def gap_decays_algebraically(*, c_0=smallest_c_0, order=lambda s: min(2.0, s), exponent=lambda eps, p: eps + 1 - p):
    """Exact moments with an envelope M t^-r that is kept by induction; what is false grows, at T = 10^100.

    Small ε decide: a larger one claims less, and from ε = p - 1 on nothing that decays. The first steps may make
    a_t > 1, where Theorem 4.2 does not apply; they cost a constant. On linear spaces p = 2. The perturbations are those
    of the instance, ξ_t ~ K t^(-min{2, s}), whatever p is claimed.
    """
    for name, case in cases().items():
        p = order(case.s)
        for multiple in MULTIPLES:
            first = multiple * c_0(p, case.lam, case.c_bias1)
            curve = case.gaps(first, 4000)
            for eps in (0.04 * (p - 1), 0.5 * (p - 1)):
                where = f"{name}, {multiple} c_0, ε = {eps:.2g}"
                yield from decides(where, *case.recursion(first), min(2.0, case.s), -exponent(eps, p), curve)
    for name, (c, descent) in descents(("Legendre, optimal", "four points, optimal")).items():
        p, first = order(2.0), 2 * c_0(order(2.0), 1, c.c_bias1)
        curve = descent.gap(Power(first, 1.0), np.arange(1, 1001))
        K = first**2 / 2 * c.c_var2 * 2 * descent.loss.floor
        yield from decides(name, 2 * c.c_bias1 * first, c.c_var1 * first**2, K, 2.0, -exponent(0.1, p), curve)


@claim(
    "x:cor4.4-c0",
    kind="constant",
    says="The condition on c_0 cannot be weakened: below it the gap decays with the exponent "
    "2 lambda c_bias,1 c_0 of the product alone, slower than t^(eps+1-p) for small eps.",
    formula=r"c_1 = 2\lambda c_{\mathrm{bias},1}c_0 < p-1,\ \xi_t = 0: \quad "
    r"\mathbb{E}X_{T+1} = \prod_{t=1}^Ta_t\,X_1 \sim \frac{T^{-c_1}X_1}{\Gamma(1-r_1)\Gamma(1-r_2)}",
    expected="computed",
    tight="attained: below it the exponent is that of the product",
    premises=["corollar:sublinear_inexpectation"],
    mutants={"c_0 itself": {"shares": (1.0, 0.9)}, "twice the exponent": {"exponent": lambda c_1: 2 * c_1}},
)
def smaller_c_0_is_slower(*, shares=(0.99, 0.5), exponent=lambda c_1: c_1):
    """The exact gaps against Γ values, whose exponent is read off at T = 10¹²."""
    for name, case in {"s = 2": cases()["s = 2"], "c_bias1 < 1": cases()["c_bias1 < 1"]}.items():
        clean, p = Case(case.law, h=0.0, B=0.0), 2.0
        for share in shares:
            c_0 = share * smallest_c_0(p, clean.lam, clean.c_bias1)
            c_1, c_2, _ = clean.recursion(c_0)
            where = f"{name}, {share} c_0"
            closed = [float(product_in_gammas(c_1, c_2, 1, T)) for T in (1, 10, 1000)]
            gaps = clean.gaps(c_0, 1000)[[1, 10, 1000]]
            yield equal(gaps, closed, name=where, digits=11, symbol="E X_{T+1}")
            found = slope(c_1, c_2)
            yield equal(found, -exponent(c_1), name=f"{where}: slope", digits=9, symbol="the exponent")
            yield at_least(found, 1.0 - p + 0.005, name=f"{where}: slower", digits=None)


@claim(
    "x:display-cor4.4-rate/attained",
    kind="rate",
    says="The rate needs no eps: above the smallest c_0 the expected gap is t^(1-p) times a known constant, at it "
    "t^(1-p) log t.",
    formula=r"\xi_t \sim Kt^{-p}: \quad t^{p-1}\,\mathbb{E}X_t \to \frac{K}{c_1-p+1}\ (c_1 > p-1), \qquad "
    r"(2t)^{p-1}\mathbb{E}X_{2t}-t^{p-1}\mathbb{E}X_t \to K\log 2\ (c_1 = p-1)",
    expected="computed",
    tight="attained by saturated perturbations",
    premises=["corollar:sublinear_inexpectation"],
    mutants={"constant x 0.97": {"constant": 0.97}, "p = s": {"order": lambda s: s}},
)
def rate_is_attained(*, constant=1.0, order=lambda s: min(2.0, s)):
    """Saturated instances at t = 20,000 and 40,000; the remainders are below half a per cent there."""
    for name in ("s = 2", "s = 3", "no orthogonal part", "c_bias1 < 1"):
        case = cases()[name]
        p = order(case.s)
        threshold = smallest_c_0(min(2.0, case.s), case.lam, case.c_bias1)
        for multiple in (1.0, 4.0):
            c_1, _, _ = case.recursion(multiple * threshold)
            K = _leading(case, multiple * threshold)
            curve = case.gaps(multiple * threshold, 40000)
            early, late = (t ** (p - 1) * curve[t - 1] for t in (20000, 40000))
            found, limit = (late - early, K * np.log(2)) if multiple == 1 else (late, K / (c_1 - min(2.0, case.s) + 1))
            where = f"{name}, {multiple} c_0"
            yield equal(found / limit, constant, name=where, digits=2, scale=0.5, symbol="the ratio")


def _leading(case, c_0):
    """K = lim t^p ξ_t."""
    noise = c_0**2 * case.smoothness / 2 * case.c_var2 * case.h**2
    return noise * (case.s >= 2) + case.B * (case.s <= 2)

r"""The proof of Corollary 4.4, second half: orders of the products and of the accumulated perturbation ξ̄_T."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np

from checks.instances.sublinear import Case, cases, product_in_gammas
from checks.instances.trees import accumulated, product
from checks.section_4_1.corollary_4_4 import decides
from theorytest import at_least, at_most, claim, equal, repair

F = Fraction


def factors(c_1, c_2, first, last):
    """a_t = 1 - c_1/t + c_2/t² for t = first, ..., last."""
    return [1 - F(c_1) / t + F(c_2) / t**2 for t in range(first, last + 1)]


# c_1 and c_2 ≥ c_1²/4, as λ ≤ L and c_bias1² ≤ c_var1 make them, with every a_t in (0, 1)
POSITIVE = ((F(1, 2), F(1, 16)), (F(1), F(3, 4)), (F(2), F(3, 2)), (F(3), F(5, 2)))


@claim(
    "x:cor4.4-proof-product-order",
    kind="rate",
    says="When all a_t lie in (0, 1), as Theorem 4.2 asks, the product of all factors is of the order T^(-c_1), "
    "so the upper bound T^(eps - c_1) holds even without eps.",
    formula=r"T^{c_1}\prod_{t=1}^Ta_t \to \frac{1}{\Gamma(1-r_1)\Gamma(1-r_2)} \in (0,\infty), "
    r"\quad r_{1,2}^2-c_1r_{1,2}+c_2 = 0",
    expected="computed",
    tight="attained: the product has this order from both sides",
    premises=["eq:a_t_bounds", "x:display-cor4.4-proof-gamma"],
    mutants={
        "a_1 = 0": {"constants": ((F(2), F(1)),)},
        "T^(c_1 - 1/100)": {"exponent": lambda c_1: c_1 - 0.01},
        "T^(c_1 + 1/100)": {"exponent": lambda c_1: c_1 + 0.01},
        "c_2 forgotten": {"second": 0},
    },
)
def products_have_an_order(*, constants=POSITIVE, exponent=lambda c_1: c_1, second=1):
    """The products in fractions against Γ values for T = 40, these at T = 10¹⁵ against their limit.

    Theorem 4.2, which the proof applies, excludes a factor 0; the steps of Corollary 4.4 do not, since λ = L + C_R = 2
    and c_0 = 1/2 give a_1 = 0.
    """
    for c_1, c_2 in constants:
        name, a = f"c_1 = {c_1}, c_2 = {c_2}", factors(c_1, c_2, 1, 40)
        yield at_most(a, F(10**9 - 1, 10**9), name=f"{name}: below 1", symbol="a_t")
        with mpmath.workdps(40):
            c = (float(c_1), float(second * c_2))
            near = float(product_in_gammas(*c, 1, 40))
            far = mpmath.mpf(10) ** 15
            scaled = float(product_in_gammas(*c, 1, far) * far ** exponent(float(c_1)))
            limit = float(product_in_gammas(*c, 1, None))
        yield equal(float(product(a)), near, name=name, digits=12, symbol="the product")
        yield equal(scaled, limit, name=f"{name}: limit", digits=11, symbol="T^c_1 times it")
        yield at_least(limit, 1e-9, name=f"{name}: positive", digits=None, symbol="the limit")


def printed_sum(a, xi, first=0, last=-1):
    """Σ_t (∏_{k=t+first}^{T+last} a_k) ξ_t; printed are k = t, ..., T - 1."""
    T = len(a)
    return sum(product(a[t - 1 + first : T + last]) * xi[t - 1] for t in range(1, T + 1))


@claim(
    "x:display-cor4.4-proof-xibar",
    kind="identity",
    says="The accumulated perturbation is the sum of xi_t times the factors from t to T-1, and at most a multiple "
    "of (T-1)^(eps-c_1) times the sum of (t-1)^c_1 xi_t.",
    formula=r"\bar\xi_T = \sum_{t=1}^T\Bigl(\prod_{k=t}^{T-1}a_k\Bigr)\xi_t \lesssim "
    r"(T-1)^{\varepsilon-c_1}\sum_{t=1}^T(t-1)^{c_1}\xi_t",
    expected="refuted",
    gravity="misprint",
    premises=["x:display-thm4.2-proof-final"],
)
def sum_of_partial_products_as_printed(*, last=-1):
    """T = 2 refutes it: ξ̄_2 = ξ_2 + a_2 ξ_1, printed is ξ_2 + a_1 ξ_1. The bound loses ξ_1, which (t-1)^c_1 removes:

    with ξ_t = 0 for t > 1 its right-hand side vanishes and the left-hand side a_2 ⋯ a_T ξ_1 does not.
    """
    a, xi = factors(1, F(3, 4), 1, 3), [F(1), F(1, 4), F(1, 9)]
    for T in (1, 2, 3):
        value, printed = accumulated(a[:T], xi[:T]), printed_sum(a[:T], xi[:T], last=last)
        yield equal(value, printed, name=f"T = {T}", symbol="the accumulated term")
    once = [F(1), F(0), F(0)]
    upper = 10**9 * sum((t - 1) * x for t, x in enumerate(once, start=1))
    yield at_most(accumulated(a, once), upper, name="ξ_1 alone", symbol="its bound")


@repair(
    "x:display-cor4.4-proof-xibar/corrected",
    "x:display-cor4.4-proof-xibar",
    kind="inequality",
    says="The accumulated perturbation is the sum of xi_t times the factors from t+1 to T, at most a multiple of "
    "T^(-c_1) times the sum of t^c_1 xi_t where no factor vanishes.",
    formula=r"\bar\xi_T = \sum_{t=1}^T\Bigl(\prod_{k=t+1}^Ta_k\Bigr)\xi_t \le C\,T^{-c_1}\sum_{t=1}^Tt^{c_1}\xi_t, "
    r"\qquad C = \frac{\sup_TT^{c_1}A_{T+1}}{\inf_TT^{c_1}A_{T+1}}",
    expected="computed",
    tight="approached by a single perturbation as T grows",
    premises=["x:display-thm4.2-proof-final", "x:cor4.4-proof-product-order"],
    mutants={
        "k from t": {"first": 0},
        "k to T-1": {"last": -1},
        "t - 1 for t": {"shift": 1},
        "T^(-c_1 - 1/2)": {"decay": 0.5},
        "T^(-c_1 - 1/100)": {"decay": 0.01},
        "one hundredth less of C": {"share": 0.99},
    },
)
def sum_of_partial_products(*, first=1, last=0, shift=0, decay=0.0, share=1.0):
    """Unequal factors and two kinds of perturbations, T ≤ 400; C = 1.97840 for all T."""
    c_1, c_2, T = F(3, 2), F(1), 400
    a = factors(c_1, c_2, 1, T)
    t = np.arange(1, T + 1)
    C = share * (yield from _spread(float(c_1), float(c_2), np.cumprod(np.array(a, float)) * t ** float(c_1)))
    for name, xi in {
        "once": [F(t == 1) for t in range(1, T + 1)],
        "t^-2": [F(1, t**2) for t in range(1, T + 1)],
    }.items():
        for n in (1, 2, 5):
            value, total = accumulated(a[:n], xi[:n]), printed_sum(a[:n], xi[:n], first, last)
            yield equal(value, total, name=f"{name}, T = {n}", symbol="the term")
        values = [float(accumulated(np.array(a[:n], float), np.array(xi[:n], float))) for n in range(1, T + 1)]
        upper = C * t ** (-float(c_1) - decay) * np.cumsum((t - shift) ** float(c_1) * np.array(xi, float))
        yield at_most(values, upper, name=f"{name}: bound", digits=12, symbol="the term")


def _spread(c_1, c_2, scaled):
    """sup / inf of T^c_1 A_{T+1}, which increases by factors 1 + (c_1/2 + c_2 - c_1²/2)/T² + O(T^-3) to its limit.

    The limit in Γ values is 0.98920, the first value 1/2.
    """
    limit = float(product_in_gammas(c_1, c_2, 1, None))
    yield at_least(np.diff(scaled), 0.0, name="increasing", digits=None, symbol="the increments")
    yield at_most(scaled, limit, name="below the limit", digits=12, symbol="T^c_1 A_T+1")
    return limit / scaled[0]


def integral(c_1, p, T):
    """∫_1^T t^{c_1 - p} dt by quadrature."""
    return mpmath.quad(lambda t: t ** (mpmath.mpf(c_1) - p), [1, min(T, 10), T] if T > 1 else [1, 1])


def printed_value(c_1, p, eps, T):
    """(T^{ε - p + 1} - (T - 1)^{ε - c_1}) / (c_1 - p + 1)."""
    return (T ** (eps - p + 1) - (T - 1) ** (eps - c_1)) / (c_1 - p + 1)


def true_value(c_1, p, eps, T):
    """(T - 1)^{ε - c_1} (T^{c_1 - p + 1} - 1)/(c_1 - p + 1), and with log T for c_1 = p - 1."""
    q = c_1 - p + 1
    return (T - 1) ** (eps - c_1) * ((T**q - 1) / q if q else np.log(T))


EXPONENTS = ((2.0, 2.0, 1.0), (1.5, 2.0, 0.1), (6.0, 2.0, 0.1), (0.7, 1.5, 0.2))  # c_1, p, ε


def integral_decides(value, exponents, summand):
    """The sum against the integral, and the integral against its closed form."""
    for c_1, p, eps in exponents:
        for T in (2, 3, 10, 1000):
            scale = (T - 1) ** (eps - c_1)
            whole = scale * float(integral(c_1, p, T))
            name = f"c_1 = {c_1}, p = {p}, ε = {eps}, T = {T}"
            claimed = value(c_1, p, eps, T)
            yield equal(whole, claimed, name=name, digits=9, scale=whole, symbol="the integral")
            total = scale * sum(summand(t, c_1, p) for t in range(1, T + 1))
            yield at_most(total, whole, name=f"{name}: sum", digits=12, symbol="the sum")


@claim(
    "x:display-cor4.4-proof-integral",
    kind="identity",
    says="The sum is at most the integral, which equals (T^(eps-p+1) - (T-1)^(eps-c_1)) / (c_1-p+1).",
    formula=r"(T-1)^{\varepsilon-c_1}\sum_{t=1}^T(t-1)^{c_1}t^{-p} \le (T-1)^{\varepsilon-c_1}\int_1^Tt^{c_1-p}\,"
    r"\mathrm{d}t = \frac{T^{\varepsilon-p+1}-(T-1)^{\varepsilon-c_1}}{c_1-p+1}",
    expected="refuted",
    gravity="gap in a proof",
)
def sum_is_an_integral_as_printed(*, value=printed_value):
    """T = c_1 = p = 2 and ε = 1 refute the equality, 1 against 0; (T - 1)^{ε-c_1} T^{c_1-p+1} is not T^{ε-p+1}.

    For c_1 = p - 1, which the corollary allows, the printed value divides by zero.
    """
    yield from integral_decides(value, EXPONENTS, lambda t, c_1, p: (t - 1) ** c_1 * t**-p)


@repair(
    "x:display-cor4.4-proof-integral/corrected",
    "x:display-cor4.4-proof-integral",
    kind="identity",
    says="The sum is at most the integral, which equals (T-1)^(eps-c_1) (T^(c_1-p+1) - 1)/(c_1-p+1), and "
    "(T-1)^(eps-c_1) log T for c_1 = p-1.",
    formula=r"(T-1)^{\varepsilon-c_1}\int_1^Tt^{c_1-p}\,\mathrm{d}t = (T-1)^{\varepsilon-c_1}"
    r"\frac{T^{c_1-p+1}-1}{c_1-p+1}\ (c_1 > p-1), \quad (T-1)^{\varepsilon-c_1}\log T\ (c_1 = p-1)",
    expected="computed",
    mutants={
        "as printed, with T": {"value": lambda c_1, p, eps, T: (T ** (eps - p + 1) - 1) / (c_1 - p + 1 or 1)},
        "no shift in the sum": {"summand": lambda t, c_1, p: t ** (c_1 - p)},
    },
)
def sum_is_an_integral(*, value=true_value, summand=lambda t, c_1, p: (t - 1) ** c_1 * t**-p):
    """By quadrature; the sum stays below for c_1 < p and c_1 ≥ p alike."""
    boundary = ((1.0, 2.0, 0.3), (0.5, 1.5, 0.1))
    yield from integral_decides(value, EXPONENTS + boundary, summand)


@claim(
    "x:cor4.4-proof-c1",
    kind="inequality",
    says="The choice of c_0 makes c_1 = 2 lambda c_bias,1 c_0 at least p-1, with equality for the smallest c_0.",
    formula=r"c_0 \ge \tfrac{p-1}{2\lambda c_{\mathrm{bias},1}} \implies c_1 \ge p-1",
    tight="attained by the smallest c_0",
    mutants={
        "without the 2": {"c_1": lambda lam, c_bias1, c_0: lam * c_bias1 * c_0},
        "one hundredth less of c_0": {"share": F(99, 100)},
    },
)
def exponent_is_large_enough(*, c_1=lambda lam, c_bias1, c_0: 2 * lam * c_bias1 * c_0, share=1):
    for lam, c_bias1, p in ((F(1), F(1), F(2)), (F(1, 3), F(1, 2), F(3, 2)), (F(7), F(1), F(5, 4))):
        c_0 = share * (p - 1) / (2 * lam * c_bias1)
        values = [c_1(lam, c_bias1, multiple * c_0) - p + 1 for multiple in (1, 2)]
        yield at_least(values, 0, name=f"λ = {lam}, p = {p}", symbol="c_1 - p + 1")


@claim(
    "x:cor4.4-proof-orders",
    kind="rate",
    says="Product and accumulated perturbation are of order T^(eps-p+1), the second at the smallest c_0 only "
    "because eps may be made smaller: there it is T^(1-p) log T.",
    formula=r"\prod_{t=1}^Ta_t \in \mathcal{O}(T^{\varepsilon-p+1}), \qquad \bar\xi_T \in "
    r"\mathcal{O}(T^{\varepsilon-p+1})",
    expected="computed",
    tight="approached by the product at the smallest c_0, as eps tends to 0",
    premises=["x:cor4.4-proof-product-order", "x:cor4.4-proof-c1"],
    mutants={
        "four fifths of c_0": {"share": 0.8},
        "three per cent less of c_0": {"share": 0.97},
        "an exponent of 0.01 less than that of the product": {"exponent": lambda _, p: 0.99 - p},
        "no eps": {"exponent": lambda _, p: 1 - p},
        "t^(eps - p)": {"exponent": lambda eps, p: eps - p},
    },
)
def both_terms_have_the_order(*, share=1.0, exponent=lambda eps, p: eps - p + 1):
    """ξ̄_T as the scheme that starts at the minimum; both far out, and by their envelopes.

    Small ε decide, as a larger one claims less. Without ε the product keeps its order, ξ̄_T grows by log T at c_0.
    """
    for name, case in cases().items():
        if len(case.curvatures) > 1:
            continue
        p = min(2.0, case.s)
        at_minimum = Case(case.law, h=case.h, C_R=case.C_R, B=case.B, s=case.s, first=(0.0,))
        for multiple in (1.0, 3.0):
            c_0 = share * multiple * (p - 1) / (2 * case.c_bias1)
            curve, r, where = at_minimum.gaps(c_0, 2000), -exponent(0.02 * (p - 1), p), f"{name}, {multiple} c_0"
            c_1, c_2, K = case.recursion(c_0)
            yield from decides(where, c_1, c_2, K, p, r, curve)
            yield from decides(f"{where}: product", c_1, c_2, 0.0, p, r, _products(c_1, c_2))


def _products(c_1, c_2):
    t = np.arange(1, 2001)
    return np.concatenate([[1.0], np.cumprod(1 - c_1 / t + c_2 / t**2)])

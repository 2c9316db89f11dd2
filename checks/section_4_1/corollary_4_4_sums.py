r"""The proof of Corollary 4.4, second half: orders of the products and of the accumulated perturbation ξ̄_T."""

from fractions import Fraction
from math import prod

import mpmath
import sympy as sp

import theorytest as tt
from checks.hypotheses import nonzero_factors
from checks.instances.trees import accumulated
from checks.theory.algebraic_rates import product_in_gammas
from theorytest import at_most, claim, equal, family, more_than, repair

F, Q = Fraction, sp.Rational


def factors(c_1, c_2, first, last):
    """a_t = 1 - c_1/t + c_2/t² for t = first, ..., last."""
    return [1 - F(c_1) / t + F(c_2) / t**2 for t in range(first, last + 1)]


# c_1 and c_2 ≥ c_1²/4, as λ ≤ L and c_bias1² ≤ c_var1 make them; λ = L + C_R = 2 and c_0 = 1/2 give the last, a_1 = 0
PAIRS = {
    "(1/2, 1/16)": (F(1, 2), F(1, 16)),
    "(1, 3/4)": (F(1), F(3, 4)),
    "(2, 3/2)": (F(2), F(3, 2)),
    "(3, 5/2)": (F(3), F(5, 2)),
    "(2, 1)": (F(2), F(1)),
}
# up to 6 and 19: a limit is compared at T = 10¹⁵
ANY_PAIR = tt.product(tt.positive(6), tt.reals(0, 10)).map(lambda c_1, more: (c_1, c_1**2 / 4 + more))


@claim(
    "x:cor4.4-proof-product-order",
    kind="rate",
    says="If no a_t vanishes, T^{−c₁} ≲ ∏_{t≤T} a_t ≲ T^{ε−c₁} for every ε > 0.",
    formula=r"T^{c_1}\prod_{t=1}^Ta_t \to \frac{1}{\Gamma(1-r_1)\Gamma(1-r_2)} \in (0,\infty), "
    r"\quad r_{1,2}^2-c_1r_{1,2}+c_2 = 0",
    forall={
        "(c₁, c₂)": family(
            PAIRS,
            "pairs with c₂ ≥ c₁²/4, as the constants of Corollary 4.4 make them; c₁ up to 6",
            search=ANY_PAIR,
            effort=60,
        )
    },
    given=[nonzero_factors],
    reading="Theorem 4.2, which the proof applies, excludes a factor 0; the steps of Corollary 4.4 alone do not. Tried "
    "with ε = 0, where it holds as well.",
    tight="attained: the product has this order from both sides",
    premises=["eq:a_t_bounds", "x:display-cor4.4-proof-gamma"],
    mutants={
        "T^(c_1 - 1/100)": {"exponent": lambda c_1: c_1 - 0.01},
        "T^(c_1 + 1/100)": {"exponent": lambda c_1: c_1 + 0.01},
        "c_2 forgotten": {"second": 0},
    },
)
def products_have_an_order(constants, *, exponent=lambda c_1: c_1, second=1):
    """The products in fractions against Γ values for T = 40, these at T = 10¹⁵ against their limit."""
    c_1, c_2 = constants
    with mpmath.workdps(40):
        c, far = (float(c_1), float(second * c_2)), mpmath.mpf(10) ** 15
        near = float(product_in_gammas(*c, 1, 40))
        scaled = float(product_in_gammas(*c, 1, far) * far ** exponent(float(c_1)))
        limit = float(product_in_gammas(*c, 1, None))
    yield equal(float(prod(factors(c_1, c_2, 1, 40))), near, name="T = 40", digits=12, symbol="the product")
    yield equal(scaled, limit, name="limit", digits=11, symbol="T^c_1 times the product")
    yield more_than(limit, 0, name="positive", symbol="the limit")


def partial_sum(a, xi, first, last):
    """Σ_t (∏_{k=t+first}^{T+last} a_k) ξ_t; printed are k = t, ..., T - 1."""
    T = len(a)
    return sum(prod(a[t - 1 + first : T + last]) * xi[t - 1] for t in range(1, T + 1))


SEQUENCES = {
    "ξ_1 alone": lambda t: F(t == 1),
    "t^−2": lambda t: F(1, t**2),
    "t^−3/2, about": lambda t: F(1, t * (1 + t // 2)),
}


@claim(
    "x:display-cor4.4-proof-xibar",
    says="ξ̄_T = Σ_t (∏_{k=t}^{T−1} a_k) ξ_t ≲ (T−1)^{ε−c₁} Σ_t (t−1)^{c₁} ξ_t.",
    formula=r"\bar\xi_T = \sum_{t=1}^T\Bigl(\prod_{k=t}^{T-1}a_k\Bigr)\xi_t \lesssim "
    r"(T-1)^{\varepsilon-c_1}\sum_{t=1}^T(t-1)^{c_1}\xi_t",
    forall={
        "(c₁, c₂)": family(PAIRS, "positive numbers with c₂ ≥ c₁²/4", search=ANY_PAIR),
        "ξ_t": family(
            SEQUENCES,
            "nonnegative sequences",
            search=tt.vectors(6, 0).map(lambda x: lambda t: x[t - 1] if t <= 6 else 0),
        ),
        "T": family([2, 3, 5, 60], "integers from 2 on", search=tt.integers(2, 6)),
    },
    given=[nonzero_factors],
    gravity="misprint",
    finding="partial-products-shifted",
    premises=["x:display-thm4.2-proof-final"],
    controls={"k from t + 1 to T, and t for t − 1": {"ends": (1, 0), "weight": lambda t: t}},
)
def sum_of_partial_products(constants, sequence, T, *, ends=(0, -1), weight=lambda t: t - 1):
    """c_1 = 1, c_2 = 3/4 and ε = c_1: ξ̄_2 = ξ_2 + a_2 ξ_1, printed is ξ_2 + a_1 ξ_1, and (t-1)^c_1 loses ξ_1.

    With ε = c_1 and the constant 10⁹ the bound is as weak as the sentence allows.
    """
    c_1, c_2 = constants
    a, xi = factors(c_1, c_2, 1, T), [sequence(t) for t in range(1, T + 1)]
    found = accumulated(a, xi)
    yield equal(found, partial_sum(a, xi, *ends), name="sum", symbol="ξ̄_T")
    upper = 10**9 * sum(weight(t) ** c_1 * x for t, x in enumerate(xi, start=1))
    yield at_most(found, upper, name="bound", digits=None, symbol="ξ̄_T")


def printed_value(c_1, p, eps, T):
    """(T^{ε - p + 1} - (T - 1)^{ε - c_1}) / (c_1 - p + 1); it divides by zero for c_1 = p - 1, which is allowed."""
    q = c_1 - p + 1
    return (T ** (eps - p + 1) - (T - 1) ** (eps - c_1)) / q if q else sp.oo


def true_value(c_1, p, eps, T):
    """(T - 1)^{ε - c_1} (T^{c_1 - p + 1} - 1)/(c_1 - p + 1), and with log T for c_1 = p - 1."""
    q = c_1 - p + 1
    return (T - 1) ** (eps - c_1) * ((T**q - 1) / q if q else sp.log(T))


EXPONENTS = {  # c_1, p, ε
    "(2, 2, 1)": (Q(2), Q(2), Q(1)),
    "(3/2, 2, 1/10)": (Q(3, 2), Q(2), Q(1, 10)),
    "(6, 2, 1/10)": (Q(6), Q(2), Q(1, 10)),
    "(7/10, 3/2, 1/5)": (Q(7, 10), Q(3, 2), Q(1, 5)),
    "(1, 2, 3/10)": (Q(1), Q(2), Q(3, 10)),
}


def admissible(exponents):
    """c_1 and p from c_1 - p + 1 ≥ 0, p - 1 > 0 and ε > 0."""
    more, above, eps = exponents
    return above + Q(1, 4) + more, above + Q(5, 4), eps + Q(1, 10)


SIZES = {
    "(c₁, p, ε)": family(
        EXPONENTS,
        "exponents with p > 1, c₁ ≥ p − 1 and ε > 0, searched in quarters",
        search=tt.vectors(3, 0, 4).map(lambda x: tuple(Q(F(each).limit_denominator(4)) for each in x)).map(admissible),
        effort=30,
    ),
    "T": family([2, 3, 10, 1000], "integers from 2 on", search=tt.integers(2, 9)),
}


@repair(
    "x:display-cor4.4-proof-integral/corrected",
    "x:display-cor4.4-proof-integral",
    by={"value": true_value},
    says="For T ≥ 2, p > 1 and c₁ ≥ p−1, Σ_{t≤T} (t−1)^{c₁}t^{−p} ≤ ∫₁ᵀ t^{c₁−p} dt = (T^{c₁−p+1} − 1)/(c₁−p+1), or "
    "log T for c₁ = p−1.",
    formula=r"(T-1)^{\varepsilon-c_1}\int_1^Tt^{c_1-p}\,\mathrm{d}t = (T-1)^{\varepsilon-c_1}"
    r"\frac{T^{c_1-p+1}-1}{c_1-p+1}\ (c_1 > p-1), \quad (T-1)^{\varepsilon-c_1}\log T\ (c_1 = p-1)",
    mutants={
        "T for T-1": {"value": lambda c_1, p, eps, T: (T ** (eps - p + 1) - T ** (eps - c_1)) / (c_1 - p + 1 or 1)},
        "one per cent more": {"value": lambda *case: Q(101, 100) * true_value(*case)},
        "no shift in the sum": {"summand": lambda t, c_1, p: t ** (c_1 - p)},
    },
)
@claim(
    "x:display-cor4.4-proof-integral",
    says="For T ≥ 2, (T−1)^{ε−c₁} Σ_{t≤T} (t−1)^{c₁}t^{−p} ≤ (T−1)^{ε−c₁} ∫₁ᵀ t^{c₁−p} dt = "
    "(T^{ε−p+1} − (T−1)^{ε−c₁})/(c₁−p+1).",
    formula=r"(T-1)^{\varepsilon-c_1}\sum_{t=1}^T(t-1)^{c_1}t^{-p} \le (T-1)^{\varepsilon-c_1}\int_1^Tt^{c_1-p}\,"
    r"\mathrm{d}t = \frac{T^{\varepsilon-p+1}-(T-1)^{\varepsilon-c_1}}{c_1-p+1}",
    forall=SIZES,
    gravity="gap in a proof",
    finding="integral-closed-form",
)
def sum_is_an_integral(exponents, T, *, value=printed_value, summand=lambda t, c_1, p: (t - 1) ** c_1 * t**-p):
    """T = c_1 = p = 2 and ε = 1 give 1 against 0: (T - 1)^{ε-c_1} T^{c_1-p+1} is not T^{ε-p+1}. In symbols."""
    c_1, p, eps = exponents
    t = sp.Symbol("t", positive=True)
    whole = sp.integrate(t ** (c_1 - p), (t, 1, T))
    yield equal(sp.Integer(T - 1) ** (eps - c_1) * whole, value(c_1, p, eps, sp.Integer(T)), symbol="the integral")
    total = sum(summand(float(k), float(c_1), float(p)) for k in range(1, T + 1))
    yield at_most(total, float(whole), name="sum", digits=12, symbol="the sum over (T − 1)^(ε − c_1)")

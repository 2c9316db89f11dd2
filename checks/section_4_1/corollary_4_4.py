r"""Corollary 4.4 [corollar:sublinear_inexpectation]: steps c_0/t give E X_{t+1} ∈ O(t^{ε+1-p}), p = min{2, s}."""

from checks.hypotheses import strong_pl, uses_up_theorem_4_2
from checks.instances.linear_descents import descents
from checks.instances.sublinear import Case, cases
from checks.theory.algebraic_rates import decides, product_in_gammas, slope
from theorytest import claim, equal, family, horizon, more_than


def smallest_c_0(p, lam, c_bias1):
    """(p - 1) / (2 λ c_bias1)."""
    return (p - 1) / (2 * lam * c_bias1)


@claim(
    "corollar:sublinear_inexpectation",
    also=["x:display-cor4.4-step", "x:display-cor4.4-rate", "x:cor4.4-c0"],
    kind="rate",
    says="Under (LS), (SPL), (CR), (BBV), β_t = O(t^−s) and ‖(I−P_t)g_t‖ ≤ C, s_t = c₀/t with "
    "c₀ ≥ (p−1)/(2λc_bias,1) gives E X_{t+1} = O(t^{ε+1−p}).",
    formula=r"s_t = c_0t^{-1},\ c_0 \ge \tfrac{p-1}{2\lambda c_{\mathrm{bias},1}} \implies "
    r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}] \in \mathcal{O}(t^{\varepsilon+1-p})",
    forall={
        "(L, P_tⁿ, β_t)": family(lambda: cases() | descents(), "schemes with exact moments, s = 3/2, 2 and 3"),
        "c₀": family([1.0, 1.5, 6.0], "multiples of the smallest; the last makes a_1 > 1"),
        "ε": family([0.04, 0.5], "shares of p − 1; small ones decide"),
    },
    given=[strong_pl],
    reading="p = min{2, s}, X_t = L(u_t) − L_min,M, and E X_1 < ∞. Steps with a_t > 1 cost a constant.",
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
def gap_decays_algebraically(
    case, multiple, share, *, c_0=smallest_c_0, order=lambda s: min(2.0, s), exponent=lambda eps, p: eps + 1 - p
):
    """Exact moments with an envelope M t^-r that is kept by induction; what is false grows, at T = 10^100.

    The perturbations are those of the instance, ξ_t ~ K t^(-min{2, s}), whatever p is claimed.
    """
    p = order(case.s)
    first = multiple * c_0(p, case.lam, case.c_bias1)
    yield from decides(case.recursion(first), min(2.0, case.s), -exponent(share * (p - 1), p), case.gaps(first, 2000))


@claim(
    "x:cor4.4-c0/smallest",
    voice="ours",
    says="For every c₀ below (p−1)/(2λc_bias,1) some scheme with ξ_t = 0 has a gap of order t^{−2λc_bias,1c₀}, slower "
    "than t^{ε+1−p} for small ε.",
    formula=r"c_1 = 2\lambda c_{\mathrm{bias},1}c_0 < p-1,\ \xi_t = 0: \quad "
    r"\mathbb{E}X_{T+1} = \prod_{t=1}^Ta_t\,X_1 \sim \frac{T^{-c_1}X_1}{\Gamma(1-r_1)\Gamma(1-r_2)}",
    forall={
        "c_bias,1": family(
            lambda: {name: Case(cases()[name].law, h=0.0, B=0.0) for name in ("s = 2", "c_bias1 < 1")},
            "schemes on a line, where L = λ",
        ),
        "p": family([1.25, 2.0], "numbers in (1, 2]"),
        "c₀": family([0.99, 0.5], "shares of the smallest"),
    },
    premises=["corollar:sublinear_inexpectation"],
    mutants={"c_0 itself": {"larger": 2.0}, "twice the exponent": {"exponent": lambda c_1: 2 * c_1}},
)
def smaller_c_0_is_slower(case, p, share, *, larger=1.0, exponent=lambda c_1: c_1):
    """The exact gaps against Γ values, whose exponent is read off at T = 10¹²."""
    c_0 = larger * share * smallest_c_0(p, case.lam, case.c_bias1)
    c_1, c_2, _ = case.recursion(c_0)
    closed = [float(product_in_gammas(c_1, c_2, 1, T)) for T in (1, 10, 1000)]
    yield equal(case.gaps(c_0, 1000)[[1, 10, 1000]], closed, name="as Γ values", digits=11, symbol="E X_{T+1}")
    found = slope(c_1, c_2)
    yield equal(found, -exponent(c_1), name="slope", digits=9, symbol="the exponent")
    yield more_than(found, 1 - p, name="slower", symbol="the exponent")


@claim(
    "x:display-cor4.4-rate/attained",
    kind="rate",
    voice="ours",
    says="If c₁ > p−1, schemes that use up Theorem 4.2 with ξ_t ~ Kt^−p, K > 0, have t^{p−1} E X_t → K/(c₁−p+1), "
    "without ε.",
    formula=r"\xi_t \sim Kt^{-p},\ c_1 > p-1: \quad t^{p-1}\,\mathbb{E}X_t \to \frac{K}{c_1-p+1}",
    forall={
        "(P_tⁿ, β_t)": family(cases, "schemes with exact moments, s = 3/2, 2 and 3"),
        "c₀": family([2.0, 4.0], "multiples of the smallest"),
        "t": horizon,
    },
    given=[uses_up_theorem_4_2],
    premises=["corollar:sublinear_inexpectation"],
    mutants={"p = s": {"order": lambda s: s}, "c_1 for c_1 - p + 1": {"below": lambda c_1, p: c_1}},  # noqa: ARG005
)
def rate_is_attained(case, multiple, *, order=lambda s: min(2.0, s), below=lambda c_1, p: c_1 - p + 1, last=40_000):
    """The remainder is below one per cent at t = 40,000."""
    p = min(2.0, case.s)
    c_0 = multiple * smallest_c_0(p, case.lam, case.c_bias1)
    noise = c_0**2 * case.smoothness / 2 * case.c_var2 * case.h**2
    K = noise * (case.s >= 2) + case.B * (case.s <= 2)  # lim t^p ξ_t
    found = last ** (order(case.s) - 1) * case.gaps(c_0, last)[last - 1]
    return equal(found, K / below(case.recursion(c_0)[0], p), digits=2, until=last, symbol="t^(p−1) E X_t")

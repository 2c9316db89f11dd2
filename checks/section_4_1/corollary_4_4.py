r"""Corollary 4.4 [corollar:sublinear_inexpectation]: steps c_0/t give E X_{t+1} ∈ O(t^{ε+1-p}), p = min{2, s}."""

from checks.hypotheses import strong_pl
from checks.instances.sublinear import ANY_CASE, cases
from checks.theory.algebraic_rates import decides
from theorytest import claim, family, reals


def smallest_c_0(p, lam, c_bias1):
    """(p - 1) / (2 λ c_bias1)."""
    return (p - 1) / (2 * lam * c_bias1)


@claim(
    "corollar:sublinear_inexpectation",
    also=["x:display-cor4.4-step", "x:display-cor4.4-rate", "x:cor4.4-c0", "x:cor4.4-proof-orders"],
    kind="rate",
    says="If β_t = O(t^−s), ‖(I−P_t)g_t‖ ≤ C and E X₁ < ∞, then s_t = c₀/t with c₀ ≥ (p−1)/(2λc_bias,1) gives E "
    "X_{t+1} = O(t^{ε+1−p}).",
    formula=r"s_t = c_0t^{-1},\ c_0 \ge \tfrac{p-1}{2\lambda c_{\mathrm{bias},1}} \implies "
    r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}] \in \mathcal{O}(t^{\varepsilon+1-p})",
    forall={
        "(L, P_tⁿ, β_t)": family(cases, "schemes with exact moments, s from 1.01 on", search=ANY_CASE, effort=40),
        "c₀": family([1.0, 1.5, 6.0], "multiples of the smallest; the last makes a_1 > 1", search=reals(1, 6)),
        "ε": family([0.04, 0.01, 0.5], "shares of p − 1, from 1/100 on", search=reals(0.01, 1)),
    },
    given=[strong_pl],
    reading="p = min{2, s}, s > 1 and X_t = L(u_t) − L_min,M; that E X₁ < ∞ is not printed. Steps with a_t > 1 cost a "
    "constant.",
    tight="approached as eps tends to 0",
    premises=["thm:convergence_in_expectation", "x:cor4.4-proof-product-order"],
    mutants={
        "c_0 five per cent smaller": {"c_0": lambda p, lam, c_bias1: 0.95 * smallest_c_0(p, lam, c_bias1)},
        "p = s": {"order": lambda s: s},
        "p = 2": {"order": lambda _: 2.0},
        "no eps": {"exponent": lambda _, p: 1 - p},
    },
)
def gap_decays_algebraically(
    case, multiple, share, *, c_0=smallest_c_0, order=lambda s: min(2.0, s), exponent=lambda eps, p: eps + 1 - p
):
    """Exact moments with an envelope M t^-r that is kept by induction, as c_1 ≥ p - 1 > r; what is false grows.

    The gap on a line is ∏a_t X_1 + ξ̄_T, and both terms are looked at far out. The perturbations are those of the
    instance, ξ_t ~ K t^(-min{2, s}), whatever p is claimed.
    """
    p = order(case.s)
    first = multiple * c_0(p, case.lam, case.c_bias1)
    yield from decides(case.recursion(first), min(2.0, case.s), -exponent(share * (p - 1), p), case.gaps(first, 4000))

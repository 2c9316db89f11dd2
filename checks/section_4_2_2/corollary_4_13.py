r"""Corollary 4.13 [cor:quasi-linear-convergence]: steps of the order t^(δ-1) and a bounded orthogonal part.

The mean gap is of the order of the steps, t^(δ-1). Single paths are worse when the samples have few moments: that the
almost sure exponent of the corollary is the best for second moments only is tried for the cell of Table 1.
"""

from fractions import Fraction

from checks.hypotheses import bounded_part, small_errors, strong_pl
from checks.instances.noisy_schemes import noisy_schemes, slow_errors
from checks.instances.saturated import HALF
from checks.theory.weighted_gaps import rate_holds
from theorytest import at_least, at_most, claim, family, horizon, repair, threshold
from theorytest.descent import Power


@claim(
    "cor:quasi-linear-convergence",
    also=["x:cor4.13-steps", "eq:rate_nonrecovery_LSSPLCR"],
    kind="almost sure",
    says="If 0 < δ < 1/2, s_t ∈ O(t^(δ−1)), β_t ∈ O(t^(2δ−2)) and ‖(I−P_t)g_t‖ ∈ ℓ^∞, then almost surely L(u_t) − "
    "L_min,M ∈ O(t^(−1+ε)) for all ε ∈ (2δ,1).",
    formula=r"s_t\in\mathcal{O}(t^{\delta-1}),\ \beta_t\in\mathcal{O}(t^{2\delta-2}) \implies "
    r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(t^{-1+\epsilon}), \quad \epsilon\in(2\delta,1)",
    # not searched: t^(2−2ε) is a whole number at t = 4^k
    forall={"ε": family([Fraction(1, 4)], "2δ < ε < 1")},
    reading="O is an upper bound, as in Section 1.1: s_t = 1/(4(t + 1)) is in O(t^(δ−1)) for every δ. Tried with the "
    "constant 10⁹.",
    given=[strong_pl, bounded_part, small_errors],
    gravity="missing hypothesis",
    finding="cor4.13-lower-bound-of-steps",
    premises=["thm:rates_abstrac_SPL"],
    controls={"s_t = 1/(t + 1)": {"steps": (Fraction(1), lambda t: Fraction(1, 4 * (t + 1) ** 4))}},
)
def gap_of_short_steps(eps, *, steps=(Fraction(1, 4), lambda t: Fraction(1, 4 * (t + 1)))):
    """Exact gradient descent on x²/2 from x = 1 with s_t = c/(t + 1), and what its squared gap is at least.

    For c = 1/4 that is Π (1 - 1/(4k))⁴ / 4 ≥ Π (1 - 1/k) / 4, k = 2, ..., t + 1; seen at t = 4^k.
    """
    (c, floor), x = steps, Fraction(1)
    for t in range(1, 41):
        x *= 1 - c / (t + 1)
        yield at_least((HALF * x**2) ** 2, floor(t), name=f"t = {t}", symbol="gap_t²")
    scaled = [2 ** int(4 * k * (1 - eps)) * floor(4**k) for k in range(81)]
    yield at_most(scaled, threshold(10**18), name="far out", symbol="t^(2−2ε) gap_t²")


@repair(
    "cor:quasi-linear-convergence/corrected",
    "cor:quasi-linear-convergence",
    kind="almost sure",
    says="If 0 < δ < 1/2, s_t ≍ t^(δ−1), β_t ∈ O(t^(2δ−2)) and ‖(I−P_t)g_t‖ ∈ ℓ^∞, then almost surely L(u_t) − L_min,M "
    "∈ O(t^(−1+ε)) for all ε ∈ (2δ,1).",
    formula=r"s_t\asymp t^{\delta-1} \implies \mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in "
    r"\mathcal{O}(t^{-1+\epsilon}) \quad\text{almost surely}, \ \epsilon\in(2\delta,1)",
    reading="By Theorem 4.9 with χ_t = t^(1−ε): its conditions, and the maximal inequality, also with β_t = s_t².",
    forall={
        # not searched: their paths are sampled
        "u": family(noisy_schemes, "classes, losses, estimators and retractions"),
        "δ, ε": family(
            {"δ = 1/10, ε = 3/10": (0.1, 0.3), "1/5, 1/2": (0.2, 0.5), "3/10, 7/10": (0.3, 0.7)}, "0 < 2δ < ε < 1"
        ),
        "t": horizon,
    },
    given=[strong_pl, bounded_part, small_errors],
    expected="consistent",
    tight="approached in its maximal inequality by equal jumps",
    premises=["thm:rates_abstrac_SPL"],
    mutants={
        "ε = 2δ": {"eps": lambda delta, _: 2 * delta},
        "δ = 0 with a small factor": {"steps": lambda _: Power(0.1, 1.0)},
        "errors of order t^(δ−1)": {"drawn": slow_errors},
    },
)
def sublinear(
    scheme,
    pair,
    *,
    eps=lambda _, eps: eps,
    steps=lambda delta: Power(0.5, 1 - delta),
    drawn=lambda scheme: scheme,
):
    """Steps c/t would need 2λ c_bias1 c > 1 - ε."""
    delta, each = pair
    yield from rate_holds("the corollary", steps(delta), 1 - eps(delta, each), drawn(scheme))

r"""Corollary 4.13 [cor:quasi-linear-convergence]: steps of the order t^(δ-1) and a bounded orthogonal part.

Of its proof the coefficients of a_t, and that equal order of two sides does not carry an inequality over.
"""

from fractions import Fraction

import sympy as sp

import theorytest as tt
from checks.hypotheses import bounded_part, small_errors, strong_pl
from checks.instances.constants_of_steps import SCHEMES, PowerSteps
from checks.instances.noisy_schemes import noisy_schemes, slow_errors
from checks.instances.saturated import HALF
from checks.theory.weighted_gaps import rate_holds
from theorytest import at_least, at_most, claim, equal, family, horizon, proof, repair, threshold
from theorytest.decisions.growth import Growth, bounded
from theorytest.descent import Power


@claim(
    "cor:quasi-linear-convergence",
    also=["x:cor4.13-steps", "eq:rate_nonrecovery_LSSPLCR"],
    kind="almost sure",
    says="If 0 < δ < 1/2, s_t ∈ O(t^(δ−1)), β_t ∈ O(t^(2δ−2)) and ‖(I−P_t)g_t‖ ∈ ℓ^∞, then almost surely L(u_t) − "
    "L_min,M ∈ O(t^(−1+ε)) for all ε ∈ (2δ,1).",
    formula=r"s_t\in\mathcal{O}(t^{\delta-1}),\ \beta_t\in\mathcal{O}(t^{2\delta-2}) \implies "
    r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(t^{-1+\epsilon}), \quad \epsilon\in(2\delta,1)",
    # not searched: t^(4−4ε) is a whole number at t = 2^k
    forall={"ε": family([Fraction(1, 4)], "2δ < ε < 1")},
    reading="O is an upper bound, as in Section 1.1: s_t = 1/(4(t + 1)) is in O(t^(δ−1)) for every δ. The gap is at "
    "least (t + 1)^(−1/2)/2, which times t^(1−ε) grows like a power, beyond 10⁵ before t = 2⁸⁰.",
    given=[strong_pl, bounded_part, small_errors],
    gravity="missing hypothesis",
    finding="cor4.13-lower-bound-of-steps",
    premises=["thm:rates_abstrac_SPL"],
    controls={"s_t = 1/(t + 1)": {"steps": (Fraction(1), lambda t: Fraction(1, 4 * (t + 1) ** 4))}},
)
def gap_of_short_steps(eps, *, steps=(Fraction(1, 4), lambda t: Fraction(1, 4 * (t + 1)))):
    """Exact gradient descent on x²/2 from x = 1 with s_t = c/(t + 1), and what its squared gap is at least.

    For c = 1/4 that is Π (1 - 1/(4k))⁴ / 4 ≥ Π (1 - 1/k) / 4, k = 2, ..., t + 1; seen at t = 2^k.
    """
    (c, floor), x = steps, Fraction(1)
    for t in range(1, 41):
        x *= 1 - c / (t + 1)
        yield at_least((HALF * x**2) ** 2, floor(t), name=f"t = {t}", symbol="gap_t²")
    times = [2**k for k in range(81)]
    scaled = [2 ** int(4 * k * (1 - eps)) * floor(t) ** 2 for k, t in enumerate(times)]
    yield at_most(max(scaled), threshold(10**20), name="far out", symbol="t^(4−4ε) gap_t⁴")
    yield bounded(scaled, times, among=(Growth.BOUNDED, Growth.LOGARITHMIC, Growth.POWER), name="t^(4−4ε) gap_t⁴")


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


def printed_coefficients(scheme):
    """α = 2λ and β = 2λ (L + C_R)/2 (1 - 1/n)."""
    return 2 * scheme.lam, scheme.lam * scheme.smoothness * (1 - Fraction(1, scheme.n))


def coefficients(scheme, less=0):
    """α = 2λ c_bias1 c and β = λ (L + C_R) c_var1 c²."""
    beta = scheme.lam * scheme.smoothness * (scheme.c_var1 - less) * scheme.c**2
    return 2 * scheme.lam * scheme.c_bias1 * scheme.c, beta


STEPS = family([Fraction(1), Fraction(1, 3), Fraction(4, 5)], "t^(δ−1)", search=tt.positive())
SYMBOLIC = PowerSteps(*proof.positive("c_bias1 c_var1 L+C_R λ c")), proof.positive("t^(δ−1)")


@repair(
    "x:cor4.13-proof-constants/corrected",
    "x:cor4.13-proof-constants",
    by={"of": coefficients},
    says="If s_t = c t^(δ−1), then a_t = 1 + β t^(2δ−2) − α t^(δ−1) with α = 2λ c_bias,1 c and β = λ (L + C_R) "
    "c_var,1 c².",
    formula=r"a_t = 1 + \beta t^{2\delta-2} - \alpha t^{\delta-1},\ \alpha = 2\lambda c_{\mathrm{bias},1}c,\ "
    r"\beta = \lambda(L+C_R)c_{\mathrm{var},1}c^2",
    reading="Where Theorem 4.9 is an equality, a_t is the factor of the mean gap without the orthogonal part.",
    proof=proof.as_checked(*SYMBOLIC),
    mutants={
        "c_var,1 − 1 for c_var,1": {"of": lambda scheme: coefficients(scheme, less=1)},
        "two per cent more": {"of": lambda scheme: tuple(Fraction(51, 50) * each for each in coefficients(scheme))},
    },
)
@claim(
    "x:cor4.13-proof-constants",
    says="a_t = 1 + β t^(2δ−2) − α t^(δ−1) with α = 2λ and β = λ (L + C_R)(1 − 1/n).",
    formula=r"a_t = 1 + \beta t^{2\delta-2} - \alpha t^{\delta-1},\ \alpha = 2\lambda,\ "
    r"\beta = 2\lambda\tfrac{L+C_R}{2}(1-\tfrac1n)",
    forall={"u": SCHEMES, "t^(δ−1)": STEPS},
    gravity="wrong constant",
    finding="cor4.13-constants",
)
def coefficients_of_a(scheme, s, *, of=printed_coefficients):
    """One point, constants on two points, s_1 = 1: the mean gap becomes 0 = a_1, as printed it is -1."""
    alpha, beta = of(scheme)
    return equal(scheme.a(scheme.c * s), 1 + beta * s**2 - alpha * s, digits=9, symbol="a_t")


@claim(
    "x:display-cor4.13-proof-asymptotic/order",
    says="From a_t χ_{t+1} ≤ y_t, y_t ≍ z_t and z_t ≤ χ_t it follows that a_t χ_{t+1} ≤ χ_t from some time on.",
    formula=r"a_t\chi_{t+1} \le y_t \asymp z_t \le \chi_t \implies a_t\chi_{t+1} \le \chi_t, \quad "
    r"z_t = (1-\alpha t^{\delta-1})t^{1-\epsilon}",
    reading="The inference as printed, at δ = 0, where the same lines are just as close; the conclusion itself holds "
    "for δ > 0. t (a_t χ_{t+1}/χ_t − 1) has a positive limit, so that it fails at all late t.",
    gravity="gap in a proof",
    finding="cor4.13-asymp",
    controls={"α = 2": {"alpha": Fraction(2)}},
)
def order_and_inequality(*, alpha=Fraction(4, 25), beta=Fraction(3, 5), eps=Fraction(3, 10)):
    """a_t = 1 + β/t² - α/t and χ_t = t^(7/10) at t = 10^k, in tenth powers; the premises hold, y_t/z_t within 4/t."""
    times = [10**k for k in range(1, 13)]
    a = [1 + beta / t**2 - alpha / t for t in times]
    left = [each**10 * Fraction(t + 1, t) ** 7 for each, t in zip(a, times, strict=True)]
    y = [each * (1 + (1 - eps) / t) for each, t in zip(a, times, strict=True)]
    z = [1 - alpha / t for t in times]
    yield at_most(left, [each**10 for each in y], name="line 2", symbol="(a_t χ_{t+1} / χ_t)^10")
    apart = [t * abs(above / below - 1) for t, above, below in zip(times, y, z, strict=True)]
    yield at_most(apart, threshold(4), name="line 3", symbol="t |y_t / z_t − 1|")
    yield at_most(z, 1, name="line 4", symbol="z_t / χ_t")
    t = sp.Symbol("t", positive=True)
    ratio = (1 + sp.Rational(beta) / t**2 - sp.Rational(alpha) / t) * (1 + 1 / t) ** sp.Rational(1 - eps)
    found = sp.limit(t * (ratio - 1), t, sp.oo)
    yield at_most(found, 0, name="the conclusion, at late times", symbol="lim t (a_t χ_{t+1} / χ_t − 1)")

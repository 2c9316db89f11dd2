r"""Corollary 4.13 [cor:quasi-linear-convergence]: steps of the order t^(δ-1) and a bounded orthogonal part.

The mean gap is of the order of the steps, t^(δ-1). Single paths are worse when the samples have few moments: a sample
of size t^(1/p) comes at time t with probability 1/t, for ever, and moves the gap by s_t² t^(2/p). With p near 2 that is
t^(2δ-1), so that the almost sure exponent of the corollary is the best for estimators with second moments only.
"""

from fractions import Fraction
from functools import partial

import numpy as np

from checks.hypotheses import bounded_part, small_errors, strong_pl
from checks.instances.noisy_schemes import heavy_tails, noisy_schemes, slow_errors
from checks.instances.saturated import HALF
from checks.theory.weighted_gaps import rate_holds
from theorytest import at_least, at_most, claim, equal, family, horizon, repair, sampled, threshold
from theorytest.decisions.horizon import finite_horizon
from theorytest.decisions.probability import probability_at_least
from theorytest.descent import Power


@claim(
    "cor:quasi-linear-convergence",
    also=["x:cor4.13-steps", "eq:rate_nonrecovery_LSSPLCR"],
    kind="almost sure",
    says="If s_t ∈ O(t^(δ−1)), β_t ∈ O(t^(2δ−2)) and ‖(I − P_t) g_t‖ ∈ ℓ^∞, then almost surely L(u_t) − L_min,M ∈ "
    "O(t^(−1+ε)) "
    "for all ε ∈ (2δ, 1).",
    formula=r"s_t\in\mathcal{O}(t^{\delta-1}),\ \beta_t\in\mathcal{O}(t^{2\delta-2}) \implies "
    r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(t^{-1+\epsilon}), \quad \epsilon\in(2\delta,1)",
    reading="O is an upper bound, as in Section 1.1: s_t = 1/(4(t + 1)) is in O(t^(δ−1)) for every δ. Tried for "
    "ε = 1/4, with the constant 10⁹.",
    given=[strong_pl, bounded_part, small_errors],
    gravity="missing hypothesis",
    finding="cor4.13-lower-bound-of-steps",
    premises=["thm:rates_abstrac_SPL"],
    controls={"s_t = 1/(t + 1)": {"steps": (Fraction(1), lambda t: Fraction(1, 4 * (t + 1) ** 4))}},
)
def gap_of_short_steps(*, steps=(Fraction(1, 4), lambda t: Fraction(1, 4 * (t + 1)))):
    """Exact gradient descent on x²/2 from x = 1 with s_t = c/(t + 1), and what its squared gap is at least.

    For c = 1/4 that is Π (1 - 1/(4k))⁴ / 4 ≥ Π (1 - 1/k) / 4, k = 2, ..., t + 1; seen at t = 4^k.
    """
    (c, floor), x = steps, Fraction(1)
    for t in range(1, 41):
        x *= 1 - c / (t + 1)
        yield at_least((HALF * x**2) ** 2, floor(t), name=f"t = {t}", symbol="gap_t²")
    scaled = [8**k * floor(4**k) for k in range(81)]
    yield at_most(scaled, threshold(10**18), name="far out", symbol="t^(3/2) gap_t²")


@repair(
    "cor:quasi-linear-convergence/corrected",
    "cor:quasi-linear-convergence",
    kind="almost sure",
    says="If s_t ≍ t^(δ−1), β_t ∈ O(t^(2δ−2)) and ‖(I − P_t) g_t‖ ∈ ℓ^∞, then almost surely L(u_t) − L_min,M ∈ "
    "O(t^(−1+ε)) "
    "for all ε ∈ (2δ, 1).",
    formula=r"s_t\asymp t^{\delta-1} \implies \mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in "
    r"\mathcal{O}(t^{-1+\epsilon}) \quad\text{almost surely}, \ \epsilon\in(2\delta,1)",
    reading="By Theorem 4.9 with χ_t = t^(1−ε): its conditions, and the maximal inequality, also with β_t = s_t².",
    forall={
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
        "ε = δ": {"eps": lambda delta, _: delta},
        "summable steps": {"steps": lambda _: Power(0.5, 1.2)},
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


def jump_seen(rng, size, *, p, delta, first, noise=heavy_tails):
    """Whether max(gap_t, gap_{t+1}) ≥ s_t² t^(2/p) / 8 for some t in [first, 2 first): constants, one point, c = 1.

    What happened before `first` can only help: here it has led to the minimum.
    """
    x, seen = np.zeros(size), np.zeros(size, bool)
    for t in range(first, 2 * first):
        s = t ** (delta - 1)
        before, x = x, x - s * (x - noise(rng, size, p))
        seen |= np.maximum(before**2, x**2) / 2 >= s**2 * t ** (2 / p) / 8
    return seen.astype(float)


@claim(
    "eq:rate_nonrecovery_LSSPLCR/sharp",
    voice="ours",
    kind="almost sure",
    says="With s_t = t^(δ−1), for every η > 0 some target in L² makes t^(1−2δ+η) (L(u_t) − L_min,M) exceed 1/8 again "
    "and again, almost surely.",
    formula=r"\forall\eta>0\ \exists u:\quad \limsup_t\, t^{1-2\delta+\eta}"
    r"(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}) > 0 \quad\text{almost surely}",
    reading="For constants and one point each step. Tried is that a window [T, 2T) sees such a gap with probability "
    "above 1/2; Borel and Cantelli do the rest.",
    forall={
        "η": family([Fraction(1, 20), Fraction(1, 100)], "η > 0"),
        "δ": family([Fraction(1, 10), Fraction(9, 20)], "0 < δ < 1/2"),
        "t": horizon,
    },
    expected="consistent",
    mutants={
        "not even the rate of the corollary": {"slack": lambda _: -Fraction(1, 10)},
        "infinite variance": {"tail": lambda eta: 2 * (1 - eta)},
        "bounded samples": {"noise": lambda rng, shape, _: np.sign(rng.random(shape) - 0.5)},
    },
)
def jumps_return_for_ever(
    eta, delta, *, tail=lambda eta: 2 / (1 - eta), slack=lambda eta: eta, noise=heavy_tails, first=5000
):
    """Constants and the target sign(x) |x|^(-1/p) with p = 2/(1 - η) > 2: (BBV) holds, with ‖(I - P)g‖² = p/(p - 2).

    Samples above t^(1/p) have probability 1/t and are independent. Each makes the gap at t or t + 1 at least
    s_t² t^(2/p) / 8, whose exponent is 2δ - 2 + 2/p = -1 + 2δ - η.
    """
    p = tail(eta)
    yield at_least(2 * (delta - 1) + 2 / p, -1 + 2 * delta - slack(eta), name="the exponent", symbol="of the jumps")
    yield at_least(p, 2 + eta, name="two moments", symbol="p")
    chances = np.prod([1 - Fraction(1, t) for t in range(first, 2 * first)])
    yield equal(chances, Fraction(first - 1, 2 * first - 1), name="no jump", symbol="P(no jump in [T, 2T))")
    draw = partial(jump_seen, p=float(p), delta=float(delta), first=first, noise=noise)
    yield sampled(_on_a_window, draw, bound=0.5, name="a window", resolution=0.1, max_draws=20_000)


def _on_a_window(draw, generators, plan, **options):
    return finite_horizon(probability_at_least(draw, generators, plan, symbol="P(jump in [T, 2T))", **options))

r"""Corollary 4.13 [cor:quasi-linear-convergence]: steps of the order t^(δ-1) and a bounded orthogonal part.

The mean gap is of the order of the steps, t^(δ-1). Single paths are worse when the samples have few moments: a sample
of size t^(1/p) comes at time t with probability 1/t, for ever, and moves the gap by s_t² t^(2/p). With p near 2 that is
t^(2δ-1), so that the almost sure exponent of the corollary is the best for estimators with second moments only.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import numpy as np

from checks.instances.saturated import HALF
from checks.instances.noisy_schemes import rare_jumps
from checks.theory.weighted_gaps import rate_holds
from theorytest import at_least, at_most, claim, equal, repair, sampled
from theorytest.decisions.horizon import finite_horizon, on_horizon
from theorytest.decisions.probability import probability_at_least
from theorytest.descent.moments import by_enumeration
from theorytest.descent.steps import Power, satisfies_robbins_monro

EXPONENTS = ((0.1, 0.3), (0.2, 0.5), (0.3, 0.7))  # δ, ε
HORIZON = 10_000


def slow_gaps(n_steps):
    """Exact gradient descent on x²/2 from x = 1 with s_t = 1/(4t), without samples or noise: gaps after t steps."""
    x, gaps = Fraction(1), []
    for t in range(1, n_steps + 1):
        x *= 1 - Fraction(1, 4 * t)
        gaps.append(HALF * x**2)
    return gaps


@claim(
    "cor:quasi-linear-convergence",
    also=["x:cor4.13-steps", "eq:rate_nonrecovery_LSSPLCR"],
    kind="almost sure",
    says="Any steps in O(t^(delta-1)) make the gap O(t^(-1+eps)) for every eps above 2 delta.",
    formula=r"s_t\in\mathcal{O}(t^{\delta-1}),\ \beta_t\in\mathcal{O}(t^{2\delta-2}) \implies "
    r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(t^{-1+\epsilon}), \quad \epsilon\in(2\delta,1)",
    expected="refuted",
    gravity="wrong statement",
    premises=["thm:rates_abstrac_SPL"],
)
def sublinear_as_printed(*, C=20, delta=0.1, eps=0.3):
    """s_t = 1/(4t) satisfies the Robbins-Monro conditions and is in O(t^(δ-1)) for every δ.

    By Bernoulli (1 - 1/(4k))⁴ ≥ 1 - 1/k for k ≥ 2, so Π (1 - 1/(4k)) ≥ 3/4 t^(-1/4) and the gap is at least
    9/32 t^(-1/2). t^(1-ε) times it is unbounded for ε < 1/2, which is seen at t = 10¹⁵ for one constant.
    """
    steps, t = Power(0.25, 1.0), np.arange(1.0, HORIZON)
    yield at_most(steps(t), t ** (delta - 1), name="the steps", digits=None, symbol="s_t")
    yield equal(satisfies_robbins_monro(steps), True, name="Robbins-Monro")
    fourth = [gap**2 * t for t, gap in enumerate(slow_gaps(300), start=1)]
    yield at_least(fourth, Fraction(9, 32) ** 2, name="the gap", symbol="t gap^2")
    least = 9 / 32 * 1e15 ** (0.5 - eps)
    yield at_most(least, C * 0.5, name="s_t = 1/(4t)", digits=None, symbol="t^(1-e) gap")


@repair(
    "cor:quasi-linear-convergence/corrected",
    "cor:quasi-linear-convergence",
    kind="almost sure",
    says="Steps of exactly the order t^(delta-1) make the gap almost surely O(t^(-1+eps)), eps above 2 delta.",
    formula=r"s_t\asymp t^{\delta-1} \implies \mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in "
    r"\mathcal{O}(t^{-1+\epsilon}) \quad\text{almost surely}, \ \epsilon\in(2\delta,1)",
    expected="consistent",
    tight="approached in its maximal inequality by equal jumps; no smaller exponent holds for all problems",
    premises=["thm:rates_abstrac_SPL"],
    mutants={
        "eps = 2 delta": {"eps": lambda delta, _: 2 * delta},
        "eps = delta": {"eps": lambda delta, _: delta},
        "summable steps": {"steps": lambda _: Power(0.5, 1.2)},
        "delta = 0 with a small factor": {"steps": lambda _: Power(0.2, 1.0)},
    },
)
def sublinear(*, eps=lambda _, eps: eps, steps=lambda delta: Power(0.5, 1 - delta)):
    """Both conditions of Theorem 4.9 for all t, and its maximal inequality. Steps c/t need 2λ c_bias1 c > 1 - ε."""
    for delta, each in EXPONENTS:
        yield from rate_holds(f"delta = {delta}", steps(delta), 1 - eps(delta, each))


@repair(
    "eq:rate_nonrecovery_LSSPLCR/mean",
    "cor:quasi-linear-convergence",
    kind="rate",
    says="The mean gap is of the order t^(delta-1) of the steps, faster than the almost sure rate by t^(-delta).",
    formula=r"s_t = ct^{\delta-1} \implies "
    r"\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}] \asymp t^{\delta-1}",
    expected="consistent",
    tight="approached in the order, from both sides",
    mutants={
        "1 - 2 delta": {"exponent": lambda delta: 1 - 2 * delta},
        "1": {"exponent": lambda _: 1.0},
        "one tenth faster": {"exponent": lambda delta: 1.1 - delta},
        "one tenth slower": {"exponent": lambda delta: 0.9 - delta},
    },
)
def mean_gap_follows_the_steps(*, exponent=lambda delta: 1 - delta, delta=0.4):
    """By the exact moment recursion from the minimum on, with ‖(I - P)g‖ = 1 and c = 1/2: gap/s_t tends to 1/4.

    From t = 100 on it lies between 1/4 and 1/4 (1 + 2 t^-δ), the correction for the decrease of the steps.
    """
    times = np.unique(np.rint(np.geomspace(100, 2 * HORIZON, 40))).astype(int)
    process = rare_jumps()
    gap = by_enumeration(process.estimator, process.loss).gap(Power(0.5, 1 - delta), times, initial=process.initial)
    ratio = gap * times ** exponent(delta) / 0.5
    yield on_horizon(at_least)(ratio, 0.25, name="below", symbol="E gap / s_t")
    above = 0.25 * (1 + 2.0 * times**-delta)
    yield on_horizon(at_most)(ratio, above, name="above", symbol="E gap / s_t")


def heavy_tails(rng, shape, p):
    """u at a random point, for the target sign(x) |x|^(-1/p) on [-1, 1]: P(|u| ≥ m) = m^-p, mean 0."""
    return np.sign(rng.random(shape) - 0.5) * rng.random(shape) ** (-1 / p)


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


@repair(
    "eq:rate_nonrecovery_LSSPLCR/sharp",
    "cor:quasi-linear-convergence",
    kind="almost sure",
    says="No smaller exponent holds for all problems: for every eta some gap is not O(t^(-1 + 2 delta - eta)).",
    formula=r"\forall\eta>0\ \exists u:\quad \limsup_t\, t^{1-2\delta+\eta}"
    r"(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}) > 0 \quad\text{almost surely}",
    expected="consistent",
    tight="attained by jumps of exactly this exponent",
    mutants={
        "not even the rate of the corollary": {"slack": lambda _: -0.1},
        "infinite variance": {"tail": lambda eta: 2 * (1 - eta)},
        "bounded samples": {"noise": lambda rng, shape, _: np.sign(rng.random(shape) - 0.5)},
    },
)
def jumps_return_for_ever(
    *, tail=lambda eta: 2 / (1 - eta), slack=lambda eta: eta, noise=heavy_tails, delta=0.45, first=5000
):
    """Constants and the target sign(x) |x|^(-1/p) with p = 2/(1 - η) > 2: (BBV) holds, with ‖(I - P)g‖² = p/(p - 2).

    Samples above t^(1/p) have probability 1/t and are independent, so they come infinitely often (Borel-Cantelli): in
    [T, 2T) with probability 1 - (T - 1)/(2T - 1) > 1/2. Each makes the gap at t or t + 1 at least s_t² t^(2/p) / 8,
    whose exponent is 2δ - 2 + 2/p = -1 + 2δ - η.
    """
    for eta in (0.05, 0.01):
        p = tail(eta)
        jumps = 2 * (delta - 1) + 2 / p
        claimed = -1 + 2 * delta - slack(eta)
        yield at_least(jumps, claimed, name=f"{eta}: exponent", digits=12, symbol="of the jumps")
        yield at_least(p, 2.001, name=f"{eta}: variance", digits=None, symbol="p")
    chances = np.prod([1 - Fraction(1, t) for t in range(first, 2 * first)])
    stays = Fraction(first - 1, 2 * first - 1)
    yield equal(chances, stays, name="no jump", symbol="P(no jump in [T, 2T))")
    draw = partial(jump_seen, p=tail(0.05), delta=delta, first=first, noise=noise)
    yield sampled(_on_a_window, draw, bound=0.5, name="a window", resolution=0.1, max_draws=20_000)


def _on_a_window(draw, generators, plan, **options):
    return finite_horizon(probability_at_least(draw, generators, plan, symbol="P(jump in [T, 2T))", **options))

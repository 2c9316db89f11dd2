r"""Table 1, row 2 [tab:rates]: (LS) + (SPL) + (CR), the gap L(u_t) - L_min,M.

Exponential cells: the contraction a of the mean, and of single paths, which is smaller. Algebraic cells, O(t^(-1+2ε))
for steps t^(δ-1) with δ < ε, here δ = 0.9 ε: the mean falls like t^(-1+δ), while jumps of heavy-tailed samples make all
exponents above 1 - 2δ fail almost surely in general (corollary_4_13.py). δ = ε itself is excluded by the corollary.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial

import numpy as np
import sympy as sp

from checks.instances.ensembles import moments_of, plain_sgd
from checks.instances.returning_jumps import JUMP, ONE_LAW, jumps_allow, lifted, one_law_returns, t
from checks.instances.saturated import contraction
from checks.instances.smooth_problems import problems
from checks.section_4_2_2.almost_surely import conditions_hold, rare_jumps, rate_holds
from checks.section_4_2_2.corollary_4_10 import waves
from checks.section_4_2_2.corollary_4_13 import heavy_tails
from theorytest import at_least, at_most, claim, equal, sampled
from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.sampling import Optimal
from theorytest.decisions.horizon import finite_horizon, on_horizon
from theorytest.decisions.means import mean_equals
from theorytest.decisions.probability import probability_at_least, probability_at_most
from theorytest.descent.linear import LinearDescent
from theorytest.descent.moments import window_slope
from theorytest.descent.scheme import descend
from theorytest.descent.steps import Power
from theorytest.descent.table_1 import TABLE_1

GD, BEST, WORST, SGD = (TABLE_1[f"x:tab1-row2-{column}"] for column in ("gd", "best", "worst", "sgd"))
WINDOW = np.unique(np.rint(np.geomspace(1_000, 16_000, 20))).astype(int)
FINITE = 0.08  # the slope of the correction 1 + O(t^-ε) in this window


@claim(
    "x:tab1-row2-gd",
    kind="rate",
    says="Gradient descent with a constant step contracts the gap by a = 1 - lambda/(L + C_R) at its best.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(a^t), \quad "
    r"a = 1-2\lambda(s-s^2\tfrac{L+C_R}{2}) \in (0,1)",
    tight="attained by saturated retractions",
    premises=["x:display-thm4.9-one-step"],
    mutants={
        "a x 0.98": {"a": lambda step, lam, L, C_R: 0.98 * (contraction(step, lam=lam, L=L, C_R=C_R))},
        "a step of 2/(L + C_R)": {"length": 2},
        "lambda for L": {"swap": True},
    },
)
def gradient_descent_contracts(
    *, a=lambda step, lam, L, C_R: contraction(step, lam=lam, L=L, C_R=C_R), length=1, swap=False
):
    """Attained on the line with the retraction that uses up (CR); quadratic losses with λ < L contract faster."""
    yield equal(GD.is_exponential, True, name="the cell", symbol="exponential")
    for C_R in (Fraction(1), Fraction(3)):
        step = length / (1 + C_R)
        factor = (1 - step) ** 2 + C_R * step**2  # v²/2 + C_R g²/2 from x²/2
        bound = a(step, 1, 1, C_R)
        yield at_most(factor, bound, name=f"C_R = {C_R}", symbol="the contraction")
        yield at_most(bound, Fraction(99, 100), name=f"C_R = {C_R}: a", symbol="a")
    for name in ("whole space", "flat direction", "plane beside the minimum"):
        problem = problems()[name]
        L, lam = (problem.strong_lam, problem.L) if swap else (problem.L, problem.strong_lam)
        pairs = [_step(problem, u, basis, length / problem.L) for u, basis in problem.points]
        bound = [a(length / problem.L, lam, L, 0) * before for before, _ in pairs]
        yield at_most([after for _, after in pairs], bound, name=name, symbol="the gap")


def _step(problem, u, basis, step):
    after = u - step * problem.project(basis, problem.gradient(u))
    return problem.gap_on_class(u), problem.gap_on_class(after)


def path_logs(rng, size, *, step):
    """log(gap_2 / gap_1) for one step of the scheme in both waves of frequency 1, from one point."""
    loss = waves(0.0).loss
    process = LinearDescent(QuasiProjection(Optimal(loss.space), 1), loss)
    gap = descend(process, BEST.rule(step), 1, rng, size, times=[1, 2]).gap
    return np.log(gap[:, 1] / gap[:, 0])


@claim(
    "x:tab1-row2-best",
    kind="rate",
    says="Without an orthogonal part and with a constant step the mean gap contracts by a, and paths by less.",
    formula=r"d=2,\ n=1:\quad \mathbb{E}\,Y_t = (1-2s+2s^2)^tY_0, \qquad "
    r"\tfrac1t\log Y_t \to 2\log\max\{s,1-s\} \quad\text{almost surely}",
    expected="consistent",
    tight="attained in the mean; paths contract by more",
    premises=["cor:exponential-convergence/corrected"],
    mutants={
        "a x 0.98": {"a": lambda s: 0.98 * (1 - 2 * s + 2 * s**2)},
        "the paths like the mean": {"paths": lambda s: np.log(1 - 2 * s + 2 * s**2)},
        "the contraction of gradient descent": {"a": lambda s: (1 - s) ** 2},
    },
)
def best_case_contracts(*, a=lambda s: 1 - 2 * s + 2 * s**2, paths=lambda s: 2 * np.log(max(s, 1 - s)), step=0.3):
    """The direction after a step does not change the law of the next factor 1 - 4s(1-s) cos²θ, θ uniform.

    Its mean and the mean of its logarithm, by quadrature, by exact moments and by the scheme itself.
    """
    yield equal(BEST.is_exponential, True, name="the cell", symbol="exponential")
    times = np.arange(1, 15)
    gap = waves(0.0).gap(BEST.rule(step), times)
    yield equal(gap / gap[0], a(step) ** (times - 1.0), name="mean", digits=10, symbol="E gap")
    angles = (np.arange(4096) + 0.5) * np.pi / 4096
    logs = np.mean(np.log(1 - 4 * step * (1 - step) * np.cos(angles) ** 2))
    yield equal(logs, paths(step), name="paths", digits=9, symbol="E log factor")
    yield at_most(logs, np.log(a(step)) - 0.01, name="faster", digits=None, symbol="E log factor")
    support = (2 * np.log(1 - 2 * step) - 1e-9, 1e-9)
    draw = partial(path_logs, step=step)
    yield sampled(
        _one_step, draw, value=paths(step), support=support, name="scheme", resolution=0.02, max_draws=400_000
    )


def _one_step(draw, generators, plan, **options):
    return finite_horizon(mean_equals(draw, generators, plan, symbol="E log(gap_t+1 / gap_t)", **options))


@cache
def mean_slopes(cell, scheme):
    """-d log E gap / d log t over a late window, for steps c t^(δ-1) of the cell, by exact moments."""
    process = scheme()
    exact = moments_of(process)
    return {eps: -window_slope(WINDOW, exact.gap(cell.rule(0.5, eps), WINDOW, process.initial)) for eps in (0.3, 0.4)}


def mean_fits(exponent, cell, scheme):
    """The mean is faster than the claimed rate, and of the order of the steps."""
    for eps, slope in mean_slopes(cell, scheme).items():
        name, a = f"eps = {eps}", cell.rule(0.5, eps).exponent
        yield on_horizon(at_least)(slope, exponent(eps), name=f"{name}: mean", symbol="exponent")
        yield at_most(slope, a + FINITE, name=f"{name}: not faster", symbol="exponent")
        yield at_least(slope, a, name=f"{name}: as fast", symbol="exponent")


def at_the_edge(eps):
    """δ = ε."""
    return Power(0.5, 1 - eps)


@claim(
    "x:tab1-row2-worst",
    kind="rate",
    says="With a bounded orthogonal part and steps t^(delta-1), delta < eps, the gap is almost surely O(t^(-1+2 eps)).",
    formula=r"s_t \asymp t^{\delta-1},\ \delta<\varepsilon \implies "
    r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(t^{-1+2\varepsilon})",
    expected="consistent",
    tight="approached as delta tends to eps, by jumps that return for ever; its maximal inequality by equal jumps",
    premises=["cor:quasi-linear-convergence/corrected", "eq:rate_nonrecovery_LSSPLCR/sharp"],
    mutants={
        "t^-1": {"exponent": lambda _: 1.0},
        "the rate of the mean": {"exponent": lambda eps: 1 - 0.9 * eps},
        "t^(-1 + 1.8 eps), which is t^(-1 + 2 delta)": {"exponent": lambda eps: 1 - 1.8 * eps},
        "delta = eps": {"steps": at_the_edge},
        "an exponent of 0.02 more": {"exponent": lambda eps: 1.02 - 2 * eps},
    },
)
def worst_case_is_sublinear(*, exponent=WORST.exponent, steps=lambda eps: WORST.rule(0.5, eps)):
    """Exact moments with ‖(I - P)g‖ = 1; both conditions of Theorem 4.9 for all t, and its maximal inequality.

    The conditions are sufficient only; faster rates are false for the jumps of the claim about the edge below.
    """
    yield from mean_fits(exponent, WORST, rare_jumps)
    for eps in (0.3, 0.4):
        yield from rate_holds(f"eps = {eps}", steps(eps), exponent(eps))
        yield from conditions_hold(f"delta = 0.99 eps, eps = {eps}", Power(0.5, 1 - 0.99 * eps), exponent(eps))
        yield from jumps_allow(f"eps = {eps}", exponent(eps), (1 - steps(eps).exponent, 0.99 * eps), JUMP)


@claim(
    "x:tab1-row2-worst/edge",
    kind="remark",
    says="For steps t^(eps-1) the second moments of (BBV) do not give O(t^(-1+2 eps)): noise (t log t)^(1/2) with "
    "probability 1/(t log t) has variance one, returns for ever, and lifts t^(1-2 eps) times the gap to log(t)/8.",
    formula=r"s_t = t^{\varepsilon-1}:\quad \limsup_t\,t^{1-2\varepsilon}"
    r"(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}) = \infty \quad\text{almost surely}",
    mutants={
        "delta = 0.9 eps": {"share": sp.Rational(9, 10)},
        "more rarely": {"chance": 1 / (t * sp.log(t) ** 2), "square": t * sp.log(t) ** 2},
        "smaller jumps": {"square": sp.sqrt(t)},
        "infinite variance": {"square": t**2},
    },
)
def edge_fails(*, share=1, chance=1 / JUMP, square=JUMP):
    """P^1 g = (g_1 + z_t g_2) e_1 in R², z_t = ±√(t log t) or 0 independently, target (0, 1): c_var1 = c_var2 = 1.

    s|z| ≤ |x_t| + |x_{t+1}|, so that the gap at t or t + 1 is at least s² z²/8; the jumps come by Borel-Cantelli.
    """
    converges = bool(sp.Sum(chance, (t, 3, sp.oo)).is_convergent())
    yield equal(sp.simplify(chance * square) == 1, True, name="variance")
    yield equal(converges, False, name="for ever", symbol="the sum of P(jump) converges")
    for eps in (sp.Rational(1, 10), sp.Rational(2, 5)):
        limit = lifted(1 - 2 * eps, share * eps, square)
        yield equal(limit == sp.oo, True, name=f"eps = {eps}", symbol="no bound")


@claim(
    "x:tab1-row2-sgd",
    also=["x:sec4.2.2-same-as-sgd"],
    kind="rate",
    says="SGD has the same rate O(t^(-1+2 eps)) for strongly convex losses and steps t^(delta-1), delta < eps.",
    formula=r"s_t \asymp t^{\delta-1},\ \delta<\varepsilon \implies "
    r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(t^{-1+2\varepsilon})",
    expected="consistent",
    tight="approached as delta tends to eps, by samples of one law with two moments and no more",
    premises=["x:tab1-row2-worst"],
    mutants={
        "t^-1": {"exponent": lambda _: 1.0},
        "the rate of the mean": {"exponent": lambda eps: 1 - 0.9 * eps},
        "the exponent of row 1": {"exponent": lambda eps: 1.5 - eps},
        "an exponent of 0.02 more": {"exponent": lambda eps: 1.02 - 2 * eps},
    },
)
def sgd_is_sublinear(*, exponent=SGD.exponent):
    """Exact moments of classical SGD for the target |x|; on paths SGD in one parameter, whose rare points are plain.

    The equal jumps of the maximal inequality are no SGD, as their law depends on t. In one parameter SGD moves by
    s_t (x_t - z_t); if all z_t have one tail (m log m)^(-2), z_t² exceeds t / log² t for ever.
    """
    yield equal(SGD.exponent(0.3), WORST.exponent(0.3), name="the cells", symbol="the exponent")
    yield from mean_fits(exponent, SGD, plain_sgd)
    yield from rate_holds("eps = 0.4", SGD.rule(0.5, 0.4), exponent(0.4))
    yield from conditions_hold("delta = 0.99 eps", Power(0.5, 1 - 0.99 * 0.4), exponent(0.4))
    yield from one_law_returns()
    yield from jumps_allow("eps = 0.4", exponent(0.4), (0.9 * 0.4, 0.99 * 0.4), ONE_LAW)


EARLY, LATER, HEAVY, TAIL = 200, 32, 0.4, 2.1  # [T, 2T) with T = 200 and 32 · 200; ε; P(|u| ≥ m) = m^-2.1


def largest_gaps(rng, size, *, noise):
    """The largest gap in both windows for SGD in the mean of sign(x) |x|^(-1/p), from one plain point each step."""
    found = []
    for first in (EARLY, LATER * EARLY):
        times, x, largest = np.arange(first, 2 * first), np.zeros(size), np.zeros(size)
        for s in SGD.rule(1.0, HEAVY)(times):
            x = x - s * (x - noise(rng, size, TAIL))
            largest = np.maximum(largest, x**2 / 2)
        found.append(largest)
    return found


@claim(
    "x:tab1-row2-sgd/heavy-tails",
    kind="rate",
    says="For samples with hardly more than two moments the largest gap in [T, 2T) typically falls faster than "
    "t^(-1+2 eps), but not faster than t^(-1+1.5 eps), where the mean falls like t^(-1+0.9 eps).",
    formula=r"t^{-1+\frac32\varepsilon} \ll \mathrm{med}\max_{T\le t<2T}"
    r"(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}) \ll t^{-1+2\varepsilon}",
    expected="consistent",
    premises=["eq:rate_nonrecovery_LSSPLCR/sharp"],
    mutants={
        "the rate of the mean": {"exponent": lambda eps: 1 - 0.9 * eps},
        "bounded samples": {"noise": lambda rng, size, _: np.sign(rng.random(size) - 0.5)},
    },
)
def jumps_are_seen(*, exponent=SGD.exponent, noise=heavy_tails):
    """Paths from the minimum at the start of each window, ε = 0.4, δ = 0.36, p = 2.1."""

    def grows(rng, size, r):
        early, late = largest_gaps(rng, size, noise=noise)
        return LATER**r * late > early

    options = {"bound": 0.5, "resolution": 0.2, "max_draws": 1000}
    for rule, r in ((probability_at_most, exponent(HEAVY)), (probability_at_least, 1 - 1.5 * HEAVY)):
        draw = partial(grows, r=r)
        name, symbol = f"t^-{r:.2g}", f"P(t^{r:.2g} times the largest gap grows from T = {EARLY} to {LATER * EARLY})"
        yield sampled(partial(_horizon, rule), draw, name=name, symbol=symbol, **options)


def _horizon(rule, draw, generators, plan, **options):
    return finite_horizon(rule(draw, generators, plan, **options))

r"""Corollary 4.10 [cor:exponential-convergence]: with ‖(I - P)g‖ ≤ c ‖Pg‖ a constant step converges exponentially.

On the tilted line of saturated.py the gap is multiplied in each step by one of two factors, with probability 1/2 each.
Their mean is 1 - 2λ (s - s²/2 (1 + c²)) with λ = 1/(1 + c²), so that c must be squared.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from checks.instances.saturated import HALF, contraction, mean, relaxed_gaps, tilted_factors
from checks.scaling import scaled
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Fourier
from theorytest.decisions.horizon import on_horizon
from theorytest.descent.losses import Quadratic
from theorytest.descent.moments import by_quadrature
from theorytest.descent.steps import Constant

LEVEL = 4  # K of the maximal inequality
HORIZON = 400
TILTS = tuple((Fraction(c), Fraction(s)) for c, s in ((2, "1/5"), (2, "1/3"), (1, "1/2"), ("1/2", "1/2"), (0, 1)))


def as_printed(c):
    """c in the first power."""
    return c


def squared(c):
    """‖(I - P)g‖² ≤ c² ‖Pg‖²."""
    return c**2


def bound(c, step, power):
    """a = 1 - 2λ (s - s²/2 (c_var1 + power(c) c_var2))."""
    return contraction(step, 1 + power(c), lam=1 / (1 + c**2))


@claim(
    "cor:exponential-convergence",
    also=["x:cor4.10-sigma", "x:cor4.10-proof-order"],
    kind="almost sure",
    says="With sigma built from c_var,1 + c c_var,2 the gap is almost surely of the order a^t.",
    formula=r"\|(I-P_t)g_t\| \le c\|P_tg_t\|,\ "
    r"\sigma = c_{\mathrm{bias},1}\bar s-\bar s^2\tfrac{L+C_R}{2}(c_{\mathrm{var},1}+c\,c_{\mathrm{var},2}) > 0 "
    r"\implies \mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(a^t)",
    expected="refuted",
    gravity="wrong constant",
    premises=["thm:rates_abstrac_SPL"],
)
def exponential_as_printed(*, power=as_printed):
    """c = 2 and s = 1/2: a = 19/20 as printed, but the factors are 17/20 and 5/4.

    By the law of large numbers the logarithm of the gap grows per step like that of √(17/20 · 5/4) = √(17/16) > 1: the
    gap tends to infinity almost surely, and its mean grows by 21/20. For c ≤ 1 the printed a is valid, since c² ≤ c.
    """
    c, step = Fraction(2), HALF
    low, high = tilted_factors(c, step)
    a = bound(c, step, power)
    yield at_most(low * high, a**2, name="almost surely", symbol="e^(2 E log factor)")
    yield at_most(mean([low, high]), a, name="in the mean", symbol="E factor")


def exceedance(factors, a, n_steps=HORIZON, level=LEVEL):
    """P(max_{t ≤ n} a^-t gap_t / gap_0 ≥ level), by counting paths: the gap depends only on how many draws were bad."""
    low, high = (float(np.log(float(f / a))) for f in factors)
    alive, lost = np.ones(1), 0.0
    for t in range(1, n_steps + 1):
        alive = (np.append(alive, 0.0) + np.append(0.0, alive)) / 2
        over = np.arange(t + 1) * high + np.arange(t, -1, -1) * low >= np.log(level)
        lost += alive[over].sum()
        alive[over] = 0.0
    return lost


@repair(
    "cor:exponential-convergence/corrected",
    "cor:exponential-convergence",
    kind="almost sure",
    says="With c squared in sigma the gap is almost surely at most a random constant times a^t.",
    formula=r"\sigma = c_{\mathrm{bias},1}\bar s-\bar s^2\tfrac{L+C_R}{2}"
    r"(c_{\mathrm{var},1}+c^2c_{\mathrm{var},2}) > 0 \implies "
    r"\mathbb{P}\big(\sup_t a^{-t}(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}) \ge K\big) \le "
    r"\tfrac1K(\mathcal{L}(u_0)-\mathcal{L}_{\min,\mathcal{M}})",
    expected="consistent",
    tight="attained in the mean by a constant ratio",
    premises=["thm:rates_abstrac_SPL"],
    mutants={
        "chance x 0.85": {"chance": 0.85 * (1 / LEVEL)},
        "c not squared": {"power": as_printed},
        "no c": {"power": lambda _: 0},
    },
)
def exponential_with_random_constant(*, power=squared, chance=1 / LEVEL):
    """The probability by counting paths, for c = 2 and c = 1. For c ≤ 1 and c = 2 the mean factor is a itself.

    P is near 1/K, so that no rate faster than a^t would have such a constant; the paths themselves are faster, by
    Jensen's inequality.
    """
    for c, step in TILTS:
        factors, a = tilted_factors(c, step), bound(c, step, power)
        yield at_most(mean(factors), a, name=f"{c}, {step}: mean", symbol="E factor")
        product = factors[0] * factors[1]
        yield at_most(product, a**2, name=f"{c}, {step}: paths", symbol="product")
    for c, step in TILTS[:3]:
        lost = exceedance(tilted_factors(c, step), bound(c, step, power))
        yield on_horizon(at_most)(lost, chance, name=f"{c}, {step}", symbol="P(sup >= K)")


@claim(
    "eq:rate_recovery_LSSPLCR",
    kind="almost sure",
    says="The gap is at most a^t, whatever it is at the start.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le a^t",
    expected="refuted",
    gravity="misprint",
)
def gap_below_the_power_as_printed(*, share=1, start=Fraction(2)):
    """Gap 2 at t = 0, and 2 a^t for ever after on the line with the retraction that uses up (CR), without any noise."""
    a = contraction(HALF, C_R=Fraction(1))
    gaps = relaxed_gaps(a, [0] * 20, start)
    yield at_most(gaps[0], share * 1, name="at t = 0", symbol="the gap")
    powers = [share * a**t for t in range(len(gaps))]
    yield at_most(gaps, powers, name="later", symbol="the gap")


@repair(
    "eq:rate_recovery_LSSPLCR/corrected",
    "eq:rate_recovery_LSSPLCR",
    kind="rate",
    says="The mean gap is at most a^t times the gap at the start, with equality where (CR) and (SPL) are used up.",
    formula=r"\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}] \le "
    r"a^t(\mathcal{L}(u_0)-\mathcal{L}_{\min,\mathcal{M}}), \quad 0 \le a < 1",
    tight="attained where (CR) and (SPL) are used up",
    premises=["cor:exponential-convergence/corrected"],
    mutants={"a x 0.98": {"a": lambda step, C_R: 0.98 * (contraction(step, C_R=C_R))}, "one step more": {"late": 1}},
)
def mean_gap_contracts(*, a=lambda step, C_R: contraction(step, C_R=C_R), late=0):
    """Steps below 2/(1 + C_R); the best is 1/(1 + C_R) with a = C_R/(1 + C_R), which is 0 for C_R = 0."""
    start = Fraction(2)
    for step, C_R in ((HALF, Fraction(1)), (Fraction(1, 7), Fraction(3)), (Fraction(1, 4), Fraction(3))):
        gaps = [start]
        for _ in range(12):  # v²/2 + C_R g²/2 with v = (1 - s) x and g = s x
            gaps.append(gaps[-1] * ((1 - step) ** 2 + C_R * step**2))
        powers = [a(step, C_R) ** (t + late) * start for t in range(len(gaps))]
        yield at_most(gaps, powers, name=f"{step}, {C_R}", symbol="the gap")
    best = contraction(Fraction(1))
    yield equal(best, 0, name="C_R = 0", symbol="the best a")


def chain(c, step, power):
    """The right sides of the displayed chain from gap = 1, where ‖Pg‖² = 2λ, and the mean gap after the step."""
    lam = 1 / (1 + c**2)
    tangent, normal = 2 * lam, 2 * lam * c**2
    rest = 1 - (step - step**2 / 2) * tangent
    first = rest + step**2 / 2 * normal
    second = rest + step**2 / 2 * power(c) * tangent
    return mean(tilted_factors(c, step)), first, second, bound(c, step, power)


@claim(
    "x:display-cor4.10-proof-chain",
    kind="inequality",
    says="The squared orthogonal part is at most c times the squared projected gradient.",
    formula=r"\|(I-P_t)g_t\| \le c\|P_tg_t\| \implies s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_t)g_t\|^2 \le "
    r"s_t^2\tfrac{L+C_R}{2}c\,c_{\mathrm{var},2}\|P_tg_t\|^2",
    expected="refuted",
    gravity="wrong constant",
)
def orthogonal_part_absorbed_as_printed(*, power=as_printed):
    """c = 2, s = 1/2: the first line is 21/20 and attained, the second 19/20."""
    after, first, second, _ = chain(Fraction(2), HALF, power)
    yield equal(after, first, name="first line", symbol="E gap")
    yield at_most(first, second, name="second line", symbol="the first line")


@repair(
    "x:display-cor4.10-proof-chain/corrected",
    "x:display-cor4.10-proof-chain",
    kind="inequality",
    says="With c squared the chain holds line by line, with equality for a constant ratio.",
    formula=r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_t)g_t\|^2 \le "
    r"s_t^2\tfrac{L+C_R}{2}c^2c_{\mathrm{var},2}\|P_tg_t\|^2",
    tight="attained by a constant ratio",
    mutants={"c not squared": {"power": as_printed}, "two per cent less": {"power": lambda c: Fraction(49, 50) * c**2}},
)
def orthogonal_part_absorbed(*, power=squared):
    for c, step in TILTS:
        after, *lines = chain(c, step, power)
        yield equal(after, lines[0], name=f"{c}, {step}: first", symbol="E gap")
        yield at_most(lines[0], lines[1], name=f"{c}, {step}: second", symbol="line 1")
        yield equal(lines[1], lines[2], name=f"{c}, {step}: last", symbol="line 2")


@claim(
    "x:display-cor4.10-proof-chi",
    kind="inequality",
    says="For the gap Y~_t of u_(t+1), a^(-t) Y~_t is a supermartingale with respect to F_t.",
    formula=r"\tilde Y_t := \mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}} \implies "
    r"\mathbb{E}[\tilde Y_{t+1}\mid\mathcal{F}_t] \le a\tilde Y_t",
    expected="refuted",
    gravity="misprint",
)
def supermartingale_as_printed(*, share=1):
    """c = 1, s = 1/2: factors 1/2 and 1, a = 3/4. The mean gap of u_{t+2} is 9/16; a Ỹ_t can be 3/8."""
    c, step = Fraction(1), HALF
    factors, a = tilted_factors(c, step), bound(c, step, squared)
    right = [share * a * factor for factor in factors]
    yield at_most(mean(factors) ** 2, right, name="two points", symbol="E[Y~_t+1 | F_t]")


@repair(
    "x:display-cor4.10-proof-chi/corrected",
    "x:display-cor4.10-proof-chi",
    kind="inequality",
    says="For the gap Y~_t of u_t, a^(-t) Y~_t is a supermartingale, and a martingale for a constant ratio.",
    formula=r"\tilde Y_t := \mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \implies "
    r"\mathbb{E}[a^{-t-1}\tilde Y_{t+1}\mid\mathcal{F}_t] \le a^{-t}\tilde Y_t",
    tight="attained by a constant ratio",
    mutants={
        "a x 0.98": {"a": lambda c, step: 0.98 * (bound(c, step, squared))},
        "gap of the next iterate": {"late": 1},
    },
)
def supermartingale(*, a=lambda c, step: bound(c, step, squared), late=0):
    """Given every history of three draws; `late` = 1 takes the gap one iterate later on both sides."""
    for c, step in TILTS[:4]:
        factors = tilted_factors(c, step)
        left = mean(factors) ** (1 + late)
        right = [a(c, step) * (factor if late else 1) for factor in factors]
        yield at_most(left, right, name=f"{c}, {step}", symbol="E[Y~_t+1 | F_t] / Y~")
        yield at_least(min(right), left, name=f"{c}, {step}: martingale", symbol="a")


@cache
def waves(normal):
    """The exact scheme in the span of both waves of frequency 1, from one point each step; the target starts at 0.

    d = 2 and n = 1, so that c_var1 = c_var2 = 2; `normal` is the multiple of a wave of frequency 2 in the target.
    """
    space = Space(Fourier((1,)), Uniform(0, 1))

    def target(x):
        angle = 2 * np.pi * x[..., 0]
        return np.cos(angle) + 2 * np.sin(angle) + normal * np.sqrt(2) * np.cos(2 * angle)

    return by_quadrature(QuasiProjection(Optimal(space), 1), Quadratic(space, target))


@claim(
    "x:sec4.2.2-c-zero",
    also=["x:sec4.2.2-two-scenarios"],
    kind="remark",
    says="Without an orthogonal part c = 0 will do; with one that stays, a constant step ends at a level above 0.",
    formula=r"(I-P_t)g_t = 0 \implies \mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}] \le a^t(\ldots),\ "
    r"a = 1-2\lambda(c_{\mathrm{bias},1}\bar s-\bar s^2\tfrac{L+C_R}{2}c_{\mathrm{var},1})",
    expected="computed",
    premises=["cor:exponential-convergence/corrected"],
    mutants={
        "a x 0.98": {"a": scaled(contraction, 0.98)},
        "an orthogonal part": {"normal": 0.01},
        "c_var,1 of two points": {"c_var1": 1.5},
    },
)
def no_orthogonal_part(*, a=contraction, normal=0.0, c_var1=2.0):
    """By quadrature, an equality. With an orthogonal part D the mean gap ends at s D²/(2 (1 - s)), again like a^t."""
    times = np.arange(1, 21)
    for step in (0.5, 0.2):
        powers = float(a(step, c_var1)) ** (times - 1.0)
        gap = waves(normal).gap(Constant(step), times)
        yield at_most(gap / gap[0], powers, name=f"{step}", digits=10, symbol="E gap / gap_1")
        stays = waves(1.0).gap(Constant(step), times)
        level = step / (2 * (1 - step))
        away = (stays - level) / (stays[0] - level)
        yield equal(away, powers, name=f"{step}: level", digits=10, symbol="E gap - level")

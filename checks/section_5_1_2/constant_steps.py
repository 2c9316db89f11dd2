r"""Section 5.1.2: the best constant step, the level at which it stagnates, and the 22 steps until then.

For optimal points, n = 1 and s = 1/3 the mean gap after t steps is (2/3)^t gap_1 + (1 - (2/3)^t) L_min,M.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log

import numpy as np

from checks.instances.linear_experiments import SUBLINEAR, bounded
from checks.section_5_1_1.steps import OPTIMAL_K, UNIFORM_K
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.descent.steps import Constant, Power, satisfies_robbins_monro

SAMPLINGS = {"uniform": (Plain, UNIFORM_K), "optimal": (Optimal, OPTIMAL_K)}
NINTH, THIRD = Fraction(1, 9), Fraction(1, 3)


def best_step(n, k):
    """1/c_var1 = n/(n + k - 1), where 1 - 2s + c_var1 s² is least."""
    return n / (n + k - 1)


@claim(
    "x:sec5.1.2-step",
    also=["x:sec5.1.2-n"],
    kind="value",
    says="For n = 1 the best constant step is 1/9, for uniform and for optimal points.",
    formula=r"s_t \equiv \tfrac{n}{n+k_t-1} = \tfrac19",
    expected="refuted",
    gravity="wrong constant",
)
def best_step_as_printed(*, n=1):
    """Right for uniform points, k = 9. Optimal points have k = 3 and the best step 1/3."""
    for name, (_, k) in SAMPLINGS.items():
        yield equal(best_step(n, k), NINTH, name=name, symbol="the best step")


@repair(
    "x:sec5.1.2-step/corrected",
    "x:sec5.1.2-step",
    kind="value",
    says="For n = 1 the best constant step is 1/9 for uniform points and 1/3 for optimal ones, where the mean "
    "gap contracts by 2/3 per step instead of 66/81.",
    formula=r"\tfrac{n}{n+k_t-1} = \tfrac19\ (k_t=9), \quad \tfrac13\ (k_t=d=3)",
    expected="computed",
    mutants={
        "1/9 for both": {"steps": {"uniform": NINTH, "optimal": NINTH}},
        "1/3 for both": {"steps": {"uniform": THIRD, "optimal": THIRD}},
        "two points": {"n": 2},
    },
)
def best_step_of_each_sampling(*, n=1, steps={"uniform": NINTH, "optimal": THIRD}):  # noqa: B006 (never written to)
    """By the formula, and for optimal points as the minimum of the exact contraction over steps around it.

    For uniform points 1/9 is best for the bound k = 9; the smallest c_var1 is 5.614, whose best step is 0.178.
    """
    for name, (_, k) in SAMPLINGS.items():
        yield equal(best_step(n, k), steps[name], name=name, symbol="the best step")
    optimal = float(steps["optimal"])
    growth = [bounded(Optimal, n).growth(s * optimal) for s in (0.95, 1.0, 1.05)]
    claimed = [1 - 2 * s * optimal + 3 * (s * optimal) ** 2 for s in (0.95, 1.0, 1.05)]
    yield equal(growth, claimed, name="contraction", digits=9, symbol="the contraction")
    yield at_most(growth[1], min(growth), name="least", digits=12, symbol="the contraction")


@claim(
    "x:sec5.1.2-guarantee",
    also=["x:sec-numerics-exponential"],
    kind="inequality",
    says="With its best constant step each sampling converges exponentially up to L_min,M in expectation: by "
    "2/3 per step for optimal points, with equality, and at least by 8/9 for uniform ones.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}] \le a^t"
    r"(\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}}) + (1-a^t)\,\mathcal{L}_{\min,\mathcal{M}}, \quad "
    r"a = \tfrac23,\ \tfrac89",
    expected="computed",
    tight="attained by optimal points, and by the worst residual of uniform ones",
    premises=["cor:convergence_up_to_precision/corrected", "x:cor4.6-setting/corrected"],
    mutants={
        "one per cent faster": {"factor": 0.99},
        "one per cent lower": {"level": 0.99},
        "1/3 for uniform points": {"swapped": True},
    },
)
def exponential_up_to_precision(*, factor=1.0, level=1.0, swapped=False):
    """k/(n + k - 1) = 1 in both cases: the precision is L_min,M itself."""
    t = np.arange(61)
    for name, (sampler, k) in SAMPLINGS.items():
        exact = bounded(Plain if swapped else sampler)
        a = float(factor * (1 - best_step(1, k)))
        gaps = exact.moments.gap(Constant(float(best_step(1, k))), t + 1)
        limit = a**t * exact.start + level * (1 - a**t) * exact.floor
        yield at_most(gaps / limit, 1.0, name=name, digits=9, symbol="gap / bound")


@claim(
    "x:sec5.1.2-stagnation",
    kind="value",
    says="With the constant step 1/9 the mean gap stagnates at 0.332 L_min,M for uniform and 0.2 L_min,M for "
    "optimal points; with 1/3, the best step of optimal points, at L_min,M. It comes from the step: half of it has "
    "less than half the level.",
    formula=r"\lim_t\tfrac{\mathbb{E}\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}}{\mathcal{L}_{\min,\mathcal{M}}} "
    r"= \tfrac{ds}{2n-s(n+d-1)} = \tfrac15\ (s=\tfrac19),\ 1\ (s=\tfrac13)",
    expected="computed",
    mutants={
        "uniform points": {"sampler": Plain},
        "one per cent less": {"share": 0.99},
        "a step of 1/10": {"step": 0.1},
    },
)
def stagnates_near_the_best_loss(*, sampler=Optimal, share=1.0, step=1 / 9):
    """Where s² (d/n) L_min,M = (1 - q) gap with q = 1 - 2s + s² (n + d - 1)/n, against the stationary state."""
    for s, level in ((step, 0.2), (1 / 3, 1.0)):
        found = bounded(sampler).level(s)
        yield equal(found, share * level, name=f"s = {s:.4f}", digits=9, symbol="level / L_min,M")
    formula = [3 * s / (2 - 3 * s) for s in (1 / 9, 1 / 3)]
    yield equal(formula, [0.2, 1.0], name="formula", digits=12, symbol="level / L_min,M")
    plain = bounded(Plain).level(step)
    yield equal(plain, 0.332, name="uniform", digits=3, scale=1.0, symbol="level / L_min,M")
    halved = bounded(sampler).level(step / 2) / bounded(sampler).level(step)
    yield at_most(halved, 0.5, name="half the step", digits=None, symbol="the ratio of levels")


def asks_of_corollary_4_13(steps):
    """Its assumptions here: bounded ‖(I - P)g‖ and steps of the order t^(δ-1), δ in (0, 1/2), Robbins-Monro ones."""
    normal = [bounded().loss.observe(np.full((3, 1), size)).normal[0] for size in (0.0, 1.0, 1e3)]
    return max(normal) - min(normal) < 1e-12 and satisfies_robbins_monro(steps)


@claim(
    "x:sec5.1.2-no-convergence",
    kind="remark",
    says="Since the orthogonal part of the gradient does not vanish, Corollary 4.13 does not apply, and neither "
    "does Corollary 4.10: convergence cannot be expected.",
    formula=r"\|(I-P_t)g_t\| \not\to 0 \implies \text{neither } \mathcal{O}(a^t) \text{ nor } "
    r"\mathcal{O}(t^{-1+\epsilon})",
    expected="refuted",
    gravity="misprint",  # what it concludes for the constant step of this section is true
)
def orthogonal_part_as_printed(*, problems=(SUBLINEAR,)):
    """Corollary 4.13 asks for a bounded orthogonal part: it applies to Figure 2, with the same ‖(I - P)g‖ = 0.0268.

    The mean gap there is 1e-4 of the first one after 10^5 steps and falls on. Not the orthogonal part but the
    constant step is outside of its assumptions.
    """
    yield at_least(bounded().floor, 1e-9, name="orthogonal part", digits=None, symbol="L_min,M")
    for steps in problems:
        applies = asks_of_corollary_4_13(steps)
        yield equal(applies, False, name="decreasing steps", symbol="4.13 applies")
        falls = bounded().moments.gap(steps, [100_000])[0] / bounded().start
        yield at_least(falls, 0.01, name="no convergence", digits=None, symbol="gap / first gap")


@repair(
    "x:sec5.1.2-no-convergence/corrected",
    "x:sec5.1.2-no-convergence",
    kind="remark",
    says="With a constant step Corollary 4.10 fails by the orthogonal part, which no multiple of the projected "
    "one bounds, and Corollary 4.13 by the step; the mean gap tends to a positive level.",
    formula=r"\inf_v\tfrac{\|P_tg_t\|}{\|(I-P_t)g_t\|} = 0, \quad (\tfrac19)\notin\mathcal{O}(t^{\delta-1}), \quad "
    r"\lim_t\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}] > 0",
    expected="computed",
    mutants={"decreasing steps": {"steps": SUBLINEAR}, "away from the minimiser": {"distance": 1.0}},
)
def constant_step_is_outside(*, steps=Power(1 / 9, 0.0), distance=1e-9):  # noqa: B008 (a frozen rule)
    loss = bounded().loss
    near = loss.observe(loss.best[:, None] + distance)
    ratio = float(near.tangent[0] / near.normal[0])
    yield at_most(ratio, 1e-6, name="Corollary 4.10", digits=None, symbol="|P g| / |(I - P) g|")
    yield equal(asks_of_corollary_4_13(steps), False, name="Corollary 4.13")
    level = bounded().level(float(steps(1)))
    yield at_least(level, 0.1, name="level", digits=None, symbol="level / L_min,M")


def iterations(c, epsilon):
    """ln(2/eps)/ln(1 + c), rounded up."""
    return ceil(log(2 / epsilon) / log(1 + c))


def gap_after(sampler, step, n_steps):
    """The mean gap after that many constant steps, in multiples of L_min,M."""
    exact = bounded(sampler)
    return exact.moments.gap(Constant(float(step)), [n_steps + 1])[0] / exact.floor


@claim(
    "x:sec5.1.2-tmax",
    kind="value",
    says="With the constant step 1/9 the mean gap has come down to L_min,M after 22 steps.",
    formula=r"s_t \equiv \tfrac19:\quad \mathbb{E}[\mathcal{L}(u_{23})-\mathcal{L}_{\min,\mathcal{M}}] \le "
    r"\mathcal{L}_{\min,\mathcal{M}}",
    expected="refuted",
    gravity="wrong constant",
)
def reached_after_22_steps_as_printed(*, multiple=1.0, n_steps=22):
    """28.0 L_min,M with optimal points and 41.2 L_min,M with uniform ones: 22 belongs to another step."""
    for name, (sampler, _) in SAMPLINGS.items():
        gap = gap_after(sampler, NINTH, n_steps)
        yield at_most(gap, multiple, name=name, digits=None, symbol="gap / L_min,M")


@repair(
    "x:sec5.1.2-tmax/corrected",
    "x:sec5.1.2-tmax",
    kind="value",
    says="22 is the number of Corollary 4.6 for optimal points and their best step 1/3; the mean gap is then "
    "1.34 L_min,M. Uniform points with 1/9 need 74 by the corollary; in fact 1/9 reaches L_min,M after 46 steps with "
    "uniform and 40 with optimal points, and 1/3 only in the limit.",
    formula=r"\bigl\lceil\tfrac{\ln(2/\mathcal{L}_{\min,\mathcal{M}})}{\ln(1+c)}\bigr\rceil = 22\ "
    r"(c=\tfrac{n}{d-1}=\tfrac12), \quad 74\ (c=\tfrac{n}{k_t-1}=\tfrac18)",
    expected="computed",
    premises=["cor:convergence_up_to_precision/corrected"],
    mutants={
        "21 steps": {"t_max": 21},
        "the step 1/9": {"step": NINTH},
        "eps relative to the first loss squared": {"power": 2},
    },
)
def reached_with_the_best_step(*, t_max=22, step=THIRD, power=1):
    """eps = L_min,M is a relative error there, so that the gap is bounded by (1 + |u|²/2) L_min,M = 1.91 L_min,M."""
    exact = bounded()
    for name, c, steps in (("optimal", 1 / 2, t_max), ("uniform", 1 / 8, 74)):
        found = iterations(c, exact.floor**power)
        yield equal(found, steps, name=name, symbol="t")
    allowed = 1 + exact.floor + exact.start
    for name, sampler, s, n_steps in (("optimal", Optimal, step, t_max), ("uniform", Plain, NINTH, 74)):
        gap = gap_after(sampler, s, n_steps)
        yield at_most(gap, allowed, name=f"{name}: bound", digits=None, symbol="gap / L_min,M")
    at_switch = gap_after(Optimal, step, t_max)
    yield equal(at_switch, 1.34, name="at t_max", digits=2, scale=1.0, symbol="gap / L_min,M")
    for name, sampler, n_steps in (("optimal", Optimal, 40), ("uniform", Plain, 46)):
        gaps = np.array([gap_after(sampler, NINTH, n_steps + i) for i in (-1, 0)])
        yield equal(gaps <= 1, [False, True], name=f"{name}: first below")

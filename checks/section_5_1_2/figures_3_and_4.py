r"""Figures 3 and 4: constant steps, and a switch to decreasing ones after t_max = 22 steps.

At the switch with the printed step 1/9 the mean gap is still 41 (uniform) and 28 (optimal points) times L_min,M; the
smaller steps then need until t = 2724 and 1805 to come down to L_min,M, which 1/9 alone does at t = 47 and 41.
"""

from __future__ import annotations

import numpy as np

from checks.instances.linear_experiments import SUBLINEAR, bounded, recursion
from checks.section_5.panels import Picture, mean_is_exact, most_paths_lie_in
from theorytest import at_most, claim, equal
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.claims.plots import Mark
from theorytest.decisions.horizon import on_horizon
from theorytest.descent.steps import Constant, Mixed, Power, satisfies_robbins_monro

NINTH, THIRD = Constant(1 / 9), Constant(1 / 3)
PRINTED = Mixed(1 / 9, SUBLINEAR, 22)
OWN = Mixed(1 / 3, Power(2 / 3, 0.9), 22)
SWITCH = Mark("x", 22, "t_max = 22")
WORDS = {Plain: "uniform", Optimal: "optimal"}


def agrees_with_the_recursion(exact, steps, n_steps=150):
    found = exact.moments.gap(steps, np.arange(1, n_steps + 2))
    claimed = recursion(exact, steps, n_steps)
    yield equal(found / claimed, 1.0, name="recursion", digits=9, symbol="the mean gap / recursion")


def panel_of_figure_3(run, label, sampler, steps, level, band):
    """The exact mean at t = 1001 as a multiple of L_min,M, and where most paths are then."""
    exact = bounded(sampler)
    yield from agrees_with_the_recursion(exact, steps)
    found = exact.moments.gap(steps, [1001])[0] / exact.floor
    yield equal(found, level, name="1000 steps", digits=3, scale=1.0, symbol="gap / L_min,M")
    picture = Picture(
        label=label,
        title=f"Constant step {steps(1):.4f}, {WORDS[sampler]} points, n = 1",
        experiment=exact,
        steps=steps,
        n_steps=1000,
        levels=(1, level),
        note="Exponential decay, then a plateau that the constant step causes.",
    )
    yield from mean_is_exact(run, picture, 300)
    yield from most_paths_lie_in(run, picture, (band[0] * exact.floor, band[1] * exact.floor))


@claim(
    "fig:convergence_up_to_precision_uniform",
    kind="figure",
    says="Figure 3 (a): uniform points with the step 1/9. The mean gap falls exponentially and stays at 0.332 "
    "L_min,M; most paths are between 0.05 and 0.85 L_min,M.",
    formula=r"s_t\equiv\tfrac19:\quad \mathbb{E}\mathcal{L}(u_{1001})-\mathcal{L}_{\min,\mathcal{M}} = "
    r"0.332\,\mathcal{L}_{\min,\mathcal{M}}",
    expected="confirmed",
    premises=["x:sec5.1.2-stagnation"],
    mutants={
        "optimal points": {"sampler": Optimal},
        "a step of 1/8": {"steps": Constant(1 / 8)},
        "a band half as high": {"band": (0.03, 0.2)},
    },
)
def figure_3_a(run, *, sampler=Plain, steps=NINTH, band=(0.05, 0.85)):
    yield from panel_of_figure_3(run, "fig:convergence_up_to_precision_uniform", sampler, steps, 0.332, band)


@claim(
    "fig:convergence_up_to_precision_optimal",
    kind="figure",
    says="Figure 3 (b) with the printed step 1/9: optimal points stay at 0.2 L_min,M in the mean, most paths "
    "between 0.035 and 0.46 L_min,M.",
    formula=r"s_t\equiv\tfrac19:\quad \mathbb{E}\mathcal{L}(u_{1001})-\mathcal{L}_{\min,\mathcal{M}} = "
    r"0.2\,\mathcal{L}_{\min,\mathcal{M}}",
    expected="confirmed",
    premises=["x:sec5.1.2-stagnation"],
    mutants={
        "uniform points": {"sampler": Plain},
        "their best step": {"steps": THIRD},
        "a band five times as high": {"band": (0.2, 2.1)},
    },
)
def figure_3_b(run, *, sampler=Optimal, steps=NINTH, band=(0.035, 0.46)):
    yield from panel_of_figure_3(run, "fig:convergence_up_to_precision_optimal", sampler, steps, 0.2, band)


@claim(
    "fig:convergence_up_to_precision_optimal/best-step",
    kind="figure",
    says="Figure 3 (b) with the best step 1/3 of optimal points: the plateau is L_min,M, reached after about 20 "
    "steps; most paths are between 0.27 and 2.2 L_min,M.",
    formula=r"s_t\equiv\tfrac13:\quad \mathbb{E}\mathcal{L}(u_{1001})-\mathcal{L}_{\min,\mathcal{M}} = "
    r"\mathcal{L}_{\min,\mathcal{M}}",
    expected="confirmed",
    premises=["x:sec5.1.2-step/corrected"],
    mutants={"the step 1/9": {"steps": NINTH}, "a band of the step 1/9": {"band": (0.04, 0.42)}},
)
def figure_3_b_with_the_best_step(run, *, steps=THIRD, band=(0.27, 2.2)):
    yield from panel_of_figure_3(run, "fig:convergence_up_to_precision_optimal/best-step", Optimal, steps, 1.0, band)


@claim(
    "x:sec5.1.2-mixed-step",
    also=["x:sec5.1.2-mixed-eps"],
    kind="value",
    says="The mixed rule takes the step 1/9 up to t = 22 and then 2/9 t^-0.9, 8.4 times smaller at once: 0.0132 "
    "at t = 23, since t is not counted anew.",
    formula=r"s_{22} = \tfrac19, \quad s_{23} = \tfrac29\,23^{-0.9} = 0.0132",
    expected="computed",
    mutants={"eps = 0.2": {"steps": Mixed(1 / 9, Power(2 / 9, 0.8), 22)}, "one step later": {"t_max": 23}},
)
def mixed_rule(*, steps=PRINTED, t_max=22):
    """Continuous it would be at t = 2.16 only, where 2/9 t^-0.9 = 1/9."""
    found = steps(np.array([1, t_max, t_max + 1]))
    claimed = [1 / 9, 1 / 9, 2 / 9 * 23**-0.9]
    yield equal(found, claimed, name="steps", digits=12, symbol="s_t")
    yield equal(found[2], 0.0132, name="after the switch", digits=4, scale=1.0, symbol="s_23")


@claim(
    "x:sec5.1.2-mixed-guarantee",
    kind="rate",
    says="After the switch the assumptions of Corollary 4.13 hold with delta = 0.1: the mean gap falls at least "
    "like t^-0.8 from t = 400 on.",
    formula=r"\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}] \le C\,t^{-1+2\varepsilon}, \quad t\ge400",
    expected="consistent",
    premises=["cor:quasi-linear-convergence/corrected"],
    mutants={
        "the constant step for ever": {"steps": NINTH},
        "summable steps": {"steps": Mixed(1 / 9, Power(2 / 9, 1.2), 22)},
        "from t = 23 on": {"first": 23},
    },
)
def sublinear_after_the_switch(*, steps=PRINTED, first=400):
    """E gap t^0.8 never grows between grid points, up to t = 10^5; right after the switch the gap falls like t^-0.6."""
    yield on_horizon(equal)(satisfies_robbins_monro(steps), True, name="Robbins-Monro")
    times = np.unique(np.rint(np.geomspace(first, 1e5, 25))).astype(int)
    for sampler, name in WORDS.items():
        weighted = bounded(sampler).moments.gap(steps, times) * times**0.8
        growth = np.diff(weighted) / weighted[:-1]
        rule = on_horizon(at_most, 100_000)
        yield rule(growth, 0.0, name=name, digits=None, symbol="the growth of t^0.8 gap")


def panel_of_figure_4(run, label, sampler, steps, multiples, first_below, band):
    """The exact mean at the switch and at t = 10^4 + 1, when it is first below L_min,M, and where most paths end."""
    exact = bounded(sampler)
    yield from agrees_with_the_recursion(exact, steps)
    gaps = exact.moments.gap(steps, [23, first_below - 1, first_below, 10_001]) / exact.floor
    yield equal(gaps[[0, 3]] / multiples, 1.0, name="means", digits=2, symbol="gap / stated")
    yield equal(gaps[1:3] <= 1, [False, True], name="first below L_min,M")
    picture = Picture(
        label=label,
        title=f"Constant, then decreasing steps, {WORDS[sampler]} points, n = 1",
        experiment=exact,
        steps=steps,
        n_steps=10_000,
        levels=(1,),
        slopes=(-1.0,),
        marks=(SWITCH,),
        note=f"The mean is {gaps[0]:.3g} L_min,M at the switch and below L_min,M from t = {first_below} on.",
    )
    yield from most_paths_lie_in(run, picture, band)


@claim(
    "fig:convergence_up_to_precision_mixed_uniform",
    kind="figure",
    says="Figure 4 (a) as printed: uniform points. The mean gap is 41.2 L_min,M at the switch, comes down to "
    "L_min,M only at t = 2724 and ends at 0.256 L_min,M after 10^4 steps.",
    formula=r"\tfrac{\mathbb{E}\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}}{\mathcal{L}_{\min,\mathcal{M}}} = "
    r"41.2\ (t=23), \quad 1\ (t=2724), \quad 0.256\ (t=10^4)",
    expected="confirmed",
    premises=["x:sec5.1.2-tmax/corrected"],
    mutants={
        "a switch at t = 74": {"steps": Mixed(1 / 9, SUBLINEAR, 74)},
        "optimal points": {"sampler": Optimal},
        "a band ten times as high": {"band": (9e-5, 2.2e-3)},
    },
)
def figure_4_a(run, *, sampler=Plain, steps=PRINTED, band=(9e-6, 2.2e-4)):
    label = "fig:convergence_up_to_precision_mixed_uniform"
    yield from panel_of_figure_4(run, label, sampler, steps, np.array([41.21, 0.2556]), 2724, band)


@claim(
    "fig:convergence_up_to_precision_mixed_optimal",
    kind="figure",
    says="Figure 4 (b) as printed: optimal points. The mean gap is 28.0 L_min,M at the switch, comes down to "
    "L_min,M only at t = 1805 and ends at 0.173 L_min,M after 10^4 steps.",
    formula=r"\tfrac{\mathbb{E}\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}}{\mathcal{L}_{\min,\mathcal{M}}} = "
    r"28.0\ (t=23), \quad 1\ (t=1805), \quad 0.173\ (t=10^4)",
    expected="confirmed",
    premises=["x:sec5.1.2-tmax/corrected"],
    mutants={"the steps of optimal points": {"steps": OWN}, "uniform points": {"sampler": Plain}},
)
def figure_4_b(run, *, sampler=Optimal, steps=PRINTED):
    label = "fig:convergence_up_to_precision_mixed_optimal"
    yield from panel_of_figure_4(run, label, sampler, steps, np.array([28.0, 0.1728]), 1805, (8e-6, 1.7e-4))


@claim(
    "fig:convergence_up_to_precision_mixed_optimal/best-step",
    kind="figure",
    says="Figure 4 (b) with the steps of optimal points, 1/3 and then 2/3 t^-0.9: the mean gap is 1.34 L_min,M "
    "at the switch, below L_min,M at t = 28 and 3.5e-4 L_min,M after 10^4 steps.",
    formula=r"s_t = \tfrac13\ (t\le22), \quad \tfrac23t^{-0.9}\ (t>22)",
    expected="confirmed",
    premises=["x:sec5.1.2-tmax/corrected"],
    mutants={"the printed steps": {"steps": PRINTED}, "a switch at t = 12": {"steps": Mixed(1 / 3, OWN.then, 12)}},
)
def figure_4_b_with_the_best_step(run, *, steps=OWN):
    label = "fig:convergence_up_to_precision_mixed_optimal/best-step"
    yield from panel_of_figure_4(run, label, Optimal, steps, np.array([1.336, 3.497e-4]), 28, (2e-8, 3e-7))

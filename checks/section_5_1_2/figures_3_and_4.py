r"""Figures 3 and 4: constant steps, and a switch to decreasing ones after t_max = 22 steps.

At the switch with the printed step 1/9 the mean gap is still 41 (uniform) and 28 (optimal points) times L_min,M; the
smaller steps then need until t = 2724 and 1805 to come down to L_min,M, which 1/9 alone does at t = 47 and 41.
"""

import numpy as np

from checks.instances.linear_experiments import SUBLINEAR, bounded, recursion
from checks.instances.panels import Picture, mean_is_exact, most_paths_lie_in
from theorytest import at_most, claim, equal, finite, horizon, threshold
from theorytest.approximation import Optimal, Plain
from theorytest.claims.plots import Mark
from theorytest.descent import Constant, Mixed, Power

NINTH, PRINTED = Constant(1 / 9), Mixed(1 / 9, SUBLINEAR, 22)
EXCHANGED = {"the panels exchanged": {"samplers": {Plain: Optimal, Optimal: Plain}}}
AS_DRAWN = {Plain: Plain, Optimal: Optimal}


def agrees_with_the_recursion(exact, steps, t):
    """The exact mean of the package after t - 1 steps, against the recursion by hand."""
    found = exact.moments.gap(steps, [t])[0]
    return equal(found / recursion(exact, steps, t - 1)[-1], 1.0, name="by hand", digits=8, symbol="mean / recursion")


@claim(
    "fig:convergence_up_to_precision/panels",
    label="fig:convergence_up_to_precision_uniform",
    also=["fig:convergence_up_to_precision_optimal"],
    kind="figure",
    voice="ours",
    says="Figure 3, reconstructed from u_1 = 0 with s = 1/9: after 1000 steps the mean gap is 0.332 L_min,M for "
    "uniform and 0.2 L_min,M for optimal points.",
    formula=r"s_t\equiv\tfrac19",
    forall={
        "panel": finite(
            {"(a)": ("uniform", Plain, 0.332, (0.05, 0.85)), "(b)": ("optimal", Optimal, 0.2, (0.035, 0.46))}
        )
    },
    reading="The source has no pictures. The bands, in which at least seven paths in ten end, are ours.",
    expected="confirmed",
    premises=["x:sec5.1.2-stagnation"],
    mutants={"a step of 1/8": {"steps": Constant(1 / 8)}} | EXCHANGED,
)
def figure_3(run, panel, *, steps=NINTH, samplers=AS_DRAWN):
    word, sampler, level, band = panel
    exact = bounded(samplers[sampler])
    yield agrees_with_the_recursion(exact, steps, 1001)
    found = exact.moments.gap(steps, [1001])[0] / exact.floor
    yield equal(found, threshold(level), name="1000 steps", digits=3, scale=1.0, symbol="the mean gap / L_min,M")
    picture = Picture(
        label=f"fig:convergence_up_to_precision_{word}",
        title=f"Constant step {steps(1):.4f}, {word} points, n = 1",
        experiment=exact,
        steps=steps,
        n_steps=1000,
        levels=(1, level),
        note="Exponential decay, then a plateau that the constant step causes.",
    )
    yield from mean_is_exact(run, picture, 300)
    yield from most_paths_lie_in(run, picture, (band[0] * exact.floor, band[1] * exact.floor))


@claim(
    "x:sec5.1.2-mixed-step",
    also=["x:sec5.1.2-mixed-eps"],
    kind="definition",
    says="The mixed rule takes the constant step 1/9 for t ≤ 22 and (2/9) t^(ε−1) with ε = 0.1 afterwards.",
    formula=r"s_t = \tfrac19\ (t\le22), \quad \tfrac29t^{\varepsilon-1}\ (t>22), \quad \varepsilon = 0.1",
    reading="t is not counted anew after the switch: the step falls from 1/9 to 0.0132 at once.",
    expected="computed",
    mutants={"ε = 0.2": {"steps": Mixed(1 / 9, Power(2 / 9, 0.8), 22)}, "one step later": {"t_max": 23}},
)
def mixed_rule(*, steps=PRINTED, t_max=22):
    times = np.arange(1, 101)
    return equal(steps(times), [1 / 9 if t <= t_max else 2 / 9 * t**-0.9 for t in times.tolist()], symbol="s_t")


@claim(
    "x:sec5.1.2-mixed-guarantee",
    kind="rate",
    says="After the switch to s_t = (2/9) t^(ε−1) with ε = 0.1 the mean gap falls at least like t^(2ε−1).",
    formula=r"\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}] \in \mathcal{O}(t^{-1+2\varepsilon})",
    forall={"sampling": finite({"uniform points": Plain, "optimal points": Optimal}), "t": horizon},
    reading="Corollary 4.13 with δ = 0.1 bounds by t^(−1+ϵ) for every ϵ > 0.2; read for the mean with n = 1, from t = "
    "400 on, a time of ours: right after the switch the gap falls like t^−0.6.",
    premises=["cor:quasi-linear-convergence/corrected"],
    mutants={
        "the constant step for ever": {"steps": NINTH},
        "summable steps": {"steps": Mixed(1 / 9, Power(2 / 9, 1.2), 22)},
        "from t = 23 on": {"first": 23},
    },
)
def sublinear_after_the_switch(sampler, *, steps=PRINTED, first=400):
    times = np.unique(np.rint(np.geomspace(first, 1e5, 25))).astype(int)
    slopes = np.diff(np.log(bounded(sampler).moments.gap(steps, times))) / np.diff(np.log(times))
    return at_most(slopes, -0.8, digits=None, until=100_000, symbol="a slope")


@claim(
    "fig:convergence_up_to_precision_mixed/panels",
    label="fig:convergence_up_to_precision_mixed_uniform",
    also=["fig:convergence_up_to_precision_mixed_optimal"],
    kind="figure",
    voice="ours",
    says="Figure 4, reconstructed from u_1 = 0: the mean gap is 41 (uniform) and 28 L_min,M (optimal points) at the "
    "switch, and reaches L_min,M at t = 2724 and 1805.",
    formula=r"s_t = \tfrac19\ (t\le22), \quad \tfrac29t^{-0.9}\ (t>22)",
    forall={
        "panel": finite(
            {
                "(a)": ("uniform", Plain, 41.21, 2724, (9e-6, 2.2e-4)),
                "(b)": ("optimal", Optimal, 28.0, 1805, (8e-6, 1.7e-4)),
            }
        )
    },
    reading="The source has no pictures. The bands, in which at least seven paths in ten end after 10⁴ steps, are "
    "ours.",
    expected="confirmed",
    premises=["x:sec5.1.2-tmax/corrected"],
    mutants={"a switch at t = 23": {"steps": Mixed(1 / 9, SUBLINEAR, 23)}} | EXCHANGED,
)
def figure_4(run, panel, *, steps=PRINTED, samplers=AS_DRAWN):
    word, sampler, at_switch, first, band = panel
    exact = bounded(samplers[sampler])
    yield agrees_with_the_recursion(exact, steps, 1001)
    gaps = exact.moments.gap(steps, [23, first - 1, first]) / exact.floor
    yield equal(gaps[0] / at_switch, threshold(1.0), name="switch", digits=2, symbol="the mean gap / stated")
    yield at_most([1 / gaps[1], gaps[2]], 1.0, name="L_min,M is reached", digits=None, symbol="1 / gap before, gap at")
    picture = Picture(
        label=f"fig:convergence_up_to_precision_mixed_{word}",
        title=f"Constant, then decreasing steps, {word} points, n = 1",
        experiment=exact,
        steps=steps,
        n_steps=10_000,
        levels=(1,),
        slopes=(-1.0,),
        marks=(Mark("x", 22, "t_max = 22"),),
        note=f"The mean is {at_switch:.3g} L_min,M at the switch and below L_min,M from t = {first} on.",
    )
    yield from most_paths_lie_in(run, picture, band)

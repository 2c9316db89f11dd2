r"""Figure 7 [fig:gaussian_convergence]: plain and optimal points on the line, steps 2/9 t^-0.9 as in Section 5.1.1.

The paper prints no steps for this figure. For plain points the mean gap grows as long as the steps are too large for
its second moments, and falls afterwards; it is made by rare paths, while most paths come down from the start.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from checks.instances.gaussian_experiment import first_step_of_plain_points
from checks.instances.linear_experiments import SUBLINEAR, recursion, unbounded
from checks.section_5.panels import Picture, mean_is_exact, most_paths_lie_in
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.descent.moments import scalar_gap
from theorytest.descent.steps import Power

WORDS = {Plain: "Gaussian", Optimal: "optimal"}


def shown(label, sampler, n, steps, n_steps, note):
    """The picture of one panel."""
    return Picture(
        label=label,
        title=f"{WORDS[sampler].capitalize()} points, n = {n}, steps {steps.c:.4g} t^-0.9",
        experiment=unbounded(sampler, n),
        steps=steps,
        n_steps=n_steps,
        levels=(1,),
        slopes=(-0.5, -1.0),
        note=note,
    )


def panel_of_plain_points(run, label, n, sampler, peak, band, n_steps, steps=SUBLINEAR):
    """The first step in closed form, the mean at its peak and after, and where most paths are."""
    exact, (at, height) = unbounded(sampler, n), peak
    first = first_step_of_plain_points(n, 2 / 9) / 2
    gaps = exact.moments.gap(steps, [2, 51, at - 1, at, at + 1, 2 * at])
    yield equal(gaps[0], first, name="first step", digits=9, symbol="the mean gap")
    yield at_least(first, exact.start, name="rises at once", digits=None, symbol="the mean gap")
    claimed = recursion(exact, steps, 50)[-1]
    yield equal(gaps[1] / claimed, 1.0, name="50 steps", digits=7, symbol="the mean gap / recursion")
    yield equal(gaps[3] / height, 1.0, name="peak", digits=4, symbol="the mean gap / stated")
    around = gaps[[2, 4, 5]] / gaps[3]
    yield at_most(around, 1.0, name="before and after the peak", digits=None, symbol="the ratio")
    note = f"The mean, up to {height:.2g}, is that of rare paths; the median falls."
    yield from most_paths_lie_in(run, shown(label, sampler, n, steps, n_steps, note), band)


@claim(
    "fig:gaussian_convergence_gaussian_sampling_n1",
    also=["x:fig7a-n"],
    kind="figure",
    says="Figure 7 (a): one Gaussian point. The mean gap rises from 3.7 to 191 in the first step and to 2.7e95 "
    "at t = 13,239, and falls afterwards; most paths come down, to between 0.07 and 2.5 after 1000 steps.",
    formula=r"\mathbb{E}[\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}] = 191\ (t=2), \quad "
    r"2.7\cdot10^{95}\ (t=13239)",
    expected="confirmed",
    mutants={
        "optimal points": {"sampler": Optimal},
        "divergent paths": {"band": (3.7, np.inf)},
        "one per cent less": {"peak": (13_239, 2.67e95)},
        "one step earlier": {"peak": (13_238, 2.69676e95)},
    },
)
def figure_7_a(run, *, sampler=Plain, band=(0.07, 2.5), peak=(13_239, 2.69676e95)):
    label = "fig:gaussian_convergence_gaussian_sampling_n1"
    yield from panel_of_plain_points(run, label, 1, sampler, peak, band, 1000)


@claim(
    "fig:gaussian_convergence_gaussian_sampling_n21",
    also=["x:fig7b-n"],
    kind="figure",
    says="Figure 7 (b): 21 Gaussian points. The mean gap rises to 2.3e14 at t = 450 and falls afterwards; most "
    "paths come down, to between 0.07 and 0.65 after 300 steps.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{450})-\mathcal{L}_{\min,\mathcal{M}}] = 2.3\cdot10^{14}",
    expected="confirmed",
    mutants={
        "optimal points": {"sampler": Optimal},
        "divergent paths": {"band": (3.7, np.inf)},
        "n = 20": {"n": 20},
        "later": {"at": 464},
    },
)
def figure_7_b(run, *, sampler=Plain, band=(0.07, 0.65), n=21, at=450):
    label = "fig:gaussian_convergence_gaussian_sampling_n21"
    yield from panel_of_plain_points(run, label, n, sampler, (at, 2.33739e14), band, 300)


@claim(
    "fig:gaussian_convergence_gaussian_sampling_n70",
    also=["x:fig7c-n"],
    kind="figure",
    says="Figure 7 (c): 70 Gaussian points. The mean gap rises to 6.9e5 at t = 119 and falls afterwards; most "
    "paths come down, to between 0.15 and 0.6 after 100 steps.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{119})-\mathcal{L}_{\min,\mathcal{M}}] = 6.9\cdot10^5",
    expected="confirmed",
    mutants={
        "optimal points": {"sampler": Optimal},
        "divergent paths": {"band": (3.7, np.inf)},
        "n = 71": {"n": 71},
        "later": {"at": 121},
    },
)
def figure_7_c(run, *, sampler=Plain, band=(0.15, 0.6), n=70, at=119):
    label = "fig:gaussian_convergence_gaussian_sampling_n70"
    yield from panel_of_plain_points(run, label, n, sampler, (at, 6.89922e5), band, 100)


def panel_of_optimal_points(run, label, n, sampler, steps, mean, band):
    """The mean by the scalar recursion and after 3000 steps as stated; it falls in every step."""
    exact = unbounded(sampler, n)
    claimed = scalar_gap(exact.loss, n, steps, 300, 2 * exact.start)
    gaps = exact.moments.gap(steps, [*range(1, 302), 3001])
    yield equal(gaps[:301] / claimed, 1.0, name="scalar", digits=8, symbol="the mean gap / recursion")
    yield at_most(np.diff(gaps), 0.0, name="falls", digits=None, symbol="a change")
    yield equal(gaps[-1] / mean, 1.0, name="3000 steps", digits=2, symbol="the mean gap / stated")
    picture = shown(label, sampler, n, steps, 3000, "The mean falls in every step; no path rises far.")
    yield from mean_is_exact(run, picture, 100)
    yield from most_paths_lie_in(run, picture, band)


@claim(
    "fig:gaussian_convergence_optimal_sampling_n1",
    also=["x:fig7d-n"],
    kind="figure",
    says="Figure 7 (d): one optimal point. The mean gap falls in every step, from 3.7 to 0.0222 after 3000; "
    "most paths end between 0.0075 and 0.048.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{3001})-\mathcal{L}_{\min,\mathcal{M}}] = 0.0222",
    expected="confirmed",
    mutants={
        "Gaussian points": {"sampler": Plain},
        "steps five per cent smaller": {"steps": Power(0.95 * 2 / 9, 0.9)},
        "a band three times as high": {"band": (0.025, 0.14)},
    },
)
def figure_7_d(run, *, sampler=Optimal, steps=SUBLINEAR, band=(0.0075, 0.048)):
    label = "fig:gaussian_convergence_optimal_sampling_n1"
    yield from panel_of_optimal_points(run, label, 1, sampler, steps, 0.02216, band)


@claim(
    "fig:gaussian_convergence_optimal_sampling_n7",
    also=["x:fig7e-n"],
    kind="figure",
    says="Figure 7 (e): seven optimal points. The mean gap falls in every step, from 3.7 to 0.0124 after 3000; "
    "most paths end between 0.0072 and 0.0195.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{3001})-\mathcal{L}_{\min,\mathcal{M}}] = 0.0124",
    expected="confirmed",
    mutants={
        "Gaussian points": {"sampler": Plain},
        "one point": {"n": 1},
        "a band twice as high": {"band": (0.015, 0.037)},
    },
)
def figure_7_e(run, *, sampler=Optimal, n=7, band=(0.0072, 0.0195)):
    label = "fig:gaussian_convergence_optimal_sampling_n7"
    yield from panel_of_optimal_points(run, label, n, sampler, SUBLINEAR, 0.012365, band)


@cache
def largest_contracting_step(n):
    """The s up to which E[eeᵀ] contracts for plain points, by bisection."""
    low, high = 1e-7, 0.5
    for _ in range(25):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if unbounded(Plain, n).growth(middle) < 1 else (low, middle)
    return low


@claim(
    "x:sec5.2-contrast",
    kind="figure",
    says="Without weights steps of 2/9 multiply the second moments by more than 30, and they grow while the "
    "steps exceed 4.3e-5, 9.1e-4 and 3.0e-3 for n = 1, 21 and 70, that is up to about 13,200, 450 and 118 steps; "
    "then they fall. With optimal points the factor is 1 - 2s + s^2 (n+6)/n, below 1 from the start.",
    formula=r"\varrho(s) < 1 \iff s < 4.3\cdot10^{-5},\ 9.1\cdot10^{-4},\ 3.0\cdot10^{-3}\ (n = 1, 21, 70)",
    expected="computed",
    premises=["cor:quasi-linear-convergence/corrected"],
    mutants={
        "a fifth more": {"steps": {1: 5.2e-5, 21: 1.09e-3, 70: 3.64e-3}},
        "plain points contract as well": {"sampler": Optimal},
    },
)
def plain_points_are_not_controlled(*, steps={1: 4.34e-5, 21: 9.10e-4, 70: 3.03e-3}, sampler=Plain):  # noqa: B006 (never written to)
    """Spectral radii of the map of E[eeᵀ]. As the steps decrease, no sampling diverges for ever."""
    for n, s in steps.items():
        found = largest_contracting_step(n) / s
        yield equal(found, 1.0, name=f"n = {n}", digits=2, symbol="the step / stated")
        growth = unbounded(sampler, n).growth(2 / 9)
        yield at_least(growth, 30.0, name=f"n = {n}: first step", digits=None, symbol="the factor")
    for n in (1, 7):
        factor, claimed = unbounded(Optimal, n).growth(2 / 9), 1 - 4 / 9 + 4 / 81 * (n + 6) / n
        yield equal(factor, claimed, name=f"optimal, n = {n}", digits=9, symbol="the factor")

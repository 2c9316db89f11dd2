"""Corollary 4.10 moved by hand: constant steps, nothing outside of the space [cor:exponential-convergence]."""

import numpy as np

from checks.views.problems import contained, descent, ensemble
from theorytest.claims.plots import Panel, Series
from theorytest.claims.views import knob, view
from theorytest.descent import Constant, descend

LAST, REPLICAS, DIMENSION = 60, 400, 3
TIMES = np.arange(1, LAST + 2, 2)


@view(
    "cor:exponential-convergence",
    title="Constant steps: the mean, and the path that one sees",
    says="Least squares for a target in the space, with optimal points and a constant step s. The dashed line is the "
    "exact mean: it is multiplied by a = 1 − 2s + s²(n + d − 1)/n in each step. The band is the spread of 400 paths. "
    "Almost every path falls faster than the mean, which a few bad paths carry. Where σ ≤ 0 the mean does not fall at "
    "all and the corollary says nothing, although single paths may still converge.",
    knobs=[
        knob("s", "step", [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], 0.3),
        knob("n", "optimal points in each step", [1, 2, 5, 10], 1),
    ],
    frame=(1e-10, 1e4),
)
def constant_steps(rng, s, n):
    """c_var1 = (n + d − 1)/n and λ = L = 1, so that a = 1 − 2σ with σ = s − s²(n + d − 1)/(2n)."""
    process, moments = descent(contained(DIMENSION), "optimal", n)
    gap = descend(process, Constant(s), LAST, rng, REPLICAS, times=TIMES).gap
    a = 1 - 2 * s + s**2 * (n + DIMENSION - 1) / n
    mean = moments.gap(Constant(s), TIMES)
    series = (
        *ensemble(TIMES, gap / mean[0]),
        Series("exact mean", "exact", TIMES, mean / mean[0]),
    )
    fall = np.median(np.log(np.maximum(gap[:, -1], 1e-300) / gap[:, 0])) / LAST
    sigma = (1 - a) / 2
    verdict = f"σ = {sigma:.3f} > 0: the corollary applies." if a < 1 else "σ ≤ 0: the corollary says nothing."
    note = f"Each step multiplies the mean by a = {a:.3f}, the median path by {np.exp(fall):.3f}. {verdict}"
    return Panel(
        "path", "The gap along the scheme", "step t", "gap / gap at the start", series, (), "linear", "log", note
    )

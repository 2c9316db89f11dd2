"""Theorem 4.1 moved by hand: the mean gap after one step is a parabola in the step [thm:descent_quasi_projection]."""

import numpy as np

from checks.views.problems import descent, kinked
from theorytest.claims.plots import Mark, Panel, Series
from theorytest.claims.views import knob, view
from theorytest.descent import Constant, descend

STEPS = np.linspace(0, 2, 41)
SEEN = np.linspace(0.1, 1.9, 10)
DRAWS = 400


@view(
    "thm:descent_quasi_projection",
    title="One step: how long may it be?",
    says="The mean gap after one step, as a multiple of the gap before, is a parabola in the step s: it falls by "
    "s‖Pg‖² and rises by s²/2 times the variance of the estimate. The dashed curve is exact, the dots are means of 400 "
    "drawn steps, and the dotted curve is the bound of the theorem with the constants of Table 2. For optimal points "
    "the bound is the exact mean; for uniform points k = d² makes it too large. More points n allow longer steps.",
    knobs=[
        knob("points", "how points are drawn", ["uniform", "optimal"], "optimal"),
        knob("d", "dimension of the space", [2, 3, 5, 8], 3),
        knob("n", "points in each step", [1, 2, 5, 10, 50], 5),
    ],
    frame=(0.0, 2.0),
)
def one_step(rng, points, d, n):
    """Least squares for |x| by polynomials, from u_1 = 0."""
    process, moments = descent(kinked(d), points, n)
    start = process.observe(process.start(1))
    gap, tangent, normal = (float(each[0]) for each in (start.gap, start.tangent**2, start.normal**2))
    after = float(moments.gap(Constant(1.0), [2])[0])
    rise = after - gap + tangent  # of the parabola gap - s ‖Pg‖² + s² rise
    k = d if points == "optimal" else d**2
    bound = ((n - 1 + k) * tangent + k * normal) / (2 * n)
    draws = [descend(process, Constant(s), 1, rng, DRAWS, times=[2]).gap[:, 0] / gap for s in SEEN]
    low, high = np.quantile(draws, [0.1, 0.9], axis=1)
    series = (
        Series("10 to 90 % of single steps (spread)", "band", SEEN, low, high),
        Series("exact mean", "exact", STEPS, 1 - STEPS * tangent / gap + STEPS**2 * rise / gap),
        Series("bound of the theorem", "guide", STEPS, 1 - STEPS * tangent / gap + STEPS**2 * bound / gap),
        Series("mean of 400 drawn steps", "points", SEEN, np.mean(draws, axis=1)),
    )
    best = tangent / (2 * rise)
    marks = (Mark("y", 1.0, "no gain"), Mark("x", best, "the best step"))
    note = (
        f"The best step is s = {best:.3f}: the mean gap falls to {1 - best * tangent / (2 * gap):.3f} of its value. "
        f"Steps beyond {2 * best:.3f} raise it. The theorem allows steps up to {tangent / bound:.3f} (k = {k})."
    )
    return Panel(
        "step", "The gap after one step", "step s", "gap after / gap before", series, marks, "linear", "linear", note
    )

"""Corollary 4.10 and Theorem 4.9 moved by hand: constant steps with nothing outside of the space, decreasing ones."""

import numpy as np

from checks.views.problems import contained, descent, ensemble, kinked
from theorytest.claims.plots import Panel, Series
from theorytest.claims.views import knob, view
from theorytest.descent import Constant, Power, descend, geometric_times, window_slope

LAST, REPLICAS, DIMENSION = 60, 400, 3
TIMES = np.arange(1, LAST + 2, 2)
FLOOR = 1e-25  # rounding makes the gap about 1e-32


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
    series = (*ensemble(TIMES, gap / mean[0]), Series("exact mean", "exact", TIMES, mean / mean[0]))
    fall = median_fall(gap)
    sigma = (1 - a) / 2
    verdict = f"σ = {sigma:.3f} > 0: the corollary applies." if a < 1 else "σ ≤ 0: the corollary says nothing."
    note = f"Each step multiplies the mean by a = {a:.3f}, the median path by {np.exp(fall):.3f}. {verdict}"
    return Panel(
        "path", "The gap along the scheme", "step t", "gap / gap at the start", series, (), "linear", "log", note
    )


def median_fall(gap):
    """The logarithm of the factor of the median path in one step, while rounding is far below its gap."""
    middle = np.median(gap, axis=0)
    last = max(1, np.flatnonzero(middle > FLOOR)[-1])
    return np.median(np.log(np.maximum(gap[:, last], 1e-300) / gap[:, 0])) / (TIMES[last] - TIMES[0])


LATE = geometric_times(3000, per_decade=8)


@view(
    "thm:rates_abstrac_SPL",
    title="Decreasing steps: how fast does the gap fall?",
    says="Steps s_t = s̄ t^(δ−1) on least squares with a part of the gradient that stays outside. The dashed curve is "
    "the exact mean, which is also the recursion with a_t and ξ_t of the theorem; the band is the spread of 200 paths. "
    "The theorem allows every weight χ_t = t^(1−2ε) with ε > δ; the dotted line is its limit t^(−1+2δ). Small δ has "
    "the better rate in the end and takes longer to forget the start.",
    knobs=[
        knob("δ", "exponent of the steps, s_t = s̄ t^(δ−1)", [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.49], 0.2),
        knob("n", "optimal points in each step", [1, 3, 10, 30], 3),
    ],
    frame=(1e-6, 1.0),
)
def algebraic_steps(rng, delta, n):
    """s̄ = n/(n + d − 1), the best constant step."""
    process, moments = descent(kinked(DIMENSION), "optimal", n)
    steps = Power(n / (n + DIMENSION - 1), 1 - delta)
    paths = descend(process, steps, 3000, rng, 200, times=LATE).gap
    mean = moments.gap(steps, LATE)
    late = LATE >= 30
    guide = mean[-1] * (LATE[late] / LATE[-1]) ** (2 * delta - 1)
    seen = LATE >= 300
    series = (
        *ensemble(LATE, paths),
        Series("exact mean", "exact", LATE, mean),
        Series("t^(−1+2δ), the limit of the theorem", "guide", LATE[late], guide),
    )
    found = -window_slope(LATE[seen], mean[seen])
    note = (
        f"From t = 300 to 3001 the exact mean falls with the exponent {found:.2f}; the theorem states "
        f"every exponent below 1 − 2δ = {1 - 2 * delta:.2f} almost surely, with a constant that depends on the path."
    )
    return Panel("rate", "The gap along the scheme", "step t", "gap", series, (), "log", "log", note)

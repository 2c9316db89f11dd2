"""Theorem 4.9 moved by hand: decreasing steps and the rate that they allow [thm:rates_abstrac_SPL]."""

from checks.views.problems import descent, ensemble, kinked
from theorytest.claims.plots import Panel, Series
from theorytest.claims.views import knob, view
from theorytest.descent import Power, descend, geometric_times, window_slope

LAST, REPLICAS, DIMENSION = 3000, 200, 3
TIMES = geometric_times(LAST, per_decade=8)


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
    paths = descend(process, steps, LAST, rng, REPLICAS, times=TIMES).gap
    mean = moments.gap(steps, TIMES)
    late = TIMES >= 30
    guide = mean[-1] * (TIMES[late] / TIMES[-1]) ** (2 * delta - 1)
    seen = TIMES >= 300
    series = (
        *ensemble(TIMES, paths),
        Series("exact mean", "exact", TIMES, mean),
        Series("t^(−1+2δ), the limit of the theorem", "guide", TIMES[late], guide),
    )
    found = -window_slope(TIMES[seen], mean[seen])
    note = (
        f"From t = 300 to {LAST + 1} the exact mean falls with the exponent {found:.2f}; the theorem guarantees "
        f"every exponent below 1 − 2δ = {1 - 2 * delta:.2f} almost surely, with a constant that depends on the path."
    )
    return Panel("rate", "The gap along the scheme", "step t", "gap", series, (), "log", "log", note)

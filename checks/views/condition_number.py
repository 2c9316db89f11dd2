"""Theorem 4.16 moved by hand: what κ, the share of the gradient outside of the space, costs [thm:descent_mu-PL]."""

import numpy as np

from checks.views.problems import ensemble
from theorytest.claims.plots import Panel, Series
from theorytest.claims.views import knob, view

LAST, REPLICAS = 60, 400
TIMES = np.arange(LAST + 1)


@view(
    "thm:descent_mu-PL",
    title="A gradient that points out of the space",
    says="H is the plane, T_t a line that has an angle to the gradient with κ = ‖g‖²/‖Pg‖², and the retraction keeps "
    "the norm, so that every step is the same problem again. The dashed line is the exact mean, which equals the bound "
    "a_t of the theorem here; the band is the spread of 400 paths. Large κ needs small steps, and more points n help.",
    knobs=[
        knob("κ", "‖g‖²/‖Pg‖²", [1, 1.25, 1.5, 2, 3, 5, 10], 2),
        knob("s", "step", [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0], 0.3),
        knob("n", "points in each step", [1, 4, 16], 1),
    ],
    frame=(1e-8, 1e2),
)
def condition_number(rng, kappa, s, n):
    """u = (1, c) with c² = κ − 1 and P^n g = 1 + c ζ with ζ the mean of n signs: a = 1 − 2σ̃/κ, with equality."""
    c = np.sqrt(kappa - 1)
    zeta = rng.choice([-1.0, 1.0], (REPLICAS, LAST, n)).mean(axis=-1)
    factors = ((1 - s * (1 + c * zeta)) ** 2 + c**2) / kappa
    paths = np.concatenate([np.ones((REPLICAS, 1)), np.cumprod(factors, axis=1)], axis=1)
    sigma = s - s**2 / 2 * (1 + (kappa - 1) / n)
    a = 1 - 2 * sigma / kappa
    series = (*ensemble(TIMES, paths), Series("exact mean, the bound of the theorem", "exact", TIMES, a**TIMES))
    verdict = "the theorem applies" if sigma > 0 else "σ̃ ≤ 0, so that the theorem says nothing"
    best = 1 / (1 + (kappa - 1) / n)
    note = f"σ̃ = {sigma:.3f} and a = {a:.3f}: {verdict}. The best step is {best:.3f}, with a = {1 - best / kappa:.3f}."
    return Panel(
        "path", "The gap along the scheme", "step t", "gap / gap at the start", series, (), "linear", "log", note
    )

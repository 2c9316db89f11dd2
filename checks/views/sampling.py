"""Section 3.2 moved by hand: where optimal points lie, and how many of them make the Gramian stable."""

import numpy as np

from checks.views.problems import SAMPLERS
from theorytest.approximation import Gaussian, Hermite, Legendre, Optimal, Space, Uniform, deviation
from theorytest.claims.plots import Panel, Series
from theorytest.claims.views import knob, view

DRAWS, BINS = 4000, 40
DIMENSIONS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15]


def density_panel(rng, sampler, end, rho, note):
    """A histogram of drawn points beside the density that they are drawn from, and that of ρ."""
    x = np.linspace(-end, end, 241)
    heights, edges = np.histogram(sampler.sample(rng, 1, DRAWS)[0, :, 0], BINS, (-end, end))
    steps, seen = np.repeat(edges, 2)[1:-1], np.repeat(heights / DRAWS / (2 * end / BINS), 2)
    series = (
        Series("4,000 drawn points", "line", steps, seen),
        Series("optimal density", "exact", x, rho(x) / sampler.weight(x[:, None])),
        Series("density of ρ", "guide", x, rho(x)),
    )
    return Panel("density", "Where points lie", "x", "density", series, (), "linear", "linear", note)


@view(
    "x:sec3.2-example-a",
    title="Where optimal points lie: an interval",
    says="For polynomials of degree d − 1 under the uniform measure ρ on [−1, 1]: the dashed curve is the optimal "
    "density, K(x)/d times that of ρ; the steps are a histogram of 4,000 drawn points, and the dotted line is ρ. "
    "Optimal points crowd at the ends, where K(x) = d² is largest; uniform points pay for that with k = d².",
    knobs=[knob("d", "dimension of the space", DIMENSIONS, 5)],
    frame=(0.0, 4.0),
)
def on_an_interval(rng, d):
    """Inverse distribution functions make the draws."""
    note = f"Uniform points have k = d² = {d**2}; optimal points have k = d = {d}."
    return density_panel(rng, Optimal(Space(Legendre(d), Uniform())), 1.0, lambda x: np.full_like(x, 0.5), note)


@view(
    "x:sec3.2-example-b",
    title="Where optimal points lie: the line",
    says="The same for polynomials under the standard Gaussian ρ on the line. Optimal points spread to about ±2√d, "
    "where Gaussian points hardly ever come and K(x) is large; that is why Gaussian points have k = ∞ for all d > 1.",
    knobs=[knob("d", "dimension of the space", DIMENSIONS, 5)],
    frame=(0.0, 0.45),
)
def on_the_line(rng, d):
    """Inverse distribution functions make the draws."""
    gaussian = lambda x: np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)  # noqa: E731
    note = f"Gaussian points have k = {'1' if d == 1 else '∞'}; optimal points have k = d = {d}."
    return density_panel(rng, Optimal(Space(Hermite(d), Gaussian())), 8.0, gaussian, note)


SIZES = np.unique(np.rint(np.geomspace(2, 200, 14))).astype(int)
TRIALS = 300


@view(
    "eq:stability",
    title="How many points make the Gramian stable?",
    says="The share of samples whose empirical Gramian lies within δ of the identity, against the number n of points: "
    "300 samples for each dot, for uniform and for optimal points, with the band of the 95 % Clopper-Pearson interval "
    "(uncertainty). Small δ and large d need many points; optimal points need far fewer.",
    knobs=[
        knob("d", "dimension of the space", [2, 3, 5, 8], 3),
        knob("δ", "distance from the identity", [0.1, 0.25, 0.5, 0.75, 0.9], 0.5),
    ],
    frame=(0.0, 1.0),
)
def how_many_points(rng, d, delta):
    """Both samplings see their own points."""
    from scipy.stats import beta

    series = []
    for name, sampler in SAMPLERS.items():
        law = sampler(Space(Legendre(d), Uniform()))
        stable = [int(np.sum(deviation(law, law.sample(rng, TRIALS, int(n))) <= delta)) for n in SIZES]
        hits = np.array(stable)
        low = np.where(hits > 0, beta.ppf(0.025, np.maximum(hits, 1), TRIALS - hits + 1), 0.0)
        high = np.where(hits < TRIALS, beta.ppf(0.975, hits + 1, np.maximum(TRIALS - hits, 1)), 1.0)
        series += [
            Series(f"{name} points, 95 % interval (uncertainty)", "band", SIZES, low, high),
            Series(f"{name} points", "line", SIZES, hits / TRIALS),
        ]
    first = {each.label: SIZES[np.argmax(each.y >= 0.5)] if max(each.y) >= 0.5 else None for each in series[1::2]}
    words = [f"{label}: {f'n = {n}' if n else 'more than 200'}" for label, n in first.items()]
    note = f"At least half of the samples are stable from the following n on. {'; '.join(words)}.".capitalize()
    return Panel("stable", "Stability", "points n", "share of stable samples", tuple(series), (), "log", "linear", note)

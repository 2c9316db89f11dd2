"""Panels of Figures 2 to 7: an ensemble of trajectories with its exact mean and the lines that the paper speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from theorytest import sampled, threshold
from theorytest.claims.plots import Mark, Panel, Series
from theorytest.decisions.decision import Verdict
from theorytest.decisions.means import mean_equals
from theorytest.decisions.probability import probability_at_least
from theorytest.descent import descend, geometric_times, summarise

REPLICAS = 400
PATHS = 3


@dataclass(frozen=True, eq=False)
class Picture:
    """What a panel shows; `exact` gives the mean at times, `levels` are multiples of L_min,M, `slopes` exponents."""

    label: str
    title: str
    experiment: Any
    steps: Any
    n_steps: int
    exact: bool = True
    levels: tuple = ()
    slopes: tuple = ()
    marks: tuple = ()
    x_scale: str = "log"
    note: str = ""

    def run(self, rng, n_replicas):
        """The ensemble at a geometric grid of times."""
        grid = geometric_times(self.n_steps)
        return descend(self.experiment.process, self.steps, self.n_steps, rng, n_replicas, times=grid)

    def mean(self, times):
        """The exact mean, as far as it stays within a million times its start: beyond, nothing else could be seen."""
        mean = self.experiment.moments.gap(self.steps, times)
        return np.where(mean <= 1e6 * mean[0], mean, np.nan)

    def panel(self, run):
        """The numbers of the picture."""
        seen, t = summarise(run, self.experiment.floor), run.times
        series = [
            Series(f"10 to 90 % of {len(run.gap)} paths", "band", t, seen.low, seen.high),
            Series("median", "line", t, seen.median),
            *(Series(f"path {i + 1}", "path", t, run.gap[i]) for i in range(min(PATHS, len(run.gap)))),
        ]
        if self.exact:
            series.append(Series("exact mean", "exact", t, self.mean(t)))
        series += [guide(slope, t, seen.median) for slope in self.slopes]
        marks = [Mark("y", level * self.experiment.floor, f"{level:g} L_min,M") for level in self.levels]
        return Panel(
            name=self.label,
            title=self.title,
            x_label="step t",
            y_label="L(u_t) - L_min,M",
            series=tuple(series),
            marks=(*marks, *self.marks),
            x_scale=self.x_scale,
            note=self.note,
        )


def guide(exponent, times, curve):
    """A line t^exponent that meets the end of the curve, over its last half on a logarithmic axis."""
    late = times >= np.sqrt(times[-1])
    return Series(f"t^{exponent:g}", "guide", times[late], curve[-1] * (times[late] / times[-1]) ** exponent)


def refuted(run):
    """Whether the claim has failed already."""
    return any(decision.verdict is Verdict.REFUTED for decision in run.decisions)


def mean_is_exact(run, picture, n_steps):
    """Whether the scheme has the exact mean after so many steps, where no rare paths make it (a kurtosis near 5)."""
    if refuted(run):
        return
    experiment, steps = picture.experiment, picture.steps
    exact = experiment.moments.gap(steps, [n_steps + 1])[0]

    def ratio(rng, size):
        return descend(experiment.process, steps, n_steps, rng, size, times=[n_steps + 1]).gap[:, 0] / exact

    yield sampled(
        mean_equals,
        ratio,
        value=1.0,
        name=f"the mean after {n_steps} steps",
        resolution=0.1,
        max_draws=16_000,
        kurtosis=10.0,
        symbol="mean gap / exact mean",
    )


def most_paths_lie_in(run, picture, band, at=None, share=0.7, replicas=REPLICAS):
    """Whether L(u_at) - L_min,M lies in the band for at least the share of the paths; shows the ensemble of it.

    About four paths in five lie in the bands of the claims: 10 to 90 %, rounded. What is refuted is not drawn as well.
    """
    if refuted(run):
        return
    runs = []

    def inside(rng, size):
        run = picture.run(rng, size)
        runs.append(run)
        gap = run.gap[:, -1 if at is None else np.searchsorted(run.times, at)]
        return (band[0] <= gap) & (gap <= band[1])

    time = picture.n_steps + 1 if at is None else at
    yield sampled(
        probability_at_least,
        inside,
        bound=threshold(share),
        name=f"the ensemble at t = {time}",
        resolution=0.12,
        max_draws=round(replicas * max(1.0, run.level.resolution_factor) ** 2),  # a quick look sees as many paths
        symbol=f"P({band[0]:.3g} <= gap <= {band[1]:.3g})",
    )
    yield picture.panel(runs[0])

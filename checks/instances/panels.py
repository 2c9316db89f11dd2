"""Panels of Figures 2 to 7: an ensemble of trajectories with its exact mean and the lines that the paper speaks of."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.linear_experiments import Experiment, recursion
from theorytest import equal, sampled, threshold
from theorytest.claims.plots import Mark, Panel, Series
from theorytest.decisions.decision import Verdict
from theorytest.decisions.means import mean_equals
from theorytest.decisions.probability import probability_at_least
from theorytest.descent import descend, geometric_times, summarise

Array = NDArray[Any]
REPLICAS = 400
PATHS = 3


@dataclass(frozen=True, eq=False)
class Picture:
    """What a panel shows, and numbers of ours about it: gaps are in multiples of L_min,M, or absolute."""

    label: str
    title: str
    make: Callable[..., Experiment]
    arguments: tuple[Any, ...]  # of make
    steps: Any
    n_steps: int
    band: tuple[float, float]  # about four paths in five lie in it: 10 to 90 %, rounded
    at: int | None = None  # when; at the end
    share: float = 0.7  # of the paths, at least
    replicas: int = REPLICAS
    stated: Mapping[int, float] = field(default_factory=dict)  # the mean gap at times
    digits: int = 3  # to which they are stated
    absolute: bool = False
    by_hand: int = 0  # the mean after so many steps is compared with the recursion
    drawn: int = 0  # the mean after so many steps is compared with draws
    slopes: tuple[float, ...] = ()  # exponents
    marks: tuple[Mark, ...] = ()
    x_scale: str = "log"

    @property
    def experiment(self) -> Experiment:
        """The estimator and the loss."""
        return self.make(*self.arguments)

    @property
    def unit(self) -> float:
        """Of the numbers."""
        return 1.0 if self.absolute else float(self.experiment.floor)

    def run(self, rng: np.random.Generator, n_replicas: int) -> Any:
        """The ensemble at a geometric grid of times."""
        grid = geometric_times(self.n_steps)
        return descend(self.experiment.process, self.steps, self.n_steps, rng, n_replicas, times=grid)

    def gap(self, rng: np.random.Generator, n_replicas: int, n_steps: int) -> Array:
        """The gaps after so many steps, in units."""
        gaps = descend(self.experiment.process, self.steps, n_steps, rng, n_replicas, times=[n_steps + 1]).gap
        return np.asarray(gaps[:, 0] / self.unit)

    def mean(self, times: Array) -> Array:
        """The exact mean, as far as it stays within a million times its start: beyond, nothing else could be seen."""
        mean = self.experiment.moments.gap(self.steps, times)
        return np.where(mean <= 1e6 * mean[0], mean, np.nan)

    def panel(self, run: Any) -> Panel:
        """The numbers of the picture."""
        floor = self.experiment.floor
        seen, t = summarise(run, floor), run.times
        series = [
            Series(f"10 to 90 % of {len(run.gap)} paths (spread)", "band", t, seen.low, seen.high),
            Series("median", "line", t, seen.median),
            *(Series(f"path {i + 1}", "path", t, run.gap[i]) for i in range(min(PATHS, len(run.gap)))),
        ]
        if self.stated:
            series.append(Series("exact mean", "exact", t, self.mean(t)))
        series += [_guide(slope, t, seen.median) for slope in self.slopes]
        marks = (Mark("y", floor, "L_min,M"), *self.marks)
        words = {"x_scale": self.x_scale, "note": self._ends(seen, t)}
        return Panel(self.label, self.title, "step t", "L(u_t) - L_min,M", tuple(series), marks, **words)

    def _ends(self, seen: Any, t: Array) -> str:
        """What one sees at the end."""
        floor = self.experiment.floor
        words = f"At t = {t[-1]} the median gap is {seen.median[-1] / floor:.3g} L_min,M"
        mean = self.mean(t)[-1] / floor if self.stated else np.nan
        return f"{words} and the exact mean {mean:.3g} L_min,M." if np.isfinite(mean) else f"{words}."


def _guide(exponent: float, times: Array, curve: Array) -> Series:
    """A line t^exponent that meets the end of the curve, over its last half on a logarithmic axis."""
    late = times >= np.sqrt(times[-1])
    return Series(f"t^{exponent:g}", "guide", times[late], curve[-1] * (times[late] / times[-1]) ** exponent)


def reconstructed(run: Any, picture: Picture) -> Iterator[Any]:
    """All numbers of a picture: the exact mean first; draws only where nothing has failed, and the panel itself."""
    exact, steps = picture.experiment, picture.steps
    if picture.by_hand:
        mean = exact.moments.gap(steps, [picture.by_hand + 1])[0] / recursion(exact, steps, picture.by_hand)[-1]
        yield equal(mean, 1.0, name="by hand", digits=7, symbol="mean / recursion")
    for t, value in picture.stated.items():
        mean = exact.moments.gap(steps, [t])[0] / picture.unit
        yield equal(
            mean / value, threshold(1.0), name=f"mean at t = {t}", digits=picture.digits, symbol="the mean gap / stated"
        )
    for draws in (mean_is_exact, most_paths_lie_in):
        if not any(decision.verdict is Verdict.REFUTED for decision in run.decisions):
            yield from draws(run, picture)


def mean_is_exact(_run: Any, picture: Picture) -> Iterator[Any]:
    """Whether the scheme has the exact mean, early, where no rare paths make it (a kurtosis near 5)."""
    if not picture.drawn:
        return
    exact = picture.experiment.moments.gap(picture.steps, [picture.drawn + 1])[0] / picture.unit
    words: dict[str, Any] = {"name": f"the mean after {picture.drawn} steps", "symbol": "mean gap / exact mean"}

    def ratio(rng: np.random.Generator, size: int) -> Array:
        return np.asarray(picture.gap(rng, size, picture.drawn) / exact)

    yield sampled(mean_equals, ratio, value=1.0, resolution=0.1, max_draws=16_000, kurtosis=10.0, **words)


def most_paths_lie_in(run: Any, picture: Picture) -> Iterator[Any]:
    """Whether the gap lies in the band for at least the share of the paths; shows the ensemble of it."""
    low, high = (each * picture.unit for each in picture.band)
    time, seen = picture.at or picture.n_steps + 1, []

    def inside(rng: np.random.Generator, size: int) -> Array:
        ensemble = picture.run(rng, size)
        seen.append(ensemble)
        gap = ensemble.gap[:, np.searchsorted(ensemble.times, time)]
        return np.asarray((low <= gap) & (gap <= high))

    # a quick look sees as many paths
    draws = round(picture.replicas * max(1.0, run.level.resolution_factor) ** 2)
    words: dict[str, Any] = {"resolution": 0.12, "max_draws": draws, "symbol": f"P({low:.3g} <= gap <= {high:.3g})"}
    name, bound = f"the ensemble at t = {time}", threshold(picture.share)
    yield sampled(probability_at_least, inside, bound=bound, name=name, **words)
    yield picture.panel(max(seen, key=lambda ensemble: len(ensemble.gap)))

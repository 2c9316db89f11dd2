"""The four experiments of Section 5.3 as ensembles over random initial networks.

The paper prints neither its initialisation, nor how many steps it takes, nor which tangents count as independent. The
authors' published scripts run on [0, 1] instead of [-1, 1]; here are both intervals with the initialisation of those
scripts and with a common one. s_opt is n / (n - 1 + r), with the constants of Table 2 for a quasi-projection: the row
of least squares would shorten it by (1 - δ)² P(S_δ). For plain SGD the scripts take n / (n - 1 + k), about 1, and so
does experiment (d) here; the row of Table 2 is another claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest import sampled, threshold
from theorytest.claims.plots import Panel, Series
from theorytest.decisions.probability import probability_at_least
from theorytest.decisions.watched import shared
from theorytest.descent import TARGETS, Power, descend, geometric_times, summarise
from theorytest.descent.models.shallow import INITIAL, Interval, NetworkEstimator, RePU, ShallowDescent
from theorytest.runs.seeds import Generators

Array = NDArray[Any]
WIDTH, SAMPLES, DELTA = 20, 200, 0.5
PRINTED, SCRIPTS = Interval(-1.0, 1.0), Interval(0.0, 1.0)
TOLERANCE = 1e-6  # relative, of singular values: what double precision can be trusted with
REPLICAS = 60  # initial networks of each kind
STEPS = 60
COMMON = (61, 121, 151)  # times at which runs of different lengths are compared
LETTERS: dict[str, tuple[Any, Any, Any]] = {  # estimator, points, steps
    "a": ("lsq", "optimal", "adaptive"),
    "b": ("lsq", "optimal", "relative"),
    "c": ("quasi", "optimal", "adaptive"),
    "d": ("non", "rho", "absolute"),
}


@dataclass(frozen=True)
class Experiment:
    """One of the four, on an interval, from initial networks of one kind."""

    letter: str
    interval: Interval = PRINTED
    initial: str = "published"
    tolerance: float = TOLERANCE
    n_steps: int = STEPS

    @property
    def name(self) -> str:
        """In words."""
        on = f"[{self.interval.low:g}, {self.interval.high:g}]"
        return f"({self.letter}) on {on}, {self.initial} start, tolerance {self.tolerance:.1g}, {self.n_steps} steps"

    @property
    def start(self) -> str:
        """The initial networks in words: experiments that are compared begin with the same ones."""
        return f"{self.initial} start on [{self.interval.low:g}, {self.interval.high:g}]"

    def process(
        self, rng: np.random.Generator, n_replicas: int, starts: np.random.Generator | None = None
    ) -> ShallowDescent:
        """The scheme from new initial networks, which `starts` draws where it is given."""
        kind, sampling, rule = LETTERS[self.letter]
        delta = DELTA if kind == "lsq" else None
        estimator = NetworkEstimator(kind, SAMPLES, sampling, delta, max_tries=1)  # S_δ is out of reach
        start = INITIAL[self.initial](starts or rng, RePU(2), n_replicas, WIDTH, 1)
        return ShallowDescent(self.interval, TARGETS["sin"], estimator, start, self.tolerance, rule)

    def run(self, seed: int, n_replicas: int) -> Any:
        """The ensemble of a seed, which all claims of this section share."""
        return _run(self, seed, n_replicas)

    def panel(self, label: str, run: Any, note: str = "") -> Panel:
        """Loss against steps, as Figure 8 has it, with a band over the initial networks."""
        seen, t = summarise(run, 0.0), run.times
        series = (
            Series(f"10 to 90 % of {len(run.gap)} networks (spread)", "band", t, seen.low, seen.high),
            Series("median", "line", t, seen.median),
            *(Series(f"path {i + 1}", "path", t, run.gap[i]) for i in range(3)),
        )
        return Panel(label, self.name, "step t", "L(u_t)", series, note=note)


@cache
def _run(experiment: Experiment, seed: int, n_replicas: int) -> Any:
    rng = Generators(seed, "Section 5.3", experiment.name)(0)
    process = experiment.process(rng, n_replicas, Generators(seed, "Section 5.3", experiment.start)(0))
    T = experiment.n_steps
    times = np.union1d(geometric_times(T, 5), np.array([t for t in COMMON if t <= T + 1], dtype=int))
    return descend(process, Power(1, 0.5), T, rng, n_replicas, times=times)


def most(
    run: Any, event: Callable[..., Array], groups: Sequence[Sequence[Experiment]], *, name: str, symbol: str
) -> Iterator[Any]:
    """Whether an event has probability 1/2 at least over groups of experiments, each with equally many networks.

    The median lies below a level iff it is undercut with probability 1/2. `event` takes the runs of a group, which
    begin with the same networks and draw independent points, to booleans (R,).
    """
    R, seed = run.draws(REPLICAS), run.setting.seed

    @shared  # the streams have names of their own, so that claims share their runs
    def draw(rng: np.random.Generator, size: int) -> Array:  # noqa: ARG001 (see above)
        return np.stack([event(*(each.run(seed, R) for each in group)) for group in groups], axis=-1).ravel()[:size]

    draws = REPLICAS * len(groups)
    yield sampled(
        probability_at_least, draw, bound=threshold(0.5), name=name, symbol=symbol, resolution=0.2, max_draws=draws
    )


def loss_at(run: Any, t: int) -> Array:
    """L(u_t) of each network, at a time that the run has seen."""
    return np.asarray(run.gap[:, np.searchsorted(run.times, t)])

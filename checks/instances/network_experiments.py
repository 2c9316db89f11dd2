"""The four experiments of Section 5.3 as ensembles over random initial networks, and pairs of them to compare.

The paper prints neither its initialisation, nor how many steps it takes, nor which tangents count as independent. The
authors' published scripts run on [0, 1] instead of [-1, 1]; here are both intervals with the initialisation of those
scripts and with a common one. s_opt is n / (n - 1 + r), with the constants of Table 2 for a quasi-projection: the row
of least squares would shorten it by (1 - δ)² P(S_δ). For plain SGD the scripts take n / (n - 1 + k), about 1, as here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest import finite, sampled, threshold
from theorytest.claims.plots import Mark, Panel, Series
from theorytest.decisions.probability import probability_at_least
from theorytest.decisions.watched import shared
from theorytest.descent import TARGETS, Power, descend, geometric_times, summarise
from theorytest.descent.models.shallow import INITIAL, Interval, NetworkEstimator, RePU, ShallowDescent
from theorytest.descent.scheme import Trajectories
from theorytest.runs.seeds import Generators

Array = NDArray[Any]
WIDTH, SAMPLES, DELTA = 20, 200, 0.5
PRINTED, SCRIPTS = Interval(-1.0, 1.0), Interval(0.0, 1.0)
TOLERANCE = 1e-6  # relative, of singular values: what double precision can be trusted with
REPLICAS = 250  # initial networks of each kind at most; 1,000 with the deep budget
SHOWN = 40  # of them in a picture: no comparison takes fewer, so that none runs for its picture alone
BLOCK = 20  # networks that run together: a verdict that needs few of them waits for no more
STEPS, SEEN = 60, ("gap", "diverged")
COMMON = (61, 121, 151)  # times at which runs of different lengths are compared
LETTERS: dict[str, tuple[Any, Any, Any]] = {  # estimator, points, steps
    "a": ("lsq", "optimal", "adaptive"),
    "b": ("lsq", "optimal", "relative"),
    "c": ("quasi", "optimal", "adaptive"),
    "d": ("non", "rho", "absolute"),
}
SAID = {
    "a": (Mark("y", 1e-8, "loss that the text says natural gradients attain"),),
    "d": (Mark("y", 1e-1, "loss at which the text says SGD stagnates"),),
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
        estimator = NetworkEstimator(kind, SAMPLES, sampling)  # not conditioned: S_δ is out of reach
        start = INITIAL[self.initial](starts or rng, RePU(2), n_replicas, WIDTH, 1)
        return ShallowDescent(self.interval, TARGETS["sin"], estimator, start, self.tolerance, rule)

    def run(self, seed: int, n_replicas: int) -> Any:
        """Losses of the first networks of a seed, which all claims of this section share; no more blocks run."""
        blocks = [_block(self, seed, block) for block in range(-(-n_replicas // BLOCK))]
        parts = {part: np.concatenate([getattr(each, part) for each in blocks])[:n_replicas] for part in SEEN}
        return SimpleNamespace(times=blocks[0].times, n_replicas=n_replicas, **parts)

    def panel(self, label: str, run: Any, note: str = "") -> Panel:
        """Loss against steps, as Figure 8 has it, with a band over the initial networks."""
        seen, t = summarise(run, 0.0), run.times
        series = (
            Series(f"10 to 90 % of {len(run.gap)} networks (spread)", "band", t, seen.low, seen.high),
            Series("median", "line", t, seen.median),
            *(Series(f"path {i + 1}", "path", t, run.gap[i]) for i in range(3)),
        )
        marks = (Mark("y", float(seen.median[0]), "median at the start"), *SAID.get(self.letter, ()))
        return Panel(label, self.name, "step t", "L(u_t)", series, marks, note=note)


@cache
def _block(experiment: Experiment, seed: int, block: int) -> Trajectories:
    rng = Generators(seed, "Section 5.3", experiment.name)(block)
    process = experiment.process(rng, BLOCK, Generators(seed, "Section 5.3", experiment.start)(block))
    T = experiment.n_steps
    times = np.union1d(geometric_times(T, 5), np.array([t for t in COMMON if t <= T + 1], dtype=int))
    return descend(process, Power(1, 0.5), T, rng, BLOCK, times=times)


def most(
    run: Any, event: Callable[..., Array], groups: Sequence[Sequence[Experiment]], *, name: str, symbol: str
) -> Iterator[Any]:
    """Whether an event has a probability above 1/2 over groups of experiments, each with equally many networks.

    0.505 less its resolution is 1/2: a pass excludes all shares up to 1/2. `event` takes the runs of a group, which
    begin with the same networks and draw independent points, to booleans (R,).
    """
    R, seed = run.draws(REPLICAS), run.setting.seed

    @shared  # the streams have names of their own, so that claims share their runs
    def draw(rng: np.random.Generator, size: int) -> Array:  # noqa: ARG001 (see above)
        n = min(R, -(-size // len(groups)))
        return np.stack([event(*(each.run(seed, n) for each in group)) for group in groups], axis=-1).ravel()[:size]

    draws = REPLICAS * len(groups)
    share = threshold(0.505)
    yield sampled(
        probability_at_least, draw, bound=share, name=name, symbol=symbol, resolution=1 / 101, max_draws=draws
    )


def loss_at(run: Any, t: int) -> Array:
    """L(u_t) of each network, at a time that the run has seen."""
    return np.asarray(run.gap[:, np.searchsorted(run.times, t)])


STARTS = ("published", "uniform")
INTERVALS = finite({"[-1, 1]": PRINTED, "[0, 1]": SCRIPTS})
LAST = 61  # the time of all comparisons


def experiment(letter: Any, interval: Any = PRINTED, start: Any = "published") -> Any:
    """Each as long as some sentence needs it, so that all sentences share the runs."""
    return Experiment(letter, interval, start, n_steps=150 if letter == "d" else LAST - 1)


@dataclass(frozen=True)
class Pair:
    """Factor times the loss of the first experiment is to be at most that of the second; with panels to show."""

    letters: str
    factor: float = 1.0
    panels: tuple[Any, ...] = ()  # letter, label and note

    def ahead(self, first: Any, second: Any) -> Any:
        """For each network."""
        return self.factor * loss_at(first, LAST) <= loss_at(second, LAST)


def compared(pair: Any) -> Any:
    """Both intervals, and the two experiments."""
    two = finite({f"({pair.letters[0]}), ({pair.letters[1]})": pair})
    return {"interval": INTERVALS, "experiments": two}

"""The panels of Figures 2 to 7: ensembles with their exact means, the lines of the text, and our bands."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.conditioned import STEP, on_the_interval
from checks.instances.linear_experiments import SUBLINEAR, Experiment, bounded, recursion, unbounded
from theorytest import equal, finite, sampled, threshold
from theorytest.approximation import Optimal, Plain
from theorytest.claims.plots import Mark, Panel, Series
from theorytest.decisions.decision import Verdict
from theorytest.decisions.means import mean_equals
from theorytest.decisions.probability import probability_at_least
from theorytest.descent import Constant, Mixed, descend, geometric_times, summarise

Array = NDArray[Any]


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
    replicas: int = 400
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
            *(Series(f"path {i + 1}", "path", t, run.gap[i]) for i in range(min(3, len(run.gap)))),
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
    for draws in (mean_is_exact,) * bool(picture.drawn) + (most_paths_lie_in,):
        if not any(decision.verdict is Verdict.REFUTED for decision in run.decisions):
            yield from draws(run, picture)


def mean_is_exact(_run: Any, picture: Picture) -> Iterator[Any]:
    """Whether the scheme has the exact mean, early, where no rare paths make it (a kurtosis near 5)."""
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


WORDS = {Plain: "uniform", Optimal: "optimal"}
NINTH, PRINTED, ONE = Constant(1 / 9), Mixed(1 / 9, SUBLINEAR, 22), Constant(1.0)


def on_the_bounded_domain(number: Any, label: Any, title: Any, steps: Any, n_steps: Any, **numbers: Any) -> Any:
    """Panels (a), uniform, and (b), optimal points, n = 1; each number is a pair."""
    panels = {}
    for letter, (points, word), *each in zip("ab", WORDS.items(), *numbers.values(), strict=True):
        of = f"{label}_{word}", f"{title}, {word} points, n = 1", bounded, (points,), steps, n_steps
        panels[f"Figure {number} ({letter})"] = Picture(*of, by_hand=1000, **dict(zip(numbers, each, strict=True)))
    return finite(panels)


FIGURE_2 = on_the_bounded_domain(
    2,
    "fig:sublinear_convergence",
    "Decreasing steps 2/9 t^-0.9",
    SUBLINEAR,
    10_000,
    stated=({10_001: 3.01}, {10_001: 2.734}),
    band=((0.95, 6.4), (0.87, 5.8)),
    slopes=((-0.8, -0.9),) * 2,
    marks=((), (Mark("x", 1000, "the text: the asymptotic regime sets in"),)),
    drawn=(100,) * 2,
)
FIGURE_3 = on_the_bounded_domain(
    3,
    "fig:convergence_up_to_precision",
    "Constant step 1/9",
    NINTH,
    1000,
    stated=({1001: 0.332}, {1001: 0.2}),
    band=((0.05, 0.85), (0.035, 0.46)),
    marks=((Mark("x", 22, "the text: steps that Corollary 4.6 asks for"),),) * 2,
    drawn=(300,) * 2,
)
FIGURE_4 = on_the_bounded_domain(
    4,
    "fig:convergence_up_to_precision_mixed",
    "Constant, then decreasing steps",
    PRINTED,
    10_000,
    stated=({23: 41.21, 2724: 1.0}, {23: 28.0, 1805: 1.0}),
    band=((0.025, 0.61), (0.022, 0.47)),
    slopes=((-0.8,),) * 2,
    marks=((Mark("x", 22, "the text: from constant to decreasing steps"),),) * 2,
)


def on_the_line(word: Any, points: Any, n: Any, n_steps: Any, stated: Any, band: Any, **words: Any) -> Any:
    """A panel of Figure 7, in absolute numbers: L_min,M is 3.1e-4, the start 3.7."""
    label = f"fig:gaussian_convergence_{word}_sampling_n{n}"
    title = f"{word.capitalize()} points, n = {n}, steps 2/9 t^-0.9"
    words |= {"absolute": True, "slopes": (-0.5, -1.0), "stated": stated}
    return Picture(label, title, unbounded, (points, n), SUBLINEAR, n_steps, band, **words)


GAUSSIAN = {
    f"Gaussian points, n = {n}": on_the_line("gaussian", Plain, n, n_steps, {at: height}, band, by_hand=50, digits=4)
    for n, at, height, band, n_steps in (
        (1, 13_239, 2.69676e95, (0.07, 2.5), 1000),
        (21, 450, 2.33739e14, (0.07, 0.65), 300),
        (70, 119, 6.89922e5, (0.15, 0.6), 100),
    )
}
OPTIMAL = {
    f"optimal points, n = {n}": on_the_line("optimal", Optimal, n, 3000, {3001: mean}, band, by_hand=300, drawn=100)
    for n, mean, band in ((1, 0.02216, (0.0075, 0.048)), (7, 0.012365, (0.0072, 0.0195)))
}
NAMES = {"quasi": "quasi-projection", "lsq": "least squares projection"}
KEYS = {"quasi": "quasi", "lsq": "least-squares"}  # in the labels of the paper
FRACTIONS = {0.5: "12", 0.25: "14", 0.125: "18", 0.0625: "116"}
FREE = (Mark("y", 0.375 * 3.6e-4, "0.375 L_min,M: without conditioning"),)
AFTER_ONE_STEP = (Mark("x", 2, "the text: convergence in a single iteration"),)
PLATEAUS = {"quasi": (0.025, 0.4), "lsq": (0.025, 0.6)}
AT_ONCE = {  # the band after one step
    ("quasi", 0.5): (22, 500),
    ("quasi", 0.25): (6, 110),
    ("quasi", 0.125): (1.8, 30),
    ("quasi", 0.0625): (0.4, 8),
    ("lsq", 0.5): (0.04, 1.0),
    ("lsq", 0.25): (0.028, 0.6),
    ("lsq", 0.125): (0.013, 0.65),
    ("lsq", 0.0625): (0.005, 0.7),
}


def plateau(word: Any) -> Any:
    """A panel of Figure 5."""
    label, title = f"fig:convergence_up_to_bias_{KEYS[word]}", f"Conditioned {NAMES[word]}, n = 6, δ = 1/2"
    return Picture(label, title, on_the_interval, (word,), Constant(STEP), 100, PLATEAUS[word], marks=FREE)


def single_step(word: Any, delta: Any) -> Any:
    """A panel of Figure 6."""
    label = f"fig:deterministic_step_sizes_{KEYS[word]}_{FRACTIONS[delta]}"
    title = f"{NAMES[word]}, n = 6, δ = {Fraction(delta)}, step 1".capitalize()
    words: dict[str, Any] = {"at": 2, "share": 0.65, "replicas": 200, "x_scale": "linear", "marks": AFTER_ONE_STEP}
    return Picture(
        label, title, on_the_interval, (word, delta), ONE, 3 if delta < 0.1 else 9, AT_ONCE[word, delta], **words
    )


SINGLE_STEPS = {f"{NAMES[word]}, δ = {delta:g}": single_step(word, delta) for word, delta in AT_ONCE}
FIGURE_5 = finite({"Figure 5 (a)": plateau("quasi"), "Figure 5 (b)": plateau("lsq")})
FIGURE_6 = finite(SINGLE_STEPS)
FIGURE_7_PLAIN = finite(GAUSSIAN)
FIGURE_7_OPTIMAL = finite(OPTIMAL)

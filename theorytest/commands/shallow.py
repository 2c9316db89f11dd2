"""`theorytest descend --model shallow`: an ensemble of the scheme on shallow networks, from random initial ones."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from theorytest.approximation.measured import MOST
from theorytest.approximation.own import own_estimator
from theorytest.commands.curved_problem import CurvedProblem
from theorytest.commands.named import SAMPLERS, named_delta
from theorytest.descent.ensembles import Ensemble, summarise
from theorytest.descent.models.moving import Recipe
from theorytest.descent.models.shallow.activations import RePU
from theorytest.descent.models.shallow.descent import Rule, ShallowDescent
from theorytest.descent.models.shallow.estimators import KINDS, NetworkEstimator
from theorytest.descent.models.shallow.initial import INITIAL
from theorytest.descent.models.shallow.interval import LONGEST, Interval
from theorytest.descent.scheme import Trajectories, descend, geometric_times
from theorytest.descent.steps import Constant, Power, Steps, parse
from theorytest.descent.targets import TARGETS

_RELATIVE: dict[str, tuple[Rule, Steps]] = {
    "adaptive": ("adaptive", Power(1.0, 0.5)),
    "robbins-monro": ("relative", Power(1.0, 0.5)),
    "optimal-root": ("relative", Power(1.0, 0.5)),
    "optimal": ("relative", Constant(1.0)),
}
_CONDITIONED = ("lsq", "debiased")
_LONGEST = 10**9  # steps
_HIGHEST = 50  # power
_DEFAULTS = {"width": 20, "power": 2, "interval": "-1,1", "initial": "published", "tolerance": 1e-6, "tries": 10}


def add_shallow_options(parser: argparse.ArgumentParser, whole: Callable[[str], int]) -> None:
    """What only networks ask for; `whole` reads integers of at least 1."""
    group = parser.add_argument_group("shallow networks, with --model shallow")
    group.add_argument("--width", type=whole, metavar="M", help=f"neurons (default: {_DEFAULTS['width']})")
    group.add_argument("--power", type=whole, metavar="P", help="of the activation max(x, 0)^P (default: 2)")
    group.add_argument("--interval", metavar="A,B", help="rho is uniform there (default: -1,1)")
    group.add_argument(
        "--initial",
        choices=INITIAL,
        help="published: inner weights 1, biases on [-1, 0] (default); uniform: all weights and biases around 0",
    )
    group.add_argument(
        "--tolerance",
        type=float,
        metavar="X",
        help="singular values of the tangents below X times the largest count as 0 (default: 1e-6)",
    )
    group.add_argument(
        "--tries", type=whole, metavar="K", help="draws to reach S_delta, then the most stable counts (default: 10)"
    )


def refuse_shallow_options(options: argparse.Namespace) -> None:
    """A linear space has none of them."""
    given = [name for name in _DEFAULTS if getattr(options, name) is not None]
    if given:
        raise ValueError(f"--{given[0]} belongs to --model shallow")


@dataclass(frozen=True, eq=False)
class NetworkRuns:
    """The scheme from new initial networks for each batch of replicas, as streams of them need it."""

    options: argparse.Namespace
    rule: Rule

    @property
    def numbers_per_step(self) -> int:
        """The tangents at the nodes and at the points."""
        p = 3 * self.options.width + 1
        return int((self.options.samples + (self.options.power + 1) * (self.options.width + 1) + p) * p)

    def fresh(self, rng: np.random.Generator, n_replicas: int) -> ShallowDescent:
        """From so many initial networks."""
        return _process(argparse.Namespace(**vars(self.options) | {"replicas": n_replicas}), self.rule, rng)


def shallow_problem(options: argparse.Namespace) -> CurvedProblem:
    """The problem of the options, for any number of replicas."""
    _refuse(options)
    _complete(options)
    _refuse_huge(argparse.Namespace(**vars(options) | {"replicas": 1}))
    rule, steps = _rule(options.step)
    runs = NetworkRuns(options, rule)
    runs.fresh(np.random.default_rng(0), 1)  # what is wrong is said before anything runs
    return CurvedProblem(runs, steps, _title(options), 0.0)


def _complete(options: argparse.Namespace) -> None:
    for name, value in _DEFAULTS.items():
        if getattr(options, name) is None:
            setattr(options, name, value)


def _rule(step: str) -> tuple[Rule, Steps]:
    return _RELATIVE[step] if step in _RELATIVE else ("absolute", parse(step))


def _title(options: argparse.Namespace) -> str:
    return (
        f"networks of width {options.width}, {options.estimator}, {options.sampling} points, n = {options.samples}, "
        f"{options.step}, u = {TARGETS[options.target].formula} on [{options.interval}]"
    )


def shallow_ensemble(options: argparse.Namespace) -> tuple[Ensemble, str, str]:
    """The ensemble, its title, and what became of tangent spaces and stability."""
    _refuse(options)
    _complete(options)
    _refuse_huge(options)
    rng = np.random.default_rng(np.random.SeedSequence(options.seed))
    rule, steps = _rule(options.step)
    run = descend(_process(options, rule, rng), steps, options.steps, rng, options.replicas)
    return summarise(run, 0.0), _title(options), _remark(options, run)


def _process(options: argparse.Namespace, rule: Rule, rng: np.random.Generator) -> ShallowDescent:
    estimator = _estimator(options)
    initial = INITIAL[options.initial](rng, RePU(options.power), options.replicas, options.width, 1)
    measure, target = _interval(options.interval), TARGETS[options.target]
    return ShallowDescent(measure, target, estimator, initial, options.tolerance, rule)


def _estimator(options: argparse.Namespace) -> NetworkEstimator | Recipe:
    """By name, or a recipe with the class of FILE.py:CLASS."""
    name, n = options.estimator, options.samples
    if ":" in name:
        make = own_estimator(name)
        return lambda space: make(SAMPLERS[options.sampling](space), n)
    delta = named_delta(options) if name in _CONDITIONED else None
    return NetworkEstimator(name, n, options.sampling, delta, options.tries)


def _refuse(options: argparse.Namespace) -> None:
    """Options of linear spaces, and words that networks do not know."""
    for name in ("dim", "basis"):
        if getattr(options, name) is not None:
            raise ValueError(f"--{name} belongs to --model linear")
    if options.estimator not in KINDS and ":" not in options.estimator:
        known = f"{', '.join(KINDS)} or FILE.py:CLASS"
        raise ValueError(f"--estimator must be one of {known} with --model shallow, got {options.estimator}")
    if options.measure != "uniform":
        raise ValueError(f"--measure {options.measure}: networks run on an interval, with the uniform measure")
    if options.sampling == "trace":
        raise ValueError("--sampling trace: with --model shallow it is optimal or rho")
    if options.delta is not None and options.estimator not in _CONDITIONED:
        raise ValueError(f"--delta: only lsq and debiased are conditioned on S_delta, not {options.estimator}")


def _refuse_huge(options: argparse.Namespace) -> None:
    """What would fill the memory is refused before anything is drawn."""
    R, n, p = options.replicas, options.samples, 3 * options.width + 1
    if R * (n + (options.power + 1) * options.width + p) * p > MOST:
        raise ValueError(
            f"{R:,} networks of width {options.width:,} with {n:,} points are too much for the memory: "
            "lower --replicas, --width or --samples"
        )
    if options.power > _HIGHEST:
        raise ValueError(f"--power must be at most {_HIGHEST}, got {options.power}")
    if options.steps > _LONGEST:
        raise ValueError(f"{options.steps:,} steps never end: lower --steps")
    if R * len(geometric_times(options.steps)) * 10 > MOST:
        raise ValueError(f"{R:,} replicas are too much for the memory: lower --replicas")


def _interval(word: str) -> Interval:
    try:
        low, high = map(float, word.split(","))
    except ValueError:
        raise ValueError(f"--interval must be two numbers such as -1,1, got {word!r}") from None
    if not low < high:
        raise ValueError(f"--interval must be two numbers, the smaller first, got {word!r}")
    if np.isfinite([low, high]).all() and high - low > LONGEST:
        raise ValueError(f"--interval must not be longer than {LONGEST:g}, got {word!r}")
    return Interval(low, high)


def _remark(options: argparse.Namespace, run: Trajectories) -> str:
    dims = run.remarks["dim"][:, -1]
    dims = dims[np.isfinite(dims)]
    words = f"of {3 * options.width + 1} tangents, "
    words += f"{np.median(dims):g} are independent at the end" if len(dims) else "none are left"
    if options.estimator == "lsq":
        stable = run.remarks["deviation"][:, 1:] <= named_delta(options)
        words += f"; S_delta held in {np.mean(stable):.0%} of the observed steps, with up to {options.tries} draws each"
    return words

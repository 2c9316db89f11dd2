"""The scheme on matrices of low rank and on curves by its words on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from theorytest.approximation.measured import MOST
from theorytest.approximation.own import own_estimator
from theorytest.arguments import Array
from theorytest.commands.named import SAMPLERS, named_delta
from theorytest.descent.models.curves import Circle, Curve, CurveDescent, Spiral
from theorytest.descent.models.embedded import EmbeddedDescent
from theorytest.descent.models.low_rank import LowRank
from theorytest.descent.models.moving import MovingEstimator, Recipe
from theorytest.descent.steps import BEST, Steps, parse
from theorytest.descent.targets import TARGETS

_DEFAULTS: dict[str, dict[str, Any]] = {"low-rank": {"shape": "4,4", "rank": 1}, "curve": {"curve": "circle:2"}}
_NAMES = ("non", "quasi", "lsq", "volume", "debiased")
_CONDITIONED = ("lsq", "debiased")
_LARGEST = 2**10  # entries of a matrix: a basis of its tangent space has their square


@dataclass(frozen=True, eq=False)
class CurvedProblem:
    """What is run on a class that is not linear, and how it is called; no exact mean is known."""

    process: Any
    steps: Steps
    title: str
    floor: float
    not_exact = "no exact mean: the class is not linear"

    def exact(self, times: Array) -> None:
        """Out of reach."""

    @property
    def path(self) -> str:
        """Steps are made in numpy."""
        return "numpy"

    @property
    def work(self) -> int:
        """Numbers that a step of one replica takes."""
        return int(self.process.numbers_per_step)


def add_curved_options(parser: argparse.ArgumentParser, whole: Callable[[str], int]) -> None:
    """What only these classes ask for; `whole` reads integers of at least 1."""
    group = parser.add_argument_group("low rank and curves, with --model low-rank or --model curve")
    group.add_argument("--shape", metavar="M,N", help="of the matrices u((x_i + y_j)/2), equidistant (default: 4,4)")
    group.add_argument("--rank", type=whole, metavar="R", help="of the matrices of the class (default: 1)")
    group.add_argument(
        "--curve", metavar="NAME", help="circle:U, seen from distance U of its centre, or spiral:Q (default: circle:2)"
    )


def refuse_curved_options(options: argparse.Namespace) -> None:
    """What belongs to another class than the chosen one."""
    for model, names in _DEFAULTS.items():
        given = [name for name in names if getattr(options, name) is not None]
        if given and options.model != model:
            raise ValueError(f"--{given[0]} belongs to --model {model}")


def curved_problem(options: argparse.Namespace) -> CurvedProblem:
    """The problem of the options."""
    _refuse(options)
    for name, value in _DEFAULTS[options.model].items():
        if getattr(options, name) is None:
            setattr(options, name, value)
    process, floor, dim, C_R, title = _low_rank(options) if options.model == "low-rank" else _curve(options)
    n = options.samples
    steps = parse(options.step, n / ((1 + C_R) * (n - 1 + dim)) if options.step in BEST else None)
    points = f"{options.sampling} points, n = {n}"
    return CurvedProblem(process, steps, f"{title}, {options.estimator}, {points}, steps {options.step}", floor)


def _low_rank(options: argparse.Namespace) -> tuple[EmbeddedDescent, float, int, float, str]:
    rows, columns = _shape(options.shape)
    model, target = LowRank(rows, columns, options.rank), TARGETS[options.target]
    mean = np.add.outer(np.linspace(-1, 1, rows), np.linspace(-1, 1, columns)) / 2
    u = np.asarray(target(mean.reshape(-1, 1)), dtype=float)
    process = EmbeddedDescent(model, u, model.nearest(u + np.eye(rows, columns).ravel()), _estimator(options))
    title = f"{rows} x {columns} matrices of rank {options.rank}, u = {target.formula}"
    return process, process.floor, model.dim, 0.0, title


def _curve(options: argparse.Namespace) -> tuple[CurveDescent, float, int, float, str]:
    name, _, word = options.curve.partition(":")
    kinds: dict[str, Callable[[float], Curve]] = {"circle": lambda _: Circle(), "spiral": Spiral}
    try:
        value = float(word)
        curve = kinds[name](value)
    except (KeyError, ValueError) as error:
        why = f": {error}" if name in ("circle", "spiral") and word else ""
        raise ValueError(f"--curve must be circle:U or spiral:Q, got {options.curve!r}{why}") from None
    target, initial, C_R = ((value, 0.0), 1.0, max(value - 1, 0.0)) if name == "circle" else ((0.0, 0.0), 0.1, 0.0)
    process = CurveDescent(curve, target, initial, options.samples, estimator=_estimator(options))
    return process, curve.floor(np.array(target)), 1, C_R, f"the {name} of {word}"


def _shape(word: str) -> tuple[int, int]:
    try:
        rows, columns = map(int, word.split(","))
    except ValueError:
        raise ValueError(f"--shape must be two integers such as 4,4, got {word!r}") from None
    if not (rows > 0 and columns > 0 and rows * columns <= _LARGEST):
        raise ValueError(
            f"--shape must be two integers of at least 1 with a product of at most {_LARGEST}, got {word!r}"
        )
    return rows, columns


def _estimator(options: argparse.Namespace) -> MovingEstimator | Recipe:
    """By name, or a recipe with the class of FILE.py:CLASS."""
    name, n = options.estimator, options.samples
    if ":" in name:
        make = own_estimator(name)
        return lambda space: make(SAMPLERS[options.sampling](space), n)
    delta = named_delta(options) if name in _CONDITIONED else None
    return MovingEstimator(name, n, "optimal" if options.sampling == "optimal" else "plain", delta)


def _refuse(options: argparse.Namespace) -> None:
    """Options of linear spaces, words that these classes do not know, and what would fill the memory."""
    for name in ("dim", "basis"):
        if getattr(options, name) is not None:
            raise ValueError(f"--{name} belongs to --model linear")
    if options.estimator not in _NAMES and ":" not in options.estimator:
        known = f"{', '.join(_NAMES)} or FILE.py:CLASS"
        raise ValueError(f"--estimator must be one of {known} with --model {options.model}, got {options.estimator}")
    if options.measure != "uniform":
        raise ValueError(f"--measure {options.measure}: --model {options.model} is on points of equal mass")
    if options.sampling == "trace":
        raise ValueError(f"--sampling trace: with --model {options.model} it is optimal or rho")
    if options.delta is not None and options.estimator not in _CONDITIONED:
        raise ValueError(f"--delta: only lsq and debiased are conditioned on S_delta, not {options.estimator}")
    if options.samples * _LARGEST > MOST:
        raise ValueError(f"{options.samples:,} points are too much for the memory: lower --samples")

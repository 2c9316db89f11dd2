"""The scheme on a linear space by its words on the command line, with the exact mean of the loss where there is one."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from theorytest.approximation.comparison import stability_of
from theorytest.approximation.constants import tabulated
from theorytest.approximation.estimators import Estimator
from theorytest.approximation.exact_moments import is_computable
from theorytest.approximation.measured import MOST
from theorytest.approximation.stability import Conditioned, work
from theorytest.arguments import Array
from theorytest.commands.named import (
    SAMPLERS,
    add_estimator_options,
    named_delta,
    named_estimator,
    named_hull,
    named_space,
    one_line,
)
from theorytest.descent.linear import LinearDescent
from theorytest.descent.losses import Quadratic
from theorytest.descent.moments import by_quadrature
from theorytest.descent.steps import BEST, Steps, parse
from theorytest.descent.targets import TARGETS

LONGEST = 10**12  # steps
_LARGEST_EXACT = 30  # the dimension up to which d^4 integrals take seconds
_PILOT = 20_000  # draws that estimate P(S_delta) for the optimal step of a conditioned estimator
_FEWEST, _POINTS = 50, 2 * 10**7  # of these draws, and their points together: where n is large, P(S_delta) is near 1
_WORK = 1e11  # multiplications of all of them, some seconds


class DescendError(ValueError):
    """A run that is not defined, in a sentence."""


@contextmanager
def in_one_sentence(estimator: str) -> Iterator[None]:
    """What goes wrong within it is one sentence, and names an estimator that comes from a file."""
    try:
        yield
    except (ValueError, MemoryError) as error:
        raise DescendError(one_line(error)) from error
    except Exception as error:
        if ":" not in estimator:
            raise
        raise DescendError(f"--estimator {estimator}: {type(error).__name__}: {one_line(error)}") from error


@dataclass(frozen=True, eq=False)
class LinearProblem:
    """What is run: a process and its steps, and how it is called."""

    process: LinearDescent
    loss: Quadratic
    steps: Steps
    title: str

    @property
    def floor(self) -> float:
        """L_min,M."""
        return self.loss.floor

    @property
    def path(self) -> str:
        """How the steps are made."""
        return self.process.path

    @property
    def work(self) -> int:
        """Numbers that a step of one replica takes, about."""
        return self.process.estimator.n_samples * self.loss.space.dim

    def exact(self, times: Array) -> Array | None:
        """E[L(u_t)] - L_min,M; None where it is out of reach."""
        return None if self.not_exact else by_quadrature(self.process.estimator, self.loss).gap(self.steps, times)

    @property
    def not_exact(self) -> str:
        """Why the exact mean is out of reach; empty where it is not."""
        estimator = self.process.estimator
        if not (is_computable(estimator) and hasattr(estimator, "sampler")):
            return "no exact mean: no quadrature reaches this estimator"
        if self.loss.space.dim > _LARGEST_EXACT:
            return f"no exact mean: more than {_LARGEST_EXACT} functions take too many integrals"
        return ""


def add_problem_options(
    parser: argparse.ArgumentParser,
    whole: Callable[[str], int],
    natural: Callable[[str], int],
    *,
    always_linear: bool,
    replicas: int,
) -> None:
    """The options; `whole` and `natural` read integers of at least 1 and 0, `replicas` is the default."""
    add_estimator_options(parser, whole, always_linear=always_linear)
    formulas = ", ".join(f"{name}: {target.formula}" for name, target in TARGETS.items())
    parser.add_argument(
        "--target",
        choices=TARGETS,
        default="exp",
        help=f"u, which is fitted (default: exp; {formulas})".replace("%", "%%"),
    )
    networks = "" if always_linear else ", adaptive (of networks, and their default)"
    parser.add_argument(
        "--step",
        metavar="RULE",
        help="constant:S, power:C,A for C t^-A, mixed:S,C,A,T for S until T, optimal (default: s_opt), robbins-monro "
        f"or optimal-root (both s_opt t^-1/2){networks}",
    )
    parser.add_argument("--steps", type=whole, default=1000, metavar="T", help="number of steps (default: 1000)")
    parser.add_argument(
        "--replicas", type=whole, default=replicas, metavar="R", help=f"trajectories (default: {replicas:,})"
    )
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="root seed (default: 0)")
    parser.add_argument("--json", action="store_true", help="as JSON")


def linear_problem(options: argparse.Namespace, rng: np.random.Generator) -> LinearProblem:
    """The problem of the options; the generator draws what the optimal step of a conditioned estimator needs."""
    delta, target = named_delta(options), TARGETS[options.target]
    space = named_space(options, "L2")
    larger = named_hull(options, space, options.dim)
    estimator = named_estimator(options, SAMPLERS[options.sampling](space), larger, delta)
    loss = Quadratic(space, target, knots=target.knots)
    steps = parse(options.step, _best_step(estimator, rng, delta) if options.step in BEST else None)
    points = f"{options.sampling} points, n = {options.samples}"
    title = f"{options.estimator}, {points}, steps {options.step}, u = {target.formula}"
    if options.step in BEST:
        title += f", s_1 = {float(steps(1)):.4g}"
    return LinearProblem(LinearDescent(estimator, loss), loss, steps, title)


def refuse_huge(options: argparse.Namespace, n_replicas: int) -> None:
    """What would fill the memory, or never end, is refused before anything is drawn."""
    d, n, R = options.dim, options.samples, n_replicas
    sizes = (
        (64 * (2 * d) ** 2, MOST, f"{d:,} functions are too much for the memory: lower --dim"),
        (
            2 * n * R * (d + 1),
            MOST,
            f"{n:,} points of {R:,} replicas are too much for the memory: lower --samples or --replicas",
        ),
        (
            0 if options.estimator == "quasi" else n**2,  # the others are asked for their matrix
            MOST,
            f"{n:,} points are too much for the memory with {options.estimator}: lower --samples",
        ),
        (options.steps, LONGEST, f"{options.steps:,} steps never end: lower --steps"),
    )
    for size, most, sentence in sizes:
        if size > most:
            raise ValueError(sentence)


def _best_step(estimator: Estimator, rng: np.random.Generator, delta: float) -> float | None:
    """c_bias1 / c_var1 with the constants of Table 2; None where the table has no row."""
    sampler = getattr(estimator, "sampler", None)
    conditioned = isinstance(sampler, Conditioned)
    n = estimator.n_samples
    pilot = max(_FEWEST, min(_PILOT, _POINTS // n, int(_WORK / work(estimator.space, n))))
    p = stability_of(sampler, n, rng, pilot).value if conditioned else None  # type: ignore[arg-type]
    constants = tabulated(estimator, p=p, delta=delta)
    if constants is None or not np.isfinite(constants.c_var1):
        return None
    return constants.c_bias1 / constants.c_var1

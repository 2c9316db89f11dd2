"""`theorytest descend`: an ensemble of the scheme, with its exact mean beside it on a linear space."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from rich.console import Console

from theorytest.approximation.comparison import stability_of
from theorytest.approximation.constants import tabulated
from theorytest.approximation.estimators import Estimator
from theorytest.approximation.exact_moments import is_computable
from theorytest.approximation.measured import MOST
from theorytest.approximation.stability import Conditioned
from theorytest.descent.ensembles import Ensemble, summarise
from theorytest.descent.linear import LinearDescent
from theorytest.descent.losses import Quadratic
from theorytest.descent.moments import by_quadrature
from theorytest.descent.scheme import descend, geometric_times
from theorytest.descent.steps import BEST, Steps, parse
from theorytest.descent.targets import TARGETS
from theorytest.named import (
    SAMPLERS,
    add_estimator_options,
    named_delta,
    named_estimator,
    named_hull,
    named_space,
    one_line,
)
from theorytest.report.curves import ensemble_figure, svg
from theorytest.shallow_command import add_shallow_options, refuse_shallow_options, shallow_ensemble
from theorytest.terminal import say
from theorytest.verdicts.encoding import dumps, plain
from theorytest.verdicts.records import replace_file, require_writable

_LARGEST_EXACT = 20  # the dimension up to which d^4 integrals take seconds
_LONGEST = 10**12  # steps
_PILOT = 20_000  # draws that estimate P(S_delta) for the optimal step of a conditioned estimator


class DescendError(ValueError):
    """A run that is not defined, in a sentence."""


def add_options(parser: argparse.ArgumentParser, whole: Callable[[str], int], natural: Callable[[str], int]) -> None:
    """The options; `whole` and `natural` read integers of at least 1 and 0."""
    parser.add_argument(
        "--model", choices=("linear", "shallow"), default="linear", help="the model class M (default: linear)"
    )
    add_estimator_options(parser, whole, always_linear=False)
    formulas = ", ".join(f"{name}: {target.formula}" for name, target in TARGETS.items())
    parser.add_argument(
        "--target",
        choices=TARGETS,
        default="exp",
        help=f"u, which is fitted (default: exp; {formulas})".replace("%", "%%"),
    )
    parser.add_argument(
        "--step",
        metavar="RULE",
        help="constant:S, power:C,A for C t^-A, mixed:S,C,A,T for S until T, optimal (default: s_opt), robbins-monro "
        "(s_opt t^-1/2), adaptive (of networks, and their default)",
    )
    parser.add_argument("--steps", type=whole, default=1000, metavar="T", help="number of steps (default: 1000)")
    parser.add_argument("--replicas", type=whole, default=200, metavar="R", help="trajectories (default: 200)")
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="root seed (default: 0)")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the curves there")
    add_shallow_options(parser, whole)


def descend_command(options: argparse.Namespace) -> int:
    """Run, print, and draw where asked."""
    if options.plot is not None and options.plot.suffix != ".svg":
        raise DescendError(f"--plot must end with .svg, got {options.plot}")
    if options.plot is not None:
        require_writable(options.plot.parent, "--plot: ")
    try:
        found, title, remark = _ensemble(options)
    except (ValueError, MemoryError) as error:
        raise DescendError(one_line(error)) from error
    except Exception as error:
        if ":" not in options.estimator:
            raise
        raise DescendError(f"--estimator {options.estimator}: {type(error).__name__}: {one_line(error)}") from error
    if options.plot is not None:
        replace_file(options.plot, svg(ensemble_figure(found.plain(), title)).encode())
    if options.json:
        print(dumps(plain(found.plain()), indent=1))
        return 0
    for line in _lines(found, title, remark):
        say(Console(), line)
    return 0


def _ensemble(options: argparse.Namespace) -> tuple[Ensemble, str, str]:
    """The ensemble, its title and what else is to be said of it."""
    if options.step is None:
        options.step = "adaptive" if options.model == "shallow" else "optimal"
    if options.model == "shallow":
        return shallow_ensemble(options)
    if options.dim is None:
        raise ValueError("the following arguments are required: --dim")
    refuse_shallow_options(options)
    return _linear(options)


def _linear(options: argparse.Namespace) -> tuple[Ensemble, str, str]:
    delta, times, target = named_delta(options), geometric_times(min(options.steps, _LONGEST)), TARGETS[options.target]
    _refuse_huge(options, len(times))
    space = named_space(options, "L2")
    larger = named_hull(options, space, options.dim)
    estimator = named_estimator(options, SAMPLERS[options.sampling](space), larger, delta)
    loss = Quadratic(space, target, knots=target.knots)
    rng = np.random.default_rng(np.random.SeedSequence(options.seed))
    steps = parse(options.step, _best_step(estimator, rng, delta) if options.step in BEST else None)
    run = descend(LinearDescent(estimator, loss), steps, options.steps, rng, options.replicas, times=times)
    title = (
        f"{options.estimator}, {options.sampling} points, n = {options.samples}, {options.step}, u = {target.formula}"
    )
    if options.step in BEST:
        title += f", s_1 = {float(steps(1)):.4g}"
    remark = f"L_min,M = {loss.floor:.6g}"
    return summarise(run, loss.floor, _exact(estimator, loss, steps, times)), title, remark


def _refuse_huge(options: argparse.Namespace, n_times: int) -> None:
    """What would fill the memory, or never end, is refused before anything is drawn."""
    d, n, R = options.dim, options.samples, options.replicas
    sizes = (
        (64 * (2 * d) ** 2, MOST, f"{d:,} functions are too much for the memory: lower --dim"),
        (
            2 * n * R * (d + 1),
            MOST,
            f"{n:,} points of {R:,} replicas are too much for the memory: lower --samples or --replicas",
        ),
        (5 * R * n_times, MOST, f"{R:,} replicas at {n_times} times are too much for the memory: lower --replicas"),
        (options.steps, _LONGEST, f"{options.steps:,} steps never end: lower --steps"),
    )
    for size, most, sentence in sizes:
        if size > most:
            raise ValueError(sentence)


def _best_step(estimator: Estimator, rng: np.random.Generator, delta: float) -> float | None:
    """c_bias1 / c_var1 with the constants of Table 2; None where the table has no row."""
    sampler = getattr(estimator, "sampler", None)
    conditioned = isinstance(sampler, Conditioned)
    p = stability_of(sampler, estimator.n_samples, rng, _PILOT).value if conditioned else None  # type: ignore[arg-type]
    constants = tabulated(estimator, p=p, delta=delta)
    if constants is None or not np.isfinite(constants.c_var1):
        return None
    return constants.c_bias1 / constants.c_var1


def _exact(estimator: Estimator, loss: Quadratic, steps: Steps, times: np.ndarray) -> np.ndarray | None:
    """None where quadrature does not reach the estimator, or only after minutes."""
    computable = is_computable(estimator) and hasattr(estimator, "sampler") and loss.space.dim <= _LARGEST_EXACT
    return by_quadrature(estimator, loss).gap(steps, times) if computable else None


def _lines(found: Ensemble, title: str, remark: str) -> Iterator[str]:
    yield f"{title}; the columns show L(u_t){' - L_min,M' if found.loss_min else ''}"
    yield f"{remark}; {found.diverged} replicas diverged"
    yield f"{'t':>9}{'mean':>13}{'± stderr':>12}{'exact mean':>13}{'median':>13}{'10 %':>13}{'90 %':>13}"
    last = len(found.times) - 1
    for i in np.unique(np.linspace(0, last, min(last + 1, 16)).astype(int)):
        exact = "-" if found.exact is None else f"{found.exact[i]:.5g}"
        numbers = f"{found.median[i]:>13.5g}{found.low[i]:>13.5g}{found.high[i]:>13.5g}"
        yield f"{found.times[i]:>9}{found.mean[i]:>13.5g}{found.stderr[i]:>12.2g}{exact:>13}{numbers}"

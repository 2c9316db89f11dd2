"""`theorytest descend`: an ensemble of the scheme, with its exact mean beside it on a linear space."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from rich.console import Console

from theorytest.approximation.measured import MOST
from theorytest.commands.curved_problem import curved_problem
from theorytest.commands.linear_problem import (
    LONGEST,
    DescendError,
    add_problem_options,
    in_one_sentence,
    linear_problem,
    refuse_huge,
)
from theorytest.commands.models import add_model_options, refuse_other_models
from theorytest.commands.shallow import shallow_ensemble
from theorytest.descent.ensembles import Ensemble, summarise
from theorytest.descent.scheme import descend, geometric_times
from theorytest.encoding import dumps, plain
from theorytest.report.curves import ensemble_figure, svg
from theorytest.runs.files import replace_file
from theorytest.runs.records import require_writable
from theorytest.terminal import say


def add_options(parser: argparse.ArgumentParser, whole: Callable[[str], int], natural: Callable[[str], int]) -> None:
    """The options; `whole` and `natural` read integers of at least 1 and 0."""
    add_problem_options(parser, whole, natural, always_linear=False, replicas=200)
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the curves there")
    add_model_options(parser, whole)


def descend_command(options: argparse.Namespace) -> int:
    """Run, print, and draw where asked."""
    if options.plot is not None and options.plot.suffix != ".svg":
        raise DescendError(f"--plot must end with .svg, got {options.plot}")
    if options.plot is not None:
        require_writable(options.plot.parent, "--plot: ")
    with in_one_sentence(options.estimator):
        found, title, remark = _ensemble(options)
    if options.plot is not None:
        replace_file(options.plot, svg(ensemble_figure(found.plain(), title)).encode())
    if options.json:
        print(dumps(plain(found.plain()), indent=1))
        return 0
    for line in _lines(found, title, remark):
        say(Console(), line)
    if options.plot is not None:
        say(Console(), str(options.plot))
    return 0


def _ensemble(options: argparse.Namespace) -> tuple[Ensemble, str, str]:
    """The ensemble, its title and what else is to be said of it."""
    if options.step is None:
        options.step = "adaptive" if options.model == "shallow" else "optimal"
    refuse_other_models(options)
    return shallow_ensemble(options) if options.model == "shallow" else _with_floor(options)


def _with_floor(options: argparse.Namespace) -> tuple[Ensemble, str, str]:
    """On a class whose infimum of the loss is known."""
    times = geometric_times(min(options.steps, LONGEST))
    if options.model == "linear":
        refuse_huge(options, options.replicas)
    if 5 * options.replicas * len(times) > MOST:
        raise ValueError(
            f"{options.replicas:,} replicas at {len(times)} times are too much for the memory: lower --replicas, or "
            "let theorytest deep stream them"
        )
    rng = np.random.default_rng(np.random.SeedSequence(options.seed))
    problem = linear_problem(options, rng) if options.model == "linear" else curved_problem(options)
    if options.replicas * problem.process.numbers_per_step > MOST:
        raise ValueError(f"{options.replicas:,} replicas are too much for the memory: lower --replicas")
    run = descend(problem.process, problem.steps, options.steps, rng, options.replicas, times=times)
    floor = problem.floor
    remark = "; ".join(filter(None, (f"L_min,M = {floor:.6g}", problem.not_exact)))
    return summarise(run, floor, problem.exact(times)), problem.title, remark


def _lines(found: Ensemble, title: str, remark: str) -> Iterator[str]:
    yield f"{title}; the columns show L(u_t){' - L_min,M' if found.loss_min else ''}"
    yield f"{remark}; {found.diverged} replicas diverged"
    yield f"{'t':>9}{'mean':>13}{'± stderr':>12}{'exact mean':>13}{'median':>13}{'10 %':>13}{'90 %':>13}"
    last = len(found.times) - 1
    for i in np.unique(np.linspace(0, last, min(last + 1, 16)).astype(int)):
        exact = "-" if found.exact is None else f"{found.exact[i]:.5g}"
        numbers = f"{found.median[i]:>13.5g}{found.low[i]:>13.5g}{found.high[i]:>13.5g}"
        yield f"{found.times[i]:>9}{found.mean[i]:>13.5g}{found.stderr[i]:>12.2g}{exact:>13}{numbers}"

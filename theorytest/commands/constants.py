"""`theorytest constants`: the constants of one estimator as tabulated, exact and measured."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

import numpy as np
from rich.console import Console

from theorytest.approximation.comparison import LEVEL, Comparison, compare, meets_lemma_f1
from theorytest.approximation.constants import CELLS, row_of
from theorytest.approximation.measured import BLOCK, MOST
from theorytest.commands.named import (
    SAMPLERS,
    add_estimator_options,
    named_delta,
    named_estimator,
    named_hull,
    named_space,
    one_line,
)
from theorytest.encoding import dumps, plain
from theorytest.terminal import say

HEAVY = 0.05  # the part of a mean that one draw may make up
SHOWN = (0.0, 1e-4, 1e-2, 0.1, 9.0)  # how far above the smallest c_var2 pairs are shown


class ConstantsError(ValueError):
    """A combination for which no constants are defined, in a sentence."""


_LONGEST = 5 * 10**10  # jets, at some 10^8 per second


def add_options(parser: argparse.ArgumentParser, whole: Callable[[str], int], natural: Callable[[str], int]) -> None:
    """The options; `whole` and `natural` read integers of at least 1 and 0."""
    add_estimator_options(parser, whole)
    parser.add_argument("--space", choices=("l2", "h1"), default="l2", help="the Hilbert space (default: l2)")
    parser.add_argument("--complement", type=whole, default=12, metavar="M", help="functions beyond T (default: 12)")
    parser.add_argument("--replicas", type=whole, default=20_000, metavar="R", help="draws (default: 20000)")
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="root seed (default: 0)")
    parser.add_argument("--json", action="store_true", help='as JSON; an infinite constant is "Infinity"')


def constants(options: argparse.Namespace) -> int:
    """Print the comparison; 1 when the draws contradict a value that is printed or claimed."""
    try:
        found = _compare(options)
    except (ValueError, MemoryError) as error:
        raise ConstantsError(one_line(error)) from error
    except Exception as error:
        if ":" not in options.estimator:
            raise
        raise ConstantsError(f"--estimator {options.estimator}: {type(error).__name__}: {one_line(error)}") from error
    against = [cell for cell in CELLS if _is_contradicted(found, cell)]
    if options.json:
        told = {"judged": {cell: _judged(found, cell) or None for cell in CELLS}, "contradicted": against}
        print(dumps(plain({"inputs": _inputs(options)} | found.plain() | told), indent=1))
    else:
        for line in _lines(found, options):
            say(Console(), line)
    return 1 if against else 0


def _inputs(options: argparse.Namespace) -> dict[str, object]:
    """What the numbers were made from, with the defaults that were not given."""
    names = ("estimator", "measure", "basis", "dim", "samples", "sampling", "space", "complement", "replicas", "seed")
    chosen = {"basis": options.basis or "orthonormal", "delta": named_delta(options)}
    return {name: getattr(options, name) for name in names} | chosen


def _compare(options: argparse.Namespace) -> Comparison:
    delta = named_delta(options)
    _refuse_huge(options)
    space = named_space(options, options.space.upper())
    larger = named_hull(options, space, options.complement)
    estimator = named_estimator(options, SAMPLERS[options.sampling](space), larger, delta)
    rng = np.random.default_rng(np.random.SeedSequence(options.seed))
    return compare(estimator, larger, rng, n_replicas=options.replicas, delta=delta)


def _refuse_huge(options: argparse.Namespace) -> None:
    """What would fill the memory, or take hours, is refused before anything is drawn."""
    d, e = options.dim, options.dim + options.complement
    jets = options.samples * e * (2 if options.space == "h1" else 1)
    fewer = f"--replicas to {MOST // (d * e):,} or less, or --dim"
    sizes = (
        (64 * e**2, MOST, f"{e} functions", "--dim or --complement"),
        (options.replicas * d * e, MOST, f"{options.replicas:,} matrices of {d} x {e}", fewer),
        (jets, BLOCK, f"{e} functions at {options.samples:,} points", "--samples or --dim"),
    )
    for size, most, what, words in sizes:
        if size > most:
            raise ValueError(f"{what} are too much for the memory: lower {words}")
    if options.replicas * jets > _LONGEST:
        what = f"{options.replicas:,} draws of {options.samples:,} points"
        raise ValueError(f"{what} would take hours: lower --samples or --replicas")


def _lines(found: Comparison, options: argparse.Namespace) -> Iterator[str]:
    space, shown = found.hull.space, "none" if found.k is None else f"{found.k:.6g}"
    yield f"{options.estimator}, {options.measure}, {space.norm}, d = {space.dim}, n = {options.samples}: k = {shown}"
    if found.stability:
        p = found.stability
        yield f"P(S_delta) = {p.value:.4g}, between {p.low:.4g} and {p.high:.4g}"
    level = f"{100 * (1 - LEVEL):g} % interval"
    yield f"{'':<10}{'tabulated':>12}{'exact':>12}{'measured':>12}  {level:<24}the tabulated value is"
    for cell in CELLS:
        interval = getattr(found.measured, cell)
        between = f"[{interval.low:.5g}, {interval.high:.5g}]"
        numbers = (getattr(found.tabulated, cell, None), getattr(found.exact, cell, None), interval.value)
        yield f"{cell:<10}{''.join(map(_cell, numbers))}  {between:<24}{_judged(found, cell)}".rstrip()
    yield from _remarks(found, options)


def _judged(found: Comparison, cell: str) -> str:
    """What the tabulated value is worth; c_var1 is judged together with the tabulated c_var2."""
    word = found.tightness(cell)
    if not word:
        return _by_draws(found, cell)
    return f"{word}, with its c_var2" if cell == "c_var1" else word


def _by_draws(found: Comparison, cell: str) -> str:
    """Where nothing is exact: whether the printed value lies beyond the interval, on the side that contradicts it.

    c_bias1 is a lower bound and has two sides: more than the draws allow is contradicted, less than they show is loose.
    """
    printed, interval = getattr(found.tabulated, cell, None), getattr(found.measured, cell)
    if printed is None or interval.heaviest > HEAVY:
        return ""
    if _is_contradicted(found, cell):
        return _AGAINST
    if cell == "c_bias1" and printed < interval.low:
        return f"loose by the draws, which show at least {interval.low:.5g}"
    return f"not {_AGAINST}"


_AGAINST = "contradicted by the draws"


def _is_contradicted(found: Comparison, cell: str) -> bool:
    """Whether draws say so, where nothing is exact; a tail that is too heavy for its interval says nothing."""
    printed, interval = getattr(found.tabulated, cell, None), getattr(found.measured, cell)
    if printed is None or found.tightness(cell) or interval.heaviest > HEAVY:
        return False
    return bool(printed > interval.high if cell == "c_bias1" else printed < interval.low)


def _cell(value: float | None) -> str:
    return f"{'-' if value is None else f'{value:.5g}':>12}"


def _remarks(found: Comparison, options: argparse.Namespace) -> Iterator[str]:
    m = found.hull.complement_dim
    if found.exact is not None:
        where = "all of the orthogonal complement" if found.hull.space.jet_size == 1 else f"{m} functions of it"
        yield f"exact: by quadrature, with {where}"
    yield f"measured: {found.measured.n_replicas:,} draws on T and {m} more functions, intervals of level {LEVEL} each"
    for cell in ("c_var1", "c_var2"):
        heaviest = getattr(found.measured, cell).heaviest
        if heaviest > HEAVY:
            yield f"  {cell}: one draw makes up {heaviest:.0%} of the mean: the tail is too heavy for its interval"
    for size, c_bias2, c_var2 in found.growth():
        yield f"  with {size} of them: c_bias2 {c_bias2:.5g}, c_var2 {c_var2:.5g} (means of all draws, biased upwards)"
    yield from _frontier(found)
    row = row_of(found.estimator)
    if row is None:
        claimed = found.tabulated is not None
        yield f"tabulated: {'what the estimator claims' if claimed else 'Table 2 has no row for this estimator'}"
    elif row == "volume" and not meets_lemma_f1(found.estimator, named_delta(options)):
        yield "tabulated: Lemma F.1 asks for more samples than these, which Table 2 does not say"
    elif row == "debiased":
        norm = found.estimator.projection.norm  # type: ignore[attr-defined]
        yield f"debiased is the oblique projection of norm B = {norm:.5g} that adds the first functions beyond T"
    if row is not None:
        from theorytest.approximation.table_2 import TABLE_2

        yield f"formulas: {', '.join(f'{cell} = {formula}' for cell, formula in TABLE_2[row].cells.items())}"


def _frontier(found: Comparison) -> Iterator[str]:
    """A few pairs, since each costs an integral."""
    true = found.measured.moments if found.true is None else found.true
    if not np.isfinite(true.c_var2):
        return
    kind = "measured" if found.true is None else "exact"
    pairs = "; ".join(f"({true.c_var1_with(c2):.5g}, {c2:.5g})" for c2 in true.c_var2 * (1 + np.array(SHOWN)))
    yield f"pairs (c_var1, c_var2) that hold together, {kind}: {pairs}"

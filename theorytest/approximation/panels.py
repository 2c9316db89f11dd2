"""Panels of a measure, boxes between the knots, and two Gauss rules that are applied to many of them at once.

Panels on which the rules disagree are cut in halves, all of them in one round, so that a round takes a few calls of the
function. An adaptive rule that takes one panel after another needs as many calls as panels.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from typing import Any

import numpy as np

from theorytest.approximation.measures import GAUSSIAN_REACH, Discrete, Gaussian, Measure, blocks
from theorytest.arguments import Array, finite

SAFETY = 10  # the difference of two rules estimates the error, and may fall below it by chance
ATOL = 1e-15
_MOST_CUTS, _MOST_NODES, _MOST_NUMBERS = 20_000, 4_000_000, 5 * 10**9  # noise would ask for more and more
_FEWEST_CUTS = 500  # which waves and peaks may take
_GAUSS = (26, 19)  # nodes of the two rules, even and odd: both halve a jump in the middle, but one has a node there
_POINTS, _NUMBERS = 20_000, 2**24  # in one call, and in the sums of its panels
_TINY = 2.0**-40  # of its distance from 0: the width of a panel whose outermost nodes are still apart from its ends
_FIRST_CUTS = {1: 16, 2: 2}  # by dimension: a peak narrower than the first panels could hide from an adaptive rule

Panel = tuple[Any, ...]  # per factor the ends of an interval, or a point of a discrete one and its weight
Sums = Callable[[Array, Array, Array], tuple[Array, Array, Array]]
"""Integrals over P panels with their errors and sizes, from points (P, m + m', D) and weights (P, m), (P, m') of two
rules; the first is the better one."""


@dataclass(frozen=True)
class Refined:
    """The integral over the panels where two rules agree, and what is known of the others, which are `left`."""

    value: Any
    error: float
    left: list[Panel]
    allowed: list[Array]  # the error that each of them may have
    left_value: Any
    left_error: float


def continuous(measure: Measure) -> int:
    """The number of factors that are no finite sums."""
    return sum(not isinstance(factor, Discrete) for factor in measure.factors)


def panels(measure: Measure, knots: Sequence[Sequence[float]]) -> list[Panel]:
    """The first panels of a measure; `knots` lists the kinks per dimension."""
    cuts = _FIRST_CUTS.get(continuous(measure), 1)
    return list(itertools.product(*map(_pieces, measure.factors, by_factor(knots, measure), itertools.repeat(cuts))))


def by_factor(knots: Sequence[Sequence[float]], measure: Measure) -> list[Sequence[float]]:
    """The knots of each factor, from those of each dimension; a finite sum needs none."""
    rows = list(knots) or [()] * measure.ndim
    if len(rows) != measure.ndim:
        raise ValueError(f"knots must have one entry for each of the {measure.ndim} dimensions, got {len(rows)}")
    return [rows[columns.start] for _, columns in blocks(measure)]


def _pieces(factor: Measure, knots: Sequence[float], cuts: int) -> list[Any]:
    """Pieces of one factor: its points, or the intervals between the knots (Gaussian: in standard units)."""
    if isinstance(factor, Discrete):
        return list(zip(factor.points, factor.weights, strict=True))
    kinks = finite("knots", knots, shape=(None,))
    if isinstance(factor, Gaussian):
        low, high, kinks = -GAUSSIAN_REACH, GAUSSIAN_REACH, (kinks - factor.mean) / factor.std
        kinks = np.append(kinks, [-8.0, 0.0, 8.0])
    else:
        low, high = factor.support  # type: ignore[attr-defined]
    edges = np.unique([low, *kinks[(low < kinks) & (kinks < high)], high])
    return list(itertools.pairwise(np.unique(np.linspace(edges[:-1], edges[1:], cuts + 1))))


def refined(sums: Sums, measure: Measure, first: list[Panel], rtol: float, *, rounds: int, size: int = 1) -> Refined:
    """Cut the panels where two rules differ by too much, in `rounds` at most; `size` numbers are summed at each node.

    Too much is more than ATOL + rtol / SAFETY of the first panel that they are from.
    """
    nodes = sum(m ** continuous(measure) for m in _GAUSS)
    at_once = max(1, min(_POINTS // nodes, _NUMBERS // size))
    most_cuts = min(_MOST_CUTS, _MOST_NODES // nodes, max(_FEWEST_CUTS, _MOST_NUMBERS // (nodes * size)))
    found, cuts = _judged(sums, measure.factors, first, None, rtol, at_once), 0
    for _ in range(rounds):
        cuts += len(found.left)
        if not found.left or cuts > most_cuts:
            break
        halves = [_halves(measure.factors, panel) for panel in found.left]
        allowed = [each for each, parts in zip(found.allowed, halves, strict=True) for _ in parts]
        now = _judged(sums, measure.factors, list(itertools.chain(*halves)), allowed, rtol, at_once)
        found = replace(now, value=found.value + now.value, error=found.error + now.error)
    return found


def _judged(
    sums: Sums,
    factors: Sequence[Measure],
    todo: list[Panel],
    allowed: list[Array] | None,
    rtol: float,
    at_once: int,
) -> Refined:
    """Sums over all panels, those that may keep their errors apart from the others; no panel's sum is kept."""
    value, error, left_value, left_error = np.zeros(()), 0.0, np.zeros(()), 0.0
    left, left_allowed = list[Panel](), list[Array]()
    for start in range(0, len(todo), at_once):
        block = todo[start : start + at_once]
        values, errors, sizes = sums(*_nodes(factors, block))
        most = ATOL + rtol / SAFETY * sizes if allowed is None else np.array(allowed[start : start + at_once])
        good = np.all(errors <= most, axis=tuple(range(1, errors.ndim)))
        stuck = ~good
        stuck[stuck] = [_is_tiny(factors, panel) for panel in itertools.compress(block, stuck)]
        errors[stuck] = sizes[stuck] / SAFETY  # next to a singularity all of it may be wrong
        good |= stuck
        value, error = value + values[good].sum(axis=0), error + _total(errors[good])
        left_value, left_error = left_value + values[~good].sum(axis=0), left_error + _total(errors[~good])
        left += itertools.compress(block, ~good)
        left_allowed += list(most[~good])
    return Refined(value, error, left, left_allowed, left_value, left_error)


def _total(errors: Array) -> float:
    """A bound for the sum over panels (P, ...), whose entries may have errors of their own."""
    return SAFETY * float(errors.max(axis=tuple(range(1, errors.ndim)), initial=0.0).sum())


def _is_tiny(factors: Sequence[Measure], panel: Panel) -> bool:
    """Whether numbers between its ends are too few for nodes."""
    for factor, piece in zip(factors, panel, strict=True):
        if not isinstance(factor, Discrete):
            low, high = _placed(factor, np.array(piece))
            if high - low <= _TINY * max(abs(low), abs(high)):
                return True
    return False


def _halves(factors: Sequence[Measure], panel: Panel) -> list[Panel]:
    """The parts of a panel that is cut in halves in every continuous direction."""
    return list(itertools.product(*map(_cut, factors, panel)))


def _cut(factor: Measure, piece: Any) -> list[Any]:
    if isinstance(factor, Discrete):
        return [piece]
    low, high = piece
    middle = (low + high) / 2
    return [(low, middle), (middle, high)]


def _nodes(factors: Sequence[Measure], todo: Sequence[Panel]) -> tuple[Array, Array, Array]:
    """The nodes of two rules in P panels, (P, m + m', D), and their weights (P, m), (P, m') with the density of ρ."""
    t, weights, m = _two_rules(len(box(factors, todo[0])))
    low, high = np.array([box(factors, panel) for panel in todo]).transpose(2, 0, 1)
    size = high - low
    z = low[:, None] + size[:, None] * t
    if any(isinstance(factor, Discrete) for factor in factors):
        x, density = map(np.array, zip(*map(points, itertools.repeat(factors), todo, z), strict=True))
    else:  # no panel has anything of its own beside its ends, so that one call serves all
        x, density = (each.reshape(*z.shape[:2], *each.shape[1:]) for each in points(factors, todo[0], np.vstack(z)))
    w = weights * density * size.prod(axis=1)[:, None]
    return x, w[:, :m], w[:, m:]


@cache
def _two_rules(ndim: int) -> tuple[Array, Array, int]:
    """Nodes of both rules in the unit cube, their weights, and how many belong to the first."""
    nodes, weights = [], []
    for t, w in map(np.polynomial.legendre.leggauss, _GAUSS):
        nodes.append(np.stack(np.meshgrid(*[(t + 1) / 2] * ndim, indexing="ij"), axis=-1).reshape(-1, ndim))
        weights.append(reduce(np.multiply.outer, [w / 2] * ndim).ravel())
    return np.concatenate(nodes), np.concatenate(weights), len(nodes[0])


def box(factors: Sequence[Measure], panel: Panel) -> list[tuple[float, float]]:
    """The ends of a panel in each continuous direction."""
    return [ends for factor, ends in zip(factors, panel, strict=True) if not isinstance(factor, Discrete)]


def points(factors: Sequence[Measure], panel: Panel, z: Array) -> tuple[Array, Array]:
    """The points of a panel that belong to integration variables z, and the density there of what is integrated."""
    blocks, density, column = [], np.ones(len(z)), 0
    for factor, part in zip(factors, panel, strict=True):
        if isinstance(factor, Discrete):
            blocks.append(np.broadcast_to(part[0], (len(z), factor.ndim)))
            density = density * part[1]
            continue
        t, here = _standard(factor, z[:, column])
        blocks, density, column = [*blocks, t[:, None]], density * here, column + 1
    return np.concatenate(blocks, axis=1), density


def _standard(factor: Measure, z: Array) -> tuple[Array, Array]:
    """The point and the density that belong to the integration variable z."""
    if isinstance(factor, Gaussian):
        return _placed(factor, z), np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    return z, factor.density(z[:, None])


def _placed(factor: Measure, z: Array) -> Array:
    """The point that belongs to the integration variable z."""
    return factor.mean + factor.std * z if isinstance(factor, Gaussian) else z

"""Integrals over ρ of functions that no finite rule integrates exactly: adaptive with an error, or to 30 digits."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any

import mpmath as mp
import numpy as np
from scipy import integrate as scipy_integrate

from theorytest.approximation.measures import GAUSSIAN_REACH, Discrete, Gaussian, Measure, Uniform, blocks
from theorytest.arguments import Array, finite

_SUBDIVISIONS = 2_000  # beyond these the error is reported as it is: a kink that is no knot costs all of them
_SAFETY = 10  # the difference of two rules estimates the error, and may fall below it by chance
_ATOL = 1e-15
_GAUSS = (26, 18)  # nodes of two rules; the outermost lie as far out as those of the adaptive rule
_POINTS = 20_000  # in one call of f
_FIRST_CUTS = {1: 16, 2: 2}  # by dimension: a peak narrower than the first panels could hide from an adaptive rule


@dataclass(frozen=True)
class Integral:
    """A value with a bound on its absolute error, estimated by the adaptive rule (0 for finite sums).

    The bound holds where the pieces between the knots are smooth and no peak is narrower than a thousandth of them;
    a kink that is no knot may hide from it. Then the value still has about the relative accuracy that was asked, unless
    the kink lies beyond the outermost node of a first panel, at 0.002 of a sixteenth of an interval: name it as a knot.
    """

    value: Any
    error: float


def integrate(
    f: Callable[[Array], Array], measure: Measure, *, knots: Sequence[Sequence[float]] = (), rtol: float = 1e-12
) -> Integral:
    """∫ f dρ, adaptively, for f that maps points (N, D) to values (N, ...); `knots` lists the kinks per dimension."""
    factors, breaks = measure.factors, _by_factor(knots, measure)
    continuous = sum(not isinstance(factor, Discrete) for factor in factors)
    cuts = _FIRST_CUTS.get(continuous, 1)
    cells = list(itertools.product(*map(_cells, factors, breaks, itertools.repeat(cuts))))
    first = _at_once(f, factors, cells, rtol) if 1 <= continuous <= 2 else [None] * len(cells)
    parts = [part or _cell_integral(f, factors, cell, rtol) for part, cell in zip(first, cells, strict=True)]
    return Integral(sum(part.value for part in parts), float(sum(part.error for part in parts)))


def _by_factor(knots: Sequence[Sequence[float]], measure: Measure) -> list[Sequence[float]]:
    """The knots of each factor, from those of each dimension; a finite sum needs none."""
    rows = list(knots) or [()] * measure.ndim
    if len(rows) != measure.ndim:
        raise ValueError(f"knots must have one entry for each of the {measure.ndim} dimensions, got {len(rows)}")
    return [rows[columns.start] for _, columns in blocks(measure)]


def _cells(factor: Measure, knots: Sequence[float], cuts: int) -> list[Any]:
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


def _at_once(
    f: Callable[[Array], Array], factors: Sequence[Measure], cells: Sequence[Any], rtol: float
) -> list[Integral | None]:
    """The cells on which two Gauss rules agree as far as asked, many in one call of f; None for the others."""
    t, fine, coarse = _two_rules(sum(not isinstance(factor, Discrete) for factor in factors))
    several, found = max(1, _POINTS // len(t)), list[Integral | None]()
    for first in range(0, len(cells), several):
        block = cells[first : first + several]
        low, high = np.array([_box(factors, cell) for cell in block]).transpose(2, 0, 1)
        size = high - low
        z = low[:, None] + size[:, None] * t
        x, density = zip(*map(_points, itertools.repeat(factors), block, z), strict=True)
        values = finite("f(x)", f(np.concatenate(x)))
        weighted = values.reshape(len(block), len(t), -1) * (np.array(density) * size.prod(axis=1)[:, None])[..., None]
        best, error = fine @ weighted, np.abs((fine - coarse) @ weighted)
        good = np.all(error <= _ATOL + rtol / _SAFETY * np.abs(best), axis=-1)
        parts = zip(best.reshape(len(block), *values.shape[1:]), error, good, strict=True)
        found += [Integral(value, _SAFETY * float(e.max())) if ok else None for value, e, ok in parts]
    return found


@cache
def _two_rules(ndim: int) -> tuple[Array, Array, Array]:
    """Nodes of both rules in the unit cube, and the weights of either, zero at the nodes of the other."""
    rules = []
    for t, w in map(np.polynomial.legendre.leggauss, _GAUSS):
        nodes = np.stack(np.meshgrid(*[(t + 1) / 2] * ndim, indexing="ij"), axis=-1).reshape(-1, ndim)
        rules.append((nodes, reduce(np.multiply.outer, [w / 2] * ndim).ravel()))
    (fine, v), (coarse, w) = rules
    return np.concatenate([fine, coarse]), np.append(v, 0 * w), np.append(0 * v, w)


def _box(factors: Sequence[Measure], cell: Sequence[Any]) -> list[tuple[float, float]]:
    """The ends of a cell in each continuous direction."""
    return [ends for factor, ends in zip(factors, cell, strict=True) if not isinstance(factor, Discrete)]


def _points(factors: Sequence[Measure], cell: Sequence[Any], z: Array) -> tuple[Array, Array]:
    """The points of a cell that belong to integration variables z, and the density there of what is integrated."""
    blocks, density, column = [], np.ones(len(z)), 0
    for factor, part in zip(factors, cell, strict=True):
        if isinstance(factor, Discrete):
            blocks.append(np.broadcast_to(part[0], (len(z), factor.ndim)))
            density = density * part[1]
            continue
        t, here = _standard(factor, z[:, column])
        blocks, density, column = [*blocks, t[:, None]], density * here, column + 1
    return np.concatenate(blocks, axis=1), density


def _cell_integral(
    f: Callable[[Array], Array], factors: Sequence[Measure], cell: Sequence[Any], rtol: float
) -> Integral:
    def integrand(z: Array) -> Array:
        """The function times the density of the continuous factors, at the points of the discrete ones."""
        x, density = _points(factors, cell, z)
        values = finite("f(x)", f(x))
        product: Array = values * density.reshape(-1, *[1] * (values.ndim - 1))
        return product

    box = _box(factors, cell)
    if not box:
        return Integral(integrand(np.zeros((1, 0)))[0], 0.0)
    low, high = np.transpose(box)
    rule = "gk21" if len(box) <= 2 else "genz-malik"
    subdivisions = _SUBDIVISIONS if len(box) <= 2 else _SUBDIVISIONS // 10
    limits = {"rtol": rtol / _SAFETY, "atol": _ATOL, "max_subdivisions": subdivisions}
    result = scipy_integrate.cubature(integrand, low, high, rule=rule, **limits)
    return Integral(result.estimate, _SAFETY * float(np.max(result.error)))


def _standard(factor: Measure, z: Array) -> tuple[Array, Array]:
    """The point and the density that belong to the integration variable z."""
    if isinstance(factor, Gaussian):
        return factor.mean + factor.std * z, np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    return z, factor.density(z[:, None])


def reference(
    f: Callable[..., Any], measure: Measure, *, digits: int = 30, knots: Sequence[Sequence[float]] = ()
) -> Any:
    """∫ f dρ to `digits` digits in mpmath, for f that takes the coordinates as mpf: f(x_1, ..., x_D); `knots` as above.

    Raises ArithmeticError when the error estimate does not reach the digits asked.
    """
    breaks = _by_factor(knots, measure)
    with mp.workdps(digits + 15):
        value, error = _reference(f, list(measure.factors), breaks)
        if error > mp.mpf(10) ** -digits * max(1, abs(value)):
            reached = mp.nstr(error, 3)
            raise ArithmeticError(f"{digits} digits asked, but the error estimate is {reached}: give the knots of f")
    return value


def _reference(f: Callable[..., Any], factors: Sequence[Measure], knots: Sequence[Sequence[float]]) -> tuple[Any, Any]:
    if not factors:
        return mp.mpf(f()), mp.mpf(0)
    factor, rest = factors[0], factors[1:]
    worst = [mp.mpf(0)]

    def inner(*x: Any) -> Any:
        value, error = _reference(lambda *y: f(*x, *y), rest, knots[1:])
        worst[0] = max(worst[0], error)
        return value

    if isinstance(factor, Discrete):
        terms = [mp.mpf(w) * inner(*map(mp.mpf, p)) for p, w in zip(factor.points, factor.weights, strict=True)]
        return mp.fsum(terms), worst[0]
    value, error = _line_reference(inner, factor, knots[0])
    return value, error + worst[0]


def _line_reference(f: Callable[[Any], Any], factor: Measure, knots: Sequence[float]) -> tuple[Any, Any]:
    if isinstance(factor, Uniform):
        low, high = mp.mpf(factor.low), mp.mpf(factor.high)
        inside = sorted(mp.mpf(k) for k in knots if factor.low < k < factor.high)
        value, error = mp.quad(f, [low, *inside, high], error=True, maxdegree=12)
        return value / (high - low), error / (high - low)
    if not isinstance(factor, Gaussian):
        raise ValueError(f"measure must be built from Uniform, Gaussian and Discrete, got {factor!r}")
    m, s = mp.mpf(factor.mean), mp.mpf(factor.std)
    integrand: Callable[[Any], Any] = lambda z: f(m + s * z) * mp.exp(-z * z / 2) / mp.sqrt(2 * mp.pi)  # noqa: E731
    if not knots:
        return _trapezoidal(integrand)
    splits = sorted({mp.mpf(j) for j in range(-24, 25, 3)} | {(mp.mpf(k) - m) / s for k in knots})
    return mp.quad(integrand, [-mp.inf, *splits, mp.inf], error=True, maxdegree=12)  # type: ignore[no-any-return]


def _trapezoidal(integrand: Callable[[Any], Any]) -> tuple[Any, Any]:
    """The trapezoidal rule on the line, which converges like exp(-2π²/h²) for an entire function times exp(-z²/2)."""
    reach = int(mp.sqrt(2 * mp.mp.dps * mp.log(10))) + 16  # leaves room for polynomials of degree 200
    h, total = mp.mpf(1) / 2, mp.mpf(0)
    estimate, error = mp.mpf(0), mp.inf
    for level in range(7):
        step = 1 if level == 0 else 2  # later levels add the midpoints only
        first = -2 * reach if level == 0 else -int(reach / h) + 1
        total += mp.fsum(integrand(j * h) for j in range(first, int(reach / h) + 1, step))
        estimate, error = h * total, abs(h * total - estimate)
        if level and error < mp.mpf(10) ** (10 - mp.mp.dps) * max(1, abs(estimate)):
            break
        h /= 2
    return estimate, error

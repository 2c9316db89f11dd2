"""Suprema over the support of ρ: exact critical points on the line, polished local searches in several dimensions."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import scipy

from theorytest.approximation.measures import (
    GAUSSIAN_REACH,
    Discrete,
    Gaussian,
    Measure,
    Quadrature,
    blocks,
    tensor_rule,
)
from theorytest.approximation.piecewise import critical_points, resolve
from theorytest.arguments import Array
from theorytest.signatures import checked

_PROBES: Array = np.exp2(np.arange(4.0, 200.0))  # how far out the tails are followed, in standard deviations
_GROWTH = 1.001  # a tail that gains this factor every time when the distance doubles grows for ever
_DOUBLINGS = 8  # bounded oscillations do so by chance in one case of 9!
_EXPLOSION = 1e9  # what oscillations that do not grow never gain
_GOLDEN = (np.sqrt(5) - 1) / 2
_GRID = 20_000  # starting points of the search in several dimensions
_STARTS = 24

Points = Callable[[Array], Array]


@dataclass(frozen=True)
class Supremum:
    """A supremum and a point where it is attained (None: everywhere, or only in the limit at infinity).

    `certified` says that it comes from all critical points; in several dimensions a search may miss a peak.
    """

    value: float
    at: Array | None
    certified: bool


@checked
def supremum(f: Points, measure: Measure, knots: Sequence[Sequence[float]] = ()) -> Supremum:
    """Sup of f ≥ 0 over the support of ρ, for f that maps points (N, D) to values (N,)."""
    if len(measure.factors) == 1:
        measure = measure.factors[0]
    if isinstance(measure, Discrete):
        values = f(measure.points)
        return Supremum(float(values.max()), measure.points[values.argmax()], certified=True)
    tail = _tail(f, measure)
    if tail.value == np.inf:
        return tail
    core = _on_line(f, measure, knots) if measure.ndim == 1 else _in_space(f, measure)
    best = core if tail.value <= core.value else tail
    return replace(best, certified=core.certified and tail.certified)


def _tail(f: Points, measure: Measure) -> Supremum:
    """The largest value along the unbounded directions, inf if f grows there, 0 if there are none."""
    ends = [_along(f, start, ray) for start in _generic_points(measure) for ray in _directions(measure)]
    highest = max(ends, key=lambda end: end.value, default=Supremum(0.0, None, certified=True))
    return replace(highest, certified=highest.certified and (highest.value == np.inf or all(e.certified for e in ends)))


def _generic_points(measure: Measure) -> Array:
    """One point inside, with each combination of the discrete ones; a symmetric f does not vanish there."""
    return _grid(measure, lambda factor, j: np.interp([(j + 1) * _GOLDEN % 1], [0, 1], _bounds(factor, reach=1)))


def _directions(measure: Measure) -> list[Array]:
    """The axes and the diagonals of the unbounded coordinates, both ways, straight and tilted out of the symmetries."""
    scale = {columns.start: factor.std for factor, columns in blocks(measure) if isinstance(factor, Gaussian)}
    signs = np.array(list(itertools.product([-1.0, 0.0, 1.0], repeat=len(scale))))
    tilt = 1 - _GOLDEN * np.arange(len(scale)) % 1 / 2
    rays = np.zeros((2 * len(signs), measure.ndim))
    rays[:, list(scale)] = np.concatenate([signs, signs * tilt]) * list(scale.values())
    return [v for v in np.unique(rays, axis=0) if v.any()]


def _along(f: Points, start: Array, ray: Array) -> Supremum:
    """The limit on a ray, or a peak before it; certified when enough of the ray is visible and the limit is highest."""

    def at(distance: Array) -> Array:
        with np.errstate(all="ignore"):
            return f(start + ray * distance[:, None])

    values = at(_PROBES)
    bad = np.flatnonzero(~np.isfinite(values))
    visible = values[: bad[0]] if len(bad) else values
    if _explodes(visible, overflows=bool(len(bad)) and values[bad[0]] == np.inf):
        return Supremum(np.inf, None, certified=True)
    if not len(visible):
        return Supremum(0.0, None, certified=False)
    top = int(visible.argmax())
    if visible[-1] >= (1 - 1e-14) * visible[top]:  # the limit, reached to rounding before the end
        return Supremum(float(visible[-1]), None, certified=len(visible) > _DOUBLINGS)
    around = np.log([_PROBES[max(top - 1, 0)] / 2, _PROBES[top + 1]])
    peak = scipy.optimize.minimize_scalar(
        lambda s: -float(at(np.array([math.exp(s)]))[0]), bounds=around, method="bounded"
    )
    highest, distance = (-peak.fun, math.exp(peak.x)) if -peak.fun > visible[top] else (visible[top], _PROBES[top])
    return Supremum(float(highest), start + ray * distance, certified=False)


def _explodes(visible: Array, *, overflows: bool) -> bool:
    """Whether f grows at every one of the last doublings, beyond all measure, or until it overflows."""
    if overflows and np.all(np.diff(visible) > 0):
        return True
    last = visible[-_DOUBLINGS - 1 :]
    if len(last) <= _DOUBLINGS:
        return False
    return bool(np.all(last[1:] > _GROWTH * last[:-1]) or last.max() > _EXPLOSION * visible[: len(visible) // 2].max())


def _bounds(factor: Measure, *, reach: float = GAUSSIAN_REACH) -> tuple[float, float]:
    if isinstance(factor, Gaussian):
        return factor.mean - reach * factor.std, factor.mean + reach * factor.std
    return factor.support  # type: ignore[attr-defined, no-any-return]


def _grid(measure: Measure, axis: Callable[[Measure, int], Array]) -> Array:
    """The points of the discrete factors, combined with those of `axis` for each other factor and its column."""
    axes = [f.points if isinstance(f, Discrete) else axis(f, j.start)[:, None] for f, j in blocks(measure)]
    return tensor_rule([Quadrature(a, np.ones(len(a))) for a in axes]).nodes


def _on_line(f: Points, measure: Measure, knots: Sequence[Sequence[float]]) -> Supremum:
    low, high = _bounds(measure)
    steps = np.linspace(low, high, 77 if isinstance(measure, Gaussian) else 2)
    inner = np.array([t for t in (knots[0] if knots else ()) if low < t < high])
    edges = np.unique(np.concatenate([steps, inner]))
    proxy = resolve(lambda t: f(t[:, None]), edges)
    t = critical_points(proxy)
    nudge = np.maximum(np.spacing(np.abs(t)), np.finfo(float).eps * (high - low))
    # Both sides of jumps, also of one that hides a few roundings beside a breakpoint.
    t = np.unique(np.clip([t + j * nudge for j in (-8, -1, 0, 1, 8)], low, high))
    values = f(t[:, None])
    return Supremum(float(values.max()), t[[values.argmax()]], certified=True)


def _in_space(f: Points, measure: Measure) -> Supremum:
    """The best of many local searches, one family for each combination of discrete coordinates."""
    grid = _grid(measure, lambda factor, _: _axis(factor, measure.ndim))
    values = f(grid)
    best = Supremum(float(values.max()), grid[values.argmax()], certified=False)
    for start in grid[np.argsort(values)[-_STARTS:]]:
        box = _box(measure, start)
        result = scipy.optimize.minimize(partial(_downhill, f, box), start, jac=True, bounds=box, method="L-BFGS-B")
        if -result.fun > best.value:
            best = Supremum(-float(result.fun), result.x, certified=False)
    return best


def _downhill(f: Points, box: Sequence[tuple[float, float]], x: Array) -> tuple[float, Array]:
    """-f(x) and its slopes by central differences inside the box, all in one call."""
    h = np.cbrt(np.finfo(float).eps) * np.maximum(1.0, np.abs(x))
    low, high = (np.clip(end, *np.transpose(box)) for end in (x - h, x + h))
    around = np.concatenate([x[None], x + np.diag(high - x), x + np.diag(low - x)])
    here, right, left = np.split(f(around), [1, 1 + len(x)])
    slopes = np.divide(right - left, high - low, out=np.zeros_like(x), where=high > low)
    return -float(here[0]), -slopes


def _axis(factor: Measure, ndim: int) -> Array:
    low, high = _bounds(factor, reach=8.0)
    n = max(3, int(_GRID ** (1 / ndim)))
    return low + (high - low) * (1 - np.cos(np.linspace(0, np.pi, n))) / 2


def _box(measure: Measure, start: Array) -> list[tuple[float, float]]:
    box = [(float(s), float(s)) for s in start]
    for factor, columns in blocks(measure):
        if not isinstance(factor, Discrete):
            box[columns.start] = _bounds(factor)
    return box

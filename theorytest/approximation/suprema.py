"""Suprema over the support of ρ: exact critical points on the line, polished local searches in several dimensions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import optimize

from theorytest.approximation.measures import Discrete, Gaussian, Measure
from theorytest.approximation.piecewise import critical_points, resolve
from theorytest.arguments import Array

_CORE = 38.0  # standard deviations that hold all mass a double can see
_PROBES = 2.0 ** np.arange(4, 200)  # how far out the tails are followed, in standard deviations
_GROWTH = 1.001  # a tail that gains this factor whenever the distance doubles grows for ever
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


def supremum(f: Points, measure: Measure, knots: Sequence[Sequence[float]] = ()) -> Supremum:
    """Sup of f ≥ 0 over the support of ρ, for f that maps points (N, D) to values (N,)."""
    if isinstance(measure, Discrete):
        values = f(measure.points)
        return Supremum(float(values.max()), measure.points[values.argmax()], certified=True)
    tail = _tail(f, measure)
    if tail == np.inf:
        return Supremum(np.inf, None, certified=True)
    core = _on_line(f, measure, knots) if measure.ndim == 1 else _in_space(f, measure)
    return core if tail <= core.value else Supremum(tail, None, core.certified)


def _tail(f: Points, measure: Measure) -> float:
    """The limit of f along the unbounded directions, 0 if there are none, inf if f grows there."""
    unbounded = [j for j, factor in enumerate(measure.factors) if isinstance(factor, Gaussian)]
    limits = [_ray(f, measure, direction) for direction in _directions(measure.ndim, unbounded)]
    return max(limits, default=0.0)


def _directions(ndim: int, unbounded: Sequence[int]) -> list[Array]:
    """The axes and the diagonals of the unbounded coordinates, both ways."""
    signs = np.array(list(itertools.product([-1.0, 0.0, 1.0], repeat=len(unbounded))))
    full = np.zeros((len(signs), ndim))
    full[:, list(unbounded)] = signs
    return [v for v in full if v.any()]


def _ray(f: Points, measure: Measure, direction: Array) -> float:
    centre, scale = np.transpose([_frame(factor) for factor in measure.factors])
    with np.errstate(all="ignore"):
        values = f(centre + scale * direction * _PROBES[:, None])
    first_bad = np.flatnonzero(~np.isfinite(values))
    visible = values[: first_bad[0]] if len(first_bad) else values
    if len(visible) < 2:
        return float("inf")
    return float("inf") if visible[-1] > _GROWTH * visible[-2] else float(visible[-1])


def _frame(factor: Measure) -> tuple[float, float]:
    if isinstance(factor, Gaussian):
        return factor.mean, factor.std
    if isinstance(factor, Discrete):
        return float(factor.points[0, 0]), 0.0
    low, high = factor.support  # type: ignore[attr-defined]
    return (low + high) / 2, 0.0


def _bounds(factor: Measure, *, reach: float = _CORE) -> tuple[float, float]:
    if isinstance(factor, Gaussian):
        return factor.mean - reach * factor.std, factor.mean + reach * factor.std
    return factor.support  # type: ignore[attr-defined, no-any-return]


def _on_line(f: Points, measure: Measure, knots: Sequence[Sequence[float]]) -> Supremum:
    low, high = _bounds(measure)
    steps = np.linspace(low, high, 77 if isinstance(measure, Gaussian) else 2)
    inner = np.array([t for t in (knots[0] if knots else ()) if low < t < high])
    edges = np.unique(np.concatenate([steps, inner]))
    proxy = resolve(lambda t: f(t[:, None]), edges)
    t = critical_points(proxy)
    t = np.unique(np.clip([t, np.nextafter(t, -np.inf), np.nextafter(t, np.inf)], low, high))  # both sides of jumps
    values = f(t[:, None])
    return Supremum(float(values.max()), t[[values.argmax()]], certified=True)


def _in_space(f: Points, measure: Measure) -> Supremum:
    """The best of many local searches, one family for each combination of discrete coordinates."""
    axes = [_axis(factor, measure.ndim) for factor in measure.factors]
    grid = np.stack([g.ravel() for g in np.meshgrid(*axes, indexing="ij")], axis=-1)
    values = f(grid)
    best = Supremum(float(values.max()), grid[values.argmax()], certified=False)
    for start in grid[np.argsort(values)[-_STARTS:]]:
        box = _box(measure, start)
        result = optimize.minimize(lambda x: -float(f(x[None])[0]), start, bounds=box, method="L-BFGS-B")
        if -result.fun > best.value:
            best = Supremum(-float(result.fun), result.x, certified=False)
    return best


def _axis(factor: Measure, ndim: int) -> Array:
    if isinstance(factor, Discrete):
        return factor.points[:, 0]
    low, high = _bounds(factor, reach=8.0)
    n = max(3, int(_GRID ** (1 / ndim)))
    return low + (high - low) * (1 - np.cos(np.linspace(0, np.pi, n))) / 2


def _box(measure: Measure, start: Array) -> list[tuple[float, float]]:
    return [
        (float(s), float(s)) if isinstance(factor, Discrete) else _bounds(factor)
        for factor, s in zip(measure.factors, start, strict=True)
    ]

"""Distributions on the line from their densities: distribution function, and draws by a piecewise quintic inverse.

The inverse x(u) of the distribution function F is interpolated with its two derivatives x' = 1/f and
x'' = -f'/f³ on N equal panels of [0, 1], so that a draw costs one table look-up and five multiplications
whatever the density. Where the density vanishes (tails, zeros, gaps) x(u) is steep: these few panels are
halved until F(x(u)) = u to 2e-14 there as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.interpolate import PPoly
from scipy.optimize import elementwise

from theorytest.arguments import Array

Cells = NDArray[np.intp]
Flags = NDArray[np.bool_]

_TOLERANCE = 2e-14
_BLOCK = 32768  # draws that stay in the cache while they are transformed
_SMALLEST = 2.0**-53  # the spacing of the uniforms: a steeper panel is never hit twice

_NONE = np.empty(0, dtype=np.intp)

# Rows: value and first two derivatives of a quintic Σ_k c_k t^k at t = 0 and at t = 1.
_HERMITE = np.linalg.inv(
    [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 2, 0, 0, 0],
     [1, 1, 1, 1, 1, 1], [0, 1, 2, 3, 4, 5], [0, 0, 2, 6, 12, 20]]
)  # fmt: skip


@dataclass(frozen=True)
class Distribution:
    """A probability distribution on an interval with a piecewise polynomial density (not yet normalised)."""

    unnormalised: PPoly
    knots: Sequence[float] | Array = ()

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the support."""
        return float(self.unnormalised.x[0]), float(self.unnormalised.x[-1])

    @cached_property
    def mass(self) -> float:
        """The integral of the density before normalisation."""
        return float(self._primitive(self._primitive.x[-1]))

    def density(self, t: Array) -> Array:
        """The density at points inside the interval."""
        values: Array = self.unnormalised(t) / self.mass
        return values

    def cdf(self, t: Array) -> Array:
        """F(t), exact up to the rounding of the piecewise polynomial."""
        values: Array = self._primitive(np.clip(t, *self.interval)) / self.mass
        return values

    def draw(self, rng: Generator, size: int) -> Array:
        """Independent draws, shape (size,)."""
        return self._table.invert(np.empty(size), rng)

    def inverse(self, u: Array) -> Array:
        """x(u) with |F(x(u)) - u| ≤ 2e-14 up to the spacing of the doubles x, for an array of u in [0, 1)."""
        return self._table.invert(np.array(u, dtype=float).ravel()).reshape(u.shape)

    @cached_property
    def _primitive(self) -> PPoly:
        return self.unnormalised.antiderivative()

    @cached_property
    def _table(self) -> _Table:
        return _table(self)

    def solve(self, u: Array) -> Array:
        """F⁻¹(u) by bracketed root finding: what the table is built from and tested against."""
        edges = self._primitive.x
        levels = np.maximum.accumulate(self.cdf(edges))
        cell = np.clip(np.searchsorted(levels, u, side="left") - 1, 0, len(edges) - 2)
        inside = (levels[cell] < u) & (u < levels[cell + 1])
        x: Array = np.where(u <= levels[cell], edges[cell], edges[cell + 1])
        if inside.any():
            c, target = cell[inside], u[inside]
            root = elementwise.find_root(lambda t, v: self.cdf(t) - v, (edges[c], edges[c + 1]), args=(target,))
            x[inside] = root.x
        return x

    def quintic(self, a: Array, b: Array) -> Array:
        """Coefficients (6, panels) in t = (u - a) / (b - a) of the quintics that match x, x', x'' at a and at b."""
        h, data = b - a, []
        for u in (a, b):
            x = self.solve(u)
            f, slope = self.density(x), self._slope(x)
            with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
                data += [x, h / f, -(h**2) * slope / f**3]
        with np.errstate(invalid="ignore", over="ignore"):
            c: Array = _HERMITE @ np.array(data)
        steep = ~np.all(np.isfinite(c), axis=0)  # the density vanishes at an end: a straight line until it is refined
        c[:, steep] = 0.0
        c[0, steep], c[1, steep] = data[0][steep], (data[3] - data[0])[steep]
        return c

    def _slope(self, t: Array) -> Array:
        values: Array = self._derivative(t) / self.mass
        return values

    @cached_property
    def _derivative(self) -> PPoly:
        return self.unnormalised.derivative()


@dataclass(frozen=True)
class _Table:
    """Quintics on equal panels, and finer ones for the panels that are marked steep."""

    coefficients: tuple[Array, ...]  # of t⁰ ... t⁵, each of shape (panels,)
    steep: Flags | None
    fine_edges: Array
    fine_coefficients: Array

    def invert(self, x: Array, rng: Generator | None = None) -> Array:
        """Replace u by x(u) in place; with a generator, u is drawn first, block by block while it is in the cache."""
        size = min(_BLOCK, len(x))
        t, cell, c, steep = (np.empty(size, dtype=kind) for kind in (float, np.intp, float, bool))
        for start in range(0, len(x), _BLOCK):
            block = x[start : start + _BLOCK]
            n = len(block)
            if rng is not None:
                rng.random(out=block)
            self._block(block, t[:n], cell[:n], c[:n], steep[:n])
        return x

    def _block(self, x: Array, t: Array, cell: Cells, c: Array, steep: Flags) -> None:
        """One block of draws, in place: the scratch arrays save the time that new ones would take."""
        np.multiply(x, len(self.coefficients[0]), out=t)
        np.copyto(cell, t, casting="unsafe")
        t -= cell
        hit = _NONE if self.steep is None else np.flatnonzero(self.steep.take(cell, out=steep, mode="clip"))
        fine = self._fine(x[hit]) if len(hit) else None
        self.coefficients[5].take(cell, out=x, mode="clip")
        for k in range(4, -1, -1):
            x *= t
            self.coefficients[k].take(cell, out=c, mode="clip")
            x += c
        if fine is not None:
            x[hit] = fine

    def _fine(self, u: Array) -> Array:
        cell = np.searchsorted(self.fine_edges, u, side="right") - 1
        t = (u - self.fine_edges[cell]) / (self.fine_edges[cell + 1] - self.fine_edges[cell])
        return _horner(self.fine_coefficients[:, cell], t)


def _horner(c: Array, t: Array) -> Array:
    x: Array = c[5].copy()
    for k in range(4, -1, -1):
        x = x * t + c[k]
    return x


def _table(law: Distribution) -> _Table:
    """Equal panels, doubled until few of them are steep; the steep ones refined one by one."""
    panels = 512
    while True:
        u = np.linspace(0, 1, panels + 1)
        c = law.quintic(u[:-1], u[1:])
        steep = ~_accurate(law, u[:-1], u[1:], c)
        if steep.mean() <= 1 / 256 or panels >= 8192:
            break
        panels *= 2
    edges, fine = _refine(law, u[:-1][steep], u[1:][steep])
    coefficients = tuple(np.ascontiguousarray(row) for row in c)
    return _Table(coefficients, steep if steep.any() else None, edges, fine)


def _accurate(law: Distribution, a: Array, b: Array, c: Array) -> Flags:
    """Whether F(x(u)) = u to the tolerance inside each panel."""
    t = np.linspace(0, 1, 9)[1:-1, None]
    with np.errstate(invalid="ignore", over="ignore"):
        x = _horner(c[:, None, :], np.broadcast_to(t, (len(t), len(a))))
    ends = c[0], c[0] + c[1:].sum(axis=0)
    within = (ends[0] <= x) & (x <= ends[1])  # an overshooting quintic is never accepted
    x = np.clip(x, *law.interval)
    error = np.abs(law.cdf(x) - (a + t * (b - a)))
    rounding = 8 * np.finfo(float).eps * np.abs(x) * law.density(x)  # what the spacing of the doubles x costs in F
    return np.asarray(np.all(within & (error <= _TOLERANCE + rounding), axis=0))


def _refine(law: Distribution, a: Array, b: Array) -> tuple[Array, Array]:
    """Panels halved until accurate; the images of the knots are edges, since x(u) has kinks there."""
    cuts = law.cdf(np.asarray(law.knots, dtype=float))
    inner = [np.unique([lo, *cuts[(lo < cuts) & (cuts < hi)], hi]) for lo, hi in zip(a, b, strict=True)]
    a = np.concatenate([e[:-1] for e in inner]) if inner else a
    b = np.concatenate([e[1:] for e in inner]) if inner else b
    edges, parts = [np.empty(0)], [np.empty((6, 0))]
    ends = [np.empty(0)]
    while len(a):
        c = law.quintic(a, b)
        good = _accurate(law, a, b, c) | (b - a <= _SMALLEST)
        edges, ends, parts = [*edges, a[good]], [*ends, b[good]], [*parts, c[:, good]]
        a, b = a[~good], b[~good]
        middle = (a + b) / 2
        a, b = np.concatenate([a, middle]), np.concatenate([middle, b])
    left, right, c = np.concatenate(edges), np.concatenate(ends), np.concatenate(parts, axis=1)
    return _with_gaps(left, right, c)


def _with_gaps(left: Array, right: Array, c: Array) -> tuple[Array, Array]:
    """Sorted edges; an edge that closes a run of panels opens a gap that is never looked up."""
    order = np.argsort(left)
    left, right, c = left[order], right[order], c[:, order]
    closes = np.append(left[1:] != right[:-1], True) if len(left) else np.empty(0, dtype=bool)
    where = np.flatnonzero(closes) + 1
    return np.insert(left, where, right[closes]), np.insert(c, where, 0.0, axis=1)

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
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from theorytest.arguments import Array

if TYPE_CHECKING:
    from scipy.interpolate import PPoly

Cells = NDArray[np.intp]
Flags = NDArray[np.bool_]

_TOLERANCE = 2e-14
_MAX_STEPS = 100  # fifty halvings of the bracket reach the spacing of the doubles
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
        return self.table.invert(np.empty(size), rng)

    def inverse(self, u: Array) -> Array:
        """x(u) with |F(x(u)) - u| ≤ 2e-14 up to the spacing of the doubles x, for an array of u in [0, 1)."""
        return self.table.invert(np.array(u, dtype=float).ravel()).reshape(u.shape)

    @cached_property
    def _primitive(self) -> PPoly:
        return self.unnormalised.antiderivative()

    @cached_property
    def table(self) -> Table:
        """x(u) in pieces."""
        return _table(self)

    def solve(self, u: Array) -> Array:
        """F⁻¹(u) by a bracketed Newton method: what the table is built from and tested against."""
        edges = self._primitive.x
        levels = np.maximum.accumulate(self.cdf(edges))
        cell = np.clip(np.searchsorted(levels, u, side="left") - 1, 0, len(edges) - 2)
        inside = (levels[cell] < u) & (u < levels[cell + 1])
        x: Array = np.where(u <= levels[cell], edges[cell], edges[cell + 1])
        if inside.any():
            c = cell[inside]
            x[inside] = self._newton(u[inside], edges[c], edges[c + 1])
        return x

    def _newton(self, u: Array, low: Array, high: Array) -> Array:
        """Newton's method inside a bracket that shrinks; a step that leaves the bracket goes to its middle instead."""
        eps, (start, stop) = np.finfo(float).eps, self.interval
        x = (low + high) / 2
        todo = np.arange(len(u))
        for _ in range(_MAX_STEPS):
            t = x[todo]
            error, f = self.cdf(t) - u[todo], self.density(t)
            low, high = np.where(error <= 0, t, low), np.where(error >= 0, t, high)
            with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
                new = t - error / f
            # Near a zero of the density at x = 0 a tolerance relative to x alone would descend to the denormals.
            near = np.abs(new - t) <= eps * np.maximum(np.abs(t), 1e-3 * (stop - start))
            far = ~(near | (np.abs(error) <= eps * u[todo]))
            x[todo] = np.where(far, np.where((low < new) & (new < high), new, (low + high) / 2), t)
            todo, low, high = todo[far], low[far], high[far]
            if not len(todo):
                break
        return x

    def jets(self, u: Array) -> Array:
        """x(u), x'(u) = 1/f and x''(u) = -f'/f³, shape (3, ...); infinite or NaN where the density vanishes."""
        x = self.solve(u)
        f, slope = self.density(x), self._slope(x)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return np.array([x, 1 / f, -slope / f**3])

    def _slope(self, t: Array) -> Array:
        values: Array = self._derivative(t) / self.mass
        return values

    @cached_property
    def _derivative(self) -> PPoly:
        return self.unnormalised.derivative()


@dataclass(frozen=True)
class Table:
    """Quintics on equal panels, and finer ones for the panels that are marked steep."""

    coefficients: tuple[Array, ...]  # of t⁰ ... t⁵, each of shape (panels,)
    steep: Flags | None
    fine_edges: Array
    fine_coefficients: Array
    high: float  # the end of the support

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
        return np.minimum(_horner(self.fine_coefficients[:, cell], t), self.high)


def _horner(c: Array, t: Array) -> Array:
    x: Array = c[5].copy()
    for k in range(4, -1, -1):
        x = x * t + c[k]
    return x


def _table(law: Distribution) -> Table:
    """Equal panels, doubled until few of them are steep; the steep ones refined one by one."""
    u = np.linspace(0, 1, 513)
    jets = law.jets(u)
    while True:
        c = _quintic(np.diff(u), jets[:, :-1], jets[:, 1:])
        steep = ~_accurate(law, u[:-1], u[1:], c)
        if steep.mean() <= 1 / 256 or len(steep) >= 8192:
            break
        middle = (u[:-1] + u[1:]) / 2
        between = np.arange(1, len(u))
        u, jets = np.insert(u, between, middle), np.insert(jets, between, law.jets(middle), axis=1)
    edges, fine = _refine(law, u[:-1][steep], u[1:][steep])
    c[0, -1] -= 8 * np.finfo(float).eps * np.abs(c[:, -1]).sum()  # rounding must not carry a draw beyond the support
    coefficients = tuple(np.ascontiguousarray(row) for row in c)
    return Table(coefficients, steep if steep.any() else None, edges, fine, law.interval[1])


def _quintic(h: Array, left: Array, right: Array) -> Array:
    """Coefficients (6, panels) in t from 0 to 1 of the quintics with these jets at the ends of panels of width h."""
    scale = np.array([np.ones_like(h), h, h**2])
    with np.errstate(invalid="ignore", over="ignore"):
        c: Array = _HERMITE @ np.concatenate([scale * left, scale * right])
    _straighten(c, ~np.all(np.isfinite(c), axis=0), left[0], right[0])  # the density vanishes at an end
    return c


def _straighten(c: Array, where: Flags, left: Array, right: Array) -> None:
    """Replace some of the quintics by the straight lines between their ends."""
    c[:, where] = 0.0
    c[0, where], c[1, where] = left[where], (right - left)[where]


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
    a, b = _cut(a, b, law.cdf(np.asarray(law.knots, dtype=float)))
    at_a, at_b = law.jets(a), law.jets(b)
    done = [(a[:0], b[:0], np.empty((6, 0)))]
    while len(a):
        c = _quintic(b - a, at_a, at_b)
        accurate, smallest = _accurate(law, a, b, c), b - a <= _SMALLEST
        _straighten(c, smallest & ~accurate, at_a[0], at_b[0])  # a quintic could leave the support here
        good = accurate | smallest
        done.append((a[good], b[good], c[:, good]))
        a, b, at_a, at_b = a[~good], b[~good], at_a[:, ~good], at_b[:, ~good]
        middle = (a + b) / 2
        at_middle = law.jets(middle)
        a, b = np.concatenate([a, middle]), np.concatenate([middle, b])
        at_a, at_b = np.concatenate([at_a, at_middle], axis=1), np.concatenate([at_middle, at_b], axis=1)
    left, right, c = (np.concatenate([part[k] for part in done], axis=-1) for k in range(3))
    return _with_gaps(left, right, c)


def _cut(a: Array, b: Array, cuts: Array) -> tuple[Array, Array]:
    """The panels [a, b], cut at the points that lie inside them."""
    inside = np.unique(cuts[np.any((a[:, None] < cuts) & (cuts < b[:, None]), axis=0)])
    left, right = np.sort(np.concatenate([a, inside])), np.sort(np.concatenate([b, inside]))
    return left, right


def _with_gaps(left: Array, right: Array, c: Array) -> tuple[Array, Array]:
    """Sorted edges; an edge that closes a run of panels opens a gap that is never looked up."""
    order = np.argsort(left)
    left, right, c = left[order], right[order], c[:, order]
    closes = np.append(left[1:] != right[:-1], True) if len(left) else np.empty(0, dtype=bool)
    where = np.flatnonzero(closes) + 1
    return np.insert(left, where, right[closes]), np.insert(c, where, 0.0, axis=1)

r"""Densities on a line that are polynomials on pieces, one for each replica, and their distribution functions inverted.

The antiderivative gives the distribution function, piece by piece; a point solves F(x) = u. Polynomials are written in
Legendre's, for by powers of the coordinate all digits are lost from degree 24 on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.polynomial.legendre import legvander
from numpy.random import Generator

from theorytest.arguments import Array
from theorytest.descent.models.shallow.pieces import gauss
from theorytest.descent.models.shallow.tangent import Rows

_MOST = 60  # rounds of a bisection to rounding, if Newton's method never helps
_CLOSE = 4e-16  # in the coordinate of a piece, of length 1


@dataclass(frozen=True, eq=False)
class PiecesLaw:
    """Probability densities on the pieces between edges, one for each replica."""

    edges: Array  # (R, K + 1)
    density: Array  # (R, K, degrees): with respect to the coordinate of the piece, in Legendre polynomials of [0, 1]
    masses: Array  # (R, K)
    mass: Array | float = 1.0  # (R, 1): of the measure that was normalised

    def draw(self, rng: Generator, size: int) -> Array:
        """Independent draws (size, 1), equally many of each replica, one replica after the other."""
        R = len(self.edges)
        return self.invert(rng.random((R, size // R))).reshape(-1, 1)

    def invert(self, u: Array) -> Array:
        """x with F(x) = u, for u (R, n) in [0, 1]: an array (R, n, 1)."""
        ends = np.cumsum(self.masses, axis=-1)
        ends /= ends[:, -1:]
        last = np.argmax(ends >= 1, axis=-1)[:, None]  # rounding must not lead into a piece without mass
        piece = np.minimum((u[..., None] >= ends[:, None, :]).sum(axis=-1), last)
        before = np.take_along_axis(np.pad(ends, ((0, 0), (1, 0))), piece, axis=1)
        mass = np.take_along_axis(self.masses, piece, axis=1)
        rows = np.arange(len(u))[:, None]
        t = _solve(self.density[rows, piece] / mass[..., None], (u - before) / mass)
        left, right = self.edges[rows, piece], self.edges[rows, piece + 1]
        return np.asarray(np.minimum(left + t * (right - left), right))[..., None]

    def cdf(self, x: Array) -> Array:
        """F at points (R, n, 1): an array (R, n)."""
        rows, piece, t = self.where(x)
        before = np.pad(np.cumsum(self.masses, axis=-1), ((0, 0), (1, 0)))
        within = _antiderivative(self.density[rows, piece])
        return np.asarray(before[rows, piece] + evaluate(within, t))

    def where(self, x: Array) -> tuple[Rows, Rows, Array]:
        """Which piece each point lies in, and where in it."""
        inside, high = self.edges[:, None, 1:-1], self.edges[:, None, -1:]
        piece = ((x >= inside) & (inside < high)).sum(axis=-1)  # never one of length 0
        rows = np.arange(len(x))[:, None]
        left, length = self.edges[rows, piece], np.diff(self.edges, axis=-1)[rows, piece]
        t = np.divide(x[..., 0] - left, length, out=np.zeros_like(left), where=length > 0)
        return rows, piece, np.clip(t, 0, 1)


def interpolated(edges: Array, values: Array) -> PiecesLaw:
    """The law of densities with given values (R, K T) at the T Gauss nodes of each piece, normalised."""
    R, K = len(edges), edges.shape[-1] - 1
    n_nodes = values.shape[-1] // K
    w = gauss(n_nodes)[1]
    f = values.reshape(R, K, n_nodes) * np.diff(edges, axis=-1)[..., None]
    mass = (f @ w).sum(axis=-1)[:, None]
    f = f / mass[..., None]
    return PiecesLaw(edges, f @ shapes(n_nodes), f @ w, mass)


@cache
def shapes(n_nodes: int) -> Array:
    """The Lagrange polynomials of the nodes in the Legendre polynomials of [0, 1], an array (nodes, degrees)."""
    t, w = gauss(n_nodes)
    degrees = np.arange(n_nodes)
    return np.ascontiguousarray(legvander(2 * t - 1, n_nodes - 1) * (2 * degrees + 1) * w[:, None])


def evaluate(c: Array, t: Array) -> Array:
    """Σ_k c_k P_k at t in [0, 1], by Clenshaw's recursion."""
    x, last = 2 * t - 1, c.shape[-1] - 1
    found, before = np.broadcast_to(c[..., last], t.shape), None
    for k in range(last - 1, -1, -1):
        new = (2 * k + 1) / (k + 1) * x * found + c[..., k]
        if before is not None:
            new -= (k + 1) / (k + 2) * before
        found, before = new, found
    return np.asarray(found)


def _antiderivative(c: Array) -> Array:
    """∫_0 of Σ_k c_k P_k: 2 (2k + 1) ∫ P_k = P_{k+1} - P_{k-1}, which vanishes at 0 for k ≥ 1."""
    part = c / (2 * (2 * np.arange(c.shape[-1]) + 1))
    found = np.concatenate([part[..., :1], part], axis=-1)  # 2 ∫ P_0 = P_1 + P_0
    found[..., : part.shape[-1] - 1] -= part[..., 1:]
    return found


def _solve(density: Array, u: Array) -> Array:
    """t in [0, 1] with ∫_0^t density = u: Newton's method between bounds that halve where it leaves them."""
    found, todo, degrees = np.empty(u.size), np.arange(u.size), density.shape[-1]
    rows = np.concatenate([density, _antiderivative(density), u[..., None]], axis=-1)
    rows = np.ascontiguousarray(rows.reshape(u.size, -1).T)
    t, low, high, moves = np.clip(u.ravel(), 0, 1), np.zeros(u.size), np.ones(u.size), np.ones(u.size, dtype=bool)
    for _ in range(_MOST):
        spare = evaluate(rows[degrees:-1].T, t) - rows[-1]
        below = spare < 0
        low, high = np.where(below, t, low), np.where(below, high, t)
        with np.errstate(divide="ignore", invalid="ignore"):
            new = t - spare / evaluate(rows[:degrees].T, t)
        inside = (new >= low) & (new <= high)  # a NaN is not
        new = np.where(moves, np.where(inside, new, (low + high) / 2), t)  # what has come to rest stays there
        t, moves = new, np.abs(new - t) > _CLOSE
        left = np.count_nonzero(moves)
        if not left:
            break
        if 2 * left < len(moves):
            found[todo[~moves]] = t[~moves]
            rows, todo, t, low, high = rows[:, moves], todo[moves], t[moves], low[moves], high[moves]
            moves = np.ones(left, dtype=bool)
    found[todo] = t
    return found.reshape(u.shape)

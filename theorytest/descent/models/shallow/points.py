r"""Optimal points on an interval: the exact distribution function, inverted [x:display-appK.4-density].

Between the knots the density K/r = 1/r Σ_k ψ_k² is a polynomial of degree 2p, known from the values of ψ at the p + 1
nodes of the piece. Its antiderivative gives the distribution function, piece by piece; a point solves F(x) = u.
Polynomials are written in Legendre's, for by powers of the coordinate all digits are lost from p = 12 on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.polynomial.legendre import legvander
from numpy.random import Generator

from theorytest.arguments import Array, whole
from theorytest.descent.models.shallow.activations import RePU
from theorytest.descent.models.shallow.pieces import gauss, order
from theorytest.descent.models.shallow.tangent import Rows, Tangents

_MOST = 60  # rounds of a bisection to rounding, if Newton's method never helps
_CLOSE = 4e-16  # in the coordinate of a piece, of length 1


@dataclass(frozen=True, eq=False)
class OptimalPoints:
    """The optimal density of each tangent space of a batch, on the pieces between the knots."""

    edges: Array  # (R, K + 1)
    values: Array  # (R, K, p + 1, d): ψ at the nodes of each piece
    density: Array  # (R, K, 2p + 1): K/r times the mass of the piece under ρ, in Legendre polynomials of [0, 1]
    masses: Array  # (R, K)
    dim: Array  # (R,)

    def draw(self, rng: Generator, n_samples: int) -> Array:
        """Independent optimal points (R, n, 1)."""
        return self.invert(rng.random((len(self.edges), whole("n_samples", n_samples))))

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

    def take(self, rows: Rows) -> OptimalPoints:
        """Those of some of the tangent spaces."""
        return OptimalPoints(*(each[rows] for each in (self.edges, self.values, self.density, self.masses, self.dim)))

    def largest(self) -> Array:
        """k = sup K of each space, on a grid of 33 points in each piece."""
        t = np.linspace(0, 1, 33)
        length = np.diff(self.edges, axis=-1) / (self.edges[:, -1:] - self.edges[:, :1])
        on_grid = _evaluate(self.density[..., None, :], np.broadcast_to(t, (*length.shape, len(t))))
        k = np.divide(on_grid, length[..., None], out=np.zeros_like(on_grid), where=length[..., None] > 0)
        return np.asarray(k.max(axis=(-1, -2)) * self.dim)

    def cdf(self, x: Array) -> Array:
        """F at points (R, n, 1): an array (R, n)."""
        rows, piece, t = self._where(x)
        before = np.pad(np.cumsum(self.masses, axis=-1), ((0, 0), (1, 0)))
        within = _antiderivative(self.density[rows, piece])
        return np.asarray(before[rows, piece] + _evaluate(within, t))

    def basis(self, x: Array) -> Array:
        """ψ at points (R, n, 1): an array (R, n, d), the polynomials of the pieces, without loss of digits."""
        rows, piece, t = self._where(x)
        weights = np.stack([_evaluate(shape, t) for shape in shapes(self.values.shape[2])], axis=-1)
        return np.asarray(np.einsum("rna,rnad->rnd", weights, self.values[rows, piece]))

    def _where(self, x: Array) -> tuple[Rows, Rows, Array]:
        """Which piece each point lies in, and where in it."""
        inside, high = self.edges[:, None, 1:-1], self.edges[:, None, -1:]
        piece = ((x >= inside) & (inside < high)).sum(axis=-1)  # never one of length 0
        rows = np.arange(len(x))[:, None]
        left, length = self.edges[rows, piece], np.diff(self.edges, axis=-1)[rows, piece]
        t = np.divide(x[..., 0] - left, length, out=np.zeros_like(left), where=length > 0)
        return rows, piece, np.clip(t, 0, 1)


def optimal_points(space: Tangents, edges: Array) -> OptimalPoints:
    """The optimal density of the tangent spaces of RePU networks, for the uniform measure between the outer edges."""
    if not isinstance(space.network.activation, RePU):
        raise ValueError(f"exact optimal points need a RePU activation, got {space.network.activation!r}")
    n_nodes = order(space.network)
    shape = (len(edges), edges.shape[-1] - 1, n_nodes)
    w = space.weights.reshape(shape)[..., None]
    scaled = space.at_nodes.reshape(*shape, -1)
    values = np.divide(scaled, np.sqrt(w), out=np.zeros_like(scaled), where=w > 0)
    length = np.diff(edges, axis=-1) / (edges[:, -1:] - edges[:, :1])
    gram = values @ np.swapaxes(values, -1, -2) * (length / space.dim[:, None])[..., None, None]
    masses = np.einsum("rkaa,a->rk", gram, gauss(n_nodes)[1])
    density = gram.reshape(*gram.shape[:-2], -1) @ _products(n_nodes)
    return OptimalPoints(edges, values, density, masses, space.dim)


@cache
def shapes(n_nodes: int) -> Array:
    """The Lagrange polynomials of the nodes in the Legendre polynomials of [0, 1], an array (nodes, degrees)."""
    t, w = gauss(n_nodes)
    degrees = np.arange(n_nodes)
    return np.ascontiguousarray(legvander(2 * t - 1, n_nodes - 1) * (2 * degrees + 1) * w[:, None])


@cache
def _products(n_nodes: int) -> Array:
    """The products ℓ_a ℓ_b in Legendre polynomials, an array (nodes², 2 nodes - 1)."""
    t, w = gauss(2 * n_nodes)
    degrees = np.arange(2 * n_nodes - 1)
    at = legvander(2 * t - 1, n_nodes - 1) @ shapes(n_nodes).T  # (t, a)
    pairs = (at[:, :, None] * at[:, None, :]).reshape(len(t), -1)
    return np.asarray((pairs * w[:, None]).T @ legvander(2 * t - 1, 2 * n_nodes - 2) * (2 * degrees + 1))


def _antiderivative(c: Array) -> Array:
    """∫_0 of Σ_k c_k P_k: 2 (2k + 1) ∫ P_k = P_{k+1} - P_{k-1}, which vanishes at 0 for k ≥ 1."""
    part = c / (2 * (2 * np.arange(c.shape[-1]) + 1))
    found = np.concatenate([part[..., :1], part], axis=-1)  # 2 ∫ P_0 = P_1 + P_0
    found[..., : part.shape[-1] - 1] -= part[..., 1:]
    return found


def _evaluate(c: Array, t: Array) -> Array:
    """Σ_k c_k P_k at t in [0, 1], by Clenshaw's recursion."""
    x, last = 2 * t - 1, c.shape[-1] - 1
    found, before = np.broadcast_to(c[..., last], t.shape), None
    for k in range(last - 1, -1, -1):
        new = (2 * k + 1) / (k + 1) * x * found + c[..., k]
        if before is not None:
            new -= (k + 1) / (k + 2) * before
        found, before = new, found
    return np.asarray(found)


def _solve(density: Array, u: Array) -> Array:
    """t in [0, 1] with ∫_0^t density = u: Newton's method between bounds that halve where it leaves them."""
    f = np.moveaxis(density, -1, 0).reshape(density.shape[-1], -1)
    F, u = np.moveaxis(_antiderivative(density), -1, 0).reshape(len(f) + 1, -1), u.ravel()
    t, low, high = np.clip(u, 0, 1), np.zeros_like(u), np.ones_like(u)
    todo = np.arange(len(u))
    for _ in range(_MOST):
        at = t[todo]
        spare = _evaluate(F[:, todo].T, at) - u[todo]
        low[todo], high[todo] = np.where(spare < 0, at, low[todo]), np.where(spare < 0, high[todo], at)
        with np.errstate(divide="ignore", invalid="ignore"):
            new = at - spare / _evaluate(f[:, todo].T, at)
        inside = (new >= low[todo]) & (new <= high[todo])  # a NaN is not
        new = np.where(inside, new, (low[todo] + high[todo]) / 2)
        t[todo] = new
        todo = todo[np.abs(new - at) > _CLOSE]
        if not len(todo):
            break
    return t.reshape(density.shape[:-1])

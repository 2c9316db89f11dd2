r"""Optimal points on an interval: the exact distribution function, inverted [x:display-appK.4-density].

Between the knots the density K/r = 1/r Σ_k ψ_k² is a polynomial of degree 2p, known from the values of ψ at the p + 1
nodes of the piece.
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
from theorytest.descent.models.shallow.pieces_law import PiecesLaw, evaluate, shapes
from theorytest.descent.models.shallow.tangent import Rows, Tangents


@dataclass(frozen=True, eq=False)
class OptimalPoints:
    """The optimal law K/r ρ of each tangent space of a batch, on the pieces between the knots."""

    law: PiecesLaw
    values: Array  # (R, K, p + 1, d): ψ at the nodes of each piece
    dim: Array  # (R,)

    def draw(self, rng: Generator, n_samples: int) -> Array:
        """Independent optimal points (R, n, 1)."""
        return self.invert(rng.random((len(self.dim), whole("n_samples", n_samples))))

    def invert(self, u: Array) -> Array:
        """x with F(x) = u, for u (R, n) in [0, 1]: an array (R, n, 1)."""
        return self.law.invert(u)

    def take(self, rows: Rows) -> OptimalPoints:
        """Those of some of the tangent spaces."""
        law = PiecesLaw(*(each[rows] for each in (self.law.edges, self.law.density, self.law.masses)))
        return OptimalPoints(law, self.values[rows], self.dim[rows])

    def largest(self) -> Array:
        """k = sup K of each space, on a grid of 33 points in each piece."""
        t, edges = np.linspace(0, 1, 33), self.law.edges
        length = np.diff(edges, axis=-1) / (edges[:, -1:] - edges[:, :1])
        on_grid = evaluate(self.law.density[..., None, :], np.broadcast_to(t, (*length.shape, len(t))))
        k = np.divide(on_grid, length[..., None], out=np.zeros_like(on_grid), where=length[..., None] > 0)
        return np.asarray(k.max(axis=(-1, -2)) * self.dim)

    def cdf(self, x: Array) -> Array:
        """F at points (R, n, 1): an array (R, n)."""
        return self.law.cdf(x)

    def basis(self, x: Array) -> Array:
        """ψ at points (R, n, 1): an array (R, n, d), the polynomials of the pieces, without loss of digits."""
        rows, piece, t = self.law.where(x)
        weights = np.stack([evaluate(shape, t) for shape in shapes(self.values.shape[2])], axis=-1)
        return np.asarray(np.einsum("rna,rnad->rnd", weights, self.values[rows, piece]))


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
    return OptimalPoints(PiecesLaw(edges, density, masses), values, space.dim)


@cache
def _products(n_nodes: int) -> Array:
    """The products ℓ_a ℓ_b in Legendre polynomials, an array (nodes², 2 nodes - 1)."""
    t, w = gauss(2 * n_nodes)
    degrees = np.arange(2 * n_nodes - 1)
    at = legvander(2 * t - 1, n_nodes - 1) @ shapes(n_nodes).T  # (t, a)
    pairs = (at[:, :, None] * at[:, None, :]).reshape(len(t), -1)
    return np.asarray((pairs * w[:, None]).T @ legvander(2 * t - 1, 2 * n_nodes - 2) * (2 * degrees + 1))

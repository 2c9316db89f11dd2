r"""Optimal points in R^D: a mixture over the basis, then one coordinate after the other [x:appK.4-mixture].

An index k is drawn uniformly, then x_1, ..., x_D from ψ_k² ρ. With the other coordinates integrated out,

    p_k(x_l | x_1, ..., x_{l-1}) = ∫ ψ_k² ρ d(x_{l+1}, ..., x_D) / ∫ ψ_k² ρ d(x_l, ..., x_D),

where the paper leaves out the denominator. With some coordinates fixed, ψ_k is a tangent of a network of the others, so
that the integral is c'Gc with its Gramian. On panels of about one standard deviation, cut at the kinks of the last
coordinate, the density is interpolated at Gauss nodes and its distribution function inverted: exact to about 1e-7.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.random import Generator

from theorytest.arguments import Array, reals, whole
from theorytest.descent.models.shallow.activations import RePU
from theorytest.descent.models.shallow.gaussian_rule import GaussianRule, density
from theorytest.descent.models.shallow.network import Network, from_theta
from theorytest.descent.models.shallow.pieces import on_panels
from theorytest.descent.models.shallow.pieces_law import interpolated
from theorytest.descent.models.shallow.retraction import derivative
from theorytest.descent.models.shallow.ridges import tangent_gramian
from theorytest.descent.models.shallow.tangent import Rows, Tangents
from theorytest.signatures import checked

_AT_ONCE = 4_000_000  # numbers in one array
_MOST_COORDINATES = 2  # that a tensor rule integrates; above, the Gramian of ridge functions does


def restricted(network: Network, head: Array) -> Network:
    """The network as one of the other coordinates, with the first l (..., l) fixed; batches are broadcast."""
    ell = head.shape[-1]
    bias = network.bias + (network.inner[..., :ell] @ head[..., None])[..., 0]
    batch = bias.shape[:-1]
    inner = np.broadcast_to(network.inner[..., ell:], (*bias.shape, network.ndim - ell))
    outer, shift = np.broadcast_to(network.outer, bias.shape), np.broadcast_to(network.shift, batch)
    return Network(network.activation, outer, shift, inner, bias)


@dataclass(frozen=True, eq=False)
class SequentialPoints:
    """The optimal law of each tangent space of a batch."""

    space: Tangents
    rule: GaussianRule

    def draw(self, rng: Generator, n_samples: int) -> Array:
        """Independent optimal points (R, n, D)."""
        R, n = len(self.space.dim), whole("n_samples", n_samples)
        k = np.floor(rng.random((R, n)) * self.space.dim[:, None]).astype(np.intp)
        rows, u = np.arange(R)[:, None], rng.random((self.rule.ndim, R, n))
        edges, values = self._first
        x = inverted(edges[rows, k], values[rows, k], u[0])[..., None]
        for new in u[1:]:
            x = np.concatenate([x, self._next(x, self.directions[rows, k], new)[..., None]], axis=-1)
        return x

    @property
    def directions(self) -> Array:
        """The coefficients (R, r, p) of ψ_k in the tangents."""
        return np.swapaxes(self.space.coefficients, -1, -2)

    @cached_property
    def _first(self) -> tuple[Array, Array]:
        """Panels (R, r, K + 1) of x_1, and the marginal density (R, r, T) of every ψ_k² ρ at their nodes."""
        R, r = self.space.kept.shape
        edges = self.rule.edges(self.space.network, np.empty((R, 1, 0)))
        t, _ = on_panels(edges[:, 0])
        values = self.integrated(t[..., None], self.directions[:, None]) * density(t)[..., None]
        return np.broadcast_to(edges, (R, r, edges.shape[-1])), np.swapaxes(values, -1, -2)

    def _next(self, x: Array, C: Array, u: Array) -> Array:
        """The coordinate after those of x (R, n, l), for ψ with the coefficients C (R, n, p)."""
        edges = self.rule.edges(self.space.network, x)
        t, _ = on_panels(edges)
        last = x.shape[-1] == self.rule.ndim - 1
        return inverted(edges, (self._squares if last else self._marginals)(x, C, t) * density(t), u)

    def _squares(self, x: Array, C: Array, t: Array) -> Array:
        """ψ² (R, n, T) on the lines where only the last coordinate t (R, n, T) is free."""
        s = self.space.network
        wide, along = from_theta(s.activation, s.theta[:, None], s.ndim), from_theta(s.activation, C, s.ndim)
        return derivative(wide, along, joined(x, t[..., None])) ** 2

    def _marginals(self, x: Array, C: Array, t: Array) -> Array:
        """ψ² (R, n, T) with the coordinates after t integrated out, by chunks of samples."""
        (R, n, ell), p = x.shape, C.shape[-1]
        one = np.zeros((R, 1, ell + 1))
        others = p if self._closed(one) else self.rule.remaining(self.space.network, one)[1].shape[-1]
        values = np.empty_like(t)
        for part in np.array_split(np.arange(n), min(n, 1 + t.size * others * p // _AT_ONCE)):
            head = joined(x[:, part], t[:, part, :, None]).reshape(R, -1, ell + 1)
            here = np.repeat(C[:, part, None], t.shape[-1], axis=1)
            values[:, part] = self.integrated(head, here).reshape(R, len(part), -1)
        return values

    def integrated(self, head: Array, C: Array) -> Array:
        """∫ (Σ_j C_j ∂_j Φ)² dρ over the coordinates after head (R, S, l), for C (R, S, k, p): an array (R, S, k)."""
        if self._closed(head):
            return self.by_gramian(head, C)
        network = self.space.network
        y, v = self.rule.remaining(network, head)
        points = joined(head, y).reshape(len(head), -1, self.rule.ndim)
        T = network.tangents(points).reshape(*v.shape, network.n_parameters)
        return np.asarray(np.sum((T @ np.swapaxes(C, -1, -2)) ** 2 * v[..., None], axis=-2))

    def _closed(self, head: Array) -> bool:
        """Whether the other coordinates are left to a Gramian."""
        left = self.rule.ndim - head.shape[-1]
        return left > 0 and (isinstance(self.space.network.activation, RePU) or left > _MOST_COORDINATES)

    def by_gramian(self, head: Array, C: Array) -> Array:
        """The same as c'Gc, where c and G belong to the networks that the fixed coordinates leave."""
        s = self.space.network
        wide = from_theta(s.activation, s.theta[:, None], s.ndim)
        directions = restricted(from_theta(s.activation, C, s.ndim), head[..., None, :])
        c, G = directions.theta, tangent_gramian(restricted(wide, head))
        return np.asarray(np.sum((c @ G) * c, axis=-1))

    def basis(self, x: Array) -> Array:
        """ψ at points (R, n, D): an array (R, n, r)."""
        return self.space(x)

    def take(self, rows: Rows) -> SequentialPoints:
        """Those of some of the spaces."""
        taken = SequentialPoints(self.space.take(rows), self.rule)
        vars(taken)["_first"] = tuple(each[rows] for each in self._first)  # not computed twice
        return taken

    def largest(self) -> Array:
        """sup K (R,): infinite where x_j σ' is unbounded, otherwise on the nodes of the rule and far out."""
        if self.rule.ndim > 1 or isinstance(self.space.network.activation, RePU):
            return np.full(len(self.space.dim), np.inf)
        x = np.concatenate([factor * self.space.x for factor in (1, 2, 4, 16, 64)], axis=-2)
        return np.asarray(np.max(np.sum(self.space(x) ** 2, axis=-1), axis=-1))


def joined(head: Array, tail: Array) -> Array:
    """Points from their first coordinates (..., l) and the others (..., N, D - l)."""
    return np.concatenate([np.broadcast_to(head[..., None, :], (*tail.shape[:-1], head.shape[-1])), tail], axis=-1)


@checked
def inverted(edges: Array, values: Array, u: Array) -> Array:
    """x (...) with F(x) = u (...), for densities given by values (..., T) at the Gauss nodes of panels (..., K + 1)."""
    edges, values, u = reals("edges", edges), reals("values", values), reals("u", u)
    n_pieces = edges.shape[-1] - 1 if edges.ndim else 0
    if n_pieces < 1 or values.ndim < 1 or values.shape[:-1] != u.shape or values.shape[-1] % n_pieces:
        shapes_of = f"{edges.shape}, {values.shape} and {u.shape}"
        raise ValueError(f"edges, values and u must have shapes (..., K + 1), (..., K T) and (...), got {shapes_of}")
    rows = u.size
    law = interpolated(edges.reshape(rows, -1), values.reshape(rows, -1))
    return law.invert(u.reshape(rows, 1)).reshape(u.shape)

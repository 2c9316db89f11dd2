r"""The law f ρ / ∫ f dρ on a line under networks, for gradient-dependent points f = √K |g| [eq:tigther_variance_bound].

Between the knots of a network and of its target √K and g = Φ_θ - u are smooth; |g| has kinks where g changes its sign.
With those as edges too, f is interpolated at the Gauss nodes of every piece; pieces are halved until that is accurate.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from theorytest.arguments import Array, finite
from theorytest.descent.models.shallow.pieces import on_panels
from theorytest.descent.models.shallow.pieces_law import PiecesLaw, interpolated
from theorytest.descent.models.shallow.tangent import Flags

Values = Callable[[Array], Array]  # from points (R, n, 1) to (R, n)
_NODES = 16  # of the interpolation on each piece
_ACCURACY = 1e-11  # of the integral over a piece, relative to that over all
_ROUNDS = 8  # of halving
_PROBES = 4  # of the sign of g on each piece
_HALVINGS = 52


def weighted_law(f: Values, edges: Array, density: Values, gradient: Values) -> PiecesLaw:
    """The law of f ρ for a measure ρ with a density; f is smooth between the edges (R, K + 1) and the zeros of g."""

    def at_nodes(edges: Array) -> tuple[Array, Array]:
        """The density at the nodes of all pieces, (R, K T), and its integrals over the pieces, (R, K)."""
        t, w = on_panels(edges, _NODES)
        values = finite("f(x)", f(t[..., None])) * density(t[..., None])
        return values, np.sum((w * values).reshape(*edges.shape[:-1], -1, _NODES), axis=-1)

    edges = with_zeros(gradient, edges)
    values, pieces = at_nodes(edges)
    for _ in range(_ROUNDS):
        middle = (edges[:, 1:] + edges[:, :-1]) / 2
        halves = at_nodes(np.sort(np.concatenate([edges, middle], axis=-1), axis=-1))[1]
        off = np.abs(pieces - halves[:, ::2] - halves[:, 1::2]) > _ACCURACY * pieces.sum(axis=-1, keepdims=True)
        if not off.any():
            break
        edges = _joined(edges, middle, off)
        values, pieces = at_nodes(edges)
    return interpolated(edges, values)


def with_zeros(g: Values, edges: Array) -> Array:
    """The edges and the places where g changes its sign."""
    t = np.sort(np.concatenate([edges, on_panels(edges, _PROBES)[0]], axis=-1), axis=-1)
    positive = g(t[..., None]) > 0
    changes = positive[:, 1:] != positive[:, :-1]
    if not changes.any():
        return edges
    first = np.argsort(~changes, axis=-1, kind="stable")[:, : changes.sum(axis=-1).max()]
    low, high = (np.take_along_axis(ends, first, axis=-1) for ends in (t[:, :-1], t[:, 1:]))
    start = np.take_along_axis(positive[:, :-1], first, axis=-1)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        same = (g(middle[..., None]) > 0) == start
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return _joined(edges, high, np.take_along_axis(changes, first, axis=-1))


def _joined(edges: Array, more: Array, kept: Flags) -> Array:
    """The edges with those of the others that are kept; replicas with fewer of them have the last edge instead."""
    new = np.sort(np.where(kept, more, edges[:, -1:]), axis=-1)[:, : kept.sum(axis=-1).max()]
    return np.sort(np.concatenate([edges, new], axis=-1), axis=-1)

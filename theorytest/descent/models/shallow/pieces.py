"""Gauss-Legendre nodes on the pieces between knots, and how many of them a piece needs."""

from __future__ import annotations

from functools import cache

import numpy as np

from theorytest.arguments import Array, reals
from theorytest.descent.models.shallow.activations import RePU
from theorytest.descent.models.shallow.network import Network
from theorytest.signatures import checked

_NODES = 10  # on each piece, unless more are asked for
_SMOOTH = 40  # nodes on a piece for an activation that is no polynomial there


def order(network: Network) -> int:
    """p + 1 for a RePU, whose products of tangents have degree 2p; enough for rounding otherwise."""
    return network.activation.power + 1 if isinstance(network.activation, RePU) else _SMOOTH


@cache
def gauss(n_nodes: int) -> tuple[Array, Array]:
    """Nodes and weights on [0, 1]."""
    t, w = np.polynomial.legendre.leggauss(n_nodes)
    return (t + 1) / 2, w / 2


@checked
def on_panels(edges: Array, n_nodes: int = _NODES) -> tuple[Array, Array]:
    """Gauss-Legendre nodes and weights (..., T) on the panels between edges (..., K + 1), panel by panel."""
    t, w = gauss(n_nodes)
    if np.ndim(edges) < 1 or np.shape(edges)[-1] < 2:
        raise ValueError(f"edges must have shape (..., K + 1) with K of at least 1, got {np.shape(edges)}")
    edges = reals("edges", edges)
    left, length = edges[..., :-1, None], np.diff(edges, axis=-1)[..., None]
    shape = (*edges.shape[:-1], -1)
    return (left + length * t).reshape(shape), (length * w).reshape(shape)

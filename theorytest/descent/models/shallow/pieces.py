"""How many Gauss-Legendre nodes a piece between two knots needs."""

from __future__ import annotations

from functools import cache

import numpy as np

from theorytest.arguments import Array
from theorytest.descent.models.shallow.activations import RePU
from theorytest.descent.models.shallow.network import Network

_SMOOTH = 40  # nodes on a piece for an activation that is no polynomial there


def order(network: Network) -> int:
    """p + 1 for a RePU, whose products of tangents have degree 2p; enough for rounding otherwise."""
    return network.activation.power + 1 if isinstance(network.activation, RePU) else _SMOOTH


@cache
def gauss(n_nodes: int) -> tuple[Array, Array]:
    """Nodes and weights on [0, 1]."""
    t, w = np.polynomial.legendre.leggauss(n_nodes)
    return (t + 1) / 2, w / 2

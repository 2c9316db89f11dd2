"""The uniform measure on an interval under shallow networks of one variable: exact integrals between the knots.

A RePU network of power p is a polynomial of degree p between the knots -b_0/A_0 of its neurons, and so are its
tangents: Gauss-Legendre with p + 1 nodes on each piece integrates products of two of them without error. Knots that
coincide, or lie outside, leave pieces of length 0, so that all networks of a batch have equally many nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from theorytest.arguments import Array, real
from theorytest.descent.models.shallow.network import Network
from theorytest.descent.models.shallow.pieces import on_panels, order
from theorytest.descent.models.shallow.points import OptimalPoints, optimal_points
from theorytest.descent.models.shallow.tangent import Tangents

LONGEST = 50.0  # interval on which targets are integrated
_PANELS = 8  # equal ones at least, on which a smooth target is integrated
_PANEL = 0.25  # and their length at most: a quarter of a period of sin(2πx)
_TARGET = 12  # nodes for it on each piece of a panel


@dataclass(frozen=True)
class Interval:
    """The uniform probability measure on [low, high]."""

    low: float = -1.0
    high: float = 1.0

    def __post_init__(self) -> None:
        if not real("low", self.low) < real("high", self.high):
            raise ValueError(f"low must be smaller than high, got {self.low!r} and {self.high!r}")

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Independent points (R, n, 1) of the measure itself."""
        return rng.uniform(self.low, self.high, (n_replicas, n_samples, 1))

    def optimal(self, space: Tangents) -> OptimalPoints:
        """The optimal law of each tangent space."""
        return optimal_points(space, self.edges(space.network))

    def edges(self, *networks: Network, knots: tuple[float, ...] = ()) -> Array:
        """The sorted ends of the pieces (R, K + 1): the knots of all the networks, given ones, and both ends."""
        found = [self._knots(network) for network in networks]
        shape = np.broadcast_shapes(*(each.shape[:-1] for each in found))
        given = np.broadcast_to(np.clip([self.low, *knots, self.high], self.low, self.high), (*shape, len(knots) + 2))
        return np.sort(np.concatenate([*(np.broadcast_to(k, (*shape, k.shape[-1])) for k in found), given], axis=-1))

    def nodes(self, *networks: Network) -> tuple[Array, Array]:
        """Points (R, N, 1) and weights (R, N) that integrate products of any two tangents or networks of these."""
        return self.quadrature(self.edges(*networks), order(networks[0]))

    def target_nodes(self, *networks: Network, knots: tuple[float, ...] = ()) -> tuple[Array, Array]:
        """The same for products with a target that is smooth between its own knots, to rounding."""
        return self.quadrature(self.panels(*networks, knots=knots), max(_TARGET, order(networks[0])))

    def panels(self, *networks: Network, knots: tuple[float, ...] = ()) -> Array:
        """The ends of pieces (R, K + 1) that are short enough for a target, which is smooth between its own knots."""
        if not self.high - self.low <= LONGEST:
            raise ValueError(f"targets are integrated on intervals of length {LONGEST:g} at most, got {self}")
        n_panels = max(_PANELS, int(np.ceil((self.high - self.low) / _PANEL)))
        panels = tuple(np.linspace(self.low, self.high, n_panels + 1)[1:-1].tolist())
        return self.edges(*networks, knots=panels + knots)

    def density(self, x: Array) -> Array:
        """Of the measure at points (..., 1) of the interval: an array (...)."""
        return np.full(x.shape[:-1], 1 / (self.high - self.low))

    def quadrature(self, edges: Array, n_nodes: int) -> tuple[Array, Array]:
        """Gauss-Legendre on each piece: points (R, N, 1), piece by piece, and weights (R, N) of sum 1."""
        x, w = on_panels(edges, n_nodes)
        return x[..., None], w / (self.high - self.low)

    def _knots(self, network: Network) -> Array:
        """-b_0/A_0 in [low, high]; a neuron without a knot there has it at an end."""
        if network.ndim != 1:
            raise ValueError(f"an interval has networks of one variable, got one of {network.ndim}")
        inner = network.inner[..., 0]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            knots = np.where(inner != 0, -network.bias / inner, self.low)
        knots[np.isnan(knots)] = self.low
        return np.asarray(np.clip(knots, self.low, self.high))

"""The standard Gaussian measure on R^D as the scheme on shallow networks wants it (Appendix K)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from theorytest.arguments import Array, real
from theorytest.descent.models.shallow.gaussian_rule import GaussianRule, density
from theorytest.descent.models.shallow.network import Network
from theorytest.descent.models.shallow.ridges import tangent_gramian
from theorytest.descent.models.shallow.sequential import SequentialPoints
from theorytest.descent.models.shallow.tangent import Tangents

_NOISE = 1e-7  # singular values below, relative to the largest, are lost in the rounding of the Gramian


@dataclass(frozen=True)
class StandardGaussian(GaussianRule):
    """N(0, I) on R^ndim, with integrals to the given accuracy."""

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Independent points (R, n, D) of the measure itself."""
        return rng.standard_normal((n_replicas, n_samples, self.ndim))

    def target_nodes(self, *networks: Network, knots: tuple[float, ...] = ()) -> tuple[Array, Array]:
        """The nodes of the networks: they also integrate products with an entire target, as the sine is one."""
        if knots:
            raise ValueError(f"a target under the Gaussian measure must be smooth, got knots at {knots}")
        return self.nodes(*networks)

    def panels(self, network: Network, *, knots: tuple[float, ...] = ()) -> Array | None:
        """The ends of panels (R, K + 1) of the line, cut at the kinks of the networks; None in several dimensions."""
        if self.ndim > 1:
            return None
        edges = self.edges(network, np.empty((*network.shift.shape, 0)))
        given = np.clip(knots, -self.reach, self.reach)
        return np.sort(np.concatenate([edges, np.broadcast_to(given, (*edges.shape[:-1], len(knots)))], axis=-1))

    def density(self, x: Array) -> Array:
        """Of the measure at points (..., D): an array (...)."""
        return np.asarray(np.prod(density(x), axis=-1))

    def optimal(self, space: Tangents) -> SequentialPoints:
        """The optimal law of each tangent space."""
        return SequentialPoints(space, self)


def gramian_tangents(network: Network, tolerance: float) -> Tangents:
    """The tangent spaces of a batch (R,) in any dimension, from the closed Gramian: no nodes, and no finer tolerance.

    The singular values are the roots of eigenvalues, so that those below 1e-8 of the largest are rounding.
    """
    if not _NOISE <= real("tolerance", tolerance) < 1:
        raise ValueError(f"tolerance must lie in [{_NOISE:g}, 1) where only the Gramian is known, got {tolerance!r}")
    values, V = np.linalg.eigh(tangent_gramian(network))
    S, V = np.sqrt(np.maximum(values[..., ::-1], 0.0)), V[..., ::-1]
    kept = tolerance * S[..., :1] < S
    r, R = max(1, int(kept.sum(axis=-1).max())), len(S)
    nowhere = np.empty((R, 0, network.ndim)), np.empty((R, 0)), np.empty((R, 0, r))
    return Tangents(network, *nowhere, S, V[..., :r], kept[..., :r])

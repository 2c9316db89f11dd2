"""The standard Gaussian measure on R^D as the scheme on shallow networks wants it (Appendix K)."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from theorytest.arguments import Array
from theorytest.descent.models.shallow.gaussian_rule import GaussianRule
from theorytest.descent.models.shallow.network import Network
from theorytest.descent.models.shallow.sequential import SequentialPoints
from theorytest.descent.models.shallow.tangent import Tangents


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

    def optimal(self, space: Tangents) -> SequentialPoints:
        """The optimal law of each tangent space."""
        return SequentialPoints(space, self)

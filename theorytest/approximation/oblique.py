"""Oblique projections P̃ onto T_t that are known already: what Appendix G debiases [lem:debiased_P_bounded].

Every projection of E = T_t ⊕ C onto T_t that vanishes outside E is P̃ = P + X (I - P) with a d × dim(C) matrix X:
    P̃ g = Σ_k [(b_k, g) + Σ_j X_kj (e_j, g)] b_k,        ‖P̃‖ = √(1 + ‖X‖²).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.random import Generator

from theorytest.approximation.enumeration import Draws
from theorytest.approximation.hull import Hull
from theorytest.approximation.measures import Quadrature
from theorytest.approximation.spaces import Space
from theorytest.arguments import Array, finite, instance, points, whole

_INEXACT = 1e-8  # how far the inner products of E by the rule may be from those of an orthonormal basis


@dataclass(frozen=True, eq=False)
class Oblique:
    """P + X (I - P) for a hull and a tilt X of shape (d, dim(C)); X = 0 is the orthogonal projection.

    The points are the nodes of `rule`, by default that of the larger space. Inner products with a gradient outside E
    are those of the rule: give a finer one where that of E does not integrate them.
    """

    is_known: ClassVar[bool] = True
    hull: Hull
    tilt: Array
    rule: Quadrature | None = None

    def __post_init__(self) -> None:
        E = instance("hull", self.hull, Hull)
        object.__setattr__(self, "tilt", finite("tilt", self.tilt, shape=(E.space.dim, E.complement_dim)).copy())
        if self.rule is not None:
            instance("rule", self.rule, Quadrature)
        elif E.larger.rule is None:
            raise ValueError("rule must be given: the larger space of the hull has none that is exact")
        defect = np.abs(self._inner_products - np.eye(E.dim)).max()
        if defect > _INEXACT:
            raise ValueError(f"rule must be exact for products of two functions of E, but is off by {defect:.1e}")

    @property
    def space(self) -> Space:
        """T_t, the range and the set of fixed points."""
        return self.hull.space

    @property
    def n_samples(self) -> int:
        """The number of nodes."""
        return len(self._quadrature.nodes)

    @property
    def norm(self) -> float:
        """√(1 + ‖X‖²)."""
        return float(np.hypot(1.0, np.linalg.norm(self.tilt, 2) if self.tilt.size else 0.0))

    def sample(self, rng: Generator, n_replicas: int) -> Array:  # noqa: ARG002 (nothing is left to chance)
        """The nodes for each replica."""
        nodes = self._quadrature.nodes
        return np.broadcast_to(nodes, (whole("n_replicas", n_replicas), *nodes.shape))

    def draws(self) -> Draws:
        """The nodes, the only sample there is."""
        return Draws(self._quadrature.nodes[None], np.ones(1))

    def coefficients(self, x: Array, jets: Array) -> Array:
        """(b_k, g) + Σ_j X_kj (e_j, g), an array (..., d, m) from the jets (..., n_samples, l, m) at the nodes."""
        x, jets = points("x", x, self.space.ndim), finite("jets", jets)
        nodes, wanted = self._quadrature.nodes, (*x.shape[:-1], self.space.jet_size)
        if x.shape[-2:] != nodes.shape or not np.array_equal(x, np.broadcast_to(nodes, x.shape)):
            raise ValueError(f"x must be the {len(nodes)} nodes of the rule, in their order: take those of sample()")
        if jets.shape[:-1] != wanted:
            raise ValueError(f"jets must have shape (*points, l, gradients) = {(*wanted, 'any')}, got {jets.shape}")
        return np.asarray(np.einsum("idl,...ilm->...dm", self._functionals, jets, optimize=True))

    @property
    def _quadrature(self) -> Quadrature:
        rule = self.hull.larger.rule if self.rule is None else self.rule
        return instance("rule", rule, Quadrature)

    @cached_property
    def _functionals(self) -> Array:
        """weight_i times the jet of b_k + Σ_j X_kj e_j at node i."""
        basis = np.concatenate([np.eye(self.space.dim), self.tilt], axis=1)
        return np.asarray(np.einsum("i,de,iel->idl", self._quadrature.weights, basis, self._jets, optimize=True))

    @property
    def _inner_products(self) -> Array:
        """(e_i, e_j) by the rule."""
        return np.asarray(np.einsum("i,ikl,ijl->kj", self._quadrature.weights, self._jets, self._jets, optimize=True))

    @cached_property
    def _jets(self) -> Array:
        return self.hull.jets(self._quadrature.nodes)

"""T_t and a part of its orthogonal complement: E = T_t ⊕ C, on which operators become matrices.

The orthonormal basis of E begins with that of T_t; the bias and variance of P^n are then matrices in two blocks.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import scipy
from numpy.typing import ArrayLike

from theorytest.approximation.integrals import integrate
from theorytest.approximation.measures import Discrete, Measure, Quadrature
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Fourier, Hermite, Legendre, Monomials
from theorytest.approximation.tensor import TensorProduct
from theorytest.arguments import Array, instance, points, whole

_CONTAINED = 1e-8  # how much of a basis function of T_t may miss E


@dataclass(frozen=True, eq=False)
class Hull:
    """E ⊇ T_t with an orthonormal basis whose first d members are the basis of T_t."""

    space: Space
    larger: Space

    def __post_init__(self) -> None:
        T, E = instance("space", self.space, Space), instance("larger", self.larger, Space)
        if T.measure != E.measure or T.norm != E.norm:
            raise ValueError(
                f"larger must have the measure and the norm of the space, {T.measure!r} and {T.norm}, "
                f"got {E.measure!r} and {E.norm}"
            )
        missing = float(np.abs(np.sum(self._inner_products**2, axis=0) - 1).max())
        if missing > _CONTAINED:
            raise ValueError(f"larger must contain the space, but misses {missing:.1e} of one of its basis functions")

    @property
    def dim(self) -> int:
        """The dimension of E."""
        return self.larger.dim

    @property
    def complement_dim(self) -> int:
        """The dimension of C."""
        return self.larger.dim - self.space.dim

    def jets(self, x: ArrayLike) -> Array:
        """L_x e_k for the adapted basis, an array of shape (..., dim, l)."""
        if self.complement_dim == 0:
            return self.space.jets(x)
        complement = np.swapaxes(np.swapaxes(self.larger.jets(x), -1, -2) @ self._complement, -1, -2)
        return np.concatenate([self.space.jets(x), complement], axis=-2)

    @property
    def in_larger(self) -> Array:
        """The adapted basis as columns in the basis of the larger space, an orthogonal matrix up to rounding."""
        return np.concatenate([self._inner_products, self._complement], axis=1)

    @cached_property
    def _inner_products(self) -> Array:
        """(e_i, b_k) for the bases of E and T_t."""
        rule = self.larger.rule
        if rule is not None:
            return self._products(rule.nodes, rule.weights)
        knots = tuple(a + b for a, b in zip(self.larger.system.knots, self.space.system.knots, strict=True))
        integral = integrate(
            lambda x: self._products(x[:, None], np.ones((len(x), 1))), self.space.measure, knots=knots
        )
        return np.asarray(integral.value, dtype=float)

    def _products(self, x: Array, weights: Array) -> Array:
        return np.asarray(np.einsum("...i,...ikc,...ijc->...kj", weights, self.larger.jets(x), self.space.jets(x)))

    @cached_property
    def _complement(self) -> Array:
        """Orthonormal coordinates of C in the basis of E, in its order: a smaller E has the first of them."""
        d = self.space.dim
        Q = scipy.linalg.qr(np.concatenate([self._inner_products, np.eye(self.larger.dim)[:, d:]], axis=1))[0]
        return np.asarray(Q[:, d:])


def hull(space: Space, extra: int) -> Hull:
    """E with `extra` more functions of the kind that span T_t; in L² of finitely many points all that there are.

    Frequencies come with two functions each, so that there may be one more.
    """
    instance("space", space, Space)
    whole("extra", extra, at_least=0)
    if isinstance(space.measure, Discrete) and space.norm == "L2":
        return Hull(space, Space(Indicators(space.measure), space.measure))
    return Hull(space, replace(space, system=_extended(space.system, extra)))


def _extended(system: object, extra: int) -> Legendre | Hermite | Monomials | Fourier | TensorProduct:
    if isinstance(system, Legendre | Hermite | Monomials):
        return replace(system, size=system.size + extra)
    if isinstance(system, Fourier):
        frequencies = system.frequencies
        while Fourier(frequencies).size < system.size + extra:
            frequencies = (*frequencies, next(j for j in itertools.count() if j not in frequencies))
        return replace(system, frequencies=frequencies)
    if isinstance(system, TensorProduct) and all(isinstance(p, Legendre | Hermite | Monomials) for p in system.parts):
        return _extended_product(system, extra)
    raise ValueError(f"a {type(system).__name__} has no natural extension: give Hull(space, larger) a larger space")


def _extended_product(system: TensorProduct, extra: int) -> TensorProduct:
    """The next multi-indices by total degree."""
    degree = system.indices.sum(axis=1).max()
    known = {tuple(row) for row in system.indices.tolist()}
    while True:
        degree += 1
        sizes = (degree + 1,) * system.ndim
        grid = np.indices(sizes).reshape(system.ndim, -1).T
        new = [row for row in grid[np.argsort(grid.sum(axis=1), kind="stable")].tolist() if tuple(row) not in known]
        if len(new) >= extra:
            break
    parts = tuple(replace(part, size=degree + 1) for part in system.parts)  # type: ignore[type-var]
    more = np.array(new[:extra], dtype=np.intp).reshape(-1, system.ndim)
    return TensorProduct(parts, np.concatenate([system.indices, more]))


@dataclass(frozen=True, eq=False)
class Indicators:
    """1 at one point of a discrete measure and 0 at the others: a basis of all of its L²."""

    measure: Discrete

    @property
    def size(self) -> int:
        """The number of points."""
        return len(self.measure.points)

    @property
    def ndim(self) -> int:
        """The dimension of the points."""
        return self.measure.ndim

    @property
    def knots(self) -> tuple[tuple[float, ...], ...]:
        """None that a finite sum would need."""
        return ((),) * self.ndim

    def values(self, x: Array) -> Array:
        """Whether x is the k-th point."""
        at = np.all(points("x", x, self.ndim)[..., None, :] == self.measure.points, axis=-1)
        return np.asarray(at, dtype=float)

    def gradients(self, x: Array) -> Array:  # noqa: ARG002 (the protocol's signature)
        """Refused: the value at a point says nothing of a gradient there."""
        raise ValueError("Indicators have no gradients: on finitely many points H1 is not determined by values")

    def rule(self, measure: Measure) -> Quadrature | None:
        """The points."""
        return measure.quadrature(0)

"""Sampling measures μ_t = w⁻¹ ρ: plain, optimal, trace-optimal and gradient-dependent (Section 3.2, Remark 3.3).

Every sampler gives the density w⁻¹ = dμ/dρ, the weight w, and batches of shape (replicas, samples, D).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.conditionals import TensorTraceLaw
from theorytest.approximation.integrals import Integral, integrate
from theorytest.approximation.laws import FiniteLaw, Law, LineLaw, univariate
from theorytest.approximation.measures import Discrete
from theorytest.approximation.rejection import accepted
from theorytest.approximation.spaces import Space
from theorytest.arguments import Array, finite, instance, points, positive, whole


class Sampler(Protocol):
    """What an estimator asks of μ_t. A further method `weight_of` may save it an evaluation, see `weight_at`."""

    @property
    def space(self) -> Space:
        """The space T_t that the samples are for."""
        ...

    def weight(self, x: ArrayLike) -> Array:
        """w(x), with w dμ = dρ on the support of the space."""
        ...

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Independent draws, an array of shape (n_replicas, n_samples, D)."""
        ...


def weight_at(sampler: Sampler, x: Array, jets: Array) -> Array:
    """w(x) where the jets of the basis are at hand: by the method `weight_of(x, jets)` of samplers that have one.

    It counts only where the class that defines `weight` defines it too: to override `weight` alone is enough.
    """
    defining = next((kind for kind in type(sampler).__mro__ if "weight" in vars(kind)), object)
    if "weight_of" not in vars(defining):
        return np.asarray(sampler.weight(x), dtype=float)
    w: Array = sampler.weight_of(x, jets)  # type: ignore[attr-defined]
    return w


@dataclass(frozen=True)
class Plain:
    """μ = ρ, w = 1."""

    space: Space

    def __post_init__(self) -> None:
        instance("space", self.space, Space)

    def weight(self, x: ArrayLike) -> Array:
        """1 at every point."""
        return np.ones(points("x", x, self.space.ndim).shape[:-1])

    def weight_of(self, x: Array, jets: Array) -> Array:  # noqa: ARG002 (the signature of the others)
        """1 at every point."""
        return np.ones(x.shape[:-1])

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Independent draws from ρ."""
        instance("rng", rng, Generator)
        return self.space.measure.sample(rng, _shape(n_replicas, n_samples))


@dataclass(frozen=True)
class Trace:
    """μ = K̃ ρ / d, w = d / K̃: optimal for the trace surrogate, k ≤ d."""

    space: Space

    def __post_init__(self) -> None:
        instance("space", self.space, Space)

    def weight(self, x: ArrayLike) -> Array:
        """d / K̃(x)."""
        return Christoffel(self.space).trace_weight(x)

    def weight_of(self, x: Array, jets: Array) -> Array:  # noqa: ARG002 (the jets say it all)
        """d / K̃(x) from the jets of the basis."""
        return Christoffel(self.space).trace_weight_of(jets)

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Independent draws from μ."""
        return _batch(self.law, rng, n_replicas, n_samples, self.space.ndim)

    @cached_property
    def law(self) -> Law:
        """Inverse distribution function on the line, finite sum on points, sequential conditionals otherwise."""
        space = self.space
        return space.once("trace law", lambda: _law(Christoffel(space).trace, space) or TensorTraceLaw(space))


@dataclass(frozen=True)
class Optimal:
    """μ = K ρ / ‖K‖₁, w = ‖K‖₁ / K: the weight that minimises k."""

    space: Space

    def __post_init__(self) -> None:
        instance("space", self.space, Space)

    def weight(self, x: ArrayLike) -> Array:
        """‖K‖₁ / K(x)."""
        return self.christoffel.optimal_weight(x)

    def weight_of(self, x: Array, jets: Array) -> Array:  # noqa: ARG002 (the jets say it all)
        """‖K‖₁ / K(x) from the jets of the basis."""
        return self.christoffel.optimal_weight_of(jets)

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Independent draws from μ."""
        return _batch(self.law, rng, n_replicas, n_samples, self.space.ndim)

    @cached_property
    def christoffel(self) -> Christoffel:
        """K of the space."""
        return Christoffel(self.space)

    @cached_property
    def law(self) -> Law:
        """As for the trace surrogate; in several dimensions with l > 1, its draws are accepted with K / K̃ ≥ 1/l."""
        if self.space.jet_size == 1:
            return Trace(self.space).law
        K = self.christoffel
        line = self.space.once("optimal law", lambda: _law(K, self.space))
        return line or _Thinned(Trace(self.space).law, lambda x: K(x) / K.trace(x))


@dataclass(frozen=True)
class GradientDependent:
    """μ ∝ √K ‖L g‖ ρ: the density that minimises ∫ w K ‖L_x g‖² dρ, the left-hand side of [eq:tigther_variance_bound].

    By Cauchy-Schwarz ∫ w K ‖Lg‖² dρ ∫ w⁻¹ dρ ≥ (∫ √K ‖Lg‖ dρ)², with equality for w⁻¹ ∝ √K ‖Lg‖.
    `gradient` maps points (..., D) to jets (..., l), or to values (...) in L². In several dimensions draws come
    from K̃ ρ / d by rejection, which needs a `bound` on sup ‖L_x g‖² / K(x): ‖g‖² where g lies in the space.
    Where g vanishes on a set of positive measure, w dμ = dρ fails there: only products with g are seen without bias.
    """

    space: Space
    gradient: Callable[[Array], Array]
    bound: float | None = None

    def __post_init__(self) -> None:
        instance("space", self.space, Space)
        if not callable(self.gradient):
            raise ValueError(f"gradient must be a function of the points, got {self.gradient!r}")
        if self.bound is not None:
            positive("bound", self.bound)
        elif self.space.ndim > 1 and not isinstance(self.space.measure, Discrete):
            raise ValueError("bound must be given in several dimensions: a number B with ‖L_x g‖² ≤ B K(x), got None")

    def weight(self, x: ArrayLike) -> Array:
        """∫ √K ‖Lg‖ dρ / (√K(x) ‖L_x g‖); infinite where the gradient vanishes."""
        f = self._unnormalised(points("x", x, self.space.ndim))
        with np.errstate(over="ignore"):  # next to a zero of the gradient it is infinite to rounding
            return np.divide(float(self.normaliser.value), f, out=np.full_like(f, np.inf), where=f > 0)

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Independent draws from μ."""
        return _batch(self.law, rng, n_replicas, n_samples, self.space.ndim)

    @cached_property
    def normaliser(self) -> Integral:
        """∫ √K ‖Lg‖ dρ; its square over n is the smallest value of the left-hand side.

        In several dimensions the zero set of g is a kink that no knot describes, and the error is reported.
        """
        law = self._line_law
        if isinstance(law, LineLaw):
            return Integral(law.distribution.mass, 0.0)
        if isinstance(law, FiniteLaw):
            return Integral(float(law.masses.sum()), 0.0)
        return integrate(self._unnormalised, self.space.measure, knots=self.space.system.knots, rtol=1e-6)

    @cached_property
    def law(self) -> Law:
        """Inverse distribution function on the line, finite sum on points, rejection from K̃ ρ / d otherwise."""
        if not self.normaliser.value > 0:
            raise ValueError("gradient must not vanish ρ-almost everywhere: no density is proportional to it")
        return self._line_law or self._thinned()

    def _thinned(self) -> Law:
        B, K = np.sqrt(positive("bound", self.bound)), Christoffel(self.space)
        return _Thinned(Trace(self.space).law, lambda x: self._unnormalised(x) / (B * K.trace(x)))

    @cached_property
    def _line_law(self) -> Law | None:
        return _law(self._unnormalised, self.space)

    def _unnormalised(self, x: Array) -> Array:
        jets = finite("gradient(x)", self.gradient(x))
        jets = jets[..., None] if jets.shape == x.shape[:-1] else jets
        jets = finite("gradient(x)", jets, shape=(*x.shape[:-1], self.space.jet_size))
        norm = np.hypot.reduce(np.abs(jets), axis=-1)  # squares of small gradients would underflow
        root: Array = np.sqrt(Christoffel(self.space)(x)) * norm
        return root


@dataclass(frozen=True)
class _Thinned:
    """Draws of another law, each kept with a probability that depends on the point."""

    proposal: Law
    probability: Callable[[Array], Array]

    def draw(self, rng: Generator, size: int) -> Array:
        """Independent draws, shape (size, D)."""
        return accepted(rng, size, self.proposal.draw, self.probability)


def _law(f: Callable[[Array], Array], space: Space) -> LineLaw | FiniteLaw | None:
    """f ρ on the line or on finitely many points; None in several dimensions."""
    if space.ndim > 1 and not isinstance(space.measure, Discrete):
        return None
    return univariate(f, space.measure, space.system.knots[0])


def _batch(law: Law, rng: Generator, n_replicas: int, n_samples: int, ndim: int) -> Array:
    instance("rng", rng, Generator)
    shape = _shape(n_replicas, n_samples)
    return law.draw(rng, shape[0] * shape[1]).reshape(*shape, ndim)


def _shape(n_replicas: int, n_samples: int) -> tuple[int, int]:
    return whole("n_replicas", n_replicas), whole("n_samples", n_samples)

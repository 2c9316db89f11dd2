"""Sampling measures μ_t = w⁻¹ ρ: plain, optimal, trace-optimal and gradient-dependent (Section 3.2, Remark 3.3).

Every sampler gives the density w⁻¹ = dμ/dρ, the weight w, and batches of shape (replicas, samples, D).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.integrals import Integral, integrate
from theorytest.approximation.laws import Law
from theorytest.approximation.measures import Discrete
from theorytest.approximation.rejection import accepted
from theorytest.approximation.said import said
from theorytest.approximation.space_like import space_like
from theorytest.approximation.spaces import Space
from theorytest.approximation.suprema import Supremum
from theorytest.arguments import Array, finite, instance, points, positive, shortly, whole

_MOST = 2**31  # points that are drawn together


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


def k_of(sampler: Sampler) -> Supremum:
    """k_t = sup w K of [eq:def:christoffel] for the weight of the sampler, which its own method `k` may know."""
    own = said(sampler, "k")
    return Christoffel(sampler.space).k(sampler.weight) if own is None else own()


@dataclass(frozen=True)
class Plain:
    """μ = ρ, w = 1."""

    space: Space

    def __post_init__(self) -> None:
        space_like("space", self.space)

    def weight(self, x: ArrayLike) -> Array:
        """1 at every point."""
        return np.ones(points("x", x, self.space.ndim).shape[:-1])

    def take(self, rows: Any) -> Plain:
        """The sampler of some of the replicas."""
        return Plain(self.space.take(rows))

    def k(self) -> Supremum:
        """sup w K."""
        return Christoffel(self.space).k("constant")

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
        space_like("space", self.space)

    def weight(self, x: ArrayLike) -> Array:
        """d / K̃(x)."""
        return Christoffel(self.space).trace_weight(x)

    def take(self, rows: Any) -> Trace:
        """The sampler of some of the replicas."""
        return Trace(self.space.take(rows))

    def k(self) -> Supremum:
        """sup w K."""
        return Christoffel(self.space).k("trace")

    def weight_of(self, x: Array, jets: Array) -> Array:  # noqa: ARG002 (the jets say it all)
        """d / K̃(x) from the jets of the basis."""
        return Christoffel(self.space).trace_weight_of(jets)

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Independent draws from μ."""
        return _batch(self.law, rng, n_replicas, n_samples, self.space.ndim)

    @cached_property
    def law(self) -> Law:
        """Inverse distribution function on the line, finite sum on points, sequential conditionals otherwise."""
        return self.space.trace_law(Christoffel(self.space).trace)


@dataclass(frozen=True)
class Optimal:
    """μ = K ρ / ‖K‖₁, w = ‖K‖₁ / K: the weight that minimises k."""

    space: Space

    def __post_init__(self) -> None:
        space_like("space", self.space)

    def weight(self, x: ArrayLike) -> Array:
        """‖K‖₁ / K(x)."""
        return self.christoffel.optimal_weight(x)

    def take(self, rows: Any) -> Optimal:
        """The sampler of some of the replicas."""
        return Optimal(self.space.take(rows))

    def k(self) -> Supremum:
        """sup w K."""
        return Christoffel(self.space).k("optimal")

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
        line = self.space.once("optimal law", lambda: self.space.law(K))
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
        space_like("space", self.space)
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
            found: Array = np.divide(self.normaliser.value, f, out=np.full_like(f, np.inf), where=f > 0)
        return found

    def sample(self, rng: Generator, n_replicas: int, n_samples: int) -> Array:
        """Independent draws from μ."""
        return _batch(self.law, rng, n_replicas, n_samples, self.space.ndim)

    def take(self, rows: Any) -> GradientDependent:
        """The sampler of some of the replicas; on spaces that move the gradient must be theirs."""
        space: Any = self.space.take(rows)
        if space is not self.space and getattr(self.gradient, "__self__", None) is not self.space:
            raise ValueError("gradient must be that of the space, space.gradient, where each replica has its own space")
        return replace(self, space=space, gradient=space.gradient) if space is not self.space else self

    @cached_property
    def normaliser(self) -> Integral:
        """∫ √K ‖Lg‖ dρ; its square over n is the smallest value of the left-hand side.

        In several dimensions the zero set of g is a kink that no knot describes, and the error is reported.
        """
        if self._line_law is not None:
            return Integral(self._line_law.mass, 0.0)
        return integrate(self._unnormalised, self.space.measure, knots=self.space.system.knots, rtol=1e-6)

    @cached_property
    def law(self) -> Law:
        """Inverse distribution function on the line, finite sum on points, rejection from K̃ ρ / d otherwise."""
        if not np.all(np.asarray(self.normaliser.value) > 0):
            raise ValueError("gradient must not vanish ρ-almost everywhere: no density is proportional to it")
        return self._line_law or self._thinned()

    def _thinned(self) -> Law:
        B, K = np.sqrt(positive("bound", self.bound)), Christoffel(self.space)
        return _Thinned(Trace(self.space).law, lambda x: self._unnormalised(x) / (B * K.trace(x)))

    @cached_property
    def _line_law(self) -> Any:  # a Law that knows its mass
        return self.space.law(self._unnormalised)

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


def _batch(law: Law, rng: Generator, n_replicas: int, n_samples: int, ndim: int) -> Array:
    instance("rng", rng, Generator)
    shape = _shape(n_replicas, n_samples)
    return law.draw(rng, shape[0] * shape[1]).reshape(*shape, ndim)


def _shape(n_replicas: int, n_samples: int) -> tuple[int, int]:
    R, n = whole("n_replicas", n_replicas), whole("n_samples", n_samples)
    if R * n > _MOST:
        got = f"got {shortly(R * n)}: no memory holds more"
        raise ValueError(f"n_replicas times n_samples must be at most {_MOST:,}, {got}")
    return R, n

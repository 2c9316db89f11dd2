r"""Estimated projections onto the tangent space of each network of a batch (Section 3, on a space that moves).

Least squares, the quasi-projection, volume-rescaled and debiased projections work in the orthonormal basis ψ, the
non-projection in the system ∂_θ Φ itself. The estimators are those of fixed spaces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.random import Generator

from theorytest.approximation.estimator import Estimator
from theorytest.approximation.said import said
from theorytest.approximation.sampling import Optimal, Plain, weight_at
from theorytest.approximation.stability import Conditioned, deviation
from theorytest.arguments import Array, fraction, reals, whole
from theorytest.descent.models.moving import by_name
from theorytest.descent.models.shallow.space import tangent_space
from theorytest.descent.models.shallow.tangent import NetworkMeasure, Points, Rows, Tangents
from theorytest.signatures import checked

KINDS = ("lsq", "quasi", "non", "volume", "debiased")


@dataclass(frozen=True, eq=False)
class Sample:
    """Points of an estimator on tangent spaces, and how they were found."""

    estimator: Estimator
    x: Array  # (R, n, D)
    found: Array | None  # (R,): ‖I - Ĝ‖ where points are conditioned
    tries: Rows  # (R,)

    @cached_property
    def weights(self) -> Array:
        """w (R, n)."""
        return weights_at(self.estimator, self.x)

    @cached_property
    def deviation(self) -> Array:
        """‖I - Ĝ‖ (R,)."""
        sampler = getattr(self.estimator, "sampler", None)
        if self.found is not None:
            return self.found
        return np.full(len(self.x), np.nan) if sampler is None else deviation(sampler, self.x)


def sampled(estimator: Estimator, rng: Generator, n_replicas: int) -> Sample:
    """Points for each replica; conditioned ones tell how stable they are."""
    sampler = getattr(estimator, "sampler", None)
    if not isinstance(sampler, Conditioned):
        return Sample(estimator, estimator.sample(rng, n_replicas), None, np.ones(n_replicas, dtype=np.intp))
    batch = sampler.batch(rng, n_replicas, estimator.n_samples)
    assert batch.tries is not None  # each replica has its own space
    return Sample(estimator, batch.points, batch.deviation, batch.tries)


def weights_at(estimator: Estimator, x: Array) -> Array:
    """w (R, n) of the points of an estimator, by its own method `weights` or by its sampler."""
    if hasattr(estimator, "weights"):
        return np.asarray(estimator.weights(x), dtype=float)
    if not hasattr(estimator, "sampler"):
        name = type(estimator).__name__
        raise ValueError(f"{name} has neither a sampler nor a method weights(x): nothing estimates the loss")
    return weight_at(estimator.sampler, x, estimator.space.jets(x))


def direction(estimator: Estimator, x: Array, gradient: Array) -> tuple[Array, Array]:
    """ϑ (R, p) with P^n g = Σ_j ϑ_j ∂_j Φ for g (R, n), of smallest norm where a basis is used, and ‖P^n g‖ (R,)."""
    jets, own = gradient[..., None, None], said(estimator, "parameters")
    tangents: Tangents = estimator.space.tangents  # type: ignore[attr-defined]
    if own is None:
        shape = (len(x), estimator.space.dim, 1)
        c = reals("coefficients(x, jets)", estimator.coefficients(x, jets), shape=shape)[..., 0]
        return tangents.direction(c), np.linalg.norm(c, axis=-1)
    theta = own(x, jets)[..., 0]
    values = (tangents.network.tangents(tangents.x) @ theta[..., None])[..., 0]
    return theta, np.sqrt(np.sum(tangents.weights * values**2, axis=-1))


@checked
@dataclass(frozen=True)
class NetworkEstimator:
    """P_t^n by name: one of five, with n optimal or plain points, conditioned on S_δ where δ is given.

    S_δ is reached by rejection. Where it is so rare that `max_tries` draws do not find it, the most stable of them is
    taken, and its deviation says so; with `refuse` the run ends with an error instead. `debiased` corrects `lsq` by
    `quasi` with n points each.
    """

    kind: Literal["lsq", "quasi", "non", "volume", "debiased"]
    n_samples: int
    sampling: Literal["optimal", "rho"] = "optimal"
    delta: float | None = None
    max_tries: int = 10
    refuse: bool = False

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {self.kind!r}")
        if self.sampling not in ("optimal", "rho"):
            raise ValueError(f"sampling must be 'optimal' or 'rho', got {self.sampling!r}")
        whole("n_samples", self.n_samples)
        whole("max_tries", self.max_tries)
        if self.delta is not None:
            fraction("delta", self.delta, because="S_delta is empty or trivial outside")

    def on(self, space: Any) -> Estimator:
        """The estimator on the tangent spaces of a step."""
        n, free = self.n_samples, Optimal(space) if self.sampling == "optimal" else Plain(space)
        stable = free if self.delta is None else Conditioned(free, self.delta, tries=self.max_tries)
        return by_name(self.kind, free, n, stable)

    def best_step(self, space: Tangents, points: Points) -> Array:
        """s_opt = c_bias1 / c_var1 of Table 2 for each replica.

        For the projections that of the quasi-projection: the factor 1 / ((1 - δ)² P(S_δ)) of least squares would leave
        no step where S_δ is rare.
        """
        n, k = self.n_samples, space.dim if self.sampling == "optimal" else points.largest()
        if self.kind != "non":
            return np.asarray(n / (n - 1 + k))
        largest = space.singular[..., 0] ** 2
        smallest = largest / space.condition**2
        return np.asarray(n * smallest / (largest**2 * (n - 1) + largest * k))

    def sample(self, space: Tangents, points: Points, measure: NetworkMeasure, rng: Generator) -> Sample:
        """Points for each replica, by rejection where S_δ is asked for."""
        found = sampled(self.on(tangent_space(space, points, measure)), rng, len(space.kept))
        self.refuse_unstable(found)
        return found

    def refuse_unstable(self, sample: Sample) -> None:
        """The end of a run where S_δ was not reached and `refuse` asks for it."""
        if not self.refuse or self.delta is None or sample.found is None:
            return
        off = sample.found > self.delta
        if off.any():
            largest = int(np.max(np.asarray(sample.estimator.space.dims)[off]))
            raise ValueError(
                f"S_delta was not reached in {self.max_tries} draws: the tangent space of dimension {largest} needs "
                f"more than {self.n_samples} points, a larger delta or tolerance"
            )

    def direction(self, space: Tangents, sample: Sample, gradient: Array) -> tuple[Array, Array]:  # noqa: ARG002
        """ϑ (R, p) with P^n g = Σ_j ϑ_j ∂_j Φ, of smallest norm where a basis is used, and ‖P^n g‖ (R,)."""
        return direction(sample.estimator, sample.x, gradient)

    def coefficients(self, sample: Sample, gradient: Array) -> Array:
        """P^n g in the basis ψ from g (R, n) at the points: an array (R, r)."""
        return np.asarray(sample.estimator.coefficients(sample.x, gradient[..., None, None])[..., 0])


def means(factors: Array, functions: Array) -> Array:
    """1/n Σ_i f_i φ(x_i) (R, p) for f (R, n) and φ (R, n, p)."""
    return np.asarray((factors[..., None, :] @ functions)[..., 0, :] / factors.shape[-1])

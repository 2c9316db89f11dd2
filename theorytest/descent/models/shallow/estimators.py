r"""Estimated projections onto the tangent space of each network of a batch (Section 3, on a space that moves).

Least squares and the quasi-projection work in the orthonormal basis ψ, the non-projection in the system ∂_θ Φ itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator

from theorytest.arguments import Array, fraction, whole
from theorytest.descent.models.shallow.tangent import Flags, NetworkMeasure, Points, Rows, Tangents

KINDS = ("lsq", "quasi", "non")
_SINGULAR = 1e-12  # eigenvalues of the empirical Gramian that count as zero


@dataclass(frozen=True, eq=False)
class Sample:
    """Points with ψ and weights, the spectrum of the empirical Gramian there, and how they were found."""

    x: Array  # (R, n, D)
    basis: Array  # (R, n, r)
    weights: Array  # (R, n)
    eigenvalues: Array  # (R, r), and zero of them where no Gramian is needed
    eigenvectors: Array  # (R, r, r)
    deviation: Array  # (R,): ‖I - Ĝ‖
    tries: Rows  # (R,)

    def take(self, rows: Rows) -> Sample:
        """Those of some replicas."""
        return Sample(*(each[rows] for each in vars(self).values()))

    def replace(self, rows: Rows, other: Sample) -> None:
        """Take the points of `other` in these rows."""
        for mine, theirs in zip(vars(self).values(), vars(other).values(), strict=True):
            mine[rows] = theirs


@dataclass(frozen=True)
class NetworkEstimator:
    """P_t^n by name: `lsq`, `quasi` or `non`, with n optimal or plain points, conditioned on S_δ where δ is given.

    S_δ is reached by rejection. Where it is so rare that `max_tries` draws do not find it, the most stable of them is
    taken, and its deviation says so; with `refuse` the run ends with an error instead.
    """

    kind: Literal["lsq", "quasi", "non"]
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

    def best_step(self, space: Tangents, points: Points) -> Array:
        """s_opt = c_bias1 / c_var1 of Table 2 for each replica.

        For least squares that of the quasi-projection: the factor 1 / ((1 - δ)² P(S_δ)) of its row would leave no
        step where S_δ is rare.
        """
        n, k = self.n_samples, self._k(space, points)
        if self.kind != "non":
            return np.asarray(n / (n - 1 + k))
        largest = space.singular[..., 0] ** 2
        smallest = largest / space.condition**2
        return np.asarray(n * smallest / (largest**2 * (n - 1) + largest * k))

    def _k(self, space: Tangents, points: Points) -> Array:
        return space.dim if self.sampling == "optimal" else points.largest()

    def sample(self, space: Tangents, points: Points, measure: NetworkMeasure, rng: Generator) -> Sample:
        """Points for each replica, by rejection where S_δ is asked for."""
        found = self._drawn(space.kept, points, measure, rng)
        if self.delta is None:
            return found
        waiting = np.flatnonzero(found.deviation > self.delta)
        for attempt in range(2, self.max_tries + 1):
            if not len(waiting):
                break
            found.tries[waiting] = attempt
            other = self._drawn(space.kept[waiting], points.take(waiting), measure, rng)
            other.tries[:] = attempt
            better = other.deviation < found.deviation[waiting]
            found.replace(waiting[better], other.take(np.flatnonzero(better)))
            waiting = waiting[found.deviation[waiting] > self.delta]
        if self.refuse and len(waiting):
            raise ValueError(
                f"S_delta was not reached in {self.max_tries} draws: the tangent space of dimension "
                f"{space.dim[waiting].max()} needs more than {self.n_samples} points, a larger delta or tolerance"
            )
        return found

    def _drawn(self, kept: Flags, points: Points, measure: NetworkMeasure, rng: Generator) -> Sample:
        """One draw for each tangent space."""
        n, (R, r) = self.n_samples, kept.shape
        x = points.draw(rng, n) if self.sampling == "optimal" else measure.sample(rng, R, n)
        psi, weights = points.basis(x), np.ones((R, n))
        if self.sampling == "optimal":
            weights = kept.sum(axis=-1)[:, None] / np.einsum("rnp,rnp->rn", psi, psi)
        if self.kind != "lsq" and self.delta is None:
            return Sample(x, psi, weights, np.empty((R, 0)), np.empty((R, 0, 0)), np.full(R, np.nan), np.ones(R, int))
        scaled = np.sqrt(weights / n)[..., None] * psi
        gramian = np.swapaxes(scaled, -1, -2) @ scaled
        gramian[:, np.arange(r), np.arange(r)] += ~kept  # an eigenvalue 1 for each direction that is not there
        values, vectors = np.linalg.eigh(gramian)
        return Sample(x, psi, weights, values, vectors, np.abs(values - 1).max(axis=-1), np.ones(R, int))

    def direction(self, space: Tangents, sample: Sample, gradient: Array) -> tuple[Array, Array]:
        """ϑ (R, p) with P^n g = Σ_j ϑ_j ∂_j Φ, of smallest norm where a basis is used, and ‖P^n g‖ (R,)."""
        if self.kind == "non":
            theta = means(sample.weights * gradient, space.network.tangents(sample.x))
            values = (space.network.tangents(space.x) @ theta[..., None])[..., 0]
            return theta, np.sqrt(np.sum(space.weights * values**2, axis=-1))
        c = self.coefficients(sample, gradient)
        return space.direction(c), np.linalg.norm(c, axis=-1)

    def coefficients(self, sample: Sample, gradient: Array) -> Array:
        """P^n g in the basis ψ from g (R, n) at the points: an array (R, r)."""
        moments = means(sample.weights * gradient, sample.basis)
        if self.kind == "quasi":
            return moments
        values, vectors = sample.eigenvalues, sample.eigenvectors
        inverse = np.divide(1.0, values, out=np.zeros_like(values), where=values > _SINGULAR)
        turned = (moments[..., None, :] @ vectors)[..., 0, :] * inverse
        return np.asarray((vectors @ turned[..., None])[..., 0])


def means(factors: Array, functions: Array) -> Array:
    """1/n Σ_i f_i φ(x_i) (R, p) for f (R, n) and φ (R, n, p)."""
    return np.asarray((factors[..., None, :] @ functions)[..., 0, :] / factors.shape[-1])

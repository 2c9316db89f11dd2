"""The five estimators on tangent spaces that move, on a measure with N points and for all replicas at once.

A function on N points of masses p is a vector of R^N in orthonormal coordinates y_i = √p_i v(x_i), and T_t is given by
an array (R, N, d) with orthonormal columns. Point i is drawn with probability μ_i, and Σ_k B_ik² = p_i K(x_i) for the
Christoffel function K; weights w = p / μ turn values at the points into rows B_i / √μ_i and numbers g_i / √μ_i.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from theorytest.arguments import Array, finite, fraction, whole

Indices = NDArray[np.intp]
Estimate = Literal["exact", "non", "quasi", "lsq", "volume", "debiased"]
Sampling = Literal["optimal", "plain"]
_ESTIMATES = ("exact", "non", "quasi", "lsq", "volume", "debiased")
_TRIES = 2000  # rejections in a row after which S_delta is called too rare


@dataclass(frozen=True, eq=False)
class MovingEstimator:
    """P_t^n g for the basis B_t of each replica, by the name of the estimator.

    `exact` projects without sampling; `non` and `quasi` are Sections 3.1 and 3.2, `lsq` is Section 3.3 conditioned on
    S_delta where `delta` is given, `volume` is Appendix F, and `debiased` corrects `lsq` by `quasi` with n points each.
    """

    estimate: Estimate = "quasi"
    n_samples: int = 1
    sampling: Sampling = "optimal"
    delta: float | None = None
    masses: ArrayLike | None = None

    def __post_init__(self) -> None:
        whole("n_samples", self.n_samples)
        if self.estimate not in _ESTIMATES:
            raise ValueError(f"estimate must be one of {', '.join(_ESTIMATES)}, got {self.estimate!r}")
        if self.sampling not in ("optimal", "plain"):
            raise ValueError(f"sampling must be 'optimal' or 'plain', got {self.sampling!r}")
        if self.delta is not None and self.estimate not in ("lsq", "debiased"):
            raise ValueError(f"delta conditions lsq and debiased alone, got delta = {self.delta!r} for {self.estimate}")
        if self.delta is not None:
            fraction("delta", self.delta, because="S_delta is empty or trivial outside")
        if self.masses is not None:
            p = finite("masses", self.masses, shape=(None,))
            if np.any(p <= 0) or not np.isclose(p.sum(), 1, rtol=1e-12):
                raise ValueError(f"masses must be positive with sum 1, got {p.tolist()}")
            object.__setattr__(self, "masses", p)

    def probabilities(self, basis: Array) -> Array:
        """μ, an array (R, N): K ρ / d for optimal sampling, ρ for plain."""
        R, N, d = basis.shape
        if self.sampling == "optimal" or self.estimate == "volume":
            return np.asarray(np.einsum("rnd,rnd->rn", basis, basis) / d)
        p = np.full(N, 1 / N) if self.masses is None else np.asarray(self.masses)
        return np.broadcast_to(p, (R, N))

    def __call__(self, rng: Generator, basis: Array, gradient: Array, generators: Array | None = None) -> Array:
        """P_t^n g (R, N) for gradients (R, N); `generators` (R, N, m) are the system of `non`, by default the basis."""
        if self.estimate == "exact":
            return _synthesis(basis, np.einsum("rnd,rn->rd", basis, gradient))
        mu = self.probabilities(basis)
        if self.estimate in ("non", "quasi"):
            system = basis if generators is None or self.estimate == "quasi" else generators
            return _synthesis(system, averages(system, gradient, mu, drawn(rng, mu, self.n_samples)))
        points = self._stable_points(rng, basis, mu)
        projected = _synthesis(basis, least_squares(basis, gradient, mu, points))
        if self.estimate != "debiased":
            return projected
        again = drawn(rng, mu, self.n_samples)
        return projected + _synthesis(basis, averages(basis, gradient - projected, mu, again))

    def _stable_points(self, rng: Generator, basis: Array, mu: Array) -> Indices:
        d = basis.shape[2]
        if self.estimate == "volume":
            because = f"volume sampling needs at least the dimension {d}"
            n = whole("n_samples", self.n_samples, at_least=d, because=because)
            return np.concatenate([determinantal(rng, basis), drawn(rng, mu, n - d)], axis=1)
        points = drawn(rng, mu, self.n_samples)
        if self.delta is None:
            return points
        for _ in range(_TRIES):
            unstable = deviations(basis, mu, points) > self.delta
            if not unstable.any():
                return points
            points[unstable] = drawn(rng, mu[unstable], self.n_samples)
        raise ValueError(
            f"P(S_delta) is too small for delta = {self.delta} and n_samples = {self.n_samples} in dimension {d}: "
            "take more samples or a larger delta"
        )


def drawn(rng: Generator, probabilities: Array, n_samples: int) -> Indices:
    """Independent indices (R, n), each row from its own probabilities (R, N)."""
    total = np.cumsum(probabilities, axis=1)
    at = rng.random((len(total), n_samples)) * total[:, -1:]
    return np.asarray(np.sum(at[:, :, None] >= total[:, None, :], axis=2))


def determinantal(rng: Generator, basis: Array) -> Indices:
    """d indices (R, d) of the projection DPP with kernel B Bᵀ, by the chain rule."""
    rest = basis.copy()
    found: list[Indices] = []
    for i in range(basis.shape[2]):
        if i:  # what is orthogonal to the rows drawn so far
            row = np.take_along_axis(rest, found[-1][:, None, None], axis=1)
            row = row / np.linalg.norm(row, axis=2, keepdims=True)
            rest = rest - np.einsum("rnd,rkd->rnk", rest, row) * row
        found.append(drawn(rng, np.einsum("rnd,rnd->rn", rest, rest), 1)[:, 0])
    return np.stack(found, axis=1)


def rows(system: Array, probabilities: Array, points: Indices) -> Array:
    """B_i / √μ_i at the drawn points, an array (R, n, m)."""
    at = np.take_along_axis(system, points[:, :, None], axis=1)
    return np.asarray(at / np.sqrt(np.take_along_axis(probabilities, points, axis=1))[:, :, None])


def averages(system: Array, gradient: Array, probabilities: Array, points: Indices) -> Array:
    """(1/n) Σ_i w(x_i) φ_k(x_i) g(x_i), an array (R, m)."""
    values = rows(gradient[:, :, None], probabilities, points)[:, :, 0]
    return np.asarray(np.einsum("rnm,rn->rm", rows(system, probabilities, points), values) / points.shape[1])


def deviations(basis: Array, probabilities: Array, points: Indices) -> Array:
    """‖I - Ĝ‖ in the spectral norm, one number per replica."""
    A = rows(basis, probabilities, points)
    G = np.einsum("rni,rnj->rij", A, A) / points.shape[1]
    return np.asarray(np.abs(np.linalg.eigvalsh(G) - 1).max(axis=1))


def least_squares(basis: Array, gradient: Array, probabilities: Array, points: Indices) -> Array:
    """The coefficients (R, d) of least norm that minimise Σ_i w(x_i) (g - Σ_k c_k b_k)(x_i)²."""
    values = rows(gradient[:, :, None], probabilities, points)
    return np.asarray((np.linalg.pinv(rows(basis, probabilities, points)) @ values)[:, :, 0])


def _synthesis(system: Array, coefficients: Array) -> Array:
    return np.asarray(np.einsum("rnm,rm->rn", system, coefficients))

"""Estimators P^n of the orthogonal projection onto T_t: the rows of Table 2 and the conditioned quasi-projection.

An estimator draws points and turns the jets of gradients at these points into coefficients of P^n g in the
orthonormal basis of its space, for all replicas and all gradients at once:
    x = estimator.sample(rng, n_replicas)                (replicas, n_samples, D)
    estimator.coefficients(x, jets)                      (replicas, d, gradients)
with jets of shape (replicas, n_samples, l, gradients).
The sampler decides the row: least squares with `Conditioned` points is the LSP of Section 3.3, with `VolumeRescaled`
points that of Appendix F; the quasi-projection with `Conditioned` points is the one of Section 5.1.3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from theorytest.approximation.cholesky import solve
from theorytest.approximation.empirical import blockwise, evaluated, moments, normal_equations
from theorytest.approximation.sampling import Sampler
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.volume import VolumeRescaled
from theorytest.arguments import Array, finite, instance, points, whole

_DEFECT = 1e-8  # how far from orthonormal the basis of a quasi-projection may be


@runtime_checkable
class Estimator(Protocol):
    """What the constants and the descent scheme ask of P^n; linear in the jets."""

    @property
    def space(self) -> Space:
        """T_t, the space projected onto."""
        ...

    @property
    def n_samples(self) -> int:
        """The number of points of one replica."""
        ...

    def sample(self, rng: Generator, n_replicas: int) -> Array:
        """Independent draws of all points, an array of shape (n_replicas, n_samples, D)."""
        ...

    def coefficients(self, x: Array, jets: Array) -> Array:
        """P^n g in the orthonormal basis, (..., d, m), from the jets (..., n_samples, l, m) of m gradients."""
        ...


def project(estimator: Estimator, gradient: Callable[[Array], ArrayLike], x: ArrayLike) -> Array:
    """The coefficients of P^n g for points (..., n_samples, D): an array (..., d), or (..., d, m) for m gradients.

    `gradient` maps points to jets (..., l), in L² also to values (...); several gradients give (..., l, m).
    """
    x = points("x", x, estimator.space.ndim)
    jets = finite("gradient(x)", gradient(x))
    if jets.shape == x.shape[:-1] and estimator.space.jet_size == 1:
        jets = jets[..., None]
    single = jets.ndim == x.ndim
    coefficients = estimator.coefficients(x, jets[..., None] if single else jets)
    return coefficients[..., 0] if single else coefficients


@dataclass(frozen=True)
class _FromSampler:
    """An estimator whose points are those of one sampler."""

    sampler: Sampler
    n_samples: int

    def __post_init__(self) -> None:
        _check(self.sampler, self.n_samples)

    @property
    def space(self) -> Space:
        """The space of the sampler."""
        return self.sampler.space

    def sample(self, rng: Generator, n_replicas: int) -> Array:
        """Points of the sampler."""
        return self.sampler.sample(rng, n_replicas, self.n_samples)


@dataclass(frozen=True)
class NonProjection(_FromSampler):
    """P^n g = Σ_k (g, φ_k)_n φ_k with any generating system φ of the space [eq:non-projection].

    Needs no orthonormal basis, which only expresses the result. Unbiased only where φ is a Parseval frame of the space.
    """

    def coefficients(self, x: Array, jets: Array) -> Array:
        """Φ ζ̂ with ζ̂_k = (g, φ_k)_n and Φ_jk = (b_j, φ_k), the system expressed in the basis."""
        x, jets = _given(self, x, jets)
        zeta = blockwise(self._moments, self.space.dim, x, jets)
        return np.asarray(np.einsum("jk,...km->...jm", self.space.system_in_basis, zeta), dtype=float)

    def _moments(self, x: Array, jets: Array) -> Array:
        return moments(*evaluated(self.sampler, x, system=True), jets)


@dataclass(frozen=True)
class QuasiProjection(_FromSampler):
    """P^n g = Σ_k (g, b_k)_n b_k with an orthonormal basis b [eq:quasi-projection]; unbiased, not a projection."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.space.defect > _DEFECT:
            raise ValueError(
                f"the quasi-projection needs an orthonormal basis, but that of the space is off by "
                f"{self.space.defect:.1e}: raise rank_tolerance above {self.space.rank_tolerance:.1e}"
            )

    def coefficients(self, x: Array, jets: Array) -> Array:
        """η̂_k = (g, b_k)_n."""
        x, jets = _given(self, x, jets)
        return blockwise(self._moments, self.space.dim, x, jets)

    def _moments(self, x: Array, jets: Array) -> Array:
        return moments(*evaluated(self.sampler, x), jets)


@dataclass(frozen=True)
class LeastSquares(_FromSampler):
    """P^n g = Σ_k (Ĝ⁺ η̂)_k b_k [eq:least-squares-projection]; a projection wherever Ĝ is regular.

    There any generating system gives the same P^n, so the basis is a choice of the computation; where Ĝ is singular the
    pseudo-inverse is that of the orthonormal basis. Needs n l ≥ d.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        d, l = self.space.dim, self.space.jet_size  # noqa: E741 (the paper's letter)
        reason = f"the empirical Gramian of dimension {d} is singular below, and least squares no projection"
        whole("n_samples", self.n_samples, at_least=-(-d // l), because=reason)

    def coefficients(self, x: Array, jets: Array) -> Array:
        """Ĝ⁺ η̂ with Ĝ_kl = (b_k, b_l)_n and η̂_k = (g, b_k)_n."""
        x, jets = _given(self, x, jets)
        return blockwise(self._solution, self.space.dim, x, jets)

    def _solution(self, x: Array, jets: Array) -> Array:
        return solve(normal_equations(*evaluated(self.sampler, x), jets))


@dataclass(frozen=True)
class Debiased:
    """P̄ g = P̃ g + Q (g - P̃ g) with a projection P̃ onto T_t and an independent unbiased Q [eq:debiased_projector].

    The points of one replica are those of P̃ followed by those of Q. `Given(LeastSquares(...), earlier)` for P̃ reuses
    earlier points; with random P̃ the independence that the debiasing rests on is that of the two draws.
    """

    projection: Estimator
    correction: Estimator

    def __post_init__(self) -> None:
        for name, part in (("projection", self.projection), ("correction", self.correction)):
            _estimator(name, part)
        if self.projection.space is not self.correction.space:
            raise ValueError("projection and correction must share one Space object, got two")

    @property
    def space(self) -> Space:
        """The space of both parts."""
        return self.correction.space

    @property
    def n_samples(self) -> int:
        """The points of both parts."""
        return self.projection.n_samples + self.correction.n_samples

    def sample(self, rng: Generator, n_replicas: int) -> Array:
        """The points of P̃, then independent ones of Q."""
        return np.concatenate([part.sample(rng, n_replicas) for part in (self.projection, self.correction)], axis=-2)

    def coefficients(self, x: Array, jets: Array) -> Array:
        """The coefficients of P̃ g plus those of Q applied to what P̃ leaves of g."""
        x, jets = _given(self, x, jets)
        first = self.projection.n_samples
        projected = self.projection.coefficients(x[..., :first, :], jets[..., :first, :, :])
        new = x[..., first:, :]
        left = jets[..., first:, :, :] - _synthesis(self.space.jets(new), projected)
        return projected + self.correction.coefficients(new, left)


@dataclass(frozen=True, eq=False)
class Given:
    """An estimator with points that are known already, hence F_t-measurable: (n, D), or (R, n, D) for R replicas."""

    estimator: Estimator
    points: Array

    def __post_init__(self) -> None:
        known = points("points", self.points, _estimator("estimator", self.estimator).space.ndim)
        if known.ndim not in (2, 3):
            raise ValueError(f"points must have shape (n, D) or (replicas, n, D), got {known.shape}")
        object.__setattr__(self, "points", known.copy())

    @property
    def space(self) -> Space:
        """The space of the estimator."""
        return self.estimator.space

    @property
    def n_samples(self) -> int:
        """The number of known points."""
        return int(self.points.shape[-2])

    def sample(self, rng: Generator, n_replicas: int) -> Array:  # noqa: ARG002 (nothing is left to chance)
        """The known points for each replica."""
        R = whole("n_replicas", n_replicas)
        if self.points.ndim == 3 and len(self.points) != R:
            raise ValueError(f"n_replicas must be {len(self.points)}, one for each known set of points, got {R}")
        return np.broadcast_to(self.points, (R, *self.points.shape[-2:]))

    def coefficients(self, x: Array, jets: Array) -> Array:
        """Those of the estimator; n is the number of points given."""
        return self.estimator.coefficients(x, jets)


def _check(sampler: Sampler, n_samples: int) -> None:
    if not hasattr(sampler, "weight") or not hasattr(sampler, "sample") or not hasattr(sampler, "space"):
        raise ValueError(f"sampler must be a sampler such as Optimal(space), got {sampler!r}")
    n, space = whole("n_samples", n_samples), instance("sampler.space", sampler.space, Space)
    if isinstance(sampler, VolumeRescaled):
        whole("n_samples", n, at_least=space.dim, because=f"volume sampling needs at least the dimension {space.dim}")
    if isinstance(sampler, Conditioned):
        sampler.refuse_impossible(n)


def _estimator(name: str, value: Estimator) -> Estimator:
    if isinstance(value, type) or not isinstance(value, Estimator):
        raise ValueError(f"{name} must be an estimator such as QuasiProjection(sampler, n_samples), got {value!r}")
    return value


def _given(estimator: Estimator, x: Array, jets: Array) -> tuple[Array, Array]:
    """Points (..., n, D) and jets (..., n, l, m) that fit together."""
    x = points("x", x, estimator.space.ndim)
    jets = finite("jets", jets)
    wanted = (*x.shape[:-1], estimator.space.jet_size)
    if x.ndim < 2 or jets.shape[:-1] != wanted:
        raise ValueError(f"jets must have shape (*points, l, gradients) = {(*wanted, 'any')}, got {jets.shape}")
    return x, jets


def _synthesis(basis: Array, coefficients: Array) -> Array:
    """The jets of Σ_k c_k b_k: (..., n, d, l) and (..., d, m) to (..., n, l, m)."""
    return np.asarray(np.einsum("...nkc,...km->...ncm", basis, coefficients), dtype=float)

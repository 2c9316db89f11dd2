"""Estimators made of others: a debiased projection [app:debiased_projection], and points that are known already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.random import Generator

from theorytest.approximation.enumeration import Draws, estimator_draws, together
from theorytest.approximation.estimator import Estimator, an_estimator, fitting
from theorytest.approximation.exact_moments import debiased_on_hull, is_computable
from theorytest.approximation.hull import Hull
from theorytest.approximation.moments import BiasVariance, Moments
from theorytest.approximation.said import said
from theorytest.approximation.sampling import weight_at
from theorytest.approximation.spaces import Space
from theorytest.arguments import Array, points, whole


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
            an_estimator(name, part)
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
        x, jets = fitting(self, x, jets)
        first = self.projection.n_samples
        projected = self.projection.coefficients(x[..., :first, :], jets[..., :first, :, :])
        new = x[..., first:, :]
        left = jets[..., first:, :, :] - _synthesis(self.space.jets(new), projected)
        return projected + self.correction.coefficients(new, left)

    def weights(self, x: Array) -> Array:
        """w (R, n) of both parts, which need samplers."""
        first = self.projection.n_samples
        parts = (self.projection, x[..., :first, :]), (self.correction, x[..., first:, :])
        found = [weight_at(part.sampler, at, self.space.jets(at)) for part, at in parts]  # type: ignore[attr-defined]
        return np.concatenate(found, axis=-1)

    def row(self) -> str | None:
        """That of the table where the norm of the projection is known, as of `Oblique`, and Q a quasi-projection."""
        own = said(self.correction, "row")
        known = hasattr(self.projection, "norm") and own is not None and own() == "quasi"
        return "debiased" if known else None

    def quantities(self, p: float | None, delta: float | None) -> dict[str, float]:  # noqa: ARG002 (no event)
        """The norm of the projection and the variance constants of Q."""
        from theorytest.approximation.constants import tabulated  # which asks estimators for their rows

        Q = tabulated(self.correction)
        assert Q is not None  # it has a row
        return {"B": float(self.projection.norm), "q1": Q.c_var1, "q2": Q.c_var2}  # type: ignore[attr-defined]

    def computable(self) -> bool:
        """Whether the projection is known and Q a form of independent points."""
        return bool(getattr(self.projection, "is_known", False)) and is_computable(self.correction)

    def on_hull(self, hull: Hull) -> Moments:
        """A and S on E by quadrature."""
        return debiased_on_hull(self.projection, self.correction, hull)

    def on_all(self, hull: Hull) -> BiasVariance:
        """With all of the complement, on E for given points."""
        from theorytest.approximation.exact_debiased import debiased_on_all  # which checks for this class

        return debiased_on_all(self, hull)

    def draws(self) -> Draws:
        """All pairs of samples."""
        return together(estimator_draws(self.projection), estimator_draws(self.correction))


@dataclass(frozen=True, eq=False)
class Given:
    """An estimator with points that are known already, hence F_t-measurable: (n, D), or (R, n, D) for R replicas."""

    is_known: ClassVar[bool] = True
    estimator: Estimator
    points: Array

    def __post_init__(self) -> None:
        known = points("points", self.points, an_estimator("estimator", self.estimator).space.ndim)
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

    def draws(self) -> Draws:
        """The known points, the only sample there is."""
        return Draws(self.sample(np.random.default_rng(0), 1), np.ones(1))


def _synthesis(basis: Array, coefficients: Array) -> Array:
    """The jets of Σ_k c_k b_k: (..., n, d, l) and (..., d, m) to (..., n, l, m)."""
    return np.asarray(np.einsum("...nkc,...km->...ncm", basis, coefficients), dtype=float)

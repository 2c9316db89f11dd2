"""Estimators P^n of the orthogonal projection onto T_t: the rows of Table 2 and the conditioned quasi-projection.

They act on arrays: the basis (or a generating system) at the points, the weights there, and the jets of gradients, for
all replicas and all gradients at once. Where these arrays come from is the matter of the space, which all replicas
share (`Space`) or which moves with each of them (`OnPoints`, tangent spaces of networks).
The sampler decides the row: least squares with `Conditioned` points is the LSP of Section 3.3, with `VolumeRescaled`
points that of Appendix F; the quasi-projection with `Conditioned` points is the one of Section 5.1.3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.random import Generator

from theorytest.approximation.cholesky import solve
from theorytest.approximation.debiased import Debiased, Given
from theorytest.approximation.empirical import completed, evaluated, for_all, moments, normal_equations
from theorytest.approximation.estimator import Estimator, fitting, project
from theorytest.approximation.sampling import Sampler, k_of
from theorytest.approximation.space_like import space_like
from theorytest.approximation.spaces import Space
from theorytest.arguments import Array, whole

__all__ = ["Debiased", "Estimator", "Exact", "Given", "LeastSquares", "NonProjection", "QuasiProjection", "project"]

_DEFECT = 1e-8  # how far from orthonormal the basis of a quasi-projection may be


@dataclass(frozen=True)
class _FromSampler:
    """An estimator whose points are those of one sampler."""

    sampler: Sampler
    n_samples: int

    def __post_init__(self) -> None:
        sampler = self.sampler
        if not hasattr(sampler, "weight") or not hasattr(sampler, "sample") or not hasattr(sampler, "space"):
            raise ValueError(f"sampler must be a sampler such as Optimal(space), got {sampler!r}")
        n = whole("n_samples", self.n_samples)
        space_like("sampler.space", sampler.space)
        if hasattr(sampler, "refuse_impossible"):
            sampler.refuse_impossible(n)

    @property
    def space(self) -> Space:
        """The space of the sampler."""
        return self.sampler.space

    def sample(self, rng: Generator, n_replicas: int) -> Array:
        """Points of the sampler."""
        return self.sampler.sample(rng, n_replicas, self.n_samples)

    def _quantities(self, p: float | None, delta: float | None) -> dict[str, float]:
        """What the formulas of Table 2 need."""
        space = self.space
        eigenvalues = np.linalg.eigvalsh(space.system_in_basis @ space.system_in_basis.T)
        found = {"lam_min": eigenvalues[0], "lam_max": eigenvalues[-1], "k": k_of(self.sampler).value}
        found |= {"n": float(self.n_samples), "d": float(space.dim)}
        delta = getattr(self.sampler, "delta", delta)
        return found | {name: value for name, value in (("p", p), ("delta", delta)) if value is not None}

    @property
    def _independent(self) -> bool:
        return bool(getattr(self.sampler, "independent", True))


@dataclass(frozen=True)
class NonProjection(_FromSampler):
    """P^n g = Σ_k (g, φ_k)_n φ_k with any generating system φ of the space [eq:non-projection].

    Needs no orthonormal basis, which only expresses the result. Unbiased only where φ is a Parseval frame of the space.
    """

    quantities = _FromSampler._quantities

    def coefficients(self, x: Array, jets: Array) -> Array:
        """Φ ζ̂ with ζ̂_k = (g, φ_k)_n and Φ_jk = (b_j, φ_k), the system expressed in the basis."""
        return np.asarray(np.einsum("...jk,...km->...jm", self.space.system_in_basis, self.parameters(x, jets)))

    def parameters(self, x: Array, jets: Array) -> Array:
        """ζ̂ (..., m, gradients), the coefficients in the generating system."""
        x, jets = fitting(self, x, jets)
        return for_all(self._moments, self.space, x, jets)

    def _moments(self, x: Array, jets: Array) -> Array:
        return moments(*evaluated(self.sampler, x, system=True), jets)

    def row(self) -> str | None:
        """That of independent points."""
        return "non" if self._independent else None

    def operator(self) -> Array | None:
        """Φ Φᵀ."""
        Phi = self.space.system_in_basis
        return Phi @ np.swapaxes(Phi, -1, -2) if self._independent else None


@dataclass(frozen=True)
class QuasiProjection(_FromSampler):
    """P^n g = Σ_k (g, b_k)_n b_k with an orthonormal basis b [eq:quasi-projection]; unbiased, not a projection."""

    quantities = _FromSampler._quantities

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.space.defect > _DEFECT:
            raise ValueError(
                f"the quasi-projection needs an orthonormal basis, but that of the space is off by "
                f"{self.space.defect:.1e}: raise rank_tolerance above {self.space.rank_tolerance:.1e}"
            )

    def coefficients(self, x: Array, jets: Array) -> Array:
        """η̂_k = (g, b_k)_n."""
        x, jets = fitting(self, x, jets)
        return for_all(self._moments, self.space, x, jets)

    def _moments(self, x: Array, jets: Array) -> Array:
        return moments(*evaluated(self.sampler, x), jets)

    def row(self) -> str | None:
        """That of independent points."""
        return "quasi" if self._independent else None

    def operator(self) -> Array | None:
        """I."""
        return np.eye(self.space.dim) if self._independent else None


@dataclass(frozen=True)
class LeastSquares(_FromSampler):
    """P^n g = Σ_k (Ĝ⁺ η̂)_k b_k [eq:least-squares-projection]; a projection wherever Ĝ is regular.

    There any generating system gives the same P^n, so the basis is a choice of the computation; where Ĝ is singular the
    pseudo-inverse is that of the orthonormal basis. Needs n l ≥ d on a space that all replicas share.
    """

    quantities = _FromSampler._quantities

    def __post_init__(self) -> None:
        super().__post_init__()
        d, l = self.space.dim, self.space.jet_size  # noqa: E741 (the paper's letter)
        reason = f"the empirical Gramian of dimension {d} is singular below, and least squares no projection"
        if not self.space.moves:  # dimensions that change on the way are no reason to end a run
            whole("n_samples", self.n_samples, at_least=-(-d // l), because=reason)

    def coefficients(self, x: Array, jets: Array) -> Array:
        """Ĝ⁺ η̂ with Ĝ_kl = (b_k, b_l)_n and η̂_k = (g, b_k)_n."""
        x, jets = fitting(self, x, jets)
        return for_all(self._solution, self.space, x, jets)

    def _solution(self, x: Array, jets: Array) -> Array:
        equations = normal_equations(*evaluated(self.sampler, x), jets)
        return solve(completed(equations, self.space.absent, x.shape[1]))

    def row(self) -> str | None:
        """That of the sampler: `lsq` of conditioned points, `volume` of volume-rescaled ones."""
        return getattr(self.sampler, "least_squares_row", None)


@dataclass(frozen=True)
class Exact:
    """P g without sampling: the points are all nodes of an exact quadrature of the space."""

    is_known: ClassVar[bool] = True
    space: Space

    def __post_init__(self) -> None:
        space_like("space", self.space)

    @property
    def n_samples(self) -> int:
        """The number of nodes."""
        return int(self.space.nodes()[0].shape[1])

    def sample(self, rng: Generator, n_replicas: int) -> Array:  # noqa: ARG002 (nothing is left to chance)
        """The nodes for each replica."""
        x = self.space.nodes()[0]
        return np.broadcast_to(x, (whole("n_replicas", n_replicas), *x.shape[1:]))

    def coefficients(self, x: Array, jets: Array) -> Array:
        """(g, b_k) by the rule, whose weights take the place of w / n."""
        x, jets = fitting(self, x, jets)
        return for_all(lambda x, jets: moments(self.space.jets(x), self.weights(x), jets), self.space, x, jets)

    def weights(self, x: Array) -> Array:
        """n times the weights of the rule."""
        return np.broadcast_to(self.space.nodes()[1] * self.n_samples, x.shape[:-1])

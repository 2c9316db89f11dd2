"""Matrices of rank r with the truncated SVD as retraction [Appendix I, order D = 2]."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theorytest.arguments import Array, positive, real, whole


@dataclass(frozen=True)
class LowRank:
    """m x n matrices of rank r, as vectors of R^(mn); T_v = {M Vᵀ + U Nᵀ} has dimension r (m + n - r).

    The local reach at v is σ_r(v) / √2 and the largest curvature is 1 / σ_r(v): a tangent step g leads at most
    √(σ_r² + ‖g‖²) - σ_r away from the class. As σ_r → 0, neither has a bound, and (CR) has no constant. For r = m or
    r = n the class is (dense in) the whole space: nothing is dropped, the reach is infinite and C_R = 0.
    """

    n_rows: int
    n_columns: int
    rank: int

    def __post_init__(self) -> None:
        small = min(whole("n_rows", self.n_rows), whole("n_columns", self.n_columns))
        if whole("rank", self.rank) > small:
            raise ValueError(f"rank must be at most {small}, got {self.rank}")

    @property
    def ambient(self) -> int:
        """m n."""
        return self.n_rows * self.n_columns

    @property
    def dim(self) -> int:
        """r (m + n - r)."""
        return self.rank * (self.n_rows + self.n_columns - self.rank)

    @property
    def is_everything(self) -> bool:
        """Whether every matrix has rank at most r."""
        return self.rank == min(self.n_rows, self.n_columns)

    def smallest_singular_value(self, y: Array) -> Array:
        """σ_r, one number per replica: the radius of curvature."""
        return np.asarray(np.linalg.svd(self._matrices(y), compute_uv=False)[:, self.rank - 1])

    def local_reach(self, y: Array) -> Array:
        """σ_r / √2: half of σ_r moved to another singular vector makes a tie."""
        sigma = self.smallest_singular_value(y)
        return np.full_like(sigma, np.inf) if self.is_everything else np.asarray(sigma / np.sqrt(2))

    def C_R(self, target_norm: float, sigma: float) -> float:
        """The best constant of (CR) with β = 0 where σ_r ≥ sigma: ‖u‖ / sigma, for the spectral norm of the target u.

        L(R(x)) - L(x) ≤ (x - R(x), u) ≤ ‖x - R(x)‖_* ‖u‖, and the nuclear norm of what is dropped is at most
        ‖g‖² / (2 σ_r), as that of the product of both factors of a step.
        """
        if real("target_norm", target_norm) < 0:
            raise ValueError(f"target_norm must be at least 0, got {target_norm!r}")
        least = positive("sigma", sigma)
        return 0.0 if self.is_everything else float(target_norm) / least

    def basis(self, y: Array) -> Array:
        """All products u_i ⊗ v_j of singular vectors with i ≤ r or j ≤ r."""
        U, _, Vt = np.linalg.svd(self._matrices(y))
        i, j = np.indices((self.n_rows, self.n_columns))
        inside = ((i < self.rank) | (j < self.rank)).ravel()
        products = np.einsum("rai,rjb->rabij", U, Vt).reshape(len(y), self.ambient, self.ambient)
        return np.ascontiguousarray(products[:, :, inside])

    def generators(self, y: Array) -> Array:
        """The derivatives of A Bᵀ at A = U √Σ, B = V √Σ; r² of them are dependent on the others."""
        U, sigma, Vt = np.linalg.svd(self._matrices(y), full_matrices=False)
        r, root = self.rank, np.sqrt(sigma[:, None, : self.rank])
        A, B = U[:, :, :r] * root, np.swapaxes(Vt, 1, 2)[:, :, :r] * root
        left = np.einsum("ac,rbk->rabck", np.eye(self.n_rows), B).reshape(len(y), self.ambient, -1)
        right = np.einsum("rak,bc->rabkc", A, np.eye(self.n_columns)).reshape(len(y), self.ambient, -1)
        return np.concatenate([left, right], axis=2)

    def retract(self, y: Array, onto: Array) -> Array:  # noqa: ARG002 (the projection needs no start)
        """The truncated SVD, a best approximation of rank at most r."""
        U, sigma, Vt = np.linalg.svd(self._matrices(onto), full_matrices=False)
        r = self.rank
        kept = np.einsum("rai,ri,rib->rab", U[:, :, :r], sigma[:, :r], Vt[:, :r])
        return np.asarray(kept.reshape(onto.shape))

    def nearest(self, target: Array) -> Array:
        """The truncated SVD of the target."""
        return np.asarray(self.retract(target[None], target[None])[0])

    def _matrices(self, y: Array) -> Array:
        return y.reshape(len(y), self.n_rows, self.n_columns)

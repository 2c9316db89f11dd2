"""Unions of finitely many linear spaces [Appendix I]: T_t is the space that the iterate lies in, and R_t = I."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest.arguments import Array, finite, several


@dataclass(frozen=True, eq=False)
class UnionOfSpaces:
    """M = T_1 ∪ ... ∪ T_m for the column spans of matrices (N, d) of full rank, all of one dimension d.

    Since u_t ∈ T_t ⊆ M, a step stays in M: C_R = β = 0. `retract` projects onto the nearest of the spaces.
    """

    spaces: Any

    def __post_init__(self) -> None:
        given = several("spaces", self.spaces, "matrices", lambda a: np.ndim(a) == 2)
        bases = []
        for a in given:
            columns = finite("spaces", a, shape=np.shape(given[0]))
            if np.linalg.matrix_rank(columns) < max(columns.shape[1], 1):
                raise ValueError(f"spaces must have independent columns, got {columns.tolist()}")
            bases.append(np.linalg.qr(columns)[0])
        object.__setattr__(self, "spaces", np.stack(bases))

    @property
    def ambient(self) -> int:
        """N."""
        return int(np.shape(self.spaces)[1])

    def which(self, y: Array) -> NDArray[np.intp]:
        """The index of the nearest space, the first of a tie."""
        scale = np.max(np.abs(y), axis=1, keepdims=True)
        unit = np.divide(y, scale, out=np.zeros_like(y), where=scale > 0)  # a tie is one of directions, at any scale
        inside = np.linalg.norm(np.einsum("mnd,rn->rmd", self.spaces, unit), axis=2)
        return np.asarray(np.argmax(np.round(inside, 12), axis=1))

    def basis(self, y: Array) -> Array:
        """The orthonormal basis of the nearest space."""
        return np.asarray(self.spaces[self.which(y)])

    def generators(self, y: Array) -> Array:
        """The same basis."""
        return self.basis(y)

    def retract(self, y: Array, onto: Array) -> Array:  # noqa: ARG002 (the projection needs no start)
        """The nearest point of M: the point itself where it lies in M."""
        B = self.basis(onto)
        return np.asarray(np.einsum("rnd,rmd,rm->rn", B, B, onto))

    def nearest(self, target: Array) -> Array:
        """The best of the projections."""
        return np.asarray(self.retract(target[None], target[None])[0])

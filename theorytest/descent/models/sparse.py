"""Vectors with at most s entries that are not 0 [Appendix I (ii)]: T_t is the span of the active coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from theorytest.arguments import Array, whole


@dataclass(frozen=True)
class Sparse:
    """The s-sparse vectors of R^N, the union of all spans of s coordinates.

    T_t are the s largest entries of u_t, which keep their places as long as nothing else is added. `retraction` "none"
    is R_t = I with C_R = β = 0; "threshold" keeps the s largest entries, the metric projection, of any point.
    Strong PL fails wherever the best entries of the target are not the active ones.
    """

    ambient: int
    sparsity: int
    retraction: Literal["none", "threshold"] = "threshold"

    def __post_init__(self) -> None:
        if whole("sparsity", self.sparsity) > whole("ambient", self.ambient):
            raise ValueError(f"sparsity must be at most ambient = {self.ambient}, got {self.sparsity}")
        if not isinstance(self.retraction, str) or self.retraction not in ("none", "threshold"):
            raise ValueError(f"retraction must be 'none' or 'threshold', got {self.retraction!r}")

    def support(self, y: Array) -> NDArray[np.intp]:
        """The indices (R, s) of the largest entries, the first ones of a tie, in increasing order."""
        order = np.argsort(-np.abs(y), axis=1, kind="stable")[:, : self.sparsity]
        return np.sort(order, axis=1)

    def basis(self, y: Array) -> Array:
        """The unit vectors of the support."""
        return np.swapaxes(np.eye(self.ambient)[self.support(y)], 1, 2)

    def generators(self, y: Array) -> Array:
        """The same unit vectors."""
        return self.basis(y)

    def threshold(self, y: Array) -> Array:
        """The s largest entries; the others are set to 0."""
        kept = np.zeros_like(y)
        at = self.support(y)
        np.put_along_axis(kept, at, np.take_along_axis(y, at, axis=1), axis=1)
        return kept

    def retract(self, y: Array, onto: Array) -> Array:  # noqa: ARG002 (neither retraction needs the start)
        """The point itself, or its largest entries."""
        return onto if self.retraction == "none" else self.threshold(onto)

    def nearest(self, target: Array) -> Array:
        """The s largest entries of the target."""
        return np.asarray(self.threshold(target[None])[0])

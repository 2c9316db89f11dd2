"""Linear combinations of a system: any other generating system of the same space, or of a part of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from theorytest.approximation.measures import Measure, Quadrature
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import System
from theorytest.arguments import Array, finite
from theorytest.signatures import checked


@dataclass(frozen=True, eq=False)
class Combinations:
    """ψ_k = Σ_j M_jk φ_j for a matrix M of shape (size of φ, number of ψ)."""

    system: System
    matrix: Array

    def __post_init__(self) -> None:
        if not isinstance(self.system, System):
            raise ValueError(f"system must be a System such as Legendre(3), got {self.system!r}")
        object.__setattr__(self, "matrix", finite("matrix", self.matrix, shape=(self.system.size, None)).copy())
        if self.size == 0:
            raise ValueError("matrix must have at least one column, got none")

    @property
    def size(self) -> int:
        """The number of combinations."""
        return int(self.matrix.shape[1])

    @property
    def ndim(self) -> int:
        """The dimension of the points."""
        return self.system.ndim

    @property
    def knots(self) -> tuple[tuple[float, ...], ...]:
        """Those of the system."""
        return self.system.knots

    def values(self, x: Array) -> Array:
        """Combined values."""
        values: Array = self.system.values(x) @ self.matrix
        return values

    def gradients(self, x: Array) -> Array:
        """Combined gradients."""
        return np.swapaxes(np.swapaxes(self.system.gradients(x), -1, -2) @ self.matrix, -1, -2)

    def rule(self, measure: Measure) -> Quadrature | None:
        """The rule of the system."""
        return self.system.rule(measure)


@checked
def orthonormalised(space: Space) -> Space:
    """The same space with its orthonormal basis as the generating system."""
    return replace(space, system=Combinations(space.system, space.coefficients))

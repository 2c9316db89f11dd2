"""What estimators and samplers ask of T_t: one space that all replicas share, or one for each of them.

`Space` is the first; the second moves with the iterate: `OnPoints` on finitely many points, `TangentSpace` of networks.
A space that moves has R members, the replicas; its points are arrays (R, n, D), and row r belongs to member r.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from theorytest.approximation.laws import Law
from theorytest.arguments import Array

Flags = NDArray[np.bool_]


@runtime_checkable
class SpaceLike(Protocol):
    """A space, or one for each replica."""

    @property
    def moves(self) -> bool:
        """Whether each replica has a space of its own."""
        ...

    @property
    def ndim(self) -> int:
        """The dimension D of the points."""
        ...

    @property
    def jet_size(self) -> int:
        """l."""
        ...

    @property
    def dim(self) -> int:
        """d, the number of functions of a basis; the largest of all replicas."""
        ...

    @property
    def dims(self) -> Any:
        """d as a float, or (R, 1) for all replicas."""
        ...

    @property
    def absent(self) -> Flags | None:
        """Which of the functions are not there, (R, d): 0 beyond the dimension of a replica. None where all are."""
        ...

    @property
    def measure(self) -> Any:
        """ρ."""
        ...

    @property
    def defect(self) -> float:
        """How far the basis is from orthonormal."""
        ...

    @property
    def system_in_basis(self) -> Array:
        """Φ (d, m), or (R, d, m): the generating system expressed in the basis."""
        ...

    def jets(self, x: Array) -> Array:
        """L_x b_k for the orthonormal basis, (..., d, l)."""
        ...

    def system_jets(self, x: Array) -> Array:
        """L_x φ_k for the generating system, (..., m, l)."""
        ...

    def evaluated(self, x: Array, *, system: bool = False) -> tuple[Array, Array]:
        """L_x b_k, and L_x φ_k where the system is asked for, else L_x b_k again."""
        ...

    def nodes(self) -> tuple[Array, Array]:
        """Points (R or 1, N, D) and weights (R or 1, N) that integrate products of two functions exactly."""
        ...

    def law(self, f: Callable[[Array], Array]) -> Law | None:
        """f ρ / ∫ f dρ, where it can be drawn from directly."""
        ...

    def trace_law(self, trace: Callable[[Array], Array]) -> Law:
        """K̃ ρ / d for the trace K̃ of the Christoffel function."""
        ...

    def take(self, rows: Any) -> Any:
        """The spaces of some of the replicas."""
        ...


def space_like(name: str, value: Any) -> SpaceLike:
    """A space; the members of a protocol that are costly to compute are not asked for."""
    if isinstance(value, type) or not all(hasattr(type(value), each) for each in ("jets", "take", "trace_law")):
        raise ValueError(f"{name} must be a Space, got {value!r}")
    return value  # type: ignore[no-any-return]

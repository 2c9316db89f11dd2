"""Sparse vectors: M is the union of the coordinate spaces of R^m of dimension s; u_t has a support, T_t another one."""

from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

import numpy as np

from theorytest import choices, family


def mixtures(size: Any) -> Any:
    """Integer coefficients of several combinations of that many vectors."""
    return [[(scale * (b + 1)) % 7 - 3 for b in range(size)] for scale in (1, 2, 3)]


@dataclass(frozen=True)
class Sparse:
    """M of the vectors of R^m with at most s entries; u_t has a support, and T_t all vectors of another one."""

    m: int
    s: int
    support: tuple[Any, ...]
    moved: tuple[Any, ...]

    @property
    def iterate(self) -> Any:
        """u_t."""
        u = np.zeros(self.m, dtype=int)
        u[list(self.support)] = np.arange(1, len(self.support) + 1)
        return u

    @property
    def directions(self) -> Any:
        """Unit vectors that span T_t, and combinations of them."""
        units = np.eye(self.m, dtype=int)[list(self.moved)]
        return [*units, *(np.array(c, dtype=int) @ units for c in mixtures(len(units)))]

    def outside(self, v: Any) -> Any:
        """The entries that are not 0 beyond s: none for members of M."""
        return max(int(np.count_nonzero(v)) - self.s, 0)


def supports(m: Any, s: Any) -> Any:
    """All sets of at most s of m entries."""
    return list(chain.from_iterable(combinations(range(m), k) for k in range(s + 1)))


SMALL = [
    Sparse(m, s, support, moved)
    for m in (1, 2, 3, 4)
    for s in range(1, m + 1)
    for support in supports(m, s)
    for moved in supports(m, s)
]
NAMED = {
    "two axes, T_t the other axis": Sparse(2, 1, (0,), (1,)),
    "two axes, T_t the axis of u_t": Sparse(2, 1, (0,), (0,)),
    "a linear space": Sparse(3, 3, (0, 1), (0, 1, 2)),
    "a coordinate of another support": Sparse(4, 2, (0, 1), (2,)),
}
UNIONS = family(NAMED, "unions M of linear spaces with T_t ⊆ M, here of coordinate spaces", search=choices(SMALL))

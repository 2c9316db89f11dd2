r"""Tensors with few entries whose hierarchical SVD is a choice of coordinates, in rational numbers.

Where no two entries agree on all modes of one side of a split and differ on the other, the singular vectors of every
unfolding are unit vectors and its squared singular values the masses of the rows. Truncation then keeps the heaviest
rows of every split. The tensors below have one entry a_e for each split e, alone and lightest in its row there, and one
entry b that is slightly heavier and alone in all its rows: truncation drops every a_e, the best approximation only b.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest.descent import Tensors, Tree, hierarchical

A, B = 2, 3  # the indices that only one entry has, besides 0 and 1
Index = tuple[int, ...]


@dataclass(frozen=True)
class Sparse:
    """Entries by multi-index."""

    tree: Tree
    entries: dict[Index, Fraction]

    @property
    def splits(self) -> tuple[Index, ...]:
        """The smaller side of each split: truncating its rows or the columns behind it is the same."""
        D = self.tree.order
        return tuple(t if 2 * len(t) <= D else tuple(k for k in range(D) if k not in t) for t in self.tree.splits)

    def rows(self, split: Index) -> dict[Index, Fraction]:
        """The mass of each row of the unfolding."""
        masses: dict[Index, Fraction] = {}
        for index, value in self.entries.items():
            key = tuple(index[k] for k in split)
            masses[key] = masses.get(key, Fraction(0)) + value**2
        return masses

    def aligned(self, split: Index) -> bool:
        """Whether rows are orthogonal: entries with equal columns have equal rows."""
        rows_of: dict[Index, set[Index]] = {}
        for index in self.entries:
            column = tuple(i for k, i in enumerate(index) if k not in split)
            rows_of.setdefault(column, set()).add(tuple(index[k] for k in split))
        return all(len(rows) == 1 for rows in rows_of.values())

    @property
    def ranks(self) -> Index:
        """One less than the number of rows of each split."""
        return tuple(len(self.rows(t)) - 1 for t in self.splits)

    def squared_error(self) -> Fraction:
        """‖u - truncated u‖², where truncation keeps all rows of every split but the lightest."""
        dropped: set[Index] = set()
        for t in self.splits:
            rows = self.rows(t)
            (lightest, mass), (_, second) = sorted(rows.items(), key=lambda row: row[1])[:2]
            if mass == second or not self.aligned(t):
                raise ValueError(f"the rows of {t} must be orthogonal with one lightest, got {rows}")
            dropped |= {index for index in self.entries if tuple(index[k] for k in t) == lightest}
        return sum((self.entries[index] ** 2 for index in dropped), Fraction(0))

    def squared_upper_bound(self) -> Fraction:
        """The squared error without b, which leaves one row less in every split."""
        b = (B,) * self.tree.order
        rest = Sparse(self.tree, {index: v for index, v in self.entries.items() if index != b})
        if any(len(rest.rows(t)) > r for t, r in zip(self.splits, self.ranks, strict=True)):
            raise ValueError("without its heaviest entry the tensor must have the ranks of the class")
        return self.entries[b] ** 2

    def array(self) -> tuple[Tensors, NDArray[np.float64]]:
        """The class of the package, and the tensor as a row."""
        model: Any = Tensors((B + 1,) * self.tree.order, self.tree, self.ranks)
        u = np.zeros(model.shape)
        for index, value in self.entries.items():
            u[index] = float(value)
        return model, u.reshape(1, -1)


LIGHTEST: Index = (1, 0, 1, 0)  # alone at 12 | 34
OTHERS: tuple[Index, ...] = ((A, 1, 0, 0), (1, A, 0, 1), (0, 0, A, 1), (0, 1, 1, A))  # alone at a single mode


def six_entries(delta: Fraction) -> Sparse:
    """Of order 4, with (12)(34) for the tree: five splits."""
    entries = dict.fromkeys(OTHERS, 1 + delta) | {LIGHTEST: Fraction(1), (B,) * 4: 1 + 2 * delta}
    return Sparse(hierarchical(4), entries)

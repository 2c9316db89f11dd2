r"""Tensors with few entries whose hierarchical SVD is a choice of coordinates, in rational numbers.

Where no two entries agree on all modes of one side of a split and differ on the other, the singular vectors of every
unfolding are unit vectors and its squared singular values the masses of the rows. Truncation then keeps the heaviest
rows of every split. The tensors below have one entry a_e for each split e, alone and lightest in its row there, and one
entry b that is slightly heavier and alone in all its rows: truncation drops every a_e, the best approximation only b.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from theorytest.descent import Tensors, Tree, hierarchical, train, tucker

A, B = 2, 3  # the indices that only one entry has, besides 0 and 1


@dataclass(frozen=True)
class Sparse:
    """Entries by multi-index."""

    tree: Tree
    entries: dict

    @property
    def splits(self):
        """The smaller side of each split: truncating its rows or the columns behind it is the same."""
        D = self.tree.order
        return tuple(t if 2 * len(t) <= D else tuple(k for k in range(D) if k not in t) for t in self.tree.splits)

    def rows(self, split):
        """The mass of each row of the unfolding."""
        masses = {}
        for index, value in self.entries.items():
            key = tuple(index[k] for k in split)
            masses[key] = masses.get(key, Fraction(0)) + value**2
        return masses

    def aligned(self, split):
        """Whether rows are orthogonal: entries with equal columns have equal rows."""
        rows_of = {}
        for index in self.entries:
            column = tuple(i for k, i in enumerate(index) if k not in split)
            rows_of.setdefault(column, set()).add(tuple(index[k] for k in split))
        return all(len(rows) == 1 for rows in rows_of.values())

    @property
    def ranks(self):
        """One less than the number of rows of each split."""
        return tuple(len(self.rows(t)) - 1 for t in self.splits)

    def truncated(self):
        """The entries in the heaviest rows of all splits, all but the lightest row each."""
        kept = dict(self.entries)
        for t in self.splits:
            rows = self.rows(t)
            (lightest, mass), (_, second) = sorted(rows.items(), key=lambda row: row[1])[:2]
            if mass == second or not self.aligned(t):
                raise ValueError(f"the rows of {t} must be orthogonal with one lightest, got {rows}")
            kept = {index: v for index, v in kept.items() if tuple(index[k] for k in t) != lightest}
        return kept

    def squared_error(self):
        """‖truncated - u‖²."""
        kept = self.truncated()
        return sum(v**2 for index, v in self.entries.items() if index not in kept)

    def squared_lower_bound(self):
        """The largest squared error of one unfolding: no tensor of the class is nearer."""
        return max(min(self.rows(t).values()) for t in self.splits)

    def squared_upper_bound(self):
        """The squared error without b, which leaves one row less in every split."""
        rest = Sparse(self.tree, {index: v for index, v in self.entries.items() if set(index) != {B}})
        if any(len(rest.rows(t)) > r for t, r in zip(self.splits, self.ranks, strict=True)):
            raise ValueError("without its heaviest entry the tensor must have the ranks of the class")
        return sum(v**2 for index, v in self.entries.items() if set(index) == {B})

    def array(self):
        """The class of the package, and the tensor as a row."""
        model = Tensors((B + 1,) * self.tree.order, self.tree, self.ranks)
        u = np.zeros(model.shape)
        for index, value in self.entries.items():
            u[index] = float(value)
        return model, u.reshape(1, -1)


def _with_b(tree, lightest, others, delta):
    entries = dict.fromkeys(others, 1 + delta) | {index: Fraction(1) for index in lightest}
    return Sparse(tree, entries | {(B,) * tree.order: 1 + 2 * delta})


def tucker_tensor(order, delta):
    """a_k has A in mode k and 0 elsewhere."""
    return _with_b(tucker(order), [tuple(A if j == k else 0 for j in range(order)) for k in range(order)], [], delta)


# order: the entries of inner splits, lightest where they are alone, and those of single modes; 5 by random search
TRAINS = {
    3: ([(A, 0, 0), (0, 0, A)], [(0, 1, 0)]),
    4: ([(0, 1, 1, 0)], [(A, 0, 0, 0), (0, 0, 0, A)]),
    5: ([(0, 0, 0, 0, 1), (0, 1, 1, 1, 1)], [(A, 0, 0, 1, 1), (0, 0, 1, 1, A)]),
}
HIERARCHICAL = {
    4: ([(1, 0, 1, 0)], [(A, 1, 0, 0), (1, A, 0, 1), (0, 0, A, 1), (0, 1, 1, A)]),
    5: (
        [(1, 1, 1, 1, 0), (0, 0, 0, 1, 1)],
        [(A, 0, 1, 0, 0), (1, A, 1, 1, 1), (1, 1, A, 1, 1), (0, 1, 0, A, 0), (1, 0, 1, 0, A)],
    ),
}


def train_tensor(order, delta):
    """Order 4: splits 1 | 234, 12 | 34 and 123 | 4."""
    return _with_b(train(order), *TRAINS[order], delta)


def hierarchical_tensor(order, delta):
    """Order 4, with (12)(34) for the tree: five splits. The first entry is alone at 12 | 34, where it is lightest."""
    return _with_b(hierarchical(order), *HIERARCHICAL[order], delta)

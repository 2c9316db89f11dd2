r"""Tensors with few entries whose hierarchical SVD is a choice of coordinates, in rational numbers.

Where no two entries agree on all modes of one side of a split and differ on the other, the singular vectors of every
unfolding are unit vectors and its squared singular values the masses of the rows. Truncation then keeps the heaviest
rows of every split. The tensors below have one entry a_e for each split e, alone and lightest in its row there, and one
entry b that is slightly heavier and alone in all its rows: truncation drops every a_e, the best approximation only b.

Tensors of order D with a binary tree, beside their hierarchical SVD: squared errors of both.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest import family
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


DELTA = Fraction(1, 1000)
SHAPES = {2: (4, 3), 3: (3, 2, 3), 4: (2, 3, 2, 2), 5: (2, 2, 2, 2, 2)}


@dataclass(frozen=True)
class Truncated:
    """The squared error of a truncation, and a squared error that the best approximation does not exceed.

    For random tensors the second is one that no approximation undercuts, which is stronger.
    """

    order: int
    error: Any
    least: Any


def random(order: Any) -> Any:
    """The largest ratio over 400 random tensors and ranks one."""
    tree = hierarchical(order)
    model = Tensors(SHAPES[order], tree, (1,) * len(tree.splits))
    u = np.random.default_rng(order).standard_normal((400, model.ambient))
    ratio = np.max(np.linalg.norm(model.truncate(u) - u, axis=1) / model.lower_bound(u))
    return Truncated(order, ratio**2, 1.0)


# by descent on the part of the six entries that is not tangent, rounded; 17 zeros follow
FOUND = (
    "0 -42 2 0 7 -2 2 2 31 0 0 0 -15 0 -1 0 -3 1 0 0 0 0 0 0 0 0 0 0 -1 0 0 -1 0 0 0 -6 0 -1 0 0 0 0 0 0 2 0 -2 0 0 0 "
    "0 0 0 0 0 0 0 0 0 0 0 0 0 -1"
)


def tangent_step() -> Any:
    """At the point v next to FOUND of a class of order 4: x = P_v u for the tensor u with six entries.

    Both lie in T_v, so that x = v + g; u without one entry is a point of the class.
    """
    model, u = six_entries(Fraction(4, 100)).array()
    v, without = np.zeros(model.shape), u.reshape(model.shape).copy()
    v[np.ix_(*[(0, 1, B)] * 4)] = np.append(np.array(FOUND.split(), dtype=float), np.zeros(17)).reshape((3,) * 4)
    without[(B,) * 4] = 0
    v = model.truncate(v.reshape(1, -1))
    tangent = model.basis(v)[0]
    x = u @ tangent @ tangent.T
    return Truncated(4, np.sum((model.truncate(x) - x) ** 2), np.sum((without.reshape(1, -1) - x) ** 2))


def hsvds() -> Any:
    """Exactly on six entries, numerically for a tangent step and for random tensors."""
    six = six_entries(DELTA)  # truncation drops all but one, where one dropped entry would do
    few = Truncated(4, six.squared_error(), six.squared_upper_bound())
    return {"six entries": few, "tangent step": tangent_step()} | {f"random, D = {D}": random(D) for D in SHAPES}


# No region: how far the best approximation is away cannot be computed, only bounded.
HSVDS = family(hsvds, "tensors of order D with a binary tree")

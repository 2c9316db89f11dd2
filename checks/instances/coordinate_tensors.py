"""Tensors with few entries whose hierarchical SVD is a choice of coordinates, in rational numbers.

Where no two entries agree on all modes of one side of a split and differ on the other, the singular vectors of every
unfolding are unit vectors and its squared singular values the masses of the rows. Truncation then keeps the heaviest
rows of every split. The tensors below have one entry a_e for each split e, alone and lightest in its row there, and one
entry b that is slightly heavier and alone in all its rows: truncation drops every a_e, the best approximation only b.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from theorytest import family
from theorytest.descent import Tensors, hierarchical

A, B = 2, 3  # the indices that only one entry has, besides 0 and 1
Index = tuple[int, ...]
TREE = hierarchical(4)  # (12)(34): five splits, by their smaller side; truncating rows or columns is the same
LIGHTEST: Index = (1, 0, 1, 0)  # alone at 12 | 34
OTHERS: tuple[Index, ...] = ((A, 1, 0, 0), (1, A, 0, 1), (0, 0, A, 1), (0, 1, 1, A))  # alone at a single mode
LAST: Index = (B,) * 4


def six_entries(delta: Fraction) -> dict[Index, Fraction]:
    """Of order 4, by multi-index."""
    return dict.fromkeys(OTHERS, 1 + delta) | {LIGHTEST: Fraction(1), LAST: 1 + 2 * delta}


def at(index: Index, modes: Any) -> Index:
    return tuple(index[k] for k in modes)


def rows(entries: dict[Index, Fraction], split: Index) -> dict[Index, Fraction]:
    """The mass of each row of the unfolding."""
    masses: dict[Index, Fraction] = {}
    for index, value in entries.items():
        masses[at(index, split)] = masses.get(at(index, split), Fraction(0)) + value**2
    return masses


def squared_error(entries: dict[Index, Fraction]) -> Fraction:
    """‖u - truncated u‖², where truncation keeps all rows of every split but the lightest."""
    dropped: set[Index] = set()
    for t in TREE.splits:
        behind = [k for k in range(4) if k not in t]
        columns, both = ({at(index, modes) for index in entries} for modes in (behind, (*t, *behind)))
        (lightest, mass), (_, second) = sorted(rows(entries, t).items(), key=lambda row: row[1])[:2]
        if mass == second or len(both) > len(columns):
            raise ValueError(f"the rows of {t} must be orthogonal with one lightest, got {rows(entries, t)}")
        dropped |= {index for index in entries if at(index, t) == lightest}
    return sum((entries[index] ** 2 for index in dropped), Fraction(0))


def squared_upper_bound(entries: dict[Index, Fraction]) -> Fraction:
    """The squared error without b, which leaves one row less in every split."""
    rest = {index: value for index, value in entries.items() if index != LAST}
    if any(len(rows(rest, t)) >= len(rows(entries, t)) for t in TREE.splits):
        raise ValueError("without its heaviest entry the tensor must have the ranks of the class")
    return entries[LAST] ** 2


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
    six = six_entries(Fraction(4, 100))
    model: Any = Tensors((B + 1,) * 4, TREE, tuple(len(rows(six, t)) - 1 for t in TREE.splits))
    v, u = np.zeros(model.shape), np.zeros(model.shape)
    for index, value in six.items():
        u[index] = float(value)
    without = u.copy()
    v[np.ix_(*[(0, 1, B)] * 4)] = np.append(np.array(FOUND.split(), dtype=float), np.zeros(17)).reshape((3,) * 4)
    without[LAST] = 0
    v = model.truncate(v.reshape(1, -1))
    tangent = model.basis(v)[0]
    x = u.reshape(1, -1) @ tangent @ tangent.T
    return Truncated(4, np.sum((model.truncate(x) - x) ** 2), np.sum((without.reshape(1, -1) - x) ** 2))


def hsvds() -> Any:
    """Exactly on six entries, numerically for a tangent step and for random tensors."""
    six = six_entries(Fraction(1, 1000))  # truncation drops all but one, where one dropped entry would do
    few = Truncated(4, squared_error(six), squared_upper_bound(six))
    return {"six entries": few, "tangent step": tangent_step()} | {f"random, D = {D}": random(D) for D in SHAPES}


# No region: how far the best approximation is away cannot be computed, only bounded.
HSVDS = family(hsvds, "tensors of order D with a binary tree")

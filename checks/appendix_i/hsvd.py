r"""Appendix I [x:appI-hsvd]: by how much the hierarchical SVD misses the best approximation."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from checks.instances.coordinate_tensors import B, six_entries
from theorytest import at_most, claim, family, repair
from theorytest.descent import Tensors, hierarchical

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


def random(order):
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


def tangent_step():
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


def hsvds():
    """Exactly on six entries, numerically for a tangent step and for random tensors."""
    six = six_entries(DELTA)  # truncation drops all but one, where one dropped entry would do
    few = Truncated(4, six.squared_error(), six.squared_upper_bound())
    return {"six entries": few, "tangent step": tangent_step()} | {f"random, D = {D}": random(D) for D in SHAPES}


# No region: how far the best approximation is away cannot be computed, only bounded.
HSVDS = family(hsvds, "tensors of order D with a binary tree")


@repair(
    "x:appI-hsvd/corrected",
    "x:appI-hsvd",
    by={"squared_factor": lambda D: 2 * D - 3},
    says="For a binary dimension tree, the HSVD of a tensor of order D ≥ 2 is at most √(2D - 3) times as far away as "
    "its best approximation.",
    formula=r"\|R^{\mathrm{HSVD}}_v(v+g) - (v+g)\| \le \sqrt{2D-3}\,\|R_v(v+g) - (v+g)\|",
    tight="approached by six entries for D = 4",
    mutants={"√(2D - 4)": {"squared_factor": lambda D: 2 * D - 4}},
)
@claim(
    "x:appI-hsvd",
    says="The HSVD of a low-rank tensor's step v + g of order D is at most √D times as far away as its projection.",
    formula=r"\|R^{\mathrm{HSVD}}_v(v+g) - (v+g)\| \le \sqrt{D}\,\|R_v(v+g) - (v+g)\|",
    forall={"v + g": HSVDS},
    gravity="wrong constant",
    finding="hsvd-constant",
    reading="For all tensors, as in the work cited. A long tangent step of order 4 fails as well.",
)
def truncation_is_quasi_optimal(truncated, *, squared_factor=lambda D: D):
    """Each of the 2D - 3 splits adds the squared error of its own unfolding, which no tensor of the class undercuts."""
    bound = squared_factor(truncated.order) * truncated.least
    return at_most(truncated.error, bound, symbol="the squared error of the HSVD")

r"""Lemma F.1: the space for which volume-rescaled least squares has the largest variance, found by an optimiser.

In the coordinates of `worst_instances` γ_n has the density det Ĝ, up to a factor, with respect to optimal draws.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from checks.instances.worst import SMALLEST, worst
from checks.theory.volume_variance import zero_sum_variance
from theorytest import at_least, at_most, claim

SIZES = ((2, 1, 2), (3, 2, 3), (3, 2, 8), (4, 3, 4))  # points, dimension, draws


def variance(n):
    """The smallest c_var,2, as a function of a frame."""

    def objective(found):
        draws = found.draws(n)
        volume = np.linalg.det(draws.gramian)
        density = np.where(volume > SMALLEST, volume, 0.0)
        regular = np.flatnonzero(density)
        S = np.tensordot(density[regular], draws.second_moments(regular), 1)
        return np.linalg.eigvalsh(S)[-1] / (draws.probability @ density)

    return objective


@cache
def searched(points, dim, n):
    """The largest one that the optimiser finds, and the space."""
    return worst(variance(n), points, dim, rounds=15)


@claim(
    "lemma:DPP_bias/worst-space",
    kind="constant",
    says="Over all spaces on d + 1 points an optimiser finds no larger c_var,2 than that of the functions of mean "
    "zero on points of equal mass, and ends there: 2 d/n for n = 3 and d = 2, 1.45 d/n for n = 8.",
    formula=r"\sup_{\mathcal{T}} \mathbb{E}\|P_t^n g\|^2 = v_d(n)\|g\|^2, \qquad v_d(d) = d,\ v_2(8) = 0.362",
    expected="computed",
    tight="approached by the optimiser from a random start",
    premises=["lemma:DPP_bias/smallest"],
    mutants={
        "one per cent less": {"share": 0.99},
        "d/n, as for cells": {"largest": lambda d, n: d / n},
        "a heavier point": {"optimal": lambda points: np.array([0.3, *[0.7 / (points - 1)] * (points - 1)])},
    },
)
def mean_zero_is_the_worst_space(
    *,
    share=1.0,
    largest=lambda d, n: float(zero_sum_variance(d, n)),
    optimal=lambda points: np.full(points, 1 / points),
):
    """The optimal measure of the space that was found is uniform, as that of the functions of mean zero.

    In one dimension every space has 1/n.
    """
    for points, d, n in SIZES:
        value, found = searched(points, d, n)
        name, bound = f"d = {d}, n = {n}", share * largest(d, n)
        yield at_most(value, bound, name=name, digits=9, symbol="the largest c_var,2 found")
        yield at_least(value, 0.999 * bound, name=f"{name}: found", digits=None, symbol="the same")
        if d > 1:
            off = np.max(np.abs(np.sort(found.mu) - np.sort(optimal(points))))
            yield at_most(off, 0.001, name=f"{name}: law", digits=None, symbol="the distance")

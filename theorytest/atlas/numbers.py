"""Draws of P^n as the numbers whose means are the quantities of a row, one for each replica or for each point."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from theorytest.approximation import Constants
from theorytest.arguments import Array
from theorytest.atlas.directions import Directions
from theorytest.atlas.points import Means
from theorytest.atlas.vectors import Vectors

VARIANCES = ("c_var1", "c_var2", "pair")
DRIVING = ("c_bias1", *VARIANCES)  # whose resolution is planned
SAMPLED = (*DRIVING, "c_bias2", "unbiased", "descent")
Numbers = dict[str, Array]
Pairs = tuple[tuple[Vectors, Array], tuple[Vectors, Array]]  # Z g at points and their ratios r (N), of two laws


@dataclass(frozen=True)
class Kind:
    """How the draws of a quantity are made: from replicas or from single points, and how many are averaged to one.

    `wide`: each point together with one of a wider law.
    """

    points: bool = False
    block: int = 1
    wide: bool = False


def per_replica(C: Array, chosen: Directions, printed: Constants | None) -> Numbers:
    """The numbers of every quantity from P^n g along its directions, (R, d, m): weighted over those of a group."""
    square = np.einsum("rdm,rdm->rm", C, C)
    squares = {name: square[:, chosen.columns[name]] for name in VARIANCES}
    return _of_replicas(squares, np.einsum("rdm,dm->rm", C, chosen.tests), chosen, printed)


def per_mean(Z: Vectors, n: int, chosen: Directions, printed: Constants | None, names: Collection[str]) -> Numbers:
    """The same for the means over each n points in a row; of the variances only those of these names."""
    along, squares = Z.along(chosen.tests), {}
    along = along if n == 1 else along.reshape(-1, n, along.shape[1]).mean(axis=1)
    for name in {"pair", *names}:
        each = Z.part(chosen.columns[name])
        C = each.means(n) if n > 1 else None
        squares[name] = each.square if C is None else np.einsum("rdm,rdm->rm", C, C)
    return _of_replicas(squares, along, chosen, printed)


def _of_replicas(squares: Mapping[str, Array], along: Array, chosen: Directions, printed: Constants | None) -> Numbers:
    """From ‖P^n g‖² along the directions of variances, and (v, P^n g) along all."""
    of, s, weights = chosen.columns, chosen.step, chosen.weights
    g, tests = chosen.group("unbiased")
    risk = 0.5 - s * along[:, of["pair"]] + s * s / 2 * squares["pair"]
    over = {**weights, "pair": weights["pair"] / bounds(chosen, printed)}
    return {name: square @ over[name] for name, square in squares.items()} | {
        "c_bias1": along[:, of["c_bias1"]] @ weights["c_bias1"],
        "c_bias2": along[:, of["c_bias2"]][:, 0],
        "unbiased": along[:, of["unbiased"]][:, 0] - float(tests[:, 0] @ g[: len(tests), 0]),
        "descent": risk @ weights["pair"],
    }


def per_point(Z: Vectors, means: Means, chosen: Directions, printed: Constants | None) -> Numbers:
    """Numbers with the same means, or means that are not larger for variances, from Z g of points."""
    return _joined(means.f(Z), _tested(Z, chosen), chosen, printed)


def per_pair(pairs: Pairs, means: Means, chosen: Directions, printed: Constants | None) -> Numbers:
    """The same from points and as many of a wider law, each with its ratio r: pairs of Z g and r (N)."""
    (Z, r), (Y, q) = ((Z, r[:, None] / 2) for Z, r in pairs)
    raw = r * means.raw(Z) + q * means.raw(Y) - means.constant
    return _joined(raw, r * _tested(Z, chosen) + q * _tested(Y, chosen), chosen, printed)


def _tested(Z: Vectors, chosen: Directions) -> Array:
    """(v, Z v) along the directions of c_bias1."""
    of = chosen.columns["c_bias1"]
    return Z.part(of).along(chosen.tests[:, of])


def _joined(f: Array, along: Array, chosen: Directions, printed: Constants | None) -> Numbers:
    """Weighted over the directions of each quantity."""
    of, weights = chosen.columns, chosen.weights
    return {
        "c_var1": f[:, of["c_var1"]] @ weights["c_var1"],
        "c_var2": f[:, of["c_var2"]] @ weights["c_var2"],
        "pair": f[:, of["pair"]] @ (weights["pair"] / bounds(chosen, printed)),
        "c_bias1": along @ weights["c_bias1"],
    }


def bounds(chosen: Directions, printed: Constants | None) -> Array:
    """What is printed for E‖P^n g‖² along the directions of the pair."""
    g, tests = chosen.group("pair")
    finite = printed is not None and math.isfinite(printed.c_var1 + printed.c_var2)
    c1, c2 = (printed.c_var1, printed.c_var2) if printed and finite else (1.0, 1.0)
    found: Array = c1 * np.sum(tests**2, axis=0) + c2 * np.sum(g[len(tests) :] ** 2, axis=0)
    return found


def blocked(draws: Array, block: int) -> Array:
    """Means over blocks of draws; what is left over at the end is not used."""
    return draws if block == 1 else draws[: len(draws) // block * block].reshape(-1, block).mean(axis=1)


def variation(draws: Array) -> float:
    """The coefficient of variation; rounding counts as none."""
    mean, deviation = abs(float(draws.mean())), float(draws.std(ddof=1))
    return deviation / mean if mean > 1e-12 and deviation > 1e-10 * mean else 0.0

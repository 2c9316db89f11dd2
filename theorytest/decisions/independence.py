"""Draws of one chunk are independent: those that come back after a while, or lean on their neighbour, are named.

Both tests hold for every law. Given its values, an honest sample is in random order, so that two draws agree, or lie on
one side of the median, as often as two that are picked from it at random.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

IMPROBABLE = 40.0  # minus the log of a probability that no honest draw will meet


def labels(draws: Array) -> Array:
    """A number for each draw: equal rows have equal ones, others by accident only."""
    rows = draws.reshape(len(draws), -1)
    # A product of matrices would round equal rows in two ways.
    return np.asarray(np.sum(rows * np.cos(np.arange(1.0, rows.shape[1] + 1)), axis=1))


def repeats_after(values: Array) -> int | None:
    """The lag after which values come back more often than chance allows, looked for among those between equal ones."""
    order = np.argsort(values, kind="stable")
    gaps = np.diff(order)[np.diff(values[order]) == 0]
    if not len(gaps):
        return None
    lag = int(np.bincount(gaps).argmax())
    first = np.arange(len(values) - lag)
    first = first[(first // lag) % 2 == 0]  # pairs without a common member
    agreed = int(np.sum(values[first] == values[first + lag]))
    chance = _agreeing(np.unique(values, return_counts=True)[1])
    return lag if agreed > chance * len(first) and _surprise(agreed, chance, len(first)) > IMPROBABLE else None


@dataclass(frozen=True)
class Neighbours:
    """How many pairs of neighbours lie on one side of the median of their chunk, and how many would by chance."""

    pairs: int = 0
    agreed: int = 0
    expected: float = 0.0

    def update(self, values: Array) -> Neighbours:
        """With the pairs of one more chunk."""
        above, pairs = values > np.median(values), len(values) // 2
        if not pairs:
            return self
        agreed = int(np.sum(above[: 2 * pairs : 2] == above[1 : 2 * pairs : 2]))
        chance = _agreeing(np.array([above.sum(), len(above) - above.sum()]))
        return Neighbours(self.pairs + pairs, self.agreed + agreed, self.expected + chance * pairs)

    @property
    def dependent(self) -> bool:
        """Whether no chance explains them."""
        return self.pairs > 0 and _surprise(self.agreed, self.expected / self.pairs, self.pairs) > IMPROBABLE


def _agreeing(counts: Array | NDArray[np.int_]) -> float:
    """The probability that two of the draws, picked at random, are of one kind."""
    total = int(counts.sum())
    return float(np.sum(counts * (counts - 1.0))) / (total * (total - 1.0))


def _surprise(agreed: int, chance: float, pairs: int) -> float:
    """Chernoff: so many of the pairs, or more extreme, with probability at most exp of minus this."""
    share = agreed / pairs
    terms = ((share, chance), (1 - share, 1 - chance))
    return pairs * sum(p * (math.log(p / q) if q > 0 else math.inf) for p, q in terms if p > 0)

"""Finite laws with rational values and probabilities, so that every expectation is a finite sum."""

import itertools
from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

from theorytest import family, integers, reals
from theorytest import laws as finite_laws


@dataclass(frozen=True, eq=False)
class Law:
    """Values and their probabilities."""

    values: tuple[Any, ...]
    probabilities: tuple[Any, ...]
    title: str = ""

    @property
    def name(self):
        told = ", ".join(f"{x} with {p}" for x, p in zip(self.values, self.probabilities, strict=True))
        return self.title or f"the law {told}"

    def mean(self, function=lambda x: x):
        """E function(X)."""
        return sum(p * function(x) for x, p in zip(self.values, self.probabilities, strict=True))

    def probability(self, event):
        return sum(p for x, p in zip(self.values, self.probabilities, strict=True) if event(x))

    @property
    def variance(self):
        middle = self.mean()
        return self.mean(lambda x: (x - middle) ** 2)

    def samples(self, n):
        """Every outcome of n independent draws, with its probability."""
        for drawn in itertools.product(zip(self.values, self.probabilities, strict=True), repeat=n):
            chance = 1
            for _, p in drawn:
                chance = chance * p
            yield tuple(x for x, _ in drawn), chance

    def of_samples(self, n, event):
        """The probability of an event of n independent draws."""
        return sum(chance for drawn, chance in self.samples(n) if event(drawn))


def region(low, high, sizes=(2, 3)):
    return finite_laws(list(sizes), low, high).map(lambda x, p: Law(tuple(x), tuple(p)))


COIN = Law((F(0), F(1)), (F(1, 2), F(1, 2)), "a fair coin")
RARE = Law((F(0), F(1)), (F(9, 10), F(1, 10)), "a coin with p = 1/10")
SIGNS = Law((F(-1), F(1)), (F(1, 2), F(1, 2)), "a fair sign")
THREE = Law((F(0), F(1, 2), F(1)), (F(1, 4), F(1, 2), F(1, 4)), "0, 1/2, 1 with 1/4, 1/2, 1/4")
POSITIVE = family([COIN, RARE, THREE], "laws of X ≥ 0", search=region(0, 4))
BOUNDED = family([COIN, RARE, THREE], "laws on [0, 1]", search=region(0, 1))
REAL = family([COIN, RARE, SIGNS], "laws with a variance", search=region(-4, 4))
LEVELS = family([F(1, 4), F(1, 2), F(1)], "levels t > 0", search=reals(0, 4, open=True))
SIZES = family([1, 2, 4], "numbers of draws", search=integers(1, 4))
EXPONENTS = family([F(1, 2), F(1), F(-2)], "real numbers s", search=reals(-3, 3))

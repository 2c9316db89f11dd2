"""Tails of many independent draws of a law on two values, by logarithms, where constants show how sharp they are."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from laws import COIN, RARE, Law, region
from scipy.special import gammaln

from theorytest import choices, family, product

_TERMS = 10**5  # of the tail beyond its first term; the ratio of two of them is below 1 - t


def log_binomial_tail(n, p, k):
    """log P(S ≥ k) for n coins with mean p, as the first term times a sum of products of ratios, k > np."""
    if k > n:
        return -np.inf
    if k <= 0:
        return 0.0
    first = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1) + k * np.log(p) + (n - k) * np.log1p(-p)
    j = np.arange(min(n - k, _TERMS), dtype=float)
    ratios = (n - k - j) * p / ((k + j + 1) * (1 - p))
    return float(first + np.log1p(np.sum(np.cumprod(ratios))))


@dataclass(frozen=True, eq=False)
class Draws:
    """n independent draws of a law; of two values where n is large."""

    law: Law
    n: int

    @property
    def name(self):
        return f"{self.law.name}, n = {self.n}"

    def log_tail(self, t: Any) -> float:
        """log P(mean of the draws ≥ E X + t): an exact sum for few draws, a binomial tail for many."""
        law, n = self.law, self.n
        if n > 4:
            return self._many(float(t))
        middle = law.mean()
        found = law.of_samples(n, lambda drawn: sum(drawn) >= n * (middle + t))
        return float(np.log(float(found))) if found > 0 else -np.inf

    def _many(self, t):
        (low, high), (_, p) = map(float, self.law.values), map(float, self.law.probabilities)
        least = int(np.ceil(self.n * (p + t / (high - low)) * (1 - 1e-12)))
        return log_binomial_tail(self.n, p, least)


def draws(named, low, high, says, centred=lambda law: law):
    """The named laws with few and with many draws, and a region of laws with up to four."""
    few = product(region(low, high).map(centred), choices([1, 2, 3, 4])).map(Draws)
    many = [Draws(law, n) for law in named if len(law.values) == 2 for n in (10**4, 10**8)]
    return family([*(Draws(law, n) for law in named for n in (1, 2, 4)), *many], says, search=few)


BOUNDED_DRAWS = draws([COIN, RARE], 0, 1, "n independent draws of a law on [0, 1]")

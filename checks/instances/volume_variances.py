"""Spaces whose smallest c_var,2 under volume-rescaled points is known, with d, n and δ."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from checks.theory.volume_variance import cells_variance, enumerated_variance, zero_sum_variance, zero_sums


@dataclass(frozen=True)
class Known:
    """The smallest c_var,2 of a space of dimension d, for n points."""

    smallest: Fraction | float
    d: int
    n: int
    delta: Fraction | float

    @property
    def enough(self):
        """n ≥ max{2d + 2, 4 d δ⁻² log(d n²)}, the condition of Lemma F.1 for ζ = d/n."""
        needed = 4 * self.d / float(self.delta) ** 2 * math.log(self.d * self.n**2)
        return self.n >= 2 * self.d + 2 and self.n >= needed


def _first(d, delta):
    """The first n that is enough."""
    return next(n for n in range(d, 10**6) if Known(0.0, d, n, delta).enough)


def known_variances():
    """Functions of mean zero on d + 1 points of equal mass, and cells; the first two have too few points."""
    found = {
        "mean zero on 7 points, n = d = 6": Known(enumerated_variance(zero_sums(6), 6, [1] * 7), 6, 6, Fraction(1, 10)),
        "mean zero on 8 points, n = 2d + 2 = 16": Known(zero_sum_variance(7, 16), 7, 16, Fraction(1, 100)),
    }
    for d, delta in ((1, 0.999), (1, 0.5), (2, 0.999), (2, 0.9)):
        n = _first(d, delta)
        found[f"mean zero, d = {d}, n = {n}"] = Known(float(zero_sum_variance(d, n)), d, n, delta)
    for d, n in ((1, 10**8), (2, 10**8), (50, 10**10)):
        delta = math.sqrt(4 * d * math.log(d * n**2) / n) * (1 + 1e-9)
        found[f"{d} cells, n = {n}"] = Known(cells_variance(d, n), d, n, delta)
    return found

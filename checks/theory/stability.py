"""P(not S_δ) on equal cells.

On d equal cells of [0, 1] uniform samples are optimal, and Ĝ is diagonal with entries d N_i / n, N multinomial.
"""

from fractions import Fraction
from functools import cache
from math import comb

import numpy as np


@cache
def exact_failure(d: int, n: int, delta: Fraction) -> Fraction:
    """P(max_i |d N_i / n - 1| > δ): all samples in range are counted, in integers."""
    good = [c for c in range(n + 1) if abs(Fraction(d * c, n) - 1) <= delta]
    ways = {0: 1}
    for _ in range(d):
        more: dict[int, int] = {}
        for used, count in ways.items():
            for c in good:
                if used + c <= n:
                    more[used + c] = more.get(used + c, 0) + count * comb(n - used, c)
        ways = more
    return 1 - Fraction(ways.get(n, 0), d**n)


@cache
def normal_failure(d: int, z: float) -> float:
    """P(max_i |Z_i| > z) for d > 2 standard normal numbers given that their sum is 0: P(not S_δ) on cells, δ² n/d → z².

    The density at 0 of the sum of d normal numbers with |Z_i| ≤ z, by its Fourier transform, over that of all of them.
    """
    x, weights = np.polynomial.legendre.leggauss(120)
    t = np.linspace(-40, 40, 4001)
    transform = np.cos(np.outer(t, z * x)) @ (weights * z * np.exp(-((z * x) ** 2) / 2)) / np.sqrt(2 * np.pi)
    return float(1 - np.sqrt(d / (2 * np.pi)) * np.sum(transform**d) * (t[1] - t[0]))

"""P(not S_δ) on equal cells, and bounds of it.

On d equal cells of [0, 1] uniform samples are optimal, and Ĝ is diagonal with entries d N_i / n, N multinomial.
"""

from fractions import Fraction
from functools import cache
from math import comb

import numpy as np


@cache
def failure(d, n, delta):
    """P(max_i |d N_i / n - 1| > δ), summed over the first cell that is out of range: positive terms only."""
    from scipy.stats import binom  # slow to import, and needed here only

    counts = np.arange(n + 1)
    # In integers: floats would decide the ties |d N / n - 1| = δ by their rounding.
    good = np.array([abs(d * count - n) * delta.denominator <= delta.numerator * n for count in range(n + 1)])
    used, failed = np.zeros(n + 1), 0.0  # used[s]: all cells so far in range and s points in them
    used[0] = 1.0
    for cell in range(d):
        left = n - counts
        pmf = binom.pmf(counts[:, None], left[None, :], 1 / (d - cell))  # [points in this cell, points used before]
        failed += float(np.sum(used * pmf[~good].sum(axis=0)))
        kept = np.where(good[:, None], pmf, 0.0) * used
        used = np.array([np.trace(kept[::-1], offset=s - n) for s in range(n + 1)])
    return failed


@cache
def exact_failure(d, n, delta):
    """The same as a fraction: all samples in range are counted, in integers."""
    good = [c for c in range(n + 1) if abs(Fraction(d * c, n) - 1) <= delta]
    ways = {0: 1}
    for _ in range(d):
        more = {}
        for used, count in ways.items():
            for c in good:
                if used + c <= n:
                    more[used + c] = more.get(used + c, 0) + count * comb(n - used, c)
        ways = more
    return 1 - Fraction(ways.get(n, 0), d**n)


@cache
def normal_failure(d, z):
    """P(max_i |Z_i| > z) for d > 2 standard normal numbers given that their sum is 0: P(not S_δ) on cells, δ² n/d → z².

    The density at 0 of the sum of d normal numbers with |Z_i| ≤ z, by its Fourier transform, over that of all of them.
    """
    x, weights = np.polynomial.legendre.leggauss(120)
    t = np.linspace(-40, 40, 4001)
    transform = np.cos(np.outer(t, z * x)) @ (weights * z * np.exp(-((z * x) ** 2) / 2)) / np.sqrt(2 * np.pi)
    return 1 - np.sqrt(d / (2 * np.pi)) * np.sum(transform**d) * (t[1] - t[0])


def printed_failure(d, n, delta):
    """2 d exp(-δ² n / (2 d))."""
    return 2 * d * np.exp(-(float(delta) ** 2) * n / (2 * d))


def chernoff_failure(d, n, delta):
    """2 d exp(-((1 + δ) ln(1 + δ) - δ) n / d), from the matrix Chernoff inequality."""
    x = float(delta)
    return 2 * d * np.exp(-((1 + x) * np.log1p(x) - x) * n / d)

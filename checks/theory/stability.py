"""P(not S_δ) on equal cells.

On d equal cells of [0, 1] uniform samples are optimal, and Ĝ is diagonal with entries d N_i / n, N multinomial.
"""

from fractions import Fraction
from functools import cache
from math import comb


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

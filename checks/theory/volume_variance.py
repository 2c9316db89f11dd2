r"""The smallest c_var,2 of volume-rescaled least squares in closed form: sup E‖P^n g‖²/‖g‖² over g ⊥ T.

Since P^n is unbiased and reproduces T, E‖P^n g‖² = ‖P g‖² + E‖P^n (I-P) g‖²: the smallest c_var,1 is 1 whatever
c_var,2 is, and the frontier of both is a corner.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import expm1, factorial, log1p, prod


@cache
def zero_sum_variance(d: int, n: int) -> Fraction:
    """The functions of mean zero on d + 1 points of equal mass and g = 1, over the counts N up to their order.

    The residual g - P^n g is proportional to 1/N with the mean 1 of g, and lives on the one point that is never drawn
    if there is one; γ_n has the density Σ_i Π_{j≠i} N_j (d+1)^{d-1} (n-d)!/n! with respect to the multinomial law.
    """
    total = Fraction(0)
    for N in partitions(n, d + 1):
        if N[d - 1] == 0:
            continue  # two points without a draw: Ĝ is singular
        volume = sum(prod(N[:i] + N[i + 1 :]) for i in range(d + 1))
        inverse, square = (sum((Fraction(1, c**k) for c in N), Fraction(0)) if N[d] else Fraction(1) for k in (1, 2))
        places = factorial(d + 1) // prod(factorial(c) for c in Counter(N).values())
        weight = Fraction(places * volume * factorial(n - d), prod(factorial(c) for c in N))
        total += weight * ((d + 1) * square / (inverse * inverse) - 1)
    return total * Fraction(1, (d + 1) ** (n - d + 1))


def partitions(n: int, parts: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """All n = N_1 + ... + N_parts with N_1 ≥ N_2 ≥ ... ≥ 0."""
    if parts == 0:
        if n == 0:
            yield ()
        return
    for first in range(min(n, n if largest is None else largest), -1, -1):
        if first * parts < n:
            return
        for rest in partitions(n - first, parts - 1, first):
            yield (first, *rest)


def cells_variance(d: int, n: int) -> float:
    """T = functions that are constant on d cells: E 1/N_c = d/(n-d+1) (1 - (1-1/d)^{n-d+1}), for any masses."""
    if d == 1:
        return 1 / n
    return d / (n - d + 1) * -expm1((n - d + 1) * log1p(-1 / d))

"""Lemma F.1 [lemma:DPP_bias]: its sample size condition and constants, and instances whose variance is known.

The smallest c_var,2 of volume-rescaled least squares in closed form: sup E‖P^n g‖²/‖g‖² over g ⊥ T.

Since P^n is unbiased and reproduces T, E‖P^n g‖² = ‖P g‖² + E‖P^n (I-P) g‖²: the smallest c_var,1 is 1 whatever
c_var,2 is, and the frontier of both is a corner.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import expm1, factorial, log1p, prod
from typing import Any


def printed_condition(d: int, n: int, delta: float | Fraction, zeta: float | Fraction) -> bool:
    """n ≥ max{2d + 2, 4 d δ⁻² log(ζ⁻¹ d² n)}."""
    return n >= 2 * d + 2 and n >= 4 * d / float(delta) ** 2 * math.log(d**2 * n / zeta)


def printed_first(c_var2: Any, delta: Any, four: int = 4) -> Any:
    """c_var,1 = c_var,2 + 4 (1-δ)⁻²."""
    return c_var2 + four / (1 - delta) ** 2


def printed_second(d: int, n: int, delta: Any, zeta: Any, four: int = 4) -> Any:
    """c_var,2 = 4 (d/n) (1-δ)⁻² + ζ."""
    return four * d / n / (1 - delta) ** 2 + zeta


def smallest_size(d: int, delta: float, zeta: Callable[[int, int], float]) -> int:
    """The first n from d on that meets the condition; ζ may depend on n."""
    return next(n for n in range(d, 10**6) if printed_condition(d, n, delta, zeta(d, n)))


@dataclass(frozen=True, eq=False)
class Known:
    """d, n, δ and ζ with the smallest c_var,2, and the bias constants; c_var,1 = 1 goes with it."""

    name: str
    c_var2: Any
    d: int
    n: int
    delta: Any
    zeta: Any
    c_bias1: float = 1.0  # as `x:appF-unbiased` has it
    c_bias2: float = 0.0
    moments: Any = None

    @property
    def meets_the_condition(self) -> bool:
        return printed_condition(self.d, self.n, self.delta, self.zeta)

    def c_var1_with(self, c_var2: float) -> Any:
        """The smallest c_var,1 that holds together with c_var,2."""
        if self.moments is not None:
            return self.moments.c_var1_with(c_var2)
        return 1.0 if c_var2 >= self.c_var2 else math.inf


def zero_sums_with(size: tuple[int, int], delta: Any, zeta: Any = None) -> Known:
    """Functions of mean zero on d + 1 points, by d and n - d; ζ = d/n unless said otherwise."""
    d, n = size[0], sum(size)
    chosen = Fraction(d, n) if zeta is None else zeta
    return Known(f"mean zero, d = {d}, n = {n}", zero_sum_variance(d, n), d, n, delta, chosen)


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

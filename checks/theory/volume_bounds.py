"""Lemma F.1 [lemma:DPP_bias]: its sample size condition and constants, and instances whose variance is known."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from checks.theory.volume_variance import cells_variance, zero_sum_variance
from theorytest import choices, product, reals
from theorytest.approximation import Discrete, LeastSquares, Monomials, Space, VolumeRescaled, enumerated
from theorytest.approximation.hull import hull

THREE_MASSES = {"equal": (1, 1, 1), "unequal": (3, 2, 1), "tiny": (1, 2, 997)}


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


# d and n - d: as few points as there can be, and enough for the printed condition.
SIZES = choices([(1, 0), (2, 0), (3, 0), (6, 0), (3, 2), (1, 40), (1, 200), (2, 60)])
ANY_ZERO_SUM = product(SIZES, reals(0, 1, open=True)).map(zero_sums_with)
# too few points for the printed condition: n = d, and n = 2d + 2
FEW = [zero_sums_with(size, Fraction(1, 50), Fraction(1, 1000)) for size in ((6, 0), (6, 8))]


@cache
def closed_forms(share: float = 1e-4) -> list[Known]:
    """Variances that are known; for cells δ is the smallest that the condition allows with ζ = share d/n."""
    found = list(FEW)
    for d, delta in ((1, 0.999), (1, 0.5), (2, 0.999), (2, 0.9)):
        found.append(zero_sums_with((d, smallest_size(d, delta, lambda d, n: d / n) - d), delta))
    for d, n in ((1, 10**8), (2, 10**8), (50, 10**10)):
        zeta = share * d / n
        delta = math.sqrt(4 * d * math.log(d**2 * n / zeta) / n) * (1 + 1e-9)
        found.append(Known(f"{d} cells, n = {n}", cells_variance(d, n), d, n, delta, zeta))
    return found


def known_cases() -> list[Known]:
    """Closed forms first, then lines on three points with the smallest admissible n, by the estimator itself."""
    found, n = [], smallest_size(2, 0.99, lambda d, n: d / n)
    for name, masses in THREE_MASSES.items():
        space = Space(Monomials(2), Discrete(np.array([-1.0, 0.0, 2.0]), np.array(masses) / sum(masses)))
        m = enumerated(LeastSquares(VolumeRescaled(space), n), hull(space, 0))
        found.append(Known(f"lines, {name} masses", m.c_var2, 2, n, 0.99, 2 / n, m.c_bias1, m.c_bias2, m))
    return closed_forms() + found

"""The numbers of Corollary 4.6 [cor:convergence_up_to_precision], in integers."""

from fractions import Fraction
from typing import Any


def quasi_best(d: Any, n: Any) -> Any:
    """1 + d / (n + d - 1), which is 1 + d/((1 + c)(d - 1)) for n = c (d - 1)."""
    return 1 + d * Fraction(1) / (n + d - 1)


def steps_needed(c: Fraction, epsilon: Fraction, inside: int = 2) -> int:
    """The smallest integer t that is at least ln(inside/eps)/ln(1 + c), that is with inside ≤ eps (1 + c)^t."""
    t = 0
    while epsilon * (1 + c) ** t < inside:
        t += 1
    return t

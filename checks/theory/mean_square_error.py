r"""Remark 4.15 in the mean: least squares in V_d with n optimal points per step, from u_1 = 0.

The mean square error for a target with coefficients k^(-α-1/2) is exactly D² + E_t with
    E_{t+1} = (1 - 2s + s² (n + d - 1)/n) E_t + s² (d/n) D²,   D² = Σ_{k>d} k^(-2α-1) ≍ d^(-2α),
where the functions of V_d have no common zero, and at most this where they have one.

The numbers of Corollary 4.6 [cor:convergence_up_to_precision], in integers.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.special import zeta


def excesses(first: Any, D2: Any, d: int, n: int, steps: Iterable[Any]) -> Any:
    """E_1 = `first`, E_2, ..., one more than there are steps; balls stay balls."""
    E = [first]
    for s in steps:
        E.append((1 - 2 * s + s**2 * (n + d - 1) / n) * E[-1] + s**2 * d / n * D2)
    return np.array(E)


def squared_errors(d: int, n: int, steps: Callable[[Any], Any], n_steps: int, alpha: float) -> tuple[Any, float]:
    """E‖u - u_t‖² for t = 1, ..., n_steps + 1, and D²."""
    D2 = float(zeta(2 * alpha + 1, d + 1))
    first = float(zeta(2 * alpha + 1)) - D2
    return D2 + excesses(first, D2, d, n, steps(np.arange(1, n_steps + 1)).tolist()), D2


def harmonic(t: Any) -> Any:
    """s_t = 1/(t + 1)."""
    return 1 / (t + 1)


def quasi_best(d: Any, n: Any) -> Any:
    """1 + d / (n + d - 1), which is 1 + d/((1 + c)(d - 1)) for n = c (d - 1)."""
    return 1 + d * Fraction(1) / (n + d - 1)


def steps_needed(c: Fraction, epsilon: Fraction, inside: int = 2) -> int:
    """The smallest integer t that is at least ln(inside/eps)/ln(1 + c), that is with inside ≤ eps (1 + c)^t."""
    t = 0
    while epsilon * (1 + c) ** t < inside:
        t += 1
    return t

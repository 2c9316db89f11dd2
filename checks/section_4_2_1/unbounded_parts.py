r"""Section 4.2.1, after equation (20): the worst case is bounded below, but the theorem also needs it bounded above."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np

from theorytest import at_least, claim, equal


def smallest_sizes(n_steps, part, start, eps=0.1):
    """The least |x_t| over all signs for L(x, y) = x²/2 + part(x) y on two points, M = T_t the constants."""
    paths = []
    for signs in itertools.product((-1, 1), repeat=n_steps):
        path = [start]
        for t, sign in enumerate(signs, start=1):
            path.append(path[-1] - t ** (-0.5 - eps) * (path[-1] + sign * part(path[-1])))
        paths.append(np.abs(path))
    return np.min(paths, axis=0)


def growing(x):
    """‖(I - P) g‖ = 1 + x⁴."""
    return 1 + x**4


@claim(
    "eq:rate_nonrecovery_BLSCR/upper-bound",
    kind="remark",
    says="The worst case is described by a lower bound only, and the rate (20) needs an upper one as well: an "
    "orthogonal part that grows with the iterate, for which the xi of Theorem 4.8 is not summable, drives every path "
    "away, with a smallest squared projected gradient of 4 for ever.",
    formula=r"x_1 = 2,\ \|(I-P_t)g_t\| = 1 + x_t^4 \ge 1,\ s_t = t^{-1/2-\varepsilon} \implies |x_t| \ge 2^t",
    expected="computed",
    mutants={
        "a bounded part": {"part": lambda x: 1 + 0 * x},
        "a part of linear growth": {"part": lambda x: 1 + abs(x)},
        "a nearer start": {"start": 0.5},
    },
)
def lower_bound_is_not_enough(*, part=growing, start=2.0):
    """L(x, y) = x²/2 + (1 + x⁴) y, M = T_t = {y = 0} has (B), (LS) with L = 1 and (CR) without error; one of two points
    gives P^1 g = x ± (1 + x⁴).

    |x_{t+1}| ≥ |x_t| (s_t |x_t|³ - 1) ≥ 2 |x_t| as |x_t| ≥ 2^t and s_t ≥ 1/t: all signs of four steps, then induction.
    """
    lows = smallest_sizes(4, part, start)
    yield at_least(lows, 2.0 ** np.arange(1, 6), name="growth", digits=None, symbol="|x_t|")
    factors = [Fraction(2 ** (3 * t), t) - 1 for t in range(1, 200)]
    yield at_least(factors, 2, name="induction", symbol="s_t x^3 - 1")
    yield equal(np.min(lows) ** 2, 4.0, name="minimum", digits=None, symbol="min |P g|^2")

r"""Table 1, row 2: noise z_t that returns for ever, with which rates faster than t^(-1+2δ) are false.

A step s_t = t^(δ-1) with noise z_t moves a parameter x by s_t (x_t - z_t), so that s_t |z_t| ≤ |x_t| + |x_{t+1}|, and
the gap x²/2 is at least s_t² z_t²/8 at t or t + 1. The conditions of Theorem 4.9 are only sufficient, these jumps are
witnesses.
"""

import math
from collections.abc import Iterable, Iterator

import sympy as sp

from theorytest import at_least, equal
from theorytest.decisions import Relation

t = sp.Symbol("t", positive=True, integer=True)
JUMP = t * sp.log(t)  # z_t², with probability 1/(t log t)
ONE_LAW = t / sp.log(t) ** 2  # what z_t² exceeds for ever if every z_t has the tail below
m = sp.Symbol("m", positive=True)
TAIL = sp.E**2 / (m * sp.log(m)) ** 2  # P(|z| ≥ m) for m ≥ e: two moments and no more


def lifted(rate: float, delta: float, square: sp.Expr) -> sp.Expr:
    """lim t^rate s_t² z_t²."""
    r, d = (sp.Rational(str(round(float(each), 9))) for each in (rate, delta))
    return sp.limit(sp.powsimp(t ** (r + 2 * d - 2) * square), t, sp.oo)


def jumps_allow(name: str, rate: float, deltas: Iterable[float], square: sp.Expr) -> Iterator[Relation]:
    """Whether t^rate times the gap is not lifted above every bound."""
    for delta in deltas:
        limit, where = lifted(rate, delta, square), f"jumps, {name}, delta = {delta:.3g}"
        yield equal(limit == sp.oo, False, name=where, symbol="no bound")


def one_law_returns() -> Iterator[Relation]:
    """E z² = 3 e², and Σ P(z_t² ≥ t / log² t) = ∞, as the chance is at least 4 e²/t: log m ≤ log(t)/2 there."""
    second = sp.E**2 + sp.integrate(2 * m * TAIL, (m, sp.E, sp.oo))
    yield equal(float(second), 3 * math.e**2, name="second moment", symbol="E z^2")
    chance = sp.lambdify(t, TAIL.subs(m, sp.sqrt(ONE_LAW)) * t)
    far = [float(chance(10.0**k)) for k in (3, 10, 100, 300)]
    yield at_least(far, 4 * math.e**2, name="for ever", symbol="t P(z_t^2 >= t / log^2 t)")

"""Sums over all times: which powers of t are summable, and how Σ σ_t grows for steps t^-a."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from theorytest import at_least, at_most, family, integers
from theorytest.decisions.relations import Relation

t = sp.Symbol("t", positive=True, integer=True)
HUNDREDTHS = integers(1, 99).map(lambda k: Fraction(k, 100))  # for sums that computer algebra decides
EPSILONS = [Fraction(1, 100), Fraction(1, 10), Fraction(1, 4), Fraction(49, 100)]
ANY_EPSILON = family(EPSILONS, "0 < ε < 1/2", search=HUNDREDTHS.where(lambda eps: 2 * eps < 1), effort=8)


def sp_number(fraction: Fraction) -> sp.Rational:
    """A fraction for sympy."""
    return sp.Rational(fraction.numerator, fraction.denominator)


def power(exponent: Fraction) -> sp.Expr:
    """t^-a as a formula."""
    return t ** -sp_number(exponent)


@cache
def converges(formula: sp.Expr) -> bool:
    """Whether Σ_t formula is finite, by computer algebra."""
    return bool(sp.Sum(formula, (t, 1, sp.oo)).is_convergent())


@cache
def sums(a: float, last: int) -> NDArray[Any]:
    """Σ_{t≤τ} σ_t for s_t = t^-a, s̄ = c_bias1 = 1 and τ = 1, ..., last."""
    s = np.arange(1.0, last + 1) ** -a
    return np.asarray(np.cumsum(s - s**2 / 2))


def grows_like(a: float, exponent: float, last: int) -> Iterator[Relation]:
    """½ τ^r ≤ Σ_{t≤τ} σ_t ≤ τ^r / (1 - a) for all τ up to `last`: true for r = 1 - a < 1, by two integrals."""
    S, rate = sums(a, last), np.arange(1.0, last + 1) ** exponent
    yield at_least(S, rate / 2, name="from below", digits=9, until=last, symbol="Σ σ_t")
    yield at_most(S, rate / (1 - a), name="from above", digits=9, until=last, symbol="Σ σ_t")

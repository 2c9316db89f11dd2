"""Sums over all times, decided by computer algebra: which powers of t are summable."""

from fractions import Fraction
from functools import cache

import sympy as sp

t = sp.Symbol("t", positive=True, integer=True)
EPSILONS = [Fraction(1, 100), Fraction(1, 10), Fraction(1, 4), Fraction(49, 100)]


def sp_number(fraction):
    """A fraction for sympy."""
    return sp.Rational(fraction.numerator, fraction.denominator)


def power(exponent):
    """t^-a as a formula."""
    return t ** -sp_number(exponent)


@cache
def converges(formula):
    """Whether Σ_t formula is finite."""
    return bool(sp.Sum(formula, (t, 1, sp.oo)).is_convergent())

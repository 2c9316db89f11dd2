"""Identities of rational functions, decided by the coefficients of their numerators."""

import sympy


def rest(left, right, *symbols):
    """The coefficients of the numerator of left - right, all of them 0 if and only if both sides are the same."""
    numerator = sympy.fraction(sympy.cancel(sympy.together(left - right)))[0]
    return sympy.Poly(numerator, *symbols).coeffs()

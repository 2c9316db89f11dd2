"""Identities of rational functions, decided by the coefficients of their numerators."""

from __future__ import annotations

from typing import Any

import sympy


def rest(left: Any, right: Any, *symbols: Any) -> list[Any]:
    """The coefficients of the numerator of left - right, all of them 0 if and only if both sides are the same."""
    numerator = sympy.fraction(sympy.cancel(sympy.together(left - right)))[0]
    return list(sympy.Poly(numerator, *symbols).coeffs())

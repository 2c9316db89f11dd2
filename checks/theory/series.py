"""Sums over all times."""

from __future__ import annotations

import numpy as np
import sympy


def power_sum(exponent):
    """Σ t^-p over t ≥ 1: ζ(p), infinite for p ≤ 1."""
    p, t = sympy.Rational(exponent), sympy.Symbol("t")
    return float(sympy.zeta(p)) if sympy.Sum(t**-p, (t, 1, sympy.oo)).is_convergent() else np.inf

"""Square roots that stay exact: an expression of a rational number, a ball of a ball, a float of a float."""

from fractions import Fraction
from typing import Any

import sympy

from theorytest.attacks import exact


def sqrt(square: Any) -> Any:
    """√ in the arithmetic of its argument."""
    return sympy.sqrt(square) if isinstance(square, (int, Fraction, sympy.Expr)) else exact.sqrt(square)

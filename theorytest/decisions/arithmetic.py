"""In which arithmetic values are given, and how two of them compare in it."""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest.decisions.decision import Arithmetic

_SMALL = 2**31
_LEAST_CERTAIN = tuple(Arithmetic).index


def as_values(value: Any) -> NDArray[Any]:
    """One side of a comparison as an array that keeps rational, symbolic and enclosed numbers as they are."""
    found = np.asarray(value)
    if found.dtype.kind == "c":
        if np.any(found.imag != 0):
            raise ValueError(f"the numbers must be real, got {found.ravel()[0]}: compare real and imaginary parts")
        return found.real
    return _unbounded(found) if found.dtype.kind in "iub" else found


def _unbounded(found: NDArray[Any]) -> NDArray[Any]:
    """Whole numbers whose differences and products do not overflow: in wide words where they are small, else Python's.

    What overflowed before it came here cannot be seen.
    """
    small = found.size == 0 or (int(found.min()) > -_SMALL and int(found.max()) < _SMALL)
    return found.astype(np.int64 if small else object)


def arithmetic_of(*sides: NDArray[Any]) -> Arithmetic:
    """The least certain arithmetic among all entries."""
    return max((kind for side in sides for kind in _kinds(side)), key=_LEAST_CERTAIN)


def _kinds(side: NDArray[Any]) -> Iterator[Arithmetic]:
    if side.dtype.kind in "iu":
        yield Arithmetic.RATIONAL
    elif side.dtype.kind != "O":
        yield Arithmetic.FLOATING
    else:
        yield from {_kind(entry) for entry in side.flat}


def _kind(entry: Any) -> Arithmetic:
    if isinstance(entry, (int, Fraction, np.integer)):
        return Arithmetic.RATIONAL
    home = type(entry).__module__.split(".")[0]
    if home == "sympy":
        return _sympy_kind(entry)
    if home == "flint":
        return Arithmetic.ENCLOSED if type(entry).__name__ in ("arb", "acb") else Arithmetic.RATIONAL
    if is_interval(entry):
        return Arithmetic.ENCLOSED
    if isinstance(entry, numbers.Rational):
        return Arithmetic.RATIONAL
    return Arithmetic.FLOATING


def _sympy_kind(entry: Any) -> Arithmetic:
    from sympy import Float

    if entry.is_Rational:
        return Arithmetic.RATIONAL
    return Arithmetic.FLOATING if entry.has(Float) else Arithmetic.SYMBOLIC


def is_interval(entry: Any) -> bool:
    """Whether the entry is an interval of mpmath.iv."""
    return type(entry).__name__ == "ivmpf"


def approximate(entry: Any) -> float:
    """A float near the entry, for sentences and pictures; nan for an expression with variables."""
    if is_interval(entry):
        return float(entry.mid)
    if getattr(entry, "free_symbols", None):
        return math.nan
    try:
        return float(entry)
    except OverflowError:  # a whole number or fraction beyond the floats
        return math.inf if entry > 0 else -math.inf


def certainly(low: Any, high: Any, *, strict: bool) -> bool:
    """Whether low ≤ high, or low < high, for all values that the two enclose."""
    if is_interval(low) or is_interval(high):
        low, high = getattr(low, "b", low), getattr(high, "a", high)
    return bool(low < high) if strict else bool(low <= high)

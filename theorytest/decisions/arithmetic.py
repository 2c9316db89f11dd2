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
from theorytest.decisions.symbolic import is_symbolic

_SMALL = 2**31
_LEAST_CERTAIN = tuple(Arithmetic).index


def as_values(value: Any) -> NDArray[Any]:
    """One side of a comparison as an array that keeps rational, symbolic and enclosed numbers as they are."""
    found = _as_numbers(np.asarray(value))
    if found.dtype.kind in "USMmV" or any(each is None or isinstance(each, str) for each in _objects(found)):
        raise ValueError(f"both sides must be numbers or arrays of numbers, got {value!r}")
    if found.dtype.kind == "c":
        if np.any(found.imag != 0):
            raise ValueError(f"the numbers must be real, got {found.ravel()[0]}: compare real and imaginary parts")
        return found.real
    if found.dtype.kind == "b":
        return found.astype(np.int64)
    return _unbounded(found, value) if found.dtype.kind in "iu" else found


def _as_numbers(found: NDArray[Any]) -> NDArray[Any]:
    """sympy's objects that are no real numbers are refused by name; its nan is that of floats."""
    if not is_symbolic(*_objects(found)):
        return found
    from sympy import Expr, Float, nan

    for each in filter(is_symbolic, found.flat):
        if not isinstance(each, Expr):
            raise ValueError(f"both sides must be numbers or arrays of numbers, got {each}")
        if each.is_number and each is not nan and each.is_extended_real is False:
            raise ValueError(f"the numbers must be real, got {each}: compare real and imaginary parts")
        if each.free_symbols and each.atoms(Float):
            raise ValueError(f"{each} has floating-point numbers beside variables: write them as sympy.Rational")
    numbers = [math.nan if each is nan else each for each in found.flat]
    return np.array([*numbers, None], dtype=object)[:-1].reshape(found.shape)


def _objects(found: NDArray[Any]) -> Iterator[Any]:
    return iter(found.flat) if found.dtype.kind == "O" else iter(())


def _unbounded(found: NDArray[Any], given: Any) -> NDArray[Any]:
    """Whole numbers whose differences and products do not overflow: in wide words where small, else one by one.

    Those of numpy stay numpy's, so that they are told from Python's, which never overflow.
    """
    if found.size == 0 or not (_may_have_overflowed(found.min()) or _may_have_overflowed(found.max())):
        return found.astype(np.int64)
    if not _of_numpy(given):
        return found.astype(object)
    return np.array(list(found.flat), dtype=object).reshape(found.shape)


def _of_numpy(given: Any) -> bool:
    """Whether some number was made by numpy, also inside of lists."""
    if isinstance(given, (list, tuple)):
        return any(map(_of_numpy, given))
    return isinstance(given, (np.ndarray, np.generic))


def _may_have_overflowed(entry: np.integer) -> bool:
    """Whether a whole number of fixed width is narrow or large.

    An overflow of 64 bits that ends below 2³¹ is not seen: it is rare, except for products that end at 0.
    """
    return entry.dtype.itemsize < 8 or not -_SMALL < int(entry) < _SMALL


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
    if isinstance(entry, np.integer):
        return Arithmetic.MACHINE if _may_have_overflowed(entry) else Arithmetic.RATIONAL
    if isinstance(entry, (int, Fraction)):
        return Arithmetic.RATIONAL
    if is_symbolic(entry):
        return _sympy_kind(entry)
    home = type(entry).__module__.split(".")[0]
    if home == "flint":
        return Arithmetic.ENCLOSED if type(entry).__name__ in ("arb", "acb") else Arithmetic.RATIONAL
    if is_interval(entry):
        return Arithmetic.ENCLOSED
    if isinstance(entry, numbers.Rational):
        return Arithmetic.RATIONAL
    return Arithmetic.FLOATING


def _sympy_kind(entry: Any) -> Arithmetic:
    from sympy import Float, Integral, Limit, Product, Sum

    if entry.is_Rational:
        return Arithmetic.RATIONAL
    if entry.has(Integral, Sum, Product, Limit):
        raise ValueError(f"{entry} is not evaluated, so that its digits are not certain: use doit(), or enclose it")
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
    low, high = (_ends(low)[1] if is_interval(low) else low), (_ends(high)[0] if is_interval(high) else high)
    if _is_ball(low) or _is_ball(high):
        low, high = _ball(low), _ball(high)
    return bool(low < high) if strict else bool(low <= high)


def certainly_equal(value: Any, other: Any) -> bool:
    """Whether two enclosures are the same point: intervals that coincide may hold different numbers."""
    return certainly(value, other, strict=False) and certainly(other, value, strict=False)


def is_enclosure(entry: Any) -> bool:
    """Whether the entry is an interval of mpmath or a ball of flint."""
    return is_interval(entry) or _is_ball(entry)


def _ends(interval: Any) -> tuple[Any, Any]:
    """The ends of an interval as fractions, or infinite."""
    from mpmath.libmp import finf, fnan, fninf, to_rational

    known = {finf: math.inf, fninf: -math.inf, fnan: math.nan}
    low, high = (known[end] if end in known else Fraction(*map(int, to_rational(end))) for end in interval._mpi_)
    return low, high


def _is_ball(entry: Any) -> bool:
    return type(entry).__module__.split(".")[0] == "flint" and type(entry).__name__ == "arb"


def _ball(entry: Any) -> Any:
    """A ball around a fraction, others as they are."""
    if not isinstance(entry, Fraction):
        return entry
    import flint

    return flint.arb(flint.fmpq(entry.numerator, entry.denominator))

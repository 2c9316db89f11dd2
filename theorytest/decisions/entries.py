"""Two sides entry by entry: brought to one shape, as floats nearby, and compared as their arithmetic allows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest.decisions.arithmetic import approximate, as_values, certainly, certainly_equal, is_enclosure
from theorytest.decisions.symbolic import compared_formulas, has_variables, is_symbolic, same


def together(value: Any, bound: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both sides as arrays of one shape."""
    values, bounds = as_values(value), as_values(bound)
    try:
        if values.shape != bounds.shape:
            values, bounds = np.broadcast_arrays(values, bounds)
    except ValueError:
        raise ValueError(f"the value has shape {values.shape}, which does not fit the bound's {bounds.shape}") from None
    if values.size == 0:
        raise ValueError("the value is empty: there is nothing to compare")
    return values, bounds


def nearby(side: NDArray[Any]) -> NDArray[np.float64]:
    """Floats near the entries."""
    if side.dtype.kind != "O":
        return side.astype(float)
    return np.array([approximate(entry) for entry in side.flat], dtype=float).reshape(side.shape)


def excess_of(near: tuple[NDArray[np.float64], NDArray[np.float64]], sign: str) -> NDArray[np.float64]:
    """By how much each entry violates the relation, as floats; nan where the value is not a number."""
    with np.errstate(invalid="ignore", over="ignore"):  # inf - inf where both are equal; huge gaps are inf
        gaps = np.where(near[0] == near[1], 0.0, near[0] - near[1]).ravel()
    return np.abs(gaps) if sign == "=" else gaps if sign in "≤<" else -gaps


def entries_of(side: NDArray[Any]) -> list[Any]:
    """The entries as Python's own numbers: numpy's whole numbers overflow beside long fractions."""
    return [entry.item() if isinstance(entry, np.generic) else entry for entry in side.flat]


def compared(sign: str, value: Any, bound: Any) -> int:
    """1 where the relation certainly holds, -1 where it certainly fails, 0 where the arithmetic cannot tell."""
    if value != value:
        return 0
    if has_variables(value, bound):
        return compared_formulas(sign, value, bound)
    if sign == "=":
        if _same(value, bound):
            return 1
        return -1 if certainly(value, bound, strict=True) or certainly(bound, value, strict=True) else 0
    low, high = (value, bound) if sign in "≤<" else (bound, value)
    strict = sign in "<>"
    if certainly(low, high, strict=strict):
        return 1
    return -1 if certainly(high, low, strict=not strict) else 0


def _same(value: Any, bound: Any) -> bool:
    if is_enclosure(value) or is_enclosure(bound):
        return certainly_equal(value, bound)
    return same(value, bound) if is_symbolic(value, bound) else bool(value == bound)


def vacuous(sign: str, bounds: NDArray[Any]) -> bool:
    """Whether every value satisfies some entry: an infinite bound says nothing."""
    if sign == "=":
        return False
    end = math.inf if sign in "≤<" else -math.inf
    if bounds.dtype.kind != "O":
        return bool(np.any(bounds == end))
    return any(_is_infinite(entry, end) for entry in bounds.flat)


def beyond_floats(side: NDArray[Any]) -> NDArray[np.bool_]:
    """Where an entry is a finite number that is infinite as a float."""
    if side.dtype.kind != "O":
        return np.zeros(side.size, dtype=bool)
    pairs = ((entry, approximate(entry)) for entry in side.flat)
    return np.array([math.isinf(near) and not _is_infinite(entry, near) for entry, near in pairs])


def _is_infinite(entry: Any, end: float) -> bool:
    """Whether it is this infinity; 10^400 is not, although its float is."""
    return approximate(entry) == end and (is_enclosure(entry) or bool(entry == end))


def overflown(sign: str, bound: Any) -> bool:
    """Whether a bound that numpy computed is infinite: ∞ = ∞ then says nothing, since both may have overflowed."""
    computed = isinstance(bound, (np.ndarray, np.generic)) and bound.dtype.kind == "f"
    return sign == "=" and computed and bool(np.isinf(bound).any())

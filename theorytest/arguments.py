"""What an argument may be: each function returns the checked value or raises a ValueError that names the argument."""

from __future__ import annotations

import numbers
import operator
import reprlib
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


Kind = TypeVar("Kind")
_SHORT = reprlib.Repr()
_SHORT.maxlong, _SHORT.maxother, _SHORT.maxstring = 40, 60, 40


def instance(name: str, value: Any, kind: type[Kind]) -> Kind:
    """An object of the given class."""
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be a {kind.__name__}, got {value!r}")
    return value


def shortly(value: Any) -> str:
    """A value as a sentence quotes it; long ones are cut."""
    return _SHORT.repr(value)


def whole(name: str, value: Any, *, at_least: int = 1, at_most: int | None = None, because: str = "") -> int:
    """An integer between `at_least` and `at_most`; booleans and fractions are refused."""
    reason = f": {because}" if because else ""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool | np.bool_) or number < at_least:
        raise ValueError(f"{name} must be an integer of at least {at_least}, got {value!r}{reason}")
    if at_most is not None and number > at_most:
        raise ValueError(f"{name} must be an integer of at most {at_most:,}, got {value!r}{reason}")
    return number


def real(name: str, value: Any) -> float:
    """A finite real number; booleans, text and arrays are refused."""
    try:
        number = float(value) if isinstance(value, numbers.Real) else float("nan")
    except OverflowError:
        number = float("inf")
    if isinstance(value, bool) or not np.isfinite(number):
        raise ValueError(f"{name} must be a finite real number, got {value!r}")
    return number


def positive(name: str, value: Any) -> float:
    """A finite real number greater than 0."""
    number = real(name, value)
    if number <= 0:
        raise ValueError(f"{name} must be greater than 0, got {value!r}")
    return number


def fraction(name: str, value: Any, *, because: str = "") -> float:
    """A real number in the open interval (0, 1)."""
    number = real(name, value)
    if not 0 < number < 1:
        raise ValueError(f"{name} must lie in (0, 1), got {value!r}" + (f": {because}" if because else ""))
    return number


def reals(name: str, values: ArrayLike, *, shape: tuple[int | None, ...] | None = None) -> Array:
    """An array of real numbers, perhaps infinite; text and complex numbers are refused."""
    try:
        given = np.asarray(values)
        array = given.astype(float, copy=False) if given.dtype.kind in "biufO" else None
    except (TypeError, ValueError, OverflowError):
        array = None
    if array is None:
        raise ValueError(f"{name} must be an array of real numbers, got {values!r}")
    if shape is not None and not _fits(array.shape, shape):
        wanted = str(tuple(-1 if s is None else s for s in shape)).replace("-1", "any")
        raise ValueError(f"{name} must have shape {wanted}, got {array.shape}")
    return array


def finite(name: str, values: ArrayLike, *, shape: tuple[int | None, ...] | None = None) -> Array:
    """An array of finite numbers, with the given shape where an entry of `shape` is not None."""
    array = reals(name, values, shape=shape)
    if not np.all(np.isfinite(array)):
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{name} must be finite, got {array[where]} at index {where}")
    return array


def points(name: str, values: ArrayLike, ndim: int) -> Array:
    """Points of shape (..., ndim) with finite coordinates."""
    array = finite(name, values)
    if array.ndim == 0 or array.shape[-1] != ndim:
        raise ValueError(f"{name} must have shape (..., {ndim}), one row per point, got {array.shape}")
    return array


def several(name: str, given: Any, kind: str, fits: Callable[[Any], bool]) -> tuple[Any, ...]:
    """A tuple of at least one thing of this kind."""
    items = tuple(given) if isinstance(given, Iterable) else ()
    if not items or not all(fits(item) for item in items):
        raise ValueError(f"{name} must be a non-empty tuple of {kind}, got {given!r}")
    return items


def _fits(shape: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return len(shape) == len(wanted) and all(w is None or s == w for s, w in zip(shape, wanted, strict=True))

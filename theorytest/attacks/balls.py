"""Numbers known up to a radius, for instances whose formulas leave the rationals: roots, exponentials, eigenvalues.

A `Ball` wraps a ball of flint and is stricter in two ways. Comparing two balls that overlap raises `UnclearError`,
since a branch that is taken by mistake would certify nonsense. A float that is no short dyadic number, such as 0.1, is
refused: the double beside one tenth is not what a formula means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

PRECISION = 256  # bits
SHORT = 2**20  # largest denominator of a float that counts as the number it was written as


class UnclearError(ArithmeticError):
    """A comparison that the radius of a ball leaves open."""


@contextmanager
def precision(bits: int = PRECISION) -> Iterator[None]:
    """Ball arithmetic with so many bits."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def rational(x: Fraction | int) -> Any:
    """The fraction as flint has it."""
    return flint.fmpq(int(x.numerator), int(x.denominator))


class Ball:
    """A real number between mid - radius and mid + radius."""

    __slots__ = ("arb",)

    def __init__(self, value: Any) -> None:
        self.arb = value if isinstance(value, flint.arb) else flint.arb(rational(value))

    def __repr__(self) -> str:
        return f"Ball({self.arb})"

    def __float__(self) -> float:
        return float(self.arb)

    def __hash__(self) -> int:
        raise TypeError("a ball has no hash: it stands for many numbers")

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __neg__(self) -> Ball:
        return Ball(-self.arb)

    def __pos__(self) -> Ball:
        return self

    def __abs__(self) -> Ball:
        return Ball(abs(self.arb))

    def __pow__(self, power: Any) -> Any:
        if isinstance(power, (int, np.integer)):
            return Ball(flint.arb(1)) if power == 0 else Ball(self.arb ** int(power))
        return self._with(power, lambda x, p: x**p)

    def __rpow__(self, base: Any) -> Any:
        return self._with(base, lambda p, x: x**p)

    def _with(self, other: Any, operation: Callable[[Any, Any], Any]) -> Any:
        known = _known(other)
        return NotImplemented if known is None else Ball(operation(self.arb, known))

    def __add__(self, other: Any) -> Any:
        return self._with(other, lambda x, y: x + y)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._with(other, lambda x, y: x - y)

    def __rsub__(self, other: Any) -> Any:
        return self._with(other, lambda x, y: y - x)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, lambda x, y: x * y)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self._with(other, _quotient)

    def __rtruediv__(self, other: Any) -> Any:
        return self._with(other, lambda x, y: _quotient(y, x))

    def _compare(self, other: Any, yes: Callable[[Any, Any], bool], no: Callable[[Any, Any], bool]) -> Any:
        known = _known(other)
        if known is None:
            return NotImplemented
        if yes(self.arb, known):
            return True
        if no(self.arb, known):
            return False
        raise UnclearError(f"{self.arb} and {known} overlap: which is larger is open")

    def __lt__(self, other: Any) -> Any:
        return self._compare(other, lambda x, y: x < y, lambda x, y: x >= y)

    def __le__(self, other: Any) -> Any:
        return self._compare(other, lambda x, y: x <= y, lambda x, y: x > y)

    def __gt__(self, other: Any) -> Any:
        return self._compare(other, lambda x, y: x > y, lambda x, y: x <= y)

    def __ge__(self, other: Any) -> Any:
        return self._compare(other, lambda x, y: x >= y, lambda x, y: x < y)

    def __eq__(self, other: Any) -> Any:
        return self._compare(other, lambda x, y: x == y, lambda x, y: x != y)

    def __ne__(self, other: Any) -> Any:
        return self._compare(other, lambda x, y: x != y, lambda x, y: x == y)

    def conjugate(self) -> Ball:
        """Itself: it is real."""
        return self

    def __getattr__(self, name: str) -> Any:
        """The elementary functions, under the names by which numpy asks the entries of an array for them."""
        if name not in FUNCTIONS:
            raise AttributeError(f"a Ball has no {name}")
        function = getattr(self.arb, FUNCTIONS[name])
        return lambda: Ball(function())


FUNCTIONS = {name: name for name in ("sqrt", "exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh")}
FUNCTIONS |= {"arctan": "atan", "arcsin": "asin", "arccos": "acos", "arcsinh": "asinh", "arctanh": "atanh"}
FUNCTIONS |= {"expm1": "expm1", "log1p": "log1p"}


def _quotient(x: Any, y: Any) -> Any:
    if y == 0:
        raise ZeroDivisionError("division of a ball by zero")
    return x / y


def _known(other: Any) -> Any:
    """The other operand as a ball of flint; None where it is not a number that is known exactly or enclosed."""
    if isinstance(other, Ball):
        return other.arb
    if isinstance(other, (int, np.integer, Fraction, np.bool_)):
        return flint.arb(rational(Fraction(int(other)) if not isinstance(other, Fraction) else other))
    if isinstance(other, float) and np.isfinite(other) and (short := Fraction(other)).denominator <= SHORT:
        return flint.arb(rational(short))
    return None


def opened(*sides: Any) -> tuple[Any, ...]:
    """The sides of a relation with balls, and fractions beside them, as numbers of flint, which compare."""
    arrays = [np.asarray(side) for side in sides]
    if not any(isinstance(each, Ball) for array in arrays for each in array.ravel()):
        return sides
    return tuple(_opened(array) for array in arrays)


def _opened(values: NDArray[Any]) -> NDArray[Any]:
    """Whatever is known exactly or enclosed; a float stays one, and is seen as such."""
    made = np.empty(values.shape, dtype=object)
    made.ravel()[:] = [each if (known := _known(each)) is None else known for each in values.ravel()]
    return made

"""Formulas with variables: shown equal by algebra, and tried at points where algebra has its exceptions.

sympy simplifies as if no variable stood at a pole or an end of its range: binomial(n, n) becomes 1, and is 0 there at
n = -1. So two formulas are also compared at small whole numbers, halves, 0 and both signs, as far as the assumptions
about each variable admit them. A point where both sides are finite and break the relation refutes it; where one side is
not defined the relation says nothing, and the sentence says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from typing import Any

Point = tuple[tuple[Any, Any], ...]

_MOST = 48  # points
_FEW = 3  # variables that are moved together; beyond, one after the other


@dataclass(frozen=True)
class Tried:
    """The first point that breaks the relation, with both sides there; one where a side is not defined."""

    broken: Point | None = None
    sides: tuple[Any, Any] = (None, None)
    undefined: Point | None = None

    def words(self) -> str:
        """`at n = -1: 0 and 1`, or that a point is left out."""
        if self.broken is not None:
            return f"at {_named(self.broken)}: {self.sides[0]} and {self.sides[1]}"
        return f"where both are defined, which is not so at {_named(self.undefined)}" if self.undefined else ""


def is_symbolic(*entries: Any) -> bool:
    """Whether an entry belongs to sympy."""
    return any(hasattr(each, "free_symbols") and hasattr(each, "assumptions0") for each in entries)


def has_variables(*entries: Any) -> bool:
    """Whether an entry is a formula, and not a number."""
    return any(bool(getattr(each, "free_symbols", None)) for each in entries)


def same(value: Any, bound: Any) -> bool:
    """Whether algebra shows that the two are equal, apart from single points."""
    import sympy

    return bool(value == bound or sympy.simplify(sympy.sympify(value) - sympy.sympify(bound)) == 0)


def compared_formulas(sign: str, value: Any, bound: Any) -> int:
    """1 where the relation is shown and no point breaks it, -1 where one does, 0 where algebra cannot tell."""
    if tried(sign, value, bound).broken is not None:
        return -1
    if sign == "=":
        return int(same(value, bound))
    held = _relation(sign, value, bound)
    return 1 if held == True else -1 if held == False else 0  # noqa: E712 - sympy's own truth values


@lru_cache(maxsize=256)
def tried(sign: str, value: Any, bound: Any) -> Tried:
    """Both sides at the points that the assumptions admit."""
    import sympy

    sides, undefined = (sympy.sympify(value), sympy.sympify(bound)), None
    for point in _points(sides):
        found = tuple(each.subs(dict(point), simultaneous=True) for each in sides)
        if not all(each.is_number and each.is_finite for each in found):
            undefined = undefined or point
        elif _breaks(sign, *found):
            return Tried(point, found)
    return Tried(undefined=undefined)


def _breaks(sign: str, value: Any, bound: Any) -> bool:
    import sympy

    if sign != "=":
        return bool(value.is_real and bound.is_real and _relation(sign, value, bound) == False)  # noqa: E712
    gap = value - bound
    zero = gap.is_zero if gap.is_zero is not None else sympy.simplify(gap).is_zero
    return zero is False


def _relation(sign: str, value: Any, bound: Any) -> Any:
    import sympy

    return {"≤": sympy.Le, "<": sympy.Lt, "≥": sympy.Ge, ">": sympy.Gt}[sign](value, bound)


def _points(sides: tuple[Any, Any]) -> Iterator[Point]:
    """First primes, a point without symmetry; then the exceptions, together where the variables are few."""
    import sympy

    variables = sorted({each for side in sides for each in side.free_symbols}, key=str)
    usual = [_admitted(each, [sympy.prime(k)], sympy) or [each] for k, each in enumerate(variables, start=2)]
    start = tuple(zip(variables, (first for first, *_ in usual), strict=True))
    yield start
    values = [_admitted(each, _exceptions(sympy), sympy) for each in variables]
    if len(variables) <= _FEW:
        yield from islice((tuple(zip(variables, each, strict=True)) for each in product(*values)), _MOST)
        return
    moved = ((k, x) for k, row in enumerate(values) for x in row)
    yield from islice(((*start[:k], (variables[k], x), *start[k + 1 :]) for k, x in moved), _MOST)


def _exceptions(sympy: Any) -> list[Any]:
    half = sympy.Rational(1, 2)
    return [sympy.Integer(0), sympy.Integer(-1), sympy.Integer(1), -half, half, sympy.Integer(-2), sympy.Integer(2)]


def _admitted(variable: Any, values: list[Any], sympy: Any) -> list[Any]:
    """Those that contradict nothing that is assumed of the variable."""
    assumed = variable.assumptions0
    return [
        x
        for x in map(sympy.sympify, values)
        if all(getattr(x, f"is_{fact}", told) == told for fact, told in assumed.items())
    ]


def _named(point: Point) -> str:
    return ", ".join(f"{variable} = {value}" for variable, value in point)

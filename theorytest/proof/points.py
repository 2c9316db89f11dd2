"""Expressions at a point: numbers for the symbols, tuples for the vectors, constants for functions and draws.

A point may also know the value of a whole term, such as an expectation, and functions by their values. The standard
library is enough: `theorytest check-certificates` looks at the points of certificates with this file alone.
"""

from __future__ import annotations

import math
import operator
from ast import literal_eval
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache, reduce
from typing import Any

Tree = Any
Point = Mapping[str, Any]
TERMS = ""  # the name of the values of whole terms at a point
_COMPARED = {"=": operator.eq, "≤": operator.le, "≥": operator.ge, "<": operator.lt, ">": operator.gt, "≠": operator.ne}


def value_at(tree: Tree, point: Point) -> Any:
    """The value of an expression; a function that is a number is constant, and so is what is random."""
    return _evaluator(repr(tree))(point)


@lru_cache(4096)
def _evaluator(text: str) -> Callable[[Point], Any]:
    """An expression is read once and calculated at thousands of points."""
    return _reading(literal_eval(text))


def _reading(tree: Tree) -> Callable[[Point], Any]:
    if isinstance(tree, str):
        return lambda point: point[tree] if tree in point else _constant(tree)
    whole, inside = repr(tree), _called(tree) if tree[0] == "at" else _applied(tree)
    return lambda point: point[TERMS][whole] if TERMS in point and whole in point[TERMS] else inside(point)


def _called(tree: Tree) -> Callable[[Point], Any]:
    name, parts = tree[1], [_reading(each) for each in tree[2:]]

    def called(point: Point) -> Any:
        found = point[name]
        return found(*(each(point) for each in parts)) if callable(found) else found

    return called


def _applied(tree: Tree) -> Callable[[Point], Any]:
    kind, parts = tree[0], [_reading(each) for each in tree[1:]]
    return parts[0] if kind == "E" else lambda point: _apply(kind, [each(point) for each in parts])


@cache
def _constant(text: str) -> Fraction:
    """Reading a number costs more than calculating with it, and the same few occur at every point."""
    return Fraction(text)


def holds(relation: Tree, point: Point) -> bool:
    """Whether a relation holds at a point, without any slack."""
    sign, left, right = relation
    return bool(_COMPARED[sign](value_at(left, point), value_at(right, point)))


def violated(statement: Mapping[str, Any], point: Mapping[str, Any]) -> str | None:
    """What does not hold at the point of a certificate, exactly and in rational numbers, or None.

    Vectors are multiples of one unit vector, functions are constant, nothing is drawn. A hypothesis about all values of
    a variable holds there if its variable does not matter.
    """
    conditions = statement.get("symbols", {}) | statement.get("functions", {})
    vectors = statement.get("vectors", [])
    try:
        values = {name: _rational(point[name]) for name in (*conditions, *vectors)}
        there = {name: (value,) if name in vectors else value for name, value in values.items()}
        broken = [name for name, each in conditions.items() if not all(_satisfies(one, values[name]) for one in each)]
        given = statement.get("given", [])
        return next(iter([*broken, *(str(each["name"]) for each in given if not _surely(each["holds"], there))]), None)
    except (ArithmeticError, ValueError, TypeError, LookupError, AttributeError) as error:
        return f"what has no value there ({error})"


def _rational(text: Any) -> Fraction:
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is not a rational number such as '-3/4'")
    return Fraction(text)


def _satisfies(condition: str, value: Fraction) -> bool:
    return value.denominator == 1 if condition == "integer" else holds([condition[0], "x", condition[1:]], {"x": value})


def _surely(relation: Tree, point: Point) -> bool:
    sides = [value_at(each, point) for each in relation[1:]]
    return all(isinstance(each, (int, Fraction)) for each in sides) and bool(_COMPARED[relation[0]](*sides))


def _apply(kind: str, values: list[Any]) -> Any:
    if kind in ("ip", "norm"):
        size = sum(x * y for x, y in zip(values[0], values[-1], strict=True))
        return size if kind == "ip" else _root(size)
    if any(isinstance(each, tuple) for each in values):
        return _vector(kind, values)
    if kind == "^":
        whole = isinstance(values[1], Fraction) and values[1].denominator == 1
        return values[0] ** int(values[1]) if whole else float(values[0]) ** float(values[1])
    if kind in ("+", "*"):
        return reduce(operator.add if kind == "+" else operator.mul, values)
    if kind == "-":
        return -values[0] if len(values) == 1 else values[0] - values[1]
    return _FUNCTIONS[kind](*values)


def _root(value: Any) -> Any:
    """Exact for squares of fractions."""
    if isinstance(value, Fraction) and value >= 0:
        parts = math.isqrt(value.numerator), math.isqrt(value.denominator)
        if (parts[0] ** 2, parts[1] ** 2) == value.as_integer_ratio():
            return Fraction(*parts)
    return math.sqrt(value)


def _known(function: Callable[[float], float], at: int, value: int) -> Callable[[Any], Any]:
    """Exact where it is rational for certain."""
    return lambda x: Fraction(value) if x == at and isinstance(x, (int, Fraction)) else function(x)


_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "/": operator.truediv,
    "sqrt": _root,
    "exp": _known(math.exp, 0, 1),
    "log": _known(math.log, 1, 0),
    "sin": _known(math.sin, 0, 0),
    "cos": _known(math.cos, 0, 1),
    "tanh": _known(math.tanh, 0, 0),
    "max": max,
}


def _vector(kind: str, values: list[Any]) -> Any:
    if kind in ("*", "/"):
        (vector,) = (each for each in values if isinstance(each, tuple))
        scale = 1 / values[1] if kind == "/" else math.prod(each for each in values if not isinstance(each, tuple))
        return tuple(scale * x for x in vector)
    signs = [1] * len(values) if kind == "+" else [1, -1][-len(values) :]
    return tuple(sum(sign * x for sign, x in zip(signs, each, strict=True)) for each in zip(*values, strict=True))

"""Whether two relations of a statement are the same up to arithmetic: their gaps are proportional wherever drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from theorytest.proof.points import TERMS, Tree, value_at

POINTS = 6
_FAILS = (ArithmeticError, LookupError, TypeError, ValueError)
_CLOSE = 1e-9


def same_gap(one: Tree, other: Tree, statement: Mapping[str, Any]) -> bool:
    """Whether `one` says what `other` says, rearranged or times a positive number; of an equation, any number.

    Expectations and values of functions are numbers of their own, so that nothing is read into them.
    """
    rng = np.random.default_rng(0)
    ratios = []
    for _ in range(POINTS):
        point = _drawn([one, other], statement, rng)
        try:
            first, second = _gap(one, point), _gap(other, point)
            ratios.append(first / second)
        except _FAILS:
            return False
    allowed = ratios[0] != 0 if one[0] == "=" else ratios[0] > 0 and one[0].strip("=") in _signs(other[0])
    return bool(allowed) and all(abs(each - ratios[0]) <= _CLOSE * abs(ratios[0]) for each in ratios)


def _signs(sign: str) -> tuple[str, ...]:
    """Signs of relations that imply this one when the gaps agree."""
    return ("≤", "≥", "<", ">") if sign in ("≤", "≥") else ("<", ">") if sign in ("<", ">") else (sign,)


def _gap(relation: Tree, point: Mapping[str, Any]) -> Any:
    sign, left, right = relation
    gap = value_at(right, point) - value_at(left, point)
    return -gap if sign in (">", "≥") else gap


def _drawn(relations: list[Tree], statement: Mapping[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Positive fractions for all names and for terms that have no values of their own."""

    def number() -> Fraction:
        return Fraction(int(rng.integers(1, 1000)), 97)

    point: dict[str, Any] = {name: number() for name in statement["symbols"]}
    point |= {name: (number(), number(), number()) for name in statement["vectors"]}
    point |= {name: number() for name in statement["functions"]}
    opaque = sorted({repr(each) for relation in relations for each in _opaque(relation)})
    return point | {TERMS: {each: number() for each in opaque}}


def _opaque(tree: Tree) -> Iterator[Tree]:
    if isinstance(tree, str):
        return
    if tree[0] in ("E", "at"):
        yield tree
        return
    for each in tree[1:]:
        yield from _opaque(each)

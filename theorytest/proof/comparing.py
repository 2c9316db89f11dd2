"""A statement beside the check of its claim: at an instance, both must compare the same two numbers.

An instance gives numbers to the terms of the statement, and the check relates two numbers there. Of an inequality the
differences of the sides must agree, of an equation the sides themselves; `per` is what the check divides by.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from theorytest.attacks.region import Outside
from theorytest.attacks.search import drawn
from theorytest.claims.cases import cases, parameters
from theorytest.claims.claim import Claim
from theorytest.claims.mutants import ClaimError
from theorytest.decisions.arithmetic import approximate
from theorytest.decisions.relations import Relation
from theorytest.proof.language import Term
from theorytest.proof.points import TERMS, Point, value_at
from theorytest.proof.statement import Compared

MOST = 40  # named cases that are compared
DRAWS = 24  # further ones, drawn from the regions that attacks search
CLOSE = 1e-9
_TURNED = {"≥": "≤", ">": "<"}


def named(claim: Claim) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The first named cases of a claim."""
    for case in cases(claim.check, claim.forall, claim.given).tried[:MOST]:
        yield case.name, case.values


def instances(claim: Claim) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The first named cases of a claim, and draws from its regions that satisfy its hypotheses."""
    yield from named(claim)
    domains = [each for each in claim.forall.values() if each.tried]
    known = [each for each in claim.given if each.speaks_of(parameters(claim.check))]
    if any(each.search is not None for each in domains):
        rng = np.random.default_rng(0)
        for k in range(DRAWS):
            try:
                values = tuple(_draw(each, k, rng) for each in domains)
                if all(each.admits(dict(zip(parameters(claim.check), values, strict=True))) for each in known):
                    yield f"draw {k + 1}", values
            except Outside:
                continue


def _draw(domain: Any, k: int, rng: np.random.Generator) -> Any:
    if domain.search is None:
        made = list(domain.make())
        return made[rng.integers(len(made))].value
    shape = domain.search.shapes[min(rng.geometric(0.5), len(domain.search.shapes)) - 1]
    return domain.search.build(shape, drawn(domain.search.ranges(shape), k, rng))


def points_of(how: Compared, values: Sequence[Any], entries: int) -> list[Point | None]:
    """The numbers that an instance gives to the terms of the statement, for each entry of the check's relations."""
    given = how.at(*values)
    found = [given] * entries if isinstance(given, Mapping) else list(given)
    if len(found) != entries:
        raise ClaimError(f"the instance gives {len(found)} points for {entries} entries of the check")
    return [None if each is None else _point(each) for each in found]


def _point(given: Mapping[Any, Any]) -> Point:
    """Numbers by the names of symbols and functions, and by the trees of other terms."""
    trees = [(each.tree if isinstance(each, Term) else getattr(each, "name", each), x) for each, x in given.items()]
    terms = {repr(tree): _number(x) for tree, x in trees if not isinstance(tree, str)}
    return {tree: _number(x) for tree, x in trees if isinstance(tree, str)} | ({TERMS: terms} if terms else {})


def _number(value: Any) -> Any:
    """Exact where it is rational; functions and vectors stay what they are."""
    if isinstance(value, (tuple, list, np.ndarray)):
        return tuple(_number(each) for each in value)
    if callable(value) and not hasattr(value, "free_symbols"):
        return lambda *arguments: _number(value(*arguments))
    if isinstance(value, (int, Fraction, np.integer)):
        return Fraction(int(value)) if not isinstance(value, Fraction) else value
    if getattr(value, "is_Rational", False) or type(value).__name__ == "fmpq":
        return Fraction(int(value.p), int(value.q))
    return approximate(value)


def failing(tree: Mapping[str, Any], point: Point) -> list[str]:
    """The conditions on symbols and the hypotheses of the statement that do not hold at a point."""
    outside = [
        f"{name} {', '.join(conditions)}"
        for name, conditions in tree["symbols"].items()
        if name in point and not all(_admits(each, point[name]) for each in conditions)
    ]
    broken = [each for each in tree["given"] if valued(each["holds"], point) and not _holds(each["holds"], point)]
    return [*outside, *(str(each["name"]) for each in broken)]


def unvalued(tree: Mapping[str, Any], point: Point) -> list[str]:
    """The hypotheses that speak of more than the instance has numbers for."""
    return [each["name"] for each in tree["given"] if not each.get("definition") and not valued(each["holds"], point)]


def valued(relation: Any, point: Point) -> bool:
    """Whether both sides have a value."""
    try:
        return bool([value_at(each, point) for each in relation[1:]])
    except (KeyError, ValueError, IndexError):  # a name without a value, or a sequence at a later time
        return False


def _admits(condition: str, value: Any) -> bool:
    if condition == "integer":
        return bool(value == int(value))
    return _holds([condition[0], "x", condition[1:]], {"x": value})


def _holds(relation: Any, point: Point) -> bool:
    """Whether a relation holds; floating-point numbers may differ by rounding where equality is allowed."""
    sign, left, right = relation[0], *(value_at(each, point) for each in relation[1:])
    equals = near(left, right, (left, right))
    strict = {"<": left < right, ">": left > right, "≤": left < right, "≥": left > right, "=": False, "≠": not equals}
    return bool(strict[sign] or (sign in "≤≥=" and equals))


def near(one: Any, other: Any, sides: Sequence[Any]) -> bool:
    """Equal, or equal up to rounding at the scale of what was subtracted."""
    if one == other:
        return True
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return False
    return math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE * float(max(map(abs, sides))))


def oriented(sign: str, left: Any, right: Any) -> tuple[str, Any, Any]:
    """With the smaller side first."""
    return (_TURNED[sign], right, left) if sign in _TURNED else (sign, left, right)


def same(relation: Relation, tree: Any, point: Point, per: Any) -> tuple[bool, bool]:
    """Whether a relation of the check is one of the statement there, and whether that says something."""
    sign, left, right = oriented(tree[0], *(value_at(each, point) for each in tree[1:]))
    found, low, high = oriented(relation.sign, _number(relation.value), _number(relation.bound))
    low, high = per * low, per * high
    sides = (left, right, low, high)
    equals = near(left, low, sides) and near(right, high, sides)
    if sign == "=":
        equals = equals or (near(left, high, sides) and near(right, low, sides))
        return found == sign and equals, any(sides)
    agree = near(right - left, high - low, sides)
    return found == sign and agree, equals or not near(right, left, sides)

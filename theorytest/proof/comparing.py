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
ROUNDING = 1e-12  # of the scale that a relation names, where numbers cancel
LOUD = 1e3  # what is no larger than so much rounding says nothing
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
    given = [(each["name"], each["holds"][0], sides_at(each["holds"], point)) for each in tree["given"]]
    broken = [name for name, sign, sides in given if sides is not None and not _holds(sign, *sides)]
    return [*outside, *map(str, broken)]


def unvalued(tree: Mapping[str, Any], point: Point) -> list[str]:
    """The hypotheses that speak of more than the instance has numbers for."""
    return [each["name"] for each in tree["given"] if not each.get("definition") and not valued(each["holds"], point)]


def sides_at(relation: Any, point: Point) -> tuple[Any, ...] | None:
    """The values of both sides, where both have one."""
    try:
        return tuple(value_at(each, point) for each in relation[1:])
    except (KeyError, ValueError, IndexError):  # a name without a value, or a sequence at a later time
        return None


def valued(relation: Any, point: Point) -> bool:
    """Whether both sides have a value."""
    return sides_at(relation, point) is not None


def _admits(condition: str, value: Any) -> bool:
    if condition == "integer":
        return bool(value == int(value))
    return _holds(condition[0], value, value_at(condition[1:], {}))


def _holds(sign: str, left: Any, right: Any) -> bool:
    """Whether a relation holds; floating-point numbers may differ by rounding where equality is allowed."""
    if (sign in "<≤" and left < right) or (sign in ">≥" and left > right):
        return True
    return sign in "≤≥=≠" and near(left, right, (left, right)) is not (sign == "≠")


def near(one: Any, other: Any, sides: Sequence[Any], rounding: float = 0.0) -> bool:
    """Equal, or equal up to rounding at the scale of what was subtracted."""
    if one == other:
        return True
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return False
    return math.isclose(one, other, rel_tol=CLOSE, abs_tol=max(rounding, CLOSE * float(max(map(abs, sides)))))


def oriented(sign: str, left: Any, right: Any) -> tuple[str, Any, Any]:
    """With the smaller side first."""
    return (_TURNED[sign], right, left) if sign in _TURNED else (sign, left, right)


def same(relation: Relation, said: str, values: tuple[Any, ...], per: Any) -> tuple[bool, bool]:
    """Whether a relation of the check is one of the statement with these values, and whether that says something."""
    sign, left, right = oriented(said, *values)
    found, low, high = oriented(relation.sign, _number(relation.value), _number(relation.bound))
    low, high = per * low, per * high
    sides, rounding = (left, right, low, high), ROUNDING * float(per * (relation.scale or 0))
    loud = float(max(map(abs, sides))) > LOUD * rounding
    equals = near(left, low, sides, rounding) and near(right, high, sides, rounding)
    if sign == "=":
        equals = equals or (near(left, high, sides, rounding) and near(right, low, sides, rounding))
        return found == sign and equals, loud
    agree = near(right - left, high - low, sides, rounding)
    return found == sign and agree, (loud or not rounding) and (equals or not near(right, left, sides, rounding))


def said(
    claim: Claim, name: str, relation: Relation, point: Point, how: Compared, tree: Mapping[str, Any]
) -> list[Any]:
    """The parts of the statement that a relation of the check is, where that says something."""
    if broken := failing(tree, point):
        raise ClaimError(f"{claim.id}: the statement of the proof assumes more than holds at {name}: {broken[0]}")
    parts = [(i, each, sides_at(each, point)) for i, each in enumerate(tree["claim"])]
    found = [
        (each, *same(relation, each[0], sides, how.per_at(i, point))) for i, each, sides in parts if sides is not None
    ]
    if not any(agrees for _, agrees, _ in found):
        raise ClaimError(f"{claim.id}: at {name} the check compares other sides than the statement of the proof")
    return [each for each, agrees, speaks in found if agrees and speaks]

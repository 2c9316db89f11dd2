"""Whether the symbols on which a check ran stand for every instance of its quantifiers.

A number needs a symbol of its own: each entry of the arguments has one symbol that the others do not determine, alone
or in a sum. At an instance the symbols then have values. In a dataclass other formulas are let through, such as p² for
a square, and so is an object of the author's own: the words name them, because nothing shows that they are everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from numbers import Real
from typing import Any

import numpy as np

from theorytest.claims.claim import Claim
from theorytest.claims.mutants import ClaimError
from theorytest.proof.language import Leaf, Term, Tree, term
from theorytest.proof.points import value_at
from theorytest.proof.text import text

REMEDY = "give every number of an instance a symbol of its own"


@dataclass(frozen=True)
class Pair:
    """A part of an argument of symbols, and the same part of an instance; a loose one is a field of a dataclass."""

    name: str
    made: Any
    value: Any
    loose: bool


def pairs(name: str, made: Any, value: Any, loose: bool = False) -> Iterator[Pair]:
    """The numbers and vectors of an instance, and what stands for them; None is for what the check does not use."""
    if _fields(made) and type(made) is type(value):
        for each in _fields(made):
            yield from pairs(f"{each} of {name}", getattr(made, each), getattr(value, each), True)
    elif _sequence(made) and _sequence(value) and len(made) == len(value):
        for i, (one, other) in enumerate(zip(made, value, strict=True), 1):
            if one is not None:
                yield from pairs(f"part {i} of {name}", one, other, loose)
    elif not (loose and made is None):
        yield Pair(name, made, value, loose)


def _fields(made: Any) -> tuple[str, ...]:
    """The names of the parts of a dataclass or a named tuple."""
    if is_dataclass(made) and not isinstance(made, Term):
        return tuple(each.name for each in fields(made))
    return tuple(getattr(made, "_fields", ())) if isinstance(made, tuple) else ()


def _sequence(value: Any) -> bool:
    return isinstance(value, (tuple, list, np.ndarray))


def _formula(value: Any) -> Term | None:
    """A formula with symbols in it."""
    if not isinstance(value, Term) and not getattr(value, "free_symbols", None):
        return None
    try:
        found = term(value)
    except TypeError:
        return None
    return found if found.leaves else None


def _fits(leaf: Leaf, value: Any) -> bool:
    """Whether a symbol is of the type of the instance."""
    if leaf.kind == "vectors":
        return _sequence(value) and all(_number(each) for each in value)
    return leaf.kind == "symbols" and _number(value)


def _number(value: Any) -> bool:
    real = isinstance(value, Real) or bool(getattr(value, "is_number", False) and value.is_extended_real)
    return real and not isinstance(value, (bool, np.bool_))


def _solved(tree: Tree, name: str, value: Any, point: Mapping[str, Any], loose: bool) -> Any:
    """The value of the one unknown symbol of a sum, or of a square in a dataclass; None where it is neither."""
    if tree == name:
        return value
    inside = [i for i, each in enumerate(tree) if i and name in str(each) and _has(each, name)]
    if len(inside) != 1:
        return None
    if loose and tree[0] == "^" and inside == [1] and tree[2] == "2" and value >= 0:
        return _solved(tree[1], name, value_at(["sqrt", "x"], {"x": value}), point, loose)
    if tree[0] not in ("+", "-"):
        return None
    others = [value_at(each, point) for i, each in enumerate(tree) if i and i not in inside]
    if tree[0] == "-" and inside == [2]:
        return _solved(tree[2], name, others[0] - value, point, loose)
    rest = -value if tree[0] == "-" and not others else value + others[0] if tree[0] == "-" else value - sum(others)
    return _solved(tree[inside[0]], name, rest, point, loose)


def _has(tree: Tree, name: str) -> bool:
    return tree == name if isinstance(tree, str) else any(_has(each, name) for each in tree[1:])


def point_of(parts: Sequence[Pair]) -> tuple[dict[str, Any], list[Pair]]:
    """The values of the symbols at an instance, and the parts that have no symbol of their own."""
    point: dict[str, Any] = {}
    left = list(parts)
    while True:
        for each in left:
            found = _own(each, point)
            if found is not None:
                point |= found
                left.remove(each)
                break
        else:
            return point, left


def _own(pair: Pair, point: Mapping[str, Any]) -> dict[str, Any] | None:
    made = _formula(pair.made)
    unknown = [] if made is None else [leaf for leaf in made.leaves if leaf.name not in point]
    if made is None or len(unknown) != 1 or not _fits(unknown[0], pair.value):
        return None
    value = _solved(made.tree, unknown[0].name, pair.value, point, pair.loose)
    return None if value is None else {unknown[0].name: value}


def covering(claim: Claim, on: Sequence[Any], values: Sequence[Any]) -> tuple[dict[str, Any], list[str]]:
    """The values of the symbols at an instance, and what only the reader can compare; others are refused."""
    symbols = [each for each, domain in claim.forall.items() if domain.tried]
    parts = [each for triple in zip(symbols, on, values, strict=True) for each in pairs(*triple)]
    point, left = point_of(parts)
    for each in left:
        if _bare(each) or (not each.loose and not _of_its_own(each)):
            raise ClaimError(f"{claim.id}: the proof does not cover {each.name}: {_why(each)} ({REMEDY})")
    squares = [each for each in parts if each.loose and each not in left and _square(each)]
    return point, [f"{each.name} as {_shown(each.made)}" for each in [*left, *squares]]


def _bare(pair: Pair) -> bool:
    """A symbol without a value of its own: it stands twice, or for another type."""
    made = _formula(pair.made)
    return made is not None and isinstance(made.tree, str)


def _of_its_own(pair: Pair) -> bool:
    """An object of another class than the instances, made by the author to run the check on it."""
    plain = _number(pair.made) or _sequence(pair.made) or pair.made is None or isinstance(pair.made, (str, bool))
    known = _number(pair.value) or _sequence(pair.value)
    return not plain and not known and _formula(pair.made) is None and type(pair.made) is not type(pair.value)


def _square(pair: Pair) -> bool:
    made = _formula(pair.made)
    return made is not None and "'^'" in repr(made.tree)


def _why(pair: Pair) -> str:
    made = _formula(pair.made)
    if made is None:
        return f"{_shown(pair.made)} is no symbol"
    if not any(_fits(leaf, pair.value) for leaf in made.leaves):
        return f"{text(made.tree)} is not of the type of the instances, such as {type(pair.value).__name__}"
    if isinstance(made.tree, str):
        return f"{made.tree} also stands for another part"
    return f"{text(made.tree)} is a formula, which need not take all values"


def _shown(made: Any) -> str:
    found = _formula(made)
    if found is not None:
        return text(found.tree)
    return str(made) if made is None or _number(made) else type(made).__name__

"""The predicate of a hypothesis beside the formula of the same name: where one holds, so must the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from theorytest.claims.cases import cases, parameters
from theorytest.claims.claim import Claim
from theorytest.claims.mutants import ClaimError
from theorytest.proof.comparing import failing, points_of
from theorytest.proof.statement import Compared

DRAWS = 400
_SIZES = (0, 1, 2, 3, 5, 10, 100)


def require_implied(claim: Claim, at: Callable[..., Any], tree: Mapping[str, Any]) -> None:
    """Refuse a formula that fails at a point where the predicates of all hypotheses hold, and name the point."""
    names = parameters(claim.check)
    known = [each for each in claim.given if each.speaks_of(names)]
    assumed = {each.name for each in known}
    if not any(each["name"].split(":")[0].strip() in assumed for each in tree["given"]):
        return
    for values in drawn(claim, tree):
        point = dict(zip(names, values, strict=True))
        if _holds(known, point) and (name := _broken(at, values, tree, assumed)):
            where = ", ".join(f"{symbol} = {value}" for symbol, value in point.items())
            raise ClaimError(
                f"{claim.id}: the formula of {name!r} in the proof is not its predicate: at {where} the predicate "
                "holds and the formula fails (a bound that the domain has belongs to the symbol)"
            )


def _holds(known: Sequence[Any], point: Mapping[str, Any]) -> bool:
    try:
        return all(each.admits(point) for each in known)
    except (ArithmeticError, ValueError, TypeError):
        return False


def _broken(at: Callable[..., Any], values: Sequence[Any], tree: Mapping[str, Any], names: set[str]) -> str | None:
    try:
        (point,) = points_of(Compared(lambda: None, at), values, 1)  # type: ignore[arg-type, return-value]
        found = failing(tree, point or {})
    except (ArithmeticError, ValueError, TypeError):
        return None
    if any(each not in {given["name"] for given in tree["given"]} for each in found):
        return None  # outside of what is assumed of the symbols, which the verdict names
    return next((each for each in found if each.split(":")[0].strip() in names), None)


def admitted(claim: Claim, values: Sequence[Any]) -> bool:
    """Whether the predicates of the hypotheses hold there, as far as they are evaluated."""
    names = parameters(claim.check)
    known = [each for each in claim.given if each.speaks_of(names)]
    return _holds(known, dict(zip(names, values, strict=True)))


def drawn(claim: Claim, tree: Mapping[str, Any], *, parts: bool = False) -> Iterator[tuple[Any, ...]]:
    """Numbers of both signs and many sizes; whole where the named ones are, if the statement has whole symbols at all.

    Nothing for instances that are no numbers; with `parts`, dataclasses of numbers get other numbers.
    """
    named = [case.values for case in cases(claim.check, claim.forall, claim.given).tried]
    if not named or not all(exact(each, parts) for values in named for each in values):
        return
    integers = any("integer" in facts for facts in tree["symbols"].values())
    whole = [integers and all(_whole(values[i]) for values in named) for i in range(len(named[0]))]
    rng = np.random.default_rng(0)
    for _ in range(DRAWS):
        yield tuple(_like(value, whole[i], rng) for i, value in enumerate(named[0]))


def exact(value: Any, parts: bool = False) -> bool:
    """Whether a value is a number or a sequence of numbers, or with `parts` a dataclass of them."""
    if isinstance(value, (tuple, list)):
        return all(exact(each, parts) for each in value)
    if parts and _numbers_of(value):
        return True
    return isinstance(value, (int, float, Fraction)) and not isinstance(value, bool)


def _numbers_of(value: Any) -> list[str]:
    """The fields of a dataclass that are numbers or sequences of numbers."""
    if not is_dataclass(value) or isinstance(value, type):
        return []
    parts = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
    return [name for name, part in parts.items() if not is_dataclass(part) and exact(part)]


def _whole(value: Any) -> bool:
    if names := _numbers_of(value):
        return all(_whole(getattr(value, name)) for name in names)
    return all(map(_whole, value)) if isinstance(value, (tuple, list)) else isinstance(value, int)


def _like(value: Any, whole: bool, rng: np.random.Generator) -> Any:
    if isinstance(value, (tuple, list)):
        parts = [_like(each, whole, rng) for each in value]
        return value._make(parts) if hasattr(value, "_make") else type(value)(parts)
    if names := _numbers_of(value):
        return replace(value, **{name: _like(getattr(value, name), whole, rng) for name in names})
    size = int(rng.choice(_SIZES)) * int(rng.choice((-1, 1)))
    return size if whole else Fraction(size, int(rng.choice((1, 2, 7, 1000))))

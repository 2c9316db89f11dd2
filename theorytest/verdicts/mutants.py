"""A mutant is a small lie about one ingredient of a claim; the same check with the same budget must refute it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theorytest.verdicts.decision import Verdict


class ClaimError(ValueError):
    """Claims that contradict themselves, their paper or each other: one sentence per line."""


@dataclass(frozen=True, eq=False)
class Mutant:
    """A lie: ingredients of the check replaced by wrong ones. Those with a factor measure sharpness."""

    name: str
    lie: Mapping[str, Any]
    ingredient: str | None = None
    factor: float | None = None
    required: bool = True  # a run fails when it survives; finer shrinkages only measure how sharp the check is


def ingredients(check: Callable[..., Any]) -> dict[str, Any]:
    """The printed ingredients of a check: the keyword-only parameters of `check(evidence, *, name=printed)`."""
    if not inspect.isfunction(check):
        raise ClaimError(f"a check must be a function, got {check!r}")
    evidence, *rest = inspect.signature(check).parameters.values() or (None,)
    if evidence is None or evidence.kind is not evidence.POSITIONAL_OR_KEYWORD:
        raise ClaimError(f"the check {check.__name__} must take the evidence as its first parameter")
    for parameter in rest:
        if parameter.kind is not parameter.KEYWORD_ONLY or parameter.default is parameter.empty:
            raise ClaimError(
                f"the parameter {parameter.name} of the check {check.__name__} must be keyword-only with a default: "
                "the default is what the paper prints"
            )
    return {parameter.name: parameter.default for parameter in rest}


def named_mutants(printed: Mapping[str, Any], lies: Mapping[str, Mapping[str, Any]]) -> Iterator[Mutant]:
    """The mutants that an author writes down, each a mapping from ingredients to lies."""
    for name, lie in lies.items():
        if not lie:
            raise ClaimError(f"the mutant {name!r} changes nothing: name at least one ingredient and its lie")
        for ingredient, value in lie.items():
            require_ingredient(f"the mutant {name!r}", ingredient, printed)
            if value is printed[ingredient]:
                raise ClaimError(f"the mutant {name!r} is no lie: its {ingredient} is the printed one")
        yield Mutant(name, dict(lie))


def shrunk_mutants(printed: Mapping[str, Any], factors: Mapping[str, Sequence[float]]) -> Iterator[Mutant]:
    """Mutants `bound x 0.98` for each ingredient and factor; only the coarsest lie of each must be refuted."""
    for ingredient, row in factors.items():
        require_ingredient("the sharpness", ingredient, printed)
        if not row or any(factor == 1 for factor in row):
            raise ClaimError(f"the sharpness of {ingredient} needs factors other than 1, got {list(row)}")
        coarsest = max(row, key=shrinkage)
        for factor in row:
            lie = {ingredient: scaled(ingredient, printed[ingredient], factor)}
            yield Mutant(f"{ingredient} x {float(factor):.15g}", lie, ingredient, float(factor), factor == coarsest)


def require_ingredient(who: str, ingredient: str, printed: Mapping[str, Any]) -> None:
    """Refuse a lie about something that the check does not have."""
    if ingredient not in printed:
        known = ", ".join(printed) or "none"
        raise ClaimError(f"{who} names {ingredient!r}, which is no keyword parameter of the check (it has: {known})")


def scaled(name: str, printed: Any, factor: float) -> Any:
    """The printed number, array or function, multiplied by the factor."""
    if callable(printed):
        return lambda *args, **options: factor * printed(*args, **options)
    try:
        return factor * printed
    except TypeError:
        raise ClaimError(f"the sharpness of {name} needs a number or a function, got {printed!r}") from None


def shrinkage(factor: float) -> float:
    """How far a factor is from the truth."""
    return abs(1 - float(factor))


def sharpness(mutants: Iterable[Mutant], verdicts: Mapping[str, Verdict]) -> dict[str, float | None]:
    """Per ingredient the refuted factor nearest to 1, or None when no factor was refuted."""
    nearest: dict[str, float | None] = {}
    for mutant in mutants:
        if mutant.ingredient is None or mutant.factor is None or mutant.name not in verdicts:
            continue
        best = nearest.setdefault(mutant.ingredient, None)
        closer = best is None or shrinkage(mutant.factor) < shrinkage(best)
        if verdicts[mutant.name] is Verdict.REFUTED and closer:
            nearest[mutant.ingredient] = mutant.factor
    return nearest

"""Variants of a claim: a mutant is an error that its check must refute, a control is something that must hold."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

LONGEST_NAME, LONGEST_TEXT = 500, 20_000  # characters
_SMALL = re.compile(r"\b(half a|one|two|three|four|five|[1-5](\.\d+)?|0\.\d+) ?(per cent|%|hundredths?\b)")


class ClaimError(ValueError):
    """Claims that contradict themselves, their paper or each other: one sentence per line."""


@dataclass(frozen=True, eq=False)
class Mutant:
    """The check with other ingredients."""

    name: str
    ingredients: Mapping[str, Any]
    must_hold: bool = False  # a control


def is_small(name: str) -> bool:
    """Whether a mutant's name speaks of an error of at most five per cent."""
    return bool(_SMALL.search(name))


def ingredients(check: Callable[..., Any]) -> dict[str, Any]:
    """The ingredients of a check, its keyword-only parameters, with what the sentence says as defaults."""
    if not inspect.isfunction(check):
        raise ClaimError(f"a check must be a function, got {check!r}")
    found: dict[str, Any] = {}
    for parameter in inspect.signature(check).parameters.values():
        if parameter.kind is parameter.POSITIONAL_OR_KEYWORD and parameter.default is parameter.empty:
            continue  # an instance of a domain, or the run
        if parameter.kind is not parameter.KEYWORD_ONLY or parameter.default is parameter.empty:
            raise ClaimError(
                f"the parameter {parameter.name} of the check {check.__name__} must be an instance without a default, "
                "or keyword-only with a default: the default is what the sentence says"
            )
        found[parameter.name] = parameter.default
    return found


def named_mutants(
    stated: Mapping[str, Any], errors: Mapping[str, Mapping[str, Any]], by: Mapping[str, Any] | None = None
) -> Iterator[Mutant]:
    """The mutants that an author writes down, each a mapping from ingredients to errors."""
    for name, error in errors.items():
        _require_change("mutant", name, error, stated)
        yield Mutant(name, {**(by or {}), **error})


def controls_of(
    stated: Mapping[str, Any], controls: Mapping[str, Mapping[str, Any]], by: Mapping[str, Any] | None = None
) -> Iterator[Mutant]:
    """Variants that must hold, each a mapping from ingredients to what makes the sentence true."""
    for name, change in controls.items():
        _require_change("control", name, change, stated)
        yield Mutant(name, {**(by or {}), **change}, must_hold=True)


def _require_change(what: str, name: str, change: Mapping[str, Any], stated: Mapping[str, Any]) -> None:
    if len(name) > LONGEST_NAME:
        raise ClaimError(
            f"the name of the {what} {name[:40]!r} has {len(name):,} characters, at most {LONGEST_NAME:,} fit"
        )
    if not change:
        raise ClaimError(f"the {what} {name!r} changes nothing: name at least one ingredient and its value")
    for ingredient, value in change.items():
        if ingredient not in stated:
            known = ", ".join(stated) or "none"
            raise ClaimError(
                f"the {what} {name!r} names {ingredient!r}, which is not an ingredient of the check (it has: {known})"
            )
        if value is stated[ingredient]:
            raise ClaimError(f"the {what} {name!r} changes nothing: its {ingredient} is what the sentence says")

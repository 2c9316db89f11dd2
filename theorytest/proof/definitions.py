"""Definitions assume nothing: X(first) = a and X(k + 1) = F(k, X(k)), once each, in terms of what is older.

Conditions on the values (X ≥ 0) must follow from the formulas by their coefficients. Whatever else is called a
definition would be a hypothesis that the sentence does not state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theorytest.claims.mutants import ClaimError
from theorytest.proof.checker import NUMBER, Checker
from theorytest.proof.language import Tree, names_in


@dataclass(frozen=True)
class Definition:
    """X(at) = formula, or X(k + 1) = formula for all integers k ≥ at."""

    label: str
    name: str
    at: Fraction
    variables: Mapping[str, list[str]]
    formula: Tree

    def repeats(self, other: Definition) -> bool:
        """Whether both give one value."""
        if bool(self.variables) == bool(other.variables):
            return self.name == other.name and (bool(self.variables) or self.at == other.at)
        single, recursion = (other, self) if self.variables else (self, other)
        return self.name == other.name and single.at > recursion.at

    @property
    def words(self) -> set[str]:
        """What the formula speaks of, except the value before."""
        before = [["at", self.name, each] for each in self.variables]
        return set(names_in(_without(self.formula, before)))


def _without(tree: Tree, parts: list[Tree]) -> Tree:
    if tree in parts:
        return "0"
    return tree if isinstance(tree, str) else [_without(each, parts) for each in tree]


def conservative(statement: Mapping[str, Any]) -> None:
    """Refuse a statement one of whose definitions could be false."""
    found = [_read(each) for each in statement["given"] if each.get("definition")]
    for i, each in enumerate(found):
        if any(each.repeats(other) for other in found[:i]):
            raise ClaimError(f"{each.label!r} defines {each.name!r} a second time")
        newer = {other.name for other in found[i:]} - {other.name for other in found[:i] if other.name != each.name}
        if newer & each.words:
            raise ClaimError(f"{each.label!r} defines {each.name!r} by itself, or by what is defined later")
        if statement["functions"][each.name]:
            _begins(each, found)
        _follows(statement, each)


def _read(given: Mapping[str, Any]) -> Definition:
    _, left, formula = given["holds"]
    variables = given.get("forall", {})
    place = left[2] if isinstance(left, list) and left[0] == "at" and len(left) == 3 else None
    if not variables and isinstance(place, str) and NUMBER.fullmatch(place):
        return Definition(given["name"], left[1], Fraction(place), {}, formula)
    for variable, conditions in variables.items():
        if place == ["+", variable, "1"] and len(variables) == 1 and conditions[:1] == ["integer"]:
            return Definition(given["name"], left[1], Fraction(conditions[1][1:]), variables, formula)
    raise ClaimError(f"{given['name']!r} is not a definition such as X(1) = … or, for all integers k, X(k + 1) = …")


def _begins(recursion: Definition, found: Sequence[Definition]) -> None:
    """What is true of all values by a recursion must be true of the first."""
    firsts = [each.at for each in found if each.name == recursion.name and not each.variables]
    if recursion.variables and recursion.at not in firsts:
        raise ClaimError(f"{recursion.name!r} has conditions, and no definition of its value at {recursion.at}")


def _follows(statement: Mapping[str, Any], definition: Definition) -> None:
    """Refuse conditions on the values that the formula does not show, and a draw in what is not random."""
    symbols = {**statement["symbols"], **definition.variables}
    settled = [each for each in statement["given"] if not each.get("forall") and not each.get("definition")]
    checker = Checker({**statement, "symbols": symbols, "given": settled})
    value, sort = checker.value(definition.formula, {}), checker.functions[definition.name]
    if checker.depends(value) and definition.name not in checker.random:
        raise ClaimError(f"{definition.label!r} defines {definition.name!r}, which is not random, by something random")
    if sort.high[0] is not None or not (sort.low[0] is None or checker.lies(value, sort)):
        raise ClaimError(f"{definition.label!r} does not show that {definition.name!r} satisfies its conditions")

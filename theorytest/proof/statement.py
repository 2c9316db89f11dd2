"""What a certificate proves: hypotheses and claims on symbols, made of the same formulas as the check of the claim."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from theorytest.claims.mutants import ClaimError
from theorytest.decisions.relations import Relation
from theorytest.proof.definitions import conservative
from theorytest.proof.language import Leaf, Term, Tree, term
from theorytest.proof.points import Point, value_at

_ALIKE = str.maketrans("АВЕКМНОРСТХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧοℒ", "ABEKMHOPCTXaeopcyxijsABEZHIKMNOPTYXoL")


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """A relation, for all values of its own variables; a definition introduces a name and assumes nothing."""

    relation: Relation
    forall: tuple[Term, ...] = ()
    definition: bool = False


def for_all(variables: Term | Sequence[Term], relation: Relation) -> Hypothesis:
    """A hypothesis that holds for all values of its variables."""
    return Hypothesis(relation, (variables,) if isinstance(variables, Term) else tuple(variables))


def unequal(value: Any, other: Any) -> Relation:
    """value ≠ other, a hypothesis that lets one divide by the difference."""
    return Relation("≠", value, other)


def defined(relation: Relation, *variables: Term) -> Hypothesis:
    """The definition of the sequence or number on the left: value = formula, for all values of the variables."""
    if relation.sign != "=":
        raise ClaimError("a definition must be an equation")
    return Hypothesis(relation, variables, definition=True)


@dataclass(frozen=True, eq=False)
class Statement:
    """Hypotheses by name, claims, and for each claim how it is proved (which is no part of the statement)."""

    given: Mapping[str, Hypothesis]
    claim: tuple[Relation, ...]
    by: tuple[Any, ...] = ()
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # other conditions on symbols than their own

    @property
    def tree(self) -> dict[str, Any]:
        """The statement as JSON, in the language of the checker."""
        bound = {leaf for each in self.given.values() for variable in each.forall for leaf in variable.leaves}
        trees = [_tree(each.relation) for each in self.given.values()], [_tree(each) for each in self.claim]
        leaves = frozenset[Leaf]().union(*(each[1] for part in trees for each in part)) - bound
        given = [_given(name, each, trees[0][i][0]) for i, (name, each) in enumerate(self.given.items())]
        declared: dict[str, Any] = {"symbols": {}, "functions": {}, "vectors": [], "random": []}
        for leaf in sorted(leaves, key=lambda each: (each.name, each.kind)):
            _declare(declared, replace(leaf, conditions=self.where.get(leaf.name, leaf.conditions)))
        made = {**declared, "given": given, "claim": [each[0] for each in trees[1]]}
        conservative(made)
        return made

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The names of what is assumed."""
        named = [name for name, each in self.given.items() if not each.definition]
        bounds = [f"{name} {each[0]} {each[1:]}" for name, conditions in self.where.items() for each in conditions]
        return (*named, *bounds)


def _declare(declared: dict[str, Any], leaf: Leaf) -> None:
    known = leaf.name in declared["vectors"] or any(leaf.name in declared[kind] for kind in ("symbols", "functions"))
    if known:
        raise ClaimError(f"{leaf.name!r} is used with two meanings in one statement")
    others = [*declared["vectors"], *declared["symbols"], *declared["functions"]]
    alike = [each for each in others if _looks(each) == _looks(leaf.name)]
    if alike:
        raise ClaimError(f"{leaf.name!a} and {alike[0]!a} look alike: a reader would take them for one")
    if leaf.kind == "vectors":
        declared["vectors"].append(leaf.name)
    else:
        declared[leaf.kind][leaf.name] = list(leaf.conditions)
    if leaf.random:
        declared["random"].append(leaf.name)


def _looks(name: str) -> str:
    """What a reader sees: letters of other alphabets that look like Latin ones, and invisible signs."""
    seen = "".join(letter for letter in name.translate(_ALIKE) if unicodedata.category(letter) not in ("Cf", "Zs"))
    return unicodedata.normalize("NFKD", seen)


def _given(name: str, hypothesis: Hypothesis, holds: Tree) -> dict[str, Any]:
    made: dict[str, Any] = {"name": name, "holds": holds}
    variables = [leaf for each in hypothesis.forall for leaf in each.leaves]
    if variables:
        made["forall"] = {x.name: "vector" if x.kind == "vectors" else list(x.conditions) for x in variables}
    if hypothesis.definition:
        made["definition"] = True
    return made


def _tree(relation: Relation) -> tuple[Tree, frozenset[Leaf]]:
    left, right = term(relation.value), term(relation.bound)
    return [relation.sign, left.tree, right.tree], left.leaves | right.leaves


def statement(
    claim: Relation | Sequence[Relation],
    *,
    given: Mapping[str, Relation | Hypothesis] | None = None,
    by: Any = None,
    where: Mapping[str, tuple[str, ...]] | None = None,
) -> Statement:
    """Claims under named hypotheses; `by` says how each is proved (default: what the finder finds by itself).

    `where` bounds symbols in another way than sympy can: {"d": ("≥1",)}.
    """
    claims = (claim,) if isinstance(claim, Relation) else tuple(claim)
    how = tuple(by) if isinstance(by, (list, tuple)) and len(claims) > 1 else (by,) * len(claims)
    if len(how) != len(claims):
        raise ClaimError(f"there are {len(claims)} claims and {len(how)} ways to prove them")
    named = {name: each if isinstance(each, Hypothesis) else Hypothesis(each) for name, each in (given or {}).items()}
    return Statement(named, claims, how, dict(where or {}))


StatementOf = Callable[..., Statement]


@dataclass(frozen=True, eq=False)
class AsChecked:
    """The relations that a check itself returns on symbols, under further hypotheses about the symbols."""

    given: Mapping[str, Relation | Hypothesis]
    where: Mapping[str, tuple[str, ...]]
    by: Any = None
    on: tuple[Any, ...] = ()
    at: Callable[..., Any] | None = None


def as_checked(
    *on: Any,
    given: Mapping[str, Relation | Hypothesis] | None = None,
    where: Mapping[str, tuple[str, ...]] | None = None,
    by: Any = None,
    at: Callable[..., Any] | None = None,
) -> AsChecked:
    """The statement is what the check returns on these instances, made of symbols, one for each of its parameters.

    Where a symbol is no part of an instance, `at(*instances)` has the numbers for the terms, as in `compared`.
    """
    return AsChecked(dict(given or {}), dict(where or {}), by, on, at)


@dataclass(frozen=True, eq=False)
class Compared:
    """A statement written beside the check, and the numbers that an instance gives to its terms."""

    beside: StatementOf
    at: Callable[..., Any]
    per: Any = 1

    def per_at(self, part: int, point: Point) -> Any:
        """What the check divides both sides of a part of the statement by, at a point: a positive number."""
        value = value_at(term(self.per[part] if isinstance(self.per, tuple) else self.per).tree, point)
        if not value > 0:
            raise ClaimError(f"the check divides by {value}, which is not positive")
        return value


def along(values: Sequence[Any], first: int = 1) -> Callable[[Any], Any]:
    """A sequence by its values from the first time on; it has none at other times."""
    return dict(enumerate(values, first)).__getitem__


def compared(beside: StatementOf, at: Callable[..., Any], *, per: Any = 1) -> Compared:
    """The statement is compared with the check at its instances: `at(*instances)` has numbers for its terms by term.

    A check of several entries needs a list of them, one for each, with None for what the statement does not speak of;
    `per` is a term that the check divides both sides by, or one for each part of the statement.
    """
    return Compared(beside, at, per)

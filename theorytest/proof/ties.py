"""What ties the statement of a certificate to the check of its claim, found out by the judge.

    the check        the check itself ran on symbols and returned the statement
    its instances    the symbols are the quantifiers: at every instance both sides are those of the check
    by hand          the statement is written beside the check and shares ingredients with it: whether it is the
                     sentence is for the reader to compare, and the verdict says so

A statement that stays provable under a deliberate error of the claim, or that no such error changes, is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from numbers import Real
from typing import Any

from theorytest.claims.cases import cases
from theorytest.claims.claim import Claim
from theorytest.claims.mutants import ClaimError, Mutant
from theorytest.decisions.relations import Relation
from theorytest.proof.checker import Refused, check
from theorytest.proof.points import holds, value_at
from theorytest.proof.statement import AsChecked, Statement
from theorytest.proof.stating import concerned, relations_of, statement_of

MOST = 100  # instances that are compared
CLOSE = 1e-9


class Tie(StrEnum):
    """How a statement hangs together with its claim, from the strongest."""

    CHECK = "made by the check on symbols"
    INSTANCES = "compared with the check at its instances"
    HAND = "written by hand"


def tie(claim: Claim, made: Statement, proof: Any) -> Tie:
    """The tie of a statement, or a refusal where it cannot be about the claim."""
    _moved_by_errors(claim, proof)
    if isinstance(claim.proof, AsChecked):
        return Tie.CHECK
    return Tie.INSTANCES if _compared(claim, made.tree) else Tie.HAND


def _moved_by_errors(claim: Claim, proof: Any) -> None:
    errors = [each for each in claim.mutants if not each.must_hold and concerned(claim, each.ingredients)]
    if not isinstance(claim.proof, AsChecked) and not errors:
        raise ClaimError(
            f"{claim.id}: no deliberate error of the claim changes the statement of its proof, which may be about "
            "something else: share an ingredient that a mutant changes, or use proof=as_checked()"
        )
    for each in errors:
        if _still_proved(claim, each, proof):
            raise ClaimError(f"{claim.id}: the certificate also proves the deliberate error {each.name!r}")


def _still_proved(claim: Claim, mutant: Mutant, proof: Any) -> bool:
    try:
        check({"statement": statement_of(claim, mutant.ingredients).tree, "proof": proof})
    except (TypeError, ValueError, AttributeError, Refused):  # it cannot be written on symbols, or divides by 0
        return False
    return True


def _compared(claim: Claim, tree: Mapping[str, Any]) -> bool:
    """Whether the symbols are quantifiers over numbers; a statement that says something else there is refused."""
    if tree["functions"] or tree["vectors"] or not tree["symbols"] or not set(tree["symbols"]) <= _names(claim):
        return False
    points = list(_points(claim, set(tree["symbols"])))
    for name, point, relations in points:
        if not all(holds(each["holds"], point) for each in tree["given"]):
            raise ClaimError(f"{claim.id}: the statement of the proof assumes more than holds at {name}")
        for each in relations:
            if not any(_same(each, other, point) for other in tree["claim"]):
                raise ClaimError(
                    f"{claim.id}: at {name} the check compares other sides than the statement of the proof"
                )
    return bool(points)


def _names(claim: Claim) -> set[str]:
    return {name.strip() for symbol, domain in claim.forall.items() if domain.tried for name in symbol.split(",")}


def _points(claim: Claim, names: set[str]) -> Iterator[tuple[str, dict[str, Any], Sequence[Relation]]]:
    """Each case whose instances are numbers, by the names of the quantifiers."""
    symbols = [each for each, domain in claim.forall.items() if domain.tried]
    for case in cases(claim.check, claim.forall, claim.given).tried[:MOST]:
        point: dict[str, Any] = {}
        for symbol, value in zip(symbols, case.values, strict=True):
            parts = [each.strip() for each in symbol.split(",")]
            values = [value] if len(parts) == 1 else list(value) if isinstance(value, (tuple, list)) else []
            point |= dict(zip(parts, values, strict=False))
        if names <= set(point) and all(isinstance(point[name], Real) for name in names):
            yield case.name, {name: _exact(point[name]) for name in names}, relations_of(claim, case.values, claim.by)


def _exact(value: Any) -> Any:
    return Fraction(value) if isinstance(value, (int, Fraction)) else float(value)


def _same(relation: Relation, tree: Any, point: Mapping[str, Any]) -> bool:
    """Whether a relation of the check is one of the statement, there."""
    sign, left, right = tree
    turned = {"≤": "≥", "≥": "≤", "<": ">", ">": "<"}.get(sign, sign)
    sides = float(value_at(left, point)), float(value_at(right, point))
    found = float(relation.value), float(relation.bound)
    return (relation.sign == sign and _near(found, sides)) or (relation.sign == turned and _near(found, sides[::-1]))


def _near(some: Sequence[float], others: Sequence[float]) -> bool:
    return all(math.isclose(a, b, rel_tol=CLOSE, abs_tol=CLOSE) for a, b in zip(some, others, strict=True))

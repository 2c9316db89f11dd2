"""The statement that a claim makes today: what its check returns on symbols, or what its author writes beside it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from theorytest.claims.cases import parameters
from theorytest.claims.claim import Claim
from theorytest.claims.mutants import ClaimError
from theorytest.decisions.relations import Relation
from theorytest.proof.statement import AsChecked, Compared, Statement, StatementOf, statement


def statement_of(claim: Claim, ingredients: Mapping[str, Any] | None = None) -> Statement:
    """What the certificate of a claim has to prove, or that of a mutant with other ingredients."""
    chosen = dict(claim.by if ingredients is None else ingredients)
    how = claim.proof
    if how is None:
        raise ClaimError(f"{claim.id}: the claim names no statement to prove")
    if isinstance(how, AsChecked):
        _require_one_each(claim, how)
        return statement(relations_of(claim, how.on, chosen), given=how.given, by=how.by, where=how.where)
    beside = _beside(how)
    known = inspect.signature(beside).parameters
    found = beside(**{name: value for name, value in chosen.items() if name in known})
    if not isinstance(found, Statement):
        raise ClaimError(f"{claim.id}: the proof must return a Statement, got {found!r}")
    return found


def _require_one_each(claim: Claim, how: AsChecked) -> None:
    names = parameters(claim.check)
    if len(how.on) != len(names):
        raise ClaimError(
            f"{claim.id}: as_checked has {len(how.on)} arguments and the check {len(names)} instances: write "
            f"as_checked({', '.join(names)}), one for each quantifier; as_checked((a, b)) is for one quantifier "
            "'a, b', whose instances are pairs"
        )


def _beside(how: StatementOf | Compared) -> StatementOf:
    return how.beside if isinstance(how, Compared) else how


def relations_of(claim: Claim, instances: Sequence[Any], ingredients: Mapping[str, Any]) -> list[Relation]:
    """What the check compares on these instances; a relation between lists is one between their entries."""
    returned = claim.check(*instances, **ingredients)
    relations = [returned] if isinstance(returned, Relation) else list(returned)
    return [each for relation in relations for each in _entries(relation)]


def _entries(relation: Relation) -> list[Relation]:
    if not any(isinstance(side, (list, tuple, np.ndarray)) for side in (relation.value, relation.bound)):
        return [relation]
    sides = np.broadcast_arrays(*(np.array(side, dtype=object) for side in (relation.value, relation.bound)))
    sign, scale = relation.sign, relation.scale
    return [Relation(sign, a, b, scale=scale) for a, b in zip(*(side.flat for side in sides), strict=True)]


def concerned(claim: Claim, ingredients: Mapping[str, Any]) -> bool:
    """Whether the statement is made of one of these ingredients."""
    if claim.proof is None or isinstance(claim.proof, AsChecked):
        return claim.proof is not None
    return bool(set(ingredients) & set(inspect.signature(_beside(claim.proof)).parameters))


def unstated(claim: Claim, made: Statement) -> list[str]:
    """Hypotheses of the statement that the sentence does not mention; what follows a colon is not part of a name."""
    words = [claim.says, claim.reading, *claim.forall, *(each.says for each in claim.forall.values())]
    text = " ".join([*words, *(f"{each.name} {each.says}" for each in claim.given)])
    return [name for name in made.hypotheses if not _named(name.split(":")[0].strip(), text)]


def _named(name: str, text: str) -> bool:
    """Whether a text has a name that is not part of a longer word."""
    before, after = r"(?<![A-Za-z0-9])" * name[:1].isalnum(), r"(?![A-Za-z0-9])" * name[-1:].isascii()
    return bool(name) and re.search(before + re.escape(name) + after, text) is not None

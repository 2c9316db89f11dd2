"""The statement that a claim makes today: what its check returns on symbols, or what its author writes beside it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from theorytest.claims.claim import Claim
from theorytest.claims.mutants import ClaimError
from theorytest.decisions.relations import Relation
from theorytest.proof.statement import AsChecked, Statement, statement


def statement_of(claim: Claim, ingredients: Mapping[str, Any] | None = None) -> Statement:
    """What the certificate of a claim has to prove, or that of a mutant with other ingredients."""
    chosen = dict(claim.by if ingredients is None else ingredients)
    how = claim.proof
    if how is None:
        raise ClaimError(f"{claim.id}: the claim names no statement to prove")
    if isinstance(how, AsChecked):
        return statement(relations_of(claim, how.on, chosen), given=how.given, by=how.by, where=how.where)
    known = inspect.signature(how).parameters
    found = how(**{name: value for name, value in chosen.items() if name in known})
    if not isinstance(found, Statement):
        raise ClaimError(f"{claim.id}: the proof must return a Statement, got {found!r}")
    return found


def relations_of(claim: Claim, instances: Sequence[Any], ingredients: Mapping[str, Any]) -> list[Relation]:
    """What the check compares on these instances; a relation between lists is one between their entries."""
    returned = claim.check(*instances, **ingredients)
    relations = [returned] if isinstance(returned, Relation) else list(returned)
    return [each for relation in relations for each in _entries(relation)]


def _entries(relation: Relation) -> list[Relation]:
    if not isinstance(relation.value, (list, tuple)):
        return [relation]
    bounds = relation.bound if isinstance(relation.bound, (list, tuple)) else [relation.bound] * len(relation.value)
    return [replace(relation, value=a, bound=b) for a, b in zip(relation.value, bounds, strict=True)]


def concerned(claim: Claim, ingredients: Mapping[str, Any]) -> bool:
    """Whether the statement is made of one of these ingredients."""
    if isinstance(claim.proof, AsChecked):
        return True
    return claim.proof is not None and bool(set(ingredients) & set(inspect.signature(claim.proof).parameters))


def unstated(claim: Claim, made: Statement) -> list[str]:
    """Hypotheses of the statement that the sentence does not mention; what follows a colon is not part of a name."""
    words = [claim.says, claim.reading, *claim.forall, *(each.says for each in claim.forall.values())]
    text = " ".join([*words, *(f"{each.name} {each.says}" for each in claim.given)])
    return [name for name in made.hypotheses if not _named(name.split(":")[0].strip(), text)]


def _named(name: str, text: str) -> bool:
    """Whether a text has a name that is not part of a longer word."""
    before, after = r"(?<![A-Za-z0-9])" * name[:1].isalnum(), r"(?![A-Za-z0-9])" * name[-1:].isascii()
    return bool(name) and re.search(before + re.escape(name) + after, text) is not None

"""Certificates beside the checks: which file belongs to a claim, and whether it proves what the claim says today."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from theorytest.claims.claim import Claim
from theorytest.claims.mutants import ClaimError
from theorytest.decisions.relations import Relation
from theorytest.proof.checker import Refused, check
from theorytest.proof.statement import AsChecked, Statement, statement

FOLDER = "certificates"


class CertificateError(ClaimError):
    """A certificate that is missing, stale or refused, in one sentence."""


def certificate_file(claim: Claim) -> Path:
    """`certificates/<id>.json` in the folder of the checks."""
    code, depth = inspect.unwrap(claim.check).__code__, claim.check.__module__.count(".")
    root = Path(code.co_filename).resolve().parents[max(depth - 1, 0)]
    return root / FOLDER / f"{claim.id.replace('/', '__').replace(':', '.')}.json"


def statement_of(claim: Claim, ingredients: Mapping[str, Any] | None = None) -> Statement:
    """What the certificate of a claim has to prove, or that of a mutant with other ingredients."""
    chosen = dict(claim.by if ingredients is None else ingredients)
    if isinstance(claim.proof, AsChecked):
        return _as_checked(claim, claim.proof, chosen)
    if claim.proof is None:
        raise CertificateError(f"{claim.id}: the claim names no statement to prove")
    known = inspect.signature(claim.proof).parameters
    found = claim.proof(**{name: value for name, value in chosen.items() if name in known})
    if not isinstance(found, Statement):
        raise CertificateError(f"{claim.id}: the proof must return a Statement, got {found!r}")
    return found


def _as_checked(claim: Claim, how: AsChecked, ingredients: Mapping[str, Any]) -> Statement:
    returned = claim.check(**ingredients)
    relations = [returned] if isinstance(returned, Relation) else list(returned)
    spread = [each for relation in relations for each in _entries(relation)]
    return statement(spread, given=how.given, by=how.by, where=how.where)


def _entries(relation: Relation) -> list[Relation]:
    """A relation between lists is one between their entries."""
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
    return [name for name in made.hypotheses if name.split(":")[0] not in text]


def certified(claim: Claim) -> dict[str, Any]:
    """The certificate of a claim, accepted by the checker for the statement that the claim makes today."""
    path = certificate_file(claim)
    hint = f"(theorytest prove '{claim.id}' looks for a proof)"
    try:
        stored = json.loads(path.read_bytes())
    except OSError:
        raise CertificateError(f"{claim.id}: the certificate {FOLDER}/{path.name} is missing {hint}") from None
    except (ValueError, RecursionError):
        raise CertificateError(f"{claim.id}: the certificate {FOLDER}/{path.name} is not JSON {hint}") from None
    made = statement_of(claim)
    if not isinstance(stored, dict) or stored.get("statement") != made.tree:
        raise CertificateError(f"{claim.id}: the certificate proves another statement than the claim makes {hint}")
    if missing := unstated(claim, made):
        raise CertificateError(f"{claim.id}: the proof assumes {', '.join(missing)}, which the sentence does not state")
    try:
        check(stored)
    except Refused as error:
        raise CertificateError(f"{claim.id}: the checker refuses the certificate: {error}") from None
    return stored


def write_certificate(claim: Claim, certificate: Mapping[str, Any]) -> Path:
    """Store a certificate, with one line for the statement and one for the proof."""
    path = certificate_file(claim)
    path.parent.mkdir(exist_ok=True)
    parts = {"claim": claim.id, **certificate}
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in parts.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return path

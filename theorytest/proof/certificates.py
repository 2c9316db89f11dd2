"""Certificates beside the checks: which file belongs to a claim, and whether it proves what the claim says today."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theorytest.claims.claim import Claim
from theorytest.claims.mutants import ClaimError
from theorytest.proof.checker import Refused, check
from theorytest.proof.points import violated
from theorytest.proof.stating import statement_of, unstated
from theorytest.proof.ties import tie

FOLDER = "certificates"


class CertificateError(ClaimError):
    """A certificate that is missing, stale or refused, in one sentence."""


def certificate_file(claim: Claim) -> Path:
    """`certificates/<id>.json` in the folder of the checks."""
    code, depth = inspect.unwrap(claim.check).__code__, claim.check.__module__.count(".")
    root = Path(code.co_filename).resolve().parents[max(depth - 1, 0)]
    return root / FOLDER / f"{claim.id.replace('/', '__').replace(':', '.')}.json"


@dataclass(frozen=True)
class Certified:
    """An accepted certificate, and what ties its statement to the check."""

    content: Mapping[str, Any]
    tie: str


def certified(claim: Claim) -> Certified:
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
    if stored.get("point") is not None and (broken := violated(made.tree, stored["point"])):
        raise CertificateError(f"{claim.id}: the point of the certificate violates {broken!r}")
    return Certified(stored, tie(claim, made, stored["proof"]))


def write_certificate(claim: Claim, certificate: Mapping[str, Any]) -> Path:
    """Store a certificate, with one line for the statement and one for the proof."""
    path = certificate_file(claim)
    path.parent.mkdir(exist_ok=True)
    parts = {"claim": claim.id, **certificate}
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in parts.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return path

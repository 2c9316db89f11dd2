"""A certificate as the record of a run has it: what it proves, from what, and how, in TeX."""

from __future__ import annotations

from theorytest.claims.claim import Claim
from theorytest.proof.certificates import FOLDER, certificate_file, certified
from theorytest.proof.tex import declared, kinds, relation, steps
from theorytest.proof.text import conditions, relations
from theorytest.runs.certificate_record import StoredCertificate


def stored_certificate(claim: Claim) -> StoredCertificate:
    """The certificate of a claim, accepted by the checker."""
    accepted = certified(claim)
    found = accepted.content
    return StoredCertificate(
        file=f"{FOLDER}/{certificate_file(claim).name}",
        kinds=tuple(dict.fromkeys(kind for proof in found["proof"] for kind in kinds(proof))),
        covers=tuple(symbol for symbol in claim.forall if claim.covered(symbol)),
        symbols=tuple(declared(found["statement"])),
        hypotheses={each["name"]: relation(each["holds"]) for each in found["statement"]["given"]},
        claims=tuple(relation(each) for each in found["statement"]["claim"]),
        assumed=tuple(each["name"] for each in found["statement"]["given"] if not each.get("definition")),
        terms=tuple(step for proof in found["proof"] for step in steps(proof)),
        tie=accepted.tie,
        proves=relations(found["statement"]["claim"]),
        conditions=conditions(found["statement"]),
        formulas={each["name"]: relations([each["holds"]]) for each in found["statement"]["given"]},
        point=", ".join(f"{name} = {value}" for name, value in (found.get("point") or {}).items()),
    )

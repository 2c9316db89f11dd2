"""Sentences about every case that name no quantifier."""

from __future__ import annotations

import re
from collections.abc import Iterator

from theorytest.claims.claim import Claim

_UNIVERSAL = re.compile(r"\b(for (?:all|every|each|any)|every|whatever|always)\b|∀", re.IGNORECASE)


def unquantified(claim: Claim) -> Iterator[str]:
    """A sentence about every case that names no quantifier: its verdict may be about fewer."""
    found = _UNIVERSAL.search(claim.says)
    if found and not claim.forall and claim.executable:
        yield f"{claim.id}: warning: the sentence says “{found.group()}”, but forall= has no quantifier"

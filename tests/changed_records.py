"""Records with some words replaced, for tests of what a report makes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from theorytest.decisions.decision import Decision, Verdict
from theorytest.runs.record import Record, StoredDecision
from theorytest.runs.results import stored_decision


def with_verdict(record: Record, id: str, **changes: Any) -> Record:  # noqa: A002 - the word that the ledger uses
    """The record with some words of one verdict replaced."""
    return replace(
        record, verdicts=tuple(replace(each, **changes) if each.id == id else each for each in record.verdicts)
    )


def with_claims(record: Record, *ids: str, **changes: Any) -> Record:
    """The record with some words of these claims replaced, of all for no id."""
    claims = tuple(replace(each, **changes) if not ids or each.id in ids else each for each in record.ledger.claims)
    return replace(record, ledger=replace(record.ledger, claims=claims))


def with_paper(record: Record, **changes: Any) -> Record:
    """The record with some parts of the paper's list replaced."""
    return replace(record, ledger=replace(record.ledger, paper=replace(record.ledger.paper, **changes)))


def without(record: Record, *ids: str) -> Record:
    """The record of a run that left these claims out."""
    return replace(record, verdicts=tuple(each for each in record.verdicts if each.id not in ids))


def stored(**words: Any) -> StoredDecision:
    """A decision as a record holds it, with these words."""
    return stored_decision(
        Decision(**{"name": "d", "method": "by hand", "verdict": Verdict.EXACT, "sentence": "so"} | words)
    )

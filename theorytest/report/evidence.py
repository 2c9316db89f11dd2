"""Which of a claim's decisions the page spells out."""

from __future__ import annotations

from theorytest.decisions.decision import Verdict
from theorytest.report.book import Entry
from theorytest.runs.record import StoredDecision

MOST = 8  # sentences per claim; all of them are in the record


def spelled_out(entry: Entry) -> list[StoredDecision]:
    """Those that decide, then those that sample, then the others, at most eight, in the order of the check."""
    weight = {Verdict.REFUTED: 0, Verdict.UNDECIDED: 1}

    def rank(decision: StoredDecision) -> tuple[int, bool, bool]:
        deciding = decision.said == entry.result.said
        return weight.get(decision.verdict, 2), not deciding, decision.draws == 0

    decisions = entry.result.evidence
    chosen = sorted(range(len(decisions)), key=lambda i: (*rank(decisions[i]), i))[:MOST]
    return [decisions[i] for i in sorted(chosen)]


def said(sentence: str) -> str:
    """A sentence without the verdict that it begins with, which stands beside it as a shape."""
    word, _, rest = sentence.partition(": ")
    return rest if word in list(Verdict) else sentence

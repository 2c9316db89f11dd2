"""Verdicts combine to the weakest."""

from theorytest.decisions.decision import Verdict, combine


def test_the_weakest_verdict_counts():
    assert combine([Verdict.EXACT, Verdict.CONFIRMED]) is Verdict.CONFIRMED
    assert combine([Verdict.CONFIRMED, Verdict.UNDECIDED, Verdict.REFUTED]) is Verdict.REFUTED
    assert combine([]) is Verdict.UNDECIDED

"""What holds up to a finite time is consistent with a statement about all times, and nothing else changes."""

import pytest

from theorytest import Verdict, at_most
from theorytest.decisions.horizon import finite_horizon, on_horizon


def test_a_relation_becomes_consistent_and_says_how_far():
    decision = on_horizon(at_most, 1000)(1.0, 2.0, name="gap").decide()
    assert decision.verdict is Verdict.CONSISTENT
    assert decision.sentence.startswith("consistent: ")
    assert "up to t = 1,000" in decision.sentence
    assert decision.until == 1000


def test_a_rule_becomes_consistent_and_says_how_far():
    decision = on_horizon(lambda *values: at_most(*values).decide(), 1000)(1.0, 2.0)
    assert decision.verdict is Verdict.CONSISTENT
    assert decision.sentence.endswith(", up to t = 1,000")


@pytest.mark.parametrize("value", [3.0, float("nan")])
def test_only_passes_are_renamed(value):
    decision = at_most(value, 2.0).decide()
    assert decision.verdict in (Verdict.REFUTED, Verdict.UNDECIDED)
    assert finite_horizon(decision) is decision
    assert on_horizon(at_most)(value, 2.0).decide().verdict is decision.verdict

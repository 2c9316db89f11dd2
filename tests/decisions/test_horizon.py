"""What holds up to a finite time is consistent with a statement about all times, and nothing else changes."""

import pytest

from theorytest.decisions.decision import Verdict
from theorytest.decisions.exact import value_at_most
from theorytest.decisions.horizon import finite_horizon, on_horizon


def test_an_exact_pass_becomes_consistent_and_says_how_far():
    decision = on_horizon(value_at_most, 1000)(1.0, 2.0, name="gap")
    assert decision.verdict is Verdict.CONSISTENT
    assert decision.sentence.startswith("consistent: ")
    assert decision.sentence.endswith(", up to t = 1,000")


def test_a_refutation_stays_one():
    decision = on_horizon(value_at_most)(3.0, 2.0, name="gap")
    assert decision.verdict is Verdict.REFUTED
    assert decision == value_at_most(3.0, 2.0, name="gap")


@pytest.mark.parametrize("verdict", [Verdict.REFUTED, Verdict.UNDECIDED])
def test_only_passes_are_renamed(verdict):
    decision = value_at_most(3.0, 2.0) if verdict is Verdict.REFUTED else value_at_most(float("nan"), 2.0)
    assert decision.verdict is verdict
    assert finite_horizon(decision) is decision

"""The calibration table: kept promises hold, broken decisions do not, and the table can tell."""

import pytest

from theorytest.calibration.rules import Case, calibrate, default_cases
from theorytest.decisions.decision import Verdict
from theorytest.decisions.sequential import Plan


@pytest.fixture(scope="module")
def rows():
    """A smaller table than the default one. A kept promise fails a row with probability at most 1e-6."""
    return calibrate(repetitions=40)


def test_every_sound_decision_keeps_its_promise(rows):
    assert [row for row in rows if not row.broken and not row.holds()] == []


def test_every_broken_decision_fails_the_same_calibration(rows):
    assert [row.decision for row in rows if row.broken and row.holds()] == []
    assert sum(row.broken for row in rows) == 3


def test_true_and_false_claims_are_both_in_the_table(rows):
    sound = {row.decision for row in rows if not row.broken}
    for decision in sound:
        truths = {row.truth.split()[0] for row in rows if row.decision == decision}
        assert truths == {"true", "false"}


def test_no_decision_only_abstains_on_true_claims(rows):
    """Heavy tails may stay undecided; elsewhere some true claims must pass within the budget."""
    passing = {row.decision for row in rows if row.truth == "true" and row.passed > 0 and not row.broken}
    assert passing == {row.decision for row in rows if not row.broken}


def test_a_coin_that_refutes_too_often_is_caught():
    def coin(rate):
        def run(generators, _plan):
            return Verdict.REFUTED if generators(0).random() < rate else Verdict.UNDECIDED

        return Case("coin", "none", True, Plan(0.01, 0.1, 1), run)

    honest, dishonest, lazy = calibrate(repetitions=2000, cases=[coin(0.01), coin(0.05), coin(0.0)])
    assert honest.holds()
    assert not dishonest.holds()
    assert lazy.holds()


def test_a_decision_without_power_is_caught():
    case = Case("silent", "none", False, Plan(0.01, 0.1, 1), lambda _generators, _plan: Verdict.UNDECIDED)
    assert not calibrate(repetitions=100, cases=[case])[0].holds()


def test_rows_repeat_and_do_not_depend_on_each_other():
    cases = default_cases(0.01)[:2]
    assert calibrate(repetitions=3, cases=cases)[1] == calibrate(repetitions=3, cases=cases[1:])[0]


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="repetitions must be at least 1, got 0"):
        calibrate(repetitions=0)

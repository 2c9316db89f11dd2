"""Maximal and drift inequalities along trajectories."""

import math

import numpy as np
import pytest

from theorytest.calibration.worlds import doubling_paths, drift_ratios
from theorytest.decisions.decision import Verdict
from theorytest.decisions.ratio_claims import step_gains
from theorytest.decisions.sequential import Plan
from theorytest.decisions.trajectories import drift_at_most, drift_log_wealth, maximal_inequality

PLAN = Plan(alpha=1e-6, resolution=0.1, max_draws=64_000)


def one_bad_step(rng, size):
    ratio = 0.9 * drift_ratios(rng, size)
    ratio[:, 3] *= 1.3
    return ratio


@pytest.mark.parametrize(
    ("bound", "verdict"),
    [(1.0, Verdict.CONSISTENT), (0.9, Verdict.REFUTED), (4.0, Verdict.UNDECIDED)],
)
def test_maximal_inequalities(generators, bound, verdict):
    decision = maximal_inequality(doubling_paths, generators(), PLAN, level=4.0, bound=bound)
    assert decision.verdict is verdict, decision.sentence
    assert decision.sentence.startswith(f"{verdict}: P(sup Y >= K)")


def test_non_finite_paths_are_named(generators):
    def broken_path(rng, size):
        return np.where(rng.random((size, 3)) < 0.5, np.nan, 1.0)

    decision = maximal_inequality(broken_path, generators(), PLAN, level=4.0, bound=1.0)
    assert decision.verdict is Verdict.UNDECIDED
    assert "non-finite" in decision.sentence


@pytest.mark.parametrize(
    ("draw", "verdict", "where"),
    [
        (drift_ratios, Verdict.CONSISTENT, "step"),
        (lambda r, n: 1.1 * drift_ratios(r, n), Verdict.REFUTED, "step"),
        (one_bad_step, Verdict.REFUTED, "at step 3 of 5"),
    ],
)
def test_drift_inequalities(generators, draw, verdict, where):
    decision = drift_at_most(draw, generators(), PLAN, kurtosis=60.0)
    assert decision.verdict is verdict, decision.sentence
    assert where in decision.sentence


def test_an_assumption_that_fails_is_named(generators):
    decision = drift_at_most(drift_ratios, generators(), Plan(1e-6, 0.1, 8000), kurtosis=5.0)
    assert decision.verdict is Verdict.UNDECIDED
    assert "kurtosis <= 5 is not credible" in decision.sentence


def test_one_bad_step_is_not_diluted():
    """Ratios 0.5 at every step but one, where they are 3: the product over all steps shrinks, that step's grows."""
    ratio = np.full((20, 40), 0.5)
    ratio[:, 7] = 3.0
    assert drift_log_wealth(step_gains(ratio)) > math.log(1e6)


def test_drift_wealth_keeps_its_level(generators, at_most):
    """True drift with memory, level 0.01, looked at after 25, 50 and 100 replicas."""
    paths = [drift_ratios(generators(r)(0), 100) for r in range(1000)]
    wealth = [max(drift_log_wealth(step_gains(p[:n])) for n in (25, 50, 100)) for p in paths]
    assert at_most(sum(w >= math.log(100) for w in wealth), len(wealth), 0.01)


def test_bad_input_is_named(generators):
    with pytest.raises(ValueError, match="level must be positive"):
        maximal_inequality(doubling_paths, generators(), PLAN, level=0.0, bound=1.0)
    with pytest.raises(ValueError, match=r"shape \(125, any\), got \(125,\)"):
        drift_at_most(lambda r, n: r.random(n), generators(), PLAN)
    with pytest.raises(ValueError, match=r"X >= 0 holds unless a support is stated, but -"):
        drift_at_most(lambda r, n: -r.random((n, 2)), generators(), PLAN)

"""Evidence carried on adds up, never counts twice, and keeps the false-alarm rate of the whole chain."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from theorytest import Decision, Verdict, sampled
from theorytest.decisions.directions import matrix_at_most
from theorytest.decisions.eprocess import EProcess, counted, stored_processes
from theorytest.decisions.means import mean_at_least, mean_at_most, mean_equals
from theorytest.decisions.probability import probability_at_least, probability_at_most, probability_equals
from theorytest.runs.budget import Setting
from theorytest.runs.carried import carry_on
from theorytest.runs.evidence import Evidence


def chained(rule, draw, nights, chain, fresh=True, **options):
    """The decisions of a chain of runs, each with its own seed; the budget of one is 0.05."""
    stored = {}
    for k in range(nights):
        setting = Setting(seed=1000 * chain + (k if fresh else 0))
        evidence = Evidence("lem:x", 0.05 * math.pi**2 / 6, setting, carried={"it": stored})
        evidence.take(
            sampled(rule, draw, name="it", resolution=0.5, coarse="a toy needs no more", max_draws=300, **options)
        )
        [decision] = evidence.decisions
        stored = decision.statistics
        yield decision


def is_refuted_by_bets(decision):
    """Whether the chain refutes, whatever the run itself says; it may spend half of the budget."""
    bets = stored_processes(decision.statistics).values()
    return any(each.rejects(0.025 / len(bets)) for each in bets)


def alarms(*words, chains=200, **options):
    """The chains that ever refute by their bets."""
    return sum(any(map(is_refuted_by_bets, chained(*words, chain, **options))) for chain in range(chains))


def uniform(rng, size):
    return 2 * rng.random(size)


def outer(rng, size):
    """Matrices with the mean I."""
    x = rng.choice([-1.0, 1.0], (size, 2)) * np.sqrt(2) * np.eye(2)[rng.integers(0, 2, size)]
    return np.einsum("ti,tj->tij", x, x)


def heads(rng, size):
    return rng.random(size) < 0.3


@pytest.mark.parametrize(
    ("rule", "draw", "options", "nights"),
    [
        (probability_at_most, heads, {"bound": 0.3}, 8),
        (probability_equals, heads, {"value": 0.3}, 8),
        (mean_at_most, uniform, {"bound": 1.0, "upper": 2.0}, 3),
        (matrix_at_most, outer, {"bound": np.eye(2), "norm_bound": 2.0}, 3),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_true_tight_claims_keep_the_false_alarm_rate_over_whole_chains(at_most, rule, draw, options, nights):
    assert at_most(alarms(rule, draw, nights, **options), 200, 0.025)


def test_evidence_that_counts_twice_would_break_that_rate(at_most):
    assert not at_most(alarms(probability_at_most, heads, 20, chains=200, fresh=False, bound=0.3), 200, 0.025)


def test_a_single_run_of_a_chain_keeps_its_budget(at_most):
    refuted = [d.verdict is Verdict.REFUTED for d in chained(probability_at_most, heads, 200, 5, bound=0.3)]
    assert at_most(sum(refuted), 200, 0.05)


@pytest.mark.parametrize(
    ("rule", "draw", "options"),
    [
        (probability_at_most, lambda rng, n: rng.random(n) < 0.32, {"bound": 0.3}),
        (probability_at_least, lambda rng, n: rng.random(n) < 0.25, {"bound": 0.3}),
        (mean_at_least, lambda rng, n: 0.95 * uniform(rng, n), {"bound": 1.0, "support": (0.0, 2.0)}),
        (mean_equals, lambda rng, n: 0.9 * uniform(rng, n), {"value": 1.0, "support": (0.0, 2.0)}),
        (matrix_at_most, lambda rng, n: 1.1 * outer(rng, n), {"bound": np.eye(2), "norm_bound": 3.0}),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_false_ones_are_refuted_by_the_chain(rule, draw, options):
    first, *_, last = chained(rule, draw, 60, 7, **options)
    assert first.verdict is not Verdict.REFUTED
    assert last.verdict is Verdict.REFUTED
    assert is_refuted_by_bets(last)


def decision(process, verdict=Verdict.CONFIRMED, alpha=1e-3):
    return Decision("it", "bets", verdict, f"{verdict}: so", alpha=alpha, statistics=process.to_numbers())


def test_another_bound_starts_anew_and_says_so():
    old, new = (EProcess(bound).update(np.full(10, 2.0)) for bound in (1.2, 1.0))
    found = carry_on(decision(new), old.to_numbers())
    assert found.statistics["e_runs"] == 1
    assert found.statistics["e_draws"] == 10
    assert found.sentence == "confirmed: so; evidence starts anew: earlier runs bet against 1.2, this one against 1"
    same = carry_on(decision(new), EProcess(1.0 + 1e-15).update(np.full(10, 0.5)).to_numbers())
    assert same.statistics["e_runs"] == 2
    assert same.sentence == "confirmed: so; with earlier runs 20 draws over 2 runs"


def test_a_peak_is_carried_and_the_budget_is_shared():
    won = EProcess(1.0).update(np.full(30, 2.0))
    assert won.rejects(1e-3)
    lost = won.update(np.zeros(1000))
    found = carry_on(decision(EProcess(1.0).update(np.zeros(5))), lost.to_numbers())
    assert found.verdict is Verdict.REFUTED
    assert found.alpha == pytest.approx(2e-3)
    assert found.sentence.endswith("more than 10^3.0; this run alone: so")


def test_decisions_without_bets_are_left_alone():
    exact = Decision("it", "comparison", Verdict.EXACT, "exact: so")
    assert carry_on(exact, {}) is exact


@given(arrays(float, st.integers(0, 30), elements=st.floats(0, 1e6)), st.integers(0, 30))
def test_joined_runs_are_one_run(draws, cut):
    whole = EProcess(2.0).update(draws)
    parts = [EProcess(2.0).update(part) for part in (draws[:cut], draws[cut:])]
    joined = parts[0].joined(parts[1])
    assert (joined.n, joined.runs) == (whole.n, 2)
    assert joined.log_wealths == pytest.approx(whole.log_wealths, abs=1e-9)
    assert joined.log_peak >= joined.log_wealth
    for side in (+1, -1):
        assert stored_processes(json.loads(json.dumps(joined.to_numbers(side)))) == {side: joined}


@given(st.lists(st.booleans(), max_size=40), st.floats(0.01, 0.99))
def test_counted_events_are_drawn_ones(events, p):
    x = np.array(events, dtype=float)
    for side, process in (+1, EProcess(p).update(x)), (-1, EProcess(1 - p).update(1 - x)):
        found = counted(int(x.sum()), len(x), p, side)
        assert found.log_wealths == pytest.approx(process.log_wealths, abs=1e-9)
        assert (found.n, found.bound) == (len(x), process.bound)


def test_different_bounds_do_not_join():
    with pytest.raises(ValueError, match=r"one e-process bets against 1.0, the other against 2.0"):
        EProcess(1.0).joined(EProcess(2.0))


def test_sides_of_a_chain_share_its_level():
    """What refutes one side alone does not refute one of two."""
    level = 1e-4
    for factor, verdict in ((1.5, Verdict.CONFIRMED), (2.5, Verdict.REFUTED)):
        won = EProcess(1.0, (math.log(factor / level),) * 14, 10, math.log(factor / level))
        numbers = {name: x for side in (+1, -1) for name, x in won.to_numbers(side).items()}
        found = carry_on(Decision("it", "m", Verdict.CONFIRMED, "confirmed: it", alpha=level, statistics=numbers), {})
        assert found.verdict is verdict

"""Plans, looks, and draws that are not what they should be."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.means import mean_at_most, mean_equals
from theorytest.decisions.sequential import Plan, decide, drawn, frequent_looks, looks
from theorytest.runs.seeds import Generators


@pytest.mark.parametrize(
    ("argument", "value", "allowed"),
    [
        ("alpha", 0.0, "(0, 1)"),
        ("alpha", 1.5, "(0, 1)"),
        ("alpha", float("nan"), "(0, 1)"),
        ("resolution", 0.0, "positive"),
        ("resolution", float("inf"), "finite"),
        ("max_draws", 0, "at least 1"),
        ("first_batch", 0, "at least 1"),
        ("growth", 1.0, "exceed 1"),
        ("largest_chunk", 0, "at least 1"),
    ],
)
def test_a_plan_says_what_it_expects(argument, value, allowed):
    options = {"alpha": 0.01, "resolution": 0.1, "max_draws": 100, argument: value}
    with pytest.raises(ValueError, match=argument) as error:
        Plan(**options)
    assert allowed in str(error.value)
    assert str(value) in str(error.value)


@given(st.integers(1, 5000), st.integers(1, 5000), st.floats(1.01, 5), st.integers(1, 700))
def test_looks_use_every_draw_once_and_end_at_the_budget(max_draws, first, growth, largest):
    steps = list(looks(Plan(0.01, 0.1, max_draws, first_batch=first, growth=growth, largest_chunk=largest)))
    assert sum(sum(look.chunks) for look in steps) == max_draws == steps[-1].draws
    assert [look.last for look in steps] == [False] * (len(steps) - 1) + [True]
    assert all(0 < size <= largest for look in steps for size in look.chunks)
    assert [look.number for look in steps] == list(range(1, len(steps) + 1))


def test_looks_never_spend_more_than_alpha():
    plan = Plan(0.01, 0.1, 10**9)
    assert sum(plan.spend(k) for k in range(1, 10_000)) <= plan.alpha


def test_the_plan_needs_what_the_planning_formula_says():
    assert Plan(1e-3 / 150, 0.05, 1).needed(1.0) == pytest.approx(17_900, rel=0.01)
    assert Plan(1e-3 / 150, 0.01, 1).needed(1.0) == pytest.approx(446_000, rel=0.01)


def test_sampling_stops_at_the_first_certain_verdict():
    asked = []

    def draw(rng, size):
        asked.append(size)
        return rng.random(size)

    def judge(total, look):
        verdict = Verdict.CONFIRMED if total >= 300 else Verdict.UNDECIDED
        return Decision("d", "m", verdict, "s", draws=look.draws)

    decision = decide(
        draw,
        np.random.default_rng,
        Plan(0.01, 0.1, 10_000, first_batch=100),
        name="d",
        start=0,
        absorb=lambda n, new: n + len(new),
        judge=judge,
    )
    # The first two only see whether they repeat; five more are compared with the calls before, nine in all.
    assert (decision.draws, asked) == (400, [32, 32, 100, 100, 200, *[32] * 5])


def test_chunks_depend_on_their_number_only(generators):
    seen = {}

    def spy(seed):
        def generator(chunk):
            seen.setdefault(seed, []).append(chunk)
            return generators(seed)(chunk)

        return generator

    plan = Plan(0.01, 0.01, 900, first_batch=100)
    first, again = (mean_at_most(lambda r, n: r.exponential(size=n), spy(s), plan, bound=1.0) for s in (1, 1))
    assert replace(first, curves={}) == replace(again, curves={})
    np.testing.assert_equal(first.curves, again.curves)
    steps = len(list(frequent_looks(plan)))
    assert [number for number in seen[1] if number < steps] == [*range(steps)] * 2
    aside = [number for number in seen[1] if number >= steps]
    assert len(aside) == 4  # one call of each run, made twice
    assert len(set(aside)) == 1


@given(st.integers(1, 10**6), st.integers(1, 5000), st.integers(1, 70_000))
def test_frequent_looks_hold_the_looks_that_spend(max_draws, first, largest):
    plan = Plan(0.01, 0.1, max_draws, first_batch=first, largest_chunk=largest)
    steps = list(frequent_looks(plan))
    assert sum(size for step in steps for size in step.chunks) == max_draws
    assert [step.draws for step in steps] == sorted({step.draws for step in steps})
    assert [step.last for step in steps] == [False] * (len(steps) - 1) + [True]
    spending = {look.draws: look.number for look in looks(plan)}
    assert {step.draws: step.number for step in steps if step.draws == step.spent[1]} == spending
    assert all(step.spent[1] <= step.draws for step in steps)
    assert steps[0].draws <= plan.first_look or len(steps) == 1


def test_frequent_looks_are_eight_to_a_doubling():
    draws = np.array([step.draws for step in frequent_looks(Plan(0.01, 0.1, 10**6))])
    late = draws[draws > 2000]
    assert np.all(late[1:] / late[:-1] < 1.1)
    assert len(draws) < 130


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_non_finite_draws_are_named(generators, bad):
    def draw(rng, size):
        values = rng.random(size)
        values[3] = bad
        return values

    decision = mean_equals(draw, generators(), Plan(0.01, 0.1, 1000), value=0.5, support=(0.0, 1.0))
    assert decision.verdict is Verdict.UNDECIDED
    assert f"chunk 0 has 1 non-finite values, the first is {bad} at index (3,)" in decision.sentence


@pytest.mark.parametrize("shape", [(100, 1), (101,), ()])
def test_wrong_shapes_are_named(generators, shape):
    with pytest.raises(ValueError, match=r"must return an array of shape \(32,\), got"):
        mean_at_most(lambda _rng, _size: np.ones(shape), generators(), Plan(0.01, 0.1, 100), bound=1.0)


def test_chunks_drawn_in_several_processes_are_the_same_in_the_same_order():
    def draw(rng, size):
        return rng.random(size)

    here, elsewhere = (Generators(7, "claim", "decision", workers) for workers in (1, 2))
    sizes = (5, 3, 4)
    alone = [list(chunk) for chunk in drawn(draw, here, 2, sizes)]
    assert alone == [list(chunk) for chunk in drawn(draw, elsewhere, 2, sizes)]
    assert [len(chunk) for chunk in alone] == list(sizes)
    assert alone[0][:3] != alone[1]
    assert alone[0] != next(list(chunk) for chunk in drawn(draw, here, 3, sizes))  # the number of the chunk matters

"""Decisions are paid for from the claim's share, and draws come from names."""

import hashlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest import Decision, Verdict, claim, equal, sampled, threshold
from theorytest.decisions.probability import probability_at_least
from theorytest.runs.budget import LEVELS, BudgetError, Setting, setting, shares, spent_on
from theorytest.runs.evidence import Evidence, EvidenceError
from theorytest.runs.seeds import Generators, name_key


def decision(name="one", alpha=0.0):
    return Decision(name, "by hand", Verdict.CONFIRMED, "it holds", alpha=alpha)


def test_what_is_spent_on_any_number_of_decisions_stays_within_the_share():
    spent = [spent_on(1e-5, position) for position in range(1, 10_000)]
    assert 0.9999e-5 < math.fsum(spent) < 1e-5


def test_plans_spend_in_call_order_and_scale_with_the_level():
    evidence = Evidence("lem:x", 1e-4, Setting(level=LEVELS["deep"]))
    plans = [evidence.plan(resolution=0.1, max_draws=1000) for _ in range(3)]
    assert [plan.alpha for plan in plans] == [spent_on(1e-4, position) for position in (1, 2, 3)]
    assert {(plan.resolution, plan.max_draws) for plan in plans} == {(0.05, 4000)}


def test_the_level_never_changes_alpha():
    settings = [Setting(level=level) for level in LEVELS.values()]
    alphas = {Evidence("lem:x", 1e-4, each).plan(resolution=0.1, max_draws=10).alpha for each in settings}
    assert len(alphas) == 1


def test_a_rule_gets_its_name_its_plan_and_its_generators():
    def rule(draw, claimed, *, name, plan, generators, extra):
        assert (draw(generators(0)).shape, claimed, extra) == ((3,), 2.0, "more")
        return decision(name, plan.alpha)

    evidence = Evidence("lem:x", 1e-4, Setting())
    options = {"resolution": 0.1, "max_draws": 10, "extra": "more"}
    evidence.take(sampled(rule, lambda rng: rng.random(3), 2.0, name="one", **options), "a case")
    [made] = evidence.decisions
    assert (made.name, made.alpha) == ("a case: one", spent_on(1e-4, 1))


def test_a_threshold_of_ours_is_not_called_claimed_in_a_sample_either():
    evidence = Evidence("lem:x", 1e-3, Setting())
    draw = lambda rng, n: rng.random(n) < 0.9  # noqa: E731 (a draw)
    evidence.take(sampled(probability_at_least, draw, bound=threshold(0.5), resolution=0.2, max_draws=2000))
    [made] = evidence.decisions
    assert "against our threshold ≥ 0.5" in made.sentence
    assert made.statistics["ours"] == 1.0


def test_relations_of_a_case_are_named_and_counted():
    evidence = Evidence("lem:x", 1e-4, Setting())
    evidence.take((equal(1, 1) for _ in range(2)), "d = 1")
    evidence.take([equal(1, 1, name="sum"), decision("own")])
    assert [each.name for each in evidence.decisions] == ["d = 1", "d = 1 (2)", "sum", "own"]


@pytest.mark.parametrize("found", [None, 3, "text", {"a": 1}])
def test_a_check_returns_relations(found):
    with pytest.raises(EvidenceError, match="a check must return or yield relations, such as"):
        Evidence("lem:x", 1e-4, Setting()).take(found)


@pytest.mark.parametrize(
    ("misuse", "sentence"),
    [
        (lambda e: e.add(decision(alpha=2e-4)), "lem:x spends 0.0002 of the false-alarm budget, more than 0.0001"),
        (lambda e: e.add(decision(alpha=float("nan"))), "lem:x spends nan"),
        (lambda e: [e.add(decision()), e.add(decision())], "lem:x has two decisions called 'one'"),
        (lambda e: [e.generators("one"), e.generators("one")], "lem:x samples twice under the name 'one'"),
    ],
)
def test_misuse_is_refused(misuse, sentence):
    with pytest.raises(EvidenceError, match=sentence):
        misuse(Evidence("lem:x", 1e-4, Setting()))


def test_what_a_check_draws_by_itself_marks_what_it_then_finds():
    evidence = Evidence("lem:x", 1e-3, Setting())
    evidence.take(equal(1.0, 1.0, name="before"))
    evidence.generators("points")
    evidence.take(equal(1.0, 1.0, name="after"))
    before, after = evidence.decisions
    assert "drawn" not in before.statistics
    assert after.statistics["drawn"] == 1.0


def test_a_claim_without_weight_cannot_sample():
    with pytest.raises(EvidenceError, match="no share of the false-alarm budget to sample with"):
        Evidence("lem:x", 0.0, Setting()).plan(resolution=0.1, max_draws=10)


def test_a_generator_depends_on_seed_claim_decision_and_chunk_only():
    one = Generators(7, "lem:x", "mean")
    assert one(3).random() == Generators(7, "lem:x", "mean")(3).random()
    others = [Generators(8, "lem:x", "mean")(3), Generators(7, "lem:y", "mean")(3), Generators(7, "lem:x", "var")(3)]
    draws = {one(3).random(), one(4).random(), *(each.random() for each in others)}
    assert len(draws) == 5


def test_iterating_gives_the_chunks_in_turn():
    one = Generators(7, "lem:x", "mean")
    assert [rng.random() for rng, _ in zip(one, range(3), strict=False)] == [one(chunk).random() for chunk in range(3)]


def test_the_key_of_a_name_is_the_same_for_ever():
    digest = hashlib.sha256(b"5:lem:x4:mean").hexdigest()
    assert name_key("lem:x", "mean") == int(digest[:32], 16)


@given(st.lists(st.text(), max_size=3), st.lists(st.text(), max_size=3))
def test_different_names_have_different_keys(one, other):
    assert (name_key(*one) == name_key(*other)) == (one == other)


def weighed(name, weight, expected="exact", samples=True):
    words = {"kind": "definition", "says": "It is so.", "expected": expected, "why": "a word"}
    return claim(name, weight=weight, samples=samples, **words)(lambda: None).__claims__[0]


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=50))
def test_shares_never_exceed_the_rate(weights):
    found = shares([weighed(str(position), weight) for position, weight in enumerate(weights)], 1e-3)
    assert math.fsum(found.values()) <= 1e-3 * (1 + 1e-12)
    assert len(found) == len(weights)


def test_shares_follow_the_weights_and_skip_what_cannot_run():
    claims = [weighed("a", 1), weighed("b", 3), weighed("c", 5, "not executable"), weighed("d", 7, samples=False)]
    assert shares(claims, 0.004) == pytest.approx({"a": 0.001, "b": 0.003, "c": 0.0, "d": 0.0})


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"seed": -1}, "the seed must be a whole number of at least 0, got -1"),
        ({"budget": "huge"}, "the budget must be one of quick, standard, deep, got 'huge'"),
        ({"false_alarm": 0.0}, "the false-alarm rate must lie in"),
    ],
)
def test_a_setting_that_makes_no_sense_is_a_sentence(words, sentence):
    with pytest.raises(BudgetError, match=sentence):
        setting(**words)

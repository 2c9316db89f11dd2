"""The judge attacks families with a region: what is certified refutes, and a suspicion decides nothing."""

from fractions import Fraction

import pytest

from theorytest import Hypothesis, at_least, at_most, claim, equal, family, finite, integers, positive, reals
from theorytest.claims.mutants import ClaimError
from theorytest.decisions.decision import Verdict
from theorytest.runs.attacking import evaluations, is_attacked
from theorytest.runs.budget import Setting, setting
from theorytest.runs.results import Result, judge

ROOM = Fraction(1, 4)


def registered(check, **words):
    [found] = claim("lem:x", says="For all.", **words)(check).__claims__[-1:]
    return found


def judged(check, mutant=None, **words):
    found = registered(check, **words)
    variant = next((each for each in found.mutants if each.name == mutant), None)
    return judge(found, variant, 1e-3, Setting())


def young(a, *, spare=ROOM):
    return at_most(a, a * a + spare)


LINE = family([Fraction(0), Fraction(2)], "real numbers", search=reals())


def test_what_holds_says_how_hard_it_was_attacked():
    result = judged(young, forall={"a": LINE})
    assert result.verdict is Verdict.CORROBORATED
    assert result.attack.evaluations == 200
    assert result.attack.closest == pytest.approx(0, abs=1e-6)
    assert result.scope[0].sentence == "for all a (real numbers): 2 named instances, attacked"


def test_an_attack_refutes_what_the_named_instances_do_not_see():
    result = judged(lambda a: at_most(a, a * a), forall={"a": LINE})
    assert result.verdict is Verdict.REFUTED
    assert result.sentence.startswith("refuted: a = 1/2: the value = 1/2 > 1/4 (rational); an attack of ")
    assert result.witness["instance"] == "a = 1/2"


def test_a_suspicion_leaves_the_sentence_undecided():
    result = judged(lambda a: at_most(float(a), float(a) ** 2), forall={"a": LINE})
    assert (result.verdict, result.broken) == (Verdict.UNDECIDED, None)
    assert "fails in floating point" in result.sentence
    assert "could not be certified" in result.sentence


def test_a_mutant_is_attacked_blind():
    mutants = {"one per cent less": {"spare": Fraction(99, 400)}, "more": {"spare": Fraction(1, 2)}}
    caught = judged(young, "one per cent less", forall={"a": LINE}, mutants=mutants)
    assert caught.attack.found
    assert caught.verdict is Verdict.CORROBORATED  # the verdict is that of the named instances
    assert not judged(young, "more", forall={"a": LINE}, mutants=mutants).attack.found


def test_a_control_is_attacked_like_a_claim():
    control = judged(young, "none", forall={"a": LINE}, controls={"none": {"spare": Fraction(0)}})
    assert control.verdict is Verdict.REFUTED


def test_hypotheses_reject_candidates():
    large = Hypothesis("a ≥ 1", lambda a: a >= 1)
    result = judged(lambda a: at_most(a, a * a), forall={"a": LINE}, given=[large])
    assert result.verdict is Verdict.CORROBORATED
    assert result.attack.rejected > 0


def test_domains_without_a_region_take_part_with_their_instances():
    words = {"a": LINE, "n": finite({"one": 1, "two": 2})}
    result = judged(lambda a, n: at_least(a * a + n, 2 * a), forall=words)
    assert result.verdict is Verdict.CORROBORATED
    result = judged(lambda a, n: at_least((a - n) ** 2, Fraction(1, 100)), forall=words | {"n": finite({"seven": 7})})
    assert result.sentence.startswith("refuted: a = 7, seven: ")


def test_a_refuted_sentence_needs_no_attack():
    result = judged(lambda a: at_most(a, 1), forall={"a": LINE})
    assert result.attack is None
    assert result.verdict is Verdict.REFUTED


def test_a_check_that_draws_is_not_attacked():
    assert not is_attacked(registered(lambda run, a: equal(run and a, a), forall={"a": LINE}))
    assert not is_attacked(registered(lambda a: equal(a, a), forall={"a": family([1])}))


def test_a_region_that_cannot_be_searched_breaks_the_check():
    never = family([1], search=reals().where(lambda _: False))
    assert "draws were rejected" in judged(lambda a: at_most(a, a + 1), forall={"a": never}).broken


def test_the_budget_scales_the_evaluations():
    usual = registered(young, forall={"a": LINE})
    assert [evaluations(usual, setting(budget=name)) for name in ("quick", "standard", "deep")] == [50, 200, 2000]
    slow = registered(young, forall={"a": family([1], search=positive(), effort=20)})
    assert evaluations(slow, setting()) == 20


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"search": 3}, "search must be a region"),
        ({"effort": 10}, "effort must be a whole number of at least 1 beside a region"),
        ({"search": integers(1, 2), "effort": 0}, "got 0"),
    ],
)
def test_a_family_refuses_what_it_cannot_search(words, sentence):
    with pytest.raises(ClaimError, match=sentence):
        family([1], **words)


def test_results_with_an_attack_survive_json():
    result = judged(young, forall={"a": LINE})
    assert Result.from_plain(result.plain()).attack == result.attack


def inverse(a):
    if a > 1:
        raise ValueError("no value above one")
    return at_most(a, a * a + ROOM)


def misspelt(a):
    return at_most(a, (a.real * a + ROOM) if a <= 1 else a.nominator)


def multiplied(a):
    return at_most(a, (a * a + ROOM) if a <= 1 else a * None)


@pytest.mark.parametrize(("check", "error"), [(misspelt, "AttributeError: "), (multiplied, "TypeError: ")])
def test_an_error_of_types_on_an_instance_breaks_the_check_too(check, error):
    unit = family([Fraction(0)], "real numbers", search=reals())
    said = f"raises on an instance that no hypothesis leaves out: {error}"
    assert said in str(judged(check, forall={"a": unit}).broken)


def test_a_check_that_raises_on_an_instance_is_broken_unless_a_hypothesis_leaves_the_instance_out():
    unit = family([Fraction(0)], "real numbers", search=reals())
    broken = judged(inverse, forall={"a": unit})
    assert "raises on an instance that no hypothesis leaves out: ValueError: no value above one, at a = " in str(
        broken.broken
    )
    small = Hypothesis("a is at most one", lambda a: a <= 1)
    assert judged(inverse, forall={"a": unit}, given=[small]).verdict is Verdict.CORROBORATED

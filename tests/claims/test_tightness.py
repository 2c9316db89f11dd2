"""What is said about the sharpness of a bound is read from its text, and the decisions of the check must show it."""

import pytest
from toys import claim_text, source, write_toy

from theorytest import at_least, at_most, claim
from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.claims.tightness import Word, tightness
from theorytest.decisions.decision import Decision, Verdict
from theorytest.runs.budget import Setting
from theorytest.runs.results import judge


@pytest.mark.parametrize(
    ("text", "word", "factor"),
    [
        ("attained", Word.ATTAINED, None),
        ("attained on circles", Word.ATTAINED, None),
        ("attained: by every line", Word.ATTAINED, None),
        ("approached as p tends to 0", Word.APPROACHED, None),
        ("loose by 1.07 in the worst instance of a search", Word.LOOSE, 1.07),
        ("loose by 2, as r tends to 0", Word.LOOSE, 2.0),
        ("no word: it has no constant", Word.NONE, None),
    ],
)
def test_a_text_begins_with_its_word(text, word, factor):
    found = tightness(text)
    assert (found.word, found.factor, found.text) == (word, factor, text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("sharp", "must be 'attained', 'approached"),
        ("attainedly", "must be 'attained', 'approached"),
        ("loose", "must be 'attained', 'approached"),
        ("approached", "must go on: in which limit"),
        ("loose by 2", "must go on"),
        ("no word:", "must go on"),
        ("loose by 1.001 on circles", "write 'approached'"),
        ("loose by 0.5 on circles", "write 'approached'"),
    ],
)
def test_another_text_is_refused_with_the_name_of_its_claim(text, problem):
    with pytest.raises(ClaimError, match=f"^lem:x: .*{problem}"):

        @claim("lem:x", says="a bound", expected="exact", tight=text)
        def check():
            pass


def decided(rule, value, claimed, **options):
    return [rule(value, claimed, **options).decide()]


@pytest.mark.parametrize(
    ("text", "decisions", "shown"),
    [
        ("attained", decided(at_most, 2.0, 2.0), True),
        ("attained", decided(at_most, 1e-14, 0.0), True),
        ("attained", decided(at_most, 1.99, 2.0), False),
        ("attained", [Decision("a", "b", Verdict.CONFIRMED, "c", claimed=1.0, estimate=1.0, draws=9)], False),
        ("attained", [Decision("a", "b", Verdict.EXACT, "c")], False),
        ("attained", [], False),
        ("approached for large n", decided(at_most, 1.99, 2.0), True),
        ("approached for large n", decided(at_least, 2.2, 2.0), False),
        ("approached for large n", decided(at_most, 0.0, 0.0), False),
        ("loose by 4 for short steps", decided(at_most, 0.5, 2.0), True),
        ("loose by 4 for short steps", decided(at_least, 8.0, 2.0), True),
        ("loose by 4 for short steps", decided(at_most, 0.6, 2.0), False),
        ("no word: it has no constant", [], True),
    ],
)
def test_decisions_show_a_word_or_do_not(text, decisions, shown):
    assert tightness(text).shown(decisions) is shown


@pytest.mark.parametrize(("bound", "works"), [(2.0, True), (3.0, False)])
def test_a_word_that_no_decision_shows_breaks_the_check_but_never_its_lies(bound, works):
    @claim("lem:x", says="a bound", expected="computed", tight="attained", mutants={"a": {"at": 9.0}})
    def check(*, at=2.0):
        yield at_most(at, bound, name="bound")

    found = judge(check.__claims__[-1], None, 0.0, Setting())
    assert (found.broken is None) is works
    assert works or "'attained', and none of its decisions shows it" in found.broken
    assert judge(check.__claims__[-1], check.__claims__[-1].mutants[0], 0.0, Setting()).verdict is Verdict.REFUTED


def test_only_what_holds_is_tight_or_loose(tmp_path):
    wrong = claim_text("lem:mean", expected="refuted", tight="attained")
    with pytest.raises(ClaimError, match="lem:mean: only what holds is tight or loose, got 'attained'"):
        load_ledger(write_toy(tmp_path, one=source(wrong)))


def test_a_factor_is_that_of_the_tightest_inequality():
    near, far = (at_most(1.0, bound).decide("it") for bound in (2.0, 5.0))
    assert tightness("loose by 2 as found").shown([near, far])
    assert not tightness("loose by 5 as found").shown([near, far])

"""A claim is data on a function; its variants replace the function's keyword parameters."""

import re
from functools import partial

import pytest
from toys import claim_text, source, write_toy

from theorytest import Hypothesis, Verdict, claim, family, finite, horizon, repair, symbol
from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.claims.paper import read_paper
from theorytest.claims.words import Voice

WORDS = {"says": "The value is small.", "expected": "confirmed"}


def test_the_decorator_only_attaches_data():
    def check(*, bound=2.0):
        return bound

    decorated = claim("lem:x/upper", mutants={"half": {"bound": 1.0}}, **WORDS)(check)
    assert decorated is check
    assert decorated(bound=1) == 1
    [attached] = decorated.__claims__
    assert (attached.label, attached.expected, attached.voice) == ("lem:x", Verdict.CONFIRMED, Voice.PAPER)


def test_printed_and_repaired_form_are_two_values_of_one_ingredient():
    @repair("lem:x/corrected", "lem:x", by={"bound": 3}, says="At most 3.", mutants={"too small": {"bound": 1}})
    @claim("lem:x", says="At most 2.", gravity="wrong constant")
    def check(*, bound=2):
        return bound

    printed, repaired = check.__claims__
    assert (printed.by, printed.expected, repaired.by) == ({}, Verdict.REFUTED, {"bound": 3})
    assert (repaired.voice, repaired.repairs) == (Voice.REPAIR, "lem:x")
    assert repaired.mutants[0].ingredients == {"bound": 1}


def test_a_stacked_repair_speaks_of_the_same_instances_unless_it_says_others():
    few = Hypothesis("n ≤ 3", lambda n: n <= 3)

    @repair("lem:x/fewer", "lem:x", by={"bound": 3}, says="At most 3.", given=[few])
    @repair("lem:x/corrected", "lem:x", by={"bound": 4}, says="At most 4.")
    @claim("lem:x", says="At most 2.", kind="rate", forall={"n": family([1, 4])}, given=[few], gravity="wrong constant")
    def check(n, *, bound=2):
        return n, bound

    printed, same, other = check.__claims__
    assert (same.forall, same.given, same.kind) == (printed.forall, printed.given, printed.kind)
    assert (other.forall, other.given) == (printed.forall, (few,))

    @repair("lem:y/corrected", "lem:x", says="At most 4.")
    def alone(*, bound=4):
        return bound

    assert (alone.__claims__[0].forall, alone.__claims__[0].given) == ({}, ())


@pytest.mark.parametrize(
    ("forall", "expected"),
    [
        ({}, Verdict.EXACT),
        ({"n": finite([1, 2])}, Verdict.EXACT),
        ({"n": family([1, 2])}, Verdict.CORROBORATED),
        ({"n": finite([1, 2]), "s": symbol("s > 0")}, Verdict.CORROBORATED),
        ({"n": family([1, 2]), "t": horizon}, Verdict.CONSISTENT),
    ],
)
def test_an_open_quantifier_caps_what_is_expected(forall, expected):
    def without():
        pass

    def one(n):
        pass

    check = one if "n" in forall else without
    claim("lem:x", says="It holds.", forall=forall)(check)
    assert check.__claims__[0].expected is expected


def test_an_exact_verdict_cannot_be_expected_of_an_open_quantifier(tmp_path):
    text = (
        "\n\n@claim('lem:mean', says='All.', expected='exact', forall={'n': family([1])}, mutants={'two': {'m': 2}})\n"
    )
    body = "def check(n, *, m=1):\n    return equal(n, m)\n"
    checks = write_toy(tmp_path, one=source(text, body).replace("import claim,", "import claim, family,"))
    with pytest.raises(ClaimError, match="an open quantifier allows corroborated at most, but exact is expected"):
        load_ledger(checks)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            {"forall": {"n": family([1]), "m": family([1])}},
            "takes 1 instance (n), but forall has 2 domains to try (n, m)",
        ),
        ({}, "takes 1 instance (n), but forall has 0 domains to try (none)"),
        ({"forall": {"n": [1, 2]}}, "'n' must range over a domain, such as family(...), got [1, 2]"),
        ({"forall": {"n": family([1])}, "given": ["n > 0"]}, "a hypothesis must be a Hypothesis, got 'n > 0'"),
    ],
)
def test_every_domain_has_its_parameter(words, sentence):
    def check(n):
        pass

    with pytest.raises(ClaimError, match=re.escape(sentence)):
        claim("lem:x", says="It holds.", **words)(check)


@pytest.mark.parametrize("members", ["abc", 3])
def test_a_domain_needs_instances(members):
    with pytest.raises(ClaimError, match="needs its instances by name or in a sequence"):
        family(members)


def test_a_hypothesis_knows_what_it_speaks_of():
    enough = Hypothesis("n ≥ d", lambda n, d: n >= d)
    assert enough.speaks_of(("d", "n", "other"))
    assert not enough.speaks_of(("n",))
    assert enough.admits({"n": 3, "d": 3, "other": None})
    assert not enough.admits({"n": 2, "d": 3})
    assert not Hypothesis("closed").speaks_of(("n",))
    assert Hypothesis("closed").admits({"n": 1})


def test_a_hypothesis_that_does_not_fit_its_check_is_refused():
    even = Hypothesis("n is even", lambda m: m % 2 == 0)
    with pytest.raises(ClaimError, match="the hypothesis 'n is even' asks for m, but the check check has n"):

        @claim("lem:x", says="It holds.", forall={"n": family([1])}, given=[even])
        def check(n):
            pass

    claim("lem:x", says="It holds.", forall={"n": family([1])}, given=[even.stated])(lambda n: n)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"forall": [1, 2]}, "forall must map symbols to domains, got [1, 2]"),
        ({"given": Hypothesis("closed")}, "given must be a list of hypotheses"),
        ({"mutants": ["m"]}, "mutants must map names to {ingredient: value}, got ['m']"),
        ({"mutants": {"m": 1}}, "mutants must map names to {ingredient: value}, got {'m': 1}"),
    ],
)
def test_what_a_claim_says_has_its_shape(words, sentence):
    with pytest.raises(ClaimError, match=re.escape(sentence)):
        claim("lem:x", says="It holds.", **words)(lambda: [])


def test_a_hypothesis_may_be_about_different_things():
    small = Hypothesis("small", (lambda n: n < 3, lambda space: len(space) < 3))
    assert [small.admits({"n": n}) for n in (2, 3)] == [True, False]
    assert [small.admits({"space": space}) for space in ("ab", "abc")] == [True, False]
    assert not small.admits({"n": 2, "space": "abc"})
    assert not small.speaks_of(("d",))


@pytest.mark.parametrize("what", ["says", "formula", "why", "reading"])
def test_half_of_a_surrogate_pair_is_no_text(what):
    half = "a\udc80"
    sentence = f"'lem:x': {what} must be text that UTF-8 can write, got {half!a}"
    with pytest.raises(ClaimError, match=re.escape(sentence)):
        claim("lem:x", **WORDS | {what: half})(print)


def test_a_check_is_a_function():
    with pytest.raises(ClaimError, match="lem:x: a check must be a function, got"):
        claim("lem:x", **WORDS)(partial(print))


def test_only_a_refuted_claim_weighs(tmp_path):
    heavy = claim_text("lem:mean", gravity="wrong constant")
    with pytest.raises(ClaimError, match="only what is expected to be refuted has a gravity, got 'wrong constant'"):
        load_ledger(write_toy(tmp_path, one=source(heavy)))
    with pytest.raises(ClaimError, match="the gravity must be one of wrong statement, wrong constant"):
        load_ledger(write_toy(tmp_path / "other", one=source(claim_text("lem:mean", gravity="ugly"))))


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("givn", "a claim has no keyword 'givn': did you mean 'given'?"),
        ("zzz", "a claim has no keyword 'zzz': a claim"),
    ],
)
def test_a_misspelt_keyword_is_told_what_was_meant(word, sentence):
    with pytest.raises(ClaimError, match=re.escape(sentence)):
        claim("lem:x", **WORDS, **{word: 1})(lambda: None)


def test_a_claim_needs_its_sentence():
    with pytest.raises(ClaimError, match="lem:x': a claim needs its sentence"):
        claim("lem:x")(lambda: None)


@pytest.mark.parametrize("name", ["lem:x/", "/x", "lem:x//y", "lem:x/ "])
def test_an_id_has_no_empty_part(name):
    with pytest.raises(ClaimError, match="an id is a label, or label/name, without an empty part"):
        claim(name, says="One is one.")(lambda: None)


@pytest.mark.parametrize("label", ["lem/x", ""])
def test_a_label_has_no_slash(tmp_path, label):
    listed = f'[[item]]\nlabel = "{label}"\nnumber = "1"\nkind = "lemma"\ntitle = "x"\n'
    (tmp_path / "paper.toml").write_text(listed, encoding="utf-8")
    with pytest.raises(ClaimError, match=r"item 1 of .*: a label is a text without a slash, got"):
        read_paper(tmp_path / "paper.toml")


def test_a_claim_without_an_id_is_not_lost():
    def check(n):
        return n

    with pytest.raises(ClaimError, match="needs the id of the claim in parentheses, above check"):
        claim(check)


def test_domains_in_another_order_than_the_parameters_are_refused():
    with pytest.raises(ClaimError, match="'b' of forall meets the parameter 'a': write both in one order"):

        @claim("lem:x", says="a ≤ b", forall={"b": finite([0, 1]), "a": finite([2, 3])}, mutants={"more": {"k": 1}})
        def check(a, b, *, k=0):
            return a + k <= b

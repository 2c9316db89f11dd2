"""A claim is data on a function; its mutants are lies about the function's keyword parameters."""

import re
from functools import partial

import numpy as np
import pytest
from toys import claim_text, source, write_toy

from theorytest import Verdict, claim
from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError, sharpness

PRINTED = np.array([2.0, 4.0])
WORDS = {"kind": "inequality", "statement": "It is small.", "expected": "confirmed"}


def test_the_decorator_only_attaches_data():
    def check(evidence, *, bound=2.0):
        return (evidence, bound)

    decorated = claim("lem:x/upper", mutants={"half": {"bound": 1.0}}, **WORDS)(check)
    assert decorated is check
    assert decorated("e", bound=1) == ("e", 1)
    assert decorated.__claim__.label == "lem:x"
    assert decorated.__claim__.expected is Verdict.CONFIRMED


def test_sharpness_scales_numbers_arrays_and_functions():
    @claim("lem:x", sharpness={"number": [0.5], "array": [0.5], "function": [0.5]}, **WORDS)
    def check(evidence, *, number=4, array=PRINTED, function=lambda t: 2 * t):
        pass

    number, array, function = (mutant.lie for mutant in check.__claim__.mutants)
    assert number == {"number": 2.0}
    assert array["array"].tolist() == [1.0, 2.0]
    assert function["function"](3) == 3.0
    assert [mutant.name for mutant in check.__claim__.mutants] == ["number x 0.5", "array x 0.5", "function x 0.5"]


@pytest.mark.parametrize("factors", [[0.9, 0.5, 0.99], [1.1, 1.5, 1.01]])
def test_only_the_coarsest_shrinkage_must_be_refuted(factors):
    @claim("lem:x", sharpness={"bound": factors}, **WORDS)
    def check(evidence, *, bound=1.0):
        pass

    required = [mutant.factor for mutant in check.__claim__.mutants if mutant.required]
    assert required == [max(factors, key=lambda factor: abs(1 - factor))]


@pytest.mark.parametrize(
    ("refuted", "nearest"), [({0.5, 0.9}, 0.9), ({0.5}, 0.5), (set(), None), ({0.5, 0.9, 0.99}, 0.99)]
)
def test_sharpness_is_the_refuted_factor_nearest_to_one(refuted, nearest):
    @claim("lem:x", sharpness={"bound": [0.99, 0.5, 0.9]}, **WORDS)
    def check(evidence, *, bound=1.0):
        pass

    mutants = check.__claim__.mutants
    verdicts = {each.name: Verdict.REFUTED if each.factor in refuted else Verdict.CONFIRMED for each in mutants}
    assert sharpness(mutants, verdicts) == {"bound": nearest}


def test_sharpness_says_nothing_about_what_was_not_run():
    @claim("lem:x", sharpness={"bound": [0.5]}, **WORDS)
    def check(evidence, *, bound=1.0):
        pass

    assert sharpness(check.__claim__.mutants, {}) == {}


@pytest.mark.parametrize("what", ["statement", "formula", "why"])
def test_half_of_a_surrogate_pair_is_no_text(what):
    half = "a\udc80"
    sentence = f"'lem:x': the {what} must be text that UTF-8 can write, got {half!a}"
    with pytest.raises(ClaimError, match=re.escape(sentence)):
        claim("lem:x", **WORDS | {what: half})(print)


def test_a_check_is_a_function():
    with pytest.raises(ClaimError, match="lem:x: a check must be a function, got"):
        claim("lem:x", **WORDS)(partial(print))


def test_a_check_belongs_to_one_claim():
    with pytest.raises(ClaimError, match="b: the check check belongs to 'a' already"):

        @claim("b", kind="definition", statement="again", expected="exact")
        @claim("a", kind="definition", statement="once", expected="exact")
        def check(evidence):
            pass


def test_only_a_refuted_claim_weighs(tmp_path):
    heavy = claim_text("lem:mean", gravity="wrong constant")
    with pytest.raises(ClaimError, match="only what is registered as refuted has a gravity, got 'wrong constant'"):
        load_ledger(write_toy(tmp_path, one=source(heavy)))
    with pytest.raises(ClaimError, match="the gravity must be one of wrong statement, wrong constant"):
        load_ledger(write_toy(tmp_path / "other", one=source(claim_text("lem:mean", gravity="ugly"))))

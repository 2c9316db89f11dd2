"""A ledger that contradicts itself is refused at collection, with a sentence."""

import pytest
from toys import claim_text, source, write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError

MEAN = claim_text("lem:mean")

BROKEN = {
    "one id twice": (
        (MEAN, claim_text("lem:mean", says="Again.").replace("def check_", "def again_")),
        "two claims are called 'lem:mean' (checks check_lem_mean and again_lem_mean)",
    ),
    "unknown premise": (
        (claim_text("lem:mean", premises=["lem:other"]),),
        "lem:mean: the premise 'lem:other' is no claim of this ledger",
    ),
    "cycle": (
        (claim_text("lem:mean", premises=["thm:sum"]), claim_text("thm:sum", premises=["lem:mean"])),
        "the premises go round in a circle: lem:mean -> thm:sum -> lem:mean",
    ),
    "a claim on itself": (
        (claim_text("lem:mean", premises=["lem:mean"]),),
        "the premises go round in a circle: lem:mean -> lem:mean",
    ),
    "unknown label": (
        (claim_text("lem:unprinted"),),
        "lem:unprinted: the label 'lem:unprinted' is not in the paper's list",
    ),
    "unknown further label": (
        (claim_text("lem:mean", also=["eq:none"]),),
        "lem:mean: the label 'eq:none' is not in the paper's list",
    ),
    "wrong number": (
        (claim_text("lem:mean", number="Lemma 7"),),
        "lem:mean: the number 'Lemma 7' differs from the printed 'Lemma 2' of lem:mean",
    ),
    "no mutant": ((claim_text("lem:mean", mutants=None),), "lem:mean: no mutant is named"),
    "mutant of nothing": (
        (claim_text("lem:mean", mutants={"lie": {"left": 4}}),),
        "lem:mean: the mutant 'lie' names 'left', which is not an ingredient of the check (it has: right)",
    ),
    "empty mutant": ((claim_text("lem:mean", mutants={"lie": {}}),), "lem:mean: the mutant 'lie' changes nothing"),
    "mutant that is no lie": (
        (claim_text("lem:mean", mutants={"lie": {"right": 3}}),),
        "lem:mean: the mutant 'lie' changes nothing: its right is what the sentence says",
    ),
    "mutants of one name": (
        (claim_text("lem:mean", mutants={"four": {"right": 4}}, controls={"four": {"right": 5}}),),
        "lem:mean: two mutants have one name",
    ),
    "control of nothing": (
        (claim_text("lem:mean", controls={"truth": {"left": 4}}),),
        "lem:mean: the control 'truth' names 'left', which is not an ingredient of the check (it has: right)",
    ),
    "repair of an unknown claim": (
        (claim_text("lem:mean").replace("@claim('lem:mean'", "@repair('lem:mean', 'lem:gone'"),),
        "lem:mean: it repairs 'lem:gone', which is no other claim of this ledger",
    ),
    "repair of an ingredient that is not there": (
        (claim_text("lem:mean").replace("@claim('lem:mean'", "@repair('lem:mean', 'lem:gone', by={'left': 1}"),),
        "lem:mean: the repair replaces 'left', which is not an ingredient of check_lem_mean",
    ),
    "repair that is not called one": (
        (MEAN, claim_text("thm:sum", voice="repair")),
        "thm:sum: a repair is written with @repair(id, of), which names the claim that it repairs",
    ),
    "refuted and not repaired": (
        (claim_text("lem:mean", expected="refuted"),),
        "lem:mean: expected to be refuted, but no repair of it is expected to hold",
    ),
    "refuted with a refuted repair": (
        (
            claim_text("lem:mean", expected="refuted"),
            claim_text("lem:mean/2", expected="refuted").replace(
                "@claim('lem:mean/2'", "@repair('lem:mean/2', 'lem:mean'"
            ),
        ),
        "lem:mean: expected to be refuted, but no repair",
    ),
    "registered undecided": (
        (claim_text("lem:mean", expected="undecided"),),
        "lem:mean: a claim cannot be expected to be undecided",
    ),
    "not executable without reason": (
        (claim_text("lem:mean", expected="not executable"),),
        "lem:mean: not executable needs its reason in `why`",
    ),
    "negative weight": ((claim_text("lem:mean", weight=-1),), "lem:mean: the weight must be finite and at least 0"),
    "unknown kind": (
        (claim_text("lem:mean", kind="conjecture"),),
        "lem:mean: the kind must be one of statement, definition,",
    ),
    "unknown verdict": (
        (claim_text("lem:mean", expected="true"),),
        "lem:mean: the expected verdict must be one of proved, exact,",
    ),
    "unknown voice": (
        (claim_text("lem:mean", voice="handwritten"),),
        "lem:mean: the voice must be one of paper, repair, ours, got 'handwritten'",
    ),
    "instance without a domain": (
        (claim_text("lem:mean").replace("(*, right=3)", "(case, *, right=3)"),),
        "lem:mean: the check check_lem_mean takes 1 instance (case), but forall has 0 domains to try (none)",
    ),
    "ingredient without default": (
        (claim_text("lem:mean").replace("right=3", "right"),),
        "lem:mean: the parameter right of the check check_lem_mean must be an instance without a default, or",
    ),
}


@pytest.mark.parametrize(("claims", "sentence"), BROKEN.values(), ids=BROKEN)
def test_a_broken_rule_is_a_sentence(tmp_path, claims, sentence):
    checks = write_toy(tmp_path, one=source(*claims))
    with pytest.raises(ClaimError) as refused:
        load_ledger(checks)
    assert sentence in str(refused.value)


def test_every_problem_is_told_at_once(tmp_path):
    checks = write_toy(tmp_path, one=source(claim_text("lem:mean", premises=["gone"]), claim_text("lem:new")))
    with pytest.raises(ClaimError) as refused:
        load_ledger(checks)
    assert len(str(refused.value).splitlines()) == 2


@pytest.mark.parametrize("harmless", [{"kind": "definition"}, {"expected": "not executable", "why": "too long"}])
def test_definitions_and_what_cannot_run_need_no_mutant(tmp_path, harmless):
    ledger = load_ledger(write_toy(tmp_path, one=source(claim_text("lem:mean", mutants=None, **harmless))))
    assert [each.id for each in ledger.claims] == ["lem:mean"]

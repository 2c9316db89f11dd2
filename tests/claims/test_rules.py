"""A ledger that contradicts itself is refused at collection, with a sentence."""

import pytest
from toys import claim_text, source, write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError

MEAN = claim_text("lem:mean")

BROKEN = {
    "one id twice": (
        (MEAN, claim_text("lem:mean", statement="Again.").replace("def check_", "def again_")),
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
        "lem:mean: the mutant 'lie' names 'left', which is no keyword parameter of the check (it has: right)",
    ),
    "empty mutant": ((claim_text("lem:mean", mutants={"lie": {}}),), "lem:mean: the mutant 'lie' changes nothing"),
    "mutant that is no lie": (
        (claim_text("lem:mean", mutants={"lie": {"right": 3}}),),
        "lem:mean: the mutant 'lie' is no lie: its right is the printed one",
    ),
    "mutants of one name": (
        (claim_text("lem:mean", mutants={"right x 2": {"right": 4}}, sharpness={"right": [2]}),),
        "lem:mean: two mutants have one name",
    ),
    "sharpness of nothing": (
        (claim_text("lem:mean", sharpness={"left": [0.9]}),),
        "lem:mean: the sharpness names 'left', which is no keyword parameter",
    ),
    "sharpness without shrinkage": (
        (claim_text("lem:mean", sharpness={"right": [1.0]}),),
        "lem:mean: the sharpness of right needs factors other than 1, got [1.0]",
    ),
    "sharpness of a word": (
        (claim_text("lem:mean", sharpness={"right": [0.9]}).replace("right=3", "right='three'"),),
        "lem:mean: the sharpness of right needs a number or a function, got 'three'",
    ),
    "correction of nothing": (
        (claim_text("lem:mean", form="corrected"),),
        "lem:mean: a corrected form must name the claim that it corrects",
    ),
    "correction of an unknown claim": (
        (claim_text("lem:mean", form="corrected", corrects="lem:gone"),),
        "lem:mean: it corrects 'lem:gone', which is no other claim of this ledger",
    ),
    "correction that is printed": (
        (MEAN, claim_text("thm:sum", corrects="lem:mean")),
        "thm:sum: only a corrected form corrects another claim ('lem:mean')",
    ),
    "refuted and not corrected": (
        (claim_text("lem:mean", expected="refuted"),),
        "lem:mean: registered as refuted, but no corrected form of it is registered with support",
    ),
    "refuted with a refuted correction": (
        (
            claim_text("lem:mean", expected="refuted"),
            claim_text("lem:mean/2", expected="refuted", form="corrected", corrects="lem:mean"),
        ),
        "lem:mean: registered as refuted, but no corrected form",
    ),
    "registered undecided": (
        (claim_text("lem:mean", expected="undecided"),),
        "lem:mean: a claim cannot be registered as undecided",
    ),
    "not executable without reason": (
        (claim_text("lem:mean", expected="not executable"),),
        "lem:mean: not executable needs its reason in `why`",
    ),
    "negative weight": ((claim_text("lem:mean", weight=-1),), "lem:mean: the weight must be finite and at least 0"),
    "unknown kind": (
        (claim_text("lem:mean", kind="conjecture"),),
        "lem:mean: the kind must be one of definition, value,",
    ),
    "unknown verdict": (
        (claim_text("lem:mean", expected="true"),),
        "lem:mean: the expected verdict must be one of exact, confirmed,",
    ),
    "unknown form": (
        (claim_text("lem:mean", form="handwritten"),),
        "lem:mean: the form must be one of printed, corrected, got 'handwritten'",
    ),
    "check without evidence": (
        (claim_text("lem:mean").replace("(evidence, *, right=3)", "(*, right=3)"),),
        "lem:mean: the check check_lem_mean must take the evidence as its first parameter",
    ),
    "ingredient without default": (
        (claim_text("lem:mean").replace("right=3", "right"),),
        "lem:mean: the parameter right of the check check_lem_mean must be keyword-only with a default",
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

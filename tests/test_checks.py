"""The claims of this paper as a whole: one vocabulary, claims that know their error, and files that stand alone."""

import ast
import sys

import pytest
from toys import REPOSITORY

from theorytest.claims.ledger import load_ledger
from theorytest.claims.words import Voice
from theorytest.decisions.decision import Verdict

CHECKS = REPOSITORY / "checks"


@pytest.fixture(scope="module")
def ledger():
    return load_ledger(CHECKS)


def imported(file):
    """The modules of checks that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("checks."):
            yield node.module


def test_no_file_of_claims_imports_another_one(ledger):
    modules = {".".join(file.relative_to(CHECKS.parent).with_suffix("").parts) for file in ledger.files.values()}
    files = [file for file in CHECKS.rglob("*.py") if "witnesses" not in file.parts]
    assert {f"{file.name} imports {name}" for file in files for name in imported(file) if name in modules} == set()


def test_every_hypothesis_is_in_the_vocabulary(ledger):
    words = {id(value) for value in vars(sys.modules["checks.hypotheses"]).values()}
    assert [each.id for each in ledger.claims if any(id(given) not in words for given in each.given)] == []


def test_what_is_refuted_is_the_papers_and_knows_its_error(ledger):
    refuted = [each for each in ledger.claims if each.expected is Verdict.REFUTED]
    assert [each.id for each in refuted if each.gravity is None or not each.finding] == []
    assert [each.id for each in refuted if each.voice is not Voice.PAPER] == []


def test_every_refuted_claim_has_a_control(ledger):
    """A repair by the same check, or a variant that must hold: a check that refutes everything shows nothing."""
    repaired = {each.check for each in ledger.claims if each.repairs and ledger[each.repairs].check is each.check}
    refuted = [each for each in ledger.claims if each.expected is Verdict.REFUTED]
    bare = [each for each in refuted if each.check not in repaired and not any(m.must_hold for m in each.mutants)]
    assert [each.id for each in bare] == []


def test_every_repair_belongs_to_a_refuted_sentence(ledger):
    repairs = [each for each in ledger.claims if each.voice is Voice.REPAIR]
    assert [each.id for each in repairs if ledger[each.repairs].expected is not Verdict.REFUTED] == []


def test_whatever_is_said_for_all_is_never_called_exact(ledger):
    assert [
        each.id for each in ledger.claims if each.most is Verdict.CORROBORATED and each.expected is Verdict.EXACT
    ] == []

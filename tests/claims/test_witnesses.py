"""A script belongs to the claims that it names in brackets."""

from toys import write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.claims.witnesses import script_by_claim, scripts
from theorytest.runs.recording import described

SCRIPT = '"""Theorem 3 [thm:sum]: 28, not 24."""\nprint(sum(range(8)), 7 * 7 // 2)\n'


def test_a_script_travels_with_the_claim_that_it_names(tmp_path):
    checks = write_toy(tmp_path)
    (checks / "witnesses").mkdir()
    (checks / "witnesses" / "sum.py").write_text(SCRIPT, encoding="utf-8")
    (checks / "witnesses" / "twice.py").write_text("[thm:sum], [lem:mean]", encoding="utf-8")
    found = script_by_claim(scripts(checks))
    assert found["thm:sum"] == SCRIPT  # the first that names it
    assert "thm:sum/corrected" not in found


def test_without_scripts_there_are_none(tmp_path):
    ledger = load_ledger(write_toy(tmp_path))
    assert {claim.script for claim in described(ledger).claims} == {None}


def test_a_script_is_not_imported_with_the_checks(tmp_path):
    checks = write_toy(tmp_path)
    (checks / "witnesses").mkdir()
    (checks / "witnesses" / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    assert "thm:sum" in {claim.id for claim in load_ledger(checks).claims}

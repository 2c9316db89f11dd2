"""The report as a ledger and as data, and the committed ledger against the claims."""

import json
from dataclasses import replace

import pytest
from changed_records import with_claims
from fontTools.ttLib import TTFont
from toys import REPOSITORY

from theorytest.claims.ledger import load_ledger
from theorytest.cli import main
from theorytest.decisions.decision import Verdict
from theorytest.report.formats import write_report
from theorytest.report.formulas import is_wide, mathml, signs
from theorytest.report.markdown import ledger_text
from theorytest.report.site import Site
from theorytest.runs.recording import described

FONT = REPOSITORY / "theorytest" / "report" / "fonts" / "mathematics.woff"
COMMITTED = REPOSITORY / "reports" / "LEDGER.md"


@pytest.fixture(scope="module")
def ledger():
    """The claims of the paper that this repository is about."""
    return described(load_ledger(REPOSITORY / "checks"))


def test_a_run_that_finds_what_is_expected_gives_the_expected_ledger(record, toy):
    text = ledger_text(record.ledger, record.verdicts)
    before = ledger_text(described(load_ledger(toy / "checks")))
    said = "What is confirmed is so to a resolution that each run states: `theorytest report --format md` names it.\n\n"
    assert text.replace("confirmed, resolution 0.05", "confirmed") == before.replace(said, "")
    assert (text.count("resolution 0.05"), before.count(said)) == (1, 1)
    refuted = "| ✕ refuted (wrong statement) | Theorem 3 | `thm:sum` | paper | "
    assert f"{refuted}The numbers up to n sum to n squared over two. |" in text
    assert "| repair | The numbers up to n sum to n (n + 1) / 2. | n: whole numbers | n is positive |" in text
    assert text.startswith("# Sums & means\n\nA. Author, B. Author.\n")


def test_a_surprise_and_a_part_of_the_claims_show_in_the_ledger(record):
    text = ledger_text(record.ledger, [replace(record.verdicts[0], verdict=Verdict.UNDECIDED)])
    assert "| ? undecided, expected exact | Definition 1 |" in text
    assert "\n1 of 7 claims, " in text


def test_words_mean_nothing_to_markdown(record):
    hostile = with_claims(record, says="a_b | <i> *c* [d](e)")
    assert r"a\_b \| &lt;i&gt; \*c\* \[d](e)" in ledger_text(hostile.ledger)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ([], ["index.html", "pages"]),
        (["--single-file"], ["index.html"]),
        (["--format", "md"], ["LEDGER.md"]),
        (["--format", "json"], ["report.json"]),
    ],
)
def test_every_format_writes_its_files_and_names_the_one_to_open(toy, tmp_path, capsys, words, names):
    assert main(["report", "--record", str(toy / "record.json"), "--output", str(tmp_path), *words]) == 0
    assert capsys.readouterr().out == f"{tmp_path / names[0]}\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == names


def test_the_data_say_what_the_page_says(record, tmp_path):
    found = json.loads(write_report(Site(record), tmp_path, "json").read_text(encoding="utf-8"))
    assert found["counts"] == {"exact": 3, "corroborated": 1, "confirmed": 1, "not executable": 1, "refuted": 1}
    assert found["tables"][0]["rows"]["numbers"]["sum"]["verdict"] == "refuted"
    assert found["findings"][0]["repaired"] == ["thm:sum/corrected"]
    assert found["assumptions"] == [{"Theorem 3": {"condition Definition 1": "needed"}}]
    assert found["rests_on"]["Theorem 3"] == ["Lemma 2"]


def test_the_committed_ledger_is_that_of_the_claims(ledger):
    assert COMMITTED.read_text(encoding="utf-8") == ledger_text(ledger), "run `make ledger` and commit the result"


def test_every_formula_is_mathematics_and_the_font_has_its_signs(ledger):
    known = set(TTFont(FONT).getBestCmap())
    formulas = [claim.formula for claim in ledger.claims if claim.formula]
    assert [formula for formula in formulas if not mathml(formula).startswith("<math")] == []
    missing = {sign for formula in formulas for sign in signs(formula) if ord(sign) not in known}
    assert missing <= {"\ufe00"}  # chooses between two shapes and has none of its own


def test_a_long_formula_can_be_reached_by_keyboard():
    assert not is_wide("a = b")
    assert is_wide(" + ".join("abcdefghijklmnopqrst"))


def test_a_page_of_all_claims_keeps_its_size(ledger, record, tmp_path):
    """The frame, the formulas and the cross references; evidence is added by a run, at most as much again."""
    empty = replace(record.verdicts[0], evidence=(), mutants=(), plots=(), rests_on_refuted=())
    verdicts = tuple(replace(empty, id=claim.id, verdict=claim.expected) for claim in ledger.claims)
    whole = replace(record, ledger=ledger, verdicts=verdicts, curves={})
    assert write_report(Site(whole), tmp_path, "page").stat().st_size < 2.5e6

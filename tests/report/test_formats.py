"""The report as a ledger and as data, and the committed ledger against the claims."""

import json
from dataclasses import replace

import pytest
from fontTools.ttLib import TTFont
from toys import REPOSITORY

from theorytest.claims.ledger import load_ledger
from theorytest.cli import main
from theorytest.report.formats import write_report
from theorytest.report.formulas import is_wide, mathml, signs
from theorytest.report.markdown import ledger_text
from theorytest.runs.recording import described

FONT = REPOSITORY / "theorytest" / "report" / "fonts" / "mathematics.woff"
COMMITTED = REPOSITORY / "reports" / "LEDGER.md"


@pytest.fixture(scope="module")
def ledger():
    """The claims of the paper that this repository is about."""
    return described(load_ledger(REPOSITORY / "checks"))


def test_a_run_that_finds_what_is_registered_gives_the_registered_ledger(record, toy):
    text = ledger_text(record.data["ledger"], record.data["verdicts"])
    assert text == ledger_text(described(load_ledger(toy / "checks")))
    assert "| ✕ refuted | Theorem 3 | `thm:sum` | The numbers up to n sum to n squared over two. | 1 |" in text
    assert text.startswith("# Sums & means\n\nA. Author, B. Author.\n")


def test_a_surprise_and_a_part_of_the_claims_show_in_the_ledger(record):
    verdicts = [entry | {"verdict": "undecided"} for entry in record.data["verdicts"][:1]]
    text = ledger_text(record.data["ledger"], verdicts)
    assert "| ? undecided, registered exact | Definition 1 |" in text
    assert "\n1 of 7 claims, " in text


def test_words_mean_nothing_to_markdown(record):
    claims = [claim | {"statement": "a_b | <i> *c* [d](e)"} for claim in record.data["ledger"]["claims"]]
    assert r"a\_b \| &lt;i&gt; \*c\* \[d](e)" in ledger_text(record.data["ledger"] | {"claims": claims})


@pytest.mark.parametrize(("form", "name"), [("html", "index.html"), ("md", "LEDGER.md"), ("json", "report.json")])
def test_every_format_is_one_file_that_the_command_names(toy, tmp_path, capsys, form, name):
    words = ["report", "--record", str(toy / "record.json"), "--output", str(tmp_path), "--format", form]
    assert main(words) == 0
    assert capsys.readouterr().out == f"{tmp_path / name}\n"
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_the_data_say_what_the_page_says(record, tmp_path):
    found = json.loads(write_report(record, tmp_path, "json").read_text(encoding="utf-8"))
    assert found["counts"] == {"exact": 4, "confirmed": 1, "refuted": 1, "not executable": 1}
    assert found["tables"][0]["rows"]["numbers"]["sum"]["verdict"] == "refuted"
    assert found["findings"][0]["corrected"] == ["thm:sum/corrected"]
    assert found["assumptions"] == [{"Theorem 3": {"condition Definition 1": "needed"}}]
    assert found["rests_on"]["Theorem 3"] == ["Lemma 2"]


def test_the_committed_ledger_is_that_of_the_claims(ledger):
    assert COMMITTED.read_text(encoding="utf-8") == ledger_text(ledger), "run `make ledger` and commit the result"


def test_every_formula_is_mathematics_and_the_font_has_its_signs(ledger):
    known = set(TTFont(FONT).getBestCmap())
    formulas = [claim["formula"] for claim in ledger["claims"] if claim["formula"]]
    assert [formula for formula in formulas if not mathml(formula).startswith("<math")] == []
    missing = {sign for formula in formulas for sign in signs(formula) if ord(sign) not in known}
    assert missing <= {"\ufe00"}  # chooses between two shapes and has none of its own


def test_a_long_formula_can_be_reached_by_keyboard():
    assert not is_wide("a = b")
    assert is_wide(" + ".join("abcdefghijklmnopqrst"))


def test_a_page_of_all_claims_keeps_its_size(ledger, record, tmp_path):
    """The frame, the formulas and the cross references; evidence is added by a run, at most as much again."""
    empty = record.data["verdicts"][0] | {"evidence": [], "mutants": [], "plots": [], "rests_on_refuted": []}
    verdicts = [empty | {"id": claim["id"], "verdict": claim["expected"]} for claim in ledger["claims"]]
    whole = replace(record, data=record.data | {"ledger": ledger, "verdicts": verdicts}, curves={})
    assert write_report(whole, tmp_path).stat().st_size < 2.5e6

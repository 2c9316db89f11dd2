"""The referee report says what the record holds: findings with what is true instead, and what was left out."""

import copy
import re

import pytest

from theorytest.cli import main
from theorytest.report.page import render
from theorytest.report.referee import referee_text
from theorytest.verdicts.records import Record


@pytest.fixture
def text(record):
    return referee_text(record)


def test_a_finding_stands_with_its_counterexample_and_what_is_true_instead(text):
    part = text.split("## Not weighed (1)")[1].split("\n## ")[0]
    assert "### Theorem 3 (`thm:sum`" in part
    assert "It fails: " in part
    assert "True instead (exact): The numbers up to n sum to n (n + 1) / 2." in part


def test_the_summary_counts_what_the_record_holds(record, text):
    entries = record.data["verdicts"]
    assert f"- {len(entries)} claims were run: " in text
    assert f"- {sum(entry['verdict'] == 'refuted' for entry in entries)} sentences fail as printed" in text
    lies = record.data["run"]["mutation"]
    assert f"- {lies['refuted']} of {lies['total']} lies" in text
    shown = text.split("## Summary")[1].split("\n## ")[0]
    assert 5 <= len(re.findall(r"^- ", shown, flags=re.MULTILINE)) <= 13


def test_what_was_left_out_is_named_with_its_reason(text):
    left_out = text.split("## What was not checked, and why")[1]
    assert "`rem:far`" in left_out


def weighed(record, gravity):
    claims = [
        claim | {"gravity": gravity if claim["id"] == "thm:sum" else None} for claim in record.data["ledger"]["claims"]
    ]
    return Record(record.data | {"ledger": record.data["ledger"] | {"claims": claims}}, record.curves)


@pytest.mark.parametrize(
    ("gravity", "heading"),
    [
        ("wrong statement", "## Wrong statements (1)"),
        ("wrong constant", "## Wrong constants (1)"),
        ("gap in a proof", "## Gaps in proofs (1)"),
        ("harmless slip", "## Harmless slips (1)"),
    ],
)
def test_findings_stand_under_their_weight(record, gravity, heading):
    assert heading in referee_text(weighed(record, gravity))


def sharp(record, text):
    claims = [
        claim | {"tight": text if claim["id"] == "lem:mean" else None} for claim in record.data["ledger"]["claims"]
    ]
    return Record(record.data | {"ledger": record.data["ledger"] | {"claims": claims}}, record.curves)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("attained", "Of 1 bounds that hold: attained 1."),
        ("approached for large n", "Of 1 bounds that hold: approached in a limit 1."),
        ("loose by 2 for all n", "Of 1 bounds that hold: loose 1."),
        ("no word: there is no constant", "Of 1 bounds that hold: without a constant that could be sharp 1."),
        (None, "Of 1 bounds that hold: not searched 1."),
    ],
)
def test_bounds_are_counted_by_their_sharpness_and_loose_ones_are_named(record, text, sentence):
    report, page = referee_text(sharp(record, text)), render(sharp(record, text))
    assert sentence in report.split("## What was checked, and how well")[1]
    assert sentence in page
    line = "Lemma 2 (`lem:mean`) is loose by 2 for all n."
    assert (line in report) is (text is not None and text.startswith("loose"))
    assert ("Sharpness: " in page) is (text is not None)


def test_a_paper_without_findings_says_so(record):
    fine = [entry for entry in record.data["verdicts"] if entry["verdict"] != "refuted"]
    assert "- No sentence fails as printed." in referee_text(Record(record.data | {"verdicts": fine}, record.curves))


def test_the_command_prints_and_keeps_the_same_text(toy, tmp_path, capsys):
    words = ["referee", "--record", str(toy / "record.json"), "--output", str(tmp_path / "new")]
    assert main(words) == 0
    said = capsys.readouterr()
    assert said.out == (tmp_path / "new" / "referee.md").read_text(encoding="utf-8")
    assert said.err.strip().endswith("referee.md")
    assert main(words) == 0
    assert capsys.readouterr().out == said.out


def test_a_summary_without_findings_or_lies_counts_none_and_says_when_claims_were_left_out(record):
    data = copy.deepcopy(dict(record.data))
    data["verdicts"] = [entry for entry in data["verdicts"] if entry["verdict"] == "exact"]
    data["run"]["mutation"] = {"refuted": 0, "total": 0}
    shown = referee_text(Record(data, record.curves)).split("## Summary")[1].split("\n## ")[0]
    assert "No sentence fails as printed." in shown
    assert f"This is not the whole paper: {len(data['ledger']['claims'])} claims are registered." in shown
    assert "No lies were told" in shown
    assert "corrected form that holds" not in shown
    assert "rest on them" not in shown

"""The referee report says what the record holds: findings with what is true instead, and what was left out."""

import copy
import re

import pytest

from theorytest.cli import main
from theorytest.report.book import Book
from theorytest.report.page import render
from theorytest.report.referee import referee_text
from theorytest.runs.records import Record


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


@pytest.mark.parametrize(
    ("number", "kind", "place"),
    [
        ("2", "footnote", "Footnote 2"),
        ("K.1", "section", "Appendix K.1"),
        ("Section 3", "section", "Section 3"),
        ("Lemma 2", "lemma", "Lemma 2"),
    ],
)
def test_a_number_alone_gets_its_word(record, number, kind, place):
    assert Book(record).place({"number": number, "kind": kind, "section": "4.1", "label": "x"}) == place


def changed(record, id, **fields):  # noqa: A002 (the word of the record)
    entries = [entry | (fields if entry["id"] == id else {}) for entry in record.data["verdicts"]]
    return Record(record.data | {"verdicts": entries}, record.curves)


def test_results_are_counted(record, text):
    sentence = "of 2 theorems, propositions, corollaries and lemmas hold as printed, and {} more up to slips"
    assert f"- 1 {sentence.format(0)}" in text
    assert f"- 1 {sentence.format(1)}" in referee_text(weighed(record, "harmless slip"))
    assert f"- 2 {sentence.format(0)}" in referee_text(changed(record, "thm:sum", verdict="exact"))


@pytest.mark.parametrize(
    ("bookkeeping", "told"),
    [
        ("1 at entry (0, 3) against the claimed 2 (no slack, worst of 4 entries)", "1 against the claimed 2"),
        ("1 against the claimed 2 (to 12 digits, slack 2e-12 = 1e-12 of 2)", "1 against the claimed 2"),
        ("1 against the claimed 2 (to 1 digits, slack 0.1)", "1 against the claimed 2 (to 1 digits, slack 0.1)"),
        ("1 in [0, 1.5] against the claimed 2 (9 draws)", "1 in [0, 1.5] against the claimed 2 (9 draws)"),
    ],
)
def test_a_finding_is_told_without_bookkeeping(record, bookkeeping, told):
    assert f"It fails: {told}\n" in referee_text(changed(record, "thm:sum", sentence=f"refuted: {bookkeeping}"))


def test_results_come_before_definitions_although_more_rests_on_those(record):
    both = changed(record, "def:mean", verdict="refuted")
    order = re.findall(r"^### (.*) \(", referee_text(both), re.MULTILINE)
    assert order == ["Theorem 3", "Definition 1"]


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

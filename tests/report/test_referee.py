"""The referee report says what the record holds: findings with what is true instead, and what was left out."""

import re
from dataclasses import replace

import pytest
from changed_records import with_claims, with_verdict, without

from theorytest.claims.paper import Item
from theorytest.claims.words import Gravity
from theorytest.cli import main
from theorytest.decisions.decision import Verdict
from theorytest.report.book import Book
from theorytest.report.page import render
from theorytest.report.referee import referee_text
from theorytest.report.tight import tight_sentence
from theorytest.runs.record import Mutation


@pytest.fixture
def text(record):
    return referee_text(record)


def test_a_finding_stands_with_its_counterexample_and_what_is_true_instead(text):
    part = text.split("## Wrong statements (1)")[1].split("\n## ")[0]
    assert "### Theorem 3 (`thm:sum`" in part
    assert "It fails: " in part
    assert "(witness: " in part
    assert "The numbers up to n sum to n (n + 1) / 2. (Given: n is positive.)" in part
    assert "Repair (corroborated; for all n (whole numbers): 9 named instances" in part


def test_the_summary_counts_what_the_record_holds(record, text):
    entries = record.verdicts
    assert f"- {len(entries)} claims were run: " in text
    assert f"- {sum(each.verdict is Verdict.REFUTED for each in entries)} sentence fails as printed" in text
    found = record.run.mutation
    assert f"- {found.refuted} of {found.total} deliberate errors (mutants)" in text
    assert "- Of 6 sentences of the paper: 3 settled, 1 supported, 1 refuted, 1 open." in text
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
    assert Book(record).place(Item("x", number, kind, "", "4.1")) == place


def test_results_are_counted(record, text):
    sentence = "of the 2 theorems and lemmas as printed"
    assert f"known to 1 {sentence}" in text
    assert f"known to 2 {sentence}" in referee_text(with_verdict(record, "thm:sum", verdict=Verdict.EXACT))


def test_results_come_before_definitions_although_more_rests_on_those(record):
    both = with_verdict(weighed(record, None), "def:mean", verdict=Verdict.REFUTED)
    order = re.findall(r"^### (.*) \(", referee_text(both), re.MULTILINE)
    assert order == ["Theorem 3", "Definition 1"]


def weighed(record, gravity):
    return with_claims(record, "thm:sum", gravity=None if gravity is None else Gravity(gravity))


@pytest.mark.parametrize(
    ("gravity", "heading"),
    [
        ("wrong statement", "## Wrong statements (1)"),
        ("wrong constant", "## Wrong constants (1)"),
        ("gap in a proof", "## Gaps in proofs (1)"),
        ("missing hypothesis", "## Missing hypotheses (1)"),
        ("misprint", "## Misprints (1)"),
        ("fails only when read literally", "## Fails only when read literally (1)"),
    ],
)
def test_findings_stand_under_their_weight(record, gravity, heading):
    assert heading in referee_text(weighed(record, gravity))


def sharp(record, text):
    return with_claims(record, "lem:mean", tight=text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("attained", "Of 1 bound that holds: attained 1."),
        ("approached for large n", "Of 1 bound that holds: approached in a limit 1."),
        ("loose by 2 for all n", "Of 1 bound that holds: loose 1."),
        ("no word: there is no constant", "Of 1 bound that holds: without a constant that could be sharp 1."),
    ],
)
def test_bounds_are_counted_by_their_sharpness_and_loose_ones_are_named(record, text, sentence):
    report, page = referee_text(sharp(record, text)), render(sharp(record, text))
    assert sentence in report.split("## What was checked, and how well")[1]
    assert sentence in page
    line = "Lemma 2 (`lem:mean`) is loose by 2 for all n."
    assert (line in report) is text.startswith("loose")
    assert "Sharpness: " in page


def test_a_bound_whose_sharpness_nobody_searched_is_counted_so(record, monkeypatch):
    monkeypatch.setattr("theorytest.report.tight.bounds", lambda book: book.entries[:1])
    assert tight_sentence(Book(record)) == "Of 1 bound that holds: sharpness not searched 1."


def test_a_paper_without_findings_says_so(record):
    assert "- No sentence fails as printed." in referee_text(without(record, "thm:sum"))


def test_the_command_prints_and_keeps_the_same_text(toy, tmp_path, capsys):
    words = ["referee", "--record", str(toy / "record.json"), "--output", str(tmp_path / "new")]
    assert main(words) == 0
    said = capsys.readouterr()
    assert said.out == (tmp_path / "new" / "referee.md").read_text(encoding="utf-8")
    assert said.err.strip().endswith("referee.md")
    assert main(words) == 0
    assert capsys.readouterr().out == said.out


def test_a_summary_without_findings_or_lies_counts_none_and_says_when_claims_were_left_out(record):
    exact = tuple(each for each in record.verdicts if each.verdict is Verdict.EXACT)
    quiet = replace(record, verdicts=exact, run=replace(record.run, mutation=Mutation(0, 0, 0, ())))
    shown = referee_text(quiet).split("## Summary")[1].split("\n## ")[0]
    assert "No sentence fails as printed." in shown
    assert f"This is not the whole paper: {len(record.ledger.claims)} claims are registered." in shown
    assert "The checks were not tested by deliberate errors" in shown
    assert "a repair is given" not in shown
    assert "use them" not in shown


def test_a_broken_check_is_called_broken_and_not_undecided(record):
    why = "the check broke: ValueError: no"
    broken = with_verdict(
        record, "lem:mean", verdict=Verdict.UNDECIDED, broken="ValueError: no", sentence=f"undecided: {why}"
    )
    text = referee_text(broken)
    assert "1 broken" in text
    assert " 1 undecided" not in text
    assert why in text.split("## What was not checked, and why")[1]

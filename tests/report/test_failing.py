"""Where a sentence fails, a reader finds its counterexample and its repair, and reads whose instance is whose."""

import re
from dataclasses import replace

from changed_records import with_claims, with_paper, with_verdict, without

from theorytest.claims.paper import Row, Table
from theorytest.claims.words import Gravity, Voice
from theorytest.decisions.decision import Verdict
from theorytest.report.attacked import reach_told
from theorytest.report.book import Book
from theorytest.report.comparisons import Comparison, closeness, tightest
from theorytest.report.findings import changing, errors, failing_at, findings, not_printed
from theorytest.report.grids import grids
from theorytest.report.reaches import generality
from theorytest.report.referee import referee_text
from theorytest.report.site import Site
from theorytest.runs.record import NAMELESS

SCRIPT = '''"""The place.

Seven numbers sum to 28.
"""
assert sum(range(8)) == 28
'''


def pages(record):
    return {name: text.decode() for name, text in Site(record).files() if name.endswith(".html")}


def test_every_page_of_a_refuted_sentence_shows_counterexample_script_and_repair(record):
    told = pages(with_claims(record, "thm:sum", script=SCRIPT))
    (section,) = [text for name, text in told.items() if 'id="claim-thm:sum"' in text]
    for text in (section, told["pages/result-theorem-3.html"], told["pages/findings.html"], told["index.html"]):
        assert "Seven numbers sum to 28." in text
        assert "assert sum(range(8)) == 28" in text
        assert re.search(r"refutes the sentence on another instance: .*28.*\(at “n = 7”\)", text)
        assert "The numbers up to n sum to n (n + 1) / 2." in text


def test_a_repair_of_another_sentence_says_whose_it_is(record):
    same = with_claims(record, "lem:mean", finding="half-square", gravity=Gravity.CONSTANT)
    told = pages(with_verdict(same, "lem:mean", verdict=Verdict.REFUTED))
    assert "Repair of Theorem 3, where the same error is:" in told["pages/result-lemma-2.html"]
    assert "Repair of" not in told["pages/result-theorem-3.html"]
    assert "”; the repair of that sentence alone is corroborated." in told["pages/result-theorem-3.html"]
    assert not any("The repair is" in text for text in told.values())
    assert "the repair of that" not in told["pages/result-lemma-2.html"]


def test_of_two_results_that_change_the_one_that_touches_more_comes_first(record):
    both = with_verdict(with_claims(record, "lem:mean", gravity=Gravity.CONSTANT), "lem:mean", verdict=Verdict.REFUTED)
    first, second = changing(findings(Book(both)))
    assert [each.lead.of_result for each in (first, second)] == ["Lemma 2", "Theorem 3"]
    assert len(first.lead.resting) > len(second.lead.resting)


def test_without_a_script_the_counterexample_is_that_of_the_check(record):
    text = pages(record)["pages/findings.html"]
    assert "<b>Counterexample</b>, found by the check: " in text
    assert "of its own" not in text
    assert "run alone" not in pages(record)["pages/run.html"]


def test_an_instance_without_a_name_is_not_named(record):
    nameless = with_verdict(record, "thm:sum", witness={"decision": NAMELESS})
    assert failing_at(Book(nameless).by_id["thm:sum"]) == ""
    assert failing_at(Book(record).by_id["thm:sum"]) == "n = 7"


def test_a_claim_of_ours_that_fails_is_no_error_of_the_paper(record):
    ours = with_claims(record, "thm:sum", voice=Voice.OURS)
    assert (findings(Book(ours)), len(not_printed(Book(ours)))) == ([], 1)
    told = pages(ours)
    assert "No sentence fails as printed." in told["index.html"]
    assert "is no error of the paper" in told["pages/findings.html"]
    assert "## Refuted, and not the paper's (1)" in referee_text(ours)
    assert "sentences fail as printed" not in referee_text(ours)


def test_what_changes_a_result_is_listed_first_and_slips_are_not(record):
    (error,) = changing(findings(Book(record)))
    assert error.lead.entry.id == errors(findings(Book(record)))[0].lead.entry.id == "thm:sum"
    assert 'href="#finding-thm:sum"' in pages(record)["pages/findings.html"]
    assert changing(findings(Book(with_claims(record, "thm:sum", gravity=Gravity.MISPRINT)))) == []


def test_a_table_is_worth_its_worst_cell_and_its_caption(record):
    table = Table("Table 9", "", ("mean",), (Row("all", ("lem:mean",), ("",)),))
    items = tuple(replace(e, number="Table 9") if e.label == "def:mean" else e for e in record.ledger.paper.items)
    captioned = with_paper(record, tables=(table,), items=items)
    assert grids(Book(captioned))[0].verdict is Verdict.CONFIRMED
    refuted = with_verdict(captioned, "def:mean", verdict=Verdict.REFUTED)
    (grid,) = grids(Book(refuted))
    assert (grid.verdict, [entry.id for entry in grid.caption]) == (Verdict.REFUTED, ["def:mean"])
    assert re.search(r"As a whole: .*refuted", pages(refuted)["pages/table-9.html"])


def test_what_was_not_verified_in_full_generality_is_counted(record):
    own = [e for e in Book(record).entries if e.printed and e.verdict.holds]
    settled = sum(e.verdict in (Verdict.PROVED, Verdict.EXACT) for e in own)
    assert generality(Book(record)).startswith(
        f"Of {len(own)} sentences of the paper that pass their checks, {settled} "
    )
    assert generality(Book(without(record, *(e.id for e in own)))) == ""
    assert "Nothing was left out." not in referee_text(record)


def test_a_search_is_told_in_plain_words(record):
    reach = next(each for entry in Book(record).entries for each in entry.result.scope)
    for coverage, words in (
        ("2 named instances, not attacked", "nothing else was searched"),
        ("x, attacked", "a search"),
    ):
        assert reach_told(replace(reach, coverage=coverage)).endswith(words)
    assert reach_told(replace(reach, coverage="up to 2,000")).endswith("up to 2,000")


def test_an_equality_of_rounding_errors_is_not_told_as_a_ratio():
    tiny = Comparison("bias", "=", 1e-15, 4e-15, 4e-15, 4e-15, Verdict.CORROBORATED, sampled=False)
    assert closeness(tiny) == "equal up to rounding"
    bound = replace(tiny, relation="≤", claimed=2.0, estimate=3.0, verdict=Verdict.REFUTED)
    assert tightest([tiny, bound]) is bound
    assert closeness(replace(tiny, verdict=Verdict.REFUTED)).endswith("times what it is compared with")


def test_how_a_hypothesis_was_read_stands_with_the_sentence(record):
    told = pages(with_claims(record, "thm:sum", reading="a number is a whole number"))
    short = told["pages/result-theorem-3.html"].split("<h2>In short</h2>")[1].split("</table>")[0]
    assert "Read as: a number is a whole number" in short

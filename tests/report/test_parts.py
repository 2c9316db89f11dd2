"""The parts of the page, read from a toy record: tables, findings, assumptions, dependencies, what comes first."""

from dataclasses import replace

import pytest

from theorytest.decisions.decision import Verdict
from theorytest.report.book import Book, anchor, section_name
from theorytest.report.evidence import MOST, said, spelled_out
from theorytest.report.findings import findings, numbers
from theorytest.report.graph import graph
from theorytest.report.grids import grids
from theorytest.report.matrix import Need, matrices
from theorytest.report.overview import counts, first_looks


def changed(record, id, **changes):  # noqa: A002 - the word that the ledger uses
    """The record with some words of one verdict replaced."""
    verdicts = [entry | changes if entry["id"] == id else entry for entry in record.data["verdicts"]]
    return Book(replace(record, data=record.data | {"verdicts": verdicts}))


def test_counts_say_every_verdict_once(record):
    assert counts(Book(record)) == [
        ("exact", "■", 4),
        ("confirmed", "●", 1),
        ("refuted", "✕", 1),
        ("not executable", "–", 1),
    ]


def test_a_refuted_theorem_comes_first_and_says_what_rests_on_it(record):
    (look,) = first_looks(Book(record))
    assert look.entry.id == "thm:sum"
    assert look.why == "It fails as printed."


def test_a_surprise_comes_before_everything(record):
    looks = first_looks(changed(record, "lem:mean", as_registered=False, verdict="undecided"))
    assert [look.entry.id for look in looks] == ["lem:mean", "thm:sum"]
    assert looks[0].why == "This run found undecided, but the claim is registered as confirmed."


def test_what_rests_on_a_claim_is_transitive(record):
    book = Book(record)
    assert [entry.id for entry in book.resting_on(["def:mean"])] == ["lem:mean", "thm:sum", "thm:sum/corrected"]
    assert book.resting_on(["rem:far"]) == []


def test_a_table_has_its_cells_with_verdicts_and_corrections(record):
    (grid,) = grids(Book(record))
    mean, total = grid.cells
    assert mean.entry.verdict is Verdict.CONFIRMED
    assert mean.sampled == "0.501 ± 0.011 against 0.5 (first)"
    assert total.entry.id == "thm:sum"
    assert (mean.printed, total.printed) == ("1/2", total.entry.claim["formula"])
    assert [entry.id for entry in total.corrections] == ["thm:sum/corrected"]


def test_a_cell_that_no_claim_just_is_goes_by_the_weakest_of_those_about_it(record):
    claims = [claim | {"also": ["fig:one"]} for claim in record.data["ledger"]["claims"] if claim["id"] != "fig:one"]
    rows = [{"name": "all", "cells": ["fig:one"], "printed": [""]}]
    table = {"number": "Table 2", "title": "", "columns": ["all"], "rows": rows}
    paper = record.data["ledger"]["paper"] | {"tables": [table]}
    verdicts = [entry for entry in record.data["verdicts"] if entry["id"] != "fig:one"]
    ledger = record.data["ledger"] | {"claims": claims, "paper": paper}
    book = Book(replace(record, data=record.data | {"ledger": ledger, "verdicts": verdicts}))
    assert grids(book)[0].cells[0].entry.id == "thm:sum"
    assert grids(book)[0].cells[0].notes[0] == ("plot-lem:mean/pictures/ensemble", "It has a rate.")
    assert book.verdict_of("fig:one") is Verdict.REFUTED


def test_a_cell_that_was_not_run_is_empty(record):
    verdicts = [entry for entry in record.data["verdicts"] if not entry["id"].startswith("lem:mean")]
    (grid,) = grids(Book(replace(record, data=record.data | {"verdicts": verdicts})))
    assert grid.cells[0].entry is None


def test_a_finding_has_its_witness_its_correction_and_what_it_touches(record):
    (finding,) = findings(Book(record))
    assert finding.witness == [("decision", "n = 7"), ("printed", "24"), ("value", "28")]
    assert [entry.id for entry in finding.corrections] == ["thm:sum/corrected"]


def test_a_long_witness_is_cut():
    ((_, shown),) = numbers({"x": list(range(1000))})
    assert shown.endswith(" ...")
    assert len(shown) < 500
    assert numbers({"x": 0.1 + 0.2}) == [("x", "0.3")]
    assert numbers({"value": 16.0, "entry": []}) == [("value", "16")]


def test_an_assumption_is_needed_when_its_witness_came_out_so(record):
    (matrix,) = matrices(Book(record))
    ((cell,),) = [line.cells for line in matrix.lines]
    assert (cell.need, cell.witness.id, cell.how) == (Need.NEEDED, "lem:mean", "square root")
    survived = [mutant | {"refuted": False} for mutant in Book(record).by_id["lem:mean"].result["mutants"]]
    for book in (changed(record, "lem:mean", mutants=survived), changed(record, "lem:mean", as_registered=False)):
        ((cell,),) = [line.cells for line in matrices(book)[0].lines]
        assert cell.need is Need.LISTED


def test_an_assumption_may_be_used_or_needed_without_being_listed(record):
    items = [item | {"assumes": ["rem:far"]} if item["assumes"] else item for item in record.data["ledger"]["items"]]
    items = [item | {"assumes": ["def:mean", "rem:far"]} if item["label"] == "fig:one" else item for item in items]
    for needed, need in ((record.data["ledger"]["paper"]["needed"], Need.NEEDED_UNLISTED), ([], Need.USED)):
        paper = record.data["ledger"]["paper"] | {"needed": needed}
        ledger = record.data["ledger"] | {"items": items, "paper": paper}
        (matrix,) = matrices(Book(replace(record, data=record.data | {"ledger": ledger})))
        assert next(line for line in matrix.lines if line.name == "Theorem 3").cells[0].need is need


def test_the_graph_ties_statements_by_the_premises_of_their_claims(record):
    drawn = graph(Book(record))
    rests = {node.name: [below.name for below in lower] for node, lower in drawn.nodes}
    assert rests["Lemma 2"] == ["Definition 1"]
    assert rests["Theorem 3"] == ["Lemma 2"]
    words = {node.name: node.word for node, _ in drawn.nodes}
    assert words["Theorem 3"] == "refuted"
    assert drawn.svg.count("<a ") == len(drawn.nodes)


def test_few_decisions_are_spelled_out_and_those_that_decide_are_among_them(record):
    entry = Book(record).by_id["thm:sum/corrected"]
    assert len(entry.result["evidence"]) == 10
    assert len(spelled_out(entry)) == MOST
    refuted = [*entry.result["evidence"][:-1], entry.result["evidence"][-1] | {"verdict": "refuted"}]
    book = changed(record, entry.id, evidence=refuted)
    assert spelled_out(book.by_id[entry.id])[-1]["verdict"] == "refuted"


def test_a_sentence_loses_only_the_verdict_that_it_begins_with():
    assert said("exact: 3 against 3") == "3 against 3"
    assert said("a word: 3") == "a word: 3"


@pytest.mark.parametrize(("one", "other"), [("lem:a/b", "lem:a:b"), ("a b", "a_b"), ("a b", "a~20~b"), ("é", "e")])
def test_places_of_different_names_differ(one, other):
    assert anchor("claim", one) != anchor("claim", other)


def test_sections_and_appendices_have_names():
    assert [section_name(number) for number in ("3.2", "B", "")] == ["Section 3.2", "Appendix B", "Abstract"]

"""The parts of the page, read from a toy record: tables, findings, assumptions, dependencies, what comes first."""

from dataclasses import replace

import pytest
from changed_records import with_claims, with_paper, with_verdict, without

from theorytest.claims.paper import Row, Table
from theorytest.decisions.decision import Verdict
from theorytest.report.book import Book, anchor, section_name
from theorytest.report.evidence import MOST, said, spelled_out
from theorytest.report.findings import findings, numbers
from theorytest.report.graph import graph
from theorytest.report.grids import grids
from theorytest.report.matrix import Need, matrices
from theorytest.report.overview import counts, first_looks
from theorytest.report.results import numbered_results
from theorytest.report.standing import in_kinds, results_sentence


def test_counts_say_every_verdict_once(record):
    assert counts(Book(record)) == [
        ("exact", "■", 3),
        ("corroborated", "◆", 1),
        ("confirmed", "●", 1),
        ("not executable", "–", 1),
        ("refuted", "✕", 1),
    ]


def test_a_refuted_theorem_comes_first_and_says_what_rests_on_it(record):
    (look,) = first_looks(Book(record))
    assert look.entry.id == "thm:sum"
    assert look.why == "It fails as printed."


def test_a_surprise_comes_before_everything(record):
    looks = first_looks(Book(with_verdict(record, "lem:mean", as_expected=False, verdict=Verdict.UNDECIDED)))
    assert [look.entry.id for look in looks] == ["lem:mean", "thm:sum"]
    assert looks[0].why == "This run found undecided, but confirmed was expected."


def test_what_rests_on_a_claim_is_transitive(record):
    book = Book(record)
    assert [entry.id for entry in book.resting_on(["def:mean"])] == ["lem:mean", "thm:sum", "thm:sum/corrected"]
    assert book.resting_on(["rem:far"]) == []


def test_a_result_is_worth_the_worst_sentence_of_its_statement_and_of_its_proof(record):
    lemma, theorem = numbered_results(Book(record))
    assert (lemma.statement_verdict, lemma.proof_verdict) == (Verdict.CONFIRMED, None)
    assert (theorem.holds, theorem.proof_holds) == (False, True)
    assert results_sentence(Book(record)) == (
        "No counterexample is known to 1 of the 2 theorems and lemmas as printed. 1 needs a change (Theorem 3). "
        "No sentence of the proof of Lemma 2 was looked at."
    )


def test_results_are_named_by_their_kinds():
    names = ["Corollary 4.5", "Theorem 4.21", "Corollary A.2", "Lemma B.2", "Main lemma", "thm:x"]
    assert in_kinds(names) == "Corollaries 4.5 and A.2, Theorem 4.21, Lemma B.2, Main lemma, thm:x"


def test_a_sentence_in_the_lines_of_a_proof_belongs_to_its_result(record):
    places = {"lem:mean": {"lines": (10, 12), "proof": (13, 20)}, "thm:sum": {"line": 15}, "def:mean": {"line": 11}}
    items = tuple(replace(item, **places.get(item.label, {})) for item in record.ledger.paper.items)
    lemma, _ = numbered_results(Book(with_paper(record, items=items)))
    assert [entry.id for entry in lemma.statement] == ["def:mean", "lem:mean", "lem:mean/pictures"]
    assert (lemma.holds, lemma.proof_verdict) == (True, Verdict.REFUTED)


def test_a_table_has_its_cells_with_verdicts_and_corrections(record):
    (grid,) = grids(Book(record))
    mean, total = grid.cells
    assert mean.entry.verdict is Verdict.CONFIRMED
    assert mean.sampled == "0.501 ± 0.010 against 0.5 (first)"
    assert total.entry.id == "thm:sum"
    assert (mean.printed, total.printed) == ("1/2", total.entry.claim.formula)
    assert [entry.id for entry in total.repairs] == ["thm:sum/corrected"]


def test_a_cell_that_no_claim_just_is_goes_by_the_weakest_of_those_about_it(record):
    table = Table("Table 2", "", ("all",), (Row("all", ("fig:one",), ("",)),))
    book = Book(without(with_paper(with_claims(record, also=("fig:one",)), tables=(table,)), "fig:one"))
    assert grids(book)[0].cells[0].entry.id == "thm:sum"
    assert grids(book)[0].cells[0].notes[0] == ("plot-lem:mean/pictures/ensemble", "It has a rate.")
    assert book.verdict_of("fig:one") is Verdict.REFUTED


def test_a_cell_that_was_not_run_is_empty(record):
    (grid,) = grids(Book(without(record, "lem:mean", "lem:mean/pictures")))
    assert grid.cells[0].entry is None


def test_a_finding_has_its_witness_its_correction_and_what_it_touches(record):
    (finding,) = findings(Book(record))
    assert finding.witness == [("decision", "n = 7"), ("printed", "24"), ("value", "28")]
    assert [entry.id for entry in finding.repairs] == ["thm:sum/corrected"]


def test_a_long_witness_is_cut():
    ((_, shown),) = numbers({"x": list(range(1000))})
    assert shown.endswith(" ...")
    assert len(shown) < 500
    assert numbers({"x": 0.1 + 0.2}) == [("x", "0.3")]
    assert numbers({"value": 16.0, "entry": []}) == [("value", "16")]


def test_an_assumption_is_needed_when_its_witness_came_out_so(record):
    (matrix,) = matrices(Book(record))
    ((cell,),) = [line.cells for line in matrix.lines]
    assert (cell.need, cell.witness.id, cell.how) == (Need.NEEDED, "lem:mean", "mutant square root")
    survived = tuple(replace(mutant, passes=False) for mutant in Book(record).by_id["lem:mean"].result.mutants)
    for change in ({"mutants": survived}, {"as_expected": False}):
        ((cell,),) = [line.cells for line in matrices(Book(with_verdict(record, "lem:mean", **change)))[0].lines]
        assert cell.need is Need.LISTED


def test_an_assumption_may_be_used_or_needed_without_being_listed(record):
    paper = record.ledger.paper
    items = tuple(replace(item, assumes=("rem:far",)) if item.assumes else item for item in paper.items)
    items = tuple(replace(item, assumes=("def:mean", "rem:far")) if item.label == "fig:one" else item for item in items)
    for needed, need in ((paper.needed, Need.NEEDED_UNLISTED), ((), Need.USED)):
        (matrix,) = matrices(Book(with_paper(record, items=items, needed=needed)))
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
    evidence = entry.result.evidence
    assert len(evidence) == 9
    assert len(spelled_out(entry)) == MOST
    refuted = (*evidence[:-1], replace(evidence[-1], verdict=Verdict.REFUTED))
    book = Book(with_verdict(record, entry.id, evidence=refuted))
    assert spelled_out(book.by_id[entry.id])[-1].verdict is Verdict.REFUTED


def test_a_sentence_loses_only_the_verdict_that_it_begins_with():
    assert said("exact: 3 against 3") == "3 against 3"
    assert said("a word: 3") == "a word: 3"


@pytest.mark.parametrize(("one", "other"), [("lem:a/b", "lem:a:b"), ("a b", "a_b"), ("a b", "a~20~b"), ("é", "e")])
def test_places_of_different_names_differ(one, other):
    assert anchor("claim", one) != anchor("claim", other)


def test_sections_and_appendices_have_names():
    assert [section_name(number) for number in ("3.2", "B", "")] == ["Section 3.2", "Appendix B", "Abstract"]

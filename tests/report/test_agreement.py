"""The headline, the ledger, the page, the data and the referee report count the same sentences, for this paper."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from theorytest.claims.ledger import load_ledger
from theorytest.decisions.decision import GROUPS
from theorytest.report.book import Book
from theorytest.report.graph import graph
from theorytest.report.markdown import ledger_text
from theorytest.report.overview import groups, groups_sentence
from theorytest.report.reaches import generality, reached, unverified
from theorytest.report.referee import referee_text
from theorytest.report.results import numbered_results
from theorytest.report.site import Site
from theorytest.report.standing import in_kinds, results_sentence
from theorytest.report.summary import summary_text
from theorytest.report.tiles import tiles
from theorytest.runs.recording import described
from theorytest.runs.records import read_record

CHECKS = Path(__file__).parents[2] / "checks"


@pytest.fixture(scope="module")
def whole(toy):
    """A record of this paper in which every claim has the verdict that is expected of it."""
    known, record = described(load_ledger(CHECKS)), read_record(toy / "record.json")
    empty = replace(record.verdicts[0], evidence=(), mutants=(), plots=(), rests_on_refuted=())
    verdicts = tuple(replace(empty, id=claim.id, verdict=claim.expected) for claim in known.claims)
    return replace(record, ledger=known, verdicts=verdicts, curves={})


def test_the_groups_are_those_of_the_ledger(whole):
    rows = re.findall(r"^\| \S+ ([a-z ]+) \| (\w+) \| (\d+) \|", ledger_text(whole.ledger), flags=re.MULTILINE)
    counted = {group: sum(int(n) for _, g, n in rows if g == group) for group in GROUPS}
    said = re.findall(r"(\d+) (settled|supported|refuted|open)", groups_sentence(Book(whole)))
    assert {word: int(n) for n, word in said} == counted


def test_statements_by_hand_are_counted_apart(whole):
    """The headline has as many as the table of what each verdict entitles to."""
    some = next(claim.id for claim in whole.ledger.claims if claim.expected == "proved" and claim.voice == "paper")
    claims = tuple(replace(each, by_hand=each.by_hand or each.id == some) for each in whole.ledger.claims)
    book = Book(replace(whole, ledger=replace(whole.ledger, claims=claims)))
    (row,) = (each for each in reached(book) if each.name == "proved, statement by hand")
    assert f"settled ({len(row.entries)} of them proved by a statement written by hand)" in groups_sentence(book)


def test_page_referee_and_headline_say_the_same(whole):
    book = Book(whole)
    sentences = (groups_sentence(book), results_sentence(book))
    first_screen = re.sub("</?b>", "", dict(Site(whole).files())["index.html"].decode())
    referee = referee_text(whole)
    for sentence in sentences:
        assert sentence in first_screen
        assert sentence in referee


def test_the_ledger_counts_the_results_as_the_page_does(whole):
    assert "of the 28 theorems, propositions, corollaries and lemmas" in results_sentence(Book(whole))
    assert results_sentence(Book(whole)) in ledger_text(whole.ledger)


def test_results_that_fail_in_one_reading_only_are_counted_apart(whole):
    """The sentence says how many, and those are the results whose own sentence says so."""
    book = Book(whole)
    literal = [each for each in numbered_results(book) if each.sentence.startswith("It fails only when read literally")]
    assert re.search(rf"\b{len(literal)} (fail only )?when read literally\b", results_sentence(book))


def test_the_results_that_need_a_change_are_those_whose_tiles_say_so(whole):
    book = Book(whole)
    named = [tile.result.name for tile in tiles(book) if tile.look in ("false", "constant")]
    assert f"{len(named)} need a change ({in_kinds(named)})" in results_sentence(book)


def test_the_scope_table_and_the_data_count_every_sentence_once(whole):
    book = Book(whole)
    own = sum(entry.printed for entry in book.entries)
    assert sum(len(row.entries) for row in reached(book)) == own
    assert sum(json.loads(summary_text(whole))["counts"].values()) == len(book.entries)


def test_the_paper_has_28_results_and_each_has_a_tile(whole):
    assert len(numbered_results(Book(whole))) == len(tiles(Book(whole))) == 28


def test_what_is_not_verified_in_general_stands_under_one_heading_each(whole):
    """The headings together have as many sentences of the paper as the first screen counts as supported."""
    book = Book(whole)
    named = [entry.id for _, _, entries in unverified(book) for entry in entries if entry.printed]
    supported = {name: number for name, number, _ in groups(book)}["supported"]
    assert len(named) == len(set(named)) == supported
    assert f"{supported} were not verified in full generality" in generality(book)


def test_each_row_of_the_first_screen_leads_to_as_many_claims_as_it_counts(whole):
    files = dict(Site(whole).files())
    rows = re.findall(
        r"claims.html#voice=paper&amp;verdict=corroborated&amp;scope=(\w+)\">(\d+)<", files["index.html"].decode()
    )
    claims = files["pages/claims.html"].decode()
    assert rows
    for scope, number in rows:
        found = re.findall(rf'data-verdict="corroborated" data-voice="paper"[^>]*data-scope="{scope}"', claims)
        assert len(found) == int(number)


def test_a_box_of_the_graph_has_the_verdict_of_the_whole_statement(whole):
    book = Book(whole)
    known = {each.item.label: each.statement_verdict for each in numbered_results(book) if each.statement}
    found = graph(book)
    drawn = {node.key: node.verdict for node in (*(node for node, _ in found.nodes), *found.alone)}
    assert {label: drawn[label] for label in known if label in drawn} == {
        label: verdict for label, verdict in known.items() if label in drawn
    }

"""What attacks without a hypothesis found, as a file, in the matrix and on the page; no word beyond what was tried."""

import json
from dataclasses import replace

import pytest
from changed_records import with_claims, with_paper, with_verdict

from theorytest.report.book import Book
from theorytest.report.matrix import Need, matrices, without
from theorytest.report.needs import NEEDS, Dropped, Needs, Outcome
from theorytest.report.page import render
from theorytest.report.site import Site
from theorytest.report.summary import summary
from theorytest.runs.described import Given
from theorytest.runs.records import RecordError, checksum

CLAIM, NAME = "lem:mean", "Definition 1"


@pytest.fixture
def assuming(record):
    """The toy record, whose lemma has a hypothesis that is called like the assumption of its statement."""
    claimed = with_claims(record, CLAIM, given=(Given(NAME, "", True),))
    items = tuple(
        replace(each, assumes=("def:mean",) if each.label == CLAIM else ()) for each in record.ledger.paper.items
    )
    return with_paper(claimed, items=items, needed=())


def needs_of(record, outcome, hypothesis=NAME):
    return Needs.of(record.ledger.paper, 1.0, [Dropped(CLAIM, hypothesis, outcome, 300, "x = <b>")])


@pytest.mark.parametrize(
    ("outcome", "need"),
    [
        (Outcome.NEEDED, Need.NEEDED),
        (Outcome.NOT_FOUND, Need.NOT_FOUND),
        (Outcome.SUSPICION, Need.LISTED),
        (Outcome.NO_VALUE, Need.LISTED),
        (Outcome.NONE_LACKS, Need.LISTED),
    ],
)
def test_only_a_certified_failure_makes_an_assumption_needed(assuming, outcome, need):
    ((cell,),) = [line.cells for line in matrices(Book(assuming, needs_of(assuming, outcome)))[0].lines]
    assert cell.need is need


def test_a_hypothesis_that_the_sentence_lost_is_not_shown(assuming):
    assert without(Book(assuming, needs_of(assuming, Outcome.NEEDED, "another"))) == []
    assert without(Book(assuming)) == []


def test_the_page_says_what_was_tried_and_is_inert(assuming):
    needs = needs_of(assuming, Outcome.NOT_FOUND)
    pages = dict(Site(assuming, needs=needs).files())
    for page in (render(assuming, None, needs), pages["pages/assumptions.html"].decode()):
        assert "not found to be needed: no failure without it in 300 evaluations" in page
        assert "x = &lt;b&gt;" in page
    assert "One hypothesis dropped at a time" not in render(assuming)
    assert summary(Book(assuming, needs))["without"] == [
        {"claim": CLAIM, "hypothesis": NAME, "outcome": "not found", "words": needs.dropped[0].words}
    ]


def test_a_mutant_of_a_few_per_cent_shows_the_constant_only(record):
    (named,) = record.ledger.paper.needed
    entry = Book(record).by_id["lem:mean"]
    small = tuple(
        replace(each, name="one per cent more") for each in entry.result.mutants if each.name == "square root"
    )
    changed = with_verdict(record, "lem:mean", mutants=small)
    paper = with_paper(changed, needed=(replace(named, witness="lem:mean[one per cent more]"),))
    ((cell,),) = [line.cells for line in matrices(Book(paper))[0].lines]
    assert (cell.need, cell.how) == (Need.CONSTANT, "mutant one per cent more")


def test_the_file_is_read_again_and_only_for_its_paper(assuming, tmp_path):
    needs = needs_of(assuming, Outcome.NEEDED)
    NEEDS.write(tmp_path / "needed.json", needs)
    assert NEEDS.published(assuming.ledger.paper, tmp_path / "none", tmp_path) == needs
    assert NEEDS.published(replace(assuming.ledger.paper, title="another"), tmp_path) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text[:-20], "is not JSON"),
        (lambda text: text.replace('"schema": 1', '"schema": 9'), "schema 1"),
        (lambda text: text.replace("300", "301"), "was changed"),
        (lambda _: "[]", "schema 1"),
    ],
)
def test_a_damaged_file_is_one_sentence(assuming, tmp_path, change, words):
    path = tmp_path / "needed.json"
    NEEDS.write(path, needs_of(assuming, Outcome.NEEDED))
    path.write_text(change(path.read_text()))
    with pytest.raises(RecordError, match=words):
        NEEDS.published(assuming.ledger.paper, tmp_path)


def test_an_incomplete_file_is_one_sentence(assuming, tmp_path):
    data = {"schema": 1, "paper": "p", "seconds": 1.0}
    (tmp_path / "needed.json").write_text(json.dumps({**data, "sha256": checksum(data)}))
    with pytest.raises(RecordError, match="incomplete"):
        NEEDS.published(assuming.ledger.paper, tmp_path)

"""A deeper run stands beside the record, on the page of the run and at its claims, and is told apart from it."""

from dataclasses import replace

import pytest
from changed_records import with_verdict

from theorytest.report.deeper import DEEPER, Deeper
from theorytest.report.site import Site
from theorytest.runs.records import RecordError

CLAIM = "lem:mean"


@pytest.fixture
def deep(record):
    """The toy record as if it had been made with more draws."""
    sampled = with_verdict(record, CLAIM, draws=4000, sentence="confirmed: E X = <b>3</b>")
    return replace(sampled, run=replace(sampled.run, budget="deep", seed=5))


def test_only_what_was_sampled_is_kept_with_its_command(deep):
    kept = Deeper.of(deep)
    assert {each.id for each in kept.claims} == {each.id for each in deep.verdicts if each.draws}
    assert kept.claim(CLAIM).command == f"theorytest verify {CLAIM} --seed 5 --budget deep"
    assert kept.claim("nothing") is None


def pages(record, deeper=None):
    return {name: text.decode() for name, text in Site(record, deeper=deeper).files() if name.endswith("html")}


@pytest.mark.parametrize(("draws", "words"), [(4000, "not deeper: it also decided after 4,000"), (10**7, "more draws")])
def test_the_pages_tell_it_apart_say_whether_it_drew_more_and_are_inert(record, deep, draws, words):
    told = pages(record, Deeper.of(with_verdict(deep, CLAIM, draws=draws)))
    assert "No number of this run is from it." in told["pages/run.html"]
    shown = [text for text in told.values() if "Another run, " in text or "Another run beside" in text]
    assert sum(words in text for text in shown) >= 2
    assert all(f"{draws:,}" in text and "<b>3</b>" not in text for text in shown)


def test_without_another_run_no_page_speaks_of_one(record):
    assert not any("Another run" in text for text in pages(record).values())


def test_it_is_read_again_and_damage_is_one_sentence(record, deep, tmp_path):
    DEEPER.write(tmp_path / DEEPER.file, Deeper.of(deep))
    assert DEEPER.published(record.ledger.paper, tmp_path) == Deeper.of(deep)
    (tmp_path / DEEPER.file).write_text((tmp_path / DEEPER.file).read_text().replace("4000", "4001"))
    with pytest.raises(RecordError, match="was changed"):
        DEEPER.published(record.ledger.paper, tmp_path)

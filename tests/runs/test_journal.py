"""The journal loses nothing that was finished, and refuses what belongs to another run."""

import json

import numpy as np
import pytest
from toys import write_toy

from theorytest import Verdict
from theorytest.claims.ledger import load_ledger
from theorytest.runs.budget import Setting
from theorytest.runs.journal import JournalError, open_journal
from theorytest.runs.provenance import identity
from theorytest.runs.results import Result, Task

SAME = {"seed": 1, "budget": "quick"}


def result(name, mutant=None):
    return Result(name, mutant, Verdict.EXACT, f"{name} holds", curves={"c": np.array([1.0, np.nan])})


@pytest.fixture
def path(tmp_path):
    """A journal of three finished tasks."""
    path = tmp_path / "deep" / "journal.jsonl"
    with open_journal(path, SAME, resume=False) as journal:
        for each in (result("a"), result("b", "lie"), result("c")):
            journal.append(each)
    return path


def resumed(path, identity=SAME):
    with open_journal(path, identity, resume=True) as journal:
        return list(journal.results)


ALL = [Task("a"), Task("b", "lie"), Task("c")]


def test_finished_tasks_come_back(path):
    assert resumed(path) == ALL


def test_a_new_run_starts_anew(path):
    with open_journal(path, SAME, resume=False) as journal:
        assert journal.results == {}
    assert resumed(path) == []


def test_a_last_line_cut_anywhere_costs_that_line_only(path):
    content = path.read_bytes()
    start = content.rindex(b"\n", 0, -1) + 1
    for end in range(start, len(content)):
        path.write_bytes(content[:end])
        with open_journal(path, SAME, resume=True) as journal:
            assert list(journal.results) == ALL[:2]
            journal.append(result("c"))
        assert path.read_bytes() == content


def test_a_journal_cut_inside_its_first_line_starts_anew(path):
    path.write_bytes(path.read_bytes()[:20])
    assert resumed(path) == []
    assert resumed(path) == []


def test_nothing_to_resume_is_a_start(tmp_path):
    assert resumed(tmp_path / "journal.jsonl") == []


def test_every_line_is_json_with_a_checksum(path):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert all(set(line) == {"sha256", "entry"} for line in lines)


def test_a_damaged_line_in_the_middle_is_refused(path):
    path.write_bytes(path.read_bytes().replace(b"b holds", b"b fails"))
    with pytest.raises(JournalError, match=r"line 3 of journal.jsonl is damaged: start anew without --resume"):
        resumed(path)


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"seed": 2}, "was written with seed 1, this run has seed 2"),
        ({"budget": "deep"}, "was written with budget quick, this run has budget deep"),
        ({"claims": "ab"}, "was written with claims None, this run has claims ab"),
    ],
)
def test_another_runs_journal_is_refused_and_kept(path, other, sentence):
    before = path.read_bytes()
    with pytest.raises(JournalError, match=sentence):
        resumed(path, SAME | other)
    assert path.read_bytes() == before


def test_two_runs_cannot_share_a_journal(path):
    pytest.importorskip("fcntl")
    with open_journal(path, SAME, resume=True), pytest.raises(JournalError, match="another run is writing"):
        resumed(path)


def test_an_edit_of_the_list_of_the_paper_is_another_run(tmp_path):
    """What a claim is called in a report comes from there, and which labels there are."""
    write_toy(tmp_path)
    before = identity(load_ledger(tmp_path / "checks"), Setting())
    listed = tmp_path / "checks" / "paper.toml"
    listed.write_text(listed.read_text().replace("title", "title ", 1))
    after = identity(load_ledger(tmp_path / "checks"), Setting())
    assert {name for name in before if before[name] != after[name]} == {"claims"}


def test_another_drift_is_another_run(tmp_path):
    write_toy(tmp_path)
    ledger = load_ledger(tmp_path / "checks")
    assert identity(ledger, Setting()) != identity(ledger, Setting(drift=0.03))

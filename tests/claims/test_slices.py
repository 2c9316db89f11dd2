"""A claim is known by the statements that its check reaches, and by nothing else of its files."""

import sys

import pytest

from theorytest.claims.ledger import load_ledger
from theorytest.claims.slices import Slices, told_of

PAPER = """
[[item]]
label = "lem:one"
number = "Lemma 1"
kind = "lemma"
title = "one"

[[item]]
label = "lem:two"
number = "Lemma 2"
kind = "lemma"
title = "two"
"""
WORLDS = """
from theorytest import Hypothesis, family, integers

few = Hypothesis("n ≤ 9", lambda n: n <= 9)
NUMBERS = family([1, 2], "whole numbers", search=integers(1, 9))


def half(n):
    return n / WHOLE


WHOLE = 2


def other(n):
    return n + 1
"""
CHECK = """
from checks.worlds import NUMBERS, few, half, other
from theorytest import at_most, claim


@claim("lem:one", says="n/2 ≤ n.", forall={"n": NUMBERS}, given=[few], mutants={"a third of it": {"bound": 1 / 3}})
def one(n, *, bound=1):
    return at_most(half(n), bound * n)


@claim("lem:two", says="n ≤ n + 1.", forall={"n": NUMBERS}, mutants={"less": {"more": -1}})
def two(n, *, more=0):
    return at_most(n, other(n) + 2 * more)
"""


@pytest.fixture
def slices(tmp_path, monkeypatch):
    """The slices of both claims, after words in files have been replaced."""
    checks = tmp_path / "checks"
    checks.mkdir()
    monkeypatch.chdir(tmp_path)

    def of(**changes):
        texts = {"paper.toml": PAPER, "worlds.py": WORLDS, "lemma.py": CHECK}
        for old, new in changes.get("replaced", {}).items():
            assert any(old in text for text in texts.values())
            texts = {name: text.replace(old, new) for name, text in texts.items()}
        for name, text in texts.items():
            (checks / name).write_text(text, encoding="utf-8")
        for name in [name for name in sys.modules if name.split(".")[0] == "checks"]:
            monkeypatch.delitem(sys.modules, name)
        made = Slices(checks.resolve())
        return {each.id: made.of(each) for each in load_ledger(checks).claims}

    return of


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("n/2 ≤ n.", "n/2 is at most n."),
        ("n <= 9", "n <= 8"),
        ("at_most(half(n), bound * n)", "at_most(half(n), 1 + bound * n)"),
        ("1 / 3", "1 / 4"),
        ("n / WHOLE", "n / WHOLE / WHOLE"),
        ("WHOLE = 2", "WHOLE = 3"),
    ],
)
def test_its_sentence_hypotheses_check_mutants_and_helpers_belong_to_a_claim(slices, old, new):
    before, after = slices(), slices(replaced={old: new})
    assert before["lem:one"] != after["lem:one"]
    assert before["lem:two"] == after["lem:two"]


def test_both_follow_the_region_that_they_share(slices):
    before, after = slices(), slices(replaced={"integers(1, 9)": "integers(1, 8)"})
    assert all(before[name] != after[name] for name in before)


def test_a_neighbour_a_comment_and_text_belong_to_no_claim(slices):
    changes = {"def half(n):": 'def half(n):\n    """Half."""\n    # and a comment', "n + 1\n": "n + 2\n"}
    before, after = slices(), slices(replaced=changes)
    assert before["lem:one"] == after["lem:one"]
    assert before["lem:two"] != after["lem:two"]


def test_whole_files_are_known_without_their_text(tmp_path):
    file = tmp_path / "a.py"
    file.write_text("x = 1  # one\n")
    before = told_of([file])
    file.write_text('"""One."""\nx = 1\n')
    assert told_of([file]) == before
    file.write_text("x = 2\n")
    assert told_of([file]) != before

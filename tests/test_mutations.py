"""The list of bugs: each stands for one place of the source, has a name, and names tests that exist."""

import sys
from collections import Counter
from dataclasses import replace

import pytest
from toys import REPOSITORY

sys.path.append(str(REPOSITORY))  # the bugs are no part of the package

from mutations.bugs import JUDGE, LABORATORY, Bug, read_bugs
from mutations.page import page, shortfalls
from mutations.running import Fate

BUGS = read_bugs()


def test_there_are_enough_with_names_of_their_own():
    assert len(BUGS) >= 150
    assert len({bug.name for bug in BUGS}) == len(BUGS)
    assert Counter(bug.where for bug in BUGS)[LABORATORY] >= 50


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_bug_stands_for_one_place_and_leaves_python_behind(bug):
    text = (REPOSITORY / bug.file).read_text(encoding="utf-8")
    changed = bug.applied(text)
    assert changed != text
    compile(changed, bug.file, "exec")


def test_killers_are_tests():
    for bug in BUGS:
        assert bug.killers or bug.lives, bug.name
        for killer in bug.killers:
            file, _, name = killer.partition("::")
            assert f"def {name}(" in (REPOSITORY / file).read_text(encoding="utf-8"), killer


BUG = Bug("b", "f.py", "old", "new", ("t",), JUDGE)


def test_a_text_that_is_not_there_once_is_named():
    with pytest.raises(ValueError, match=r"b: its text stands 2 times in f.py, not once"):
        BUG.applied("old old")


def test_survivors_are_listed_and_harmless_ones_must_survive():
    killed, lives = Fate(BUG, True, "t"), replace(BUG, name="c", lives="the same number")
    fates = [killed] * 9 + [Fate(BUG, False)]
    assert shortfalls(fates) == ["judge: 9 of 10 bugs killed, at least 97 % are required"]
    assert "- b (`f.py`): no test notices it yet" in page(fates, 10)
    assert shortfalls([killed, Fate(lives, False)]) == []
    assert shortfalls([killed, Fate(lives, True, "t")]) == ["c is called harmless, but t notices it"]
    assert shortfalls([Fate(BUG, False, problem="no such test")])[0] == "b: no such test"

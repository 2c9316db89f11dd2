"""Accidents that would turn a run green: claims that nobody sees, a judge that is patched, errors that nobody hears."""

import os
import subprocess
import sys

import pytest
from accidents import FALSE, SEEN, TRUE
from toys import claim_text, environment, plugin_words, source, theorytest, write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.runs.budget import Setting
from theorytest.runs.outcome import as_expected, tasks_of
from theorytest.runs.runner import run


def test_no_accident_of_a_check_is_green(tmp_path):
    claims = [claim_text(f"lem:mean/{number}", body=body) for number, (body, _) in enumerate(SEEN.values())]
    files = {f"file_{number}": source(text) for number, text in enumerate(claims)}
    ledger = load_ledger(write_toy(tmp_path, **files))
    found = run(ledger, tasks_of(ledger.claims, mutants=False), Setting(time_limit=20.0), jobs=1)
    for task, result in found.items():
        name, (_, sentence) = list(SEEN.items())[int(task.claim.partition("/")[2])]
        assert not as_expected(ledger[task.claim], result), name
        assert sentence is None or sentence in (result.broken or result.sentence), (name, result)
        assert sentence is not None or result.verdict == "refuted", (name, result)


@pytest.mark.parametrize(
    ("words", "environ"),
    [
        (">&-", {}),
        (">&- 2>&- <&-", {}),
        ("| true", {}),
        ("> /dev/null", {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}),
        ("> /dev/null", {"PYTHONWARNINGS": "error"}),
        ("> /dev/full", {}),
    ],
    ids=["closed stdout", "no streams", "a pipe that nobody reads", "ASCII only", "warnings as errors", "a full disk"],
)
def test_no_way_to_start_a_run_is_green(tmp_path, words, environ):
    write_toy(tmp_path, one=source(BAD), two=source(GOOD))
    command = f"set -o pipefail; {sys.executable} -m theorytest verify {words}"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=environment() | environ, check=False, timeout=80)
    assert done.returncode in (1, 2, 141)


def test_a_file_that_was_changed_within_a_second_is_read_anew(tmp_path):
    """Same size and same time: bytecode that Python keeps would be taken for this file's."""
    checks = write_toy(tmp_path, one=source(GOOD))
    os.utime(checks / "one.py", (10**9, 10**9))
    assert theorytest(tmp_path, "verify").returncode == 0
    (checks / "one.py").write_text(source(GOOD).replace("same(3", "same(4"), encoding="utf-8")
    os.utime(checks / "one.py", (10**9, 10**9))
    assert theorytest(tmp_path, "verify").returncode == 1


BAD, GOOD = claim_text("lem:mean", body=FALSE), claim_text("thm:sum")


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"one": source(GOOD), "two": source(GOOD)}, "two claims are called 'thm:sum'"),
        ({"one": source(GOOD), "two": "def f(:\n"}, "two.py cannot be imported: SyntaxError"),
        (
            {"one": source(claim_text("lem:mean", body=f"assert (3 == 4, 'no')\n    {TRUE}"))},
            "one.py cannot be imported: SyntaxError: assertion is always true",
        ),
        ({"one": source(BAD, GOOD) + "\ndel check_lem_mean\n"}, r"lem:mean \(checks/one.py:5\) is lost: "),
        (
            {"one": source(BAD, GOOD.replace("check_thm_sum", "check_lem_mean"))},
            r"lem:mean \(checks/one.py:5\) is lost: another function of its file has its name",
        ),
    ],
    ids=[
        "one id in two files",
        "a syntax error",
        "a tuple asserted",
        "a claim that is deleted",
        "two checks of one name",
    ],
)
def test_no_claim_is_missed_without_a_word(tmp_path, files, sentence):
    checks = write_toy(tmp_path, **files)
    with pytest.raises(ClaimError, match=sentence):
        load_ledger(checks)


def test_a_file_that_was_corrected_is_read_anew(tmp_path):
    checks = write_toy(tmp_path, one=source(GOOD) + "\n1 / 0\n")
    with pytest.raises(ClaimError, match="ZeroDivisionError"):
        load_ledger(checks)
    (checks / "one.py").write_text(source(claim_text("lem:mean")), encoding="utf-8")
    assert [each.id for each in load_ledger(checks).claims] == ["lem:mean"]


TAKES_AWAY = "def pytest_collection_modifyitems(items):\n    items[:] = [i for i in items if 'lem' not in i.nodeid]\n"
MARKS = (
    "import pytest\ndef pytest_collection_modifyitems(items):\n    for i in items: i.add_marker(pytest.mark.xfail)\n"
)
REWRITES = (
    "import pytest\n@pytest.hookimpl(wrapper=True)\ndef pytest_runtest_makereport(item):\n"
    "    report = yield\n    report.outcome = 'passed'\n    return report\n"
)


@pytest.mark.parametrize(
    ("conftest", "words", "code", "line"),
    [
        ("", (), 1, "1 of 2 claims as expected, 1 differing"),
        (TAKES_AWAY, (), 1, "asked for and not run, since a plugin took it away: lem:mean"),
        ("collect_ignore = ['one.py']\n", (), 1, "asked for and not run, since a plugin took it away: lem:mean"),
        (MARKS, (), 1, "1 of 2 claims as expected, 1 differing"),
        (REWRITES, (), 1, "1 of 2 claims as expected, 1 differing"),
        ("", ("-k", "sum"), 0, "1 of 1 claims as expected"),
        ("", ("--ignore", "checks/one.py"), 0, "1 of 1 claims as expected"),
        ("", ("checks/two.py",), 0, "1 of 1 claims as expected"),
        ("", ("checks/two.py::thm:sum",), 0, "1 of 1 claims as expected"),
    ],
)
def test_a_conftest_makes_nothing_green_and_a_selection_stays_one(tmp_path, conftest, words, code, line):
    checks = write_toy(tmp_path, one=source(BAD), two=source(GOOD))
    (checks / "conftest.py").write_text(conftest, encoding="utf-8")
    named = () if any("two.py" in each for each in words) else ("checks",)
    command = [sys.executable, "-m", "pytest", *plugin_words(), "-p", "no:cacheprovider", *named, *words]
    said = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert (said.returncode, line in said.stdout) == (code, True), said.stdout


def test_workers_of_xdist_tell_what_was_taken_away(tmp_path):
    checks = write_toy(tmp_path, one=source(BAD), two=source(GOOD))
    (checks / "conftest.py").write_text(TAKES_AWAY, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", *plugin_words(), "-p", "no:cacheprovider", "-n", "1", "checks"]
    said = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert said.returncode == 1
    assert "since a plugin took it away: lem:mean" in said.stdout


def test_assertions_are_run_whatever_python_is_told(tmp_path, monkeypatch):
    write_toy(tmp_path, one=source(claim_text("lem:mean", body=f"assert 3 == 4\n    {TRUE}")))
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    said = theorytest(tmp_path, "verify")
    assert said.returncode == 1
    assert "AssertionError" in said.stdout

"""Accidents that would turn a run green: claims that nobody sees, a judge that is patched, errors that nobody hears."""

import subprocess
import sys

import pytest
from toys import claim_text, environment, plugin_words, source, theorytest, write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.runs.budget import Setting
from theorytest.runs.outcome import as_expected, tasks_of
from theorytest.runs.runner import run

FALSE = "yield same(3, 4, name='four')"
TRUE = "yield same(3, right, name='three')"
SEEN = {
    "raises SystemExit after a comparison": (f"{TRUE}\n    raise SystemExit(0)", "SystemExit: 0"),
    "ends its generator from within": (f"{TRUE}\n    next(iter(()))", "generator raised StopIteration"),
    "closes stdout": (f"import sys; sys.stdout.close(); sys.stderr.close()\n    {FALSE}", None),
    "closes all files": (f"import os; os.closerange(0, 200)\n    {FALSE}", "exit code 1 instead of answering"),
    "deletes its own file": (f"import os; os.remove(__file__)\n    {FALSE}", None),
    "forks, and the parent leaves": (f"import os\n    if os.fork(): os._exit(0)\n    {TRUE}", "with exit code 0"),
    "handles all signals": (
        f"import signal\n    for s in (1, 2, 14, 15): signal.signal(s, signal.SIG_IGN)\n    {FALSE}",
        None,
    ),
    "ends by its own alarm": (
        "import signal, time\n    def leave(*_): raise SystemExit(0)\n    signal.signal(14, leave)\n"
        f"    signal.setitimer(signal.ITIMER_REAL, 0.02)\n    time.sleep(0.3)\n    {TRUE}",
        "SystemExit: 0",
    ),
    "registers an exit": (f"import atexit, os; atexit.register(os._exit, 0)\n    {FALSE}", None),
    "patches the judge": (
        "import theorytest.runs.results as r; from theorytest import Verdict\n"
        "    r.combine = lambda verdicts: (list(verdicts), Verdict.EXACT)[1]; r._deciding = lambda d, _: d[0]\n"
        f"    {FALSE}",
        "replaces combine of theorytest.runs.results, by which it is judged",
    ),
    "patches a method of the judge": (
        "from theorytest import at_most\n    from theorytest.decisions.relations import Relation\n"
        "    right = Relation.decide\n    Relation.decide = lambda self, name=None: right(at_most(3, 4), name)\n"
        "    yield at_most(4, 3)",
        "replaces decide of Relation, by which it is judged",
    ),
    "returns a mock": ("from unittest.mock import MagicMock\n    return MagicMock()", "made no decision"),
    "yields a truth value": ("yield True", "must return or yield relations"),
    "compares a mock": (
        "from unittest.mock import MagicMock\n    from theorytest import at_most\n    yield at_most(MagicMock(), 3)",
        "there is nothing to compare",
    ),
    "compares nothing": ("import numpy as np\n    yield equal(np.array([]), np.array([]))", "nothing to compare"),
    "overflows on both sides": (
        "import numpy as np\n    yield equal(np.exp(np.array([1000.0])), np.exp(np.array([2000.0])))",
        "may be an overflow on both sides",
    ),
    "loses an error in a thread": (
        "import threading\n    def fails(): assert 3 == 4\n    thread = threading.Thread(target=fails)\n"
        f"    thread.start(); thread.join()\n    {TRUE}",
        "a thread of the check ended with AssertionError, which the check has not met",
    ),
    "changes an array after it was compared": (
        "import numpy as np\n    from theorytest import at_most\n    x = np.array([4]); found = at_most(x, 3)\n"
        "    x[0] = 2\n    yield found",
        None,
    ),
    "skips": (f"import pytest; pytest.skip('later')\n    {TRUE}", "Skipped: later"),
    "swallows what is thrown at it": (
        "try:\n        yield same(3, 4, name='four')\n    except BaseException:\n        yield same(3, 3, name='t')",
        None,
    ),
}


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


BAD, GOOD = claim_text("lem:mean", body=FALSE), claim_text("thm:sum")


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"one": source(GOOD), "two": source(GOOD)}, "two claims are called 'thm:sum'"),
        ({"one": source(GOOD), "two": "def f(:\n"}, "two.py cannot be imported: SyntaxError"),
        ({"one": source(BAD, GOOD) + "\ndel check_lem_mean\n"}, r"lem:mean \(checks/one.py:5\) is lost: "),
        (
            {"one": source(BAD, GOOD.replace("check_thm_sum", "check_lem_mean"))},
            r"lem:mean \(checks/one.py:5\) is lost: another function of its file has its name",
        ),
    ],
    ids=["one id in two files", "a syntax error", "a claim that is deleted", "two checks of one name"],
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

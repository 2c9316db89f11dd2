"""The pytest door: the same claims, the same verdicts, and silence where there are none."""

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
from toys import PAPER, claim_text, environment, plugin_words, source, write_toy

import theorytest.pytest_claims  # noqa: F401 - so that pytester does not load numpy twice in one process
from theorytest.cli import main

pytest_plugins = ["pytester"]

# Neither has a part in these tests, and the second takes two seconds to report about nothing.
WITHOUT = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")

MUTANTS = "3 of 3 mutants refuted"
UNDECIDED = claim_text("def:mean", body="return []", kind="definition", mutants=None)
BROKEN = claim_text("lem:mean", body="1 / 0")
FINE = claim_text("thm:sum")
SURVIVES = claim_text("fig:one", body="yield same(3, 3, name='three')")


@pytest.fixture
def checks(pytester):
    """Run pytest with the plugin in a folder of toy checks."""

    def run(*words, **files):
        if files or not (pytester.path / "checks").exists():
            write_toy(pytester.path, **files)
        return pytester.runpytest_inprocess(*plugin_words(), *WITHOUT, *words)

    return run


def but_timings(path):
    """Without the timings, and without the checksum, which covers them."""
    return {key: value for key, value in json.loads(path.read_text()).items() if key not in ("timings", "sha256")}


def test_claims_are_items_and_the_run_ends_with_their_verdicts(checks):
    result = checks("checks")
    result.assert_outcomes(passed=5)
    result.stdout.fnmatch_lines(
        [
            "theorytest: seed 0, budget standard, false-alarm rate 0.001 for all claims",
            "*= verdicts =*",
            "one claim has all of the false-alarm rate: 0.001",
            "exact          def:mean: 3 against the claimed 3",
            "refuted        thm:sum: 28 against the claimed 24 (witness: n = 7)",
            "5 of 5 claims as expected",
        ]
    )


def test_mutants_are_items_too(checks):
    result = checks("checks", "--mutants", "-v")
    result.assert_outcomes(passed=8)
    result.stdout.fnmatch_lines(["checks/first.py::lem:mean?a bound of 0.4? PASSED*", f"*{MUTANTS}"])


def test_both_doors_give_the_same_record_for_the_same_seed(checks, pytester):
    checks("checks", "--mutants", "--theorytest-seed=11", "--theorytest-budget=quick", "--theorytest-record=one.json")
    words = ["--mutants", "--seed", "11", "--budget", "quick", "--jobs", "1", "--json", "two.json"]
    assert main(["verify", *words]) == 0
    assert but_timings(pytester.path / "one.json") == but_timings(pytester.path / "two.json")
    one, two = (next(pytester.path.glob(f"{name}-*.npz")) for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_xdist_gives_the_same_record(checks, pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    checks("checks", "--mutants", "--theorytest-record=one.json")
    words = (*plugin_words(), *WITHOUT, "-p", "xdist", "-n2", "checks", "--mutants", "--theorytest-record=two.json")
    result = pytester.runpytest_subprocess(*words)
    result.assert_outcomes(passed=8)
    result.stdout.fnmatch_lines([f"5 of 5 claims as expected, {MUTANTS}"])
    assert but_timings(pytester.path / "one.json") == but_timings(pytester.path / "two.json")


@pytest.mark.parametrize(
    ("words", "passed"),
    [
        (["checks/first.py"], 2),
        (["checks/first.py::lem:mean"], 1),
        (["checks/first.py::lem:mean", "--mutants"], 3),
        (["checks/first.py::lem:mean[square root]", "--mutants"], 1),
        (["checks", "-k", "corrected"], 1),
        (["checks", "--mutants", "-m", "mutant"], 3),
        (["checks", "--mutants", "-m", "claim"], 5),
        ([], 5),
    ],
)
def test_pytest_selects_claims_as_it_selects_tests(checks, words, passed):
    result = checks("--strict-markers", *words)
    result.assert_outcomes(passed=passed)


def test_wrong_verdicts_fail_with_a_sentence(checks):
    result = checks("checks", "--mutants", one=source(UNDECIDED, BROKEN, SURVIVES))
    result.assert_outcomes(passed=1, failed=4)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "undecided: the check made no decision, and no evidence is no pass: return or yield *(expected: exact)",
            "undecided: the check broke: ZeroDivisionError: division by zero (one.py:*) (expected: exact)",
            "Traceback*",
            "the mutant survived: undecided: the check broke: ZeroDivisionError: division by zero (one.py:*)",
            "the mutant survived: exact: 3 against the claimed 3",
            "*1 of 3 claims as expected, 1 differing, 1 undecided, 0 of 2 mutants refuted",
        ]
    )


def test_a_broken_ledger_is_told_once(checks):
    files = {"one": source(claim_text("lem:mean", premises=["gone"])), "two": source(FINE)}
    result = checks("checks", **files)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["lem:mean: the premise 'gone' is no claim of this ledger"])


def test_a_selected_claim_without_a_verdict_fails_the_run(checks, pytester):
    pytester.makeconftest(
        """
        import pytest

        def pytest_collection_modifyitems(items):
            items[0].add_marker(pytest.mark.skip(reason="too slow"))
        """
    )
    result = checks("checks")
    result.assert_outcomes(passed=4, skipped=1)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["no verdict although selected: def:mean"])


def test_collecting_only_judges_nothing(checks):
    result = checks("checks", "--collect-only")
    assert result.ret == 0
    result.stdout.no_fnmatch_line("*verdicts*")


def test_junit_has_the_properties(checks, pytester):
    checks("checks", "--junitxml=out.xml")
    cases = ElementTree.parse(pytester.path / "out.xml").iter("testcase")
    found = {case.get("name"): {p.get("name"): p.get("value") for p in case.iter("property")} for case in cases}
    assert found["thm:sum"]["verdict"] == "refuted"
    assert found["thm:sum"]["registered"] == "refuted"
    assert set(found["lem:mean"]) == {"claim", "registered", "verdict", "sentence", "resolution", "alpha", "draws"}


def test_warnings_as_errors_change_no_verdict(checks, pytester):
    pytester.makeini("[pytest]\nfilterwarnings =\n  error\n  ignore::pytest.PytestAssertRewriteWarning\n")
    overflow = "import numpy; yield same(right, 3 + 0 * int(numpy.float64(1e308) * 10 > 0), name='three')"
    result = checks("checks", one=source(claim_text("lem:mean", body=overflow)))
    result.assert_outcomes(passed=1)


def test_relative_imports_work_when_the_file_is_named(checks):
    text = source(FINE).replace("from checks.rules", "from .rules")
    checks("checks/one.py", one=text).assert_outcomes(passed=1)


def test_ordinary_tests_run_beside_claims(checks, pytester):
    pytester.makepyfile(test_ordinary="def test_it():\n    assert True\n")
    checks(".").assert_outcomes(passed=6)


def test_options_are_in_their_own_group_and_checked(checks):
    text = checks("--help").stdout.str()
    assert re.search(r"theory papers, verified by running them:\n  --theorytest-seed", text)
    for wrong in ("--theorytest-seed=-1", "--theorytest-budget=huge", "--theorytest-false-alarm=7"):
        assert checks(wrong).ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize("paper", [None, "title = 'someone else uses this name'\n"])
def test_a_project_without_claims_notices_nothing(pytester, paper, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    pytester.makepyfile(test_ordinary="import sys\ndef test_it():\n    assert 'numpy' not in sys.modules\n")
    if paper:
        (pytester.path / "paper.toml").write_text(paper)
    result = pytester.runpytest_subprocess(*plugin_words(), *WITHOUT)
    result.assert_outcomes(passed=1)
    assert "theorytest:" not in result.stdout.str()
    assert "verdicts" not in result.stdout.str()


def test_two_papers_in_one_run_are_judged_but_not_recorded_together(pytester):
    for name in ("one", "two"):
        write_toy(pytester.path / name, paper=PAPER, claims=source(FINE).replace("checks.rules", ".rules"))
        (pytester.path / name / "checks").rename(pytester.path / f"{name}_checks")
    result = pytester.runpytest_inprocess(*plugin_words(), *WITHOUT, "--theorytest-record=out.json")
    result.assert_outcomes(passed=2)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["no record: it holds one paper, so run pytest once per folder of checks"])

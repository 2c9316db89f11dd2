"""The command line: JSON shapes, exit codes, one-sentence errors."""

import json
import subprocess
import sys
import tomllib
from importlib import import_module

import pytest
from toys import REPOSITORY, claim_text, environment, source, theorytest, write_toy

from theorytest.cli import main
from theorytest.runs.records import read_record

UNDECIDED = claim_text("def:mean", body="return []", kind="definition", mutants=None)
BROKEN = claim_text("lem:mean", body="1 / 0")
FINE = claim_text("thm:sum")
DIFFERS = claim_text("rem:far", expected="confirmed")
SURVIVES = claim_text("fig:one", body="yield same(3, 3, name='three')")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The toy paper in the current folder."""
    write_toy(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verify(*words):
    return main(["verify", "--jobs", "1", *map(str, words)])


def test_list_prints_the_ledger_as_json(here, capsys):  # noqa: ARG001
    assert main(["list", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert set(printed) == {"claims", "coverage"}
    repaired = printed["claims"][3]
    assert repaired["says"] == "The numbers up to n sum to n (n + 1) / 2."
    assert (repaired["id"], repaired["label"], repaired["voice"]) == ("thm:sum/corrected", "thm:sum", "repair")
    assert (repaired["repairs"], repaired["expected"]) == ("thm:sum", "corroborated")
    (quantifier,) = repaired["forall"]
    assert (quantifier["symbol"], quantifier["extent"], quantifier["says"]) == ("n", "family", "whole numbers")
    assert quantifier["place"].startswith("checks/later/second.py:")
    assert repaired["given"] == [{"name": "n is positive", "says": "", "evaluated": True}]
    assert repaired["file"] == "checks/later/second.py"
    assert printed["coverage"] == {"total": 5, "covered": 4, "missing": ["fig:one"]}


def test_list_prints_sentences(here, capsys):  # noqa: ARG001
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert "lem:mean: The mean is at most one half. (Lemma 2, paper, statement, expected confirmed" in out
    assert "5 claims: 4 of 5 items of the paper covered\nmissing: fig:one" in out


def test_headings_are_not_called_missing(here, capsys):
    paper = here / "checks" / "paper.toml"
    heading = '\n[[item]]\nlabel = "sec:one"\nnumber = "Section 1"\nkind = "section"\ntitle = "Introduction"\n'
    paper.write_text(paper.read_text() + heading)
    assert main(["list"]) == 0
    assert "missing: fig:one\nheadings, which state nothing and have no claim: 1\n" in capsys.readouterr().out


def test_list_prints_what_is_asked_for(here, capsys):  # noqa: ARG001
    assert main(["list", "lem:m*", "--json"]) == 0
    assert [each["id"] for each in json.loads(capsys.readouterr().out)["claims"]] == ["lem:mean"]
    assert main(["list", "lem:mean"]) == 0
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == ["lem", "1 of 5 claims"]


def test_verify_prints_sentences_and_writes_the_record(here, capsys):
    assert verify("--mutants", "--seed", 5, "--json", here / "out.json") == 0
    printed = json.loads((here / "out.json").read_text())
    assert {"run", "verdicts"} < set(printed)
    keys = "id verdict sentence resolution alpha draws evidence witness mutants"
    assert all(set(keys.split()) < set(entry) for entry in printed["verdicts"])
    lemma = printed["verdicts"][1]
    assert [mutant["name"] for mutant in lemma["mutants"]] == ["square root", "a bound of 0.4"]
    assert {mutant["verdict"] for mutant in lemma["mutants"]} <= {"refuted", "confirmed", "undecided"}
    assert printed["run"]["seed"] == 5
    out, err = capsys.readouterr()
    assert lemma["sentence"].startswith("confirmed: E X = ")
    assert f"confirmed      lem:mean: {lemma['sentence'].removeprefix('confirmed: ')}" in out
    assert "(uses refuted thm:sum)" in out
    assert out.splitlines()[-1] == "5 of 5 claims as expected, 3 of 3 mutants refuted"
    assert err.startswith(
        "seed 5, budget standard, false-alarm rate 0.001 for all claims, one claim has all of it: 0.001\n"
        "[1/8] exact def:mean (0 draws"
    )


def test_a_selection_changes_no_verdict(here):
    verify("--json", here / "all.json")
    verify("lem:*", "--json", here / "one.json")
    everything, one = read_record(here / "all.json"), read_record(here / "one.json")
    assert [each.id for each in one.verdicts] == ["lem:mean"]
    assert one.verdict("lem:mean") == everything.verdict("lem:mean")


def test_the_budget_changes_draws_and_never_alpha(here):
    found = {}
    for level in ("quick", "deep"):
        verify("lem:mean", "--budget", level, "--json", here / "run.json")
        found[level] = read_record(here / "run.json").verdict("lem:mean")
    assert found["deep"].draws == 16 * found["quick"].draws
    assert found["deep"].alpha == found["quick"].alpha


@pytest.mark.parametrize(
    ("claims", "words", "code", "line"),
    [
        ((FINE,), (), 0, "1 of 1 claims as expected"),
        ((FINE, UNDECIDED), (), 3, "1 of 2 claims as expected, 1 undecided"),
        ((DIFFERS, UNDECIDED), (), 1, "0 of 2 claims as expected, 1 differing, 1 undecided"),
        ((BROKEN,), (), 1, "broken         lem:mean: the check broke: ZeroDivisionError: division by zero"),
        ((SURVIVES,), (), 0, "1 of 1 claims as expected"),
        ((SURVIVES,), ("--mutants",), 1, "survived       fig:one[four]: exact: 3 against the claimed 3"),
        ((DIFFERS,), (), 1, "exact          rem:far: 3 against the claimed 3 (expected: confirmed)"),
    ],
)
def test_exit_codes(tmp_path, capsys, claims, words, code, line):
    checks = write_toy(tmp_path, one=source(*claims))
    assert verify("--checks", checks, *words) == code
    assert line in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["verify", "lem:maen"], "theorytest: no claim is called 'lem:maen': did you mean 'lem:mean'?"),
        (["show", "lem:maen"], "theorytest: no claim is called 'lem:maen': did you mean 'lem:mean'?"),
        (["verify", "--seed", "-1"], "theorytest: argument --seed: must be a whole number of at least 0, got '-1'"),
        (["verify", "--false-alarm", "2"], "theorytest: the false-alarm rate must lie in (0, 1), got 2.0"),
        (["list", "--checks", "nowhere"], "theorytest: there is no "),
        (["list", "lem:maen"], "theorytest: no claim is called 'lem:maen': did you mean 'lem:mean'?"),
        (["list", "lem:mean", "--markdown"], "theorytest: --markdown writes the whole ledger: give no ids with it"),
        (["verify", "--jobs", "0"], "theorytest: argument --jobs: must be a whole number of at least 1, got '0'"),
        (["verify", "--budget", "huge"], "theorytest: argument --budget: invalid choice: 'huge'"),
        (["verify", "--seed", "x"], "theorytest: argument --seed: must be a whole number of at least 0, got 'x'"),
        (["frobnicate"], "theorytest: argument COMMAND: invalid choice: 'frobnicate'"),
        ([], "theorytest: the following arguments are required: COMMAND"),
        (["verify", "lem:mean", "--json", "checks"], "theorytest: --json must name a file, got the folder checks"),
        (["verify", "lem:mean", "--json", "checks/first.py/x"], "theorytest: --json: nothing can be written into"),
    ],
)
def test_errors_are_one_sentence(here, words, sentence):
    done = theorytest(here, *words)
    assert done.returncode == 2
    lines = [line for line in done.stderr.splitlines() if not line.startswith(("seed", "["))]
    assert len(lines) == 1
    assert lines[0].startswith(sentence)
    assert "Traceback" not in done.stderr


def test_debug_shows_the_traceback(tmp_path):
    write_toy(tmp_path, one="1 / 0")
    done = theorytest(tmp_path, "list", "--debug")
    assert "ZeroDivisionError" in done.stderr
    assert "Traceback" in done.stderr
    assert theorytest(tmp_path, "--debug", "list").stderr == done.stderr


def test_debug_shows_where_a_check_broke(tmp_path, capsys):
    assert verify("--debug", "--checks", write_toy(tmp_path, one=source(BROKEN))) == 1
    assert "one.py" in capsys.readouterr().err


def test_show_tells_everything_about_a_claim(here, capsys):
    assert main(["show", "lem:mean"]) == 0
    assert "last verdict: none, the last run did not include it" in capsys.readouterr().out
    verify("--seed", 3, "--mutants")
    capsys.readouterr()
    assert main(["show", "lem:mean"]) == 0
    out = capsys.readouterr().out
    assert "says: The mean is at most one half.\n  formula: \\mathbb{E} X \\le 1/2\n  uses: def:mean" in out
    assert "first by Hoeffding: E X = " in out
    assert "again: theorytest verify lem:mean --seed 3 --budget standard" in out
    command = out.partition("again: theorytest ")[2].split()
    before = read_record(here / ".theorytest" / "last.json").verdict("lem:mean")
    assert main(command) == 0
    after = read_record(here / ".theorytest" / "last.json").verdict("lem:mean")
    assert before.evidence == after.evidence


@pytest.mark.parametrize(
    ("words", "difference"),
    [
        (["--seed", "1"], "seed 0, this run has seed 1"),
        (["--budget", "quick"], "budget standard, this run has budget quick"),
    ],
)
def test_resume_refuses_another_run(here, capsys, words, difference):  # noqa: ARG001
    assert verify() == 0
    assert verify("--resume") == 0
    assert verify("--resume", *words) == 2
    assert f"was written with {difference}" in capsys.readouterr().err


def test_resume_refuses_changed_claims(here, capsys):
    assert verify("def:mean") == 0
    rules = here / "checks" / "rules.py"
    rules.write_text(rules.read_text() + "# changed\n")
    assert verify("def:mean", "--resume") == 2
    assert "was written with claims" in capsys.readouterr().err


def test_the_last_record_stays_out_of_git(here):
    verify("def:mean")
    assert (here / ".theorytest" / ".gitignore").read_text() == "*\n"


def test_version_and_entry_points(here):
    written = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    assert theorytest(here, "--version").stdout == "theorytest 0.2.0\n"
    module, _, name = written["scripts"]["theorytest"].partition(":")
    assert callable(getattr(import_module(module), name))
    assert import_module(written["entry-points"]["pytest11"]["theorytest"]).pytest_addoption


def test_a_closed_pipe_is_no_error(here):
    command = f'"{sys.executable}" -m theorytest list --json | head -1'
    done = subprocess.run(command, shell=True, cwd=here, env=environment(), capture_output=True, text=True, timeout=40)
    assert (done.stdout, done.stderr) == ("{\n", "")


def test_calibrate_prints_promised_beside_measured(capsys):
    assert main(["calibrate", "--repetitions", "10", "--seed", "5"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:2] == ["decision", "world"]
    assert {row.split()[0] for row in rows} >= {"mean_at_most", "probability_equals", "matrix_at_most", "drift_at_most"}
    assert sum(row.endswith("broken, as it must be") for row in rows) == 3
    assert all(row.endswith(("kept", "as it must be")) for row in rows)


def test_too_few_repetitions_to_expose_a_broken_decision_are_named(capsys):
    assert main(["calibrate", "--repetitions", "2"]) == 1
    assert "  not seen to break: take more repetitions\n" in capsys.readouterr().out


def test_a_folder_without_claims_is_no_pass(tmp_path):
    write_toy(tmp_path, empty="")
    done = theorytest(tmp_path, "verify")
    assert done.returncode == 2
    assert done.stderr == "theorytest: checks holds no claim: nothing was checked, and that is no pass\n"


def test_the_command_line_starts_without_what_is_dear_to_load():
    dear = ("scipy.stats", "statsmodels", "pandas", "matplotlib", "numba", "distributed")
    said = f"import sys, theorytest.cli; print([name for name in {dear} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, env=environment(), check=True)
    assert found.stdout == "[]\n"


def test_a_record_is_not_written_to_standard_output(tmp_path):
    write_toy(tmp_path, one=source(claim_text("lem:mean")))
    told = theorytest(tmp_path, "verify", "--json", "-")
    assert told.returncode == 2
    assert "--json must name a file, got -: records are not written to standard output" in told.stderr


def test_verify_says_which_sentences_about_every_case_have_no_quantifier(tmp_path):
    write_toy(tmp_path, one=source(claim_text("lem:mean", says="For every law the mean is at most 7/3.")))
    told = theorytest(tmp_path, "verify").stdout.splitlines()
    assert told[-2] == "1 claim speaks of every case and has no quantifier: lem:mean"

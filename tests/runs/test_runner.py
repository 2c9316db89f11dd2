"""Results do not depend on workers, order, selection or interruption."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from toys import claim_text, environment, source, theorytest, write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.runs.budget import Setting
from theorytest.runs.journal import open_journal
from theorytest.runs.outcome import tasks_of
from theorytest.runs.pool import RunnerError
from theorytest.runs.records import read_record
from theorytest.runs.results import Task
from theorytest.runs.runner import run

# The last checks wait to be let go, so that a run is caught in the act on any machine; each finished one leaves a line.
SLOW = """import os, time
    while run.claim[-1] > '4' and not os.path.exists('go'):
        time.sleep(0.02)
    value = float(run.generators('draws')(0).random())
    yield same(value + right, value + 3, name='three')
    with open('ran.log', 'a') as log:
        log.write(f'{run.claim} {os.getpid()}\\n')
"""


def slow_paper(folder):
    claims = [claim_text(f"lem:mean/{number}", body=SLOW) for number in range(10)]
    return write_toy(folder, one=source(*claims))


def comparable(results):
    return {task: result.plain() | {"seconds": 0} for task, result in results.items()}


@pytest.fixture
def ledger(tmp_path):
    """The toy paper."""
    return load_ledger(write_toy(tmp_path))


def test_any_order_any_selection_and_any_number_of_workers_give_the_same(ledger):
    tasks = tasks_of(ledger.claims, mutants=True)
    alone = comparable(run(ledger, tasks, Setting()))
    assert comparable(run(ledger, tasks[::-1], Setting())) == alone
    assert comparable(run(ledger, tasks, Setting(), jobs=2)) == alone
    some = tasks[1:4]
    assert comparable(run(ledger, some, Setting())) == {task: alone[task] for task in some}


def test_another_seed_gives_other_numbers(ledger):
    one, other = (run(ledger, [Task("lem:mean")], Setting(seed=seed))[Task("lem:mean")] for seed in (1, 2))
    assert one.evidence[0].estimate != other.evidence[0].estimate


def test_a_journaled_task_is_not_run_again(ledger, tmp_path):
    tasks, seen = tasks_of(ledger.claims, mutants=False), []
    for resume, wanted in ((False, tasks[:2]), (True, tasks)):
        with open_journal(tmp_path / "journal", {}, resume=resume) as journal:
            results = run(ledger, wanted, Setting(), journal=journal, observe=lambda result: seen.append(result.task))
    assert seen == tasks
    assert comparable(results) == comparable(run(ledger, tasks, Setting()))


def test_a_task_that_does_not_answer_ends_the_run(ledger, monkeypatch):
    monkeypatch.setattr("theorytest.runs.runner.judged", lambda *_, **__: iter(()))
    with pytest.raises(RunnerError, match="tasks did not answer, such as def:mean: go on with --resume"):
        run(ledger, tasks_of(ledger.claims, mutants=False), Setting())


def test_an_unknown_mutant_is_refused(ledger):
    with pytest.raises(LookupError, match="lem:mean has no mutant called 'gone'"):
        run(ledger, [Task("lem:mean", "gone")], Setting())


def start(folder, *words):
    """A run in a process group of its own, like one in a terminal; Ctrl-C reaches it even under nohup."""
    command = [sys.executable, "-m", "theorytest", "verify", *words]
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def wait_for_journal(folder, lines):
    journal = folder / ".theorytest" / "journal.jsonl"
    until = time.monotonic() + 40
    while time.monotonic() < until:
        if journal.exists() and journal.read_bytes().count(b"\n") > lines:
            return
        time.sleep(0.02)
    pytest.fail("the run did not get going")


def journaled(folder):
    with (folder / ".theorytest" / "journal.jsonl").open() as lines:
        entries = [json.loads(line)["entry"] for line in lines if line.endswith("\n")]
    return [entry["claim"] for entry in entries[1:]]


def ran(folder):
    return [line.split() for line in (folder / "ran.log").read_text().splitlines()]


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def record_but_timings(path):
    record = read_record(path)
    return record.run, record.verdicts, record.ledger


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_run_resumes_with_nothing_lost_and_nothing_run_twice(tmp_path, jobs):
    slow_paper(tmp_path)
    process = start(tmp_path, "--jobs", jobs)
    wait_for_journal(tmp_path, 3)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=20)
    before = journaled(tmp_path)
    assert 3 <= len(before) <= 5
    until = time.monotonic() + 10
    while any(is_running(pid) for _, pid in ran(tmp_path)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(is_running(pid) for _, pid in ran(tmp_path))

    (tmp_path / "go").touch()
    resumed = theorytest(tmp_path, "verify", "--jobs", jobs, "--resume", "--json", "resumed.json")
    assert resumed.returncode == 0, resumed.stderr
    often = [name for name, _ in ran(tmp_path)]
    assert all(often.count(name) == 1 for name in before)
    assert len(set(often)) == 10
    assert theorytest(tmp_path, "verify", "--jobs", "1", "--json", "whole.json").returncode == 0
    assert record_but_timings(tmp_path / "resumed.json") == record_but_timings(tmp_path / "whole.json")


@pytest.mark.skipif(os.name != "posix", reason="needs a process group")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_a_journal_and_one_line(tmp_path, jobs):
    slow_paper(tmp_path)
    process = start(tmp_path, "--jobs", jobs)
    wait_for_journal(tmp_path, 2)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=40)
    assert process.returncode == 130
    assert out == ""
    finished = len(journaled(tmp_path))
    assert err.splitlines()[-1] == f"interrupted: {finished} of 10 tasks are in the journal, go on with --resume"
    assert all(line.startswith(("seed", "[", "interrupted")) for line in err.splitlines()), err
    (tmp_path / "go").touch()
    assert theorytest(tmp_path, "verify", "--jobs", "1", "--resume").returncode == 0


def test_what_one_child_imports_the_next_ones_find(tmp_path):
    seen = "import sys; print('scipy.io.arff' in sys.modules); import scipy.io.arff"
    body = f"{seen}\n    yield same(3, right, name='t')"
    checks = write_toy(tmp_path, one=source(claim_text("lem:mean", body=body), claim_text("thm:sum", body=body)))
    ledger = load_ledger(checks)
    found = run(ledger, tasks_of(ledger.claims, mutants=False), Setting(), jobs=1)
    assert [each.printed for each in found.values()] == ["False\n", "True\n"]

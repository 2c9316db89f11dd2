"""What goes wrong around a run: kills, full disks, folders that cannot be written, two runs at once.

THEORYTEST_KILLS=30 kills a run that often.
"""

import os
import resource
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from toys import claim_text, environment, source, theorytest, write_toy

from theorytest.cli import main
from theorytest.runs.records import read_record

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals and limits of POSIX")

KILLS = int(os.environ.get("THEORYTEST_KILLS", "10"))
WORK = """import time
    time.sleep(0.1)
    value = float(run.generators('draws')(0).random())
    yield same(value + right, value + 3, name='three')
"""


@pytest.fixture
def paper(tmp_path):
    """Ten claims of a tenth of a second each."""
    write_toy(tmp_path, one=source(*(claim_text(f"lem:mean/{number}", body=WORK) for number in range(10))))
    return tmp_path


def start(folder, *words, **options):
    command = [
        sys.executable,
        "-B",
        "-m",
        "theorytest",
        "verify",
        "--jobs",
        "1",
        *words,
    ]  # -B: no half-written bytecode
    said = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, cwd=folder, env=environment(), **said, **options)


def record_but_timings(path):
    record = read_record(path)
    return record.run, record.verdicts, record.ledger


def test_kills_at_random_moments_change_nothing(paper):
    rng, journal = np.random.default_rng(1), paper / ".theorytest" / "journal.jsonl"
    for kill in range(KILLS):
        process = start(paper, *(["--resume"] if journal.exists() else []))
        until = time.monotonic() + 20
        while not journal.exists() and time.monotonic() < until and kill == 0:
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 1.2))
        process.kill()
        process.communicate()
    resumed = theorytest(paper, "verify", "--jobs", "1", "--resume", "--json", "resumed.json")
    assert resumed.returncode == 0, resumed.stderr
    assert theorytest(paper, "verify", "--jobs", "1", "--json", "whole.json").returncode == 0
    assert record_but_timings(paper / "resumed.json") == record_but_timings(paper / "whole.json")


def test_a_full_disk_is_one_sentence_and_leaves_the_journal(paper):
    """A limit on the size of files stands for the full disk: both refuse to write the next bytes."""

    def small_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))

    process = start(paper, preexec_fn=small_files)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert said.splitlines()[-1] == "theorytest: [Errno 27] File too large"
    journal = (paper / ".theorytest" / "journal.jsonl").read_bytes()
    assert journal.count(b"\n") >= 2  # what was finished before is there
    resumed = theorytest(paper, "verify", "--jobs", "1", "--resume")
    assert resumed.returncode == 0, resumed.stderr


@pytest.mark.parametrize("place", ["file/record.json", "/proc/none/record.json"])
def test_a_folder_that_cannot_be_written_is_refused_before_the_work(paper, monkeypatch, capsys, place):
    (paper / "file").write_text("not a folder")
    monkeypatch.chdir(paper)
    assert main(["verify", "--jobs", "1", "--json", place]) == 2
    said = capsys.readouterr().err
    assert said.splitlines()[-1].startswith("theorytest: --json: nothing can be written into")
    assert not (paper / ".theorytest" / "journal.jsonl").exists()


def test_two_runs_at_once_do_not_mix(tmp_path):
    waiting = WORK.replace("time.sleep(0.1)", "[time.sleep(0.1) for _ in iter(lambda: os.path.exists('go'), True)]")
    paper = tmp_path
    write_toy(paper, one=source(claim_text("lem:mean", body=waiting.replace("import time", "import os, time"))))
    first = start(paper)
    journal = paper / ".theorytest" / "journal.jsonl"
    until = time.monotonic() + 20
    while not (journal.exists() and journal.stat().st_size) and time.monotonic() < until:
        time.sleep(0.01)
    second = start(paper)
    _, said = second.communicate(timeout=60)
    (paper / "go").touch()
    first.communicate(timeout=60)
    assert first.returncode == 0
    assert second.returncode == 2
    assert said.splitlines()[-1] == "theorytest: another run is writing journal.jsonl: wait for it to end"

"""theorytest deep: one answer for any number of workers and after any end, in memory that stays flat."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from clusters import Cluster, wait_until, workers
from toys import environment

from theorytest.cli import main
from theorytest.commands.deep_chunks import chunk_size
from theorytest.commands.deep_plan import Plan, duration
from theorytest.encoding import dumps

QUICK = {"--estimator": "quasi", "--dim": "3", "--samples": "1", "--steps": "5", "--replicas": "3000", "--chunk": "250"}


def asked(*changes):
    given = {**QUICK, "--jobs": "1"} | dict(zip(changes[::2], map(str, changes[1::2]), strict=True))
    return [word for pair in given.items() for word in pair]


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def answer(capsys, *words):
    capsys.readouterr()
    assert main(["deep", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refusal(capsys, *words):
    try:
        code = main(["deep", *words])
    except SystemExit as leaving:  # the parser's errors
        code = leaving.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    return err.removeprefix("theorytest: ").rstrip("\n")


MODELS = {
    "networks": ("--model", "shallow", "--width", "3", "--estimator", "lsq", "--samples", "20", "--step", "adaptive"),
    "low rank": ("--model", "low-rank", "--shape", "3,3", "--estimator", "debiased", "--samples", "9"),
    "a circle": ("--model", "curve", "--curve", "circle:1.5", "--estimator", "lsq", "--samples", "2"),
    "a spiral": ("--model", "curve", "--curve", "spiral:1", "--estimator", "quasi", "--samples", "1"),
}


@pytest.mark.parametrize("words", MODELS.values(), ids=MODELS)
def test_classes_that_are_not_linear_are_streamed_too(capsys, words):
    """The same numbers for any number of workers, and the mean of all chunks within errors of that of `descend`."""
    few = (*words, "--steps", "3", "--replicas", "60", "--chunk", "20")
    one, two = (answer(capsys, *few, "--jobs", jobs) for jobs in ("1", "2"))
    assert one == two
    assert one["exact_mean"] is None
    assert one["diverged"] == [0] * 4
    assert main(["descend", *words, "--steps", "3", "--replicas", "60", "--seed", "1", "--json"]) == 0
    other = json.loads(capsys.readouterr().out)
    ours, theirs = (np.array([found["mean"], found["stderr"]]) for found in (one, other))
    assert np.all(np.abs(ours[0] - theirs[0]) <= 6 * np.hypot(ours[1], theirs[1]) + 1e-9)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--model", "curve", "--estimator", "quasi", "--curve", "line"), "--curve must be circle:U or spiral:Q"),
        (("--model", "curve", "--estimator", "quasi", "--curve", "spiral:9"), "q must be at most 3, got 9.0"),
        (("--model", "curve", "--estimator", "quasi", "--rank", "2"), "--rank belongs to --model low-rank"),
        (("--model", "curve", "--estimator", "quasi", "--width", "2"), "--width belongs to --model shallow"),
        (
            ("--model", "low-rank", "--estimator", "best"),
            "--estimator must be one of non, quasi, lsq, volume, debiased",
        ),
        (("--model", "low-rank", "--estimator", "lsq", "--shape", "4"), "--shape must be two integers such as 4,4"),
        (("--model", "low-rank", "--estimator", "lsq", "--shape", "400,400"), "with a product of at most 1024"),
        (("--model", "low-rank", "--estimator", "lsq", "--rank", "9"), "rank must be at most 4, got 9"),
        (("--model", "low-rank", "--estimator", "lsq", "--dim", "9"), "--dim belongs to --model linear"),
        (("--estimator", "lsq"), "arguments are required: --dim (or --model shallow)"),
    ],
)
def test_words_of_another_class_are_refused(capsys, words, sentence):
    assert sentence in refusal(capsys, *words, "--samples", "4", "--steps", "2", "--replicas", "20")


def test_the_mean_is_the_exact_one(capsys):
    found = answer(capsys, *asked("--replicas", 20_000, "--chunk", 4000, "--samples", 2))
    assert (found["replicas"], found["chunks"], found["t"][-1]) == (20_000, 5, 6)
    assert found["z"][0] is None
    assert all(abs(z) < 5 for z in found["z"][1:])
    assert all(low <= mean <= high for low, mean, high in zip(found["low"], found["mean"], found["high"], strict=True))
    assert found["diverged"] == [0] * 6


def test_workers_change_nothing_and_seeds_do(capsys):
    alone = answer(capsys, *asked())
    assert answer(capsys, *asked("--jobs", 2)) == alone
    assert answer(capsys, *asked("--seed", 1))["mean"] != alone["mean"]


def test_a_cluster_changes_nothing(capsys, tmp_path):
    pytest.importorskip("distributed", reason="needs the extra `cluster`")
    alone = answer(capsys, *asked())
    with Cluster(tmp_path) as cluster:
        wait_until(lambda: workers(cluster.address) == 2)
        assert answer(capsys, *asked("--backend", "dask", "--scheduler", cluster.address)) == alone


@pytest.mark.skipif(os.name != "posix", reason="needs signals of POSIX")
def test_a_killed_run_goes_on_as_if_nothing_had_happened(capsys, tmp_path):
    words, journal = asked("--replicas", 40_000), tmp_path / ".theorytest" / "deep.jsonl"
    command = [sys.executable, "-m", "theorytest", "deep", *words]
    process = subprocess.Popen(command, cwd=tmp_path, env=environment(), stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 5) and time.monotonic() < until:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    content = journal.read_bytes()
    assert content.count(b"\n") > 5
    journal.write_bytes(content[:-30])  # and its last line was cut short
    resumed = answer(capsys, *words, "--resume")
    assert answer(capsys, *words, "--journal", "whole.jsonl") == resumed
    assert sorted(journal.read_bytes().splitlines()[1:]) == sorted(
        (tmp_path / "whole.jsonl").read_bytes().splitlines()[1:]
    )
    assert answer(capsys, *words, "--resume") == resumed  # all of it from the journal


def test_another_runs_journal_is_refused(capsys):
    assert main(["deep", *asked()]) == 0
    capsys.readouterr()
    said = refusal(capsys, *asked("--seed", 4), "--resume")
    assert said == (
        "deep.jsonl was written with seed 0, this run has seed 4: use the same, or start anew without --resume"
    )


def twice(lines):
    return [*lines, lines[1]]


def beyond(lines):
    return [*lines[:-1], sealed({**json.loads(lines[-1])["entry"], "chunk": 12})]


def longer(lines):
    return [*lines[:-1], sealed({**json.loads(lines[-1])["entry"], "count": 251})]


def without_sums(lines):
    return [*lines[:-1], sealed({"chunk": 11, "count": 250})]


def sealed(entry):
    body = dumps(entry)
    return f'{{"sha256":"{hashlib.sha256(body.encode()).hexdigest()}","entry":{body}}}\n'


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (twice, "deep.jsonl has chunk 0 twice: start anew without --resume"),
        (beyond, "deep.jsonl has a line that is no chunk of this run"),
        (longer, "deep.jsonl has a line that is no chunk of this run"),
        (without_sums, "deep.jsonl has a line that is no chunk of this run"),
    ],
)
def test_trajectories_count_once_and_only_those_of_the_run(capsys, tmp_path, damage, sentence):
    journal = tmp_path / ".theorytest" / "deep.jsonl"
    assert main(["deep", *asked()]) == 0
    capsys.readouterr()
    journal.write_text("".join(damage(journal.read_text().splitlines(keepends=True))))
    assert refusal(capsys, *asked(), "--resume").startswith(sentence)


@pytest.mark.parametrize("more", [(), ("--resume",)])
def test_a_file_that_is_no_journal_is_left_as_it_is(capsys, tmp_path, more):
    other = tmp_path / "thesis.tex"
    other.write_text("years of work")
    said = refusal(capsys, *asked("--journal", other), *more)
    assert said == f"{other} is no journal, and is left as it is: name another file"
    assert other.read_text() == "years of work"
    other.write_text("")
    assert main(["deep", *asked("--journal", other), *more]) == 0


def test_the_table(capsys):
    assert main(["deep", *asked()]) == 0
    out, err = capsys.readouterr()
    first, head, *rows, last = out.splitlines()
    assert first.endswith("3,000 trajectories, of which 0 diverged")
    assert head.split()[:3] == ["t", "exact", "mean"]
    assert [row.split()[0] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert last.startswith("the mean differs from the exact one by at most")
    said = err.splitlines()
    assert said[0] == "plan: 3,000 trajectories of 5 steps, 15,000 draws of points, 12 chunks of 250"
    assert [line.split(":")[0] for line in said[:4]] == ["plan", "pilot", "here", "elsewhere"]
    assert "on 100 cores like these about" in said[3]
    assert said[-1].startswith("done in")


def test_without_an_exact_mean(capsys):
    words = asked("--estimator", "lsq", "--samples", 8, "--delta", 0.9, "--replicas", 200, "--chunk", 100)
    found = answer(capsys, *words)
    assert (found["exact_mean"], found["z"]) == (None, None)
    assert main(["deep", *words]) == 0
    first, _, row, *_ = capsys.readouterr().out.splitlines()
    assert "no exact mean: no quadrature reaches this estimator" in first
    assert row.split()[1] == "-"


def test_rare_paths_are_announced_and_the_mean_is_compared_before_them_only(capsys):
    assert main(["deep", *asked("--steps", 40, "--replicas", 2000)]) == 0
    *_, compared, announced = capsys.readouterr().out.splitlines()
    start = announced.removeprefix("rare paths carry the mean from t = ").split()[0]
    assert compared.startswith("the mean differs from the exact one by at most")
    assert compared.endswith(f"over all times before {start})")


def test_divergence_is_a_result(capsys):
    found = answer(capsys, *asked("--step", "constant:1e60", "--replicas", 500, "--steps", 9))
    assert found["diverged"][-1] == 500
    assert (found["mean"][-1], found["stderr"][-1], found["z"][-1]) == ("Infinity", "Infinity", None)


def test_only_the_plan(capsys, tmp_path):
    assert main(["deep", *asked("--replicas", 10**9, "--workers", 7), "--plan"]) == 0
    out, _ = capsys.readouterr()
    assert "4,000,000 chunks of 250" in out
    assert "on 7 cores like these about" in out
    assert not (tmp_path / ".theorytest").exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (("--replicas", 1), "--replicas must be at least 2 for a spread, got 1"),
        (("--replicas", 0), "argument --replicas: must be a whole number of at least 1"),
        (("--chunk", "x"), "argument --chunk: must be a whole number of at least 1"),
        (("--estimator", "best"), "--estimator must be one of non"),
        (("--step", "fast"), "--step must be constant:S"),
        (("--steps", 10**13), "10,000,000,000,000 steps never end"),
        (("--samples", 10**9), "1,000,000,000 points of 1 replicas are too much"),
        (("--backend", "dask"), "--backend dask and --scheduler ADDRESS belong together"),
        (("--backend", "dask", "--scheduler", "tcp://127.0.0.1:1"), "no scheduler answers"),
        (("--journal", "/proc/none/deep.jsonl"), "/proc/none cannot be read or written: No such file"),
    ],
)
def test_what_is_not_defined_is_refused_in_one_sentence(capsys, changes, sentence):
    assert refusal(capsys, *asked(*changes)).startswith(sentence)


def test_the_memory_of_a_command_stays_flat(capsys):
    """Ten times the replicas: the peak of the second run is that of the first."""
    main(["deep", *asked()])
    peaks = []
    for replicas in (10_000, 100_000):
        tracemalloc.start()
        assert main(["deep", *asked("--replicas", replicas, "--chunk", 5000, "--steps", 2)]) == 0
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    capsys.readouterr()
    assert peaks[1] == pytest.approx(peaks[0], rel=0.05)


def test_chunks_suit_the_problem():
    assert chunk_size(10**7, 60) == 2**15
    assert chunk_size(10**9, 60) == 2**20
    assert chunk_size(10**9, 3_000_000) == 64
    assert chunk_size(100, 10**30) == 1


def test_the_cost_on_many_workers():
    """1,000 chunks of 10 replicas, a millisecond each, and a millisecond of the parent for every chunk."""

    class Job:
        chunk, chunks, replicas = 10, 1000, 10_000

    plan = Plan(Job, (1e-3, 1e-3, 2e-3), (1e-3, 1e-3, 1e-3), 1e-3, 1, None)
    assert plan.left(0, 1e-3) == pytest.approx(11)  # chunks, and their lines, one after the other
    assert plan.left(900, 1e-3) == pytest.approx(1.1)
    plan = replace(plan, workers=2, efficiency=0.5)
    assert plan.left(0, 1e-3) == pytest.approx(10)
    assert plan.wall(4, 1e-3) == pytest.approx(2.5 / 0.5)
    assert plan.wall(3, 1e-3) == pytest.approx(3.34 / 0.5)  # the last round is not full
    assert plan.wall(500, 1e-3) == pytest.approx(1)  # the parent cannot write faster
    assert plan.core_hours == pytest.approx(10 / 3600)
    assert [duration(s) for s in (2.34, 200, 7200)] == ["2.3 s", "3.33 min", "2 h"]

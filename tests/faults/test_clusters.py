"""A cluster whose parts die or differ: a sentence within a minute, and nothing that was finished is lost.

THEORYTEST_MINUTES=5 kills random workers for that long instead of for seconds.
"""

import contextlib
import gc
import os
import shutil
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from clusters import Cluster, wait_until, workers
from toys import REPOSITORY, claim_text, environment, source, write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.runs.budget import Setting
from theorytest.runs.cluster import LOST_WORKERS, ClusterError, answers
from theorytest.runs.outcome import tasks_of
from theorytest.runs.runner import run

Client = pytest.importorskip("distributed", reason="needs the extra `cluster`").Client
CommClosedError = pytest.importorskip("distributed.comm").CommClosedError

MINUTES = float(os.environ.get("THEORYTEST_MINUTES", "0.1"))
WORK = """import time
    time.sleep(0.3)
    value = float(run.generators('draws')(0).random())
    yield same(value + right, value + 3, name='three')
"""
LONG = """import pathlib, time
    (pathlib.Path(__file__).parents[1] / 'began').touch()
    time.sleep(30)
    yield same(3, right, name='three')
"""
KILLS = """import os, signal
    mother = int(open(f'/proc/{os.getppid()}/stat').read().rpartition(')')[2].split()[1])
    os.kill(mother, signal.SIGKILL)
    yield same(3, right, name='three')
"""


def plain(results):
    return {task: result.plain() | {"seconds": 0} for task, result in results.items()}


def paper(folder, *claims):
    ledger = load_ledger(write_toy(folder, one=source(*claims)))
    return ledger, tasks_of(ledger.claims, mutants=False)


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs to find the worker")
def test_a_task_that_kills_its_workers_is_broken_and_the_others_have_their_verdicts(tmp_path):
    ledger, tasks = paper(tmp_path, claim_text("lem:mean", body=KILLS), *(claim_text(f"thm:sum/{k}") for k in range(4)))
    with Cluster(tmp_path, workers=LOST_WORKERS + 2) as cluster:
        wait_until(lambda: workers(cluster.address) == LOST_WORKERS + 2)
        started = time.monotonic()
        found = run(ledger, tasks, Setting(), scheduler=cluster.address)
        assert time.monotonic() - started < 60
    broken = {result.claim: result.broken for result in found.values() if result.broken}
    assert broken == {"lem:mean": f"{LOST_WORKERS + 1} workers of the cluster died on it, one after the other"}


def test_the_end_of_the_scheduler_is_one_sentence(tmp_path):
    paper(tmp_path, *(claim_text(f"lem:mean/{k}", body=LONG) for k in range(4)))
    with Cluster(tmp_path, workers=1) as cluster:
        wait_until(lambda: workers(cluster.address) == 1)
        words = ("verify", "--backend", "dask", "--scheduler", cluster.address)
        command = [sys.executable, "-m", "theorytest", *words]
        process = subprocess.Popen(command, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, text=True)
        wait_until((tmp_path / "began").exists)
        cluster.processes[0].kill()
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 2
    assert [line for line in said.splitlines() if line.startswith("theorytest:")] == [
        f"theorytest: the scheduler {cluster.address} has ended: start it again and go on with --resume"
    ]
    assert "Traceback" not in said


def hang_up_on_all(address):
    def hang_up(dask_scheduler):  # in here it goes to the scheduler by value, which cannot import this file
        for comm in dask_scheduler.client_comms.values():
            comm.abort()

    other = Client(address, set_as_default=False)
    with other, contextlib.suppress(CommClosedError):  # its own connection is cut, too
        other.run_on_scheduler(hang_up)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
def test_a_lost_connection_to_a_living_scheduler_loses_no_result(tmp_path):
    ledger, tasks = paper(tmp_path, *(claim_text(f"lem:mean/{k}", body=WORK) for k in range(12)))
    with Cluster(tmp_path) as cluster:
        wait_until(lambda: workers(cluster.address) == 2)
        heard = []

        def cut(result):
            heard.append(result)
            if len(heard) == 3:
                hang_up_on_all(cluster.address)

        found = run(ledger, tasks, Setting(), scheduler=cluster.address, observe=cut)
    gc.collect()  # the sockets that were cut are told of here, and not in another test
    assert plain(found) == plain(run(ledger, tasks, Setting()))


def test_a_worker_with_other_sources_is_refused_by_name(tmp_path):
    other = tmp_path / "other"
    shutil.copytree(REPOSITORY / "theorytest", other / "theorytest", ignore=shutil.ignore_patterns("__pycache__"))
    with (other / "theorytest" / "fits.py").open("a") as file:
        file.write("# another line\n")
    with Cluster(tmp_path, workers=1, path=other) as cluster:
        wait_until(lambda: workers(cluster.address) == 1)
        with pytest.raises(ClusterError, match=r"the worker .* has sources \w+, this run has sources \w+"):
            list(answers(cluster.address, len, [("abc",)]))


def test_random_kills_of_workers_leave_the_same_record(tmp_path):
    count = max(30, int(150 * MINUTES))
    ledger, tasks = paper(tmp_path, *(claim_text(f"lem:mean/{k}", body=WORK) for k in range(count)))
    rng, found = np.random.default_rng(0), {}
    with Cluster(tmp_path) as cluster:
        wait_until(lambda: workers(cluster.address) == 2)
        runner = threading.Thread(target=lambda: found.update(run(ledger, tasks, Setting(), scheduler=cluster.address)))
        runner.start()
        kills, until = 0, time.monotonic() + 60 * MINUTES
        while runner.is_alive() and time.monotonic() < until:
            time.sleep(rng.uniform(1, 4))
            wait_until(lambda: workers(cluster.address) > 0, seconds=120)  # who is not there yet cannot be lost
            cluster.lose_and_replace(int(rng.integers(2)))
            kills += 1
        runner.join()  # however long a busy machine takes
    lost = [task for task, result in found.items() if result.broken]
    assert lost == []
    assert kills > 0
    assert plain(found) == plain(run(ledger, tasks, Setting()))

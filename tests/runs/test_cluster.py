"""A cluster gives the same record as one process, also when one of its workers is killed on the way."""

import threading

import pytest
from clusters import Cluster, wait_until, workers
from toys import claim_text, source, theorytest, write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.runs.budget import Setting
from theorytest.runs.cluster import LOST_CONNECTIONS, LOST_RESULTS, LOST_WORKERS, ClusterError, _Asked, on_cluster
from theorytest.runs.outcome import tasks_of
from theorytest.runs.runner import run

KilledWorker = pytest.importorskip("distributed", reason="needs the extra `cluster`").KilledWorker

# Each task says that it has begun, then waits to be let go.
BODY = """import os, time
    root = os.path.dirname(os.path.dirname(__file__))
    with open(os.path.join(root, 'began.log'), 'a') as log:
        log.write(f'{run.claim} {run.setting.seed} {right}\\n')
    while not os.path.exists(os.path.join(root, 'go')):
        time.sleep(0.02)
    value = float(run.generators('draws')(0).random())
    yield same(value + right, value + 3, name='three')
"""


def plain(results):
    return {task: result.plain() | {"seconds": 0} for task, result in results.items()}


def test_a_killed_worker_changes_nothing(tmp_path):
    ledger = load_ledger(write_toy(tmp_path, one=source(*(claim_text(f"lem:mean/{k}", body=BODY) for k in range(6)))))
    tasks = tasks_of(ledger.claims, mutants=True)
    log, found = tmp_path / "began.log", {}
    with Cluster(tmp_path) as cluster:
        wait_until(lambda: workers(cluster.address) == 2)
        runner = threading.Thread(target=lambda: found.update(run(ledger, tasks, Setting(), scheduler=cluster.address)))
        runner.start()
        wait_until(lambda: log.exists() and len(log.read_text().splitlines()) == 2)
        cluster.processes[1].kill()
        (tmp_path / "go").touch()
        runner.join(60)
        began = log.read_text().splitlines()
    assert plain(found) == plain(run(ledger, tasks, Setting()))
    assert began.count(began[0]) + began.count(began[1]) == 3  # another worker did again what was lost


def test_workers_with_several_threads_are_refused(tmp_path):
    with Cluster(tmp_path, workers=1, threads=2) as cluster:

        def refusal():
            try:
                with on_cluster(cluster.address):
                    return "accepted"
            except ClusterError as error:
                return str(error)

        wait_until(lambda: "has no worker" not in refusal())
        assert "has 2 threads: start it with --nthreads 1" in refusal()


def test_bad_addresses_are_one_sentence(tmp_path):
    write_toy(tmp_path)
    alone = theorytest(tmp_path, "verify", "--backend", "dask")
    assert (alone.returncode, "belong together" in alone.stderr) == (2, True)
    for address in ("tcp://127.0.0.1:1", "nonsense://x", ""):
        refused = theorytest(tmp_path, "verify", "--backend", "dask", "--scheduler", address)
        assert refused.returncode == 2
        assert "Traceback" not in refused.stderr
        assert "no scheduler answers" in refused.stderr


class Client:
    """Of a scheduler that loses what it is asked for, in one way, so many times for each task."""

    def __init__(self, status, times):
        self.status, self.times, self.asked, self.told = status, times, [], 0

    def submit(self, _work, number, **_words):
        self.asked.append(number)
        lost = self.asked.count(number) <= self.times
        return Future(f"task-{len(self.asked)}", self.status if lost else "finished", number)

    def run_on_scheduler(self, *_words):
        self.told += 1


class Future:
    def __init__(self, key, status, number):
        self.key, self.status, self.number = key, status, number

    def add_done_callback(self, call):
        call(self)

    def exception(self):
        return KilledWorker(self.key, None, LOST_WORKERS) if self.status == "killed" else None

    def result(self):
        return self.number


def answers(client, numbers, deaths=0):
    asked, found = _Asked(client, lambda number: (len, number), lambda: deaths), {}
    asked.ask(numbers)
    while asked.numbers:
        found.update(asked.answered(timeout=1))
        if asked.again:
            asked.ask_again("tcp://scheduler")
    return found


def test_results_that_die_with_their_workers_are_no_lost_connections():
    """Each of 25 results is lost once, one after the other: more than the connections that a run survives."""
    client = Client("lost", times=1)
    assert answers(client, range(LOST_CONNECTIONS + 5)) == {k: k for k in range(LOST_CONNECTIONS + 5)}
    assert client.told == 0
    found = answers(Client("lost", times=LOST_RESULTS + 1), [7])
    assert str(found[7]) == f"{LOST_RESULTS + 1} workers of the cluster died with its result"


def test_a_task_is_to_blame_for_dead_workers_unless_workers_die_on_others_too():
    """Four on this task alone are enough; where as many die elsewhere it is tried again, until twenty died on it."""
    assert str(answers(Client("killed", times=1), [7], deaths=4)[7]).startswith("4 workers of the cluster died on it")
    assert answers(Client("killed", times=4), [7], deaths=30) == {7: 7}
    assert str(answers(Client("killed", times=5), [7], deaths=99)[7]).startswith("20 workers of the cluster died on it")


def test_connections_are_lost_so_many_times_and_no_more():
    client = Client("cancelled", times=LOST_CONNECTIONS)
    assert answers(client, [3]) == {3: 3}
    assert client.told == LOST_CONNECTIONS
    with pytest.raises(ClusterError, match=f"was lost {LOST_CONNECTIONS + 1} times: go on with --resume"):
        answers(Client("cancelled", times=LOST_CONNECTIONS + 1), [3])

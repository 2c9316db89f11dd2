"""A Dask cluster on 127.0.0.1 for tests."""

import subprocess
import sys
import threading
import time

from toys import environment

from theorytest.runs.cluster import ClusterError, on_cluster


class Cluster:
    """A scheduler and workers on 127.0.0.1, each a process of its own."""

    def __init__(self, folder, workers=2, threads=1, path=None):
        self.folder, self.address, self.path = folder, None, path
        self.processes = [self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")]
        line = next(line for line in self.processes[0].stderr if "Scheduler at:" in line)
        self.address = line.split()[-1]
        self.drain = threading.Thread(target=self.processes[0].stderr.read)  # or its pipe would fill
        self.drain.start()
        self.words = ("worker", self.address, "--nthreads", str(threads), "--no-nanny", "--no-dashboard")
        self.processes += [self._start(*self.words, quiet=True) for _ in range(workers)]

    def lose_and_replace(self, number):
        """Kill a worker, counted from 0, and start another one."""
        self.processes[1 + number].kill()
        self.processes[1 + number].wait()
        self.processes[1 + number] = self._start(*self.words, quiet=True)

    def _start(self, *words, quiet=False):
        command = [sys.executable, "-m", "dask", *words]
        said = {"stderr": subprocess.DEVNULL if quiet else subprocess.PIPE, "stdout": subprocess.DEVNULL}
        return subprocess.Popen(command, cwd=self.folder, env=self._environment(), text=True, **said)

    def _environment(self):
        return environment() | ({"PYTHONPATH": str(self.path)} if self.path else {})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        self.drain.join()
        self.processes[0].stderr.close()


def wait_until(true, seconds=40):
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "nothing happened"
        time.sleep(0.05)


def workers(address):
    """How many workers the cluster has."""
    try:
        with on_cluster(address) as count:
            return count
    except ClusterError:
        return 0

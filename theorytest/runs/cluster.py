"""The same tasks on a Dask cluster: joblib sends them, the scheduler gives those of a lost worker to another one."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from joblib import parallel_config

_SECONDS = 10  # that a scheduler may take to answer
_LOST_WORKERS = 3  # that one task may survive: a task that kills its workers is the fault of its check


class ClusterError(RuntimeError):
    """A cluster that cannot be used, in one sentence."""


@contextmanager
def on_cluster(scheduler: str) -> Iterator[int]:
    """Within it joblib works on the cluster; gives the number of workers."""
    client = _connected(scheduler)
    try:
        workers = client.scheduler_info(n_workers=-1)["workers"]
        if not workers:
            raise ClusterError(f"the cluster {scheduler} has no worker: start one with dask worker {scheduler}")
        threads = {name: worker["nthreads"] for name, worker in workers.items() if worker["nthreads"] != 1}
        if threads:
            name, count = next(iter(threads.items()))
            raise ClusterError(f"the worker {name} has {count} threads: start it with --nthreads 1, checks share state")
        with parallel_config(backend="dask", client=client):
            yield len(workers)
    finally:
        client.close()


def _connected(scheduler: str) -> Any:
    try:
        import dask
        from distributed import Client
    except ImportError:
        raise ClusterError("--backend dask needs the package distributed: pip install 'theorytest[cluster]'") from None
    _require_answer(scheduler)
    dask.config.set({"distributed.scheduler.allowed-failures": _LOST_WORKERS})
    try:
        return Client(scheduler, timeout=_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(f"no scheduler answers at {scheduler!r} ({_reason(error)})") from None


def _require_answer(scheduler: str) -> None:
    """Somebody listens there: a client that waits in vain says so at length, and late."""
    address = urlsplit(scheduler)
    try:
        if address.scheme not in ("tcp", "tls", "ws", "wss") or not address.hostname or not address.port:
            raise ValueError("an address is such as tcp://10.0.0.1:8786")
        socket.create_connection((address.hostname, address.port), timeout=_SECONDS).close()
    except (OSError, ValueError) as error:
        raise ClusterError(f"no scheduler answers at {scheduler!r} ({_reason(error)})") from None


def _reason(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__

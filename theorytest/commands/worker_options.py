"""Where a command's work runs: processes of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_QUOTA = Path("/sys/fs/cgroup/cpu.max")


def cores() -> int:
    """Those that this process may use; a container may have a share of them only."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):  # "max 100000" where there is no limit
        quota, period = map(int, _QUOTA.read_text().split())
        allowed = min(allowed, max(1, quota // period))
    return allowed


def add_worker_options(parser: argparse.ArgumentParser, whole: Callable[[str], int], what: str) -> None:
    """The options; `whole` reads integers of at least 1, `what` is what runs."""
    parser.add_argument(
        "--jobs", type=whole, default=cores(), metavar="N", help="worker processes (default: all cores)"
    )
    parser.add_argument(
        "--backend",
        choices=("processes", "dask"),
        default="processes",
        help=f"where the {what} run (default: processes)",
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of the Dask cluster, such as tcp://10.0.0.1:8786")


def refuse_half_a_cluster(options: argparse.Namespace) -> None:
    """A backend without its scheduler, or a scheduler without its backend."""
    if (options.backend == "dask") != (options.scheduler is not None):
        from theorytest.runs.cluster import ClusterError  # slow to import

        raise ClusterError("--backend dask and --scheduler ADDRESS belong together: give both or none")

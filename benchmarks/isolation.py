"""What processes of their own cost: CPU time of a random sample of claims, each judged in a child and without one.

Both ways run in a fresh interpreter that imports the same files, so that the ratio is that of a whole `verify`.
Usage: python benchmarks/isolation.py [how many] [seed]
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

CHECKS = Path(__file__).parents[1] / "checks"


def cpu_seconds(names: list[str], *, forking: bool) -> float:
    """Of one run of the claims in an interpreter of its own, with all that it starts."""
    words = [sys.executable, __file__, "--run", "fork" if forking else "here", *names]
    return float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def run_here(way: str, names: list[str]) -> None:
    """The claims, then the CPU seconds that they took."""
    import resource

    from theorytest.threads import one_thread

    one_thread()
    from theorytest.claims.index import remembered_ledger
    from theorytest.runs import children
    from theorytest.runs.budget import Setting
    from theorytest.runs.nurseries import nursery
    from theorytest.runs.records import state_folder
    from theorytest.runs.results import Task
    from theorytest.runs.runner import run

    children.CAN_FORK = way == "fork"
    run(remembered_ledger(CHECKS, state_folder), [Task(name) for name in names], Setting())
    nursery().close()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(sum(each.ru_utime + each.ru_stime for each in used))


def main(count: int = 120, seed: int = 0) -> None:
    from theorytest.claims.index import remembered_ledger
    from theorytest.runs.records import state_folder

    claims = [each.id for each in remembered_ledger(CHECKS, state_folder).claims if each.executable]
    names = random.Random(seed).sample(claims, count)
    alone = cpu_seconds(names, forking=False)
    forked = cpu_seconds(names, forking=True)
    print(f"{count} claims: {forked:.1f} s in children, {alone:.1f} s without, {100 * (forked / alone - 1):+.1f} %")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--run"]:
        run_here(sys.argv[2], sys.argv[3:])
    else:
        main(*map(int, sys.argv[1:]))

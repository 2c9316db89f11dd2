"""How costs shrink with the processes that share the work: joblib on one worker and on two, as a run of claims does.

A turn gives the workers four equal parts, large enough that sending them costs little. The exponent is -1 where two
workers take half the time by the clock; other programs on the machine, and memory that both share, keep it above.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np
from growth import Growth, grow
from joblib import Parallel, delayed
from timing import Work

PARTS = 4


def descent() -> int:
    from descent import ensemble

    ensemble(3, 1, 1_000, 500, "numpy").run()
    return 500_000


def estimators() -> int:
    from estimators import LeastSquares, draw, optimal

    draw(LeastSquares(optimal(10), 20), 4_000)
    return 4_000


def networks() -> int:
    from networks import step

    step(10).run()
    return 10


def optimal_points() -> int:
    from sampling import RNG, Optimal, legendre

    Optimal(legendre(10)).sample(RNG, 1, 2_000_000)
    return 2_000_000


def svd() -> int:
    np.linalg.svd(np.random.default_rng(0).normal(size=(20, 200, 61)), full_matrices=False)
    return 20


KINDS: dict[str, Callable[[], int]] = {
    "optimal points": optimal_points,
    "least squares, d = 10": estimators,
    "descent, a step, numpy": descent,
    "network step": networks,
    "a bare SVD": svd,
}


def growths() -> Iterator[Growth]:
    if (os.cpu_count() or 1) < 2:
        return
    draws = {name: PARTS * part() for name, part in KINDS.items()}
    pools = {w: Parallel(n_jobs=w, backend="loky", batch_size=1) for w in (1, 2)}

    def shared(workers: int, part: Callable[[], int]) -> Callable[[], object]:
        return lambda: pools[workers](delayed(part)() for _ in range(PARTS))

    def at(workers: int) -> dict[str, Work]:
        return {name: Work(shared(workers, part), draws[name]) for name, part in KINDS.items()}

    yield grow("workers", [1, 2], at, clock=perf_counter)

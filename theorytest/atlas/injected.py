"""False constants put into a cell: how often the draws of one run refute a constant that is a share too small.

Every repetition draws anew, as another seed would, and decides as a row does: by the end of the interval.
"""

from __future__ import annotations

from dataclasses import dataclass

from theorytest.atlas.cells import Cell
from theorytest.atlas.effort import Effort
from theorytest.atlas.measuring import mean_in
from theorytest.atlas.numbers import DRIVING
from theorytest.atlas.progress import run
from theorytest.atlas.sample import prepared
from theorytest.atlas.subjects import subject
from theorytest.runs.seeds import Generators


@dataclass(frozen=True)
class Caught:
    """Of so many runs, how many refute the false constant, and how many the true one."""

    cell: Cell
    constant: str
    share: float
    runs: int
    caught: int
    false_alarms: int
    n_draws: int


def caught(cell: Cell, effort: Effort, seed: int, runs: int, *, share: float = 0.02) -> list[Caught]:
    """Each constant of a cell whose moments are known, made false by a share of its exact value on E."""
    it = subject(cell)
    if it.exact is None:
        raise ValueError(f"{cell} has no exact moments: no constant is known to be false")
    sample, _ = prepared(it, effort, Generators(seed, "injected", str(cell)), it.stability)
    names = [name for name in DRIVING if name != "pair"]
    counts = {name: [0, 0, 0] for name in names}
    for repetition in range(runs):
        found = run(sample, Generators(seed, f"injected {repetition}", str(cell)))
        for name in names:
            mean = mean_in(sample, found, name)
            true = getattr(it.exact, name)
            upper = name != "c_bias1"  # a lower bound is false when it is too large
            false = true * (1 - share) if upper else true * (1 + share)
            counts[name][0] += mean.low > false if upper else mean.high < false
            counts[name][1] += mean.low > true * (1 + 1e-9) if upper else mean.high < true * (1 - 1e-9)
            counts[name][2] = found.n_replicas
    return [Caught(cell, name, share, runs, *counts[name]) for name in names]

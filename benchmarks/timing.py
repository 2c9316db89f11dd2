"""Side-by-side timing: two pieces of work take turns, and each turn gives one ratio of their costs per draw.

Both parts of a turn run within a fraction of a second, so a machine that is busy for a while slows both; who goes
first alternates. What runs in one process and one thread is measured in seconds of the processor, in which other
programs are not counted; they still share caches. A row reports the median ratio and where the middle 80% of the ratios
lie. Turns end with their number or, after a few of them, with the time for a row. Nothing is asserted: a time is a
property of the machine and of the hour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any

import numpy as np

FEWEST = 5  # turns, however long they take
LONGEST = 0.8  # seconds for further ones
Clock = Callable[[], float]


@dataclass(frozen=True)
class Work:
    """Something to time that makes `draws` draws."""

    run: Callable[[], object]
    draws: int

    def cost(self, clock: Clock = process_time) -> float:
        """Seconds per draw, measured once."""
        start = clock()
        self.run()
        return (clock() - start) / self.draws


@dataclass(frozen=True)
class Target:
    """A bound on a ratio: "at most" or "at least"."""

    sense: str
    value: float

    def __str__(self) -> str:
        return f"{self.sense} {self.value:g}"

    def met(self, ratio: float) -> bool:
        """Whether the ratio keeps the bound."""
        return ratio <= self.value if self.sense == "at most" else ratio >= self.value


@dataclass(frozen=True)
class Row:
    """The median costs of both sides in seconds per draw, and the quantiles of their ratio."""

    what: str
    cost: float
    reference: float
    low: float
    ratio: float
    high: float
    turns: int = 0
    target: Target | None = None
    remark: str = ""
    limit: str = ""  # why the reference cannot be beaten, where that is so

    @property
    def verdict(self) -> str:
        """Whether the median meets the target; empty where there is none."""
        return "" if self.target is None else "met" if self.target.met(self.ratio) else "MISSED"

    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        ratio, spread = f"{self.ratio:.3g}", f"{self.low:.3g} to {self.high:.3g}"
        target = "" if self.target is None else str(self.target)
        costs = in_words(self.cost), in_words(self.reference)
        return self.what, *costs, ratio, spread, str(self.turns), target, self.verdict, self.remark


HEADER = ("what over what", "first", "second", "ratio", "10% to 90%", "turns", "target", "verdict")


def side_by_side(work: Work, reference: Work, *, turns: int, clock: Clock = process_time) -> dict[str, Any]:
    """Costs, and quantiles of work / reference, after one warm-up each; several processes need `perf_counter`."""
    pairs = np.array(list(_turns(work, reference, turns, clock)))
    low, ratio, high = np.quantile(pairs[:, 0] / pairs[:, 1], [0.1, 0.5, 0.9]).tolist()
    cost, other = np.median(pairs, axis=0).tolist()
    return {"cost": cost, "reference": other, "low": low, "ratio": ratio, "high": high, "turns": len(pairs)}


def table(rows: Sequence[Row], remark: str) -> str:
    """All rows under one header, columns aligned; `remark` heads the last column."""
    return aligned([(*HEADER, remark), *(row.cells() for row in rows)])


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Lines of cells as text with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def _turns(work: Work, reference: Work, turns: int, clock: Clock) -> Iterator[tuple[float, float]]:
    _turn(work, reference, clock, first=False)
    start = perf_counter()
    for k in range(turns):
        if k >= FEWEST and perf_counter() - start > LONGEST:
            return
        yield _turn(work, reference, clock, first=k % 2 == 0)


def _turn(work: Work, reference: Work, clock: Clock, *, first: bool) -> tuple[float, float]:
    if first:
        return work.cost(clock), reference.cost(clock)
    cost = reference.cost(clock)
    return work.cost(clock), cost


def in_words(seconds: float) -> str:
    """A time with its unit."""
    unit, size = next((each for each in _UNITS if seconds < 1e3 * each[1]), _UNITS[-1])
    return f"{seconds / size:.3g} {unit}"


_UNITS = [("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3), ("s", 1.0)]

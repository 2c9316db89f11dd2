"""How costs grow: exponents of the cost of a draw in d, n, the replicas or the workers, with their spread.

All sizes of all kinds of work take turns, so that a machine that is busy for a while slows down all of them; counted is
the time that the processor works, without the waiting for other programs. Every turn gives one exponent, the
least-squares slope of log cost against log size over the upper half of the sizes, where what a call costs whatever its
size no longer counts. Reported are the median over the turns, fewer where they take long, and where the middle 80% lie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter, process_time

import numpy as np
from timing import Work, in_words

from theorytest.claims.plots import Panel, Series

TURNS, FEWEST = 5, 3
LONGEST = 2.5  # seconds for turns after the fewest
HEADER = ("work", "grows with", "exponent", "10% to 90%", "fitted from", "cost at the largest")


@dataclass(frozen=True)
class Growth:
    """Costs in seconds per draw, by kind of work: arrays (turns, sizes)."""

    along: str
    sizes: Sequence[int]
    costs: Mapping[str, np.ndarray]

    @property
    def first(self) -> int:
        """The number of sizes below those that the exponent is fitted on."""
        return len(self.sizes) // 2 if len(self.sizes) > 2 else 0

    def exponent(self, name: str) -> tuple[float, float, float]:
        """The median slope, between its 10% and 90% quantiles."""
        logs = np.log(self.costs[name][:, self.first :])
        slopes = np.polyfit(np.log(self.sizes[self.first :]), logs.T, 1)[0]
        low, middle, high = np.quantile(slopes, [0.1, 0.5, 0.9]).tolist()
        return low, middle, high

    def cells(self) -> list[tuple[str, ...]]:
        """A row for each kind of work."""
        return [self._cells(name) for name in self.costs]

    def _cells(self, name: str) -> tuple[str, ...]:
        low, middle, high = self.exponent(name)
        fitted = f"{self.sizes[self.first]:,} to {self.sizes[-1]:,}"
        last = in_words(float(np.median(self.costs[name][:, -1])))
        return name, self.along, f"{middle:.2f}", f"{low:.2f} to {high:.2f}", fitted, last

    def panel(self) -> Panel:
        """Medians over the turns, on logarithmic axes."""
        lines = [Series(name, "line", self.sizes, 1e6 * np.median(each, axis=0)) for name, each in self.costs.items()]
        return Panel(self.along, self.along, self.along.split(",")[0], "µs per draw", tuple(lines))


def grow(
    along: str,
    sizes: Sequence[int],
    at: Callable[[int], Mapping[str, Work]],
    *,
    turns: int = TURNS,
    clock: Callable[[], float] = process_time,
) -> Growth:
    """The costs of the works at all sizes, which take turns after one warm-up each."""
    works, measured = [at(size) for size in sizes], []
    start = perf_counter()
    while len(measured) <= turns and (len(measured) <= FEWEST or perf_counter() - start < LONGEST):
        measured.append([[work.cost(clock) for work in each.values()] for each in works])
    return Growth(along, sizes, dict(zip(works[0], np.moveaxis(np.array(measured[1:]), -1, 0), strict=True)))

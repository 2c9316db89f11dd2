"""The evidence about a mean at a few points, carried from chunk to chunk: a look costs only its new draws."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from theorytest.decisions.assumptions import Knowledge, paying
from theorytest.decisions.bets import Source
from theorytest.decisions.eprocess import check_support
from theorytest.decisions.sequential import Plan
from theorytest.decisions.tails import tails
from theorytest.decisions.watched import Array

Point = tuple[float, int]  # m and the side of it that the evidence is for
Gains = Mapping[tuple[str, Point], Array]


@dataclass(frozen=True)
class Accounts:
    """What the bets of every source have won at every point, on the first draws and on the later ones."""

    knowledge: Knowledge
    plan: Plan
    target: tuple[float, float]
    points: tuple[Point, ...]
    chunks: tuple[Array, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)
    first: Gains = field(default_factory=dict)
    later: Gains = field(default_factory=dict)

    @property
    def draws(self) -> Array:
        """All of them."""
        return np.concatenate(self.chunks)

    @property
    def pilot(self) -> int:
        """How many draws the sources were planned with."""
        return len(self.chunks[0])

    def gains(self, sources: Mapping[str, Source], draws: Array) -> Gains:
        """Of every source at the points that it can say something about."""
        return {
            (name, point): source.gains(draws, *point)
            for name, source in sources.items()
            for point in self.points
            if name in self.knowledge.using(point[1])
        }

    def evidence(self, *, doubting: bool = False) -> dict[Point, float]:
        """The log of the e-value at every point; when doubting, of one that a false variance alone does not spoil."""
        sources = {name: self._usable(source, doubting) for name, source in self.sources.items()}
        return {point: self.knowledge.value(self._values(sources, point), point[1]) for point in self.points}

    def _usable(self, source: Source, doubting: bool) -> Source | None:
        """A source that needs to know how the draws spread is told; the others are not kept waiting."""
        if not (doubting or getattr(source, "skips", False)):
            return source
        return self.knowledge.bounded(source, self.draws, self.plan, tails(self.draws), doubting=doubting)

    def _values(self, sources: Mapping[str, Source | None], point: Point) -> dict[str, float]:
        values = {}
        n = sum(map(len, self.chunks)) - self.pilot
        for name in self.knowledge.using(point[1]):
            source = sources[name]
            if source is None:
                values[name] = -math.inf
            else:
                gains = self.first[name, point], self.later[name, point]
                values[name] = source.value(*gains, paying(source, self.pilot, n), point[1])
        return values


def absorb(accounts: Accounts, new: Array) -> Accounts:
    """The accounts after a chunk: the first one plans the bets of those that follow."""
    check_support(new, accounts.knowledge.support)
    if not accounts.chunks:
        sources = accounts.knowledge.sources(new, accounts.plan, accounts.target)
        first, none = accounts.gains(sources, new), accounts.gains(sources, new[:0])
        return replace(accounts, chunks=(new,), sources=sources, first=first, later=none)
    fresh = accounts.gains(accounts.sources, new)
    later = {key: accounts.later[key] + won for key, won in fresh.items()}
    return replace(accounts, chunks=(*accounts.chunks, new), later=later)

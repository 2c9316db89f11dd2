"""A draw is a function of its generator: one that ignores it, keeps state or repeats itself is found out and named."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from theorytest.decisions.independence import IMPROBABLE, Neighbours, labels, repeats_after
from theorytest.decisions.likeness import Calls

Array = NDArray[np.float64]
Draw = Callable[[np.random.Generator, int], ArrayLike]  # generator, size -> array whose first axis has that size

_REPLAYED = 32  # draws that are made twice; as many show whether the draws of another call share a number
_ASIDE = 2**40  # the number of a chunk that no run reaches
_COMPARED = 9  # calls at least before a verdict: fewer show a number that they share too seldom
_LOOKED_AT = 1000
_WINDOW = 32  # draws in a row, of which no two places of honest chunks have the same


class DrawError(ValueError):
    """A draw whose numbers do not come from its generator alone: no error rate holds for it."""


def shared(draw: Draw) -> Draw:
    """Say of a draw that it hands out a part of an ensemble which the seed of the run determines.

    Several claims may then read off one ensemble; its numbers come from generators of the run with another name.
    draw(rng, size) returns its first `size` members; every look takes those that no look before has seen.
    """
    draw.shared = True  # type: ignore[attr-defined]
    return draw


def watched(draw: Draw, rng: np.random.Generator, size: int) -> ArrayLike:
    """The draws. They may vary only if something was taken from the generator."""
    before = _taken(rng)
    values = draw(rng, size)
    idle = _taken(rng) == before and not getattr(draw, "shared", False)
    if idle and surprise(np.asarray(values, dtype=float)) > 0:
        raise DrawError(
            f"draw(rng, {size}) takes nothing from its generator, yet its draws differ from each other: "
            "use the generator that it is handed, or say @shared of an ensemble of the run"
        )
    return values


def require_repeatable(draw: Draw, generators: Callable[[int], np.random.Generator], most: int) -> Array:
    """One generator, one result; seen on a few draws, at most `most`, which belong to no chunk."""
    size = min(most, _REPLAYED)
    first, again = (np.asarray(draw(generators(_ASIDE), size), dtype=float) for _ in range(2))
    if first.shape != again.shape or not np.array_equal(first, again, equal_nan=True):
        raise DrawError(
            f"draw(rng, {size}) gave two results for one generator: it keeps state, or has randomness of its own"
        )
    return first


@dataclass
class Chunks:
    """The chunks so far, by what they hold: a draw that recycles its numbers hands out a part of them twice."""

    seen: dict[Any, int] = field(default_factory=dict)
    neighbours: Neighbours = field(default_factory=Neighbours)
    calls: Calls = field(default_factory=Calls)

    @classmethod
    def after(cls, aside: Array, draw: Draw) -> Chunks:
        """None yet, but a call aside to compare the first one with; an ensemble would hand out its members twice."""
        comparable = aside.ndim > 0 and aside.size > 0 and bool(np.isfinite(aside).all())
        return cls(calls=Calls().update(labels(aside))) if comparable and not getattr(draw, "shared", False) else cls()

    def require_new(self, draws: Array, chunk: int) -> None:
        """Refuse a chunk whose draws repeat each other, lean on each other or stood before, beyond all chance."""
        if not draws.size:
            return
        values = labels(draws)
        lag = repeats_after(values)
        if lag is not None:
            raise DrawError(f"chunk {chunk} repeats its draws after {lag:,} of them: every draw must be a fresh one")
        self._require_independent(values)
        self._require_one_law(values)
        unlikely, looked_at = surprise(draws), min(len(draws), _LOOKED_AT)
        if unlikely <= IMPROBABLE:
            return
        if unlikely * _WINDOW > 2 * IMPROBABLE * looked_at:  # twice: there are many pairs of windows
            for window in _windows(values[:looked_at]):
                self._require_first(window, chunk, "has draws of")
        else:
            self._require_first(hashlib.blake2b(draws.tobytes()).digest(), chunk, "repeats")

    def compare(self, draw: Draw, generators: Callable[[int], np.random.Generator], most: int) -> None:
        """Before a verdict the calls of its draws are compared with calls aside, where they are few.

        An ensemble has no other members to compare with.
        """
        size, missing = min(most, _REPLAYED), _COMPARED - self.calls.count
        for number in range(1, 0 if getattr(draw, "shared", False) else missing + 1):
            aside = np.asarray(draw(generators(_ASIDE + number), size), dtype=float)
            if aside.size and np.isfinite(aside).all():
                self._require_one_law(labels(aside))

    def _require_independent(self, values: Array) -> None:
        self.neighbours = found = self.neighbours.update(values)
        if found.dependent:
            raise DrawError(
                f"neighbouring draws depend on each other: {found.agreed:,} of {found.pairs:,} pairs lie on one side "
                f"of the median, where {found.expected:,.0f} are expected; draws must be independent"
            )

    def _require_one_law(self, values: Array) -> None:
        self.calls = self.calls.update(values)
        if self.calls.differ:
            raise DrawError(
                "the draws of one call share something: calls differ more than independent draws do, "
                f"by chance with probability exp(-{self.calls.evidence:.0f}); draw every random number once per draw"
            )

    def _require_first(self, found: Any, chunk: int, word: str) -> None:
        earlier = self.seen.setdefault(found, chunk)
        if earlier != chunk:
            raise DrawError(f"chunk {chunk} {word} chunk {earlier}: another generator must give other draws")


def _windows(values: Array) -> list[int]:
    """A fingerprint of every window; a shorter sample is one."""
    bits, size = (values + 0.0).view(np.uint64), min(_WINDOW, len(values))
    found = np.zeros(len(values) - size + 1, dtype=np.uint64)
    for k in range(size):
        found = found * np.uint64(0x9E3779B97F4A7C15) + bits[k : k + len(found)]
    found ^= found >> np.uint64(29)
    return [int(each) for each in found]


def surprise(draws: Array) -> float:
    """-log of the probability that a fresh sample of the same law would agree with this one, draw by draw.

    Two draws of a law with masses p agree with probability Σ p²; the masses are those of the first draws, which are
    enough: more can only be more surprising.
    """
    if draws.ndim == 0 or not draws.size:
        return 0.0
    masses = np.unique(labels(draws[:_LOOKED_AT]), return_counts=True)[1] / min(len(draws), _LOOKED_AT)
    return -min(len(draws), _LOOKED_AT) * math.log(float(np.sum(masses**2)))


def _taken(rng: np.random.Generator) -> tuple[Any, Any]:
    """What shows that numbers were taken: the state, and how many children were spawned."""
    source = rng.bit_generator
    return source.state, getattr(source.seed_seq, "n_children_spawned", None)

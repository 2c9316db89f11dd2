"""A draw is a function of its generator: one that ignores it, keeps state or repeats itself is found out and named."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Draw = Callable[[np.random.Generator, int], ArrayLike]  # generator, size -> array whose first axis has that size

_REPLAYED = 8  # draws that are made twice: state of one's own shows in the first ones
_LOOKED_AT = 1000
_HEAD = 32  # draws of a law without atoms that no chance repeats
_IMPROBABLE = 40.0  # minus the log of a probability that no honest draw will meet


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


def require_repeatable(draw: Draw, generators: Callable[[int], np.random.Generator], most: int) -> None:
    """One generator, one result; seen on a few draws, at most `most`."""
    size = min(most, _REPLAYED)
    first, again = (np.asarray(draw(generators(0), size), dtype=float) for _ in range(2))
    if first.shape != again.shape or not np.array_equal(first, again, equal_nan=True):
        raise DrawError(
            f"draw(rng, {size}) gave two results for one generator: it keeps state, or has randomness of its own"
        )


@dataclass
class Chunks:
    """The chunks so far, by what they hold: a draw that recycles its numbers hands out one of them twice."""

    seen: dict[bytes, int] = field(default_factory=dict)

    def require_new(self, draws: Array, chunk: int) -> None:
        """Refuse a chunk that stood before, or whose second half is its first, where chance would not do that."""
        half = len(draws) // 2
        if half and np.array_equal(draws[:half], draws[half : 2 * half]) and surprise(draws[:half]) > _IMPROBABLE:
            raise DrawError(f"chunk {chunk} repeats its first {half:,} draws: every draw must be a fresh one")
        head = draws[:_HEAD]  # chunks differ in size, and one that begins like another is no fresh one either
        if surprise(head) > _IMPROBABLE:
            self._require_first(head, chunk, "begins like")
        elif surprise(draws) > _IMPROBABLE:
            self._require_first(draws, chunk, "repeats")

    def _require_first(self, draws: Array, chunk: int, word: str) -> None:
        earlier = self.seen.setdefault(hashlib.blake2b(draws.tobytes()).digest(), chunk)
        if earlier != chunk:
            raise DrawError(f"chunk {chunk} {word} chunk {earlier}: another generator must give other draws")


def surprise(draws: Array) -> float:
    """-log of the probability that a fresh sample of the same law would agree with this one, draw by draw.

    Two draws of a law with masses p agree with probability Σ p²; the masses are those of the first draws, which are
    enough: more can only be more surprising.
    """
    if draws.ndim == 0 or not draws.size:
        return 0.0
    rows = draws[:_LOOKED_AT].reshape(min(len(draws), _LOOKED_AT), -1)
    # Equal rows agree, others by accident only; a product of matrices would round equal rows in two ways.
    told_apart = np.sum(rows * np.cos(np.arange(1.0, rows.shape[1] + 1)), axis=1)
    masses = np.unique(told_apart, return_counts=True)[1] / len(rows)
    return -len(rows) * math.log(float(np.sum(masses**2)))


def _taken(rng: np.random.Generator) -> tuple[Any, Any]:
    """What shows that numbers were taken: the state, and how many children were spawned."""
    source = rng.bit_generator
    return source.state, getattr(source.seed_seq, "n_children_spawned", None)

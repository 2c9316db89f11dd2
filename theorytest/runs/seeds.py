"""Randomness from names: a generator depends on the seed, the claim, the decision and the chunk, on nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np


def name_key(*names: str) -> int:
    """A stable 128-bit hash of names. Lengths are hashed too, so that ("ab", "c") differs from ("a", "bc")."""
    text = "".join(f"{len(name)}:{name}" for name in names)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")


@dataclass(frozen=True)
class Generators:
    """The generators of one decision: `generators(chunk)`, or one after the other when iterated."""

    seed: int
    claim: str
    decision: str
    workers: int = 1  # processes that may draw chunks at the same time; no number depends on it

    def __call__(self, chunk: int) -> np.random.Generator:
        """The generator of one chunk."""
        key = (name_key(self.claim, self.decision), chunk)
        return np.random.Generator(np.random.PCG64(np.random.SeedSequence(self.seed, spawn_key=key)))

    def __iter__(self) -> Iterator[np.random.Generator]:
        return (self(chunk) for chunk in count())

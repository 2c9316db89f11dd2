"""Rejection sampling for whole batches: proposals, acceptance probabilities, no loop over draws."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from theorytest.arguments import Array

Who = NDArray[np.intp]

CHEAP = 512  # proposals of a few dozen numbers each


def accepted(
    rng: Generator,
    size: int,
    propose: Callable[[Generator, int], Array],
    probability: Callable[[Array], Array],
) -> Array:
    """`size` independent draws (size, D) from the proposal's law times `probability`, normalised."""
    parts, have, rate = [np.empty((0, 0))], 0, 0.5
    while have < size:
        tries = int(1.1 * (size - have) / rate) + 16
        x = propose(rng, tries)
        kept = x[rng.random(tries) < _checked(probability(x))]
        parts, have, rate = [*parts, kept], have + len(kept), max(len(kept) / tries, 0.01)
    return np.concatenate(parts[1:])[:size] if size else propose(rng, 0)


def first_accepted(
    rng: Generator,
    size: int,
    tries: int,
    propose: Callable[[Generator, int], Array],
    probability: Callable[[Who, Array], Array],
    *,
    cheap: int = CHEAP,
) -> Array:
    """One draw (size, D) for each of `size` targets, where target i accepts x with `probability`(i, x).

    All targets share one proposal; see `first_of`.
    """

    def shared(rng: Generator, who: Who, m: int) -> Array:
        return propose(rng, len(who) * m).reshape(len(who), m, -1)

    return first_of(rng, size, tries, shared, probability, cheap=cheap) if size else propose(rng, 0)


def first_of(
    rng: Generator,
    size: int,
    tries: int,
    propose: Callable[[Generator, Who, int], Array],
    probability: Callable[[Who, Array], Array],
    *,
    cheap: int = CHEAP,
) -> Array:
    """One draw (size, D) for each of `size` targets with proposals of its own, (A, m, D) from `propose`(rng, who, m).

    Each round gives `tries` proposals to every target that is still waiting, and more when few are waiting: `cheap`
    proposals cost hardly more than the calls of a round. The first accepted one counts. `probability` takes the waiting
    targets (A,) and their proposals (A, m, D) to an array (A, m).
    """
    waiting = np.arange(size)
    draws: Array | None = None
    while len(waiting):
        m = max(tries, cheap // len(waiting))
        x = propose(rng, waiting, m)
        hit = rng.random(x.shape[:2]) < _checked(probability(waiting, x))
        draws = np.empty((size, x.shape[-1])) if draws is None else draws
        done = hit.any(axis=1)
        draws[waiting[done]] = x[done, hit[done].argmax(axis=1)]
        waiting = waiting[~done]
    return np.empty((0, 0)) if draws is None else draws


def _checked(p: Array) -> Array:
    if np.any(~((p >= -1e-9) & (p <= 1 + 1e-9))):  # a NaN fails as well
        worst = p.ravel()[np.argmax(np.where(np.isnan(p), np.inf, np.abs(p - 0.5)))]
        raise ValueError(f"an acceptance probability is {worst}: the bound of the rejection sampler does not hold")
    return p

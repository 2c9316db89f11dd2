"""Smallest shapes first: draws as wide as the ranges, their ends included, then uphill from the best of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from theorytest.attacks.evaluations import REJECTED, Candidate, Evaluations, SpentError, Violation
from theorytest.attacks.objective import Gap
from theorytest.attacks.optimisers import METHODS, evolution, random_steps
from theorytest.attacks.ranges import Range

ROUND = 1000  # evaluations after which a long search starts again from new draws
CLIMBS = 4  # starts of a round that are followed uphill
ORDERED = 3  # first draws of a shape, of one simple number each
HOPELESS = 10  # draws of a round, all rejected so far, after which a shape is left
EQUAL = 1e-9  # scores up to this far below 0 are equality
Start = tuple[float, int, NDArray[np.float64]]  # score, position of the shape, parameters


def search(
    evaluations: Evaluations, places: Sequence[int], rng: np.random.Generator, known: Sequence[Candidate] = ()
) -> Candidate | None:
    """A violation in floating point, or None when all is spent. `known` are starts from earlier searches."""
    try:
        for each in known:
            evaluations(each.place, each.x)
        while True:
            _round(evaluations, places, rng, known)
            known = [evaluations.nearest] if evaluations.nearest else []
    except SpentError:
        return None
    except Violation as found:
        return found.at


def _round(
    evaluations: Evaluations, places: Sequence[int], rng: np.random.Generator, known: Sequence[Candidate]
) -> None:
    """Draws for half of the evaluations, climbs for the other half; where nothing can be moved, draws alone."""
    size = min(ROUND, evaluations.most - evaluations.count)
    movable = any(_ranges(evaluations, place) for place in places)
    starts = list(_draws(evaluations, places, rng, max(1, size // 2) if movable else max(size, len(places))))
    starts += [(each.gap.score, each.place, each.x) for each in known]
    if not movable:
        if evaluations.count >= len(places):
            raise SpentError  # every instance was tried
        return
    climbs = _best(starts, CLIMBS if size >= 400 else 2)
    for start in climbs:
        _climb(evaluations, start, max(10, size // 2 // max(1, len(climbs))), rng)


def _draws(evaluations: Evaluations, places: Sequence[int], rng: np.random.Generator, count: int) -> Iterator[Start]:
    """The smallest shapes get the most draws: as 1, 1/2, 1/3, ..., at least one each while they last.

    A shape whose draws are all rejected is left after a few. Draws go on where earlier rounds ended; a shape that has
    few of them begins with simple numbers or does not.
    """
    share = 1 / np.arange(1, len(places) + 1)
    for place, wanted in zip(places, np.ceil(count * share / share.sum()).astype(int), strict=True):
        ranges = _ranges(evaluations, place)
        first = evaluations.tried[place] or (0 if wanted > ORDERED else ORDERED * int(rng.integers(2)))
        for k in range(first, first + (wanted if ranges else 1)):
            x = drawn(ranges, k, rng)
            score = evaluations(place, x)
            evaluations.tried[place], refused = k + 1, score == REJECTED
            evaluations.admitted[place] += not refused
            yield score, place, x
            if refused and k - first >= HOPELESS and not evaluations.admitted[place]:
                break


def drawn(ranges: Sequence[Range], k: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """The k-th draw: simple numbers at first, all the same or not, then anything; entries are often equal or zero."""
    if k < ORDERED:
        return np.array([float(one.simple[min(k, len(one.simple) - 1)]) for one in ranges])
    x = np.array([one.draw(rng) for one in ranges])
    kind = rng.random()
    if kind < 0.3 and len(x) > 1:  # equal entries
        tied, value = rng.random(len(x)) < 0.5, x[rng.integers(len(x))]
        x = np.where(tied & [one.holds(value) for one in ranges], value, x)
    elif kind < 0.5:  # simple numbers only: zeros and ones meet conditions that no other draw does
        known = [one.simplest if kind < 0.4 else one.simple for one in ranges]
        x = np.array([float(each[rng.integers(len(each))]) for each in known])
    return x


def _best(starts: Sequence[Start], count: int) -> list[Start]:
    """The best starts, of different shapes first; half of them off the cases of equality, where searches end."""
    ranked = sorted((each for each in starts if len(each[2])), key=lambda each: -each[0])
    off = _shapes_first([each for each in ranked if each[0] < -EQUAL])[: (count + 1) // 2]
    others = [each for each in _shapes_first(ranked) if not any(each is one for one in off)]
    return [*off, *others[: count - len(off)]]


def _shapes_first(ranked: Sequence[Start]) -> list[Start]:
    """The best of every shape, then all others, each in order."""
    firsts: dict[int, Start] = {}
    for each in ranked:
        firsts.setdefault(each[1], each)
    return [*firsts.values(), *(each for each in ranked if firsts[each[1]] is not each)]


def _climb(evaluations: Evaluations, start: Start, budget: int, rng: np.random.Generator) -> None:
    """Random steps, then the methods of scipy from where they lead."""
    _, place, x = start
    ranges = _ranges(evaluations, place)

    def score(u: NDArray[np.float64]) -> float:
        return evaluations(place, np.array([one.value(v) for one, v in zip(ranges, u, strict=True)]))

    u = np.array([one.chart(v) for one, v in zip(ranges, x, strict=True)])
    if budget >= 250 and rng.random() < 0.25:
        u = evolution(score, u, budget // 2, rng)
    u = random_steps(score, u, max(5, budget // 2), rng)
    method = METHODS[rng.integers(1, len(METHODS))]
    method(score, u, max(5, budget // 2), rng)


def _ranges(evaluations: Evaluations, place: int) -> Sequence[Range]:
    return evaluations.target.region.ranges(evaluations.shape(place))


def widened(evaluations: Evaluations, at: Candidate, rng: np.random.Generator) -> Candidate:
    """A violation nearby that is as large as a short climb makes it: large ones survive rounding to simple numbers."""
    ranges = _ranges(evaluations, at.place)
    if not ranges or at.gap.score > 0.2:
        return at
    best = at

    def score(u: NDArray[np.float64]) -> float:
        nonlocal best
        x = np.array([one.value(v) for one, v in zip(ranges, u, strict=True)])
        height = evaluations(at.place, x)
        if height > best.gap.score:
            best = Candidate(at.place, x, Gap(height, True, None, height))
        return height

    with suppress(SpentError):
        random_steps(score, np.array([one.chart(v) for one, v in zip(ranges, at.x, strict=True)]), 120, rng)
    return best

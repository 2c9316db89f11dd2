"""Smallest shapes first: draws as wide as the ranges, their ends included, then uphill from the best of them.

A region with no more instances than evaluations is listed instead. Rounds after the first climb more than they draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from theorytest.attacks.evaluations import EQUAL, REJECTED, Candidate, Evaluations, SpentError, Start, Violation
from theorytest.attacks.objective import Gap
from theorytest.attacks.optimisers import climb, random_steps
from theorytest.attacks.ranges import Range

ROUND = 1000  # evaluations after which a long search starts again from new draws
CLIMBS = 4  # starts of a round that are followed uphill
ORDERED = 3  # first draws of a shape, of one simple number each
HOPELESS = 10  # draws of a round, all rejected so far, after which a shape is left


def search(
    evaluations: Evaluations, places: Sequence[int], rng: np.random.Generator, known: Sequence[Candidate] = ()
) -> Candidate | None:
    """A violation in floating point, or None when all is spent. `known` are starts from earlier searches."""
    try:
        _listed(evaluations, places)
        for each in known:
            evaluations(each.place, each.x)
        while True:
            _round(evaluations, places, rng, known)
            known = [evaluations.nearest] if evaluations.nearest and evaluations.nearest.place in places else []
    except SpentError:
        return None
    except Violation as found:
        return found.at


def _listed(evaluations: Evaluations, places: Sequence[int]) -> None:
    """All instances, one after the other, where they are few enough; a search that is taken up again goes on there."""
    region = evaluations.target.region
    if evaluations.listing is None and region.size(evaluations.most, places) is not None:
        evaluations.listing = region.listed(places)
    if evaluations.listing is None:
        return
    for place, x in evaluations.listing:
        evaluations(place, x)
    evaluations.complete = not region.partial
    raise SpentError


def _round(
    evaluations: Evaluations, places: Sequence[int], rng: np.random.Generator, known: Sequence[Candidate]
) -> None:
    """Draws for half of the evaluations, for a quarter after the first round, and climbs for the others.

    A round is as long as all before it, so that climbs become longer where short ones lead nowhere.
    """
    size = min(max(ROUND, evaluations.count), evaluations.most - evaluations.count)
    movable = any(_ranges(evaluations, place) for place in places)
    drawn_share = 1 if not movable else 2 if evaluations.count < ROUND else 4
    starts = list(_draws(evaluations, places, rng, max(1, size // drawn_share)))
    if not movable:
        return
    starts += [(each.gap.score, each.place, each.x) for each in known]
    climbs = _best(starts, CLIMBS if size >= 400 else 2)
    if evaluations.count >= ROUND:
        climbs += _others(evaluations, [each for each in starts if each[0] > REJECTED], places, rng)
    budget = max(10, (size - size // drawn_share) // max(1, len(climbs)))
    for start in climbs:
        _climb(evaluations, start, budget, rng)


def _others(
    evaluations: Evaluations, starts: Sequence[Start], places: Sequence[int], rng: np.random.Generator
) -> list[Start]:
    """The peaks of two shapes, any start, and the best of those that are farther off, so that no ridge hides them.

    A relation that tends to equality at infinity is nearest there, and violated perhaps where it is far from equality.
    """
    peaks = [peak for place, peak in evaluations.peaks.items() if place in places and len(peak[2])]
    chosen = [peaks[i] for i in rng.permutation(len(peaks))[:2]]
    movable = [each for each in starts if len(each[2])]
    if not movable:
        return chosen
    farther = [each for each in movable if each[0] < -(10 ** rng.uniform(-4, -0.3))]
    best = [max(farther, key=lambda each: each[0])] if farther else []
    return [*chosen, movable[rng.integers(len(movable))], *best]


def _draws(evaluations: Evaluations, places: Sequence[int], rng: np.random.Generator, count: int) -> Iterator[Start]:
    """The smallest shapes get the most draws: as 1, 1/2, 1/3, ..., at least one each while they last.

    Where there are more shapes than draws, half of the draws are for the smallest and half for any of the others. A
    shape whose draws are all rejected is left after a few. Draws go on where earlier rounds ended; a shape that has few
    of them begins with simple numbers or does not.
    """
    chosen = [place for place in _some(places, count, rng) if place >= evaluations.turn]
    share = 1 / np.arange(1, len(chosen) + 1)
    for place, wanted in zip(chosen, np.ceil(count * share / share.sum()).astype(int), strict=True):
        ranges = _ranges(evaluations, place)
        first = evaluations.tried[place] or (0 if wanted > ORDERED else ORDERED * int(rng.integers(2)))
        for k in range(first, first + (wanted if ranges else 1)):
            x, evaluations.tried[place] = drawn(ranges, k, rng), k + 1
            score = evaluations(place, x)
            refused = score == REJECTED
            evaluations.admitted[place] += not refused
            yield score, place, x
            if refused and k - first >= HOPELESS and not evaluations.admitted[place]:
                break
    evaluations.turn = 0


def _some(places: Sequence[int], count: int, rng: np.random.Generator) -> Sequence[int]:
    """As many shapes as there are draws, in order: the first ones, the last one, and a choice of those between."""
    if len(places) <= count:
        return places
    head = max(1, count // 2)
    others = rng.choice(np.arange(head, len(places) - 1), min(len(places) - 1 - head, count - head), replace=False)
    return [*places[:head], *(places[i] for i in np.sort(others)), places[-1]]


def drawn(ranges: Sequence[Range], k: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """The k-th draw: simple numbers at first, all the same or not, then anything; entries are often equal or zero."""
    if k < ORDERED:
        return np.array([float(one.simple[min(k, len(one.simple) - 1)]) for one in ranges])
    x = np.array([one.draw(rng) for one in ranges])
    kind = rng.random()
    if kind > 0.85:  # all of one size, however small
        sized = 10 ** rng.uniform(-6, 2) * rng.standard_normal(len(x))
        sized = np.where([one.low < 0 for one in ranges], sized, abs(sized))
        x = np.where([one.holds(each) for one, each in zip(ranges, sized, strict=True)], sized, x)
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
    """Uphill in the chart of the shape."""
    _, place, x = start
    ranges = _ranges(evaluations, place)

    def score(u: NDArray[np.float64]) -> float:
        return evaluations(place, np.array([one.value(v) for one, v in zip(ranges, u, strict=True)]))

    u = np.array([one.chart(v) for one, v in zip(ranges, x, strict=True)])
    climb(score, u, np.array([one.cell for one in ranges]), budget, rng)


def _ranges(evaluations: Evaluations, place: int) -> Sequence[Range]:
    return evaluations.target.region.ranges(evaluations.shape(place))


def widened(evaluations: Evaluations, at: Candidate, rng: np.random.Generator) -> Candidate:
    """A violation nearby that is as large as a short climb makes it: large ones survive rounding to simple numbers."""
    ranges = _ranges(evaluations, at.place)
    if at.gap.score > 0.2 or all(one.whole for one in ranges):
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
        u = np.array([one.chart(v) for one, v in zip(ranges, at.x, strict=True)])
        random_steps(score, u, np.array([one.cell for one in ranges]), 120, rng)
    return best

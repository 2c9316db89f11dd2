"""The attack: evaluations per second by kind of region, and how the search for a violation grows with the dimension.

An evaluation draws parameters, builds the instance and compares two sides; it is set against the bare comparison on an
instance that is already there. The search looks for a violation of the false ‖x‖₁² ≤ 0.97 d ‖x‖², which fails
near x₁ = ... = x_d only; the cost is that of one search, from the first draw to the first clear violation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from growth import Growth, grow
from timing import Row, Work, side_by_side

from theorytest import at_most, definite, frames, laws, measured_spaces, reals, simplex, vectors, with_spectrum
from theorytest.attacks.attack import first_violation
from theorytest.attacks.evaluations import Evaluations
from theorytest.attacks.region import Region
from theorytest.attacks.search import search
from theorytest.attacks.target import Target

COUNT, TURNS = 200, 9
SIZES = [2, 4, 8, 16]
SEEDS = 3
DRAWS = 20_000


def _square(x: Any) -> Any:
    return at_most(-np.sum(x * x), 1)


KINDS: dict[str, tuple[Region, Callable[[Any], Any]]] = {
    "a number": (reals(), _square),
    "vectors, 8 numbers": (vectors(8), _square),
    "points of a simplex, 8": (simplex(8), _square),
    "laws on 4 points": (laws(4), lambda made: _square(made[0] * made[1])),
    "positive definite matrices, 4 x 4": (definite(4), _square),
    "frames, 3 in R^6": (frames([(6, 3)]), _square),
    "matrices with a spectrum, 4 x 4": (with_spectrum(4, 1, 2), _square),
    "measured spaces, 2 functions, 3 points": (measured_spaces([(2, 3, 1)]), lambda made: _square(made[2])),
}


def rows() -> Iterator[Row]:
    for name, (region, relate) in KINDS.items():
        target = Target(region, relate)
        shape = region.shapes[0]
        made = region.build(shape, np.array([one.value(0.3) for one in region.ranges(shape)]))
        found = side_by_side(Work(_searched(target), COUNT), Work(_compared(target, made), COUNT), turns=TURNS)
        remark = f"{1 / found['cost']:,.0f} per second"
        yield Row(f"attack: {name}, an evaluation over a bare comparison", remark=remark, **found)


def _searched(target: Target) -> Callable[[], object]:
    return lambda: search(Evaluations(target, COUNT), range(1), np.random.default_rng(0))


def _compared(target: Target, made: Any) -> Callable[[], object]:
    return lambda: [target.relate(made).decide() for _ in range(COUNT)]


def false_by_three_per_cent(d: int) -> Target:
    """‖x‖₁² ≤ d ‖x‖² is attained where all entries are of one size."""
    return Target(vectors(d), lambda x: at_most(np.sum(np.abs(x)) ** 2, 0.97 * d * np.sum(x * x)))


def unequal(d: int) -> Target:
    """The same with weights 1, ..., d: attained at entries that no simple draw has."""
    w = np.arange(1, d + 1)
    return Target(vectors(d), lambda x: at_most(np.sum(w * x) ** 2, 0.97 * (w @ w) * np.sum(x * x)))


def first(target: Target) -> Callable[[], object]:
    """Searches for the first violation, from a few seeds."""
    return lambda: [first_violation(target, DRAWS, np.random.default_rng(seed)) for seed in range(SEEDS)]


def growths() -> Iterator[Growth]:
    def at(d: int) -> dict[str, Work]:
        made = {"equal entries": false_by_three_per_cent(d), "entries 1 to d": unequal(d)}
        return {f"first violation of 3 %, {name}": Work(first(each), SEEDS) for name, each in made.items()}

    yield grow("dimension, a search", SIZES, at)


def notes() -> Iterator[str]:
    for d in SIZES:
        counts = [first_violation(unequal(d), DRAWS, np.random.default_rng(seed)) for seed in range(SEEDS)]
        words = ", ".join(f"{count:,}" + ("" if found else " (none found)") for count, found in counts)
        yield f"attack: evaluations to the first violation of 3 %, entries 1 to d, d = {d}: {words}"

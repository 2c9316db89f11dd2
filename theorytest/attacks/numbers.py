"""Regions of numbers: reals in boxes, half-lines and on logarithmic scales, vectors of them, integers, choices."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from theorytest.attacks.errors import AttackError
from theorytest.attacks.ranges import Range
from theorytest.attacks.region import Parameters, Region

Number = float | Fraction
Sizes = int | Sequence[int]


def reals(low: Number = -math.inf, high: Number = math.inf, *, open: bool = False, log: bool = False) -> Region:  # noqa: A002 - the mathematical word
    """One number in [low, high]; `open` leaves the ends out, `log` searches by factors towards low."""
    only = (Range(low, high, open, log),)
    return Region(((),), lambda _: only, lambda _, x: x[0], says=f"reals in [{low}, {high}]")


def positive(high: Number = math.inf) -> Region:
    """One number in (0, high), or (0, ∞), at every scale."""
    return reals(0, high, open=True, log=True)


def vectors(sizes: Sizes, low: Number = -math.inf, high: Number = math.inf, **words: bool) -> Region:
    """Arrays of n numbers in [low, high], for every n among the sizes."""
    one = Range(low, high, **words)
    return Region(sizes_of(sizes), lambda n: [one] * n, lambda _, x: x, says=f"vectors of {sizes} numbers")


def matrices(sizes: Sizes | Sequence[tuple[int, int]], low: Number = -math.inf, high: Number = math.inf) -> Region:
    """Square matrices of every size, or matrices of every shape (rows, columns)."""
    listed = (sizes,) if isinstance(sizes, int) else sizes
    shapes = tuple(each if isinstance(each, tuple) else (each, each) for each in listed)
    one = Range(low, high)
    return Region(shapes, lambda s: [one] * (s[0] * s[1]), lambda s, x: x.reshape(s), says=f"matrices of {sizes}")


def integers(low: int = 1, high: int | None = None) -> Region:
    """Whole numbers, the smallest first; without a high end low to low + 9, then low + 16, 32, ..., 1024."""
    if not isinstance(low, int) or not isinstance(high, int | None):
        raise AttackError(f"integers must go from one whole number to another, got {low!r} and {high!r}")
    if high is not None and high < low:
        raise AttackError(f"integers must have low ≤ high, got {low} and {high}: there are none")
    last = low + 9 if high is None else min(high, low + 63)
    listed = [*range(low, last + 1), *((low + 2**k for k in range(4, 11)) if high is None else [high])]
    return choices(sorted(set(listed), key=abs), says=f"integers from {low}")


def choices(members: Iterable[Any], says: str = "") -> Region:
    """Given instances, from the smallest; they have no parameters."""
    kept = tuple(members)
    return Region(tuple(range(len(kept))), lambda _: (), lambda i, _: kept[i], says=says or f"{len(kept)} choices")


def sizes_of(sizes: Sizes) -> tuple[int, ...]:
    """One size or several, in increasing order."""
    found = tuple(sorted({sizes} if isinstance(sizes, int) else set(sizes)))
    if not found or found[0] < 1:
        raise AttackError(f"sizes must be whole numbers of at least 1, got {sizes!r}")
    return found


def parametric(
    count: int | Callable[[Any], int],
    build: Callable[[Any, Parameters], Any],
    shapes: Iterable[Any] = ((),),
    **words: Any,
) -> Region:
    """A family of one's own: `count` parameters for each shape, all in one range, and how they make an instance."""
    one = Range(**words)
    return Region(tuple(shapes), lambda s: [one] * (count(s) if callable(count) else count), build)

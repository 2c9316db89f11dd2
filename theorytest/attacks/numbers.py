"""Regions of numbers: reals in boxes, half-lines and on logarithmic scales, vectors of them, integers, choices."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any

import numpy as np

from theorytest.attacks.errors import AttackError
from theorytest.attacks.ranges import Range
from theorytest.attacks.region import Parameters, Region

Number = float | Fraction
LISTED = 64  # whole numbers that are shapes: more of them are a parameter
Sizes = int | Sequence[int]


def reals(low: Number = -math.inf, high: Number = math.inf, *, open: bool = False, log: bool = False) -> Region:  # noqa: A002 - the mathematical word
    """One number in [low, high]; `open` leaves the ends out, `log` searches by factors towards low."""
    only = (Range(low, high, open, log),)
    return Region(((),), lambda _: only, lambda _, x: x[0], says=only[0].words)


def positive(high: Number = math.inf) -> Region:
    """One number in (0, high), or (0, ∞), at every scale."""
    return reals(0, high, open=True, log=True)


def vectors(sizes: Sizes, low: Number = -math.inf, high: Number = math.inf, **words: bool) -> Region:
    """Arrays of n numbers in [low, high], for every n among the sizes."""
    one, counts = _range(low=low, high=high, **words), sizes_of(sizes)
    says = f"vectors of {alternatives(counts)} {one.words}"
    return Region(counts, lambda n: [one] * n, lambda _, x: x, says=says)


def matrices(
    sizes: Sizes | Sequence[tuple[int, int]], low: Number = -math.inf, high: Number = math.inf, **words: bool
) -> Region:
    """Square matrices of every size, or matrices of every shape (rows, columns)."""
    listed = (sizes,) if isinstance(sizes, int) else sizes
    shapes = tuple(each if isinstance(each, tuple) else (each, each) for each in listed)
    if not shapes or not all(len(each) == 2 and all(type(n) is int and n >= 1 for n in each) for each in shapes):
        raise AttackError(f"sizes must be whole numbers of at least 1, or shapes such as (2, 3), got {sizes!r}")
    one = _range(low=low, high=high, **words)
    says = f"matrices of {alternatives(f'{m} × {n}' for m, n in shapes)} {one.words}"
    return Region(shapes, lambda s: [one] * (s[0] * s[1]), lambda s, x: x.reshape(s), says=says)


def _range(**words: Any) -> Range:
    """The range of the entries, whose keywords are checked."""
    known = [each.name for each in fields(Range)]
    if unknown := sorted(set(words) - set(known)):
        raise AttackError(f"a range has the keywords {', '.join(known)}, and not {', '.join(unknown)}")
    return Range(**words)


def integers(low: int = 1, high: int | None = None) -> Region:
    """Whole numbers, the smallest first; without a high end low to low + 9, then low + 16, 32, ..., 1024.

    Up to 64 of them are shapes, one after the other; more are one parameter, which a search can move.
    """
    if not isinstance(low, int) or not isinstance(high, int | None):
        raise AttackError(f"integers must go from one whole number to another, got {low!r} and {high!r}")
    if high is not None and high < low:
        raise AttackError(f"integers must have low ≤ high, got {low} and {high}: there are none")
    if high is None:
        listed = [*range(low, low + 10), *(low + 2**k for k in range(4, 11))]
        return choices(sorted(listed, key=abs), says=f"integers from {low} to {low + 9} and some up to {low + 1024}")
    says = f"integers from {low} to {high}"
    if high - low < LISTED:
        return choices(sorted(range(low, high + 1), key=abs), says=says)
    one = (Range(low, high, whole=True),)
    return Region(((),), lambda _: one, lambda _, x: int(float(x[0])), says=says)


def permutations(sizes: Sizes) -> Region:
    """Arrays that hold 0, ..., n - 1 in any order: the k-th parameter picks one of the numbers that are left."""
    counts = sizes_of(sizes)

    def build(n: int, x: Parameters) -> Any:
        left = list(range(n))
        return np.array([left.pop(int(float(each))) for each in x] + left)

    def ranges(n: int) -> list[Range]:
        return [Range(0, left - 1, whole=True) for left in range(n, 1, -1)]

    return Region(counts, ranges, build, says=f"permutations of {alternatives(counts)} numbers")


def alternatives(items: Iterable[Any]) -> str:
    """`1, 2 or 3`, or `1 to 9`."""
    words = [str(each) for each in items]
    if len(words) > 4:
        return f"{words[0]} to {words[-1]}"
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def choices(members: Iterable[Any], says: str = "") -> Region:
    """Given instances, from the smallest; they have no parameters."""
    if not isinstance(members, Iterable):
        raise AttackError(f"choices must be given as a list, got {members!r}")
    kept = tuple(members)
    return Region(tuple(range(len(kept))), lambda _: (), lambda i, _: kept[i], says=says or _choices(len(kept)))


def _choices(many: int) -> str:
    return "a fixed choice" if many == 1 else f"one of {many} choices"


def sizes_of(sizes: Sizes) -> tuple[int, ...]:
    """One size or several, in increasing order."""
    listed = [sizes] if not isinstance(sizes, Iterable) else list(sizes)
    found = tuple(sorted(set(listed))) if all(type(each) is int for each in listed) else ()
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
    one = _range(**words)
    return Region(tuple(shapes), lambda s: [one] * (count(s) if callable(count) else count), build)

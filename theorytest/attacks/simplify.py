"""The simplest numbers with which an instance still violates: small denominators, zeros, ones, ends of ranges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from theorytest.attacks.ranges import Range

DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 50, 100, 1000, 10**4, 10**6, 10**9)
SMALL = DENOMINATORS[:9]
Numbers = list[Fraction]
TRIES = 300  # instances that a simplification may look at


def simplified(
    violates: Callable[[Numbers], bool], ranges: Sequence[Range], x: Sequence[float | Fraction], tries: int = TRIES
) -> Numbers:
    """Parameters that still violate, as simple as a greedy search makes them."""
    left = iter(range(tries))
    exact = [Fraction(each) for each in x]
    y = next((z for z in _rounded(exact, ranges) if next(left, None) is not None and violates(z)), exact)
    for _ in range(2):
        before = list(y)
        for i, one in enumerate(ranges):
            for simple in _simpler(y[i], one):
                if next(left, None) is None:
                    return y
                tried = [*y[:i], simple, *y[i + 1 :]]
                if violates(tried):
                    y = tried
                    break
        if y == before:
            break
    return y


def _rounded(x: Numbers, ranges: Sequence[Range]) -> Iterator[Numbers]:
    """All numbers with denominators up to 1, 2, 3, ..., inside their ranges."""
    for q in DENOMINATORS:
        y = [each.limit_denominator(q) for each in x]
        yield [near if one.holds(near) else each for near, each, one in zip(y, x, ranges, strict=True)]


def _simpler(x: Fraction, one: Range) -> Iterator[Fraction]:
    """Numbers of the range that are simpler than x, the simplest first."""
    smaller = (Fraction(int(x * k / 8)) for k in range(8)) if one.whole else (x.limit_denominator(q) for q in SMALL)
    tried = dict.fromkeys([*one.simple, *smaller, *([x - (1 if x > 0 else -1)] if one.whole else [])])
    yield from sorted((y for y in tried if one.holds(y) and size(y) < size(x)), key=size)


def size(x: Fraction) -> tuple[int, bool]:
    """How long a number is to write: numerator and denominator together, negative ones last."""
    return abs(x.numerator) + 3 * (x.denominator - 1), x < 0

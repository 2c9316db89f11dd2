"""A region is what an attack searches: instances that are images of boxes, one box for each discrete shape.

    shapes       dimensions, numbers of points, ... from the smallest
    ranges       for each shape the intervals of its real parameters
    build        the instance of a shape and parameters, in floats for the search and in fractions for the certificate

Regions compose: `product(laws, frames)`, `.map(function)`, `.where(predicate)`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest.attacks.errors import AttackError
from theorytest.attacks.ranges import Range

Parameters = NDArray[Any]  # floats, or objects: fractions and balls
MOST_SHAPES = 4000  # of a product; the smaller shapes come first


class Outside(Exception):  # noqa: N818 - no error: a draw that the region leaves out
    """A draw that a predicate of the region leaves out."""


@dataclass(frozen=True, eq=False)
class Region:
    """Instances by shape and real parameters. `script` writes the lines of plain Python that show one to fail."""

    shapes: tuple[Any, ...]
    ranges: Callable[[Any], Sequence[Range]]
    build: Callable[[Any, Parameters], Any]
    script: Callable[..., str] | None = None  # of an instance, or of the parts of a product
    says: str = ""
    parts: tuple[Region, ...] = ()  # of a product, whose instances are tuples

    def __post_init__(self) -> None:
        if not self.shapes:
            raise AttackError(f"the region {self.says or 'given'} is empty: it has no shape")

    def map(self, function: Callable[..., Any], says: str = "") -> Region:
        """The region of function(instance); a product hands its parts over one by one."""
        _require_function("map", function)
        build = self.build
        apply: Callable[[Any], Any] = (lambda made: function(*made)) if self.parts else function
        words = says or (
            f"images of {self.says}" if self.says and not self.says.startswith("images of ") else self.says
        )
        return replace(self, build=lambda shape, x: apply(build(shape, x)), says=words, parts=(), script=None)

    def scripted(self, script: Callable[..., str]) -> Region:
        """The same region, whose counterexamples are also told as a script that needs nothing of ours."""
        return replace(self, script=script)

    def where(self, predicate: Callable[..., Any], says: str = "") -> Region:
        """Only the instances that satisfy the predicate: the draws that do not are rejected, and counted."""
        _require_function("where", predicate)
        build, several = self.build, bool(self.parts)

        def admitted(shape: Any, x: Parameters) -> Any:
            made = build(shape, x)
            if not (predicate(*made) if several else predicate(made)):
                raise Outside(says or "a predicate of the region")
            return made

        return replace(self, build=admitted, says=f"{self.says or 'instances'} with {says or 'a condition'}")

    def size(self, most: int, places: Sequence[int]) -> int | None:
        """How many instances these shapes have; None where they are more than `most`, or no end of them."""
        total = 0
        for shape in map(self.shapes.__getitem__, places):
            counts = [one.count for one in self.ranges(shape)]
            total += math.prod(each or most + 1 for each in counts)
            if total > most:
                return None
        return total

    def listed(self, places: Sequence[int]) -> Iterator[tuple[int, NDArray[np.float64]]]:
        """The parameters of all instances of these shapes, which must be finitely many."""
        for place in places:
            values = [list(one.values) for one in self.ranges(self.shapes[place])]
            yield from ((place, np.array(x, dtype=float)) for x in itertools.product(*values))

    def promise(self, predicate: Callable[..., Any], says: str) -> Region:
        """The same region, whose instances must satisfy the predicate: a draw that does not is an error."""
        build, several = self.build, bool(self.parts)

        def kept(shape: Any, x: Parameters) -> Any:
            made = build(shape, x)
            if not (predicate(*made) if several else predicate(made)):
                raise AttackError(f"the region {self.says or 'given'} built {made!r}, which violates its own {says}")
            return made

        return replace(self, build=kept)


def _require_function(method: str, given: Any) -> None:
    if not callable(given):
        raise AttackError(f"{method} takes a function of an instance, such as lambda x: x > 0, got {given!r}")


def product(*regions: Region, says: str = "") -> Region:
    """Tuples with one instance of each region; shapes by their total size, so that all small ones come first."""
    for each in regions:
        if not isinstance(each, Region):
            raise AttackError(f"a product is made of regions, such as reals(0, 1), got {each!r}")
    if not regions:
        raise AttackError("a product needs at least one region")

    def ranges(shape: tuple[Any, ...]) -> list[Range]:
        return [one for each, part in zip(regions, shape, strict=True) for one in each.ranges(part)]

    def build(shape: tuple[Any, ...], x: Parameters) -> tuple[Any, ...]:
        pieces = _split(regions, shape, x)
        return tuple(each.build(part, piece) for each, part, piece in zip(regions, shape, pieces, strict=True))

    shapes = tuple(itertools.islice(_by_total(regions), MOST_SHAPES))
    return Region(shapes, ranges, build, None, says or ", ".join(each.says for each in regions if each.says), regions)


def same_size(*regions: Region) -> Region:
    """Tuples of instances whose shapes are equal, such as two matrices that can be multiplied."""
    both = product(*regions)
    shapes = tuple((shape,) * len(regions) for shape in regions[0].shapes if all(shape in r.shapes for r in regions))
    return replace(both, shapes=shapes)


def _split(regions: Sequence[Region], shape: Sequence[Any], x: Parameters) -> list[Parameters]:
    sizes = [len(each.ranges(part)) for each, part in zip(regions, shape, strict=True)]
    return np.split(x, np.cumsum(sizes)[:-1])


def _by_total(regions: Sequence[Region]) -> Iterator[tuple[Any, ...]]:
    """Choices of shapes by the sum of their positions."""
    sizes = [len(each.shapes) for each in regions]
    for total in range(sum(sizes) - len(sizes) + 1):
        for places in _places(sizes, total):
            yield tuple(each.shapes[i] for each, i in zip(regions, places, strict=True))


def _places(sizes: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    if len(sizes) == 1:
        if total < sizes[0]:
            yield (total,)
        return
    for first in range(min(total, sizes[0] - 1) + 1):
        for rest in _places(sizes[1:], total - first):
            yield (first, *rest)

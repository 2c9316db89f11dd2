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
    partial: bool = False  # whether there are more shapes than are listed here
    draws: Callable[[Any, int], tuple[Any, ...]] | None = None  # more shapes, by a score of them, in so many draws
    sized: Callable[[Any], Any] | None = None  # the size of a shape that says more, such as a rank

    def size_of(self, shape: Any) -> Any:
        """What instances must share to go together: n for a vector and for a square matrix, else the shape."""
        size = self.sized(shape) if self.sized else shape
        return size[0] if isinstance(size, tuple) and size and size == (size[0],) * len(size) else size

    def __post_init__(self) -> None:
        if not self.shapes:
            raise AttackError(f"the region {self.says or 'given'} is empty: it has no shape")

    def map(self, function: Callable[..., Any], says: str = "") -> Region:
        """The region of function(instance); a product hands its parts over one by one."""
        _require_function("map", function)
        build = self.build
        apply: Callable[[Any], Any] = (lambda made: function(*made)) if self.parts else function
        words = says or (f"built from {self.says}" if self.says and not self.says.startswith("built ") else self.says)
        return replace(self, build=lambda shape, x: apply(build(shape, x)), says=words, parts=(), script=None)

    def grown(self, score: Callable[[Any], float | None], most: int) -> Region:
        """With the shapes that a search draws towards a higher score, where it has such a search; None ends it."""
        if self.draws is None or len(self.shapes) >= most:
            return self
        return replace(self, shapes=self.draws(score, most))

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

        return replace(
            self, build=admitted, says=f"{self.says or 'instances'} ({says or 'with a condition of the check'})"
        )

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
                raise AttackError(
                    f"the region {self.says or 'given'} built {_plain(made)}, which violates its own {says}"
                )
            return made

        return replace(self, build=kept)


def _plain(made: Any) -> str:
    return repr(made.item() if isinstance(made, np.generic) else made)


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
    return _product(_movable(regions), says or _together(regions), regions)


def _movable(regions: Sequence[Region]) -> Sequence[Region]:
    """Where there are too many choices of shapes, those of regions without parameters become parameters."""
    if math.prod(len(each.shapes) for each in regions) <= MOST_SHAPES:
        return regions
    return [each if any(map(each.ranges, each.shapes)) else _indexed(each) for each in regions]


def _indexed(region: Region) -> Region:
    """The same instances, by a whole number that counts the shapes."""
    one = (Range(0, len(region.shapes) - 1, whole=True),)
    return replace(
        region,
        shapes=((),),
        ranges=lambda _: one,
        build=lambda _, x: region.build(region.shapes[int(float(x[0]))], x[:0]),
        draws=None,
    )


def _product(regions: Sequence[Region], says: str, parts: tuple[Region, ...]) -> Region:
    def ranges(shape: tuple[Any, ...]) -> list[Range]:
        return [one for each, part in zip(regions, shape, strict=True) for one in each.ranges(part)]

    def build(shape: tuple[Any, ...], x: Parameters) -> tuple[Any, ...]:
        pieces = _split(regions, shape, x)
        return tuple(each.build(part, piece) for each, part, piece in zip(regions, shape, pieces, strict=True))

    shapes = tuple(itertools.islice(_by_total([each.shapes for each in regions]), MOST_SHAPES))
    partial = len(shapes) < math.prod(len(each.shapes) for each in regions) or any(each.partial for each in regions)
    return Region(shapes, ranges, build, None, says, parts, partial)


_TUPLES = {1: "", 2: "pairs of ", 3: "triples of "}


def _together(regions: Sequence[Region]) -> str:
    """The words of the parts; equal ones beside each other are told once."""
    runs = ((words, len(list(run))) for words, run in itertools.groupby(each.says for each in regions) if words)
    return ", ".join(f"{_TUPLES.get(many, f'{many}-tuples of ')}{words}" for words, many in runs)


def either(first: Region, second: Region) -> Region:
    """The instances of both, those of the first before the others."""
    parts = first, second
    shapes = tuple((i, shape) for i, each in enumerate(parts) for shape in each.shapes)
    return Region(
        shapes,
        lambda shape: parts[shape[0]].ranges(shape[1]),
        lambda shape, x: parts[shape[0]].build(shape[1], x),
        says=" or ".join(each.says for each in parts if each.says),
        partial=first.partial or second.partial,
    )


def same_size(*regions: Region) -> Region:
    """Tuples of instances of one size, such as two matrices that can be multiplied, or a matrix and a vector."""
    product(*regions)  # of regions, at least one
    both = _product(regions, _together(regions), regions)
    of_size = [_by_size(each) for each in regions]
    sizes = [size for size in of_size[0] if all(size in each for each in of_size)]
    if not sizes:
        raise AttackError(f"no size is shared by {' and '.join(each.says or 'a region' for each in regions)}")
    shapes = [shape for size in sizes for shape in _by_total([each[size] for each in of_size])]
    partial = len(shapes) > MOST_SHAPES or any(each.partial for each in regions)
    return replace(both, shapes=tuple(shapes[:MOST_SHAPES]), partial=partial, sized=lambda s: regions[0].size_of(s[0]))


def _by_size(region: Region) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = {}
    for shape in region.shapes:
        found.setdefault(region.size_of(shape), []).append(shape)
    return found


def _split(regions: Sequence[Region], shape: Sequence[Any], x: Parameters) -> list[Parameters]:
    sizes = [len(each.ranges(part)) for each, part in zip(regions, shape, strict=True)]
    return np.split(x, np.cumsum(sizes)[:-1])


def _by_total(choices: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """Choices of shapes, one of each list, by the sum of their positions."""
    sizes = [len(each) for each in choices]
    for total in range(sum(sizes) - len(sizes) + 1):
        for places in _places(sizes, total):
            yield tuple(each[i] for each, i in zip(choices, places, strict=True))


def _places(sizes: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    if len(sizes) == 1:
        if total < sizes[0]:
            yield (total,)
        return
    for first in range(min(total, sizes[0] - 1) + 1):
        for rest in _places(sizes[1:], total - first):
            yield (first, *rest)

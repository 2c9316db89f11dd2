"""Finite measures with a space of functions on them and the law of the samples: (ρ, μ, φ), φ of shape (d, points, l).

The masses ρ and the probabilities μ are positive; φ holds jets of d functions, which may vanish or be dependent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from theorytest.attacks.laws import simplex
from theorytest.attacks.numbers import parametric
from theorytest.attacks.region import Region, product


def measured_spaces(shapes: Iterable[tuple[int, int, int]] = (), **entries: Any) -> Region:
    """(ρ, μ, φ) for every shape (d, points, l), from one function at one point on; `entries` is the range of φ."""
    kept = tuple(shapes) or SMALL
    masses = simplex(sorted({points for _, points, _ in kept}), positive=True)
    jets = parametric(_size, lambda shape, x: x.reshape(shape), kept, **entries)
    both = product(masses, masses, jets)
    return Region(tuple((shape[1], shape[1], shape) for shape in kept), both.ranges, both.build, None, SAYS, both.parts)


def _size(shape: tuple[int, ...]) -> Any:
    d, points, jet = shape
    return d * points * jet


SAYS = "finite measures with spaces of functions"
SMALL = ((1, 1, 1), (1, 2, 1), (2, 2, 1), (1, 2, 2), (1, 3, 1), (2, 3, 1), (2, 2, 2), (3, 3, 1), (2, 3, 2), (2, 4, 1))

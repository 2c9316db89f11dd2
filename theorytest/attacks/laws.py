"""Regions of probabilities: points of a simplex, and finite laws with their values."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from theorytest.attacks.numbers import Sizes, alternatives, sizes_of
from theorytest.attacks.ranges import Range
from theorytest.attacks.region import Parameters, Region, same_size


def simplex(sizes: Sizes, *, positive: bool = False) -> Region:
    """Nonnegative numbers with the sum 1, as x / Σx; with `positive` none of them vanishes."""
    one = Range(0, 1, log=True, open=positive)

    def build(n: int, x: Parameters) -> Any:
        total = np.sum(x)
        if total == 0:
            return x + (Fraction(1, n) if x.dtype == object else 1 / n)
        return x / total

    return Region(
        sizes_of(sizes),
        lambda n: [one] * n,
        build,
        says=f"points of a simplex with {alternatives(sizes_of(sizes))} entries",
    )


def laws(sizes: Sizes, low: float = -math.inf, high: float = math.inf) -> Region:
    """Finite laws: values in [low, high] and their probabilities."""
    one = Range(low, high)
    values = Region(sizes_of(sizes), lambda n: [one] * n, lambda _, x: x)
    says = f"laws on {alternatives(sizes_of(sizes))} {one.words}"
    return replace(same_size(values, simplex(sizes)), says=says)

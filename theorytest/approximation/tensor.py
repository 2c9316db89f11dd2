"""Tensor products of systems in several dimensions, with a chosen set of multi-indices."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np
from numpy.typing import NDArray

from theorytest.approximation.measures import Discrete, Measure, Quadrature, blocks, tensor_rule
from theorytest.approximation.systems import System, values_and_gradients
from theorytest.arguments import Array, finite, several, whole

Indices = NDArray[np.intp]
_MOST, _DIMENSIONS = 5 * 10**6, 1000  # multi-indices of a grid, which are all made before some are chosen


@dataclass(frozen=True, eq=False)
class TensorProduct:
    """φ_ν(x) = Π_j φ^(j)_{ν_j}(x_j) for the multi-indices ν, the rows of `indices`."""

    parts: tuple[System, ...]
    indices: Indices

    def __post_init__(self) -> None:
        parts = several("parts", self.parts, "univariate systems", lambda p: isinstance(p, System) and p.ndim == 1)
        object.__setattr__(self, "parts", parts)
        finite("indices", self.indices)
        indices = np.asarray(self.indices)
        if indices.ndim != 2 or indices.shape[1] != len(self.parts) or indices.shape[0] == 0:
            raise ValueError(f"indices must have shape (size, {len(self.parts)}) with size >= 1, got {indices.shape}")
        sizes = [p.size for p in self.parts]
        bad = (indices.dtype.kind not in "iu") | (indices < 0) | (indices >= sizes)
        if bad.any():
            first = indices[bad.any(axis=1)][0].tolist()
            raise ValueError(f"indices must be integers from 0 to below {sizes}, got {first}")
        object.__setattr__(self, "indices", indices.astype(np.intp))

    @property
    def ndim(self) -> int:
        """The number of parts."""
        return len(self.parts)

    @property
    def size(self) -> int:
        """The number of multi-indices."""
        return len(self.indices)

    @cached_property
    def knots(self) -> tuple[tuple[float, ...], ...]:
        """The knots of the parts."""
        return tuple(p.knots[0] for p in self.parts)

    def values(self, x: Array) -> Array:
        """Products of the values of the parts."""
        return _product(self.factor_values(x))

    def gradients(self, x: Array) -> Array:
        """In direction j the j-th factor is differentiated."""
        return self.values_and_gradients(x)[1]

    def values_and_gradients(self, x: Array) -> tuple[Array, Array]:
        """Both, with one evaluation of each part."""
        parts = [values_and_gradients(part, x[..., j : j + 1]) for j, part in enumerate(self.parts)]
        values = [self._at_indices(j, part[0]) for j, part in enumerate(parts)]
        slopes = [self._at_indices(j, part[1][..., 0]) for j, part in enumerate(parts)]
        products = [_product([*values[:j], slope, *values[j + 1 :]]) for j, slope in enumerate(slopes)]
        return _product(values), np.stack(products, axis=-1)

    def factor_values(self, x: Array) -> list[Array]:
        """The factors φ^(j)_{ν_j}(x_j), each (..., size)."""
        return [self.factor(j, x[..., j : j + 1]) for j in range(self.ndim)]

    def factor(self, j: int, x: Array, *, differentiated: bool = False) -> Array:
        """φ^(j)_{ν_j}(x) or its derivative, for all ν: an array (..., size) for univariate points (..., 1)."""
        part = self.parts[j]
        values = part.gradients(x)[..., 0] if differentiated else part.values(x)
        return self._at_indices(j, values)

    def _at_indices(self, j: int, values: Array) -> Array:
        """Of the part j those of each ν; in memory the functions stay the outermost axis, as recurrences give them."""
        return np.moveaxis(np.moveaxis(values, -1, 0)[self.indices[:, j]], 0, -1)

    def rule(self, measure: Measure) -> Quadrature | None:
        """The tensor rule of the parts' rules."""
        rules = [
            factor.quadrature(0) if isinstance(factor, Discrete) else self.parts[columns.start].rule(factor)
            for factor, columns in blocks(measure)
        ]
        exact = [r for r in rules if r is not None]
        return tensor_rule(exact) if len(exact) == len(rules) else None


def _product(factors: Sequence[Array]) -> Array:
    return reduce(np.multiply, factors)


def full_grid(sizes: tuple[int, ...]) -> Indices:
    """All multi-indices with ν_j < sizes_j."""
    wanted = several("sizes", sizes, "integers of at least 1", lambda size: whole("sizes", size) > 0)
    if math.prod(wanted) > _MOST:
        why = f"a grid has at most {_MOST:,} multi-indices, got sizes {_shown(wanted)}"
        raise ValueError(f"{why}: lower sizes or degree")
    return np.array(list(itertools.product(*map(range, wanted))), dtype=np.intp)


def _shown(sizes: Sequence[int]) -> str:
    return f"{tuple(sizes[:3])!r}" + (f" and {len(sizes) - 3} more" if len(sizes) > 3 else "")


def total_degree(ndim: int, degree: int) -> Indices:
    """All multi-indices with Σ_j ν_j ≤ degree."""
    grid = full_grid((whole("degree", degree, at_least=0) + 1,) * whole("ndim", ndim, at_most=_DIMENSIONS))
    keep: Indices = grid[grid.sum(axis=1) <= degree]
    return keep


def hyperbolic_cross(ndim: int, degree: int) -> Indices:
    """All multi-indices with Π_j (ν_j + 1) ≤ degree + 1."""
    grid = full_grid((whole("degree", degree, at_least=0) + 1,) * whole("ndim", ndim, at_most=_DIMENSIONS))
    keep: Indices = grid[np.prod(grid + 1, axis=1) <= degree + 1]
    return keep

"""Any generating system that a user has, given as callables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from theorytest.approximation.measures import Discrete, Measure, Quadrature, blocks, tensor_rule
from theorytest.arguments import Array, finite, reals, several, whole

Function = Callable[[Array], Array]


@dataclass(frozen=True)
class Functions:
    """Any functions, given as callables that map points (..., D) to values (...), with their gradients for H1.

    `degree` (per dimension) promises polynomials of that degree between the `knots`; then integrals are exact.
    """

    functions: tuple[Function, ...]
    derivatives: tuple[Function, ...] | None = None
    ndim: int = 1
    degree: int | tuple[int, ...] | None = None
    knots: Any = ()

    def __post_init__(self) -> None:
        whole("ndim", self.ndim)
        object.__setattr__(self, "functions", several("functions", self.functions, "callables", callable))
        if self.derivatives is not None:
            given = len(several("derivatives", self.derivatives, "callables", callable))
            if given != self.size:
                raise ValueError(f"derivatives must be as many as functions ({self.size}), got {given}")
        if isinstance(self.degree, Sequence):
            finite("degree", self.degree, shape=(self.ndim,))
        object.__setattr__(self, "knots", _per_dimension(self.knots, self.ndim))

    @property
    def size(self) -> int:
        """The number of functions."""
        return len(self.functions)

    def values(self, x: Array) -> Array:
        """The values; a space refuses those that are not finite at a point of its measure's support."""
        columns = [reals(f"functions[{k}](x)", f(x), shape=x.shape[:-1]) for k, f in enumerate(self.functions)]
        return np.moveaxis(np.stack(columns), 0, -1)

    def gradients(self, x: Array) -> Array:
        """The gradients; for D = 1 a derivative may drop the last axis."""
        if self.derivatives is None:
            raise ValueError("derivatives must be given for an H1 space, got None")
        rows = []
        for k, f in enumerate(self.derivatives):
            g = reals(f"derivatives[{k}](x)", f(x))
            rows.append(reals(f"derivatives[{k}](x)", g[..., None] if g.shape == x.shape[:-1] else g, shape=x.shape))
        return np.stack(rows, axis=-2)

    def rule(self, measure: Measure) -> Quadrature | None:
        """Exact where a degree is promised."""
        if self.degree is None:
            return measure.quadrature() if isinstance(measure, Discrete) else None
        twice = [2 * whole("degree", m, at_least=0) for m in np.broadcast_to(self.degree, self.ndim).tolist()]
        return tensor_rule([m.quadrature(twice[j.start], self.knots[j.start]) for m, j in blocks(measure)])


def _per_dimension(knots: Sequence[Any], ndim: int) -> tuple[tuple[float, ...], ...]:
    """Knots as one tuple per dimension; a plain list of numbers is meant for D = 1."""
    plain = ndim == 1 and (np.isscalar(knots) or all(np.ndim(k) == 0 for k in knots))
    rows = [knots] if plain else list(knots) or [()] * ndim
    if len(rows) != ndim:
        raise ValueError(f"knots must have one entry for each of the {ndim} dimensions, got {len(rows)}")
    return tuple(tuple(finite("knots", row, shape=(None,)).tolist()) for row in rows)

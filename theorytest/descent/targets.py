"""Target functions u by name, with their kinks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from theorytest.arguments import Array


@dataclass(frozen=True)
class Target:
    """u on the line and where it is not smooth."""

    formula: str
    function: Callable[[Array], Array]
    knots: tuple[float, ...] = ()

    def __call__(self, x: Array) -> Array:
        """u at points (..., 1), an array (...)."""
        return self.function(x[..., 0])


TARGETS = {
    "exp": Target("exp(x)", np.exp),
    "sin": Target("sin(2 pi x)", lambda x: np.sin(2 * np.pi * x)),
    "step": Target("1 for x >= 0, else 0", lambda x: np.where(x >= 0, 1.0, 0.0), knots=(0.0,)),
    "abs": Target("|x|", np.abs, knots=(0.0,)),
    "runge": Target("1 / (1 + 25 x^2)", lambda x: 1 / (1 + 25 * x**2)),
}

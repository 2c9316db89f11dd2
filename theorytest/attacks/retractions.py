"""Retractions that use up their bound: ½ ‖R(v)‖² = ½ ‖v‖² + C ‖g‖²/2 + β after a step g, away from the origin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from theorytest.attacks.exact import identity_like, sqrt
from theorytest.attacks.numbers import parametric
from theorytest.attacks.region import Region


@dataclass(frozen=True, eq=False)
class UsesUp:
    """Moves v along its own direction, and the origin along the first axis."""

    C: Any
    beta: Any

    def __call__(self, v: Any, g: Any) -> Any:
        """R(v) after the step g."""
        square = v @ v
        wanted = square + self.C * (g @ g) + 2 * self.beta
        return v * sqrt(wanted / square) if square != 0 else identity_like(v, len(v))[0] * sqrt(wanted)


def retractions() -> Region:
    """All C ≥ 0 and β ≥ 0."""
    return parametric(2, lambda _, x: UsesUp(x[0], x[1]), low=0, log=True)

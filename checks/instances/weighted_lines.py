"""One step of the scheme for lines on four points, from several states, summed over all samples."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from theorytest.approximation import Monomials, Optimal, QuasiProjection, Space
from theorytest.descent import Constant, Quadratic, by_enumeration

DIRECTIONS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-2.0, 0.3], [0.0, 0.0]])


@cache
def weighted_losses() -> dict[str, Quadratic]:
    """Least squares, and a weighted loss with λ < L."""
    space = Space(Monomials(2), FOUR_POINTS)
    weights = {"least squares": None, "weighted": lambda x: 1 + 0.5 * np.sin(3 * x[..., 0])}
    return {name: Quadratic(space, lambda x: x[..., 0] ** 2, weight=weight) for name, weight in weights.items()}


def enumerated_steps(loss: Quadratic, n: int, step: float) -> tuple[Any, Any, Any]:
    """From several states: the gap, ‖(I - P)g‖ and the mean gap after one step, summed over all samples."""
    exact = by_enumeration(QuasiProjection(Optimal(loss.space), n), loss)
    starts = loss.best + DIRECTIONS
    before = loss.observe(starts.T)
    after = [exact.gap(Constant(step), [1, 2], initial=start)[1] for start in starts]
    return before.gap, before.normal, np.array(after)


@dataclass(frozen=True)
class Lines:
    """A loss, n optimal points and a step, with the constants of Theorem 4.9 (c_bias1 = 1, C_R = β = 0)."""

    kind: str
    n: int
    step: float

    @property
    def name(self) -> str:
        """What the report calls it."""
        return f"lines on four points, {self.kind}, n = {self.n}, s = {self.step}"

    @property
    def constants(self) -> dict[str, float]:
        """λ, L, C_R, c_var1 and c_var2."""
        loss = weighted_losses()[self.kind]
        return {"lam": loss.lam, "L": loss.L, "C_R": 0, "c_var1": (self.n + 1) / self.n, "c_var2": 2 / self.n}

    @property
    def sigma(self) -> float:
        """σ_t."""
        return self.step - self.step**2 * self.constants["L"] / 2 * self.constants["c_var1"]

    def seen(self) -> tuple[Any, ...]:
        """Gap, ‖P g‖², ‖(I - P) g‖², β and the mean gap after the step, from every state."""
        loss = weighted_losses()[self.kind]
        gap, normal, after = enumerated_steps(loss, self.n, self.step)
        tangent = loss.observe((loss.best + DIRECTIONS).T).tangent
        return gap, tangent**2, normal**2, 0, after

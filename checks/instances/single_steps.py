"""One step with all constants of Theorem 4.9, in fractions: gaps, gradients and the mean gap after it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from checks.instances.saturated import HALF, mean, retracted_gaps, sigma


def others(world: OneStep) -> dict[str, Any]:
    """c_bias1, 1 unless said otherwise, L and C_R."""
    known = world.constants
    return {"c_bias1": known.get("c_bias1", 1), "L": known["L"], "C_R": known["C_R"]}


class OneStep:
    """A step with its constants."""

    step: Any
    constants: Any

    @property
    def sigma(self) -> Any:
        """σ_t."""
        return sigma(self.step, self.constants["c_var1"], **others(self))

    def seen(self) -> tuple[Any, ...]:
        """Gap, ‖P g‖², ‖(I - P) g‖², β and the mean gap after the step."""
        raise NotImplementedError


@dataclass(frozen=True)
class TwoPoints(OneStep):
    """Constants on two points, one draw from x with g = x e_1 + normal e_2: (CR) and (SPL) are equalities."""

    x: Fraction
    normal: Fraction
    step: Fraction
    C_R: Fraction
    beta: Fraction

    @property
    def name(self) -> str:
        return f"two points, x = {self.x}, s = {self.step}, C_R = {self.C_R}, β = {self.beta}"

    @property
    def constants(self) -> dict[str, Any]:
        """λ, L, C_R, c_var1 and c_var2."""
        return {"lam": 1, "L": 1, "C_R": self.C_R, "c_var1": 1, "c_var2": 1}

    def seen(self) -> tuple[Any, ...]:
        """Gap, ‖P g‖², ‖(I - P) g‖², β and the mean gap after the step."""
        after = mean(retracted_gaps(self.x, self.normal, self.step, self.C_R, self.beta))
        return HALF * self.x**2, self.x**2, self.normal**2, self.beta, after


class HalfTheProjection(TwoPoints):
    """The same with half of P¹, the non-projection of the system {b/√2}: c_bias1 = 1/2 and c_var1 = c_var2 = 1/4."""

    @property
    def name(self) -> str:
        return f"half of P¹, {super().name}"

    @property
    def constants(self) -> dict[str, Any]:
        """λ, L, C_R, c_bias1, c_var1 and c_var2."""
        return super().constants | {"c_bias1": HALF, "c_var1": HALF**2, "c_var2": HALF**2}

    def seen(self) -> tuple[Any, ...]:
        """As before, from half of the step."""
        after = mean(retracted_gaps(self.x, self.normal, self.step / 2, self.C_R, self.beta))
        return HALF * self.x**2, self.x**2, self.normal**2, self.beta, after


@dataclass(frozen=True)
class Exact(OneStep):
    """Gradient descent for ½ (x² + 4 y²) along one axis, with λ = 1 and L = 4."""

    curvature: int
    step: Fraction
    constants = {"lam": 1, "L": 4, "C_R": 0, "c_var1": 1, "c_var2": 0}  # noqa: RUF012 (never changed)

    @property
    def name(self) -> str:
        return f"curvatures 1 and 4, along {self.curvature}, s = {self.step}"

    def seen(self) -> tuple[Any, ...]:
        """As above, from 1 on the axis, without noise."""
        return (
            HALF * self.curvature,
            self.curvature**2,
            0,
            0,
            HALF * self.curvature * (1 - self.curvature * self.step) ** 2,
        )


def spent(world: OneStep, part: Any = 1) -> Any:
    """s² (L + C_R)/2 c_var2 ‖(I - P)g‖²."""
    known = world.constants
    return part * world.step**2 * (known["L"] + known["C_R"]) / 2 * known["c_var2"] * world.seen()[2]

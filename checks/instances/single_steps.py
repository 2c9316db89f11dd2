"""One step with all constants of Theorem 4.9: what the formulas of the theory ask of it."""

from __future__ import annotations

from typing import Any

from checks.instances.saturated import sigma


def others(world: OneStep) -> dict[str, Any]:
    """c_bias1, L and C_R."""
    return {name: world.constants[name] for name in ("c_bias1", "L", "C_R")}


class OneStep:
    """A step with its constants: λ of (SPL), L, C_R, c_bias1, c_var1 and c_var2."""

    step: Any
    constants: Any

    @property
    def sigma(self) -> Any:
        """σ_t."""
        return sigma(self.step, self.constants["c_var1"], **others(self))

    def seen(self) -> tuple[Any, ...]:
        """Gap, ‖P g‖², ‖(I - P) g‖², β and the mean gap after the step."""
        raise NotImplementedError


def spent(world: OneStep, part: Any = 1) -> Any:
    """s² (L + C_R)/2 c_var2 ‖(I - P)g‖²."""
    known = world.constants
    return part * world.step**2 * (known["L"] + known["C_R"]) / 2 * known["c_var2"] * world.seen()[2]

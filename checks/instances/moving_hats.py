"""Parametrisations F(θ) = θ (φ + |θ|^p ψ_θ) that are differentiable into L² of the circle, φ = 1 + x (1 - x)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theorytest import choices, family, integers, product


@dataclass(frozen=True)
class Curve:
    """θ ↦ F(θ) near θ = 0 with F(0) = 0 and the derivative φ: F(θ) = θ (φ + |θ|^p ψ_θ)."""

    power: int
    values_differentiable: bool
    bump: Any  # ψ_θ
    bump_squared: Any  # ∫ ψ_θ² over the circle

    def value(self, theta: Any, x: Any) -> Any:
        """F(θ)(x)."""
        return theta * (tangent(x) + abs(theta) ** self.power * self.bump(theta, x))

    def remainder_squared(self, theta: Any) -> Any:
        """‖F(θ) - θ φ‖² / θ²."""
        return abs(theta) ** (2 * self.power) * self.bump_squared(theta)


def tangent(x: Any) -> Any:
    """φ(x) = 1 + x (1 - x), continuous on the circle."""
    return 1 + x * (1 - x)


def hat(theta: Any, x: Any) -> Any:
    """max(0, 1 - |x - 1/θ| / |θ|) with the distance on the circle."""
    distance = (x - 1 / theta) % 1
    return max(Fraction(0), 1 - min(distance, 1 - distance) / abs(theta))


def hat_squared(theta: Any) -> Any:
    """∫ of the square by Simpson's rule on both sides, which is exact for squares of lines."""
    heights = [hat(theta, 1 / theta + abs(theta) * Fraction(k, 2)) ** 2 for k in (-2, -1, 0, 1, 2)]
    return abs(theta) * sum(a * b for a, b in zip((1, 4, 2, 4, 1), heights, strict=True)) / 6


def bumpy(power: Any, moving: Any) -> Any:
    """A hat that sweeps the circle, or the fixed bump x, damped by |θ|^p; without damping the fixed one changes φ."""
    if moving:
        return Curve(power, power > 0, hat, hat_squared)
    return Curve(power + 1, True, lambda _, x: x, lambda _: Fraction(1, 3))


CURVES = family(
    {"a parabola": bumpy(0, False), "damped hats": bumpy(1, True), "hats": bumpy(0, True)},
    "parametrisations that are differentiable into L²; here of one parameter, at θ = 0",
    search=product(integers(0, 5), choices((True, False))).map(bumpy, "φ with a hat or a parabola of any order"),
)

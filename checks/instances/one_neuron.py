r"""Steps of one neuron in rational numbers, for Appendix K.5.

Φ(x) = A_1 max(A_0 x + b_0, 0)² + b_1 at θ = (1, 0, 1, 0) on the points 1 and 2 of mass 1/2 each, so that everything but
the norms is rational: a step along ϑ has ū = Φ - s Σ ϑ_k ∂_k Φ, u_{t+1} = Φ_{θ - sϑ} and ε = ‖u_{t+1} - ū‖.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from checks.theory.roots import sqrt
from theorytest import Region, family, product, reals, vectors

Parameters = tuple[Fraction, ...]  # A_1, b_1, A_0, b_0
POINTS = (Fraction(1), Fraction(2))
THETA: Parameters = (Fraction(1), Fraction(0), Fraction(1), Fraction(0))


def network(theta: Sequence[Any], x: Any) -> Any:
    """Φ_θ(x)."""
    outer, shift, inner, bias = theta
    return outer * max(inner * x + bias, Fraction(0)) ** 2 + shift


def tangents(x: Fraction) -> Parameters:
    """∂_θ Φ at THETA, for x > 0."""
    return (x**2, Fraction(1), 2 * x**2, 2 * x)


def shortest(values: Sequence[Fraction]) -> Parameters:
    """The shortest ϑ with Σ ϑ_k ∂_k Φ = values on the points, by the normal equations of the tangents."""
    first, second = (tangents(x) for x in POINTS)
    pairs = ((first, first), (first, second), (second, second))
    a, b, d = (sum((p * q for p, q in zip(*pair, strict=True)), Fraction(0)) for pair in pairs)
    left, right = d * values[0] - b * values[1], a * values[1] - b * values[0]
    return tuple((left * p + right * q) / (a * d - b**2) for p, q in zip(first, second, strict=True))


def norm(values: Sequence[Any]) -> Any:
    """In L² of the two points."""
    return sqrt(sum(value**2 for value in values) / 2)


@dataclass(frozen=True)
class Step:
    """A step of length s along ϑ against the target u = Φ - g."""

    direction: Parameters
    s: Fraction
    gradient: tuple[Fraction, ...]

    @property
    def target(self) -> list[Fraction]:
        """u on the points."""
        return [network(THETA, x) - g for x, g in zip(POINTS, self.gradient, strict=True)]

    @property
    def projected(self) -> list[Fraction]:
        """P^n g = Σ ϑ_k ∂_k Φ."""
        return [sum((c * t for c, t in zip(self.direction, tangents(x), strict=True)), Fraction(0)) for x in POINTS]

    @property
    def linear(self) -> list[Fraction]:
        """ū_{t+1}."""
        return [network(THETA, x) - self.s * p for x, p in zip(POINTS, self.projected, strict=True)]

    @property
    def new(self) -> list[Fraction]:
        """u_{t+1}."""
        moved = tuple(a - self.s * c for a, c in zip(THETA, self.direction, strict=True))
        return [network(moved, x) for x in POINTS]

    def loss(self, values: Sequence[Fraction]) -> Fraction:
        """1/2 ‖u - v‖²."""
        return sum(((v - u) ** 2 for v, u in zip(values, self.target, strict=True)), Fraction(0)) / 4

    @property
    def rise(self) -> Fraction:
        """L(u_{t+1}) - L(ū_{t+1})."""
        return self.loss(self.new) - self.loss(self.linear)

    @property
    def error(self) -> Any:
        """ε(s)."""
        return norm([a - b for a, b in zip(self.new, self.linear, strict=True)])

    @property
    def radius(self) -> Any:
        """ε + s ‖P^n g‖."""
        return self.error + self.s * norm(self.projected)

    def bound(self, estimate: Any, reach: Any = 1) -> Any:
        """(√(2 λ) + ε + s ‖P^n g‖) ε for an estimate λ of L(u_t)."""
        return (sqrt(2 * estimate) + reach * self.radius) * self.error


SEARCHED: Region = product(vectors([4], -2, 2), reals(0, 2, open=True), vectors([2])).map(
    lambda direction, s, gradient: Step(tuple(direction), s, tuple(gradient))
)


def sampled_at_one(other: int, s: Fraction = Fraction(1, 10)) -> Step:
    """The non-projection with the single point 1, where g = 1, while g = `other` at the point 2."""
    return Step(tangents(POINTS[0]), s, (Fraction(1), Fraction(other)))


def steps() -> Any:
    """Directions and lengths; each with small gradients, and with one that is 1000 times the error of the step."""
    found: dict[str, Step] = {}
    small = Fraction(1), Fraction(-2)
    for direction, s in (((1, 0, 1, 0), Fraction(1, 8)), ((-1, 1, 0, 1), Fraction(1, 2)), ((1, -1, 2, 1), Fraction(1))):
        near = Step(tuple(map(Fraction, direction)), s, small)
        away = tuple(1000 * (a - b) for a, b in zip(near.new, near.linear, strict=True))
        found |= {
            f"ϑ = {direction}, s = {s}, near": near,
            f"ϑ = {direction}, s = {s}, far": replace(near, gradient=away),
        }
    return found


STEPS = family(steps, "directions, lengths and targets", search=SEARCHED)
SAMPLED = family(
    {f"g = {g} at the point that is not drawn": sampled_at_one(g) for g in (10, 20, 1000)},
    "least squares steps with λ_t",
    search=reals(1, math.inf).map(sampled_at_one),
)

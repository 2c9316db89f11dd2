r"""Steps of one neuron in rational numbers, for Appendix K.5.

Φ(x) = A_1 max(A_0 x + b_0, 0)² + b_1 at θ = (1, 0, 1, 0) on the points 1 and 2 of mass 1/2 each, so that everything but
the norms is rational: a step along ϑ has ū = Φ - s Σ ϑ_k ∂_k Φ, u_{t+1} = Φ_{θ - sϑ} and ε = ‖u_{t+1} - ū‖.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import sqrt

POINTS = (Fraction(1), Fraction(2))
THETA = (Fraction(1), Fraction(0), Fraction(1), Fraction(0))  # A_1, b_1, A_0, b_0


def network(theta, x):
    """Φ_θ(x)."""
    outer, shift, inner, bias = theta
    return outer * max(inner * x + bias, Fraction(0)) ** 2 + shift


def tangents(x):
    """∂_θ Φ at THETA, for x > 0."""
    return (x**2, Fraction(1), 2 * x**2, 2 * x)


def norm(values):
    """In L² of the two points."""
    return sqrt(sum(value**2 for value in values) / 2)


@dataclass(frozen=True)
class Step:
    """A step of length s along ϑ against the target u = Φ - g."""

    direction: tuple
    s: Fraction
    gradient: tuple

    @property
    def target(self):
        """u on the points."""
        return [network(THETA, x) - g for x, g in zip(POINTS, self.gradient, strict=True)]

    @property
    def projected(self):
        """P^n g = Σ ϑ_k ∂_k Φ."""
        return [sum(c * t for c, t in zip(self.direction, tangents(x), strict=True)) for x in POINTS]

    @property
    def linear(self):
        """ū_{t+1}."""
        return [network(THETA, x) - self.s * p for x, p in zip(POINTS, self.projected, strict=True)]

    @property
    def new(self):
        """u_{t+1}."""
        moved = tuple(a - self.s * c for a, c in zip(THETA, self.direction, strict=True))
        return [network(moved, x) for x in POINTS]

    def loss(self, values):
        """1/2 ‖u - v‖²."""
        return sum((v - u) ** 2 for v, u in zip(values, self.target, strict=True)) / 4

    @property
    def rise(self):
        """L(u_{t+1}) - L(ū_{t+1})."""
        return self.loss(self.new) - self.loss(self.linear)

    @property
    def error(self):
        """ε(s)."""
        return norm([a - b for a, b in zip(self.new, self.linear, strict=True)])

    @property
    def radius(self):
        """ε + s ‖P^n g‖."""
        return self.error + self.s * norm(self.projected)

    def bound(self, estimate, reach=1):
        """(√(2 λ) + ε + s ‖P^n g‖) ε for an estimate λ of L(u_t)."""
        return (sqrt(2 * estimate) + reach * self.radius) * self.error


def sampled_at_one(other, s=Fraction(1, 10)):
    """The non-projection with the single point 1, where g = 1, while g = `other` at the point 2."""
    return Step(tangents(POINTS[0]), s, (Fraction(1), Fraction(other)))

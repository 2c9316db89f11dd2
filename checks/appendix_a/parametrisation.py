r"""Appendix A [x:appA-chain-rule]: is it enough that F : ℝ^d → L²(ρ) is differentiable?

SGD differentiates θ ↦ L_n(F(θ)), which takes point values of F. A derivative in L² says nothing about them: uniform
points of the circle [0, 1) and F(θ) = θ (φ + |θ|^p ψ_θ), F(0) = 0, with a hat ψ_θ of height 1 that sweeps the circle
infinitely often as θ → 0 while it narrows. Then ‖F(θ) - θ φ‖ = |θ|^{1+p} ‖ψ_θ‖ = o(θ) for every p ≥ 0. For p = 0 each
x sees the hat come and go; for p > 0 the values at points are differentiable too.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from checks.hypotheses import differentiable_loss, plain_points, values_differentiable
from theorytest import at_most, claim, family, repair, threshold, vectors

HALF = Fraction(1, 2)
TURNS = (10**3, 10**6, 10**9)  # how often the hat has passed


@dataclass(frozen=True)
class Curve:
    """θ ↦ F(θ) near θ = 0 with F(0) = 0 and the derivative φ: F(θ) = θ (φ + |θ|^p ψ_θ)."""

    name: str
    power: int
    values_differentiable: bool
    bump: object  # ψ_θ
    bump_squared: object  # ∫ ψ_θ² over the circle

    def value(self, theta, x):
        """F(θ)(x)."""
        return theta * (tangent(x) + abs(theta) ** self.power * self.bump(theta, x))

    def remainder_squared(self, theta):
        """‖F(θ) - θ φ‖² / θ²."""
        return abs(theta) ** (2 * self.power) * self.bump_squared(theta)


def tangent(x):
    """φ(x) = 1 + x (1 - x), continuous on the circle."""
    return 1 + x * (1 - x)


def hat(theta, x):
    """max(0, 1 - |x - 1/θ| / |θ|) with the distance on the circle."""
    distance = (x - 1 / theta) % 1
    return max(Fraction(0), 1 - min(distance, 1 - distance) / abs(theta))


def hat_squared(theta):
    """∫ of the square by Simpson's rule on both sides, which is exact for squares of lines."""
    heights = [hat(theta, 1 / theta + abs(theta) * Fraction(k, 2)) ** 2 for k in (-2, -1, 0, 1, 2)]
    return abs(theta) * sum(a * b for a, b in zip((1, 4, 2, 4, 1), heights, strict=True)) / 6


CURVES = family(
    [
        Curve("a parabola", 1, True, lambda _, x: x, lambda _: Fraction(1, 3)),
        Curve("damped hats", 1, True, hat, hat_squared),
        Curve("hats", 0, False, hat, hat_squared),
    ],
    "parametrisations that are differentiable into L²",  # not searched: curves by hand
)
SAMPLES = family(
    {"one point": (HALF,), "two points": (Fraction(1, 3), Fraction(3, 4))},
    "samples of the circle",
    search=vectors((1, 2), 0, 1).map(lambda x: tuple(map(Fraction, x))),
)


def coefficient(sample):
    """ζ̂ = (g, φ)_n at θ = 0 for least squares with the target 1: g = F(0) - 1 = -1."""
    return -sum(tangent(x) for x in sample) / len(sample)


def quotient(curve, theta, sample):
    """(L_n(F(θ)) - L_n(F(0))) / θ for least squares with the target 1."""
    losses = [((curve.value(theta, x) - 1) ** 2 - 1) / 2 for x in sample]
    return sum(losses) / len(sample) / theta


def parameters(sample):
    """θ → 0 from both sides: with the hat at the first point of the sample, then opposite to it."""
    return [1 / (side * turn + sample[0] + shift) for turn in TURNS for shift in (0, HALF) for side in (1, -1)]


@repair(
    "x:appA-chain-rule/differentiable-at-points",
    "x:appA-chain-rule",
    says="If the values F(θ)(xᵢ) have the derivatives φ_k(xᵢ) at every sample point and ℓ̃ is differentiable, then "
    "∂_k Lₙ(F(θ)) = (ℓ̃'(F(θ)), φ_k)ₙ, which is ζ̂_k.",
    given=[values_differentiable, differentiable_loss, plain_points],
    finding="point-values-in-L2",
    mutants={"one per cent more": {"slope": lambda sample: Fraction(101, 100) * coefficient(sample)}},
)
@claim(
    "x:appA-chain-rule",
    says="If F: ℝᵈ → L²(ρ) is differentiable, then the chain rule holds: ∂_k Lₙ(F(θ)) is the derivative of Lₙ along "
    "φ_k, which is ζ̂_k.",
    formula=r"F:\mathbb{R}^d\to L^2(\rho)\text{ differentiable} \implies \nabla_\theta\mathcal{L}_n(F) = \hat\zeta",
    forall={"F": CURVES, "x": SAMPLES},
    given=[differentiable_loss, plain_points],
    gravity="missing hypothesis",
    finding="point-values-in-L2",
)
def quotients_tend_to_the_coefficient(curve, sample, *, slope=coefficient):
    """x = 1/2, target 1: quotients tend to -9/4 where the hat is at x, and to ζ̂ = -5/4 where it is not.

    |quotient - ζ̂| ≤ 4 |θ| where (F(θ) - θ φ)/θ ≤ |θ|, since (φ + ψ)²/2 < 3.
    """
    thetas = parameters(sample)
    small = threshold([abs(theta) for theta in thetas])
    yield at_most([curve.remainder_squared(theta) for theta in thetas], small, name="into L²", symbol="‖F - θφ‖²/θ²")
    errors = [abs(quotient(curve, theta, sample) - slope(sample)) for theta in thetas]
    yield at_most(errors, threshold([4 * abs(theta) for theta in thetas]), name="limit", symbol="|quotient - ζ̂|")

r"""Appendix A [x:appA-chain-rule]: is it enough that F : ℝ^d → L²(ρ) is differentiable?

SGD differentiates θ ↦ L_n(F(θ)), which takes point values of F. A derivative in L² says nothing about them: uniform
points of the circle [0, 1) and F(θ) = θ (φ + |θ|^p ψ_θ), F(0) = 0, with a hat ψ_θ of height 1 that sweeps the circle
infinitely often as θ → 0 while it narrows. Then ‖F(θ) - θ φ‖ = |θ|^{1+p} ‖ψ_θ‖ = o(θ) for every p ≥ 0. For p = 0 each
x sees the hat come and go; for p > 0 the values at points are differentiable too.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy

from theorytest import at_most, claim, equal, repair

HALF = Fraction(1, 2)
TURNS = (10**3, 10**6, 10**9)  # how often the hat has passed
SAMPLES = {"one point": (HALF,), "two points": (Fraction(1, 3), Fraction(3, 4))}


@dataclass(frozen=True)
class Hat:
    """ψ(x) = max(0, 1 - |x - c|/w) with the distance on the circle and w ≤ 1/2."""

    centre: Fraction
    width: Fraction

    def __call__(self, x):
        distance = (x - self.centre) % 1
        return max(Fraction(0), 1 - min(distance, 1 - distance) / self.width)

    @property
    def norm_squared(self):
        """∫ ψ²: Simpson's rule on both sides, which is exact for squares of lines."""
        ends = [self(self.centre + self.width * Fraction(k, 2)) ** 2 for k in (-2, -1, 0, 1, 2)]
        return self.width * sum(a * b for a, b in zip((1, 4, 2, 4, 1), ends, strict=True)) / 6


def sweeping(theta):
    """The hat around 1/θ of the width |θ|."""
    return Hat(1 / theta % 1, abs(theta))


def tangent(x):
    """φ(x) = 1 + x (1 - x), continuous on the circle."""
    return 1 + x * (1 - x)


def value(theta, x, power):
    """F(θ)(x)."""
    return theta * (tangent(x) + abs(theta) ** power * sweeping(theta)(x))


def coefficient(sample):
    """ζ̂ = (g, φ)_n at θ = 0 for least squares with the target 1: g = F(0) - 1 = -1."""
    return -sum(tangent(x) for x in sample) / len(sample)


def quotient(theta, sample, power):
    """(L_n(F(θ)) - L_n(F(0))) / θ for least squares with the target 1."""
    losses = [((value(theta, x, power) - 1) ** 2 - 1) / 2 for x in sample]
    return sum(losses) / len(sample) / theta


def parameters(sample):
    """θ → 0 from both sides: with the hat at the first point of the sample, then opposite to it."""
    for turn in TURNS:
        for side, shift in ((1, 0), (-1, 0), (1, HALF), (-1, HALF)):
            yield f"theta near {side}/{turn}{', opposite' * bool(shift)}", 1 / (side * turn + sample[0] + shift)


def convergence(power, slope=coefficient, of=lambda sample: sample):
    """|quotient - ζ̂| ≤ 4 |θ|, since (F(θ) - θ φ)/θ ≤ |θ| for p = 1, and (φ + ψ)²/2 < 3."""
    for name, sample in SAMPLES.items():
        for where, theta in parameters(sample):
            error = abs(quotient(theta, of(sample), power) - slope(sample))
            yield at_most(error, 4 * abs(theta), name=f"{name}, {where}", symbol="error")


def differentiable_into_L2(power):
    """‖F(θ) - θ φ‖²/θ² = |θ|^{2p} ‖ψ_θ‖² = (2/3) |θ|^{1 + 2p}, which tends to 0."""
    for where, theta in parameters(SAMPLES["one point"]):
        square = abs(theta) ** (2 * power) * sweeping(theta).norm_squared
        expected = Fraction(2, 3) * abs(theta) ** (1 + 2 * power)
        yield equal(square, expected, name=f"in L2, {where}", symbol="remainder^2")


def slow_centre(w):
    """log log(1/θ) with w = 1/log(1/θ)."""
    return sympy.log(1 / w)


def slow_sweep(centre):
    """The limit of ‖F'(θ) - φ‖² for hats of the width w = 1/log(1/θ), p = 0: F' = φ + ψ + θ ∂_θ ψ, θ ∂_θ = w² ∂_w."""
    w, x, z = sympy.Symbol("w", positive=True), *sympy.symbols("x z", real=True)
    total = sympy.Integer(0)
    for side, ends in ((1, (z, 0, 1)), (-1, (z, -1, 0))):
        psi = 1 - side * (x - centre(w)) / w
        extra = sympy.expand((psi + w**2 * psi.diff(w)).subs(x, centre(w) + z * w))
        total += w * sympy.integrate(sympy.expand(extra**2), ends)
    return float(sympy.limit(total, w, 0, "+"))


@claim(
    "x:appA-chain-rule/differentiable-into-L2",
    kind="identity",
    says="For every parametrisation that is differentiable into L2 the empirical risk has a gradient in the "
    "parameters, and it is that of the chain rule.",
    formula=r"F:\mathbb{R}^d\to L^2(\rho)\text{ differentiable} \implies "
    r"\nabla_\theta\mathcal{L}_n(F(\theta)) = \hat\zeta",
    expected="refuted",
    gravity="gap in a proof",
)
def differentiable_into_L2_is_enough(*, slope=coefficient):
    """x = 1/2 and target 1: the quotients tend to -9/4 where the hat is at x and to -5/4 = ζ̂ where it is not.

    Every sample fails, since the hat passes every point of the circle. Away from 0 the map is differentiable as hats
    are; around log log(1/θ) with the width 1/log(1/θ) they make F continuously differentiable, and fail as well.
    """
    yield from differentiable_into_L2(0)
    yield from convergence(0, slope)


@repair(
    "x:appA-chain-rule/differentiable-at-points",
    "x:appA-chain-rule/differentiable-into-L2",
    kind="inequality",
    says="Where also the values of F at the sample points are differentiable in the parameters, the gradient of "
    "the empirical risk is that of the chain rule; continuous differentiability into L2 does not give this.",
    formula=r"F(\theta)(x_i)\text{ differentiable in }\theta\text{ with }\partial_kF(\theta)(x_i)=\varphi_k(x_i) "
    r"\implies \nabla_\theta\mathcal{L}_n(F(\theta)) = \hat\zeta",
    expected="computed",
    tight="no word: a limit of quotients, with no constant",
    mutants={
        "a hat that is not damped": {"power": 0},
        "one per cent more": {"slope": lambda sample: Fraction(101, 100) * coefficient(sample)},
        "another sample": {"of": lambda sample: sample[:-1] or (Fraction(2, 3),)},
        "slow hats around log(1/theta)": {"centre": lambda w: 1 / w},
    },
)
def differentiable_at_points_is_enough(*, power=1, slope=coefficient, of=lambda sample: sample, centre=slow_centre):
    """p = 1: the values then have the derivative φ(x) for almost every x, since a subsequence of quotients tends to it.

    The slow hats leave ‖F'(θ) - φ‖² = w (8/3 + 2w/3 + 2w²/3) → 0 for p = 0: F is continuously differentiable into L².
    """
    yield from differentiable_into_L2(power)
    yield from convergence(power, slope, of)
    limit = slow_sweep(centre)
    yield equal(limit, 0.0, name="slow hats", digits=None, symbol="the limit of |F' - phi|^2")

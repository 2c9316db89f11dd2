"""Losses on H = R with the smoothness 1, each with its derivative.

Functions with a non-degenerate minimum follow: by their slopes at 1/k, and by gradients on a ball.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from checks.instances.smooth_problems import on_circle, vector
from theorytest import family, positive, product, reals
from theorytest.attacks.losses import piecewise

# L and its derivative, with the smoothness 1
LOSSES = {
    "v²/2": (lambda v: v**2 / 2, lambda v: v),
    "waves": (lambda v: 1 - np.cos(v), np.sin),
    "a slope": (lambda v: 4 * np.logaddexp(0, v), lambda v: 4 / (1 + np.exp(-v))),
}


def each_of(function: Any) -> Any:
    """The function at every number of an array."""
    return lambda v: np.array([function(x) for x in v])


# curvatures in [-1, 1] that jump up to twice: L is smooth with constant 1 and need not be convex
ANY_LOSS = piecewise((1, 2, 3), -1, 1).map(lambda f: (each_of(f), each_of(f.gradient)), "smooth losses on the line")
SMOOTH_ON_THE_LINE = family(LOSSES, "losses on H = R with L = 1", search=ANY_LOSS, effort=50)


def zigzags(c: Any) -> Any:
    """L'(1/k) = 1/k + c (-1)^k / k², linear in between and odd: L is even with L''(0) = 1."""
    return lambda k: Fraction(1, k) + c * Fraction((-1) ** k, k**2)


zigzag = zigzags(1)  # with slopes of L' up to 19/6


FUNCTIONS = {"x²/2": lambda k: Fraction(1, k), "zigzag": zigzag}
WITH_A_MINIMUM = family(
    FUNCTIONS,
    "functions with L''(0) = 1 at a minimum 0",
    search=reals(-1, 1).map(zigzags, says="zigzags of any height"),
)


def double_well(v: Any) -> Any:
    """The gradient of (x² - 1)² at x = 1 + v."""
    return 4 * (1 + v) * ((1 + v) ** 2 - 1)


def valley(v: Any) -> Any:
    """The gradient of (1 - x)² + (y - x²)² at (x, y) = (1, 1) + v."""
    x, y = 1 + v
    return vector(2 * (x - 1) - 4 * x * (y - x**2), 2 * (y - x**2))


def on_a_line(radius: Any) -> Any:
    return [vector(radius * Fraction(k, 30)) for k in range(-30, 31)]


def on_a_disc(radius: Any) -> Any:
    return [radius * m / 4 * on_circle(Fraction(k, 3)) for m in range(1, 5) for k in range(-6, 7)]


# gradient, a λ_0 below the Hessian at the minimum, points of a ball in which nine tenths of λ_0 are left.
# In the double well 12 (1 - r)² - 4 is 7.21 at r = 1/30, nine tenths of 8; in the valley λ_0 < 6 - √32.
SMOOTH_MINIMA = {
    "double well": (double_well, Fraction(8), on_a_line(Fraction(1, 30))),
    "valley": (valley, Fraction(343, 1000), on_a_disc(Fraction(1, 1000))),
}


def cubic_minimum(modulus: Any, bend: Any) -> Any:
    """λ_0 v²/2 + bend v³/6, whose second derivative is at least 9 λ_0/10 for |bend v| ≤ λ_0/10."""
    radius = modulus / (10 * (1 + abs(bend)))
    points = on_a_line(radius)
    return (lambda v: modulus * v + bend * v**2 / 2), modulus, [*points[:2], *points[6:-2:6], *points[-2:]]


AROUND_MINIMA = family(
    SMOOTH_MINIMA,
    "functions of one and two variables with a minimum",
    search=product(positive(), reals()).map(cubic_minimum),
    effort=20,
)


def quartic(modulus: Any, bend: Any, turn: Any) -> Any:
    """modulus v²/2 + bend v³/6 + turn v⁴/24 on the ball where L'' stays within half the modulus of L''(0)."""
    radius = min(1.0, modulus / (2 * (abs(bend) + abs(turn) + 1e-9)))
    return (
        lambda v: modulus * v**2 / 2 + bend * v**3 / 6 + turn * v**4 / 24,
        lambda v: modulus * v + bend * v**2 / 2 + turn * v**3 / 6,
        (radius, modulus / 2, 3 * modulus / 2),
    )


# L with the minimum L(0) = 0, L', and (r, λ, L) with λ ≤ L'' ≤ L for |v| ≤ r
STRONGLY_CONVEX_NEARBY = {
    "1 - cos v": (lambda v: 1 - np.cos(v), np.sin, (np.pi / 3, 0.5, 1.0)),
    "(v² + 2v)²/8": (lambda v: (v**2 + 2 * v) ** 2 / 8, lambda v: v * (v + 1) * (v + 2) / 2, (0.25, 0.34375, 1.84375)),
    "v²/2 + v³/6": quartic(1.0, 1.0, 0.0),
}
NEAR_MINIMA = family(
    STRONGLY_CONVEX_NEARBY,
    "losses on the line with L''(0) > 0 at a minimum 0; |v| ≤ r, where λ ≤ L'' ≤ L",
    search=product(reals(0.01, 100, log=True), reals(-9, 9), reals(-9, 9)).map(quartic),
)

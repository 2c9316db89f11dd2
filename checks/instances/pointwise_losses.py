"""Losses ℓ̃ of v(x) - u*(x): some with bounded derivatives, as functions and as formulas, some with Lipschitz slopes.

Losses ℓ(v; x) on (0, 1) whose integrals are known in closed form, dominated ones and three that are not.
Spikes on (0, 1): functions of height one and small norm, which point values see and L² does not.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath as mp
import numpy as np
import sympy

from checks.instances.nonlinear import target
from theorytest import family, integers, product, reals
from theorytest.attacks.losses import piecewise

Z, W = sympy.symbols("z w", real=True)

# Losses of v(x) - u*(x) with bounded derivatives, as functions and as formulas in z = v - u* and w = x.
BOUNDED = {
    "pseudo-Huber, four points": (lambda v, x: mp.sqrt(1 + (v - target(x)) ** 2), sympy.sqrt(1 + Z**2)),
    "logistic, of v − u*": (lambda v, x: mp.log(1 + mp.exp(v - target(x))), sympy.log(1 + sympy.exp(Z))),
    "(2 + x) sin(v − u*)": (lambda v, x: (2 + x) * mp.sin(v - target(x)), (2 + W) * sympy.sin(Z)),
}


def bounded(slope: Any, wave: Any, lift: Any, shift: Any) -> Any:
    """slope √(1 + (z - shift)²) + (wave + lift x) sin z, as a function and as a formula."""

    def value(v: Any, x: Any) -> Any:
        z = v - target(x)
        return slope * mp.sqrt(1 + (z - shift) ** 2) + (wave + lift * x) * mp.sin(z)

    return value, slope * sympy.sqrt(1 + (Z - shift) ** 2) + (wave + lift * W) * sympy.sin(Z)


LOSSES = family(
    BOUNDED,
    "losses that satisfy conditions 1 to 3, on four points of mass",
    search=product(*[integers(-3, 3)] * 4).map(bounded, "sums of a root and a sine with whole coefficients up to 3"),
    effort=20,
)
# Scalar losses, their derivatives, and the Lipschitz constants of these; all stated by hand.
SMOOTH = {
    "z²/2": (lambda z: z**2 / 2, lambda z: z, 1.0),
    "√(1 + z²)": (lambda z: np.sqrt(1 + z**2), lambda z: z / np.sqrt(1 + z**2), 1.0),
    "log(1 + exp z)": (lambda z: np.logaddexp(0, z), lambda z: 1 / (1 + np.exp(-z)), 0.25),
}
# Losses on the line whose curvature jumps up to three times, in exact arithmetic.
ANY_SMOOTH = piecewise((1, 2, 3, 4), -1, 1).map(
    lambda loss: (loss, loss.gradient, max(abs(slope) for slope in loss.slopes)), "smooth losses on the line"
)
SMOOTH_LOSSES = family(SMOOTH, "losses of v - u*", search=ANY_SMOOTH)
THIRD, HALF = sympy.Rational(1, 3), sympy.Rational(1, 2)
V, X = sympy.symbols("v x", real=True)


@dataclass(frozen=True)
class Integrand:
    """ℓ(v; x) on (0, 1) with the Lebesgue measure, its integral, the v in ℝ where the rule is tried, and α(x)."""

    loss: sympy.Expr
    integral: sympy.Expr
    at: sympy.Rational
    alpha: sympy.Expr = sympy.S.One


# The second is a loss of v against the target x.
DOMINATED = {
    "an unbounded dominating function": Integrand(
        sympy.atan(V / sympy.sqrt(X)), sympy.atan(V) + V - V**2 * sympy.atan(1 / V), THIRD, 1 / sympy.sqrt(X)
    ),
    "pseudo-Huber with the target x": Integrand(
        sympy.sqrt(1 + (V - X) ** 2),
        (V * sympy.sqrt(1 + V**2) + sympy.asinh(V) - (V - 1) * sympy.sqrt(1 + (V - 1) ** 2) - sympy.asinh(V - 1)) / 2,
        sympy.Rational(1, 4),
    ),
    "sin(v x)": Integrand(sympy.sin(V * X), (1 - sympy.cos(V)) / V, sympy.Integer(2), X),
}

NOT_INTEGRABLE = Integrand(V + 1 / X, sympy.oo, sympy.Integer(1))

# Not differentiable at v = 1/2, whatever x is: the integral has two slopes there.
KINKED = Integrand(sympy.Abs(V - HALF), sympy.Abs(V - HALF), HALF)

# ∂_v ℓ(0; x) = 0 for every x, while the integral has slope 1 there: no integrable function dominates.
UNDOMINATED = Integrand(V**3 / X**2 * sympy.exp(-(V**2) / X), V * sympy.exp(-(V**2)), sympy.Integer(0))
# not searched: integrals in closed form
INTEGRANDS = family(DOMINATED, "losses on a Banach space; here on ℝ")


# Smooth losses with their derivatives; that of the second is at most 1.
SATURATING = (lambda z: z**2 / (1 + z**2), lambda z: 2 * z / (1 + z**2) ** 2)
REGULAR = family(
    {"z²/2": (lambda z: z**2 / 2, lambda z: z), "z²/(1 + z²)": SATURATING},
    "smooth losses of v - u* that are not constant",
    search=reals(0, 9, open=True)
    .map(Fraction)
    .map(lambda a: (lambda z: z**2 / (a + z**2), lambda z: 2 * a * z / (a + z**2) ** 2)),
)
BOUNDS = (Fraction(10), Fraction(10**3), Fraction(10**9))  # constants that a bounded functional is said to have
ANY_BOUND = reals(2).map(Fraction)


@dataclass(frozen=True)
class Spike:
    """h = height on an interval around 1/2, 0 elsewhere; ρ is uniform but for an atom at 1/2."""

    height: Fraction
    width: Fraction
    atom: Fraction = Fraction(0)

    def __call__(self, x: Fraction) -> Fraction:
        return self.height if abs(x - HALF) <= self.width / 2 else Fraction(0)

    @property
    def norm_squared(self) -> Fraction:
        """∫ h² dρ."""
        return self.height**2 * ((1 - self.atom) * min(self.width, Fraction(1)) + self.atom)

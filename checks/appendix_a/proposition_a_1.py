r"""Proposition A.1 [prop:leibniz_integral_rule]: ⟨D ∫ ℓ(v; x) dρ, h⟩ = ∫ ⟨D_v ℓ(v; x), h⟩ dρ under three conditions.

Its display lacks the comma of the last bracket. The rule is true, and needs each of its conditions; whether the losses
that it is used for satisfy them is decided in `running_example`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import mpmath as mp
import numpy as np
import sympy

from theorytest import at_most, claim, equal

THIRD = Fraction(1, 3)
ONE = sympy.Integer(1)
V, X = sympy.symbols("v x", real=True)


@dataclass(frozen=True)
class Integrand:
    """ℓ(v; x) on (0, 1) with the Lebesgue measure, its integral, the v in ℝ where the rule is tried, and α(x)."""

    loss: sympy.Expr
    integral: sympy.Expr
    at: Fraction
    alpha: sympy.Expr = ONE


# Dominated by 1/√x, by 1 and by x; the second is a loss of v against the target x.
DOMINATED = {
    "an unbounded dominating function": Integrand(
        sympy.atan(V / sympy.sqrt(X)),
        sympy.atan(V) + V - V**2 * sympy.atan(1 / V),
        THIRD,
        1 / sympy.sqrt(X),
    ),
    "pseudo-Huber": Integrand(
        sympy.sqrt(1 + (V - X) ** 2),
        (V * sympy.sqrt(1 + V**2) + sympy.asinh(V) - (V - 1) * sympy.sqrt(1 + (V - 1) ** 2) - sympy.asinh(V - 1)) / 2,
        Fraction(1, 4),
    ),
    "a sine": Integrand(sympy.sin(V * X), (1 - sympy.cos(V)) / V, Fraction(2), X),
}

NOT_INTEGRABLE = {"an infinite integral": Integrand(V + 1 / X, sympy.oo, Fraction(1))}

# Not differentiable at v = 1/2, whatever x is: the integral has two slopes there.
KINKED = {"a kink": Integrand(sympy.Abs(V - sympy.Rational(1, 2)), sympy.Abs(V - sympy.Rational(1, 2)), Fraction(1, 2))}

# ∂_v ℓ(0; x) = 0 for every x, while the integral has slope 1 there: no integrable function dominates.
UNDOMINATED = {
    "nothing dominates": Integrand(V**3 / X**2 * sympy.exp(-(V**2) / X), V * sympy.exp(-(V**2)), Fraction(0))
}


def slopes_of_the_integral(integrand):
    """D ∫ ℓ dρ from the right and from the left, as limits of difference quotients of the integral."""
    total = sympy.lambdify(V, integrand.integral, "mpmath")
    with mp.workdps(30):
        at = mp.mpf(integrand.at.numerator) / integrand.at.denominator
        return [float(mp.diff(total, at, direction=side)) for side in (1, -1)]


def integral(function):
    """∫ over (0, 1) of an expression in x, by quadrature."""
    with mp.workdps(30):
        f = sympy.lambdify(X, function, "mpmath")
        return float(mp.quad(lambda x: f(x), [0, mp.mpf("1e-6"), mp.mpf("1e-2"), 1]))


def integral_of_the_slope(integrand):
    """∫ D_v ℓ dρ by quadrature."""
    return integral(integrand.loss.diff(V).subs(V, sympy.Rational(integrand.at)))


def three_points(integrand):
    """The same integral by the midpoints of three cells."""
    slope = integrand.loss.diff(V).subs(V, sympy.Rational(integrand.at))
    return float(sum(slope.subs(X, sympy.Rational(k, 6)) for k in (1, 3, 5)) / 3)


def domination(integrand):
    """|∂_v ℓ(v; x)| and α(x) on a grid of v in [-9, 9] and x near 0 and up to 1."""
    v, x = np.meshgrid(np.linspace(-9, 9, 41), np.append(np.geomspace(1e-4, 1, 30), 0.5))
    slope = sympy.lambdify((V, X), integrand.loss.diff(V))(v, x)
    return np.abs(np.broadcast_to(slope, x.shape)), np.broadcast_to(sympy.lambdify(X, integrand.alpha)(x), x.shape)


@claim(
    "prop:leibniz_integral_rule",
    also=["x:display-propA.1", "x:propA.1-cond-1", "x:propA.1-cond-2", "x:propA.1-cond-3"],
    kind="identity",
    says="Under the three conditions the derivative of the integral is the integral of the derivative; without "
    "any one of them it need not be.",
    formula=r"\Big\langle D_v\int\ell(v;x)\,\mathrm{d}\rho(x), h\Big\rangle "
    r"= \int\langle D_v\ell(v;x), h\rangle\,\mathrm{d}\rho(x)",
    expected="computed",
    mutants={
        "without the first condition": {"integrands": NOT_INTEGRABLE},
        "without the second condition": {"integrands": KINKED},
        "without the third condition": {"integrands": UNDOMINATED},
        "three points for the integral": {"slope": three_points},
        "one per cent less than dominates": {"share": 0.99},
    },
)
def derivative_passes_under_the_integral(*, integrands=DOMINATED, slope=integral_of_the_slope, share=1.0):
    """Both one-sided derivatives of the integral, and the conditions on each instance.

    The losses are smooth in v for every x > 0, the second condition. Where an integral is infinite, it is for every v,
    since the third condition bounds the differences: there is nothing to differentiate.
    """
    for name, integrand in integrands.items():
        v = sympy.Rational(integrand.at) + sympy.Rational(1, 5)
        total, claimed = integral(integrand.loss.subs(V, v)), float(integrand.integral.subs(V, v))
        yield equal(total, claimed, name=f"{name}: integrable", digits=9, symbol="L")
        if np.isinf(claimed):
            continue
        found, sides = slope(integrand), slopes_of_the_integral(integrand)
        yield equal(found, sides, name=name, digits=9, scale=1.0, symbol="the integral")
        steepest, alpha = domination(integrand)
        yield at_most(steepest, share * alpha, name=f"{name}: dominated", symbol="|D l|")
        mass = integral(integrand.alpha)
        yield at_most(mass, 2.0, name=f"{name}: alpha", digits=9, symbol="the integral of alpha")

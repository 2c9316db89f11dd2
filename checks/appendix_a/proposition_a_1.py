r"""Proposition A.1 [prop:leibniz_integral_rule]: ⟨D ∫ ℓ(v; x) dρ, h⟩ = ∫ ⟨D_v ℓ(v; x), h⟩ dρ under three conditions."""

from dataclasses import replace
from fractions import Fraction

import mpmath as mp
import numpy as np
import sympy

from checks.hypotheses import leibniz_conditions
from checks.instances.pointwise_losses import INTEGRANDS, KINKED, NOT_INTEGRABLE, UNDOMINATED, V, X
from theorytest import at_most, claim, equal, family, integers, threshold

THIRD, HALF = sympy.Rational(1, 3), sympy.Rational(1, 2)
SHIFTS = (sympy.Integer(0), sympy.Rational(1, 7), sympy.Rational(-9, 4))


def slopes_of_the_integral(integrand, h):
    """⟨D ∫ ℓ dρ, h⟩ from both sides, as limits of difference quotients of the integral along v + s h."""
    total = sympy.lambdify(V, integrand.integral, "mpmath")
    with mp.workdps(30):
        at = mp.mpf(integrand.at.p) / integrand.at.q
        return [float(mp.diff(lambda s: total(at + s * h), 0, direction=side)) for side in (1, -1)]


def integral(function):
    """∫ over (0, 1) of an expression in x, by quadrature."""
    with mp.workdps(30):
        f = sympy.lambdify(X, function, "mpmath")
        return float(mp.quad(lambda x: f(x), [0, mp.mpf("1e-6"), mp.mpf("1e-2"), 1]))


def domination(integrand):
    """|∂_v ℓ(v; x)| and α(x) on a grid of v in [-9, 9] and x near 0 and up to 1."""
    v, x = np.meshgrid(np.linspace(-9, 9, 41), np.append(np.geomspace(1e-4, 1, 30), 0.5))
    slope = sympy.lambdify((V, X), integrand.loss.diff(V))(v, x)
    return np.abs(np.broadcast_to(slope, x.shape)), np.broadcast_to(sympy.lambdify(X, integrand.alpha)(x), x.shape)


@claim(
    "prop:leibniz_integral_rule",
    also=["x:display-propA.1", "x:propA.1-cond-1", "x:propA.1-cond-2", "x:propA.1-cond-3"],
    says="Under its conditions, the derivative of ∫ ℓ(v; x) dρ in the direction h is ∫ ⟨D_v ℓ(v; x), h⟩ dρ.",
    formula=r"\langle D_v\int\ell(v;x)\,\mathrm{d}\rho, h\rangle = \int\langle D_v\ell(v;x), h\rangle\,\mathrm{d}\rho",
    forall={
        "ℓ": INTEGRANDS,
        "v": family(SHIFTS, "points of V; here one for each ℓ, and shifts of it"),  # not searched: slow
        "h": family([1, -3], "directions; here in ℝ", search=integers(1, 9), effort=2),
    },
    given=[leibniz_conditions],
    mutants={
        "without the first condition": {"instead": NOT_INTEGRABLE},
        "without the second condition": {"instead": KINKED},
        "without the third condition": {"instead": UNDOMINATED},
        "one per cent more": {"share": 1.01},
    },
)
def derivative_passes_under_the_integral(integrand, shift, h, *, instead=None, share=1.0):
    """Both one-sided derivatives of the integral, and the conditions on each instance.

    The losses are smooth in v for every x > 0, the second condition. Where an integral is infinite, it is for every v,
    since the third condition bounds the differences: there is nothing to differentiate.
    """
    tried = instead or integrand
    tried = replace(tried, at=tried.at + shift)
    v = tried.at + Fraction(1, 5)
    total, closed = integral(tried.loss.subs(V, v)), float(tried.integral.subs(V, v))
    yield equal(total, closed, name="condition 1", digits=9, symbol="∫ ℓ dρ")
    if np.isfinite(closed):
        found, sides = integral(h * tried.loss.diff(V).subs(V, tried.at)), slopes_of_the_integral(tried, h)
        yield equal(share * found, sides, name="the rule", digits=9, scale=1.0, symbol="∫ D ℓ dρ")
    yield at_most(*domination(tried), name="condition 3", symbol="|D ℓ|")
    yield at_most(integral(tried.alpha), threshold(2.0), name="α is integrable", digits=9, symbol="∫ α dρ")

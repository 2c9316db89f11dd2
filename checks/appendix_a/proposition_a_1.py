r"""Proposition A.1 [prop:leibniz_integral_rule]: ⟨D ∫ ℓ(v; x) dρ, h⟩ = ∫ ⟨D_v ℓ(v; x), h⟩ dρ under three conditions.

Its display lacks the comma of the last bracket. The rule is true; what fails is that the losses it is used for,
pointwise losses on L²(ρ), satisfy conditions 2 and 3.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import mpmath as mp
import numpy as np
import sympy

from theorytest import claim
from theorytest.approximation.measures import Uniform
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre
from theorytest.verdicts.exact import value_at_most, value_equals

THIRD = Fraction(1, 3)
V, X = sympy.symbols("v x", real=True)


@dataclass(frozen=True)
class Integrand:
    """ℓ(v; x) on (0, 1) with the Lebesgue measure, its integral, and the v in ℝ where the rule is tried."""

    loss: sympy.Expr
    integral: sympy.Expr
    at: Fraction


# Dominated by 1/√x, by 1 and by x; the second is a loss of v against the target x.
DOMINATED = {
    "an unbounded dominating function": Integrand(
        sympy.atan(V / sympy.sqrt(X)),
        sympy.atan(V) + V - V**2 * sympy.atan(1 / V),
        THIRD,
    ),
    "pseudo-Huber": Integrand(
        sympy.sqrt(1 + (V - X) ** 2),
        (V * sympy.sqrt(1 + V**2) + sympy.asinh(V) - (V - 1) * sympy.sqrt(1 + (V - 1) ** 2) - sympy.asinh(V - 1)) / 2,
        Fraction(1, 4),
    ),
    "a sine": Integrand(sympy.sin(V * X), (1 - sympy.cos(V)) / V, Fraction(2)),
}

# ∂_v ℓ(0; x) = 0 for every x, while the integral has slope 1 there: no integrable function dominates.
UNDOMINATED = {
    "nothing dominates": Integrand(V**3 / X**2 * sympy.exp(-(V**2) / X), V * sympy.exp(-(V**2)), Fraction(0))
}


NOT_INTEGRABLE = {"an infinite integral": Integrand(V + 1 / X, sympy.oo, Fraction(1))}


def slope_of_the_integral(integrand):
    """D ∫ ℓ dρ, from the integral."""
    return float(integrand.integral.diff(V).subs(V, sympy.Rational(integrand.at)))


def integral_of_the_slope(integrand):
    """∫ D_v ℓ dρ by quadrature."""
    slope = sympy.lambdify(X, integrand.loss.diff(V).subs(V, sympy.Rational(integrand.at)), "mpmath")
    with mp.workdps(30):
        return float(mp.quad(slope, [0, mp.mpf("1e-6"), mp.mpf("1e-2"), 1]))


def three_points(integrand):
    """The same integral by the midpoints of three cells."""
    slope = integrand.loss.diff(V).subs(V, sympy.Rational(integrand.at))
    return float(sum(slope.subs(X, sympy.Rational(k, 6)) for k in (1, 3, 5)) / 3)


@claim(
    "prop:leibniz_integral_rule",
    also=["x:display-propA.1", "x:propA.1-cond-1"],
    kind="identity",
    statement="Under the three conditions the derivative of the integral is the integral of the derivative.",
    formula=r"\Big\langle D_v\int\ell(v;x)\,\mathrm{d}\rho(x), h\Big\rangle "
    r"= \int\langle D_v\ell(v;x), h\rangle\,\mathrm{d}\rho(x)",
    expected="exact",
    mutants={
        "without the first condition": {"integrands": NOT_INTEGRABLE},
        "without the third condition": {"integrands": UNDOMINATED},
        "three points for the integral": {"slope": three_points},
    },
)
def derivative_passes_under_the_integral(evidence, *, integrands=DOMINATED, slope=integral_of_the_slope):
    """Losses with known integrals, which quadrature confirms first, dominated by 1/√x, 1 and x."""
    for name, integrand in integrands.items():
        value, reference = slope(integrand), slope_of_the_integral(integrand)
        evidence.exactly(value_equals, value, reference, name=name, digits=9, scale=1.0, symbol="the integral")
        v = sympy.Rational(integrand.at) + sympy.Rational(1, 5)
        loss = sympy.lambdify(X, integrand.loss.subs(V, v), "mpmath")
        total = float(mp.quad(loss, [0, 1e-6, 1e-2, 1]))
        evidence.exactly(
            value_equals, float(integrand.integral.subs(V, v)), total, name=f"{name}: integral", digits=9, symbol="L"
        )


def kernel_of_H1(x):
    """sup v(x)²/‖v‖² over H¹(0, 1): cosh(x) cosh(1 - x) / sinh(1)."""
    return np.cosh(x) * np.cosh(1 - x) / np.sinh(1)


@claim(
    "x:propA.1-cond-2",
    kind="remark",
    statement="The pointwise least squares loss of the running example is Frechet differentiable on L2 at almost every "
    "point, with a remainder of second order.",
    formula=r"\frac{|\ell(v+h;x) - \ell(v;x) - \langle D_v\ell(v;x), h\rangle|}{\|h\|^2} \le c(x), "
    r"\qquad \ell(v;x) = \tfrac12(v(x)-u^*(x))^2",
    expected="refuted",
    mutants={"wider spikes": {"width": lambda bound: 1 / (3 * bound)}},
)
def pointwise_loss_is_differentiable_on_L2(evidence, *, width=lambda bound: 1 / (4 * bound)):
    """The remainder h(x)²/2 is 1/2 for a spike of any width, and ‖h‖² is the width: no c(x) is enough.

    A Fréchet differentiable ℓ(•; x) would be continuous on L²; where x has no mass that leaves only constants in v(x).
    """
    for bound in (Fraction(1), Fraction(10**3), Fraction(10**9)):
        quotient = Fraction(1, 2) / width(bound)
        evidence.exactly(value_at_most, quotient, bound, name=f"c = {bound}", digits=None, symbol="the quotient")


@claim(
    "x:propA.1-cond-2/corrected",
    kind="constant",
    statement="On H1 of an interval point values are bounded, and the same loss is Frechet differentiable.",
    formula=r"\sup_{h\in H^1(0,1)}\frac{|\ell(v+h;x) - \ell(v;x) - \langle D_v\ell(v;x), h\rangle|}{\|h\|_{H^1}^2} "
    r"= \frac{\cosh(x)\cosh(1-x)}{2\sinh 1}",
    form="corrected",
    corrects="x:propA.1-cond-2",
    expected="exact",
    mutants={
        "one per cent less": {"supremum": lambda x: 0.99 * kernel_of_H1(x) / 2},
        "the norm of L2": {"norm": "L2"},
        "half the polynomials": {"size": 6},
    },
)
def pointwise_loss_is_differentiable_on_H1(evidence, *, supremum=lambda x: kernel_of_H1(x) / 2, norm="H1", size=120):
    """Polynomials are dense in H¹: 120 of them reach the supremum of h(x)²/2 from below, to a fifth of a per cent."""
    space = Space(Legendre(size, 0.0, 1.0), Uniform(0, 1), norm)
    x = np.array([[0.0], [0.3], [0.5], [1.0]])
    best = np.sum(space.jets(x)[..., 0] ** 2, axis=-1) / 2
    evidence.exactly(value_at_most, best, supremum(x[:, 0]), name="at most", digits=9, symbol="the remainder")
    evidence.exactly(value_equals, best, supremum(x[:, 0]), name="approached", digits=2, symbol="the remainder")


def largest_slope(loss, radius):
    """sup of |ℓ̃'(v)| over |v| ≤ radius for an even convex loss: at the end, as a limit."""
    return sympy.limit(sympy.Abs(loss.diff(V)), V, radius)


SQUARE, HUBER = V**2 / 2, sympy.sqrt(1 + V**2)


@claim(
    "x:propA.1-cond-3",
    kind="remark",
    statement="One integrable function dominates the derivatives of the least squares loss for all arguments.",
    formula=r"\|D_v\ell(v;x)\| \le \alpha(x)\ \text{for all } v, \qquad \ell(v;x) = \tfrac12(v(x)-u^*(x))^2",
    expected="refuted",
    mutants={"a loss of fourth order": {"loss": V**4 / 4}},
)
def least_squares_is_dominated(evidence, *, loss=SQUARE):
    """One point, V = ℝ, u* = 0: the derivative is v, and its supremum over all v is infinite."""
    value = float(largest_slope(loss, sympy.oo))
    largest = float(np.finfo(float).max)
    evidence.exactly(value_at_most, value, largest, name="one point", digits=None, symbol="sup |D l|")


@claim(
    "x:propA.1-cond-3/corrected",
    kind="identity",
    statement="Least squares is dominated on every ball, which is enough for the rule; a loss of linear growth "
    "is dominated everywhere.",
    formula=r"\sup_{|v|\le r}|D_v\ell(v;x)| = r + |u^*(x)| =: \alpha_r(x), \qquad "
    r"\frac{\mathrm{d}}{\mathrm{d}v}\int\tfrac12(v-u^*)^2\,\mathrm{d}\rho = \int (v - u^*)\,\mathrm{d}\rho",
    form="corrected",
    corrects="x:propA.1-cond-3",
    expected="exact",
    premises=["prop:leibniz_integral_rule"],
    mutants={
        "a ball of twice the radius": {"factor": 2},
        "the derivative at another argument": {"at": Fraction(1, 4)},
        "least squares everywhere": {"bounded": SQUARE},
    },
)
def least_squares_is_dominated_on_balls(evidence, *, factor=1, at=THIRD, bounded=HUBER):
    """u*(x) = log x is unbounded and integrable on (0, 1); ∫ log x = -1 and ∫ log² x = 2."""
    loss = (V - sympy.log(X)) ** 2 / 2
    for r in (1, 5):
        ends = [abs(float(loss.diff(V).subs({V: sign * r, X: sympy.exp(-2)}))) for sign in (1, -1)]
        evidence.exactly(value_equals, max(ends), factor * r + 2.0, name=f"radius {r}", digits=12, symbol="alpha")
    risk = Integrand(loss, (V**2 + 2 * V + 2) / 2, at)
    value, reference = integral_of_the_slope(risk), slope_of_the_integral(replace(risk, at=THIRD))
    evidence.exactly(value_equals, value, reference, name="the rule", digits=12, symbol="the integral")
    value = float(largest_slope(bounded, sympy.oo))
    evidence.exactly(value_at_most, value, 1.0, name="pseudo-Huber", digits=None, symbol="sup |D l|")

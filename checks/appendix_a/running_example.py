r"""Corollary A.2 [cor:leibniz_application] and the loss of the running example, ½ (v(x) - u*(x))² on L²(0, 1).

The corollary asks for the conditions of Proposition A.1. Point values are not continuous on L², which the second
condition needs, and least squares grows faster than linearly, which the third one excludes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import sympy

from checks.appendix_a.proposition_a_1 import THIRD, Integrand, V, X, integral_of_the_slope, slopes_of_the_integral
from theorytest import at_most, claim, equal, repair
from theorytest.approximation.measures import Uniform
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre

BOUNDS = (Fraction(10), Fraction(10**3), Fraction(10**9))


@dataclass(frozen=True)
class Spike:
    """The function on (0, 1) of one height around a point, and 0 elsewhere."""

    height: Fraction
    width: Fraction
    at: Fraction

    def __call__(self, x):
        return self.height if abs(x - self.at) <= self.width / 2 else Fraction(0)

    @property
    def norm_squared(self):
        """∫ h² over (0, 1), in fractions."""
        left, right = max(self.at - self.width / 2, Fraction(0)), min(self.at + self.width / 2, Fraction(1))
        return self.height**2 * (right - left)


def target(x):
    """u*(x) = x."""
    return x


def above(x):
    """v = u* + 1."""
    return target(x) + 1


def pointwise_loss(v, x):
    """ℓ(v; x) = ½ (v(x) - u*(x))²."""
    return (v(x) - target(x)) ** 2 / 2


def kernel_of_H1(x):
    """sup v(x)²/‖v‖² over H¹(0, 1): cosh(x) cosh(1 - x) / sinh(1)."""
    return np.cosh(x) * np.cosh(1 - x) / np.sinh(1)


@claim(
    "cor:leibniz_application/running-example",
    kind="remark",
    says="The corollary as stated covers the running example of Section 1.1, least squares on L2: at almost every "
    "point the loss is Frechet differentiable in v.",
    formula=r"\ell(v;x) = \tfrac12(v(x)-u^*(x))^2,\ v\in L^2(0,1): \quad "
    r"|\ell(v+h;x) - \ell(v;x) - \langle D_v\ell(v;x), h\rangle| = o(\|h\|)",
    expected="refuted",
    gravity="gap in a proof",
)
def running_example_is_differentiable_on_L2(*, height=Fraction(1)):
    """Where v - u* = 1, a spike of height 1 changes ℓ from 1/2 to 2 however small its norm is: ℓ(•; x) jumps.

    A derivative would give |ℓ(v + h; x) - ℓ(v; x)| ≤ (‖D_v ℓ‖ + o(1)) ‖h‖; here every bound is exceeded. Where x has no
    mass only losses that are constant in v(x) are continuous on L². What holds on L² instead is that the integral has
    the gradient v - u*, by the Lipschitz constant of ℓ̃' (`x:display-corA.2-gradient/lipschitz`).
    """
    x = Fraction(1, 2)
    for bound in BOUNDS:
        h = Spike(height, 1 / bound**2, x)
        change = pointwise_loss(lambda y, h=h: above(y) + h(y), x) - pointwise_loss(above, x)
        quotient = change**2 / h.norm_squared
        yield at_most(quotient, bound**2, name=f"bound {bound}", symbol="the squared quotient")


@repair(
    "cor:leibniz_application/running-example-H1",
    "cor:leibniz_application/running-example",
    kind="constant",
    says="On H1 of an interval point values are bounded, and the same loss is Frechet differentiable.",
    formula=r"\sup_{h\in H^1(0,1)}\frac{|\ell(v+h;x) - \ell(v;x) - \langle D_v\ell(v;x), h\rangle|}{\|h\|_{H^1}^2} "
    r"= \frac{\cosh(x)\cosh(1-x)}{2\sinh 1}",
    expected="computed",
    tight="attained by the representer of the point value",
    mutants={
        "one per cent less": {"supremum": lambda x: 0.99 * kernel_of_H1(x) / 2},
        "the norm of L2": {"norm": "L2"},
        "half the polynomials": {"size": 6},
    },
)
def pointwise_loss_is_differentiable_on_H1(*, supremum=lambda x: kernel_of_H1(x) / 2, norm="H1", size=120):
    """Polynomials are dense in H¹: 120 of them reach the supremum of h(x)²/2 from below, to a fifth of a per cent."""
    space = Space(Legendre(size, 0.0, 1.0), Uniform(0, 1), norm)
    x = np.array([[0.0], [0.3], [0.5], [1.0]])
    best = np.sum(space.jets(x)[..., 0] ** 2, axis=-1) / 2
    yield at_most(best, supremum(x[:, 0]), name="at most", digits=9, symbol="the remainder")
    yield equal(best, supremum(x[:, 0]), name="approached", digits=2, symbol="the remainder")


def largest_slope(loss, radius):
    """sup of |ℓ̃'(v)| over |v| ≤ radius for an even convex loss: at the end, as a limit."""
    return sympy.limit(sympy.Abs(loss.diff(V)), V, radius)


SQUARE, HUBER = V**2 / 2, sympy.sqrt(1 + V**2)


@claim(
    "cor:leibniz_application/domination",
    kind="remark",
    says="The corollary as stated covers least squares: one integrable function dominates the derivatives of the "
    "loss for all arguments.",
    formula=r"\|D_v\ell(v;x)\| \le \alpha(x)\ \text{for all } v, \qquad \ell(v;x) = \tfrac12(v(x)-u^*(x))^2",
    expected="refuted",
    gravity="gap in a proof",
)
def least_squares_is_dominated(*, loss=SQUARE):
    """One point, V = ℝ, u* = 0: the derivative is v, and its supremum over all v is infinite."""
    value = float(largest_slope(loss, sympy.oo))
    largest = float(np.finfo(float).max)
    yield at_most(value, largest, name="one point", digits=None, symbol="sup |D l|")


@repair(
    "cor:leibniz_application/domination-on-balls",
    "cor:leibniz_application/domination",
    kind="identity",
    says="Least squares is dominated on every ball, which is enough for the rule; a loss of linear growth "
    "is dominated everywhere.",
    formula=r"\sup_{|v|\le r}|D_v\ell(v;x)| = r + |u^*(x)| =: \alpha_r(x), \qquad "
    r"\frac{\mathrm{d}}{\mathrm{d}v}\int\tfrac12(v-u^*)^2\,\mathrm{d}\rho = \int (v - u^*)\,\mathrm{d}\rho",
    expected="computed",
    premises=["prop:leibniz_integral_rule"],
    mutants={
        "a ball of twice the radius": {"factor": 2},
        "the derivative at another argument": {"at": Fraction(1, 4)},
        "least squares everywhere": {"bounded": SQUARE},
    },
)
def least_squares_is_dominated_on_balls(*, factor=1, at=THIRD, bounded=HUBER):
    """u*(x) = log x is unbounded and integrable on (0, 1); ∫ log x = -1 and ∫ log² x = 2."""
    logarithm = (V - sympy.log(X)) ** 2 / 2
    for r in (1, 5):
        ends = [abs(float(logarithm.diff(V).subs({V: sign * r, X: sympy.exp(-2)}))) for sign in (1, -1)]
        yield equal(max(ends), factor * r + 2.0, name=f"radius {r}", digits=12, symbol="alpha")
    risk = Integrand(logarithm, (V**2 + 2 * V + 2) / 2, at)
    value, reference = integral_of_the_slope(risk), slopes_of_the_integral(replace(risk, at=THIRD))
    yield equal(value, reference, name="the rule", digits=12, symbol="the integral")
    value = float(largest_slope(bounded, sympy.oo))
    yield at_most(value, 1.0, name="pseudo-Huber", digits=None, symbol="sup |D l|")

r"""Corollary A.2 [cor:leibniz_application]: ∇_v L(v) = ℓ̃'(v(•); •) in L²(ρ).

Two slips: ℓ̃' is introduced as the derivative of ℓ', and the conditions of Proposition A.1 that it asks for hold only on
points with mass, for losses of linear growth (`running_example`). What carries over to every measure is a derivative
ℓ̃' with a Lipschitz constant Λ: then |L(v + h) - L(v) - (ℓ̃'(v), h)| ≤ (Λ/2) ‖h‖² for all h in L²(ρ).
"""

from __future__ import annotations

import mpmath as mp
import numpy as np
import sympy

from checks.instances.nonlinear import POINTS, derivative, riesz_gradient, risk, target
from theorytest import at_most, claim, equal, repair

RESIDUALS = np.array([-2.0, 0.0, 0.7, 1.5])  # v - u*, with a zero: there the gradient of least squares vanishes

# On four points with mass: losses of v(x) - u*(x) whose derivatives are bounded, so that all three conditions hold.
BOUNDED = {
    "pseudo-Huber": lambda v, x: mp.sqrt(1 + (v - target(x)) ** 2),
    "logistic": lambda v, x: mp.log(1 + mp.exp(v - target(x))),
    "a sine": lambda v, x: (2 + x) * mp.sin(v - target(x)),
}
Z, W = sympy.symbols("z w", real=True)
FORMULAS = {
    "pseudo-Huber": sympy.sqrt(1 + Z**2),
    "logistic": sympy.log(1 + sympy.exp(Z)),
    "a sine": (2 + W) * sympy.sin(Z),
}


def differentiated(name, order):
    """The derivative of this order of ℓ̃ in its first argument, at the four points, from its formula."""
    f = sympy.lambdify((Z, W), FORMULAS[name].diff(Z, order))
    return np.array([f(z, x) for z, x in zip(RESIDUALS, POINTS, strict=True)], dtype=float)


def gradients(order, gradient):
    v = RESIDUALS + np.array([target(x) for x in POINTS])
    for name, loss in BOUNDED.items():
        computed = gradient(risk(loss), v)
        yield equal(differentiated(name, order), computed, name=name, digits=11, symbol="the formula")


@claim(
    "cor:leibniz_application",
    kind="identity",
    says="The gradient in L2 is the derivative of the derivative of the loss, as the printed definition says.",
    formula=r"\nabla_v\mathcal{L}(v) = \tilde\ell'(v(\bullet);\bullet), \qquad "
    r"\tilde\ell' := \text{the derivative of } \ell' \text{ in its first argument}",
    expected="refuted",
    gravity="misprint",
)
def gradient_is_the_second_derivative(*, order=2):
    """Already ℓ̃ = v²/2 on one point: ℓ̃'' = 1, and the gradient at v = 0 is 0."""
    second, first = (sympy.diff(Z**2 / 2, Z, k).subs(Z, 0) for k in (order, 1))
    yield equal(int(second), int(first), name="one point", symbol="the formula")
    yield from gradients(order, riesz_gradient)


@repair(
    "cor:leibniz_application/corrected",
    "cor:leibniz_application",
    also=["x:display-corA.2-loss", "x:display-corA.2-gradient", "x:display-corA.2-proof"],
    kind="identity",
    says="The gradient in L2 is the derivative of the scalar loss in its first argument, point by point.",
    formula=r"\nabla_v\mathcal{L}(v) = \tilde\ell'(v(\bullet);\bullet), \qquad \tilde\ell' = \partial_1\tilde\ell",
    expected="computed",
    premises=["prop:leibniz_integral_rule"],
    mutants={
        "the second derivative": {"order": 2},
        "the gradient of the values instead of Riesz's": {"gradient": derivative},
    },
)
def gradient_is_the_first_derivative(*, order=1, gradient=riesz_gradient):
    """Four points with mass and losses of bounded derivative, where every condition of Proposition A.1 holds."""
    yield from gradients(order, gradient)


def huber(z):
    return np.sqrt(1 + z**2)


# Scalar losses, their derivatives, and the Lipschitz constants of these; all stated by hand.
SMOOTH = {
    "least squares": (lambda z: z**2 / 2, lambda z: z, 1.0),
    "pseudo-Huber": (huber, lambda z: z / huber(z), 1.0),
    "logistic": (lambda z: np.logaddexp(0, z), lambda z: 1 / (1 + np.exp(-z)), 0.25),
}
QUARTIC = {"fourth power": (lambda z: z**4 / 4, lambda z: z**3, 3.0)}  # 3 = ℓ̃'' at v = 1


def remainder(loss, slope, v, height):
    """|L(v + h) - L(v) - (ℓ̃'(v), h)| / ‖h‖² for constant v and h = height on a set of any mass, which cancels."""
    return np.abs(loss(v + height) - loss(v) - slope(v) * height) / height**2


@claim(
    "x:display-corA.2-gradient/lipschitz",
    label="x:display-corA.2-gradient",
    kind="inequality",
    says="For every measure the formula is the Frechet gradient in L2 if the scalar derivatives have one "
    "Lipschitz constant: half of it bounds the remainder over the squared norm.",
    formula=r"|\mathcal{L}(v+h) - \mathcal{L}(v) - (\tilde\ell'(v(\bullet);\bullet), h)| \le \tfrac{\Lambda}{2}\|h\|^2",
    expected="computed",
    tight="attained by least squares",
    mutants={
        "share x 0.9": {"share": 0.9 * 0.5},
        "a loss of fourth order": {"losses": QUARTIC},
        "a slope of two per cent more": {"slope_factor": 1.02},
    },
)
def formula_is_a_frechet_gradient(*, share=0.5, losses=SMOOTH, slope_factor=1.0):
    """Spikes, the functions that spoil Fréchet differentiability at a point, low and high; attained by low ones.

    For the fourth power v + h leaves L⁴ for h in L²: the remainder over ‖h‖² grows as the square of the height.
    """
    v, height = np.meshgrid(np.linspace(-3, 3, 13), np.array([-50.0, -1.0, -0.01, 0.01, 1.0, 50.0]))
    for name, (loss, slope, Lipschitz) in losses.items():
        quotient = remainder(loss, lambda z, f=slope: slope_factor * f(z), v, height)
        yield at_most(quotient, share * Lipschitz, name=name, digits=9, symbol="the quotient")

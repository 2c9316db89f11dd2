r"""Corollary A.2 [cor:leibniz_application]: ∇_v L(v) = ℓ̃'(v(•); •) in L²(ρ)."""

from fractions import Fraction

import numpy as np
import sympy

from checks.hypotheses import finite_somewhere, leibniz_conditions, lipschitz_slope
from checks.instances.nonlinear import POINTS, derivative, riesz_gradient, risk, target
from checks.instances.pointwise_losses import (
    ANY_BOUND,
    BOUNDS,
    HALF,
    LOSSES,
    REGULAR,
    SATURATING,
    SMOOTH_LOSSES,
    Spike,
    W,
    Z,
)
from theorytest import at_most, claim, equal, family, reals, repair, vectors

RESIDUALS = family(
    {"v = u*": np.zeros(4), "v - u* = (-2, 0, 0.7, 1.5)": np.array([-2.0, 0.0, 0.7, 1.5])},
    "functions on the points",
    search=vectors(4, -9, 9),
    effort=20,
)


@repair(
    "cor:leibniz_application/corrected",
    "cor:leibniz_application",
    by={"order": 1},
    also=[
        "x:display-corA.2-loss",
        "x:display-corA.2-gradient",
        "x:display-corA.2-proof",
        "x:appA-leibniz-gradient",
        "x:sec3.1-pointwise-gradient",
    ],
    says="Under the conditions of Proposition A.1 the gradient of L in L²(ρ) is ∂₁ℓ̃(v(•); •).",
    finding="derivative-of-l-prime",
    premises=["prop:leibniz_integral_rule"],
    mutants={
        "the gradient of the values instead of Riesz's": {"gradient": derivative},
        "one per cent more": {"gradient": lambda f, v: 1.01 * riesz_gradient(f, v)},
    },
)
@claim(
    "cor:leibniz_application",
    says="The gradient of L in L²(ρ) is ℓ̃'(v(•); •), where ℓ̃' is the derivative of ℓ' in its first argument.",
    formula=r"\nabla_v\mathcal{L}(v) = \tilde\ell'(v(\bullet);\bullet), \qquad \tilde\ell' := \partial_1\ell'",
    forall={"ℓ̃": LOSSES, "v": RESIDUALS},
    given=[leibniz_conditions],
    gravity="misprint",
    finding="derivative-of-l-prime",
)
def gradient_is_the_derivative(loss, residual, *, order=2, gradient=riesz_gradient):
    """First in symbols at one point, where the mass cancels: pseudo-Huber at v = u* has ℓ̃'' = 1 and the slope 0."""
    function, formula = loss
    at = formula.subs(W, sympy.Rational(1, 2))
    slope = sympy.limit((at - at.subs(Z, 0)) / Z, Z, 0)
    yield equal(at.diff(Z, order).subs(Z, 0), slope, name="in symbols", symbol="ℓ̃'(u*(x); x) at x = 1/2")
    differentiated = sympy.lambdify((Z, W), formula.diff(Z, order))
    printed = [float(differentiated(z, x)) for z, x in zip(residual, POINTS, strict=True)]
    v = residual + np.array([target(x) for x in POINTS])
    yield equal(printed, gradient(risk(function), v), name="gradient", digits=11, symbol="ℓ̃'(v(x); x)")


@claim(
    "cor:leibniz_application/sufficiently-regular",
    says="If ℓ̃ is sufficiently regular, here smooth, then ℓ satisfies the conditions of Corollary A.2, also on L²(ρ) "
    "of a measure ρ without atoms.",
    formula=r"|\ell(v+h;x) - \ell(v;x)| = O(\|h\|), \qquad \sup_v\|D_v\ell(v;x)\| \le \alpha(x)",
    forall={"ℓ̃": REGULAR, "c": family(BOUNDS, "bounds of the differences and of the derivatives", search=ANY_BOUND)},
    reading="The appendix has ∇L = ℓ̃' by this corollary for sufficiently regular losses, on 𝓗 = L²(ρ). On points with "
    "mass z²/(1 + z²) satisfies the conditions; without atoms no regularity is enough, unless ℓ̃ is constant.",
    gravity="gap in a proof",
    finding="corollary-excludes-least-squares",
    controls={"a bounded loss on a point of mass 1/2": {"instead": SATURATING, "atom": HALF}},
)
def regular_losses_satisfy_the_conditions(regular, c, *, instead=None, atom=Fraction(0)):
    """Where v = u*, a spike of height 1 changes ℓ by ℓ̃(1) - ℓ̃(0) however small its norm is: ℓ(•; x) jumps."""
    loss, slope = instead or regular
    change = loss(Fraction(1)) - loss(Fraction(0))
    h = Spike(Fraction(1), min(change**2 / (4 * c**2), Fraction(1)), atom)
    yield at_most(change**2 / h.norm_squared, c**2, name="condition 2", symbol="|ℓ(v+h) - ℓ(v)|²/‖h‖²")
    yield at_most(slope(2 * c), c, name="condition 3", symbol="|D ℓ(v)| at v - u* = 2c")


@repair(
    "x:display-corA.2-gradient/lipschitz",
    "cor:leibniz_application/sufficiently-regular",
    label="x:display-corA.2-gradient",
    says="If ℓ̃' has the Lipschitz constant Λ and some v₀ in L²(ρ) has finite risk and square integrable ℓ̃'(v₀), then "
    "∇L(v) = ℓ̃'(v), with a remainder of at most Λ‖h‖²/2.",
    forall={
        "ℓ̃": SMOOTH_LOSSES,
        "v": family([-3.0, -0.5, 0.0, 1.0, 3.0], "functions v - u*; here constants", search=reals(-30, 30)),
        "h": family([-50.0, -1.0, -0.01, 0.01, 1.0, 50.0], "functions of L²(ρ); here spikes", search=reals(-99, 99)),
    },
    given=[lipschitz_slope, finite_somewhere],
    finding="corollary-excludes-least-squares",
    tight="attained by least squares",
    mutants={"a slope of two per cent more": {"slope_factor": 1.02}},
)
def formula_is_a_frechet_gradient(loss, v, h, *, slope_factor=1.0):
    """On a set of any mass, which cancels; least squares attains the bound with each h. The bound holds for every x.

    Without v₀ in L²(ρ): least squares with a target that is not square integrable, v₀ = u*, and L(v) = ∞ on L²(ρ).
    """
    function, slope, lipschitz = loss
    remainder = np.abs(function(v + h) - function(v) - slope_factor * slope(v) * h) / h**2
    return at_most(remainder, lipschitz / 2, digits=9, symbol="remainder/‖h‖²")

r"""Section 2, line 528: applications of geodesically convex optimisation, such as geometric programming.

On the positive numbers with the metric dx²/x² the loss f(x) = √x + 1/√x is geodesically convex: with y = log x it is
2 cosh(y/2), whose second derivative is at least 1/2. That metric is not the one of H = R ⊃ M = (0, ∞); y ↦ e^y is an
isometry from H = R. With x = z⁴ everything is rational.
"""

from fractions import Fraction

import sympy

from theorytest import at_least, claim, equal, family, positive

HALF = Fraction(1, 2)


def excess(z):
    """f(x) - 2."""
    return (z - 1 / z) ** 2


def slope_after_log(z):
    """x f'(x), the slope in y = log x."""
    return (z**2 - 1 / z**2) / 2


def slope_in_r(z):
    """f'(x)."""
    return slope_after_log(z) / z**4


@claim(
    "x:sec2-geodesic-applications",
    says="The framework includes the manifold setup with various applications of geodesically convex optimisation.",
    formula=r"f(x) = \sqrt x + \tfrac1{\sqrt x}: \ |x f'(x)|^2 \ge f(x)-2, \ \inf_x \tfrac{|f'(x)|^2}{f(x)-2} = 0",
    forall={"x": family([Fraction(21, 20), Fraction(1, 3)], "x > 0, by x^¼", search=positive().map(Fraction))},
    reading="One application, geometric programming with f(x) = √x + 1/√x on the positive numbers: after the isometry "
    "log it has (SPL) with λ = 1/2; with the metric of R, in which the scheme projects, it has none. Not every "
    "posynomial is strongly convex: f(x) = x is not.",
    tight="attained in the limit x → 1",
    mutants={"two per cent more": {"lam": Fraction(51, 100)}, "the metric of log": {"subset": slope_after_log}},
)
def metrics_are_those_of_the_space(z, *, lam=HALF, subset=slope_in_r):
    yield at_least(slope_after_log(Fraction(z)) ** 2, 2 * lam * excess(Fraction(z)), "after log", symbol="‖P∇L‖²")
    y = sympy.Symbol("y", positive=True)
    yield equal(sympy.limit(subset(y) ** 2 / excess(y), y, sympy.oo), 0, "in R", symbol="the limit of ‖P∇L‖² / gap")

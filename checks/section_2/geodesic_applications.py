r"""Section 2, line 528: applications of geodesically convex optimisation, such as geometric programming.

On the positive numbers with the metric dx²/x² the loss f(x) = √x + 1/√x is geodesically convex: with y = log x it is
2 cosh(y/2), whose second derivative is at least 1/2. That metric is not the one of H = R ⊃ M = (0, ∞); y ↦ e^y is an
isometry from H = R. With x = z⁴ everything is rational.
"""

import sympy

from checks.theory.identities import rest
from theorytest import at_least, claim, equal, symbol

Z, HALF = sympy.Symbol("z", positive=True), sympy.Rational(1, 2)
LOSS = Z**2 + Z**-2
AFTER_LOG = Z * LOSS.diff(Z) / 4  # the slope in y = 4 log z
IN_R = LOSS.diff(Z) / (4 * Z**3)  # the slope in x = z⁴


@claim(
    "x:sec2-geodesic-applications",
    says="The framework includes the manifold setup with various applications of geodesically convex optimisation.",
    formula=r"f(x) = \sqrt x + \tfrac1{\sqrt x}: \ |x f'(x)|^2 \ge f(x)-2, \ \inf_x \tfrac{|f'(x)|^2}{f(x)-2} = 0",
    forall={"x": symbol("x > 0")},
    reading="One application, geometric programming with f(x) = √x + 1/√x on the positive numbers: after the isometry "
    "log it has (SPL) with λ = 1/2; with the metric of R, in which the scheme projects, it has none. Not every "
    "posynomial is strongly convex: f(x) = x is not.",
    tight="attained in the limit x → 1",
    mutants={
        "two per cent more": {"lam": sympy.Rational(51, 100)},
        "the metric of the real line": {"slope": IN_R},
        "another metric for the subset": {"subset": AFTER_LOG},
    },
)
def metrics_are_those_of_the_space(*, lam=HALF, slope=AFTER_LOG, subset=IN_R):
    """The quotient is 1 and a quarter of (z - 1/z)², a square that vanishes at z = 1 only."""
    quotient, other = (sympy.cancel(each**2 / (LOSS - 2)) for each in (slope, subset))
    yield equal(rest(quotient, 1 + (Z - 1 / Z) ** 2 / 4, Z), 0, "after log", symbol="a coefficient of the difference")
    yield at_least(quotient.subs(Z, 1), 2 * lam, "least", symbol="the least ‖P∇L‖² / gap")
    yield equal(sympy.limit(other, Z, sympy.oo), 0, "in R", symbol="the limit of ‖P∇L‖² / gap")

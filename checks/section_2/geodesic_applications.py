r"""Section 2, line 528: applications of geodesically convex optimisation, such as geometric programming.

On the positive numbers with the metric dx²/x² the posynomial f(x) = x^a + x^-a is geodesically convex: with y = log x
it is 2 cosh(ay), whose second derivative is at least 2a². That metric is not the one of H = R ⊃ M = (0, ∞); y ↦ e^y is
an isometry from H = R. With x^a = z² everything is rational in z.
"""

from fractions import Fraction
from functools import cache

import sympy

from theorytest import at_least, choices, claim, equal, family, positive

EXPONENTS = tuple(Fraction(k, 4) for k in range(1, 8))


def excess(z):
    """f(x) - 2."""
    return (z - 1 / z) ** 2


def slope_after_log(a, z):
    """x f'(x), the slope in y = log x."""
    return a * (z**2 - 1 / z**2)


def slope_in_r(a, z):
    """f'(x), with x = z^(2/a)."""
    return slope_after_log(a, z) / z ** (2 / a)


def modulus(a):
    """λ = 2a²."""
    return 2 * a**2


@cache
def far_quotient(a, slope):
    """The limit of the squared slope over f(x) - 2 for large x."""
    z, exponent = sympy.Symbol("z", positive=True), sympy.Rational(a.numerator, a.denominator)
    return sympy.limit(slope(exponent, z) ** 2 / excess(z), z, sympy.oo)


@claim(
    "x:sec2-geodesic-applications",
    says="The framework includes the manifold setup with various applications of geodesically convex optimisation.",
    formula=r"f(x) = x^a + x^{-a}: \ |x f'(x)|^2 \ge 4a^2(f(x)-2), \ \inf_x \tfrac{|f'(x)|^2}{f(x)-2} = 0",
    forall={
        "a": family(EXPONENTS[1::2], "geometric programs x^a + x^-a, 0 < a < 2", search=choices(EXPONENTS)),
        "x": family([Fraction(21, 20), Fraction(1, 3)], "x > 0, by x^(a/2)", search=positive().map(Fraction)),
    },
    reading="A kind of applications, geometric programming on the positive numbers: after the isometry log these have "
    "(SPL) with λ = 2a²; with the metric of R, in which the scheme projects, none. The posynomial x is not strongly "
    "convex.",
    tight="attained in the limit x → 1",
    mutants={
        "two per cent more": {"lam": lambda a: Fraction(51, 50) * modulus(a)},
        "the metric of log": {"subset": slope_after_log},
    },
)
def metrics_are_those_of_the_space(a, z, *, lam=modulus, subset=slope_in_r):
    yield at_least(slope_after_log(a, z) ** 2, 2 * lam(a) * excess(z), "after log", symbol="‖P∇L‖²")
    yield equal(far_quotient(a, subset), 0, "in R", symbol="the limit of ‖P∇L‖² / gap")

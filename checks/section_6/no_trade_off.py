r"""Section 6 [x:sec6-no-trade-off]: can cheaper points be made up for by more of them?

For n points of weight w and a gradient g without tangent part E‖P^n g‖² = (1/n) ∫ w K g² dρ, at most k/n ‖g‖². Optimal
points have w K = d. Where K is bounded, n k/d plain points do what n optimal ones do; where it is not, no number does.
For a comparison with others in linear cases the section refers to Remark 3.2, which counts the operations of a step for
any class; samples are compared on linear classes after Corollary 4.6 and in Remark 4.15.
"""

from __future__ import annotations

import numpy as np
import sympy as sp

from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.systems import Legendre

x = sp.Symbol("x", positive=True)
K = 1 + x**2  # of lines under the Gaussian measure
SQUARE = 1 / (sp.pi * (1 + x**2))  # g² times the Gaussian density


def plain(_):
    return sp.Integer(1)


def optimal(christoffel):
    return 2 / christoffel


def second_moment(weight, square, end):
    """∫ w K g² dρ over [-R, R] for one point; every function here is even in x."""
    return 2 * sp.integrate(sp.cancel(weight(K) * K) * square, (x, 0, end))


@claim(
    "x:sec6-no-trade-off",
    kind="remark",
    says="For lines under the Gaussian measure there is a gradient of norm one whose estimate by n plain points "
    "has an infinite second moment for every n: no cost per step replaces optimal sampling, where one point has 2.",
    formula=r"\int_{-R}^R\mathfrak{K}g^2\,\mathrm{d}\rho = \tfrac{2R}\pi \to \infty, \qquad "
    r"\int w\,\mathfrak{K}g^2\,\mathrm{d}\rho = d\,\|g\|^2 = 2",
    expected="computed",
    premises=["x:rmk-complexity-necessary"],
    mutants={
        "optimal points": {"cheap": optimal},
        "a gradient with two more moments": {"square": 2 / (sp.pi * (1 + x**2) ** 2)},
        "a tenth less growth": {"share": sp.Rational(9, 10)},
    },
)
def no_number_of_points_is_enough(*, cheap=plain, square=SQUARE, share=1):
    """g² ρ = 1/(π (1 + x²)), integrated by sympy. As K (Pg)² is integrable, the normal part alone is as bad."""
    norm = 2 * sp.integrate(square, (x, 0, sp.oo))
    yield equal(float(norm), 1.0, name="norm", symbol="|g|^2")
    found = [float(second_moment(cheap, square, end)) for end in (1, 10, 10**6)]
    claimed = [float(share * 2 * end / sp.pi) for end in (1, 10, 10**6)]
    yield equal(found, claimed, name="plain points", digits=12, symbol="the integral up to R")
    value = float(second_moment(optimal, square, sp.oo))
    yield equal(value, 2.0, name="optimal points", symbol="E|P^1 g|^2")


@claim(
    "x:sec6-no-trade-off/bounded",
    kind="constant",
    says="On an interval it is a trade-off: for polynomials of degree less than d, d times as many plain points "
    "have the variance constant of optimal ones.",
    formula=r"n' = dn \implies c_{\mathrm{var},2} = \frac{k_t}{n'} = \frac{d}{n}, \qquad k_t = \sum_{j<d}(2j+1) = d^2",
    expected="computed",
    tight="approached by functions that concentrate at the ends of the interval",
    mutants={
        "share x 0.98": {"share": 0.98},
        "half as many": {"more": lambda d: d / 2},
        "as many": {"more": lambda _: 1},
    },
)
def plain_points_are_d_times_as_many(*, share=1.0, more=lambda d: d):
    """K is largest at the end of the interval; the largest eigenvalue over many polynomials approaches k."""
    for d in (2, 4):
        nodes, mass = np.polynomial.legendre.leggauss(300)
        h = Legendre(d + 250).values(nodes[:, None])
        K, normal = np.sum(h[:, :d] ** 2, axis=1), h[:, d:]
        least = np.linalg.eigvalsh((normal.T * (mass / 2 * K)) @ normal)[-1] / more(d)
        yield at_most(least, share * d, name=f"d = {d}: bound", digits=9, symbol="n c_var2")
        yield at_least(least, 0.995 * share * d, name=f"d = {d}: sharp", digits=9, symbol="n c_var2")
        k = float(np.sum(2 * np.arange(d) + 1)) / more(d)
        yield equal(k, share * d, name=f"d = {d}: k", digits=9, symbol="k / (n'/n)")

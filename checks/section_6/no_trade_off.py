r"""Section 6 [x:sec6-no-trade-off]: can cheaper points be made up for by more of them?

For n points of weight w and a gradient g without tangent part E‖P^n g‖² = (1/n) ∫ w K g² dρ, at most k/n ‖g‖². Optimal
points have w K = d. Where K is bounded, more plain points do what optimal ones do; where it is not, no number does.
"""

import sympy as sp

from theorytest import claim, equal, symbol

x, R = sp.symbols("x R", positive=True)
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
    says="Optimal sampling is in general no trade-off: for lines and Gaussian ρ some g has E‖Pⁿg‖² = ∞ for n "
    "plain points, but 2‖g‖² for one optimal point.",
    formula=r"\int_{-R}^R\mathfrak{K}g^2\,\mathrm{d}\rho = \tfrac{2R}\pi \to \infty, \qquad "
    r"\int w\,\mathfrak{K}g^2\,\mathrm{d}\rho = d\,\|g\|^2 = 2",
    forall={"R": symbol("R > 0"), "n": symbol("n ≥ 1")},
    reading="An example for 'in general': E‖Pⁿg‖² is at least E‖P¹g‖²/n, which no n makes finite.",
    premises=["x:rmk-complexity-necessary"],
    mutants={
        "optimal points": {"cheap": optimal},
        "a gradient with two more moments": {"square": 2 / (sp.pi * (1 + x**2) ** 2)},
        "5 % less growth": {"growth": sp.Rational(19, 10) * R / sp.pi},
    },
)
def no_number_of_points_is_enough(*, cheap=plain, square=SQUARE, growth=2 * R / sp.pi):
    """g² ρ = 1/(π (1 + x²)), integrated by sympy. As K (Pg)² is integrable, the normal part alone is as bad."""
    yield equal(2 * sp.integrate(square, (x, 0, sp.oo)), 1, "norm", symbol="‖g‖²")
    yield equal(second_moment(cheap, square, R), growth, "plain points", symbol="the integral up to R")
    yield equal(second_moment(optimal, square, sp.oo), 2, "optimal points", symbol="E‖P¹g‖²")

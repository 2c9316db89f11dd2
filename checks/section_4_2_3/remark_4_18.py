r"""Remark 4.18 [rmk:adaptivity]: whether a larger space pays off when κ_t is large.

With the best step and least squares the expected loss falls by the factor 1 - (E(g, P^n g))² / (‖g‖² E‖P^n g‖²).
"""

from fractions import Fraction

from checks.theory.rational_volume import Points, fractions
from theorytest import at_least, claim, less_than, threshold

PLACES = tuple(map(Fraction, ("-1", "0", "1/2", "2")))
MASSES = tuple(map(Fraction, ("1/10", "1/5", "3/10", "2/5")))


def parabola(x):
    """Hardly seen by lines: κ = 21.0."""
    return x**2 - Fraction(3, 2) * x - Fraction(3, 10)


def best_factor(d, gradient):
    """κ and the smallest E L(u_{t+1}) / L(u_t) over all steps for one optimal point, all draws counted."""
    space = Points(MASSES, tuple(tuple(x**k for k in range(d)) for x in PLACES))
    g = fractions([gradient(x) for x in PLACES])
    estimates = (space.kernel * (space.weight * g)).T  # P^1 g for each draw, by its values
    aligned = space.mu @ (estimates @ (space.p * g))
    mean_square = space.mu @ ((estimates * estimates) @ space.p)
    square, tangent = space.p @ g**2, space.p @ (space.projection @ g) ** 2
    return square / tangent, 1 - aligned**2 / (square * mean_square)


@claim(
    "rmk:adaptivity",
    says="Enlarging the space may be favourable when κ_t is large: on four points, one optimal point has a smaller "
    "best factor with parabolas than with lines.",
    formula=r"\min_s a_t(\mathcal{T}') < \min_s a_t(\mathcal{T}), \quad "
    r"\mathcal{T}\subset\mathcal{T}'",
    reading="An example is enough for 'may be favourable'. The factor is min_s E L(u_{t+1})/L(u_t); with lines κ_t is "
    "21.",
    premises=["x:display-thm4.16-one-step"],
    mutants={"from constants to lines": {"sizes": (1, 2)}},
)
def larger_spaces_may_pay_off(*, gradient=parabola, sizes=(2, 3)):
    """From constants to lines, where κ falls from 22.2 to 21.0 only, it does not pay."""
    (kappa, small), (_, large) = (best_factor(d, gradient) for d in sizes)
    yield at_least(kappa, threshold(20), "a large κ", symbol="κ")
    yield less_than(large, small, "the factor", symbol="the best factor of the larger space")

r"""Appendices K.3 and K.5 together: a step in the space T^h of difference quotients, and the step of the parameters.

Appendix K.3 opts for T^h, whose elements are networks; the expansion of Appendix K.5 [x:display-appK.5-taylor] is that
of T, whose elements are not. The network A_1 max(A_0 x + b_0, 0)² + b_1 at (1, 0, 1, 0) on the points 1 and 2 is that
of `retraction_error`: there the quotients of step h are (x², 1, (2 + h) x², 2x + h), and the tangents those of h = 0.
"""

from __future__ import annotations

from fractions import Fraction
from math import log10, sqrt

from scipy.optimize import brentq

from checks.appendix_k.retraction_error import POINTS, THETA, network
from theorytest import at_most, claim, equal

DIRECTIONS = tuple(tuple(map(Fraction, each)) for each in ((0, 0, 1, 0), (0, 0, 0, 1), (1, -2, 3, -1), (2, 1, -1, 1)))
WIDTHS = (Fraction(1, 2), Fraction(1, 100))
SHORT = Fraction(1, 10**9)


def moved(theta, k, by):
    """θ with its entry k moved."""
    return tuple(a + by * (i == k) for i, a in enumerate(theta))


def quotients(h, x):
    """(Φ_{θ + h e_k} - Φ_θ) / h at x, by evaluation; in the outer parameters it is the derivative."""
    return [(network(moved(THETA, k, h), x) - network(THETA, x)) / h for k in range(4)]


def squared_error(direction, s, h):
    """‖u_{t+1} - ū_{t+1}‖² for ū = Φ - s Σ ϑ_k ∂^h_k Φ and u_{t+1} = Φ_{θ - sϑ}."""
    new = tuple(a - s * c for a, c in zip(THETA, direction, strict=True))
    errors = [
        network(new, x) - network(THETA, x) + s * sum(c * q for c, q in zip(direction, quotients(h, x), strict=True))
        for x in POINTS
    ]
    return sum(each**2 for each in errors) / 2


def squared_slope(direction, h):
    """‖Σ ϑ_k (∂^h_k Φ - ∂_k Φ)‖² = h² ‖ϑ_3 x² + ϑ_4‖²: what is left of error² / s² as s tends to 0."""
    return sum((h * (direction[2] * x**2 + direction[3])) ** 2 for x in POINTS) / 2


def longest(bound, h):
    """The step with (√(2λ) + ε + s ‖P^n g‖) ε = bound for λ = 1/2, along ∂^h_{A_0} Φ: ε = s (s + h) ‖x²‖."""
    square = sqrt(sum(float(x) ** 4 for x in POINTS) / 2)

    def beta(s):
        error = s * (s + h) * square
        return (1 + error + s * (2 + h) * square) * error

    return brentq(lambda s: beta(s) / bound - 1, 1e-30, 1.0, xtol=1e-30, rtol=1e-12)


@claim(
    "x:display-appK.5-taylor/difference-space",
    kind="rate",
    says="In the space of difference quotients of step h, for which Appendix K.3 opts, the linear step and that "
    "of the parameters differ by s h to first order, not by O(s^2): by s (s + h) |x^2| for the inner weight of a "
    "neuron. Steps under a threshold on beta_t then decay like the threshold itself, not like its root.",
    formula=r"\|\Phi_{\theta-s\vartheta} - \Phi_\theta + s\textstyle\sum_k\vartheta_k\partial^h_k\Phi\| = "
    r"s\,\|\textstyle\sum_k\vartheta_k(\partial^h_k\Phi-\partial_k\Phi)\| + \mathcal{O}(s^2), \quad "
    r"\beta_t(s_t) = \bar\beta_t \implies s_t \asymp \bar\beta_t / h",
    premises=["x:display-shallow-taylor/corrected", "x:display-appK.3-finite-differences"],
    expected="computed",
    mutants={
        "second order": {"slope": lambda direction, h: 0 * squared_slope(direction, h)},
        "half of h": {"slope": lambda direction, h: squared_slope(direction, h / 2)},
        "steps like the root": {"exponent": 0.5},
    },
)
def difference_steps_are_of_first_order(*, slope=squared_slope, exponent=1.0):
    """Squares in rational numbers. With h of the order of s the error is O(s²) again, as it is with the tangents.

    So either P^n g is a network, in T^h, or the retraction is of second order, in T. With a fixed h, and λ and the
    direction away from 0, no threshold allows both summable β_t and steps that are not summable.
    """
    for h in WIDTHS:
        for direction in DIRECTIONS:
            found, name = squared_error(direction, SHORT, h) / SHORT**2, f"h = {h}, {[int(c) for c in direction]}"
            yield equal(float(found), float(slope(direction, h)), name=name, digits=5)
        for s in (Fraction(1, 3), Fraction(1, 1000)):
            square = (s * (s + h)) ** 2 * sum(x**4 for x in POINTS) / 2
            found = squared_error(DIRECTIONS[0], s, h)
            yield equal(found, square, name=f"inner weight, s = {s}, h = {h}")
        steps = [longest(bound, float(h)) for bound in (1e-10, 1e-14)]
        decay = log10(steps[0] / steps[1]) / 4
        yield equal(decay, exponent, name=f"threshold, h = {h}", digits=3, symbol="the exponent")
    tied = [squared_error(direction, s, s) / s**4 for direction in DIRECTIONS for s in (SHORT, Fraction(1, 1000))]
    yield at_most(tied, 2000, name="h = s", symbol="error² / s⁴")

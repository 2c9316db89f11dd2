"""Where Theorem 4.8 is tried: runs with known constants, and exact projections with s = 1/(L + C_R)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction as F
from functools import cache, partial
from typing import Any

import numpy as np

import theorytest as tt
from checks.instances.smooth_problems import vector
from checks.instances.spaces import LINES as FOUR
from checks.instances.spaces import TWO_POINTS
from checks.instances.stationary_problems import Line, Run, flat_descent, straight
from theorytest import family
from theorytest.approximation import Monomials, NonProjection, Optimal, Plain, QuasiProjection, Space
from theorytest.descent import Circle, CurveDescent, Flat, Quadratic, Spiral

TWO = Space(Monomials(2), TWO_POINTS)


def outside(x: Any) -> Any:
    """A target that is no straight line."""
    return 0.3 * x[..., 0] ** 2


def inside(x: Any) -> Any:
    """A straight line."""
    return 1 + 2 * x[..., 0]


def zero(x: Any) -> Any:
    """The target that all spaces contain."""
    return 0 * x[..., 0]


@cache
def runs() -> dict[str, Run]:
    """The first three have E‖P_t g_t‖² computed; the others are not quadratic, or curves.

    There S ‖P g_1‖² ends above 5 B, so that an iterate at rest fails. On the circle C_R = 1 and ‖(I - P_t) g_t‖ ≤ 3.
    """
    square, flat = Quadratic(FOUR, outside), Flat(FOUR, outside, 0.5)
    circle = CurveDescent(Circle(), 2 * np.sqrt([0.5, 0.5]), 3.0, n_samples=4)
    spiral = CurveDescent(Spiral(2.0), (0, 0), 0.1, n_samples=4)
    one, plain = QuasiProjection(Optimal(FOUR), 1), NonProjection(Plain(FOUR), 1)
    two = QuasiProjection(Optimal(TWO), 1)
    return {
        "the line": Run(Line(2.0), 0.6, normal=1.0),
        "target inside": straight(two, Quadratic(TWO, inside), 0.0, 0.0),
        "non-projection": straight(plain, square, 0.6, float(np.sqrt(2 * square.floor))),
        "flat, target inside": straight(two, Flat(TWO, zero, 0.5), 0.0, 0.0),
        "flat, target outside": straight(one, flat, 0.6, float(np.sqrt(2 * flat.floor))),
        "circle": Run(circle, 0.6, smoothness=2.0, c_var2=1 / 4, normal=3.0),
        "spiral": Run(spiral, 0.6, c_var2=1 / 4, normal=3**0.5),
    }


RUNS = family(lambda: runs() | {"a loss that falls for ever": None}, "problems and steps")


@dataclass(frozen=True)
class ExactDescent:
    """Exact projections and s = 1/(L + C_R): ‖P_t g_t‖² by time, ‖(I - P_t) g_t‖², L + C_R and L(u_1) - L_min,M."""

    squares: Callable[..., Any]
    smoothness: float
    gap: float = 1.0
    normal: float = 0.0
    flat: float | None = None  # q of the envelope


def retracted_line(C_R: Any, n_steps: Any) -> Any:
    """x² along the line at distance 1 from the target, R_t to the point of the squared length v² + C_R g²."""
    return (C_R / (1 + C_R)) ** np.arange(float(n_steps))


def exact_descents() -> Any:
    """Flat losses, and a line on which a part of the gradient stays outside of T."""
    flat = {f"f_q, q = {q:g}": ExactDescent(partial(flat_descent, q), q * (q + 1), flat=q) for q in (0.02, 1.0)}
    return flat | {
        "line beside the target, C_R = 3": beside_the_target(3.0),
    }


def beside_the_target(C_R: Any) -> ExactDescent:
    """The line with any C_R."""
    return ExactDescent(partial(retracted_line, C_R), 1 + C_R, 0.5, 1.0)


EXACT_DESCENTS = family(
    exact_descents,
    "losses, classes and retractions; here flat ones and a line",
    search=tt.reals(0, 9).map(beside_the_target, says="the line for C_R from 0 to 9"),
    effort=20,
)


def diagonal(curvatures: Any, point: Any, C_R: Any) -> Any:
    """½ Σ k_i x_i² with M = H, λ and L its extreme curvatures, and a retraction that uses up (CR).

    λ, L + C_R and how a step of a given length times 1/(L + C_R) changes the gap.
    """
    K = max(curvatures) + C_R

    def steps(length: Any) -> Any:
        slope = curvatures * point
        after, moved = point - length / K * slope, length / K * slope
        return curvatures @ point**2 / 2, curvatures @ after**2 / 2 + C_R * (moved @ moved) / 2

    return min(curvatures), K, steps


def exact_steps() -> Any:
    """On a line, where the retraction makes the bound an equality, and with two curvatures."""
    return {
        "line, C_R = 1": diagonal(vector(1), vector(1), F(1)),
        "line, C_R = 3": diagonal(vector(1), vector(1), F(3)),
        "curvatures 1 and 4, from (1, 1)": diagonal(vector(1, 4), vector(1, 1), F(0)),
        "curvatures 1 and 4, from (1, 0)": diagonal(vector(1, 4), vector(1, 0), F(0)),
    }


SIZES = (1, 2, 3)
ANY_QUADRATIC = tt.product(tt.same_size(tt.vectors(SIZES, 0, open=True), tt.vectors(SIZES)), tt.reals(0)).map(
    lambda loss, C_R: diagonal(loss[0], loss[1], C_R)
)
EXACT_STEPS = family(exact_steps, "losses, classes and retractions; here quadratic losses", search=ANY_QUADRATIC)

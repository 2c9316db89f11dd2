"""Where Theorem 4.8 is tried: runs with known constants, on lines and linear spaces, for flat losses and on curves."""

from functools import cache
from typing import Any

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from checks.instances.stationary_problems import Line, Run, straight
from theorytest.approximation import Discrete, Monomials, NonProjection, Optimal, Plain, QuasiProjection, Space
from theorytest.descent import Circle, CurveDescent, Flat, Quadratic, Spiral

TWO = Space(Monomials(2), Discrete(np.array([-1.0, 1.0]), np.array([0.5, 0.5])))
FOUR = Space(Monomials(2), FOUR_POINTS)


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

"""Classes and losses by hand: curves with ‖P g‖ and ‖(I - P) g‖, and paths on classes that are not closed."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from fractions import Fraction as F
from math import atan, cos, sin
from typing import Any

import numpy as np
import sympy as sp

import theorytest as tt
from checks.instances.quasi_critical_worlds import HORIZON, SLOW, Circle, half_open, run_away
from checks.instances.smooth_problems import on_circle, vector
from checks.instances.stationary_problems import Line
from theorytest import family
from theorytest.descent import Constant, Power


@dataclass(frozen=True)
class Curve:
    """A curve with both parts of the gradient on it, a Lipschitz constant of h, and what is continuous or smooth."""

    point: Callable[..., Any]
    h: Callable[..., Any]
    normal: Callable[..., Any]
    lipschitz: F
    continuous: bool = True  # u ↦ P_u
    smooth: bool = True  # (LS)
    gradient: bool = True  # ∇L is continuous


def around(distance: Any) -> Any:
    """The unit circle and the target (U, 0): g = u - (U, 0) and τ = (-y, x), so that |h(u) - h(v)| ≤ U ‖u - v‖."""

    def h(m: Any) -> Any:
        u = on_circle(m)
        return abs((u - vector(distance, 0)) @ vector(-u[1], u[0]))

    def normal(m: Any) -> Any:
        u = on_circle(m)
        return abs((u - vector(distance, 0)) @ u)

    return Curve(on_circle, h, normal, distance)


def axis(m: Any) -> Any:
    return vector(m, 0)


CURVES = {
    "line beside the target (3, 1)": Curve(axis, lambda m: abs(m - 3), lambda _: F(1), F(1)),
    "circle, U = 1/2": around(F(1, 2)),
    "circle, U = 4": around(4),
    # L = ½(x + 1)² - x⁴ tanh(z/x⁴) on the first axis
    "axis with a normal part that jumps at 0": Curve(
        axis, lambda m: abs(m + 1), lambda m: F(bool(m)), F(1), gradient=False
    ),
    # M = H = R, L' = W(1/x) for a wave of mean 0 and L'(0) = 0: L has a derivative everywhere
    "oscillating slope": Curve(
        axis, lambda m: abs(wave(1 / m)) if m else F(0), lambda _: F(0), F(1), smooth=False, gradient=False
    ),
    # both axes and the target (1, 2): at 0 the second axis is T
    "crossing axes": Curve(
        axis, lambda m: abs(m - 1) if m else F(2), lambda m: F(2) if m else F(1), F(1), continuous=False
    ),
}
# on the curves that are searched h and its Lipschitz constant are known; how fast f changes near h = 0 is not
ANY_CIRCLE = family(CURVES, "classes and losses; here curves", search=tt.positive().map(around))
# not searched: how fast f changes near h = 0 is known by hand
CURVES_BY_HAND = family(CURVES, "classes and losses; here curves by hand")


def on_the_interval(closed: Any) -> Any:
    """½x² on (0, 1] or [0, 1], x_t = 1/t: h(u_t) = x_t, and the distances to the critical points of M, if any."""
    x = half_open(500)
    return x, x if closed else []


def down_the_hill() -> Any:
    """1/(1 + x²): x_t increases for ever, away from the critical point 0."""
    found = run_away(2000)
    return found[:, 1].tolist(), found[:, 0].tolist()


VANISHING = {"½x² on (0, 1]": lambda: on_the_interval(closed=False), "1/(1 + x²) on the line": down_the_hill}
VANISHING_GRADIENTS = family(VANISHING, "classes and losses; here two with P_tg_t → 0")


def on_half_open(*limits: Any) -> Any:
    """M = (0, 1] x {0}, target (-1, 1), P g = g_1 + g_2, c = 1: g = (x + 1, -1), and x_t = 1/t for s_t = 1/(t + 1)."""
    gradients = [vector(x, 0) - vector(-1, 1) for x in (*half_open(500), *limits)]
    return [abs(g[0]) - abs(g[1]) for g in gradients]


def on_a_plane() -> Any:
    """M = T = {z = 0} in R³, L = h(x) + z cos θ(y), h = |x| - 1/2 for |x| ≥ 1, tan θ = 1/(1 + y²), s_t = 1/t, c = 1.

    The estimate (g_1 - g_3 cos θ, g_2 - g_3 sin θ) drives y to infinity, and x by π/2 + 1/2 at most: from 4 on x > 1,
    so that g = (1, 0, cos θ), and no point of the closure, which is V, is 1-quasi-critical.
    """
    y, found = 0.0, []
    for t in range(1, 10_001):
        theta = atan(1 / (1 + y**2))
        found.append(1 - cos(theta))
        y += cos(theta) * sin(theta) / t
    return found


OPEN_CLASSES = family(
    {"(0, 1] × {0} and the target (−1, 1)": on_half_open, "the plane z = 0 of R³": on_a_plane},
    "classes and losses; here an open class and a plane",
)
x = sp.Symbol("x", real=True)
RATIONAL_CURVES = {  # a regular curve and a target
    "y = x² and the target (0, 3)": ((x, x**2), (0, 3)),
    "the unit circle and the target (4, 0)": (((1 - x**2) / (1 + x**2), 2 * x / (1 + x**2)), (4, 0)),
}


def cubic_curve(coefficients: Any, target: Any) -> Any:
    """y = a x + b x² + c x³ with fractions of denominator 4, as seen from a target."""
    a, b, c, *target = (sp.Rational(round(4 * float(each)), 4) for each in (*coefficients, *target))
    return (x, a * x + b * x**2 + c * x**3), tuple(target)


PLANE_CURVES = family(
    RATIONAL_CURVES,
    "manifolds and losses: regular curves in the plane, least squares",
    search=tt.product(tt.vectors(3, -3, 3), tt.vectors(2, -3, 3)).map(cubic_curve),
    effort=20,
)


HALF = Fraction(1, 2)


def wave(x: Fraction) -> Fraction:
    """W(x): 2 at the integers, -2 half-way, linear between them; its mean is 0, so that its integral is bounded."""
    return 2 * (4 * abs(x % 1 - HALF) - 1)


RARE = {4**k for k in range(1, 6)}


@dataclass(frozen=True)
class World:
    """A class and a loss, on which steps lead to a distance from the stationary points of the class."""

    name: str
    steps: Any
    distance: Callable[[Any], Any]
    continuous: bool = True  # u ↦ P_u ∇L(u)
    compact: bool = True
    within: Fraction = Fraction(1, 50)  # a distance that we take for small


def in_turns(_: Any) -> Any:
    """A lower bound of all |P_t g_t| at t = 4^k for L = ½(x² + y²) on M = H = R², from (1, 1) with s_t = 1/(t + 1).

    T_t is the second axis at t = 4^k, else the first. y is a product of 4^k/(4^k + 1), of which those beyond k = 5
    are at least 1 - Σ 4^-k; so the iterates tend to (0, y), which is not stationary in M.
    """
    y = Fraction(1)
    for t in range(1, 4**5 + 1):
        y -= Fraction(1, t + 1) * y if t in RARE else 0
    return y * (1 - Fraction(1, 3 * 4**5))


def down_the_slope(steps: Any) -> Any:
    """The loss 1/(1 + v), continued by 1 - v + v² below 0, is convex on R, has L = 2 and no stationary point.

    A step s = 1/2 = s̄ takes (1 + v)³ to more than (1 + v)³ + 3/2, so that v_t leaves every ball. The zeros of both
    derivatives lie outside of their pieces, so that the nearest stationary point is infinitely far away.
    """
    x = 0.0
    for s in steps(np.arange(1, HORIZON + 1)).tolist():
        x += s / (1 + x) ** 2
    v = sp.Symbol("v", real=True)
    pieces = (1 / (1 + v), sp.Interval(0, sp.oo)), (1 - v + v**2, sp.Interval.open(-sp.oo, 0))
    zeros = [z for loss, where in pieces for z in sp.solveset(sp.diff(loss, v), v, where)]
    return min((abs(x - float(z)) for z in zeros), default=np.inf)


def on_the_circle(steps: Any) -> Any:
    """The unit circle seen from (4, 0), with the projection itself."""
    return Circle(q=0.0).distances(0.0, steps)[-1]


def on_the_line(steps: Any) -> Any:
    """(E x_t²)^½: constants on two points, one sample, whose orthogonal part is 1; stationary is x = 0."""
    return float(np.sqrt(Line(1.0).mean_squares(steps(np.arange(1, HORIZON + 1)).tolist())[-1]))


# not searched: what a world does in the limit is known by hand
WORLDS = family(
    [
        World("the line, s_t = ½ t^(−3/4)", Power(0.5, 0.75), on_the_line),
        World("the circle seen from (4, 0)", SLOW, on_the_circle, within=Fraction(1, 10**6)),
        World("axes in turns", Power(0.5, 1.0), in_turns, continuous=False),
        World("down the slope", Constant(0.5), down_the_slope, compact=False),
    ],
    "classes, losses and estimators",
)

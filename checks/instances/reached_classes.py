"""Classes of reach R with tangent steps and least squares risks: spheres, products of two, a half circle with ends.

Compact classes M with a risk L: circles, two circles far apart and a segment, and the largest ‖∇L‖ near them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from checks.instances.rational_steps import SPHERES, half_square, on_sphere, pole, sphere_points, sphere_steps
from checks.instances.smooth_problems import root, vector
from theorytest import family, product, reals
from theorytest.attacks.region import either


@dataclass(frozen=True)
class Reached:
    """Steps (x, R(x), ‖g‖²) with a target of least squares, R, and a Lipschitz constant of the risk on the class."""

    steps: list[Any]
    target: Any
    radius: Fraction
    on_class: Fraction
    boundary: bool = False


def of_radius(R: Any, steps: Any, u: Any, U: Any) -> Any:
    """Steps on the unit sphere and a target of length U, enlarged to a sphere of radius R."""
    return Reached([(R * x, R * r, R**2 * g) for x, r, g in steps], R * u, R, R * U)


def of_sphere(R: Any, n: Any, U: Any) -> Any:
    """All steps on a sphere of R^n."""
    return of_radius(R, list(sphere_steps(n)), U * pole(n), U)


def side_by_side(one: Any, other: Any) -> Any:
    """The product of two spheres: both steps at once."""
    both = zip(one.steps, other.steps, strict=True)
    steps = [(np.append(x, y), np.append(r, q), g + h) for (x, r, g), (y, q, h) in both]
    target, radius = np.append(one.target, other.target), min(one.radius, other.radius)
    return Reached(steps, target, radius, one.on_class + other.on_class)


def reached() -> Any:
    """On spheres, where the constant is ‖u‖, on a torus, and past the end of a half circle."""
    circle, end = of_sphere(Fraction(1), 2, Fraction(0)), vector(1, 0)  # of the half circle with x_2 ≥ 0
    past = [(end - h * vector(0, 1), end, h**2) for h in (Fraction(1, 1000), Fraction(1, 10), Fraction(1))]
    return {
        "circle, u = 0": circle,
        "circle, ‖u‖ = 4": of_sphere(Fraction(1), 2, Fraction(4)),
        "sphere of R³, ‖u‖ = 1/2": of_sphere(Fraction(1), 3, Fraction(1, 2)),
        "circle of radius 1/4, ‖u‖ = 1": of_sphere(Fraction(1, 4), 2, Fraction(4)),
        "product of circles of radii 1 and 2": side_by_side(circle, of_sphere(Fraction(2), 2, Fraction(2))),
        "half circle with its ends": Reached(past, vector(0, 4), Fraction(1), Fraction(4), boundary=True),
    }


RADII = reals(0, 9, open=True)
REACHED = family(
    reached,
    "classes of reach R with tangent steps, and least squares risks",
    search=product(SPHERES, RADII, SPHERES, RADII).map(
        lambda one, R, other, Q: side_by_side(of_radius(R, *one), of_radius(Q, *other))
    ),
)


def ramp(x: Any) -> Any:
    """0 up to 2, 1 from 4 on and a cubic between: its slope is Lipschitz."""
    z = min(max((x - 2) / Fraction(2), Fraction(0)), Fraction(1))
    return 3 * z**2 - 2 * z**3


CIRCLE = sphere_points(2)
TWO_CIRCLES = [*(vector(y[1], y[0]) for y in CIRCLE), *(vector(6 + y[1], y[0]) for y in CIRCLE)]


def largest_quotient(points: Any, loss: Any) -> Any:
    """The square of the largest |ΔL| / ‖v - w‖ over pairs of points."""
    return max((loss(v) - loss(w)) ** 2 / ((v - w) @ (v - w)) for v, w in combinations(points, 2))


def on_balls_of_two_circles() -> Any:
    """The largest quotient of the ramp in the balls of radius 1 around points of the circles around 0 and (6, 0)."""
    widths = [Fraction(k, 4) for k in range(-4, 5)]
    balls = [[v + vector(w, 0) for w in widths] for v in TWO_CIRCLES]
    return root(max(largest_quotient(ball, lambda v: ramp(v[0])) for ball in balls))


@dataclass(frozen=True)
class Bounded:
    """Points of M, L, and the largest ‖∇L‖ over the balls of radius 1 around them and over the convex hull of M."""

    points: list[Any]
    loss: Callable[..., Any]
    on_balls: Fraction
    on_hull: Fraction


def bounded_classes() -> Any:
    """Least squares with a target at the distance 4 from the centre, or at 0."""
    far = vector(0, 4)
    segment = [vector(x, 0) for x in (0, Fraction(1, 2), Fraction(999, 1000), 1)]
    return {
        "two circles": Bounded(TWO_CIRCLES, lambda v: ramp(v[0]), on_balls_of_two_circles(), Fraction(3, 4)),
        "circle, u = (0, 4)": Bounded(CIRCLE, lambda v: half_square(v - far), Fraction(6), Fraction(5)),
        "segment": Bounded(segment, half_square, Fraction(2), Fraction(1)),
    }


def two_points(q: Any, p: Any, r: Any, U: Any) -> Any:
    """Two points of the unit disc, with the target (0, U)."""
    points, target = [on_sphere([q]), r * on_sphere([p])], np.array([0 * U, U])
    return Bounded(points, lambda v: half_square(v - target), U + 2, U + 1)


def flat_near_both(a: Any, b: Any) -> Any:
    """The points (-a, 0) and (a, 0), and a risk whose slope is max(1 - |x|/b, 0) along the first coordinate x."""

    def loss(v: Any) -> Any:
        z = max(min(v[0] / b, 1), -1)
        return b * (z - z * abs(z) / 2)

    points = [np.array([each, 0 * a]) for each in (-a, a)]
    return Bounded(points, loss, max(1 - max(a - 1, 0) / b, 0), 1 + 0 * a)


SIZES = reals(0, 9, open=True)
SEARCHED = either(
    product(reals(-4, 4), reals(-4, 4), reals(0, 1, open=True), reals(0, 9)).map(two_points),
    product(SIZES, SIZES).map(flat_near_both, says="two points and a risk that is flat near both"),
)
CLASSES = family(
    bounded_classes,
    "relatively compact classes and differentiable risks",
    search=SEARCHED,
    effort=1500,  # the constant is approached only where both points tend to one
)

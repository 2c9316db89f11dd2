r"""Appendix I: how far a tangent step leads from a class of reach R, and what that does to the loss.

In rational numbers on spheres, numerically on an ellipse.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.optimize import minimize_scalar

from checks.hypotheses import (
    closed_class,
    compact_with_reach,
    differentiable_loss_i,
    no_ends,
    without_boundary_i,
)
from checks.instances.rational_steps import SPHERES, half_square, pole, sphere_steps
from checks.instances.smooth_problems import root, vector
from theorytest import at_least, at_most, claim, family, product, reals, repair, threshold
from theorytest.descent import Ellipse

ELLIPSE = Ellipse(2.0, 1.0)
LENGTHS = (1e-3, 0.1, 1.0, 4.0)


@dataclass(frozen=True)
class Steps:
    """Tangent steps: the distances from the class, the squared lengths ‖g‖², and R for each."""

    error: list
    square: list
    radius: list
    boundary: bool = False


def on_spheres():
    """Unit spheres, where the error is | |x| - 1 |."""
    found = [(root(x @ x) - 1, g, Fraction(1)) for n in (2, 3, 5) for x, _, g in sphere_steps(n)]
    return Steps(*zip(*found, strict=True))


def on_the_ellipse():
    """With half-axes 2 and 1 and reach 1/2."""
    angles, lengths = np.linspace(0, np.pi / 2, 13), [sign * h for h in LENGTHS for sign in (-1, 1)]
    steps = [ellipse_step(2.0, phi, h) for phi in angles for h in lengths]
    return Steps(*([getattr(each, part)[0] for each in steps] for part in ("error", "square", "radius")))


def ellipse_step(axis, phi, h):
    """A step of length h at an angle on the ellipse with half-axes a ≥ 1 and 1, of reach 1/a."""
    ellipse = Ellipse(axis, 1.0)
    y = ellipse.point(np.array([phi]))
    x = (y + h * ellipse.basis(y)[:, :, 0])[0]
    return Steps([np.linalg.norm(found_by_search(ellipse, x) - x)], [h**2], [1 / axis])


def found_by_search(ellipse, x):
    """The nearest point of the ellipse: the best of a grid of angles, then a bounded search beside it."""
    phi = np.linspace(-0.1, 2 * np.pi + 0.1, 2001)
    best, width = phi[np.argmin(np.linalg.norm(ellipse.point(phi) - x, axis=1))], phi[1] - phi[0]
    bounds = (best - width, best + width)
    found = minimize_scalar(lambda t: np.sum((ellipse.point(t) - x) ** 2), bounds=bounds, options={"xatol": 1e-12})
    return ellipse.point(found.x)


ELLIPSES = product(reals(1.0, 4.0), reals(0.0, 1.6), reals(0.001, 5.0)).map(ellipse_step)  # a nearest point is searched


def beyond_an_end():
    """Outwards from the end of a closed half circle, whose nearest point is the end."""
    lengths = [Fraction(1, k) for k in (1000, 10, 1)]
    return Steps(lengths, [h**2 for h in lengths], [Fraction(1)] * 3, boundary=True)


def classes():
    """The last one has a boundary."""
    return {"spheres": on_spheres(), "ellipse": on_the_ellipse(), "half circle with its ends": beyond_an_end()}


@claim(
    "x:display-appI-retraction-error/distance",
    label="x:display-appI-retraction-error",
    says="If M is closed, without boundary and of reach R, a step sg tangent at v leads at most s²‖g‖²/R away from M.",
    formula=r"\|R_v(v+sg) - (v+sg)\| \le \frac1R s^2\|g\|^2",
    forall={"M, v, g": family(classes, "classes of reach R with tangent steps", search=ELLIPSES)},
    given=[closed_class.stated, without_boundary_i],
    reading="The nearest point is the retraction. On a closed class all steps may be asked for, not only short ones.",
    tight="loose by 2 for short steps on spheres; √(R² + s²‖g‖²) - R is attained there",
    mutants={"half of it and two per cent less": {"factor": Fraction(49, 100)}},
)
def tangent_steps_stay_near(steps, *, factor=1):
    """The geodesic from v along g has curvature ≤ 1/R: γ' leaves g/‖g‖ by s/R at most, γ(‖g‖) ends ‖g‖²/(2R) off."""
    shares = [d * R / g for d, g, R in zip(steps.error, steps.square, steps.radius, strict=True)]
    return at_most(shares, factor, digits=5, symbol="the distance times R/(s²‖g‖²)")


@dataclass(frozen=True)
class Reached:
    """Steps (x, R(x), ‖g‖²) with a target of least squares, R, and the Lipschitz constant of the risk on the class."""

    steps: list
    target: np.ndarray
    radius: Fraction
    on_class: Fraction
    boundary: bool = False


def past_the_end():
    """From the end (1, 0) of a half circle of points with x_2 ≥ 0 along (0, -1)."""
    end = vector(1, 0)
    return [(end - h * vector(0, 1), end, h**2) for h in (Fraction(1, 1000), Fraction(1, 10), Fraction(1))]


def of_radius(R, steps, u, U):
    """Steps on the unit sphere and a target of length U, enlarged to a sphere of radius R."""
    return Reached([(R * x, R * r, R**2 * g) for x, r, g in steps], R * u, R, R * U)


def reached():
    """On spheres, where the constant is ‖u‖, and past the end of a half circle."""
    small = {"sphere of R^2 of radius 1/4, ‖u‖ = 1": of_radius(Fraction(1, 4), list(sphere_steps(2)), 4 * pole(2), 4)}
    spheres = {
        f"sphere of R^{n}, ‖u‖ = {U}": of_radius(Fraction(1), list(sphere_steps(n)), U * pole(n), Fraction(U))
        for n in (2, 3, 5)
        for U in (0, Fraction(1, 2), 1, 4)
    }
    ends = {"half circle with its ends": Reached(past_the_end(), vector(0, 4), Fraction(1), Fraction(4), True)}
    return spheres | small | ends


def between(each, x, r):
    """The squared largest gradient on the segment, which is at one of its ends."""
    return 2 * max(half_square(r - each.target), half_square(x - each.target))


REACHED = family(
    reached,
    "classes of reach R with tangent steps, and least squares risks",
    search=product(SPHERES, reals(0, 9, open=True)).map(lambda problem, R: of_radius(R, *problem)),
)


@repair(
    "x:display-appI-retraction-error/corrected",
    "x:display-appI-retraction-error",
    by={"lip": between, "half": Fraction(1, 2)},
    says="If M is closed, without boundary and of reach R, projecting v + g to M changes the risk by at most Lip "
    "‖g‖²/(2R), Lip the largest gradient in between.",
    formula=r"|\mathcal{L}(R_v(v+g)) - \mathcal{L}(v+g)| \le \sup_{[R_v(v+g),\, v+g]}\|\nabla\mathcal{L}\| \cdot "
    r"\|R_v(v+g) - (v+g)\| \le \frac{\mathrm{Lip}}{2R}\|g\|^2",
    given=[closed_class.stated, no_ends, differentiable_loss_i],
    reading="Least squares, where the gradient is largest at one of both points.",
    tight="approached by short steps from the point of a sphere opposite to the target",
    premises=["x:display-appI-retraction-error/distance"],
    mutants={
        "the gradient on the class only": {"lip": lambda each, _, r: 2 * half_square(r - each.target)},
        "the root of R": {"radius": root},
        "one per cent less": {"half": Fraction(99, 200)},
    },
)
@claim(
    "x:display-appI-retraction-error",
    says="The retraction changes the risk by at most the Lipschitz constant of the risk on M times its error, hence by "
    "that constant times s²‖g‖²/R.",
    formula=r"|\mathcal{L}(R_v(v+sg)) - \mathcal{L}(v+sg)| \le \overline{\mathrm{Lip}}\,\|R_v(v+sg) - (v+sg)\| "
    r"\le \frac{\overline{\mathrm{Lip}}}{R}s^2\|g\|^2",
    forall={"M, v, g": REACHED},
    given=[compact_with_reach, no_ends],
    gravity="fails only when read literally",
    finding="lipschitz-off-the-class",
    reading="v + sg is off M. With a Lipschitz constant of balls around the points of M the display is true.",
    premises=["x:display-appI-retraction-error/distance"],
)
def risk_changes_by_a_constant(each, *, lip=lambda each, *_: each.on_class**2, half=1, radius=lambda R: R):
    """L(v) = ½‖v‖² on the unit circle is constant on the class, but not off it. Squares of all sides."""
    change = [(half_square(r - each.target) - half_square(x - each.target)) ** 2 for x, r, _ in each.steps]
    first = [lip(each, x, r) * 2 * half_square(x - r) for x, r, _ in each.steps]
    second = [lip(each, x, r) * (half * g / radius(each.radius)) ** 2 for x, r, g in each.steps]
    yield at_most(change, first, name="first", symbol="the squared change of the risk")
    yield at_most(first, second, name="second", symbol="the squared bound by the error")


@dataclass(frozen=True)
class Curve:
    """A compact curve of reach 1/2 as many points, with some of its points v and unit tangents."""

    points: np.ndarray
    starts: np.ndarray
    tangents: np.ndarray


def circles_beside_each_other():
    """Unit circles around (0, 0) and (3, 0), at the distance 1; the steps start on the first."""
    phi, at = np.linspace(0, 2 * np.pi, 6001), np.arange(12) * np.pi / 6
    first, starts = (np.stack([np.cos(t), np.sin(t)], axis=-1) for t in (phi, at))
    return Curve(np.concatenate([first, first + np.array([3, 0])]), starts, starts[:, ::-1] * [-1, 1])


def compact_curves():
    """The ellipse with half-axes 2 and 1, a quarter of it with its ends, and a class of two parts."""
    y = ELLIPSE.point(np.linspace(0, np.pi / 2, 7))
    parts = {"ellipse": 2 * np.pi, "quarter of it with its ends": np.pi / 2}
    found = {
        name: Curve(ELLIPSE.point(np.linspace(0, end, 6001)), y, ELLIPSE.basis(y)[:, :, 0])
        for name, end in parts.items()
    }
    return found | {"two circles": circles_beside_each_other()}


def distances(points, x):
    """Of every x from its nearest point, and from the points at least 0.2 away from that one."""
    for each in x:
        away = np.linalg.norm(points - each, axis=1)
        others = np.linalg.norm(points - points[np.argmin(away)], axis=1) >= 0.2
        yield away.min(), away[others].min()


@claim(
    "x:appI-projection-retraction",
    says="If M is compact and of positive reach R, v + sg has exactly one nearest point in M when s is small enough.",
    formula=r"\|sg\| < R \implies \operatorname{dist}(v+sg, \mathcal{M}) < R",
    forall={
        "M, v, g": family(compact_curves, "compact classes of positive reach with tangents"),
        "s": family([0.01, 0.1, 0.4], "steps of length less than R", search=reals(0.001, 0.499), effort=60),
    },
    given=[compact_with_reach],
    reading="R = 1/2 and ‖g‖ = 1, both ways. Unique: points at least 0.2 away from the nearest one are farther. A "
    "boundary does no harm; without positive reach it fails on continuously differentiable curves.",
    mutants={"fifteen times as long": {"times": 15}},
)
def projection_is_a_retraction(curve, h, *, times=1):
    """Tangent steps from one of two circles end in the middle between them, 1.5 from the top."""
    x = np.concatenate([curve.starts + sign * times * h * curve.tangents for sign in (-1, 1)])
    nearest, second = np.array(list(distances(curve.points, x))).T
    return at_least(second - nearest, threshold(1e-3), symbol="how much farther the others are")


@claim(
    "x:footnote-4-reach",
    says="The reach and its properties are explained in the cited work.",
    expected="not executable",
    why="a pointer to another paper; what is used of it here is checked in Appendices I and J",
)
def reach_is_explained_elsewhere():
    """Nothing to run."""

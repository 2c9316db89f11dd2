r"""Appendix I: how far a tangent step leads from a class of reach R, and what that does to the loss.

In rational numbers on spheres and on matrices of rank one, numerically on an ellipse and on matrices of rank two.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
from scipy.optimize import minimize_scalar

from checks.instances.rational_steps import half_square, matrix_steps, sphere_points, sphere_steps
from checks.instances.smooth_problems import root, vector
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.descent.models.ellipses import Ellipse
from theorytest.descent.models.low_rank import LowRank

NEARLY = Fraction(999, 1000)
ELLIPSE = Ellipse(2.0, 1.0)
LENGTHS = (1e-3, 0.1, 1.0, 4.0)


def sphere_errors():
    """(‖R(x) - x‖, ‖g‖², R) on unit spheres, where the error is | |x| - 1 |."""
    return [(root(x @ x) - 1, g, Fraction(1)) for n in (2, 3, 5) for x, _, g in sphere_steps(n)]


def matrix_errors():
    """For v = s² e_1 e_1ᵀ the error is e², the eigenvalue that is dropped; the radius of curvature is s²."""
    sizes = (Fraction(1), Fraction(1, 3))
    return [(root(2 * half_square(R - x)), g, s**2) for s in sizes for x, R, g in matrix_steps(s)]


@cache
def ellipse_errors():
    """On the ellipse with half-axes 2 and 1 and reach 1/2: nearest points by search on a fine grid."""
    phi = np.linspace(0, np.pi / 2, 13)
    y = np.repeat(ELLIPSE.point(phi), 2 * len(LENGTHS), axis=0)
    along = np.tile([sign * h for h in LENGTHS for sign in (-1, 1)], len(phi))
    x = y + along[:, None] * ELLIPSE.basis(y)[:, :, 0]
    errors = [np.linalg.norm(found_by_search(point) - point) for point in x]
    return [(d, h**2, 0.5) for d, h in zip(errors, along, strict=True)]


def found_by_search(x, ends=(-0.1, 2 * np.pi + 0.1), away_from=None):
    """The nearest point of a part of the ellipse: the best of a grid of angles, then a bounded search beside it.

    Optionally among the points that are at least 0.2 away from a given one.
    """
    phi = np.linspace(*ends, 2001)
    y = ELLIPSE.point(phi)
    if away_from is not None:
        phi = phi[np.linalg.norm(y - away_from, axis=1) > 0.2]
        y = ELLIPSE.point(phi)
        return y[np.argmin(np.linalg.norm(y - x, axis=1))]
    best, width = phi[np.argmin(np.linalg.norm(y - x, axis=1))], phi[1] - phi[0]
    bounds = (max(best - width, ends[0]), min(best + width, ends[1]))
    found = minimize_scalar(lambda t: np.sum((ELLIPSE.point(t) - x) ** 2), bounds=bounds, options={"xatol": 1e-12})
    return ELLIPSE.point(found.x)


@cache
def rank_two_errors():
    """On 4 x 3 matrices of rank two: the singular value that is dropped, and σ_2 for the radius of curvature."""
    model, rng = LowRank(4, 3, 2), np.random.default_rng(0)
    v = model.retract(None, rng.standard_normal((200, 12)))
    c = rng.standard_normal((200, model.dim))
    h = np.resize(LENGTHS, 200)
    g = h[:, None] * np.einsum("rnd,rd->rn", model.basis(v), c / np.linalg.norm(c, axis=1, keepdims=True))
    dropped = np.linalg.svd((v + g).reshape(-1, 4, 3), compute_uv=False)[:, 2]
    return list(zip(dropped, h**2, model.smallest_singular_value(v), strict=True))


RATIONAL = {"spheres": sphere_errors, "rank one": matrix_errors}
NUMERICAL = {"ellipse": ellipse_errors, "rank two": rank_two_errors}


def distances(left, right):
    """left(error, R) ≤ right(‖g‖², R) for all steps, exactly where they are rational."""
    for name, errors in (RATIONAL | NUMERICAL).items():
        steps, rational = errors(), name in RATIONAL
        lower, upper = [left(d, R) for d, _, R in steps], [right(g, R) for _, g, R in steps]
        if rational:
            yield at_most(lower, upper, name=name, symbol="the error")
        else:  # short steps have errors of 1e-6, known to 1e-12
            ratio = np.array(lower) / np.array(upper, dtype=float)
            yield at_most(ratio, 1.0, name=name, digits=5, symbol="error / bound")


@claim(
    "x:display-appI-retraction-error/distance",
    label="x:display-appI-retraction-error",
    kind="inequality",
    says="On a class of reach R a tangent step leads at most its squared length over R away; this is loose by a "
    "factor of two for short steps.",
    formula=r"\|R_v(v+sg) - (v+sg)\| \le \frac1R s^2\|g\|^2",
    expected="computed",
    tight="loose by 2 for short steps on spheres, where it has least to spare; sharp is sqrt(R^2 + s^2 |g|^2) - R",
    mutants={"half of it and two per cent less": {"factor": Fraction(49, 100)}},
)
def tangent_steps_stay_near(*, factor=1):
    """The best factor is 1/2, approached by short steps on spheres and matrices of rank one."""
    yield from distances(lambda d, _: d, lambda g, R: factor * g / R)
    for name, errors in RATIONAL.items():
        best = max(d * R / g for d, g, R in errors())
        yield at_least(best, NEARLY / 2, name=f"{name}: best", symbol="the best factor")


@claim(
    "x:display-appI-retraction-error/sharp",
    label="x:display-appI-retraction-error",
    kind="inequality",
    says="The sharp bound for all steps, short and long, is the root of R^2 plus the squared step, less R.",
    formula=r"\|R_v(v+g) - (v+g)\| \le \sqrt{R^2+\|g\|^2} - R \le \frac{\|g\|^2}{2R}",
    expected="computed",
    tight="attained by spheres",
    premises=["x:display-appI-retraction-error/distance"],
    mutants={
        "share x 0.98": {"share": 0.98 * (Fraction(1))},
        "twice the square of the error": {"square": 2},
        "twice the reach": {"times": 4},
    },
)
def tangent_steps_stay_as_near_as_on_spheres(*, share=Fraction(1), square=1, times=2):
    """d² + 2 R d ≤ ‖g‖², an equality on spheres and for the steps of rank one, in rational numbers.

    For matrices R is the smallest singular value, the radius of curvature, which is √2 times the local reach.
    """
    yield from distances(lambda d, R: square * d**2 + times * R * d, lambda g, _: share * g)


def lipschitz_on_circle(target):
    """The square of the Lipschitz constant of L on the points of the circle."""
    pairs = [(v, w) for v in sphere_points(2) for w in sphere_points(2) if (v != w).any()]
    return max((half_square(v - target) - half_square(w - target)) ** 2 / ((v - w) @ (v - w)) for v, w in pairs)


@claim(
    "x:display-appI-retraction-error",
    kind="inequality",
    says="The retraction changes the risk by at most the Lipschitz constant of the risk on the class, times its "
    "error, hence by that over R times the squared step.",
    formula=r"|\mathcal{L}(R_v(v+sg)) - \mathcal{L}(v+sg)| \le \overline{\mathrm{Lip}}\,\|R_v(v+sg) - (v+sg)\| "
    r"\le \frac{\overline{\mathrm{Lip}}}{R}s^2\|g\|^2",
    expected="refuted",
    gravity="misprint",  # the constant of a neighbourhood of the class will do
    premises=["x:display-appI-retraction-error/distance", "x:appI-uniform-lipschitz"],
)
def risk_changes_by_the_constant_of_the_class(*, share=1):
    """L(v) = ½ ‖v‖² on the unit circle: constant on the class, so that its constant is 0, but ½ s² ‖g‖² off it."""
    steps = list(sphere_steps(2))
    for U in (0, Fraction(1, 2)):
        target = vector(0, U)
        bound = [share**2 * lipschitz_on_circle(target) * g**2 for *_, g in steps]
        change = [(half_square(R - target) - half_square(x - target)) ** 2 for x, R, _ in steps]
        yield at_most(change, bound, name=f"target at {U}", symbol="(ΔL)²")


def reached():
    """name: steps (x, R(x), ‖g‖²), target and R, on unit spheres and on matrices of rank one."""
    targets = {(n, U): vector(*[0] * (n - 1), U) for n in (2, 3, 5) for U in (0, Fraction(1, 2), 1, 4)}
    spheres = {f"R^{n}, U = {U}": (list(sphere_steps(n)), u, Fraction(1)) for (n, U), u in targets.items()}
    across = np.array([[0, 0], [0, Fraction(-3)]], dtype=object)
    return spheres | {f"rank one, {s**2}": (list(matrix_steps(s)), across, s**2) for s in (Fraction(2), Fraction(1, 3))}


@repair(
    "x:display-appI-retraction-error/corrected",
    "x:display-appI-retraction-error",
    kind="inequality",
    says="The retraction changes the risk by at most the largest gradient between both points times its error, "
    "hence by that over 2R times the squared step.",
    formula=r"|\mathcal{L}(R_v(v+g)) - \mathcal{L}(v+g)| \le \sup_{[R_v(v+g),\, v+g]}\|\nabla\mathcal{L}\| \cdot "
    r"\|R_v(v+g) - (v+g)\| \le \frac{\mathrm{Lip}}{2R}\|g\|^2",
    tight="approached by short steps from the point of a sphere opposite to the target",
    premises=["x:display-appI-retraction-error/sharp"],
    mutants={
        "share x 0.98": {"share": 0.98 * (Fraction(1))},
        "the gradient on the class only": {"lip": lambda u, r, _: 2 * half_square(r - u)},
        "without R": {"radius": lambda _: 1},
        "the root of R": {"radius": root},
    },
)
def risk_changes_by_the_constant_near_the_class(
    *,
    share=Fraction(1),
    radius=lambda R: R,
    lip=lambda u, r, x: 2 * max(half_square(r - u), half_square(x - u)),
):
    """Least squares, where the gradient v - u is largest at an end of the segment; squares of both sides.

    Approached by short steps from the point of a sphere opposite to the target. For matrices R is the singular value.
    """
    for name, (steps, target, R) in reached().items():
        change = [(half_square(r - target) - half_square(x - target)) ** 2 for x, r, _ in steps]
        first = [lip(target, r, x) * 2 * half_square(x - r) for x, r, _ in steps]
        second = [share**2 * lip(target, r, x) * (g / (2 * radius(R))) ** 2 for x, r, g in steps]
        yield at_most(change, first, name=f"{name}: first", symbol="(ΔL)²")
        yield at_most(first, second, name=f"{name}: second", symbol="(Lip error)²")


@claim(
    "x:appI-projection-retraction",
    kind="remark",
    says="On a compact class without boundary a nearest point exists for every tangent step, is unique for short "
    "ones, and follows the step to first order.",
    formula=r"\|\Pi(v+sg)-(v+sg)\| \le \frac{s^2\|g\|^2}{2R} < R",
    expected="computed",
    premises=["x:display-appI-retraction-error/sharp"],
    mutants={"a class with ends": {"ends": (0.0, np.pi / 2)}},
)
def projection_is_a_retraction(*, ends=(-0.1, 2 * np.pi + 0.1)):
    """On the ellipse with R = 1/2, by search; at the ends of an arc the error is the step itself.

    A set of positive reach is closed, so that relatively compact means compact. Unique: points at least 0.2 away from
    the nearest one are farther.
    """
    y = ELLIPSE.point(np.linspace(0, np.pi / 2, 7))
    for h in (-0.4, -0.1, -0.01, 0.01, 0.1, 0.4):
        x = y + h * ELLIPSE.basis(y)[:, :, 0]
        best = np.array([found_by_search(point, ends) for point in x])
        other = np.array([found_by_search(point, ends, near) for point, near in zip(x, best, strict=True)])
        error, second = (np.linalg.norm(near - x, axis=1) for near in (best, other))
        name = f"step {h:g}"
        bound = h**2 / (2 * ELLIPSE.reach)
        yield at_most(error, bound, name=name, digits=9, symbol="the error")
        yield at_least(second - error, 1e-3, name=f"{name}: unique", digits=None, symbol="the gap")
        near = ELLIPSE.retract(y, x)
        yield equal(near, best, name=f"{name}: code", digits=7, scale=1.0, symbol="the point")


@claim(
    "x:footnote-4-reach",
    kind="remark",
    says="The reach and its properties are explained in the cited work.",
    expected="not executable",
    why="a pointer to another paper; what is used of it here is checked in Appendices I and J",
)
def reach_is_explained_elsewhere():
    """Nothing to run."""

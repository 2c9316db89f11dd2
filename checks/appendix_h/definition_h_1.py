r"""Definition H.1 [x:def-geodesically-convex]: one geodesic joins any two points, counted where all of them are known.

A geodesic is a curve without tangential acceleration; it need not be a shortest one. On the sphere there are two arcs
between most points, and more that go round; between opposite points there are infinitely many.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import mpmath
import numpy as np

from checks.instances.geodesics import sphere_point
from theorytest import at_least, at_most, claim, equal

ALONG = np.linspace(0, 1, 401)
ROUNDS = (-2, -1, 0, 1, 2)


@dataclass(frozen=True)
class Manifold:
    """A set of points, and all its candidates for geodesics from v to w, each as an array of points along it."""

    points: tuple
    candidates: Callable
    inside: Callable  # points (n, m) to booleans

    def fewest_and_most(self):
        """The number of geodesics that stay inside, over all pairs of different points."""
        counts = [
            sum(bool(np.all(self.inside(curve))) for curve in self.candidates(v, w))
            for v, w in itertools.combinations(self.points, 2)
        ]
        return min(counts), max(counts)


def segments(v, w):
    """In R^m."""
    return [v + ALONG[:, None] * (w - v)]


def rounds(v, w):
    """On the circle, in angles (1,), or on the cylinder, in angles and heights (2,): straight, any number of times."""
    around = np.eye(len(v))[0] * 2 * np.pi
    return [segments(v, w + k * around)[0] for k in ROUNDS]


def arcs(v, w):
    """On the sphere: both arcs of the great circle, or those through eight directions between opposite points."""
    normal = np.cross(v, w)
    axes = [normal, -normal]
    if np.linalg.norm(normal) < 1e-9:
        e = np.linalg.svd(v[None])[2][1:]
        axes = [np.cos(b) * e[0] + np.sin(b) * e[1] for b in np.arange(8) * np.pi / 4]
    return [arc_around(v, w, axis / np.linalg.norm(axis)) for axis in axes]


def arc_around(v, w, axis):
    side = np.cross(axis, v)
    t = ALONG[:, None] * (np.arctan2(w @ side, w @ v) % (2 * np.pi))
    return np.cos(t) * v + np.sin(t) * side


def disk(radius=2.0, hole=0.0):
    """The open disk, or an open ring."""
    points = tuple(np.array([a, b]) for a in (-1.2, 0.0, 1.1) for b in (-1.0, 0.0, 1.3) if np.hypot(a, b) >= hole)

    def inside(x):
        r = np.linalg.norm(x, axis=-1)
        return (r < radius) & (r >= hole)

    return Manifold(points, segments, inside)


def circle(missing=True):
    """The unit circle in angles, without the point π or with it."""
    points = tuple(np.array([a]) for a in (-3.1, -1.5, 0.0, 0.1, 2.0, 3.1))
    return Manifold(points, rounds, lambda x: (np.abs(x[:, 0]) < np.pi) | (not missing))


def cylinder(missing=True):
    """Angles and heights, without the line opposite to the angle 0 or with it."""
    points = tuple(np.array([a, z]) for a in (-3.0, 0.0, 1.0, 3.1) for z in (-5.0, 0.0, 1.0))
    return Manifold(points, rounds, lambda x: (np.abs(x[:, 0]) < np.pi) | (not missing))


def cap(end=np.pi / 2, closed=False):
    """The points of the unit sphere at a polar angle less than `end`, or also equal to it."""
    polar = end if closed else end - 0.01
    rim = [sphere_point(polar, b) for b in (0.0, 0.4, 1.5, np.pi)]
    points = (sphere_point(0.0, 0.0), sphere_point(end / 2, 2.0), *rim)
    return Manifold(points, arcs, lambda x: x[:, 2] > np.cos(end) - (1e-9 if closed else 0.0))


CONVEX = {
    "disk": disk(),
    "circle without a point": circle(),
    "cylinder without a line": cylinder(),
    "small cap": cap(0.8),
    "open hemisphere": cap(),
}


@claim(
    "x:def-geodesically-convex",
    kind="definition",
    says="One geodesic joins any two points of an open disk, a circle without a point, a cylinder without a line "
    "and an open hemisphere.",
    formula=r"\forall\, v, w\in\mathcal{M}\ \exists!\ \text{geodesic } \gamma_{vw} \subset \mathcal{M}",
    premises=["x:def-unit-speed"],
    mutants={
        "the circle": {"more": {"circle": circle(missing=False)}},
        "the cylinder": {"more": {"cylinder": cylinder(missing=False)}},
        "the closed hemisphere": {"more": {"closed hemisphere": cap(closed=True)}},
        "a larger cap": {"more": {"larger cap": cap(np.pi / 2 + 0.05)}},
        "the sphere": {"more": {"sphere": cap(np.pi, closed=True)}},
        "a ring": {"more": {"ring": disk(hole=0.5)}},
    },
)
def one_geodesic_joins_two_points(*, more=None):
    """A ring has pairs without one; the others pairs with several. No manifold with a closed geodesic is convex."""
    for name, manifold in (CONVEX | (more or {})).items():
        counts = manifold.fewest_and_most()
        yield equal(counts, (1, 1), name=name, symbol="the number of geodesics")


def swept(lowest, radius):
    """The angle that a geodesic of z = r²/2 sweeps from r = radius inwards to r = lowest and out again.

    By Clairaut r² φ' = r_0 at unit speed; with r = r_0 cosh w the angle is 2 ∫ √(1 + r_0² cosh² w) / cosh w dw.
    """
    end = mpmath.acosh(mpmath.mpf(radius) / lowest)
    inner = mpmath.linspace(0, end, 5)
    return 2 * mpmath.quad(lambda w: mpmath.sqrt(1 + (lowest * mpmath.cosh(w)) ** 2) / mpmath.cosh(w), inner)


@claim(
    "x:def-geodesically-convex/paraboloid",
    kind="value",
    says="The paraboloid z = r^2/2, complete and without a hole, is not geodesically convex: from r = 1.509 on, "
    "opposite points are joined by three geodesics.",
    formula=r"\operatorname{arsinh} r_* = \frac{\sqrt{1+r_*^2}}{r_*}: \quad r_* = 1.5088\ldots",
    expected="computed",
    mutants={"one in a thousand less": {"share": 0.999}, "one in a thousand more": {"share": 1.001}},
)
def paraboloid_has_three(*, share=1.0):
    """One over the vertex, and one on either side of it as soon as geodesics near the vertex sweep more than π.

    Those near the rim sweep less, so that some geodesic in between sweeps π exactly.
    """
    with mpmath.workdps(30):
        first = share * mpmath.findroot(lambda r: mpmath.asinh(r) - mpmath.sqrt(1 + r**2) / r, 1.5)
        shorter, longer = first * mpmath.mpf("0.9995"), first * mpmath.mpf("1.0005")
        near, far, rim = (swept(*at) - mpmath.pi for at in ((1e-3, shorter), (1e-3, longer), (1.9, 2)))
    yield at_most(float(near), 0, name="before", digits=None, symbol="the angle beyond π")
    yield at_least(float(far), 0, name="after", digits=None, symbol="the angle beyond π")
    yield at_most(float(rim), 0, name="near the rim", digits=None, symbol="the angle beyond π")

r"""Definition H.1 [x:def-geodesically-convex]: one geodesic joins any two points, counted where all of them are known.

A geodesic is a curve without tangential acceleration; it need not be a shortest one. On the sphere there are two arcs
between most points, and more that go round; between opposite points there are infinitely many.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from checks.instances.geodesics import sphere_point
from theorytest import claim, equal, family

ALONG = np.linspace(0, 1, 401)


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
    return [segments(v, w + k * around)[0] for k in range(-2, 3)]


def arcs(v, w):
    """On the sphere: both arcs of the great circle, or those through eight directions between opposite points."""
    normal = np.cross(v, w)
    axes = [normal, -normal]
    if np.linalg.norm(normal) < 1e-9:
        e = np.linalg.svd(v[None])[2][1:]
        axes = [np.cos(b) * e[0] + np.sin(b) * e[1] for b in np.arange(8) * np.pi / 4]
    sides = [np.cross(axis, v) / np.linalg.norm(axis) for axis in axes]
    angles = [ALONG[:, None] * (np.arctan2(w @ side, w @ v) % (2 * np.pi)) for side in sides]
    return [np.cos(t) * v + np.sin(t) * side for t, side in zip(angles, sides, strict=True)]


def grid(*coordinates):
    """All points with these coordinates."""
    return tuple(map(np.array, itertools.product(*coordinates)))


def cap(end):
    """The points of the unit sphere at a polar angle less than `end`."""
    rim = [sphere_point(end - 0.01, b) for b in (0.0, 0.4, 1.5, np.pi)]
    points = (sphere_point(0.0, 0.0), sphere_point(end / 2, 2.0), *rim)
    return Manifold(points, arcs, lambda x: x[:, 2] > np.cos(end))


def without_the_cut(x):
    """The circle and the cylinder, in angles and heights, without the angle π."""
    return np.abs(x[:, 0]) < np.pi


CONVEX = {
    "disk": Manifold(grid((-1.2, 0.0, 1.1), (-1.0, 0.0, 1.3)), segments, lambda x: np.linalg.norm(x, axis=-1) < 2),
    "circle without a point": Manifold(grid((-3.1, -1.5, 0.0, 0.1, 2.0, 3.1)), rounds, without_the_cut),
    "cylinder without a line": Manifold(grid((-3.0, 0.0, 1.0, 3.1), (-5.0, 0.0, 1.0)), rounds, without_the_cut),
    "cap of angle 0.8": cap(0.8),
    "open hemisphere": cap(np.pi / 2),
}


def put_back(manifold):
    """With the points that were left out."""
    return replace(manifold, inside=lambda x: np.full(len(x), True))


def cut(manifold):
    """Without the points near the middle of the first pair."""
    v, w = manifold.points[:2]
    return replace(manifold, inside=lambda x: manifold.inside(x) & (np.linalg.norm(x - (v + w) / 2, axis=1) > 0.2))


@claim(
    "x:def-geodesically-convex",
    kind="definition",
    says="In a geodesically convex manifold exactly one geodesic joins any two points.",
    formula=r"\forall\, v, w\in\mathcal{M}\ \exists!\ \text{geodesic } \gamma_{vw} \subset \mathcal{M}",
    forall={"M, v, w": family(CONVEX, "geodesically convex manifolds and pairs of their points")},
    reading="A geodesic need not be a shortest one; two different points of 6 to 12 of each manifold are joined.",
    premises=["x:def-unit-speed"],
    mutants={"the missing points are put back": {"change": put_back}, "a hole": {"change": cut}},
)
def one_geodesic_joins_two_points(manifold, *, change=lambda manifold: manifold):
    return equal(change(manifold).fewest_and_most(), (1, 1), symbol="the number of geodesics")

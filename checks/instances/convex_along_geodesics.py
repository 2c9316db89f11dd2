"""Geodesics γ of lines, circles, spheres and cylinders with L = ½‖v - u‖² and the λ of its strong convexity along them.

An arc and a cap of half angle END = 2 arctan(1/2) and a strip of the cylinder, each with geodesics between several
places; u is (4, 0), (0, 0, 4) and (1, 0, 0).
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import theorytest as tt
from checks.instances.landscapes import arc_of, cap_of, cylinder_of
from theorytest import family

END = 2 * np.arctan(0.5)  # the arc and the cap of the landscapes


@dataclass(frozen=True)
class Geodesic:
    """t ↦ γ(t) for t in [0, T], from times (n,) to points (n, m)."""

    point: Callable[..., Any]
    length: Any


def line(v: Any, w: Any) -> Any:
    """The segment from v to w."""
    length = np.linalg.norm(w - v)
    return Geodesic(lambda t: v + t[:, None] * (w - v) / length, length)


def great_circle(v: Any, w: Any) -> Any:
    """The shorter arc from v to w on the unit sphere of R^m, on the unit circle for m = 2."""
    angle = np.arccos(v @ w)
    e = (w - np.cos(angle) * v) / np.sin(angle)
    return Geodesic(lambda t: np.cos(t)[:, None] * v + np.sin(t)[:, None] * e, angle)


def helix(start: Any, end: Any) -> Any:
    """From (φ, z) to (φ', z') on the cylinder around the third axis, as straight as on a sheet of paper."""
    sheet = line(np.array(start), np.array(end))

    def point(t: Any) -> Any:
        phi, z = sheet.point(t).T
        return np.stack([np.cos(phi), np.sin(phi), z], axis=-1)

    return Geodesic(point, sheet.length)


def on_circle(angle: Any) -> Any:
    return np.array([np.cos(angle), np.sin(angle)])


def on_sphere(polar: Any, azimuth: Any) -> Any:
    """With the pole (0, 0, 1)."""
    return np.array([np.sin(polar) * np.cos(azimuth), np.sin(polar) * np.sin(azimuth), np.cos(polar)])


def between(places: Any, join: Any) -> Any:
    """Every geodesic between two of the places."""
    return [join(v, w) for v, w in itertools.combinations(places, 2)]


LANDSCAPES = {  # geodesics, target, λ
    "a line of the plane": ([line(np.array([3.0, 1.0]), np.array([-1.0, 2.0]))], (0.0, 0.0), 1),
    "arcs up to 2 arctan(1/2)": (
        between([on_circle(angle) for angle in (-END, -0.5, 0.1, END - 0.01, END)], great_circle),
        (4.0, 0.0),
        arc_of(4).modulus,
    ),
    "great circles of a cap": (  # also across, away from the pole
        between([on_sphere(*at) for at in ((END, 0.0), (END, 0.02), (END, 2.0), (0.5, 1.0), (0.0, 0.0))], great_circle),
        (0.0, 0.0, 4.0),
        cap_of(4).modulus,
    ),
    "helices of a cylinder": (
        between([(-END, 0.0), (0.3, 2.0), (END - 0.01, -1.0), (END, -1.0), (0.0, 3.0)], helix),
        (1.0, 0.0, 0.0),
        cylinder_of(1).modulus,
    ),
}


def any_arc(distance: Any, end: Any, share: Any) -> Any:
    """The unit circle seen from (U, 0) up to the angle ±θ, with an arc that ends there: λ = U cos θ."""
    curve = great_circle(on_circle(share * float(end)), on_circle(float(end)))
    return [curve], (float(distance), 0.0), distance * np.cos(float(end))


CONVEX = family(
    LANDSCAPES,
    "strongly geodesically convex losses, with their λ and geodesics",
    search=tt.product(tt.positive(10), tt.reals(0.1, 1.5), tt.reals(-0.9, 0.9)).map(any_arc),
    effort=40,
)

r"""Definition H.3 [x:def-strongly-geodesically-convex]: g = L∘γ is λ-strongly convex along every unit-speed geodesic γ.

In the conventional sense, g((a + b)/2) ≤ (g(a) + g(b))/2 - λ (b - a)²/8 for all a and b, here of a fine grid.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import theorytest as tt
from checks.instances.landscapes import arc_of, cap_of, cylinder_of
from theorytest import at_least, claim, family

END = 2 * np.arctan(0.5)  # the arc and the cap of the landscapes


@dataclass(frozen=True)
class Geodesic:
    """t ↦ γ(t) for t in [0, T], from times (n,) to points (n, m)."""

    point: Callable
    length: float


def line(v, w):
    """The segment from v to w."""
    length = np.linalg.norm(w - v)
    return Geodesic(lambda t: v + t[:, None] * (w - v) / length, length)


def great_circle(v, w):
    """The shorter arc from v to w on the unit sphere of R^m, on the unit circle for m = 2."""
    angle = np.arccos(v @ w)
    e = (w - np.cos(angle) * v) / np.sin(angle)
    return Geodesic(lambda t: np.cos(t)[:, None] * v + np.sin(t)[:, None] * e, angle)


def helix(start, end):
    """From (φ, z) to (φ', z') on the cylinder around the third axis, as straight as on a sheet of paper."""
    sheet = line(np.array(start), np.array(end))

    def point(t):
        phi, z = sheet.point(t).T
        return np.stack([np.cos(phi), np.sin(phi), z], axis=-1)

    return Geodesic(point, sheet.length)


def on_circle(angle):
    return np.array([np.cos(angle), np.sin(angle)])


def on_sphere(polar, azimuth):
    """With the pole (0, 0, 1)."""
    return np.array([np.sin(polar) * np.cos(azimuth), np.sin(polar) * np.sin(azimuth), np.cos(polar)])


def between(places, join):
    """Every geodesic between two of the places."""
    return [join(v, w) for v, w in itertools.combinations(places, 2)]


LANDSCAPES = {  # geodesics, target, λ
    "line": ([line(np.array([3.0, 1.0]), np.array([-1.0, 2.0]))], (0.0, 0.0), 1),
    "arc": (
        between([on_circle(angle) for angle in (-END, -0.5, 0.1, END - 0.01, END)], great_circle),
        (4.0, 0.0),
        arc_of(4).modulus,
    ),
    "cap": (  # also across, away from the pole
        between([on_sphere(*at) for at in ((END, 0.0), (END, 0.02), (END, 2.0), (0.5, 1.0), (0.0, 0.0))], great_circle),
        (0.0, 0.0, 4.0),
        cap_of(4).modulus,
    ),
    "cylinder": (
        between([(-END, 0.0), (0.3, 2.0), (END - 0.01, -1.0), (END, -1.0), (0.0, 3.0)], helix),
        (1.0, 0.0, 0.0),
        cylinder_of(1).modulus,
    ),
}


def any_arc(distance, end, share):
    """The unit circle seen from (U, 0) up to the angle ±θ, with an arc that ends there: λ = U cos θ."""
    curve = great_circle(on_circle(share * float(end)), on_circle(float(end)))
    return [curve], (float(distance), 0.0), distance * np.cos(float(end))


def modulus_along(geodesic, target, speed, n=41):
    """The largest λ of the definition on one geodesic: the least 4 (g(a) + g(b) - 2 g((a + b)/2)) / (b - a)²."""
    t = np.linspace(0, geodesic.length / speed, n)
    g = np.sum((geodesic.point(speed * t) - np.array(target)) ** 2, axis=-1) / 2
    i, j = np.triu_indices(n, 8)
    i, j = i[(i + j) % 2 == 0], j[(i + j) % 2 == 0]
    return np.min(4 * (g[i] + g[j] - 2 * g[(i + j) // 2]) / (t[j] - t[i]) ** 2)


@claim(
    "x:def-strongly-geodesically-convex",
    also=["x:def-geodesically-convex"],
    kind="definition",
    says="If L is λ-strongly geodesically convex on M, then L∘γ is λ-strongly convex for every unit-speed geodesic γ "
    "of M.",
    formula=r"\mathcal{L}(\gamma(\tfrac{a+b}2)) \le \tfrac12\mathcal{L}(\gamma(a)) + \tfrac12\mathcal{L}(\gamma(b)) "
    r"- \tfrac\lambda8(b-a)^2",
    forall={
        "M, L, γ": family(
            LANDSCAPES,
            "strongly geodesically convex losses, with their λ and geodesics",
            search=tt.product(tt.positive(10), tt.reals(0.1, 1.5), tt.reals(-0.9, 0.9)).map(any_arc),
            effort=40,
        )
    },
    reading="L = ½‖v - u‖² with u on the axis of arcs, caps and cylinders; a and b run through a grid. In each of "
    "these open classes one geodesic joins two points; on the whole sphere there are two.",
    premises=["x:def-unit-speed"],
    tight="approached by short geodesics where the second derivative is least",
    mutants={
        "half as fast": {"speed": 0.5},
        "the modulus of flat space": {"modulus": lambda lam: max(1.0, lam)},
        "three per cent more": {"modulus": lambda lam: 1.03 * lam},
    },
)
def least_squares_is_strongly_convex(landscape, *, speed=1.0, modulus=float):
    """Another speed would change the modulus by its square."""
    curves, target, lam = landscape
    found = min(modulus_along(curve, target, speed) for curve in curves)
    return at_least(found, modulus(lam), digits=9, symbol="the modulus along geodesics")

r"""Definition H.3 [x:def-strongly-geodesically-convex]: g = L∘γ is λ-strongly convex along every unit-speed geodesic γ.

In the conventional sense, g((a + b)/2) ≤ (g(a) + g(b))/2 - λ (b - a)²/8 for all a and b, here of a fine grid.
"""

import itertools

import numpy as np

from checks.instances.geodesics import great_circle, line, on_cylinder, on_parabola, on_saddle, sphere_point
from checks.instances.landscapes import arc_of, cap_of, cylinder_of, parabola, saddle
from theorytest import at_least, claim, family

END = 2 * np.arctan(0.5)  # the arc and the cap of the landscapes


def between(places, join):
    """Every geodesic between two of the places."""
    return [join(v, w) for v, w in itertools.combinations(places, 2)]


def on_arc():
    angles = (-END, -0.5, 0.1, END - 0.01, END)
    return between([np.array([np.cos(a), np.sin(a)]) for a in angles], great_circle)


def on_cap():
    """Also across, away from the pole."""
    places = [(END, 0.0), (END, 0.02), (END, 2.0), (0.5, 1.0), (0.0, 0.0)]
    return between([sphere_point(*at) for at in places], great_circle)


def on_strip():
    return between([(-END, 0.0), (0.3, 2.0), (END - 0.01, -1.0), (END, -1.0), (0.0, 3.0)], on_cylinder)


def along_a_line():
    return [line(np.array([3.0, 1.0]), np.array([-1.0, 2.0]))]


def along_the_parabola():
    return between((-20.0, -0.4, 0.99, 1.01, 5.0), on_parabola)


def along_the_saddle():
    """In all directions, along the diagonal through (1, 1)/√2 among them."""
    starts = [(0.0, 0.0), (1.0, -0.3), (0.65, 0.65), (3.0, 2.0), (-1.0, 0.7)]
    diagonal = np.arctan(1 / np.sqrt(1 + 2 * 0.65**2))  # of (1, 1) at (0.65, 0.65)
    angles = (*np.arange(6) * np.pi / 3, diagonal)
    return [on_saddle(x, y, angle, 1.5) for x, y in starts for angle in angles]


# No region: each λ is known by hand, and so are the geodesics.
LANDSCAPES = {  # geodesics, target, λ
    "line": (along_a_line, (0.0, 0.0), 1),
    "arc": (on_arc, (4.0, 0.0), arc_of(4).modulus),
    "cap": (on_cap, (0.0, 0.0, 4.0), cap_of(4).modulus),
    "cylinder": (on_strip, (1.0, 0.0, 0.0), cylinder_of(1).modulus),
    "parabola": (along_the_parabola, (0.0, 0.0), parabola().modulus),
    "saddle": (along_the_saddle, (0.0, 0.0, 0.0), saddle().modulus),
}


def modulus_along(geodesic, target, n=41):
    """The largest λ of the definition on one geodesic: the least 4 (g(a) + g(b) - 2 g((a + b)/2)) / (b - a)²."""
    t = geodesic.times(n)
    g = np.sum((geodesic.point(t) - np.array(target)) ** 2, axis=-1) / 2
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
    forall={"M, L, γ": family(LANDSCAPES, "strongly geodesically convex losses, with their λ and geodesics")},
    reading="L = ½‖v - u‖² with u on the axis of arcs, caps and cylinders, at the vertex of the parabola and at the "
    "centre of the saddle z = xy; a and b run through a grid. In each of these open classes one geodesic joins two "
    "points; on the whole sphere there are two.",
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
    found = min(modulus_along(curve.faster(speed), target) for curve in curves())
    return at_least(found, modulus(lam), digits=9, symbol="the modulus along geodesics")

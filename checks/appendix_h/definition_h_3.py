"""Definition H.3 [x:def-strongly-geodesically-convex]: L∘γ is λ-strongly convex for every unit-speed geodesic γ."""

import numpy as np

from checks.instances.convex_along_geodesics import CONVEX
from theorytest import at_least, claim


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
    forall={"M, L, γ": CONVEX},
    reading="L = ½‖v - u‖² with u on the axis of arcs, caps and cylinders; a and b run through a grid. In each of "
    "these open classes one geodesic joins two points; on the whole sphere there are two or more.",
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

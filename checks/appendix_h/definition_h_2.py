r"""Definition H.2 [x:def-unit-speed]: ‖γ'(t)‖ = 1 with γ'(t) tangent, along geodesics of several manifolds."""

import numpy as np

from checks.instances.geodesics import Geodesic, geodesics, great_circle, sphere_point
from theorytest import claim, equal, family, product, reals


def latitude():
    """A circle of latitude on the sphere, of unit speed but not straight."""
    height, radius = 0.6, 0.8

    def point(t):
        return np.stack([radius * np.cos(t / radius), radius * np.sin(t / radius), height + 0 * t], axis=-1)

    return Geodesic(point, 1.0, lambda x: x)


def euclidean(geodesic):
    """With the Euclidean norm of R^m for that of H."""
    return Geodesic(geodesic.point, geodesic.length, geodesic.normal)


def to_the_pole(polar, azimuth):
    """On the sphere."""
    return great_circle(sphere_point(polar, azimuth), sphere_point(0.0, 0.0))


def as_defined(geodesic):
    return geodesic


@claim(
    "x:def-unit-speed",
    also=["x:display-defH.2"],
    kind="definition",
    says="A unit-speed parameterisation γ of a geodesic has a tangent velocity of norm one at every t in (0, T).",
    formula=r"\dot\gamma(t)\in\mathbb{T}_{\gamma(t)}\mathcal{M}, \qquad \|\dot\gamma(t)\|_{\mathcal{H}} = 1",
    forall={
        "γ, t": family(
            geodesics,
            "unit-speed geodesics of submanifolds of H, 25 times each",
            search=product(reals(0.2, 2.9), reals(-3.0, 3.0)).map(to_the_pole),
            effort=40,
        )
    },
    mutants={
        "one per cent faster": {"change": lambda geodesic: geodesic.faster(1.01)},
        "the Euclidean norm": {"change": euclidean},
        "a circle of latitude": {"change": lambda _: latitude()},
    },
)
def velocity_has_norm_one(geodesic, *, change=as_defined):
    """And the acceleration is normal, which makes the curve a geodesic."""
    curve = change(geodesic)
    t = curve.times(25, margin=0.02)
    x, velocity = curve.point(t), curve.velocity(t)
    yield equal(np.sqrt(curve.inner(velocity, velocity)), 1.0, name="speed", digits=8, symbol="‖γ'(t)‖")
    bend = curve.acceleration(t)
    if curve.normal is not None:
        n = curve.normal(x)
        yield equal(curve.inner(velocity, n), 0.0, name="tangent", digits=8, symbol="the normal part of γ'(t)")
        bend = bend - curve.inner(bend, n)[:, None] * n
    sideways = np.sqrt(curve.inner(bend, bend))
    yield equal(sideways, 0.0, name="straight", digits=5, symbol="the tangential part of γ''(t)")

r"""Definition H.2 [x:def-unit-speed]: ‖γ'(t)‖ = 1 with γ'(t) tangent, along geodesics of several manifolds."""

from __future__ import annotations

import numpy as np

from checks.instances.geodesics import Geodesic, geodesics
from theorytest import claim, equal


def latitude():
    """A circle of latitude on the sphere, of unit speed but not straight."""
    height, radius = 0.6, 0.8

    def point(t):
        return np.stack([radius * np.cos(t / radius), radius * np.sin(t / radius), height + 0 * t], axis=-1)

    return Geodesic(point, 1.0, lambda x: x)


def parabola_by_its_abscissa():
    return Geodesic(lambda t: np.stack([t, t**2 / 2], axis=-1), 1.0)


def euclidean(geodesic):
    """With the Euclidean norm of R^m for that of H."""
    return Geodesic(geodesic.point, geodesic.length, geodesic.normal)


def as_defined(geodesic):
    return geodesic


@claim(
    "x:def-unit-speed",
    also=["x:display-defH.2"],
    kind="definition",
    says="Along a geodesic parameterised by arc length the velocity is a tangent vector with norm one.",
    formula=r"\dot\gamma(t)\in\mathbb{T}_{\gamma(t)}\mathcal{M}, \qquad \|\dot\gamma(t)\|_{\mathcal{H}} = 1",
    expected="computed",
    mutants={
        "twice as fast": {"change": lambda geodesic: geodesic.faster(2.0)},
        "one per cent faster": {"change": lambda geodesic: geodesic.faster(1.01)},
        "the Euclidean norm": {"change": euclidean},
        "a parabola by its abscissa": {"more": {"by abscissa": parabola_by_its_abscissa()}},
        "a circle of latitude": {"more": {"latitude": latitude()}},
    },
)
def velocity_has_norm_one(*, change=as_defined, more=None):
    """And the acceleration is normal, which makes them geodesics. From v to itself T = 0, and nothing is asked."""
    for name, geodesic in (geodesics() | (more or {})).items():
        curve = change(geodesic)
        t = curve.times(25, margin=0.02)
        x, velocity = curve.point(t), curve.velocity(t)
        speed = np.sqrt(curve.inner(velocity, velocity))
        yield equal(speed, 1.0, name=f"{name}: speed", digits=8, symbol="the speed")
        bend = curve.acceleration(t)
        if curve.normal is not None:
            n = curve.normal(x)
            across = curve.inner(velocity, n)
            yield equal(across, 0.0, name=f"{name}: tangent", digits=8, symbol="the normal velocity")
            bend = bend - curve.inner(bend, n)[:, None] * n
        sideways = np.sqrt(curve.inner(bend, bend))
        yield equal(sideways, 0.0, name=f"{name}: straight", digits=5, symbol="the tangential bend")

r"""Definition H.2 [x:def-unit-speed]: ‖γ'(t)‖ = 1 with γ'(t) tangent, along geodesics of several manifolds."""

from dataclasses import replace

import sympy as sp

from checks.instances.geodesics import UNIT_SPEED, latitude, t
from theorytest import claim, equal


@claim(
    "x:def-unit-speed",
    also=["x:display-defH.2"],
    kind="definition",
    says="A unit-speed parameterisation γ of a geodesic has a tangent velocity of norm one at every t in (0, T).",
    formula=r"\dot\gamma(t)\in\mathbb{T}_{\gamma(t)}\mathcal{M}, \qquad \|\dot\gamma(t)\|_{\mathcal{H}} = 1",
    forall={"γ": UNIT_SPEED},
    reading="Simplified by computer algebra for all t.",
    mutants={
        "one per cent faster": {
            "change": lambda of: replace(of, point=of.point.subs(t, sp.Rational(101, 100) * t), normal=None)
        },
        "the Euclidean norm": {"change": lambda of: replace(of, masses=(1, 1, 1))},
        "a circle of latitude": {"change": lambda _: latitude()},
    },
)
def velocity_has_norm_one(geodesic, *, change=lambda geodesic: geodesic):
    """And the acceleration is normal, which makes the curve a geodesic."""
    curve = change(geodesic)
    velocity, bend = curve.point.diff(t), curve.point.diff(t, 2)
    yield equal(curve.inner(velocity, velocity), 1, name="speed", symbol="‖γ'(t)‖²")
    if curve.normal is not None:
        yield equal(curve.inner(velocity, curve.normal), 0, name="tangent", symbol="the normal part of γ'(t)")
        bend = bend - curve.inner(bend, curve.normal) * curve.normal
    yield equal(curve.inner(bend, bend), 0, name="straight", symbol="the squared tangential part of γ''(t)")

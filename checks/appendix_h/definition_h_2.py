r"""Definition H.2 [x:def-unit-speed]: ‖γ'(t)‖ = 1 with γ'(t) tangent, along geodesics of several manifolds."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy as sp

from theorytest import claim, equal, family

t = sp.Symbol("t", real=True)
SPHERE = sp.Matrix([sp.cos(t), 3 * sp.sin(t) / 5, 4 * sp.sin(t) / 5])
HELIX = sp.Matrix([sp.cos(3 * t / 5), sp.sin(3 * t / 5), 4 * t / 5])


@dataclass(frozen=True)
class Geodesic:
    """γ(t), a unit normal of its manifold there, or None for a flat one, and (u, v) = Σ_i p_i u_i v_i."""

    point: sp.Matrix
    normal: sp.Matrix | None = None
    masses: tuple = (1, 1, 1)

    def inner(self, u, v):
        return sp.simplify(sum(p * a * b for p, a, b in zip(self.masses, u, v, strict=False)))


LINE = Geodesic(sp.Matrix([1, 2]) + t / sp.sqrt(7) * sp.Matrix([-1, -3]), masses=(sp.Rational(1, 4), sp.Rational(3, 4)))
GEODESICS = {
    "line in L² of two points": LINE,
    "sphere": Geodesic(SPHERE, SPHERE),
    "cylinder": Geodesic(HELIX, HELIX.multiply_elementwise(sp.Matrix([1, 1, 0]))),
}


def latitude():
    """A circle of latitude on the sphere, of unit speed but not straight."""
    point = sp.Matrix([4 * sp.cos(5 * t / 4), 4 * sp.sin(5 * t / 4), 3]) / 5
    return Geodesic(point, point)


def faster(geodesic):
    """By one per cent."""
    return replace(geodesic, point=geodesic.point.subs(t, sp.Rational(101, 100) * t), normal=None)


@claim(
    "x:def-unit-speed",
    also=["x:display-defH.2"],
    kind="definition",
    says="A unit-speed parameterisation γ of a geodesic has a tangent velocity of norm one at every t in (0, T).",
    formula=r"\dot\gamma(t)\in\mathbb{T}_{\gamma(t)}\mathcal{M}, \qquad \|\dot\gamma(t)\|_{\mathcal{H}} = 1",
    # no region: geodesics are known by hand
    forall={"γ": family(GEODESICS, "unit-speed geodesics of submanifolds of H")},
    reading="Simplified by computer algebra for all t.",
    mutants={
        "one per cent faster": {"change": faster},
        "the Euclidean norm": {"change": lambda geodesic: replace(geodesic, masses=(1, 1, 1))},
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

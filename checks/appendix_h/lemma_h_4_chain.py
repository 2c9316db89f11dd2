r"""The end of the proof of Lemma H.4: the slope of g = L∘γ against the projected gradient, and the limit s → 0.

L(v) = ½‖v - u_*‖² with the gradient v - u_*. The Riesz representative of the linear map h ↦ g'(s) h of R is g'(s).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.instances.geodesics import great_circle, line, on_cylinder, on_parabola, sphere_point
from checks.instances.smooth_problems import vector
from theorytest import at_least, at_most, claim, equal, repair

END = 1.1
COARSE = {"digits": 7, "scale": 1.0}  # velocities are differences


def descents():
    """A geodesic from u to the minimiser over the class, the target u_* and λ, by name."""
    one, pole = np.array([1.0, 0.0]), np.array([0.0, 0.0, 1.0])
    return {
        "circle through the target": (great_circle(np.array([0.6, 0.8]), one), one, 0.6),
        "line": (line(np.array([3.0, 1.0]), -one), -one, 1.0),
        "sphere": (great_circle(sphere_point(END, 0.3), pole), 4 * pole, 4 * np.cos(END)),
        "cylinder": (on_cylinder([END, 2.0], [0.0, 0.0]), np.array([1.0, 0.0, 0.0]), np.cos(END)),
        "parabola": (on_parabola(-2.0, 0.0), np.zeros(2), 7 / 8),
    }


def loss(x, target):
    return np.sum((x - target) ** 2, axis=-1) / 2


def squared_slope(curve, target, s, h=1e-4):
    """g'(s)² by differences of the loss itself."""
    ahead, twice = (loss(curve.point(s + k * h), target) - loss(curve.point(s - k * h), target) for k in (1, 2))
    return ((8 * ahead - twice) / (12 * h)) ** 2


def along(g, direction):
    """‖P g‖² for the projection onto the span of one vector."""
    return np.sum(g * direction, axis=-1) ** 2 / np.sum(direction**2, axis=-1)


def projected(curve, g, x):
    """‖P g‖² for the projection onto the tangent space at x; a line is seen within a plane that is the class."""
    whole = np.sum(g**2, axis=-1)
    return whole if curve.normal is None else whole - along(g, curve.normal(x))


def at_the_point(curve, s):
    """γ(s)."""
    return curve.point(s)


def at_the_start(curve, s):
    """u = γ(0), for every s."""
    return curve.point(0 * s)


@claim(
    "x:display-lemH.4-proof-chain",
    kind="inequality",
    says="The squared slope along the geodesic is at most the gradient's squared projection to the tangent space "
    "at its start u, which contains the velocity.",
    formula=r"\dot g(s)^2 \le \|P_{\mathbb{T}_u\mathcal{M}}\nabla\mathcal{L}(\gamma(s))\|^2, \qquad "
    r"\dot\gamma(s)\in\mathbb{T}_u\mathcal{M}",
    expected="refuted",
    gravity="gap in a proof",
    premises=["x:def-unit-speed"],
)
def slope_and_the_first_tangent_space(*, share=Fraction(1)):
    """An arc from u = (3/5, 4/5) to the target (1, 0), at γ(s) = (4/5, 3/5): 9/25 against 169/625.

    Between u and the target it fails for every s > 0, and the velocity is in T_u for none.
    """
    u, x, target = vector("3/5", "4/5"), vector("4/5", "3/5"), vector(1, 0)
    g = x - target
    first, velocity = vector(-u[1], u[0]), vector(x[1], -x[0])
    bound = share * along(g, first)
    yield at_most(along(g, velocity), bound, name="arc", symbol="the squared slope")
    inside = along(velocity, first)
    yield equal(inside, 1, name="velocity", symbol="the part in the first space")


@repair(
    "x:display-lemH.4-proof-chain/corrected",
    "x:display-lemH.4-proof-chain",
    kind="inequality",
    says="The squared slope is the squared projection to the velocity, at most that to the tangent space at the "
    "current point.",
    formula=r"\dot g(s)^2 = (\nabla\mathcal{L}(\gamma(s)),\dot\gamma(s))^2 = \|P_{\dot\gamma(s)}\nabla\mathcal{L}\|^2 "
    r"\le \|P_{\mathbb{T}_{\gamma(s)}\mathcal{M}}\nabla\mathcal{L}(\gamma(s))\|^2",
    expected="computed",
    tight="attained by gradients along the geodesic",
    premises=["x:def-unit-speed"],
    mutants={
        "share x 0.98": {"share": 0.98},
        "the tangent space at the start": {"where": at_the_start},
        "twice as fast": {"speed": 2.0},
        "equal on surfaces too": {"compare": equal},
    },
)
def slope_and_the_current_tangent_space(*, share=1.0, where=at_the_point, speed=1.0, compare=at_most):
    """Attained on curves, and where the gradient points along the geodesic; on the cylinder it does not."""
    for name, (geodesic, target, _) in descents().items():
        curve = geodesic.faster(speed)
        s = curve.times(15, margin=0.01)
        x, velocity = curve.point(s), curve.velocity(s)
        slope, g = squared_slope(curve, target, s), x - target
        inner = np.sum(g * velocity, axis=-1) ** 2
        bound = share * projected(curve, g, where(curve, s))
        yield equal(slope, inner, name=f"{name}: chain rule", symbol="g'(s)²", **COARSE)
        yield equal(inner, along(g, velocity), name=f"{name}: unit speed", symbol="g'(s)²", **COARSE)
        yield compare(slope, bound, name=f"{name}: tangent space", symbol="g'(s)²", **COARSE)


@claim(
    "x:lemH.4-proof-limit",
    kind="inequality",
    says="As s tends to 0 the bound of (26) becomes strong PL at u, whichever of the two tangent spaces is taken.",
    formula=r"\lim_{s\to0}\Big(g(s)-\tfrac1{2\lambda}\|P\nabla\mathcal{L}(\gamma(s))\|^2\Big) = "
    r"\mathcal{L}(u)-\tfrac1{2\lambda}\|P_{\mathbb{T}_u\mathcal{M}}\nabla\mathcal{L}(u)\|^2 "
    r"\le \mathcal{L}_{\min,\mathcal{M}}",
    expected="computed",
    tight="attained on lines",
    premises=["eq:g_strong_convexity_minimum", "x:display-lemH.4-proof-chain/corrected"],
    mutants={
        "share x 1.02": {"share": 1.02},
        "a limit at the other end": {"start": lambda curve: curve.length},
        "a third for one half": {"half": 1 / 3},
    },
)
def limit_gives_the_lemma(*, share=1.0, half=0.5, start=lambda _: 0.0):
    """Needs that the gradient and the tangent spaces are continuous; (25) at s = 0 gives it without a limit."""
    for name, (curve, target, lam) in descents().items():
        u, s = curve.point(np.zeros(1)), np.abs(start(curve) - np.array([1e-8]))
        x = curve.point(s)
        at_u = loss(u, target) - half / (share * lam) * projected(curve, u - target, u)
        for where in (at_the_point, at_the_start):
            near = loss(x, target) - 0.5 / (share * lam) * projected(curve, x - target, where(curve, s))
            label = f"{name}: {where.__name__.replace('_', ' ')}"
            yield equal(near, at_u, name=label, digits=6, scale=1.0, symbol="the bound near u")
        least = loss(curve.point(np.array([curve.length])), target)
        yield at_least(least, at_u, name=f"{name}: strong PL", symbol="the minimum", **COARSE)

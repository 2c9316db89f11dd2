r"""The end of the proof of Lemma H.4: the slope of g = L∘γ against the projected gradient, and the limit s → 0.

L(v) = ½‖v - u_*‖² with the gradient v - u_*. The Riesz representative of the linear map h ↦ g'(s) h of R is g'(s).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

import theorytest as tt
from checks.hypotheses import continuous_gradient
from checks.instances.geodesics import descents
from checks.instances.smooth_problems import on_circle, vector
from theorytest import at_least, at_most, claim, equal, family, proof, repair

COARSE = {"digits": 7, "scale": 1.0}  # velocities are differences


@dataclass(frozen=True)
class Slope:
    """At points γ(s): g'(s)², (∇L, γ')², ‖P_γ' ∇L‖², and ‖P ∇L‖² for the tangent spaces at u = γ(0) and at γ(s)."""

    square: Any
    inner: Any
    along: Any
    at_start: Any
    at_point: Any


def along(g, direction):
    """‖P g‖² for the projection onto the span of one vector."""
    return np.sum(g * direction, axis=-1) ** 2 / np.sum(direction**2, axis=-1)


def projected(curve, g, x):
    """‖P g‖² for the projection onto the tangent space at x; a line is seen within a plane that is the class."""
    whole = np.sum(g**2, axis=-1)
    return whole if curve.normal is None else whole - along(g, curve.normal(x))


def rational_arc(start, place):
    """From u to (1, 0) on the unit circle, at γ(s), both by tan(θ/2): g = 1 - cos of the angle."""
    u, x, target = on_circle(start), on_circle(place), vector(1, 0)
    g, velocity = x - target, vector(x[1], -x[0])
    first, here = vector(-u[1], u[0]), vector(-x[1], x[0])
    return Slope(x[1] ** 2, (g @ velocity) ** 2, along(g, velocity), along(g, first), along(g, here))


def numerical(descent, h=1e-4):
    """g'(s) by differences of the loss itself, at 15 places."""
    curve = descent.curve
    s = curve.times(15, margin=0.01)
    ahead, twice = (descent.loss(curve.point(s + k * h)) - descent.loss(curve.point(s - k * h)) for k in (1, 2))
    x, velocity = curve.point(s), curve.velocity(s)
    g = x - descent.target
    spaces = (projected(curve, g, at) for at in (curve.point(0 * s), x))
    return Slope(((8 * ahead - twice) / (12 * h)) ** 2, np.sum(g * velocity, axis=-1) ** 2, along(g, velocity), *spaces)


def slopes():
    """The smallest in rational numbers."""
    return {"rational arc": rational_arc(Fraction(1, 2), Fraction(1, 3))} | {
        name: numerical(each) for name, each in descents().items()
    }


GEODESICS = family(
    slopes,
    "unit-speed geodesics from u to the minimiser, up to 15 times each",
    search=tt.product(tt.reals(0, 1, open=True), tt.reals(0, 1, open=True)).map(
        lambda start, part: rational_arc(start, part * start)
    ),
)


def chain_on_symbols(*, space=lambda slope: slope.at_point, speed=1, compare=at_most):
    """(∇L, γ') = (P∇L, γ') for γ' in the tangent space, and ‖P∇L − (P∇L, γ')γ'‖² is what is left."""
    (g, projected, velocity), slope = proof.vector("∇L P∇L γ'"), proof.real("g'(s)")
    product, inside = proof.inner(g, velocity), proof.inner(projected, velocity)
    terms = Slope(slope**2, product**2, proof.square(product * velocity), None, proof.square(projected))
    return proof.statement(
        list(slope_and_a_tangent_space(terms, space=space, speed=speed, compare=compare)),
        given={
            "the chain rule": equal(slope, product),
            "unit-speed": equal(proof.square(velocity), 1),
            "its projection": equal(product, inside),
        },
        by=[
            [proof.use("the chain rule", slope + product)],
            [proof.use("unit-speed", -(product**2))],
            [
                proof.use("the chain rule", -slope - product),
                proof.use("its projection", -product - inside),
                proof.use("unit-speed", -(inside**2)),
                proof.squared(projected - inside * velocity),
            ],
        ],
    )


@repair(
    "x:display-lemH.4-proof-chain/corrected",
    "x:display-lemH.4-proof-chain",
    by={"space": lambda slope: slope.at_point},
    says="For a unit-speed geodesic γ, g'(s)² is the squared norm of ∇L(γ(s)) projected to γ'(s), at most that of its "
    "projection to the tangent space at γ(s).",
    formula=r"\dot g(s)^2 = (\nabla\mathcal{L}(\gamma(s)),\dot\gamma(s))^2 = \|P_{\dot\gamma(s)}\nabla\mathcal{L}\|^2 "
    r"\le \|P_{\mathbb{T}_{\gamma(s)}\mathcal{M}}\nabla\mathcal{L}(\gamma(s))\|^2",
    reading="Tried with L(v) = ½‖v - u_*‖²; g'(s) = (∇L(γ(s)), γ'(s)) is the chain rule.",
    tight="attained by gradients along the geodesic",
    premises=["x:def-unit-speed"],
    proof=chain_on_symbols,
    mutants={"one per cent faster": {"speed": Fraction(101, 100)}, "equal on surfaces too": {"compare": equal}},
)
@claim(
    "x:display-lemH.4-proof-chain",
    says="For a unit-speed geodesic γ from u, g'(s)² is at most the squared norm of ∇L(γ(s)) projected to the tangent "
    "space at u.",
    formula=r"\dot g(s)^2 \le \|P_{\mathbb{T}_u\mathcal{M}}\nabla\mathcal{L}(\gamma(s))\|^2, \qquad "
    r"\dot\gamma(s)\in\mathbb{T}_u\mathcal{M}",
    forall={"γ, s": GEODESICS},
    reading="L(v) = ½‖v - u_*‖². With the tangent space at γ(s), which tends to that at u, the proof is right.",
    gravity="misprint",
    finding="tangent-space-of-the-geodesic",
    premises=["x:def-unit-speed"],
)
def slope_and_a_tangent_space(slope, *, space=lambda slope: slope.at_start, speed=1, compare=at_most):
    """Between u and the target on the circle it fails for every s > 0, and the velocity is in T_u for none."""
    yield equal(slope.square, speed**2 * slope.inner, name="chain rule", symbol="g'(s)²", **COARSE)
    yield equal(slope.inner, slope.along, name="unit speed", symbol="g'(s)²", **COARSE)
    yield compare(slope.square, space(slope), name="tangent space", symbol="g'(s)²", **COARSE)


def limit_on_symbols(*, half=0.5):
    """For every ε > 0, where continuity gives s with g(s) ≥ L(u) − ε and ‖P∇L(γ(s))‖² ≤ ‖P∇L(u)‖² + ε."""
    lam, eps = proof.positive("λ ε")
    least, at_u, at_s, slope, here = proof.real("L_min L(u) g(s) ‖P∇L(u)‖² ‖P∇L(γ(s))‖²")
    return proof.statement(
        at_least(least + eps + eps / (2 * lam), at_u - half * slope / lam),
        given={
            "(26)": at_least(least, at_s - here / (2 * lam)),
            "continuous: L": at_least(at_s, at_u - eps),
            "continuous: the projected gradient": at_most(here, slope + eps),
        },
        by=[
            proof.use("(26)"),
            proof.use("continuous: L"),
            proof.use("continuous: the projected gradient", 1 / (2 * lam)),
        ],
    )


@claim(
    "x:lemH.4-proof-limit",
    says="As s → 0 in (26) with the projected gradient for the slope, (SPL) at u follows.",
    formula=r"\lim_{s\to0}\Big(g(s)-\tfrac1{2\lambda}\|P\nabla\mathcal{L}(\gamma(s))\|^2\Big) = "
    r"\mathcal{L}(u)-\tfrac1{2\lambda}\|P_{\mathbb{T}_u\mathcal{M}}\nabla\mathcal{L}(u)\|^2 "
    r"\le \mathcal{L}_{\min,\mathcal{M}}",
    # no region: the minimiser over a class and its λ are known by hand
    forall={"γ": family(descents, "unit-speed geodesics from u to the minimiser")},
    given=[continuous_gradient],
    reading="s = 1e-8 stands for the limit, to six digits, with the tangent space at u and with that at γ(s). The "
    "certificate is for every ε > 0 beside it; L is continuous too.",
    tight="attained on lines",
    proof=limit_on_symbols,
    premises=["eq:g_strong_convexity_minimum", "x:display-lemH.4-proof-chain/corrected"],
    mutants={"a limit at the other end": {"share": 1.0}, "a third for one half": {"half": 1 / 3}},
)
def limit_gives_the_lemma(descent, *, half=0.5, share=0.0):
    curve, lam = descent.curve, descent.lam
    u, x = curve.point(np.zeros(1)), curve.point(np.abs(np.array([share * curve.length - 1e-8])))
    at_u = descent.loss(u) - half / lam * projected(curve, u - descent.target, u)
    for where, at in {"at the point": x, "at the start": u}.items():
        near = descent.loss(x) - 0.5 / lam * projected(curve, x - descent.target, at)
        yield equal(near, at_u, name=where, digits=6, scale=1.0, symbol="the bound near u")
    least = descent.loss(curve.point(np.array([curve.length])))
    yield at_least(least, at_u, name="(SPL)", symbol="L_min,M", **COARSE)

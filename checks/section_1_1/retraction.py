r"""Section 1.1, example (v) and Remark 1.1: moving the parameters as retraction, and classes that are no manifolds."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType

import mpmath as mp
import numpy as np

from checks.instances.nonlinear import LOSSES, MODELS, POINTS, Model, derivative, nearest, riesz_gradient, risk, values
from checks.section_1_1.scheme import slope_of_the_step, squared_norm
from theorytest import at_least, claim, equal

LEAST_SQUARES = LOSSES["least squares"]


def update(model):
    """P_t g_t for least squares, and its coefficients."""
    phi, g = model.tangent(model.theta), riesz_gradient(risk(LEAST_SQUARES), values(model, model.theta))
    vartheta = nearest(phi, g)
    return phi @ vartheta, vartheta


def moved(model, factor, vartheta):
    """s ↦ F(θ + factor s ϑ)(x)."""

    def along(s, x):
        return model.value(
            [mp.mpf(t) + factor * s[0] * float(c) for t, c in zip(model.theta, vartheta, strict=True)], x
        )

    return along


@claim(
    "x:sec1.1-example-v",
    kind="identity",
    says="Moving the parameters by the coefficients of a step in the derivatives of F is a retraction: it leaves "
    "the iterate alone without a step and follows the step to first order, along s P g and along -s P g.",
    formula=r"R_t(u_t + h) := F(\theta_t + c) \text{ for } h = \sum_k c_k\partial_kF(\theta_t): \quad "
    r"R_t(u_t \pm s_t P_t^n g_t) = F(\theta_t \pm s_t\vartheta) = u_t \pm s_t P_t^n g_t + \mathcal{O}(s_t^2)",
    expected="computed",
    mutants={
        "the opposite sign": {"factor": lambda sign: -sign},
        "the printed sign for the step of the scheme": {"factor": abs},
        "one per cent more": {"factor": lambda sign: 1.01 * sign},
        "coefficients of one function only": {"keep": 1},
    },
)
def parameters_move_with_the_step(*, factor=lambda sign: sign, keep=None):
    """The slope of s ↦ F(θ ± sϑ) at 0 is ±P g at every point, for independent and for dependent derivatives.

    The paper prints the map at u_t + s P g; the scheme applies it at u_t - s P g, where it gives F(θ - sϑ).
    """
    for name, model in MODELS.items():
        step, vartheta = update(model)
        vartheta = np.where(np.arange(len(vartheta)) < (keep or len(vartheta)), vartheta, 0)
        for sign, word in ((1, "plus"), (-1, "minus")):
            along = moved(model, factor(sign), vartheta)
            start = [float(along([0], x)) for x in POINTS]
            iterate = values(model, model.theta)
            yield equal(start, iterate, name=f"{name}, {word}: no step", digits=14, symbol="R_t(u)")
            slope = [derivative(lambda s, x=x, f=along: f(s, x), [0])[0] for x in POINTS]
            yield equal(slope, sign * step, name=f"{name}, {word}", digits=11, symbol="the slope")


@claim(
    "x:sec1.1-example-v/choice",
    label="x:sec1.1-example-v",
    kind="remark",
    says="Where the derivatives are dependent the retraction depends on which coefficients are taken: two choices "
    "for one step differ in second order.",
    formula=r"F(\theta) = \theta_1\theta_2,\ \theta = (1,1):\quad F(1+s, 1) = 1 + s \ne "
    r"F(1+\tfrac s2, 1+\tfrac s2) = 1 + s + \tfrac{s^2}{4}",
    mutants={"the same choice twice": {"other": (1, 0)}, "another gap": {"gap": Fraction(1, 2)}},
)
def retraction_depends_on_the_coefficients(*, other=(Fraction(1, 2), Fraction(1, 2)), gap=Fraction(1, 4)):
    """Both are coefficients of the step h = s, since ∂_1 F = ∂_2 F = 1; `some ϑ` defines no map until one is chosen."""
    for s in (Fraction(1), Fraction(1, 10)):
        first, second = ((1 + s * a) * (1 + s * b) for a, b in ((1, 0), other))
        yield equal(second - first, gap * s**2, name=f"s = {s}", symbol="the gap")


def curve(first, second):
    """A curve in the functions on the points, through its first two values; the others are 0."""
    return Model(lambda theta, x: {POINTS[0]: first, POINTS[1]: second}.get(x, lambda s: 0 * s)(theta[0]), (0.0,))


CIRCLE = curve(mp.cos, mp.sin)
CUSP = curve(lambda s: s**2, lambda s: s**3)
ANGLES = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)


def ranks(model, thetas):
    """The dimension of the span of the derivatives at each parameter."""
    return [int(np.linalg.matrix_rank(model.tangent(theta), tol=1e-9)) for theta in thetas]


@claim(
    "x:rmk-manifold-setting",
    kind="remark",
    says="On a circle the tangent space has dimension one and the scheme lowers the risk along it; for a "
    "neuron the dimension of the span drops from three to one where its outer weight is zero.",
    formula=r"d_t \equiv 1 \text{ on the circle}, \qquad \dim\operatorname{span}\{\partial_k F(\theta)\} "
    r"\in \{1, 3\} \text{ for } F(\theta) = \theta_1\tanh(\theta_2 x + \theta_3)",
    expected="computed",
    mutants={"a curve with a cusp": {"manifold": CUSP}, "no drop of the dimension": {"weight": 1.0}},
)
def circle_has_a_tangent_of_one_dimension(*, manifold=CIRCLE, weight=0.0):
    """The circle lies in the first two of four coordinates."""
    d = ranks(manifold, [(angle,) for angle in ANGLES])
    yield equal(d, 1, name="dimension", symbol="d_t")
    for angle in ANGLES:
        model = Model(manifold.value, (angle,))
        step, vartheta = update(model)
        slope, claimed = slope_of_the_step(model, LEAST_SQUARES, vartheta, -1), -squared_norm(step)
        yield equal(slope, claimed, name=f"angle {angle:g}", digits=10, scale=1.0, symbol="the slope")
    found = ranks(MODELS["a tanh neuron"], [(1.5, 0.5, 0.25), (weight, 0.5, 0.25)])
    yield equal(found, [3, 1], name="neuron", symbol="d_t")


# One neuron θ₁ σ(θ₂ x) on two points. Its image is a cone, so that a punctured neighbourhood of 0 has as many
# components as the set of its directions; that of a point of a manifold has at most 2 in dimension 1 and 1 above.
ACTIVATIONS = {
    "relu on -1, 1": (lambda z: np.maximum(z, 0.0), (-1.0, 1.0), 1),
    "tanh on 1, 2": (np.tanh, (1.0, 2.0), 2),
}
LINEAR = {"linear on 1, 2": (lambda z: z, (1.0, 2.0), 1)}
GAP = 0.05  # far more than neighbouring directions of the grid differ, far less than two components do


def directions(activation, x):
    """The number of components of the directions of {θ₁ σ(θ₂ x)}, from the angles of a fine grid of parameters."""
    outer, inner = np.meshgrid([-1.0, 1.0], np.concatenate([-np.geomspace(1e-3, 20, 400), np.geomspace(1e-3, 20, 400)]))
    v = outer[..., None] * activation(inner[..., None] * np.array(x))
    angles = np.sort(np.arctan2(v[..., 1], v[..., 0]).ravel())
    around = np.append(angles, angles[0] + 2 * np.pi)
    return int(np.sum(np.diff(around) > GAP))


@claim(
    "x:sec1.1-networks-not-manifolds",
    kind="remark",
    says="The functions of one neuron on two points are no manifold at 0: a punctured neighbourhood has more "
    "pieces than that of a point of a line (two) or of a manifold of higher dimension (one).",
    formula=r"\{\theta_1\max(\theta_2 x, 0)\} = \{v : v_1v_2 = 0\} \text{ on } x \in \{-1, 1\}: "
    r"\text{ four pieces in dimension one}",
    mutants={"linear neurons": {"networks": LINEAR}, "all of them of dimension one": {"allowed": {1: 2, 2: 2}}},
)
def neurons_form_no_manifold(*, networks=ACTIVATIONS, allowed=MappingProxyType({1: 2, 2: 1})):
    """Relu neurons fill the two axes; tanh neurons the double wedge 1 < v₂/v₁ < 2, two pieces in dimension two."""
    for name, (activation, x, dimension) in networks.items():
        pieces = directions(activation, x)
        yield at_least(pieces, allowed[dimension] + 1, name=name, symbol="pieces")

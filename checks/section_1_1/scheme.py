r"""Section 1.1 [eq:descent_scheme]: ū = u_t - s_t P_t^n g_t, u_{t+1} = R_t(ū), and the least squares example (i)-(v).

Functions on four points of unequal mass, classes u = F(θ) that are not linear (`checks.nonlinear`). P_t g_t is the
nearest element of T_t, found without a Gramian, and derivatives along s are limits of difference quotients.
"""

from __future__ import annotations

import itertools

import mpmath as mp
import numpy as np

from checks.instances.nonlinear import (
    DIGITS,
    LOSSES,
    MASSES,
    MODELS,
    POINTS,
    Model,
    cases,
    derivative,
    nearest,
    riesz_gradient,
    risk,
    target,
    values,
)
from theorytest import claim, equal

LEAST_SQUARES = LOSSES["least squares"]


def squared_norm(v, p=MASSES):
    return p @ v**2


def slope_of_the_step(model, loss, vartheta, sign):
    """d/ds at s = 0 of L(F(θ + sign s ϑ)): how the risk changes along the retracted step."""
    theta = [mp.mpf(t) for t in model.theta]

    def along(s):
        return risk(loss)(model([t + sign * s[0] * float(c) for t, c in zip(theta, vartheta, strict=True)]))

    return derivative(along, [0])[0]


@claim(
    "eq:descent_scheme",
    also=["x:sec1.1-setting-v"],
    kind="identity",
    says="With the exact projection the risk falls along the retracted step at the rate of the squared projected "
    "gradient.",
    formula=r"\frac{\mathrm{d}}{\mathrm{d}s}\mathcal{L}\big(R_t(u_t - s P_t g_t)\big)\Big|_{s=0} = -\|P_t g_t\|^2",
    expected="computed",
    mutants={
        "a step along the gradient": {"sign": 1},
        "the gradient of the values instead of Riesz's": {"gradient": derivative},
        "a projection without the masses": {"masses": np.full(4, 1 / 4)},
    },
)
def risk_falls_along_the_step(*, sign=-1, gradient=riesz_gradient, masses=MASSES):
    """Every class with every loss; R_t is the move of the parameters of example (v)."""
    for name, model, loss in cases():
        phi, g = model.tangent(model.theta), gradient(risk(loss), values(model, model.theta))
        vartheta = nearest(phi, g, masses)
        slope = slope_of_the_step(model, loss, vartheta, sign)
        claimed = -squared_norm(phi @ vartheta)
        yield equal(slope, claimed, name=name, digits=10, symbol="the slope")


@claim(
    "x:sec1.1-example-i",
    also=["x:sec1.1-setting-i", "x:sec1.1-least-squares-example"],
    kind="identity",
    says="The Riesz gradient of the least squares risk in L2 is the iterate minus the target, with a remainder of "
    "half the squared norm.",
    formula=r"\nabla\mathcal{L}(u_t) = u_t - u^*, \qquad "
    r"\mathcal{L}(u_t+h) = \mathcal{L}(u_t) + (u_t-u^*, h) + \tfrac12\|h\|^2",
    expected="computed",
    mutants={
        "the gradient of the values": {"gradient": derivative},
        "no factor one half in the risk": {"loss": lambda v, x: (v - target(x)) ** 2},
    },
)
def gradient_is_the_residual(*, gradient=riesz_gradient, loss=LEAST_SQUARES):
    h = np.array([1.0, -2.0, 3.0, 0.5])
    for name, model in MODELS.items():
        u = values(model, model.theta)
        residual = u - np.array([target(x) for x in POINTS])
        g, f = gradient(risk(loss), u), risk(loss)
        yield equal(g, residual, name=f"{name}: gradient", digits=11, symbol="the gradient")
        rest = float(f(u + h)) - float(f(u)) - MASSES @ (g * h)
        yield equal(rest, squared_norm(h) / 2, name=f"{name}: remainder", digits=11, symbol="the remainder")


def subspaces(phi, outside):
    """The spans of all subsets of the columns, {0} among them, and of one combination; `outside` is added to each."""
    columns = range(phi.shape[1])
    chosen = [s for r in range(phi.shape[1] + 1) for s in itertools.combinations(columns, r)]
    for s in chosen:
        yield f"derivatives {s}", np.column_stack([phi[:, list(s)], outside])
    yield "a combination", np.column_stack([phi.sum(axis=1), outside])


@claim(
    "x:sec1.1-example-ii",
    kind="identity",
    says="In any subspace of the span of the derivatives the retracted step lowers the risk at the rate of "
    "the squared gradient projected onto it; that is 0 for the space {0}, which is allowed and where nothing moves.",
    formula=r"\mathcal{T}_t \subseteq \operatorname{span}\{\partial_k F(\theta_t)\} \implies "
    r"\frac{\mathrm{d}}{\mathrm{d}s}\mathcal{L}\big(R_t(u_t - s P_t g_t)\big)\Big|_{s=0} = -\|P_t g_t\|^2",
    expected="computed",
    premises=["eq:descent_scheme"],
    mutants={"a space that leaves the span": {"outside": np.ones((4, 1))}},
)
def any_subspace_will_do(*, outside=np.zeros((4, 0))):  # noqa: B008 (never written to)
    """The step is written in the parameter derivatives; a direction outside their span is lost in the retraction."""
    for name, model in MODELS.items():
        phi, g = model.tangent(model.theta), riesz_gradient(risk(LEAST_SQUARES), values(model, model.theta))
        for word, system in subspaces(phi, outside):
            step = system @ nearest(system, g)
            slope = slope_of_the_step(model, LEAST_SQUARES, nearest(phi, step), -1)
            claimed = -squared_norm(step)
            yield equal(slope, claimed, name=f"{name}, {word}", digits=10, scale=1.0, symbol="the slope")


LINE = Model(lambda theta, x: theta[0] * (1 + 0 * x), (1.0,))  # F(θ) = θ, a constant function


def first_order_distance(model, space, direction):
    """dist(F(θ + sϑ), F(θ) + T)² / s² for one small s, from the class itself."""
    with mp.workdps(DIGITS):
        s = mp.mpf(10) ** -12
        moved = model([t + s * float(c) for t, c in zip(model.theta, direction, strict=True)])
        move = np.array(
            [float((a - b) / s) for a, b in zip(moved, model([mp.mpf(t) for t in model.theta]), strict=True)]
        )
    return squared_norm(move - space @ nearest(space, move))


def distances(choose):
    for name, model in ({"a line": LINE} | MODELS).items():
        phi = model.tangent(model.theta)
        value = [first_order_distance(model, choose(phi), e) for e in np.eye(phi.shape[1])]
        yield equal(value, 0.0, name=name, digits=16, scale=1.0, symbol="the squared distance")


@claim(
    "x:sec1.1-setting-ii",
    kind="remark",
    says="Read for the whole span of the parameter derivatives: the space approximates the class to first order "
    "around the iterate.",
    formula=r"\operatorname{dist}\big(F(\theta_t + s\vartheta), "
    r"u_t + \operatorname{span}\{\partial_k F(\theta_t)\}\big) = o(s)",
    expected="computed",
    mutants={
        "one derivative less": {"choose": lambda phi: phi[:, 1:]},
        "derivatives at another point": {"choose": lambda phi: phi + 0.01},
    },
)
def whole_span_approximates(*, choose=lambda phi: phi):
    """Where derivatives are dependent, as in θ₁ θ₂ x, one of them can be left out: all classes are tried together.

    The paper puts "approximating" in quotation marks and allows any subspace of the span, even {0}; a subspace that is
    too small approximates nothing, and the scheme never leaves u_t + T_t.
    """
    yield from distances(choose)

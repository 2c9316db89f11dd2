"""Steps of the classes u = F(θ) of `nonlinear` in their parameters, differentiated by definition."""

from __future__ import annotations

import mpmath as mp

from checks.instances.nonlinear import LOSSES, MASSES, derivative, nearest, riesz_gradient, risk, values

LEAST_SQUARES = LOSSES["least squares"]


def squared_norm(v, p=MASSES):
    return p @ v**2


def update(model):
    """P_t g_t for least squares, and its shortest coefficients."""
    phi, g = model.tangent(model.theta), riesz_gradient(risk(LEAST_SQUARES), values(model, model.theta))
    vartheta = nearest(phi, g)
    return phi @ vartheta, vartheta


def slope_of_the_step(model, loss, vartheta, sign):
    """d/ds at s = 0 of L(F(θ + sign s ϑ)): how the risk changes along the retracted step."""
    theta = [mp.mpf(t) for t in model.theta]

    def along(s):
        return risk(loss)(model([t + sign * s[0] * float(c) for t, c in zip(theta, vartheta, strict=True)]))

    return derivative(along, [0])[0]

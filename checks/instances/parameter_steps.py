"""Steps of the classes u = F(θ) of `nonlinear` in their parameters, differentiated by definition."""

import mpmath as mp
import numpy as np

from checks.instances.nonlinear import LOSSES, MASSES, derivative, gramian, nearest, riesz_gradient, risk, values

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


def preconditioned(model, loss, theta):
    """H⁺ ∇_θ L(F(θ))."""
    gradient = derivative(lambda t: risk(loss)(model(t)), theta)
    return np.linalg.pinv(gramian(model.tangent(theta)), rcond=1e-12, hermitian=True) @ gradient


def plain_gradient(model, loss, theta):
    """∇_θ L(F(θ))."""
    return derivative(lambda t: risk(loss)(model(t)), theta)

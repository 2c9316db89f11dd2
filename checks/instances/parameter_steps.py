"""Steps of the classes u = F(θ) of `nonlinear` in their parameters, differentiated by definition."""

from __future__ import annotations

from collections.abc import Sequence

import mpmath as mp

from checks.instances.nonlinear import (
    LOSSES,
    MASSES,
    Array,
    Loss,
    Model,
    derivative,
    nearest,
    riesz_gradient,
    risk,
    values,
)

LEAST_SQUARES = LOSSES["least squares"]


def squared_norm(v: Array, p: Array = MASSES) -> float:
    return float(p @ v**2)


def update(model: Model) -> tuple[Array, Array]:
    """P_t g_t for least squares, and its shortest coefficients."""
    phi, g = model.tangent(model.theta), riesz_gradient(risk(LEAST_SQUARES), values(model, model.theta))
    vartheta = nearest(phi, g)
    return phi @ vartheta, vartheta


def slope_of_the_step(model: Model, loss: Loss, vartheta: Array, sign: int) -> float:
    """d/ds at s = 0 of L(F(θ + sign s ϑ)): how the risk changes along the retracted step."""

    def along(s: Sequence[mp.mpf]) -> mp.mpf:
        return risk(loss)(
            model([mp.mpf(t) + sign * s[0] * float(c) for t, c in zip(model.theta, vartheta, strict=True)])
        )

    return float(derivative(along, [0])[0])

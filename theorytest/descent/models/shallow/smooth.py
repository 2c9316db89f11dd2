r"""Derivatives of the analytic activations, and the rule that integrates them against the standard Gaussian.

A function that is analytic and bounded in the strip |Im x| < d is integrated by the trapezoidal rule with step h to
about exp(d²/2 - 2πd/h), times (2πd/h)^(k-1) at a pole of order k on its edge. σ(α'x + β) is analytic for
d < `POLES[σ]` / ‖α‖. Gauss-Hermite quadrature, which Appendix K.2 proposes, converges only like exp(-2d √N) in the
number N of nodes: they reach out to 2√N, where the Gaussian has long vanished.
"""

from __future__ import annotations

import numpy as np
import scipy

from theorytest.arguments import Array, fraction, positive
from theorytest.descent.models.shallow.activations import Activation, Logistic, Tanh
from theorytest.signatures import checked

_FINEST = 1e-6  # step
POLES = {Logistic: np.pi, Tanh: np.pi / 2}  # the distance of the poles of σ from the real line


def derivatives(activation: Activation, z: Array, order: int) -> list[Array]:
    """σ, σ', σ'', σ''' up to `order` ≤ 3; tanh z = 2 σ(2z) - 1 with the logistic σ."""
    if isinstance(activation, Tanh):
        values = [2.0 ** (a + 1) * value for a, value in enumerate(derivatives(Logistic(), 2 * z, order))]
        return [activation.value(z), *values[1:]]
    if not isinstance(activation, Logistic) or not 0 <= order <= 3:
        raise ValueError(f"derivatives up to 3 are known of Logistic() and Tanh(), got {activation} and order {order}")
    s, c = scipy.special.expit(z), scipy.special.expit(-z)  # c = 1 - s without cancellation
    chain = [s, s * c, s * c * (c - s), s * c * (c**2 - 4 * s * c + s**2)]
    return chain[: order + 1]


def step_size(activation: Activation, steepness: float, accuracy: float) -> float:
    """h with d²/2 - 2πd/h = log(accuracy) - 12, for inner weights of norm at most `steepness`.

    The 12 is for the poles of products of derivatives: their order is at most 6, and 40^5 / 5! is about exp(13).
    """
    digits = 12 - np.log(accuracy)
    farthest = np.sqrt(2 * digits)  # beyond it the growth of the Gaussian off the real line takes over
    nearest = POLES[type(activation)] / steepness if steepness > 0 else farthest
    d = min(nearest, farthest)
    return float(2 * np.pi * d / (digits + d**2 / 2))


@checked
def trapezoid(step: float, accuracy: float) -> tuple[Array, Array]:
    """Equidistant nodes and their weights for the standard Gaussian on the line; the tails left out weigh less."""
    positive("step", step)
    fraction("accuracy", accuracy)
    if step < _FINEST:
        raise ValueError(f"step must be at least {_FINEST:g}, got {step!r}: nodes would fill the memory")
    reach = np.sqrt(-2 * np.log(accuracy)) + 1
    count = int(np.ceil(reach / step))
    x: Array = step * np.arange(-count, count + 1.0)
    w: Array = np.exp(-(x**2) / 2)
    return x, w / w.sum()

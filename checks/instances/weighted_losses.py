"""Quadratic losses on four points whose noise at the minimiser vanishes, and does not."""

from __future__ import annotations

import numpy as np
from scipy import linalg

from checks.instances.spaces import FOUR_POINTS
from theorytest.approximation import Monomials, Space
from theorytest.descent import Quadratic

FOUR = FOUR_POINTS.points[:, 0]
WEIGHT = np.array([0.5, 2.0, 1.0, 1.5])


def weighted_loss(d: int) -> Quadratic:
    """½ ∫ a |v - u*|² dρ on four points with u* in T: g = a (v - u*) has a normal part that vanishes with it."""
    space = Space(Monomials(d), FOUR_POINTS)
    return Quadratic(
        space, lambda x: 1 + (d > 1) * x[..., 0], weight=lambda x: WEIGHT[np.searchsorted(FOUR, x[..., 0])]
    )


def normal_share(loss: Quadratic) -> float:
    """c² = sup ‖(I - P) g‖²/‖P g‖² over all iterates of the weighted loss."""
    b = loss.space.jets(FOUR_POINTS.points)[..., 0]
    G, square = b.T @ (FOUR_POINTS.weights[:, None] * (WEIGHT**2)[:, None] * b), loss.hessian @ loss.hessian
    return float(linalg.eigvalsh(G - square, square)[-1])

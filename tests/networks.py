"""Networks that the tests share, and integrals that do not know their knots."""

import numpy as np
from hypothesis import strategies as st

from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.network import Network, from_theta

ACTIVATIONS = [RePU(2), RePU(3), Logistic(), Tanh()]
GRID = 40_000  # midpoints: the error is of order GRID^-2
seeds = st.integers(0, 2**32 - 1)


def random_network(seed, activation=ACTIVATIONS[0], m=3, D=2, batch=()):
    rng = np.random.default_rng(seed)
    return from_theta(activation, rng.normal(size=(*batch, m * (D + 2) + 1)), D)


def batch(seed, n_replicas=3, width=4, power=2):
    rng = np.random.default_rng(seed)
    outer, bias = rng.normal(size=(2, n_replicas, width))
    return Network(RePU(power), outer, rng.normal(size=n_replicas), rng.normal(size=(n_replicas, width, 1)), bias)


def midpoints(low, high, n_replicas):
    """A fine grid (R, N, 1) and the weight of each of its points."""
    x = low + (high - low) * (np.arange(GRID) + 0.5) / GRID
    return np.broadcast_to(x[:, None], (n_replicas, GRID, 1)), 1 / GRID

"""Networks with random parameters, shared by the tests of shallow networks."""

import numpy as np
from hypothesis import strategies as st

from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.network import from_theta

ACTIVATIONS = [RePU(2), RePU(3), Logistic(), Tanh()]
seeds = st.integers(0, 2**32 - 1)


def random_network(seed, activation=ACTIVATIONS[0], m=3, D=2, batch=()):
    rng = np.random.default_rng(seed)
    return from_theta(activation, rng.normal(size=(*batch, m * (D + 2) + 1)), D)

"""Seeds and exact binomial tests that ask whether a promised rate is broken.

Statistical tests here ask whether a promised rate is broken, by an exact binomial test at LEVEL: a kept promise fails
one of them with probability at most LEVEL, whatever the seed.
"""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import settings
from scipy.stats import binom

from theorytest.decisions.sequential import Generators

LEVEL = 1e-6

settings.register_profile("busy machine", deadline=None)  # a slow minute is not a wrong answer
settings.load_profile("busy machine")


@pytest.fixture
def generators() -> Callable[..., Generators]:
    """For a repetition, the map from chunk numbers to fresh generators."""
    return lambda repetition=0: lambda chunk: np.random.default_rng([20, repetition, chunk])


@pytest.fixture
def at_most() -> Callable[[int, int, float], bool]:
    """Whether `events` out of `repetitions` agree with a rate of at most `rate`."""
    return lambda events, repetitions, rate: bool(binom.sf(events - 1, repetitions, rate) >= LEVEL)


@pytest.fixture
def at_least() -> Callable[[int, int, float], bool]:
    """Whether `events` out of `repetitions` agree with a rate of at least `rate`."""
    return lambda events, repetitions, rate: bool(binom.cdf(events, repetitions, rate) >= LEVEL)

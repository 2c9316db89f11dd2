"""Every process and every sampler of the laboratory takes its randomness from its generator, and from nowhere else."""

import numpy as np
import pytest
from samplers import SAMPLERS

from theorytest.approximation.estimators import LeastSquares, QuasiProjection
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre
from theorytest.descent.linear import LinearDescent
from theorytest.descent.losses import Quadratic
from theorytest.descent.models.curves import Circle, CurveDescent
from theorytest.descent.models.embedded import EmbeddedDescent
from theorytest.descent.models.low_rank import LowRank
from theorytest.descent.models.moving import MovingEstimator
from theorytest.descent.models.shallow.activations import RePU
from theorytest.descent.models.shallow.descent import ShallowDescent
from theorytest.descent.models.shallow.estimators import NetworkEstimator
from theorytest.descent.models.shallow.initial import INITIAL
from theorytest.descent.models.shallow.interval import Interval
from theorytest.descent.models.spheres import Sphere
from theorytest.descent.scheme import descend
from theorytest.descent.steps import Constant
from theorytest.descent.targets import TARGETS

SPACE = Space(Legendre(3), Uniform())
LOSS = Quadratic(SPACE, lambda x: np.exp(x[..., 0]))
MATRIX = LowRank(3, 3, 1)


def network():
    start = INITIAL["published"](np.random.default_rng(0), RePU(), 2, 4, 1)
    return ShallowDescent(Interval(0.0, 1.0), TARGETS["sin"], NetworkEstimator("quasi", 20), start, 1e-6, "adaptive")


PROCESSES = {
    "linear, optimal": lambda: LinearDescent(QuasiProjection(Optimal(SPACE), 2), LOSS),
    "linear, plain": lambda: LinearDescent(QuasiProjection(Plain(SPACE), 2), LOSS),
    "linear, least squares": lambda: LinearDescent(LeastSquares(Optimal(SPACE), 8), LOSS),
    "curve": lambda: CurveDescent(Circle(), (2.0, 0.5), 1.0),
    "sphere": lambda: EmbeddedDescent(Sphere(3), [2.0, 1.0, 0.0], [0.0, 0.0, 1.0], MovingEstimator("quasi", 2)),
    "rank 1": lambda: EmbeddedDescent(MATRIX, np.arange(9.0) / 9, np.eye(9)[0], MovingEstimator("quasi", 4)),
    "network": network,
}
MEASURES = {
    "uniform": Uniform(),
    "Gaussian": Gaussian(),
    "atoms": Discrete(np.arange(50.0), np.full(50, 0.02)),
    "product": Product((Uniform(), Gaussian())),
}


def run(name, seed):
    found = descend(PROCESSES[name](), Constant(0.1), 5, np.random.default_rng(seed), 2)
    return np.concatenate([found.gap.ravel(), found.tangent.ravel()])


@pytest.mark.parametrize("name", PROCESSES)
def test_numbers_depend_on_the_generator_and_on_nothing_else(name):
    first, again, other = run(name, 1), run(name, 1), run(name, 2)
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("sampler", SAMPLERS.values(), ids=SAMPLERS)
def test_points_depend_on_the_generator_and_on_nothing_else(sampler):
    first, again, other = (sampler.sample(np.random.default_rng(seed), 3, 12) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_draws_of_a_measure_depend_on_the_generator_and_on_nothing_else(measure):
    first, again, other = (measure.sample(np.random.default_rng(seed), (20,)) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_atoms_are_drawn_with_their_weights():
    drawn = Discrete(np.array([0.0, 1.0]), np.array([0.9, 0.1])).sample(np.random.default_rng(0), (1000,))
    assert abs(drawn.mean() - 0.1) < 0.05

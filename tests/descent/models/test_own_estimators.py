"""An estimator of one's own runs on curves, low-rank matrices and networks as it does on linear spaces."""

from dataclasses import dataclass

import numpy as np
import pytest

from theorytest.approximation import Conditioned, Constants, Legendre, Optimal, QuasiProjection, Sampler, Space, Uniform
from theorytest.descent import (
    TARGETS,
    Circle,
    Constant,
    CurveDescent,
    EmbeddedDescent,
    LinearDescent,
    LowRank,
    MovingEstimator,
    Quadratic,
    descend,
)
from theorytest.descent.models.shallow import INITIAL, Interval, NetworkEstimator, RePU, ShallowDescent


@dataclass(frozen=True)
class Shrunk:
    """The quasi-projection times n / (n - 1 + d)."""

    sampler: Sampler
    n_samples: int

    space = property(lambda self: self.sampler.space)
    factor = property(lambda self: self.n_samples / (self.n_samples - 1 + self.space.dim))

    def sample(self, rng, n_replicas):
        return self.sampler.sample(rng, n_replicas, self.n_samples)

    def coefficients(self, x, jets):
        return self.factor * QuasiProjection(self.sampler, self.n_samples).coefficients(x, jets)

    def claimed(self):
        return Constants(self.factor, 0.0, self.factor, self.factor**2 * self.space.dim / self.n_samples)


def shrunk(space):
    return Shrunk(Optimal(space), 4)


def low_rank(estimator):
    model, u = LowRank(3, 3, 1), np.arange(1.0, 10.0)
    return EmbeddedDescent(model, u, model.nearest(u + np.eye(3).ravel()), estimator)


def networks(estimator, rule="absolute"):
    start = INITIAL["published"](np.random.default_rng(0), RePU(), 5, 4, 1)
    return ShallowDescent(Interval(0.0, 1.0), TARGETS["sin"], estimator, start, 1e-6, rule)


def linear(make):
    space = Space(Legendre(3), Uniform())
    return LinearDescent(make(space), Quadratic(space, TARGETS["exp"]))


def gaps(process, size, replicas=5, n_steps=30):
    return descend(process, Constant(size), n_steps, np.random.default_rng(0), replicas).gap


@pytest.mark.parametrize(
    ("own", "plain", "dim", "process"),
    [
        (shrunk, lambda space: QuasiProjection(Optimal(space), 4), 3, linear),
        (shrunk, MovingEstimator("quasi", 4), 5, low_rank),
        (shrunk, MovingEstimator("quasi", 4), 1, lambda e: CurveDescent(Circle(), (2.0, 0.5), 1.0, estimator=e)),
    ],
)
def test_shrinking_is_a_shorter_step(own, plain, dim, process):
    """The same draws: n / (n - 1 + d) times the estimate is as many times the step of the quasi-projection."""
    factor = 4 / (3 + dim)
    np.testing.assert_allclose(gaps(process(own), 0.1), gaps(process(plain), 0.1 * factor), rtol=1e-9)


def test_shrinking_is_a_shorter_step_on_networks():
    """The dimension of the largest tangent space counts, here that of all replicas as long as none dies."""
    run, other = networks(shrunk), networks(NetworkEstimator("quasi", 4))
    state = run.start(5)
    dims = run.remarks(run.step(state, np.random.default_rng(1), 0, 0.1)[0])["dim"]
    factor = 4 / (3 + dims.max())
    ours, theirs = (
        process.step(state, np.random.default_rng(1), 0, s)[0] for process, s in ((run, 0.1), (other, 0.1 * factor))
    )
    np.testing.assert_allclose(ours[:13], theirs[:13], rtol=1e-9)


def test_the_claimed_constants_decide_the_best_step_of_networks():
    told = networks(shrunk, "relative")
    after = told.step(told.start(5), np.random.default_rng(0), 0, 0.5)[0]
    np.testing.assert_allclose(told.remarks(after)["step"], 0.5)  # c_bias1 / c_var1 = 1
    bare = networks(lambda space: QuasiProjection(Optimal(space), 4), "relative")
    with pytest.raises(ValueError, match="rule must be 'absolute' for QuasiProjection, got 'relative'"):
        bare.step(bare.start(5), np.random.default_rng(0), 0, 0.5)


def test_conditioned_points_of_a_recipe_are_told():
    def recipe(space):
        return Shrunk(Conditioned(Optimal(space), 0.9, tries=3), 40)

    told = networks(recipe)
    remarks = told.remarks(told.step(told.start(5), np.random.default_rng(0), 0, 0.01)[0])
    assert np.all(remarks["tries"] <= 3)
    assert np.all((remarks["deviation"] <= 0.9) | (remarks["tries"] == 3))


@pytest.mark.parametrize(
    "process", [low_rank, networks, lambda e: CurveDescent(Circle(), (2.0, 0.5), 1.0, estimator=e)]
)
def test_what_is_no_recipe_is_refused(process):
    with pytest.raises(ValueError, match="estimator must be a MovingEstimator or a function from spaces to estimators"):
        process(3)
    with pytest.raises(ValueError, match=r"estimator\(space\) must be an estimator such as .*, got 7"):
        gaps(process(lambda _: 7), 0.1, n_steps=1)

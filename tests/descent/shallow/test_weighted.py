"""Gradient-dependent points of networks: their law against a grid, and estimators that use them."""

import numpy as np
import pytest
from goodness import ALPHA, ks
from networks import batch, midpoints, random_network

from theorytest.approximation import Conditioned, GradientDependent, QuasiProjection
from theorytest.descent import TARGETS, Constant, descend
from theorytest.descent.models.shallow import INITIAL, Interval, RePU, ShallowDescent, StandardGaussian, tangents
from theorytest.descent.models.shallow.space import tangent_space
from theorytest.descent.models.shallow.weighted import with_zeros

INTERVAL = Interval(-1.0, 2.0)


def spaces(network, measure=INTERVAL, target="sin"):
    found = tangents(network, measure, 1e-6)
    return tangent_space(found, measure.optimal(found), measure, TARGETS[target])


def gradient_dependent(space):
    return GradientDependent(space, space.gradient)


@pytest.mark.parametrize(("target", "rtol"), [("sin", 1e-7), ("abs", 1e-7), ("step", 2e-5)])
@pytest.mark.parametrize("power", [2, 3])
def test_the_law_is_that_of_the_density(target, rtol, power):
    """A midpoint rule has an error of first order where the target jumps."""
    space = spaces(batch(3, power=power), target=target)
    sampler, (x, w) = gradient_dependent(space), midpoints(-1.0, 2.0, 3)
    f = np.sqrt(np.sum(space.jets(x)[..., 0] ** 2, axis=-1)) * np.abs(space.gradient(x))
    F = np.cumsum(f, axis=-1) * w
    np.testing.assert_allclose(sampler.normaliser.value[:, 0], F[:, -1], rtol=rtol)
    np.testing.assert_allclose(sampler.weight(x) * f, np.broadcast_to(sampler.normaliser.value, f.shape), rtol=1e-12)
    ends, F = x[..., 0] + 1.5 * w, F / F[:, -1:]
    np.testing.assert_allclose(sampler.law.cdf(ends[..., None][:, ::997]), F[:, ::997], atol=1e-6 + rtol)
    drawn = sampler.sample(np.random.default_rng(0), 3, 20_000)
    for r in range(3):
        assert ks(drawn[r], lambda t, r=r: np.interp(t, ends[r], F[r])) > ALPHA
        assert ks(drawn[r], lambda t: (t + 1) / 3) < ALPHA  # plain points are another law


@pytest.mark.parametrize("power", [2, 3])
def test_interpolation_costs_no_digits_that_matter(power):
    """The integral of f over half as long pieces is the same."""
    space = spaces(batch(5, n_replicas=8, width=6, power=power))
    sampler = gradient_dependent(space)
    edges = sampler.law.edges
    halved = np.sort(np.concatenate([edges, (edges[:, 1:] + edges[:, :-1]) / 2], axis=-1), axis=-1)
    x, w = INTERVAL.quadrature(halved, 30)
    f = np.sqrt(np.sum(space.jets(x)[..., 0] ** 2, axis=-1)) * np.abs(space.gradient(x))
    np.testing.assert_allclose(sampler.normaliser.value[:, 0], np.sum(w * f, axis=-1), rtol=1e-10)


def test_under_a_gaussian_measure_on_the_line():
    space = spaces(random_network(4, RePU(2), 3, 1, batch=(2,)), StandardGaussian(1))
    sampler, x = gradient_dependent(space), np.broadcast_to(np.linspace(-9, 9, 200_001)[:, None], (2, 200_001, 1))
    f = np.sqrt(np.sum(space.jets(x)[..., 0] ** 2, axis=-1)) * np.abs(space.gradient(x))
    mass = np.sum(f * np.exp(-(x[..., 0] ** 2) / 2), axis=-1) * 9e-5 / np.sqrt(2 * np.pi)
    np.testing.assert_allclose(sampler.normaliser.value[:, 0], mass, rtol=1e-5)


def test_the_variance_is_the_smallest_one():
    """E ‖P¹g‖² = (∫ √K |g| dρ)², which no other weight undercuts: optimal points have d ‖g‖²."""
    R = 4000
    network = INITIAL["published"](np.random.default_rng(0), RePU(2), 1, 4, 1)
    space = spaces(network, Interval(0.0, 1.0)).take(np.zeros(R, dtype=int))
    estimator = QuasiProjection(gradient_dependent(space), 1)
    x = estimator.sample(np.random.default_rng(1), R)
    c = estimator.coefficients(x, space.gradient(x)[..., None, None])[..., 0]
    smallest = float(estimator.sampler.normaliser.value[0, 0]) ** 2
    np.testing.assert_allclose(np.sum(c**2, axis=1), smallest, rtol=1e-9)  # w² K g² is constant
    nodes, w = Interval(0.0, 1.0).target_nodes(network)
    here = space.take([0])
    g = here.gradient(nodes)
    exact = np.einsum("rn,rn,rnk->k", w, g, here.jets(nodes)[..., 0])
    off = np.abs(c.mean(axis=0) - exact) / (c.std(axis=0) / np.sqrt(R))
    assert off.max() < 6
    assert smallest < here.dim * np.sum(w * g**2)


@pytest.mark.parametrize("conditioned", [False, True])
def test_networks_descend_with_them(conditioned):
    def recipe(space):
        sampler = gradient_dependent(space)
        return QuasiProjection(Conditioned(sampler, 0.99, tries=3) if conditioned else sampler, 40)

    start = INITIAL["published"](np.random.default_rng(0), RePU(), 5, 4, 1)
    process = ShallowDescent(Interval(0.0, 1.0), TARGETS["sin"], recipe, start, 1e-2, "absolute")
    run = descend(process, Constant(0.02), 20, np.random.default_rng(0), 5)
    assert np.all(run.gap[:, -1] < run.gap[:, 0])


def test_zeros_are_edges():
    edges = np.array([[-1.0, 0.25, 1.0], [-1.0, 0.5, 1.0]])
    found = with_zeros(
        lambda x: (x[..., 0] - 0.3) * np.array([[1.0], [x.shape[0]]]) * [[1.0], [0.0]] + [[0.0], [1.0]], edges
    )
    np.testing.assert_allclose(found, [[-1.0, 0.25, 0.3, 1.0], [-1.0, 0.5, 1.0, 1.0]], atol=1e-15)
    np.testing.assert_array_equal(with_zeros(lambda x: np.ones(x.shape[:2]), edges), edges)


def test_what_cannot_be_drawn_is_said():
    space = spaces(batch(3))
    bare = tangent_space(space.tangents, space.points, INTERVAL)
    with pytest.raises(ValueError, match="target must be given"):
        GradientDependent(bare, bare.gradient).sample(np.random.default_rng(0), 3, 1)
    plane = spaces(random_network(1, RePU(2), 2, 2, batch=(1,)), StandardGaussian(2, accuracy=1e-4))
    with pytest.raises(ValueError, match="space must be on a line"):
        GradientDependent(plane, plane.gradient, bound=1.0).sample(np.random.default_rng(0), 1, 1)

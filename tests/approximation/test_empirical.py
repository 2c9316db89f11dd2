"""Blocks, orders in memory and two ways to a Gramian: nothing of it is seen in the numbers."""

import numpy as np
import pytest
from samplers import SAMPLERS

from theorytest.approximation.empirical import blockwise, evaluated, gramians, moments, normal_equations
from theorytest.approximation.estimators import LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal, Trace, weight_at
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre

MANY = Trace(Space(Legendre(20), Uniform(), "H1"))
CASES = [*SAMPLERS.values(), Trace(Space(Legendre(20), Uniform())), MANY]


def drawn(sampler, R=5, n=24, m=2):
    rng = np.random.default_rng(0)
    return sampler.sample(rng, R, n), rng.standard_normal((R, n, sampler.space.jet_size, m))


@pytest.mark.parametrize("sampler", CASES)
@pytest.mark.parametrize("order", [np.asfortranarray, np.ascontiguousarray])
def test_sums_over_points_do_not_depend_on_the_order_in_memory(sampler, order):
    x, jets = drawn(sampler)
    b, w = sampler.space.jets(x), sampler.weight(x)
    found = evaluated(sampler, order(x))
    np.testing.assert_allclose(found[0], b, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found[1], w, rtol=1e-12)
    eta = np.einsum("rn,rnkc,rncm->rkm", w, b, jets) / 24
    G = np.einsum("rn,rnkc,rnjc->rkj", w, b, b) / 24
    np.testing.assert_allclose(moments(*found, order(jets)), eta, atol=1e-12 * np.abs(eta).max())
    np.testing.assert_allclose(gramians(*found), G, atol=1e-12 * np.abs(G).max())
    H = normal_equations(*found, order(jets)) / 24
    d = sampler.space.dim
    lower = np.tri(d, dtype=bool)
    np.testing.assert_allclose(H[:d][lower], np.moveaxis(G, 0, -1)[lower], atol=1e-12 * np.abs(G).max())
    np.testing.assert_allclose(H[d:], np.transpose(eta, (2, 1, 0)), atol=1e-12 * np.abs(eta).max())


@pytest.mark.parametrize("shape", [(), (1,), (2, 3), (70_000,), (0,)])
def test_blocks_keep_the_leading_shape_and_the_order_of_replicas(shape):
    x = np.random.default_rng(0).standard_normal((*shape, 3, 1))
    found = blockwise(lambda x, y: np.stack([x[..., 0].sum(axis=1), y.max(axis=1)], axis=1), 4, x, 2 * x[..., 0])
    np.testing.assert_allclose(found, np.stack([x[..., 0].sum(axis=-1), 2 * x[..., 0].max(axis=-1)], axis=-1))


@pytest.mark.parametrize("kind", [NonProjection, QuasiProjection, LeastSquares])
@pytest.mark.parametrize("sampler", [SAMPLERS["Trace, redundant"], SAMPLERS["Optimal, H1"], MANY])
def test_the_last_replica_of_many_blocks_is_what_it_is_alone(kind, sampler):
    estimator = kind(sampler, 24)
    x, jets = drawn(sampler, R=3000, m=1)
    together = estimator.coefficients(x, jets)
    for r in (0, 1500, 2999):
        np.testing.assert_allclose(together[r], estimator.coefficients(x[r], jets[r]), rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("sampler", CASES)
def test_the_weight_from_jets_is_the_weight(sampler):
    x, _ = drawn(sampler)
    np.testing.assert_allclose(weight_at(sampler, x, sampler.space.jets(x)), sampler.weight(x), rtol=1e-12)


def test_a_sampler_that_overrides_its_weight_is_believed():
    class Doubled(Optimal):
        def weight(self, x):
            return 2 * super().weight(x)

    class Tripled(Doubled):
        def weight(self, x):
            return 3 * super().weight(x)

        def weight_of(self, x, jets):
            return 6 * Optimal.weight_of(self, x, jets)

    space = SAMPLERS["Trace, Legendre"].space
    x, _ = drawn(Optimal(space))
    jets = space.jets(x)
    for kind, factor in ((Doubled, 2), (Tripled, 6)):
        np.testing.assert_allclose(weight_at(kind(space), x, jets), factor * Optimal(space).weight(x), rtol=1e-12)


def test_an_infinite_weight_where_a_function_does_not_vanish_is_not_hidden():
    class Nowhere(Optimal):
        def weight(self, x):
            return np.full(np.shape(x)[:-1], np.inf)

    sampler = Nowhere(SAMPLERS["Trace, Legendre"].space)
    x, jets = drawn(sampler)
    assert not np.isfinite(QuasiProjection(sampler, 24).coefficients(x, jets)).any()


def test_what_lies_above_the_diagonal_is_a_number():
    """Memory that nobody has set may hold signalling NaN, which warn when they are divided."""
    basis, w = np.ones((3, 4, 5, 1)), np.ones((3, 4))
    above = normal_equations(basis, w, np.empty((3, 4, 1, 0)))[np.triu_indices(5, 1)]
    np.testing.assert_array_equal(above, 0)

"""Products say of Z g what the array of all its numbers does, and both what the estimator's own code gives."""

import numpy as np
import pytest

from theorytest.atlas.cells import Cell
from theorytest.atlas.points import along, singles_of
from theorytest.atlas.subjects import subject
from theorytest.atlas.vectors import Dense, Products
from theorytest.atlas.worlds import World

N, D, M = 12, 4, 5
CELLS = [
    Cell("quasi", World("uniform", "H1", "orthonormal"), "trace", 3, 1),
    Cell("quasi", World("product-2", "L2", "orthonormal"), "optimal", 10, 1),
    Cell("non", World("gaussian", "L2", "redundant"), "rho", 3, 1),
    Cell("non", World("uniform", "H1", "monomials"), "rho", 3, 1),
]


@pytest.fixture(params=[(1, False), (1, True), (3, False), (3, True)], ids=str)
def pair(request):
    l, moved = request.param  # noqa: E741 (the paper's letter)
    rng = np.random.default_rng(l)
    found = Products(rng.normal(size=(l, N, D)), rng.normal(size=(l, N, M)), rng.normal(size=(D, M)) if moved else None)
    return found, Dense(found.whole())


def test_norms_products_means_and_sums_are_those_of_the_array(pair):
    rng = np.random.default_rng(0)
    v, r = rng.normal(size=(D, M)), rng.normal(size=N)
    for cut in (lambda z: z, lambda z: z.part(slice(1, 3)), lambda z: z.first(6).part(slice(2, 5))):
        ours, plain = map(cut, pair)
        u, q = v[:, : plain.Z.shape[2]], r[: len(plain)]
        assert len(ours) == len(plain)
        np.testing.assert_allclose(ours.square, np.sum(plain.Z**2, axis=1))
        np.testing.assert_allclose(plain.square, np.sum(plain.Z**2, axis=1))
        np.testing.assert_allclose(ours.along(u), plain.along(u), atol=1e-12)
        np.testing.assert_allclose(ours.total(q), plain.total(q), atol=1e-12)
        for n in (1, 3):
            np.testing.assert_allclose(ours.means(n), plain.means(n), atol=1e-12)


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_products_are_what_the_estimator_gives_at_each_point(cell):
    it, rng = subject(cell), np.random.default_rng(0)
    x = it.estimator.sample(rng, 200)
    g = rng.normal(size=(it.hull.dim, M))
    ours = singles_of(it, x).at(x[:, 0], g)
    assert isinstance(ours, Products)
    own = along(it.estimator, it.hull, x, g)
    np.testing.assert_allclose(ours.whole(), own, atol=1e-10 * np.abs(own).max())

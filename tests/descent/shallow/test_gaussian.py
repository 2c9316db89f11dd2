"""Quadrature against the closed Gramian, coordinates integrated out against brute force, draws against their law."""

import numpy as np
import pytest
from goodness import ALPHA, chi_square, generator, ks, mean_test
from hypothesis import given
from hypothesis import strategies as st
from networks import ACTIVATIONS, random_network, seeds
from scipy import special

from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.gaussian import StandardGaussian, gramian_tangents
from theorytest.descent.models.shallow.network import from_theta
from theorytest.descent.models.shallow.ridges import tangent_gramian
from theorytest.descent.models.shallow.sequential import SequentialPoints, inverted, joined, restricted
from theorytest.descent.models.shallow.tangent import tangents

TOLERANCE = 1e-5
DIGITS = [(RePU(2), 1, 1e-12), (RePU(3), 1, 1e-12), (Tanh(), 1, 1e-9), (RePU(2), 2, 1e-6), (RePU(3), 2, 1e-7)]


def gentle(seed, activation, m, D, batch=(2,)):
    """A batch of networks with inner weights that a tensor rule can afford."""
    return from_theta(activation, 0.5 * random_network(seed, activation, m, D, batch).theta, D)


@pytest.mark.parametrize(("activation", "D", "accuracy"), [*DIGITS, (Logistic(), 2, 1e-9), (Tanh(), 2, 1e-9)], ids=repr)
def test_nodes_integrate_tangents(activation, D, accuracy):
    network = gentle(1, activation, 3, D)
    x, w = StandardGaussian(D).nodes(network)
    T, G = network.tangents(x), tangent_gramian(network)
    np.testing.assert_allclose(np.swapaxes(T, 1, 2) @ (w[..., None] * T), G, atol=accuracy * np.abs(G).max())


def test_nodes_know_the_kinks_of_all_networks():
    a, b = gentle(2, RePU(2), 3, 1), gentle(3, RePU(2), 2, 1)
    x, w = StandardGaussian(1).nodes(a, b)
    both = a + b
    square = np.einsum("ri,rij,rj->r", *(outer_only(both), tangent_gramian(both), outer_only(both)))
    np.testing.assert_allclose(np.sum(w * (a(x) + b(x)) ** 2, axis=-1), square, rtol=1e-12)


def test_steep_networks_do_not_need_ever_more_nodes():
    network = random_network(0, Tanh(), 2, 2)
    steep = from_theta(Tanh(), 100 * network.theta, 2)
    counts = [StandardGaussian(2, 1e-6, finest=0.1).nodes(each)[1].size for each in (network, steep)]
    assert counts[0] <= counts[1] == (2 * 63 + 1) ** 2  # up to √(2 log 1e6) + 1 = 6.26 on both sides


def outer_only(network):
    """Φ in its own tangents."""
    c = network.theta.copy()
    c[..., network.width + 1 :] = 0
    return c


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="must have 2 inputs"):
        StandardGaussian(2).nodes(gentle(0, Tanh(), 2, 1))
    with pytest.raises(ValueError, match=r"use ridges\.tangent_gramian"):
        StandardGaussian(5).nodes(gentle(0, Tanh(), 2, 5))
    with pytest.raises(ValueError, match="must be smooth"):
        StandardGaussian(1).target_nodes(gentle(0, Tanh(), 2, 1), knots=(0.0,))


@given(seeds, st.sampled_from(ACTIVATIONS), st.integers(2, 4), st.integers(1, 3))
def test_a_restricted_network_is_the_network(seed, activation, D, ell):
    ell = min(ell, D - 1)
    network, x = random_network(seed, activation, 3, D), np.random.default_rng(seed).normal(size=(5, D))
    head = x[0, :ell]
    x[:, :ell] = head
    np.testing.assert_allclose(restricted(network, head)(x[:, ell:]), network(x), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("activation", "D", "accuracy"), [(RePU(2), 2, 1e-9), (RePU(2), 3, 1e-3), (Tanh(), 2, 1e-8)], ids=repr
)
def test_coordinates_are_integrated_out(activation, D, accuracy):
    """By the Gramian of the other coordinates, against quadrature of them."""
    network = gentle(4, activation, 2, D)
    rule = StandardGaussian(D)
    points = SequentialPoints(tangents(gentle(4, activation, 2, 1), StandardGaussian(1), TOLERANCE), rule)
    object.__setattr__(points.space, "network", network)  # the integrals know nothing of the basis
    rng = np.random.default_rng(0)
    head, C = rng.normal(size=(2, 3, 1)), rng.normal(size=(2, 3, 2, network.n_parameters))
    y, v = rule.remaining(network, head)
    T = network.tangents(joined(head, y).reshape(2, -1, D)).reshape(*v.shape, -1)
    expected = np.sum((T @ np.swapaxes(C, -1, -2)) ** 2 * v[..., None], axis=-2)
    np.testing.assert_allclose(points.by_gramian(head, C), expected, rtol=accuracy)
    np.testing.assert_allclose(points.integrated(head, C), expected, rtol=accuracy)


def test_inversion_of_the_normal_law():
    edges = np.tile(np.linspace(-8, 8, 17), (5, 1))
    t = edges[:, :-1, None] + np.diff(edges)[..., None] * (special.roots_legendre(10)[0] + 1) / 2
    u = np.array([1e-6, 0.1, 0.5, 0.7, 0.999])
    found = inverted(edges, np.exp(-(t**2) / 2).reshape(5, -1), u)
    np.testing.assert_allclose(found, special.ndtri(u), atol=1e-7)


def spaces(activation, m, D):
    measure = StandardGaussian(D, 1e-8)
    return measure, tangents(gentle(5, activation, m, D), measure, TOLERANCE)


@pytest.mark.parametrize("activation", [RePU(2), Tanh()], ids=repr)
def test_draws_on_the_line(activation):
    measure, space = spaces(activation, 3, 1)
    x = measure.optimal(space).draw(generator(), 4000)
    grid = np.linspace(-9, 9, 200_001)
    K = np.sum(space(np.broadcast_to(grid[:, None], (2, len(grid), 1))) ** 2, axis=-1)
    F = np.cumsum(K * np.exp(-(grid**2) / 2), axis=-1)
    for r in range(2):
        cdf = lambda t, r=r: np.interp(t, grid, F[r] / F[r, -1])  # noqa: E731 (one law per replica)
        assert ks(x[r], cdf) > ALPHA
        assert ks(generator().standard_normal(4000), cdf) < ALPHA


@pytest.mark.parametrize("activation", [RePU(2), Tanh()], ids=repr)
def test_draws_in_the_plane(activation):
    """Cells of a grid, with probabilities from the nodes of a fine quadrature."""
    measure, space = spaces(activation, 2, 2)
    points = measure.optimal(space)
    x = points.draw(generator(), 2500)
    cuts = np.array([-1.2, -0.3, 0.4, 1.3])
    t, w = fine_line(cuts)
    nodes = np.stack(np.meshgrid(t, t, indexing="ij"), axis=-1).reshape(1, -1, 2)
    K = np.sum(space(np.broadcast_to(nodes, (2, *nodes.shape[1:]))) ** 2, axis=-1)
    plain = generator().standard_normal((2500, 2))
    for r in range(2):
        mass = np.outer(w, w).ravel() * K[r] / space.dim[r]
        cells = np.bincount(cell(nodes[0], cuts), mass, minlength=25)
        assert cells.sum() == pytest.approx(1, abs=1e-5)
        assert chi_square(np.bincount(cell(x[r], cuts), minlength=25), cells / cells.sum()) > ALPHA
        assert chi_square(np.bincount(cell(plain, cuts), minlength=25), cells / cells.sum()) < ALPHA


def fine_line(cuts):
    """Gauss-Legendre between many edges, the cuts among them."""
    edges = np.unique([*np.linspace(-8, 8, 41), *cuts])
    t, w = special.roots_legendre(6)
    half = np.diff(edges)[:, None] / 2
    x = (edges[:-1, None] + half * (1 + t)).ravel()
    return x, (half * w).ravel() * np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)


def cell(x, cuts):
    """The number of the cell of each point."""
    first, second = (np.searchsorted(cuts, x[:, j]) for j in range(2))
    return 5 * first + second


@pytest.mark.parametrize(("activation", "D"), [(RePU(2), 3), (RePU(2), 5)], ids=repr)
def test_draws_in_higher_dimensions(activation, D):
    """E w ψ_i ψ_j = δ_ij under the optimal law with w K = r, and not under ρ."""
    space, n = gramian_tangents(gentle(6, activation, 2, D, batch=(1,)), TOLERANCE), 150
    r = int(space.dim[0])
    assert r == 2 * (D + 1) + 1
    for x, fits in (StandardGaussian(D).optimal(space).draw(generator(), n), True), (plain(n, D), False):
        psi = space(x)[0]
        moments = np.einsum("n,ni,nj->nij", r / np.sum(psi**2, axis=-1), psi, psi)
        assert bool(mean_test(moments, np.eye(r)) > ALPHA) is fits


def plain(n, D):
    return generator().standard_normal((1, n, D))


@pytest.mark.parametrize("activation", [RePU(2), Tanh()], ids=repr)
def test_both_ways_to_the_tangent_space_agree(activation):
    """Singular values of B and roots of eigenvalues of G, and the same projection."""
    measure, space = spaces(activation, 2, 1)
    other = gramian_tangents(space.network, TOLERANCE)
    np.testing.assert_array_equal(other.dim, space.dim)
    np.testing.assert_allclose(other.singular, space.singular, atol=2e-7 * space.singular.max())
    x = measure.sample(generator(), 2, 6)
    kernels = [psi @ np.swapaxes(psi, 1, 2) for psi in (space(x), other(x))]
    np.testing.assert_allclose(kernels[1], kernels[0], rtol=1e-4, atol=1e-4)


def test_a_gramian_knows_no_finer_tolerance():
    with pytest.raises(ValueError, match=r"tolerance must lie in \[1e-07, 1\)"):
        gramian_tangents(gentle(0, Tanh(), 2, 2), 1e-9)


def test_some_of_the_spaces():
    measure, space = spaces(Tanh(), 2, 2)
    points = measure.optimal(space)
    both, second = points.draw(generator(), 5), points.take(np.array([1])).draw(generator(), 5)
    assert both.shape == (2, 5, 2)
    assert second.shape == (1, 5, 2)
    np.testing.assert_allclose(points.take(np.array([1])).basis(second), points.basis(np.repeat(second, 2, axis=0))[1:])
    assert np.all(np.isinf(points.largest()))


def test_the_christoffel_function_of_tanh_is_bounded_on_the_line():
    measure, space = spaces(Tanh(), 2, 1)
    x = np.broadcast_to(np.linspace(-400, 400, 40_001)[:, None], (2, 40_001, 1))
    K = np.sum(space(x) ** 2, axis=-1).max(axis=-1)
    np.testing.assert_allclose(measure.optimal(space).largest(), K, rtol=0.05)

"""Volume-rescaled sampling: exact probabilities by enumeration, moments by quadrature, two samplers for one law."""

import itertools
import math

import numpy as np
import pytest
from goodness import ALPHA, chi_square, generator, hermite_cdf, ks, ks_two, legendre_cdf, mean_test

from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.sampling import Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import empirical_gramian
from theorytest.approximation.systems import Hermite, Histogram, Legendre, Monomials
from theorytest.approximation.tensor import TensorProduct, total_degree
from theorytest.approximation.volume import ProjectionDPP, TridiagonalDPP, VolumeRescaled

ATOMS = Discrete(np.array([-1.0, -0.3, 0.4, 1.0]), np.array([0.1, 0.4, 0.3, 0.2]))
CLASSICAL = {
    "Legendre": (Space(Legendre(6), Uniform()), legendre_cdf(6)),
    "Hermite": (Space(Hermite(5), Gaussian()), hermite_cdf(5)),
    "monomials": (Space(Monomials(4), Uniform(0, 1)), lambda t: legendre_cdf(4)(2 * t - 1)),
    "shifted": (Space(Hermite(3, 2.0, 0.5), Gaussian(2.0, 0.5)), lambda t: hermite_cdf(3)(2 * t - 4)),
}
SAMPLERS = [(name, kind) for name in CLASSICAL for kind in (ProjectionDPP, TridiagonalDPP)]


def on_atoms(dim):
    return Space(Legendre(dim), ATOMS)


def enumerate_volume(space, n):
    """All n-tuples of atoms with n^d (n-d)!/n! det Ĝ μ^n, an array of shape (atoms,) * n."""
    sampler, d = Trace(space), space.dim
    index = np.array(list(itertools.product(range(4), repeat=n)))
    mu = ATOMS.weights / sampler.weight(ATOMS.points)
    det = np.linalg.det(empirical_gramian(sampler, ATOMS.points[index]))
    constant = n**d * math.factorial(n - d) / math.factorial(n)
    probabilities = constant * np.maximum(det, 0) * np.prod(mu[index], axis=1)
    probabilities[probabilities < 1e-14] = 0
    return probabilities.reshape((4,) * n)


def tally(x):
    """How often each tuple of atoms was drawn."""
    index = np.searchsorted(ATOMS.points[:, 0], x[..., 0])
    return np.bincount(np.ravel_multi_index(index.T, (4,) * x.shape[1]), minlength=4 ** x.shape[1])


@pytest.mark.parametrize("dim", [1, 2, 3])
@pytest.mark.parametrize("extra", [0, 1, 2])
def test_the_expected_determinant_of_independent_points_is_exact_by_enumeration(dim, extra):
    """Σ det Ĝ μ^n = n! / (n^d (n-d)!), that is, the volume-rescaled density integrates to 1."""
    assert enumerate_volume(on_atoms(dim), dim + extra).sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("dim", "n"), [(2, 2), (2, 3), (3, 3)])
def test_the_expected_determinant_of_independent_points_is_exact_by_quadrature(dim, n):
    """Where the determinant is expanded, each w meets its K: the integrand is a polynomial of degree 2 d - 2."""
    sampler = Trace(Space(Legendre(dim), Uniform()))
    rule = Product((Uniform(),) * n).quadrature(2 * dim)
    x = rule.nodes[..., None]
    det = np.linalg.det(empirical_gramian(sampler, x)) / np.prod(sampler.weight(x), axis=1)
    expected = math.factorial(n) / (n**dim * math.factorial(n - dim))
    assert rule.integrate(det) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("dim", [1, 2, 3, 4])
def test_the_chain_rule_has_the_enumerated_law_of_ordered_points(dim):
    x = ProjectionDPP(on_atoms(dim)).sample(generator(), 50_000)
    assert x.shape == (50_000, dim, 1)
    assert chi_square(tally(x), enumerate_volume(on_atoms(dim), dim)) > ALPHA


@pytest.mark.parametrize("dim", [2, 3])
def test_the_enumerated_law_refuses_independent_and_sorted_points(dim):
    exact = enumerate_volume(on_atoms(dim), dim)
    assert chi_square(tally(Trace(on_atoms(dim)).sample(generator(), 50_000, dim)), exact) < ALPHA
    assert chi_square(tally(np.sort(ProjectionDPP(on_atoms(dim)).sample(generator(), 50_000), axis=1)), exact) < ALPHA


@pytest.mark.parametrize(("dim", "n"), [(1, 2), (2, 3), (2, 4), (3, 4)])
def test_volume_rescaled_points_have_the_enumerated_law(dim, n):
    x = VolumeRescaled(on_atoms(dim)).sample(generator(), 100_000, n)
    assert chi_square(tally(x), enumerate_volume(on_atoms(dim), n)) > ALPHA


@pytest.mark.parametrize(("dim", "n"), [(2, 3), (2, 4), (3, 4)])
def test_the_enumerated_law_refuses_independent_points_and_a_missing_permutation(dim, n):
    space, exact, rng = on_atoms(dim), enumerate_volume(on_atoms(dim), n), generator()
    independent = Trace(space).sample(rng, 100_000, n)
    assert chi_square(tally(independent), exact) < ALPHA
    in_order = np.concatenate([ProjectionDPP(space).sample(rng, 100_000), independent[:, dim:]], axis=1)
    assert chi_square(tally(in_order), exact) < ALPHA


@pytest.mark.parametrize(("name", "kind"), SAMPLERS)
def test_every_point_alone_has_the_optimal_law(name, kind):
    space, cdf = CLASSICAL[name]
    x = kind(space).sample(generator(), 20_000)
    assert min(ks(x[:, 0], cdf), ks(x[:, -1], cdf)) > ALPHA
    assert ks(np.sort(x[..., 0])[:, 0], cdf) < ALPHA  # without a random order


def linear_moments(space):
    """Mean and variance of Σ_i f(x_i): ∫ f K dρ and ∫ f² K dρ - ∫∫ f f K(x, y)² dρ dρ, for f = cos and sin(3x)."""
    rule = space.measure.quadrature(100)
    b = space.jets(rule.nodes)[..., 0]
    f = waves(rule.nodes[:, 0])
    K, kernel = np.sum(b**2, axis=1) * rule.weights, (b @ b.T) ** 2 * np.outer(rule.weights, rule.weights)
    return K @ f, K @ f**2 - np.sum(f * (kernel @ f), axis=0)


def waves(t):
    return np.stack([np.cos(t), np.sin(3 * t)], axis=-1)


@pytest.mark.parametrize(("name", "kind"), SAMPLERS)
def test_linear_statistics_have_the_exact_mean_and_variance(name, kind):
    space, _ = CLASSICAL[name]
    mean, variance = linear_moments(space)
    S = waves(kind(space).sample(generator(), 20_000)[..., 0]).sum(axis=1)
    assert mean_test(S, mean, variance) > ALPHA
    assert mean_test((S - mean) ** 2, variance) > ALPHA
    independent = waves(Trace(space).sample(generator(), 20_000, space.dim)[..., 0]).sum(axis=1)
    assert mean_test((independent - mean) ** 2, variance) < ALPHA  # the repulsion is missing


def statistics(x):
    """The smallest point, the smallest gap and a product over all points: what one-point laws do not determine."""
    t = np.sort(x[..., 0], axis=1)
    return [t[:, 0], np.diff(t, axis=1).min(axis=1), np.cos(t).prod(axis=1)]


@pytest.mark.parametrize("name", CLASSICAL)
def test_chain_rule_and_tridiagonal_matrices_agree(name):
    space, _ = CLASSICAL[name]
    rng = generator()
    chain, spectrum = (statistics(kind(space).sample(rng, 15_000)) for kind in (ProjectionDPP, TridiagonalDPP))
    assert min(ks_two(a, b) for a, b in zip(chain, spectrum, strict=True)) > ALPHA
    independent = statistics(Trace(space).sample(rng, 15_000, space.dim))
    assert max(ks_two(a, b) for a, b in zip(independent[:2], spectrum[:2], strict=True)) < ALPHA


def orders(x):
    """How often each order of the points occurs."""
    base = x.shape[1] ** np.arange(x.shape[1])
    codes = [np.dot(order, base) for order in itertools.permutations(range(x.shape[1]))]
    return np.bincount(x[..., 0].argsort(axis=1) @ base, minlength=max(codes) + 1)[codes]


@pytest.mark.parametrize("space", [Space(Legendre(3), Uniform()), Space(Hermite(3), Gaussian())])
def test_all_orders_of_the_points_are_equally_likely(space):
    draws = [
        ProjectionDPP(space).sample(generator(), 20_000),
        TridiagonalDPP(space).sample(generator(), 20_000),
        VolumeRescaled(space).sample(generator(), 20_000, 4),
    ]
    for x in draws:
        counts = orders(x)
        assert counts.sum() == 20_000
        assert chi_square(counts, np.full(len(counts), 1 / len(counts))) > ALPHA
    counts = orders(np.sort(draws[1], axis=1))
    assert chi_square(counts, np.full(6, 1 / 6)) < ALPHA


def test_in_several_dimensions_linear_statistics_have_the_exact_mean_and_variance():
    space = Space(TensorProduct((Legendre(3), Hermite(3)), total_degree(2, 2)), Product((Uniform(), Gaussian())))
    rule = space.measure.quadrature(60)
    b = space.jets(rule.nodes)[..., 0]
    f = np.cos(rule.nodes @ [2.0, 1.0])
    K, kernel = np.sum(b**2, axis=1) * rule.weights, (b @ b.T) ** 2 * np.outer(rule.weights, rule.weights)
    mean, variance = K @ f, K @ f**2 - f @ kernel @ f
    S = np.cos(ProjectionDPP(space).sample(generator(), 10_000) @ [2.0, 1.0]).sum(axis=1)
    assert mean_test(S, mean, variance) > ALPHA
    assert mean_test((S - mean) ** 2, variance) > ALPHA


def test_one_point_falls_into_every_cell_of_a_histogram():
    x = ProjectionDPP(Space(Histogram((0.0, 0.2, 0.3, 1.0)), Uniform(0, 1))).sample(generator(), 1000)
    assert np.all(np.sort(np.searchsorted([0.2, 0.3], x[..., 0]), axis=1) == [0, 1, 2])


def test_large_dimensions_keep_their_points_apart_and_inside():
    for space in (Space(Legendre(100), Uniform()), Space(Hermite(50), Gaussian())):
        for kind in (ProjectionDPP, TridiagonalDPP):
            t = np.sort(kind(space).sample(generator(), 4)[..., 0], axis=1)
            assert np.all(np.diff(t, axis=1) > 1e-7)
            assert np.abs(t).max() < (1 + 1e-12 if space.dim == 100 else 30)


def test_the_weight_is_that_of_the_independent_measure():
    space, x = Space(Legendre(4), Uniform()), np.linspace(-1, 1, 7)[:, None]
    K = np.sum(space.jets(x)[..., 0] ** 2, axis=-1)
    np.testing.assert_allclose(VolumeRescaled(space).weight(x) * K, 4, rtol=1e-14)


def test_the_same_seed_gives_the_same_points():
    space = Space(Legendre(4), Uniform())
    volume = VolumeRescaled(space)
    for draw in (ProjectionDPP(space).sample, TridiagonalDPP(space).sample, lambda r, R: volume.sample(r, R, 6)):
        np.testing.assert_array_equal(draw(generator(), 5), draw(generator(), 5))


def test_vector_valued_features_too_few_points_and_empty_batches_are_refused():
    h1, l2 = Space(Legendre(3), Uniform(), "H1"), Space(Legendre(3), Uniform())
    for kind in (ProjectionDPP, VolumeRescaled):
        with pytest.raises(ValueError, match="space must be an L2 space, got norm 'H1'"):
            kind(h1)
    with pytest.raises(ValueError, match="n_samples must be an integer of at least 3, got 2: volume sampling needs"):
        VolumeRescaled(l2).sample(generator(), 1, 2)
    for draw in (ProjectionDPP(l2).sample, TridiagonalDPP(l2).sample, lambda r, R: VolumeRescaled(l2).sample(r, R, 4)):
        for bad in (0, -2, True, 1.5):
            with pytest.raises(ValueError, match="n_replicas must be an integer of at least 1, got"):
                draw(generator(), bad)


@pytest.mark.parametrize("space", [
    Space(Legendre(3), Uniform(), "H1"), on_atoms(2), Space(Histogram.equal(3), Uniform(0, 1)),
])  # fmt: skip
def test_spaces_without_a_tridiagonal_model_are_refused(space):
    with pytest.raises(ValueError, match="space must be all polynomials below a degree in L2"):
        TridiagonalDPP(space)

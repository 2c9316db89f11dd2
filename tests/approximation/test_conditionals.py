"""K̃ ρ / d in several dimensions: joint moments by quadrature, marginals by exact distribution functions.

Moments are those of products of cosines, which are bounded, so that their z-tests with exact variances are reliable.
"""

import numpy as np
import pytest
from goodness import ALPHA, chi_square, generator, hermite_square_cdf, ks, legendre_square_cdf, mean_test

from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.conditionals import Derivative, TensorTraceLaw
from theorytest.approximation.functions import Functions
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.sampling import Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Hermite, Histogram, Legendre, Monomials
from theorytest.approximation.tensor import TensorProduct, full_grid, hyperbolic_cross, total_degree

N = 40_000
THREE = Discrete(np.array([-1.0, 0.5, 2.0]), np.array([0.2, 0.5, 0.3]))
TWICE = np.array([[0, 0], [1, 2], [1, 2], [2, 0]])
NINE = full_grid((3, 2, 2))[:9]
PARTS = {
    "total degree": ((Legendre(4), Legendre(4)), (Uniform(), Uniform()), total_degree(2, 3)),
    "hyperbolic cross": ((Legendre(4), Hermite(4)), (Uniform(), Gaussian()), hyperbolic_cross(2, 3)),
    "atoms": ((Legendre(3), Hermite(3)), (THREE, Gaussian()), total_degree(2, 2)),
    "monomials": ((Monomials(3), Monomials(3)), (Uniform(0, 1), Gaussian(1.0, 0.5)), total_degree(2, 2)),
    "three dimensions": ((Legendre(3), Hermite(2), Legendre(2)), (Uniform(), Gaussian(), THREE), NINE),
    "one function twice": ((Legendre(3), Hermite(3)), (Uniform(), Gaussian()), TWICE),
    "rank deficient atoms": ((Monomials(6), Legendre(2)), (THREE, Uniform()), full_grid((6, 2))),
}  # fmt: skip
CASES = [(name, norm) for name in PARTS for norm in ("L2", "H1")]


def space_of(name, norm):
    parts, factors, indices = PARTS[name]
    return Space(TensorProduct(parts, indices), Product(factors), norm)


def probes(x):
    """Bounded functions that see every coordinate and their dependence, shape (..., 6)."""
    frequency = np.array([[1.0, 0, 0.3], [0, 1.5, 0.7], [2, 1, 1], [1, -2, 0.5], [3, 3, 0], [0.5, 0.5, 2]])
    return np.cos(x @ frequency[:, : x.shape[-1]].T + np.arange(6))


def moments(space, density):
    """Exact mean and variance of the probes under density · ρ."""
    rule = space.measure.quadrature(80)
    values, weights = probes(rule.nodes), rule.weights * density(rule.nodes)
    assert weights.sum() == pytest.approx(1, abs=1e-10)
    mean = weights @ values
    return mean, weights @ values**2 - mean**2


def trace_density(space):
    return lambda x: Christoffel(space).trace(x) / space.dim


@pytest.mark.parametrize(("name", "norm"), CASES)
def test_joint_moments_are_those_of_the_trace_density(name, norm):
    space = space_of(name, norm)
    x = TensorTraceLaw(space).draw(generator(), N)
    assert mean_test(probes(x), *moments(space, trace_density(space))) > ALPHA


@pytest.mark.parametrize(("name", "norm"), CASES)
def test_the_same_moments_refuse_plain_draws(name, norm):
    space = space_of(name, norm)
    x = space.measure.sample(generator(), (N,))
    assert mean_test(probes(x), *moments(space, trace_density(space))) < ALPHA


@pytest.mark.parametrize("name", ["hyperbolic cross", "one function twice"])
def test_the_same_moments_refuse_coordinates_that_are_permuted_independently(name):
    """The marginals stay right, the dependence is lost."""
    space, rng = space_of(name, "L2"), generator()
    x = TensorTraceLaw(space).draw(rng, 4 * N)
    x[:, 1] = rng.permutation(x[:, 1])
    assert mean_test(probes(x), *moments(space, trace_density(space))) < ALPHA


@pytest.mark.parametrize("name", ["total degree", "hyperbolic cross", "monomials"])
def test_the_moments_of_h1_refuse_the_draws_of_l2(name):
    x = TensorTraceLaw(space_of(name, "L2")).draw(generator(), N)
    space = space_of(name, "H1")
    assert mean_test(probes(x), *moments(space, trace_density(space))) < ALPHA


@pytest.mark.parametrize("name", ["total degree", "hyperbolic cross"])
def test_marginals_are_mixtures_of_squares(name):
    """Integrating out the other coordinates of Σ φ_ν² / d leaves the mean of the squares of one factor."""
    parts, _, indices = PARTS[name]
    x = TensorTraceLaw(space_of(name, "L2")).draw(generator(), N)
    for j, part in enumerate(parts):
        square = legendre_square_cdf if isinstance(part, Legendre) else hermite_square_cdf
        assert ks(x[:, j], lambda t, j=j, f=square: np.mean([f(int(i))(t) for i in indices[:, j]], axis=0)) > ALPHA
        assert ks(x[:, j], lambda t, f=square: f(1)(t)) < ALPHA


def test_a_histogram_on_a_coarser_product_has_the_exact_cell_probabilities():
    """Unequal cells: K̃ ρ has equal mass in the cells of each factor for a full grid."""
    edges = (0.0, 0.1, 0.5, 1.0)
    system = TensorProduct((Histogram(edges), Histogram(edges)), full_grid((3, 3)))
    x = TensorTraceLaw(Space(system, Product((Uniform(0, 1), Uniform(0, 1))))).draw(generator(), N)
    counts = np.histogram2d(*x.T, bins=[edges, edges])[0]
    assert chi_square(counts, np.full((3, 3), 1 / 9)) > ALPHA
    assert chi_square(counts, np.outer(np.diff(edges), np.diff(edges))) < ALPHA


def test_a_factor_of_constants_has_no_derivative_to_draw_from():
    space = Space(TensorProduct((Legendre(3), Legendre(1)), full_grid((3, 1))), Product((Uniform(), Uniform())), "H1")
    x = TensorTraceLaw(space).draw(generator(), N)
    assert mean_test(probes(x), *moments(space, trace_density(space))) > ALPHA
    assert ks(x[:, 1], lambda t: (1 + t) / 2) > ALPHA


def test_two_functions_with_one_span_give_one_law():
    """A repeated function must not count twice."""
    parts, factors, _ = PARTS["one function twice"]
    once, twice = (Space(TensorProduct(parts, i), Product(factors)) for i in (TWICE[[0, 1, 3]], TWICE))
    np.testing.assert_allclose(moments(once, trace_density(once)), moments(twice, trace_density(twice)), atol=1e-12)


def test_the_same_seed_gives_the_same_draws():
    law = TensorTraceLaw(space_of("three dimensions", "H1"))
    np.testing.assert_array_equal(law.draw(generator(), 50), law.draw(generator(), 50))


def test_a_system_that_is_no_tensor_product_is_refused():
    functions = Functions((lambda x: x[..., 0], lambda x: x[..., 1]), ndim=2, degree=1)
    space = Space(functions, Product((Uniform(), Uniform())))
    with pytest.raises(ValueError, match="2 dimensions needs a TensorProduct system, got Functions"):
        TensorTraceLaw(space).draw(generator(), 1)


def test_derivatives_are_a_system_without_second_derivatives():
    x = np.array([[0.3], [-0.7]])
    system = Derivative(Monomials(4))
    np.testing.assert_allclose(system.values(x), np.array([[0, 1, 0.6, 0.27], [0, 1, -1.4, 1.47]]), atol=1e-15)
    assert (system.size, system.ndim, system.knots) == (4, 1, ((),))
    with pytest.raises(ValueError, match="second derivatives"):
        system.gradients(x)


def test_a_discrete_factor_of_the_plane_is_refused_with_a_sentence():
    square = Discrete([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [0.25] * 4)
    system = TensorProduct((Monomials(2), Monomials(2), Legendre(2)), full_grid((2, 2, 2)))
    space = Space(system, Product((square, Uniform())))
    with pytest.raises(ValueError, match=r"product of univariate ones, got factors of \[2, 1\] dimensions"):
        Trace(space).sample(np.random.default_rng(0), 1, 5)


def test_blocks_of_draws_follow_one_another_without_repeating():
    space = Space(TensorProduct((Legendre(2), Legendre(2)), full_grid((2, 2))), Product((Uniform(), Uniform())))
    x = Trace(space).sample(np.random.default_rng(0), 1, 2**19 + 10)[0]  # more than one block
    assert x.shape == (2**19 + 10, 2)
    assert len(np.unique(x, axis=0)) == len(x)

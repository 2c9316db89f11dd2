"""The law of a draw is exact: F(x(u)) = u with F from an independent formula, everywhere in [0, 1)."""

import itertools

import numpy as np
import pytest
from goodness import (
    ALPHA,
    generator,
    hermite_cdf,
    hermite_square_cdf,
    ks,
    legendre_cdf,
    legendre_square_cdf,
)
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from numpy.polynomial import Polynomial
from scipy import integrate, stats

from theorytest.approximation.laws import univariate
from theorytest.approximation.measures import Gaussian, Uniform
from theorytest.approximation.sampling import Optimal, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Hermite, Legendre

EXACT = 1e-12  # 1e-10 is asked; a table of 1,000 points misses it by far
POWERS = 2.0 ** -np.arange(1, 54)


def levels(*special):
    """A fine grid of [0, 1), powers of 2 near both ends, and points that close in on the special levels."""
    near = [s + sign * POWERS[8:] for s in special for sign in (-1, 1)]
    u = np.concatenate([np.arange(4001) / 4001, POWERS, 1 - POWERS, *near, np.ravel(special)])
    return np.unique(u[(u >= 0) & (u < 1)])


def line_law(f, measure, knots=()):
    return univariate(lambda x: f(x[..., 0]), measure, knots).distribution


def error(law, cdf, u):
    return np.abs(cdf(law.inverse(u)) - u).max()


@pytest.mark.parametrize("dim", [1, 3, 10, 50, 100])
def test_optimal_draws_for_legendre_have_the_exact_distribution_function(dim):
    law = Trace(Space(Legendre(dim), Uniform())).law.distribution
    assert error(law, legendre_cdf(dim), levels()) < EXACT


@pytest.mark.parametrize("dim", [1, 2, 7, 30, 50])
def test_optimal_draws_for_hermite_have_the_exact_distribution_function(dim):
    law = Trace(Space(Hermite(dim), Gaussian())).law.distribution
    assert error(law, hermite_cdf(dim), levels()) < EXACT


@pytest.mark.parametrize("k", [1, 5, 20])
def test_densities_with_zeros_are_inverted_exactly_at_and_around_their_zeros(k):
    zeros = np.polynomial.legendre.legroots(np.eye(k + 1)[k])
    law = line_law(lambda t: np.polynomial.legendre.legval(t, np.eye(k + 1)[k]) ** 2, Uniform())
    assert error(law, legendre_square_cdf(k), levels(*legendre_square_cdf(k)(zeros))) < EXACT
    system, zeros = Hermite(k + 1), np.polynomial.hermite_e.hermeroots(np.eye(k + 1)[k])
    law = line_law(lambda t: system.values(t[:, None])[..., k] ** 2, Gaussian())
    assert error(law, hermite_square_cdf(k), levels(*hermite_square_cdf(k)(zeros))) < EXACT


@pytest.mark.parametrize("dim", [2, 6, 20])
def test_optimal_draws_in_h1_agree_with_adaptive_quadrature(dim):
    """K is the larger eigenvalue of a 2 x 2 matrix, not a polynomial, so scipy's quad is the reference."""
    space = Space(Legendre(dim), Uniform(), "H1")

    def K(t):
        jets = space.jets([[t]])[0]
        (a, b), (_, c) = jets.T @ jets
        return (a + c) / 2 + np.hypot((a - c) / 2, b)

    u = np.linspace(0, 1, 13)[1:-1]
    edges = np.concatenate([[-1.0], Optimal(space).law.distribution.inverse(u), [1.0]])
    parts = [integrate.quad(K, *pair, epsabs=1e-13, limit=200)[0] for pair in itertools.pairwise(edges)]
    np.testing.assert_allclose(np.cumsum(parts)[:-1] / np.sum(parts), u, rtol=0, atol=EXACT)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=6).filter(lambda c: max(map(abs, c)) > 0.01))
@settings(max_examples=15, deadline=None)
def test_the_square_of_any_polynomial_is_inverted_exactly(coefficients):
    square = Polynomial(coefficients) ** 2
    primitive = square.integ(lbnd=-1)
    law = line_law(square, Uniform())
    assert error(law, lambda x: primitive(x) / primitive(1.0), levels()) < EXACT


@given(
    st.lists(st.floats(0.01, 0.99), min_size=1, max_size=5, unique=True),
    st.lists(st.sampled_from([0.0, 0.0, 1.0, 1e-6, 3.7]), min_size=6, max_size=6).filter(lambda h: h[0] > 0),
    st.booleans(),
)
@example(cuts=[0.6542949796290275], heights=[1.0] + 5 * [0.0], known=False)  # inside a panel, behind its last node
@example(cuts=[0.625, 0.65625, 0.125], heights=[1.0, 0.0, 1.0, 1e-6, 0.0, 0.0], known=True)  # Newton in circles
@settings(max_examples=20, deadline=None)
def test_any_step_density_with_gaps_is_inverted_exactly_whether_its_knots_are_known_or_not(cuts, heights, known):
    cuts = np.sort(cuts)
    edges = np.concatenate([[0.0], cuts, [1.0]])
    # between two nodes an unknown step can hide, and a step of a few roundings has no place in doubles
    assume(np.diff(edges).min() >= (1e-6 if known else 0.01))
    heights = np.array(heights[: len(edges) - 1])
    F = np.concatenate([[0.0], np.cumsum(heights * np.diff(edges))])
    law = line_law(lambda t: heights[np.searchsorted(cuts, t)], Uniform(0, 1), tuple(cuts) if known else ())
    u = levels(*(F / F[-1]))
    assert np.abs(np.interp(law.inverse(u), edges, F / F[-1]) - u).max() < EXACT


@given(st.floats(-0.999, 0.999))
@settings(max_examples=15, deadline=None)
def test_a_kink_that_is_no_knot_costs_no_accuracy(c):
    def primitive(x):
        return ((x - c) * np.abs(x - c) + (1 + c) ** 2) / 2

    law = line_law(lambda t: np.abs(t - c), Uniform())
    assert error(law, lambda x: primitive(x) / primitive(1.0), levels(primitive(c) / primitive(1.0))) < EXACT


@pytest.mark.parametrize(("low", "high"), [(0.0, 1e-6), (-1e9, 3e9), (0.0, 1e-20), (5.0, 6.0)])
def test_scale_and_position_of_an_interval_do_not_matter(low, high):
    law = Trace(Space(Legendre(10, low, high), Uniform(low, high))).law.distribution
    assert error(law, lambda x: legendre_cdf(10)((2 * x - low - high) / (high - low)), levels()) < EXACT


def test_a_narrow_distribution_far_from_zero_is_resolved_to_the_spacing_of_the_doubles():
    """Its density, evaluated at rounded points, is rough at the scale 1e-7: it must not be refined for ever."""
    mean, std, dim = 1e6, 1e-3, 5
    law = Trace(Space(Hermite(dim, mean, std), Gaussian(mean, std))).law.distribution
    assert len(law.unnormalised.x) < 5000
    assert error(law, lambda x: hermite_cdf(dim)((x - mean) / std), levels()) < 8 * np.spacing(mean) / std


@pytest.mark.parametrize("f", [np.square, lambda t: (t > 0.3) * 1.0, lambda t: np.abs(t - 0.3) ** 3, np.ones_like])
def test_draws_increase_with_u_and_stay_in_the_support_even_between_the_doubles_of_a_knot(f):
    law = line_law(f, Uniform(), (0.3,))
    knot = law.cdf(np.array([0.3, 0.0]))
    u = levels(*knot, *np.nextafter(knot, 1), *np.nextafter(knot, 0))
    x = law.inverse(u)
    assert law.interval[0] <= x.min()
    assert x.max() <= law.interval[1]
    assert np.diff(law.cdf(x)).min() >= -4e-14


@pytest.mark.parametrize("f", [np.square, lambda t: np.abs(t - 0.3) ** 0.5, lambda t: (np.abs(t) > 0.5) * 1.0])
def test_the_root_finder_that_builds_the_table_solves_for_every_level(f):
    law = line_law(f, Uniform())
    u = levels(*law.cdf(np.array([0.0, 0.3])))
    assert np.abs(law.cdf(law.solve(u)) - u).max() < 4e-15


def test_density_and_mass_are_those_of_the_function_given():
    law = line_law(lambda t: 3 * t**2, Uniform(0, 2))
    assert law.mass == pytest.approx(4.0, rel=1e-14)
    np.testing.assert_allclose(law.density(np.array([0.5, 2.0])), 3 * np.array([0.25, 4.0]) / 8, rtol=1e-13)
    np.testing.assert_allclose(law.cdf(np.array([-1.0, 1.0, 9.0])), [0, 1 / 8, 1], rtol=1e-13)


def test_a_batch_is_transformed_number_by_number():
    law = Trace(Space(Hermite(3), Gaussian())).law.distribution
    u = generator().random((3, 17000))  # longer than a block
    x = law.inverse(u)
    assert x.shape == u.shape
    for i, j in [(0, 0), (1, 16384), (2, 16999), (0, 16383)]:
        assert x[i, j] == law.inverse(u[i, j : j + 1])[0]


def test_the_same_seed_gives_the_same_draws():
    law = Trace(Space(Legendre(4), Uniform())).law.distribution
    np.testing.assert_array_equal(law.draw(generator(), 100), law.draw(generator(), 100))


@pytest.mark.parametrize("dim", [10, 100])
def test_a_table_of_a_thousand_points_is_refused_by_the_same_comparison(dim):
    grid = np.linspace(-1, 1, 1000)
    F, u = legendre_cdf(dim), levels()
    assert np.abs(F(np.interp(u, F(grid), grid)) - u).max() > 1e5 * EXACT
    assert np.abs(F(grid[np.searchsorted(F(grid), u)]) - u).max() > 1e9 * EXACT


def test_draws_pass_the_kolmogorov_smirnov_test_and_neighbouring_laws_do_not():
    """With 200,000 draws, laws at distance 0.01 are told apart: the test rejects beyond 2.7 / √200,000 = 0.006."""
    law = Trace(Space(Hermite(7), Gaussian())).law.distribution
    x = law.draw(generator(), 200_000)
    assert ks(x, hermite_cdf(7)) > ALPHA
    assert ks(x, hermite_cdf(8)) < ALPHA
    assert ks(x, stats.norm.cdf) < ALPHA

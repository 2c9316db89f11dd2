"""Gramians, ranks and orthonormal bases, checked with rules that the code did not use."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.polynomial import hermite_e
from scipy import stats

from theorytest.approximation.functions import Functions
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.spaces import Rank, Space
from theorytest.approximation.systems import Fourier, Hermite, Histogram, Legendre, Monomials
from theorytest.approximation.tensor import TensorProduct, full_grid, total_degree

EPS = np.finfo(float).eps
coin = Discrete([0.0, 1.0], [0.25, 0.75])


def first(x):
    return x[..., 0]


def functions(*fs, **options):
    return Functions(tuple(lambda x, f=f: f(first(x)) for f in fs), **options)


def trapezoidal(space, mean=0.0, std=1.0):
    """The Gramian of the basis under a normal law by the trapezoidal rule, which shares nothing with Gauss."""
    z = np.linspace(-38, 38, 4001)[:, None]
    jets = space.jets(mean + std * z) * np.sqrt(stats.norm.pdf(z) * 76 / 4000)[:, :, None]
    return np.einsum("xkl,xml->km", jets, jets)


def clenshaw_curtis(space, low=-1.0, high=1.0, n=400):
    """The Gramian of the basis under a uniform law from Chebyshev points, exact for degree below 400."""
    theta = np.pi * (np.arange(n) + 0.5) / n  # Fejér's first rule
    j = np.arange(1, n // 2)
    weights = (1 - 2 * np.sum(np.cos(2 * j * theta[:, None]) / (4 * j**2 - 1), axis=1)) / n
    jets = space.jets((low + high + (high - low) * np.cos(theta)[:, None]) / 2)
    return np.einsum("x,xkl,xml->km", weights, jets, jets)


def distance(G):
    return np.abs(G - np.eye(len(G))).max()


def test_legendre_is_orthonormal_to_1e_12_in_every_dimension_up_to_100():
    assert distance(clenshaw_curtis(Space(Legendre(100), Uniform()))) < 1e-12
    for d in range(1, 101):
        space = Space(Legendre(d, 2, 5), Uniform(2, 5))
        assert space.is_own_basis
        assert (space.dim, space.defect < 1e-12) == (d, True)


def test_hermite_is_orthonormal_to_1e_12_in_every_dimension_up_to_100():
    assert distance(trapezoidal(Space(Hermite(100), Gaussian()))) < 1e-12
    assert distance(trapezoidal(Space(Hermite(100, 1, 3), Gaussian(1, 3)), 1, 3)) < 1e-12
    for d in range(1, 101):
        space = Space(Hermite(d), Gaussian())
        assert space.is_own_basis
        assert (space.dim, space.defect < 1e-12) == (d, True)


def test_polynomials_of_the_wrong_norm_are_caught_by_the_same_comparison():
    wrong = Functions((lambda x: hermite_e.hermeval(first(x), [0, 0, 1]),), degree=2)  # He_2 without 1/√2!
    jets = lambda x: wrong.values(x)[..., None]  # noqa: E731
    assert distance(trapezoidal(type("Raw", (), {"jets": staticmethod(jets)}))) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("d", [2, 10, 50, 100])
def test_sobolev_bases_are_orthonormal_under_an_independent_rule(d):
    assert distance(clenshaw_curtis(Space(Legendre(d), Uniform(), "H1"))) < 1e-12 * d
    assert distance(trapezoidal(Space(Hermite(d), Gaussian(), "H1"))) < 1e-12 * d  # evaluated through d functions


@given(st.integers(1, 60))
def test_hermite_functions_have_the_sobolev_norm_root_one_plus_k(d):
    space = Space(Hermite(d), Gaussian(), "H1")
    assert np.allclose(space.gramian, np.diag(1.0 + np.arange(d)), rtol=0, atol=1e-12 * d)
    scaled = Space(Hermite(d, 0, 2), Gaussian(0, 2), "H1")  # h_k' = √k h_{k-1} / std
    assert np.allclose(scaled.gramian, np.diag(1 + np.arange(d) / 4), rtol=0, atol=1e-12 * d)


@settings(max_examples=25)
@given(st.integers(1, 14), st.integers(0, 2**32), st.sampled_from(["L2", "H1"]))
def test_the_basis_of_any_polynomial_system_is_orthonormal_with_nested_spans(d, seed, norm):
    M = np.random.default_rng(seed).normal(size=(d, d)) + 3 * np.eye(d)
    columns = [lambda x, c=c: np.polynomial.legendre.legval(first(x), c) for c in M]
    slopes = [lambda x, c=c: np.polynomial.legendre.legval(first(x), np.polynomial.legendre.legder(c)) for c in M]
    space = Space(Functions(tuple(columns), tuple(slopes), degree=d - 1), Uniform(), norm)
    condition = space.rank.singular_values[0] / space.rank.singular_values[-1]
    assert space.dim == d
    assert distance(clenshaw_curtis(space)) < 1e-13 * d * condition
    assert np.allclose(np.tril(space.coefficients, -1), 0, atol=1e-12 * condition * np.abs(space.coefficients).max())


def test_tensor_bases_are_orthonormal_in_the_plane_and_beside_discrete_factors():
    system = TensorProduct((Legendre(4), Hermite(4)), total_degree(2, 3))
    for norm in ("L2", "H1"):
        space = Space(system, Product((Uniform(), Gaussian())), norm)
        rule = space.measure.quadrature(30)
        jets = space.jets(rule.nodes)
        assert distance(np.einsum("x,xkl,xml->km", rule.weights, jets, jets)) < 1e-12
    mixed = Space(TensorProduct((Monomials(2), Hermite(3)), full_grid((2, 3))), Product((coin, Gaussian())), "H1")
    assert (mixed.dim, mixed.jet_size, mixed.defect < 1e-13) == (6, 3, True)


DEFICIENT = {
    "duplicate": (functions(np.copy, np.copy, np.ones_like, degree=1), 2),
    "sum": (functions(np.ones_like, np.copy, lambda t: 1 + t, degree=1), 2),
    "Pythagoras": (functions(lambda t: np.sin(t) ** 2, lambda t: np.cos(t) ** 2, np.ones_like), 2),
    "tiny and large": (functions(np.ones_like, lambda t: 1e-9 * np.sin(t), lambda t: 1e9 * np.cos(t)), 3),
    "tiny duplicate": (functions(lambda t: 1e-9 * np.sin(t), np.ones_like, lambda t: 1e9 * np.sin(t)), 2),
    "zero function": (functions(np.zeros_like, np.ones_like, np.sin), 2),
    "double angle": (functions(np.sin, np.cos, lambda t: np.sin(t + 1), lambda t: np.cos(t - 2)), 2),
}


@pytest.mark.parametrize("case", DEFICIENT)
@pytest.mark.parametrize("measure", [Uniform(), Uniform(0, 1), Gaussian(), Discrete([-1.0, 0.0, 0.5, 2.0], [0.25] * 4)])
def test_the_rank_of_a_dependent_system_is_found_and_its_basis_is_orthonormal(case, measure):
    system, dim = DEFICIENT[case]
    space = Space(system, measure)
    assert space.dim == dim
    assert space.coefficients.shape == (system.size, dim)
    rule = measure.quadrature(160)
    values = space.jets(rule.nodes)[..., 0]
    assert distance(rule.integrate(values[:, :, None] * values[:, None, :])) < 1e-11  # the adaptive Gramian's error
    assert f"dimension {dim} of {system.size} functions" in str(space.rank)


def test_products_of_discrete_measures_are_finite_sums_and_decide_the_rank_exactly():
    pair = Functions((lambda x: x[..., 0], lambda x: x[..., 1], lambda x: x[..., 0] + x[..., 1]), ndim=2)
    space = Space(pair, Product((coin, coin)))
    assert (space.dim, space.gramian_error, space.defect < 1e-14) == (2, 0, True)
    assert space.rank.gap > 1e14


def test_no_more_functions_are_independent_than_the_measure_has_points():
    assert Space(Legendre(10), Discrete([0.1, 0.2, 0.9], [0.5, 0.25, 0.25])).dim == 3
    assert Space(Histogram.equal(4), Uniform(0, 0.5)).dim == 2


@pytest.mark.parametrize("d", [10, 20, 28, 40])
def test_monomials_are_badly_conditioned_and_say_so(d):
    space = Space(Monomials(d), Uniform())
    kept = space.rank.singular_values[space.dim - 1] / space.rank.singular_values[0]
    assert (space.dim == d) == (d < 30)  # the smallest singular value falls by 1 + √2 with each function
    assert kept > 1e-10
    assert max(distance(clenshaw_curtis(space)), space.defect) < 100 * EPS / kept  # b = φ C loses this by cancellation
    assert (space.rank.gap == np.inf) == (space.dim == d)


def test_the_gap_tells_a_clear_decision_from_an_arbitrary_one():
    assert Rank(2, np.array([1.0, 0.5, 1e-15]), 1e-10).gap == pytest.approx(5e14)
    assert Rank(2, np.array([1.0, 2e-10, 0.9e-10]), 1e-10).gap < 3
    assert Rank(2, np.array([1.0, 0.5]), 1e-10).gap == np.inf


@given(st.sampled_from([(), (1,), (2, 3)]), st.sampled_from(["L2", "H1"]))
def test_jets_have_one_row_per_function_and_one_column_per_derivative(shape, norm):
    space = Space(TensorProduct((Legendre(2), Monomials(2)), full_grid((2, 2))), Product((Uniform(), Uniform())), norm)
    x = np.full((*shape, 2), 0.3)
    assert space.jets(x).shape == (*shape, 4, 1 if norm == "L2" else 3)
    if norm == "H1":
        assert np.array_equal(space.system_jets(x)[..., 1:], space.system.gradients(x))


def inverse(t):
    return 1 / t


line = functions(np.copy)
BAD = {
    "norm": (lambda: Space(line, Uniform(), "H2"), "norm must be 'L2' or 'H1', got 'H2'"),
    "measure": (lambda: Space(line, 3), "system must be a System and measure a Measure, got .* and 3"),
    "system": (lambda: Space(Uniform(), Uniform()), "system must be a System and measure a Measure, got Uniform"),
    "dimensions": (lambda: Space(line, Product((coin, coin))), "system has 1 input dimensions, but measure has 2"),
    "tolerance": (lambda: Space(line, coin, rank_tolerance=0), r"rank_tolerance must lie in \(0, 1\), got 0"),
    "tolerance NaN": (lambda: Space(line, coin, rank_tolerance=np.nan), "rank_tolerance must be .* got nan"),
    "H1 of callables": (lambda: Space(line, Uniform(), "H1"), "derivatives must be given for an H1 space, got None"),
    "H1 of cells": (lambda: Space(Histogram.equal(3), Uniform(), "H1"), "indicator functions do not lie in H1"),
    "pole inside": (lambda: Space(functions(inverse), Uniform()).dim, "must be square integrable"),
    "pole off centre": (lambda: Space(functions(lambda t: 1 / (t - 0.3)), Uniform()).dim, r"at x = \[0\.3"),
    "pole at a point": (lambda: Space(functions(inverse), coin), r"got \[inf\] for function 0 at x = \[0\.0\]"),
    "logarithm": (lambda: Space(functions(np.log), Uniform(0, 1)), r"got \[-inf\] for function 0 at x = \[0\.0\]"),
    "root": (lambda: Space(functions(np.ones_like, np.sqrt), Uniform()), r"got \[nan\] for function 1 at x = \[-1"),
    "root of a normal": (lambda: Space(functions(np.sqrt), Gaussian()), r"finite on the support .* got \[nan\]"),
    "nothing": (lambda: Space(functions(np.zeros_like), Uniform()).dim, "must not consist of functions that vanish"),
    "wrong shape": (lambda: Space(Functions((lambda x: x,)), Uniform()), r"functions\[0\]\(x\) must have shape \(2,\)"),
    "point NaN": (lambda: Space(line, Uniform()).jets([np.nan]), "x must be finite, got nan"),
    "point flat": (lambda: Space(line, Uniform()).jets([0.1, 0.2]), r"x must have shape \(\.\.\., 1\), .* got \(2,\)"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_with_a_sentence(case):
    make, sentence = BAD[case]
    with pytest.raises(ValueError, match=sentence):
        make()


def test_what_overflows_where_the_measure_sees_nothing_is_no_error():
    space = Space(functions(np.exp), Gaussian())
    assert space.system_jets([[1000.0]])[0, 0, 0] == np.inf
    assert Space(Fourier((0, 1)), Uniform(0, 0.5)).dim == 3


@pytest.mark.parametrize("width", [0.1, 0.03, 0.01, 0.003, 0.001])
def test_narrow_peaks_of_user_functions_are_seen(width):
    def one(x):
        return np.ones(x.shape[:-1])

    def peak(x):
        return np.exp(-(((x[..., 0] - 0.1234) / width) ** 2))

    space = Space(Functions((one, peak)), Uniform())
    first, second = width * np.sqrt(np.pi) / 2, width * np.sqrt(np.pi / 2) / 2  # the tails beyond [-1, 1] vanish
    assert space.dim == 2
    np.testing.assert_allclose(space.gramian, [[1, first], [first, second]], rtol=1e-9)

"""Tensor products: index sets are what they say, values are products, gradients follow the product rule."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.approximation.functions import Functions
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.systems import Fourier, Hermite, Legendre, Monomials
from theorytest.approximation.tensor import TensorProduct, full_grid, hyperbolic_cross, total_degree

parts = (Legendre(4), Hermite(3), Monomials(5))
coin = Discrete([0.0, 1.0], [0.25, 0.75])


@given(st.integers(1, 3), st.integers(0, 6))
def test_index_sets_hold_exactly_the_multi_indices_of_their_inequality(ndim, degree):
    box = list(itertools.product(range(degree + 1), repeat=ndim))
    sets = {
        total_degree: [nu for nu in box if sum(nu) <= degree],
        hyperbolic_cross: [nu for nu in box if np.prod([n + 1 for n in nu]) <= degree + 1],
    }
    for rule, expected in sets.items():
        assert sorted(map(tuple, rule(ndim, degree).tolist())) == sorted(expected)
    assert sorted(map(tuple, full_grid((degree + 1,) * ndim).tolist())) == sorted(box)


@given(st.lists(st.floats(-2, 2), min_size=3, max_size=3))
def test_values_are_products_and_gradients_follow_the_product_rule(x):
    system, x = TensorProduct(parts, full_grid((4, 3, 5))), np.array(x)
    values = [p.values(x[j : j + 1]) for j, p in enumerate(parts)]
    slopes = [p.gradients(x[j : j + 1])[:, 0] for j, p in enumerate(parts)]
    scale = 1 + np.abs(system.gradients(x)).max()  # products of three: a few roundings
    assert np.allclose(system.values(x), np.einsum("i,j,k->ijk", *values).ravel(), rtol=0, atol=1e-14 * scale)
    for j in range(3):
        mixed = [slopes[i] if i == j else values[i] for i in range(3)]
        exact = np.einsum("i,j,k->ijk", *mixed).ravel()
        assert np.allclose(system.gradients(x)[:, j], exact, rtol=0, atol=1e-14 * scale)


def test_a_product_that_forgets_the_factors_it_does_not_differentiate_is_caught():
    system, x = TensorProduct(parts, np.array([[1, 1, 1]])), np.array([0.5, 0.7, 0.9])
    assert system.gradients(x)[0, 0] == pytest.approx(np.sqrt(3) * 0.7 * 0.9, rel=1e-15)
    assert abs(parts[0].gradients(x[:1])[1, 0] - system.gradients(x)[0, 0]) > 0.1


def test_the_tensor_rule_is_exact_also_beside_discrete_factors_of_several_dimensions():
    system = TensorProduct(parts, full_grid((4, 3, 5)))
    plane = Discrete([[0.0, 1.0], [0.5, -1.0], [0.3, 0.1]], [0.5, 0.25, 0.25])
    measures = [
        Product((Uniform(), Gaussian(), Uniform(0, 1))),
        Product((Product((Uniform(), coin)), Gaussian())),
        Product((plane, Gaussian())),
    ]
    for measure in measures:
        gramians = []
        for rule in (system.rule(measure), Product(measure.factors).quadrature(20)):
            values = system.values(rule.nodes)
            gramians.append(rule.integrate(values[:, :, None] * values[:, None, :]))
        assert np.allclose(*gramians, rtol=1e-12, atol=1e-12)  # a thousand terms


def test_there_is_no_rule_where_a_part_has_none():
    system = TensorProduct((Legendre(2), Fourier((0, 1))), full_grid((2, 3)))
    assert system.rule(Product((Uniform(), Uniform(0, 0.5)))) is None
    assert system.rule(Product((Uniform(), Uniform(0, 1)))) is not None


BAD = {
    "no parts": (lambda: TensorProduct((), [[0]]), "parts must be a non-empty tuple of univariate systems"),
    "bare part": (lambda: TensorProduct(Legendre(2), [[0]]), "parts must be a non-empty tuple of univariate systems"),
    "measure as part": (lambda: TensorProduct((Uniform(),), [[0]]), "parts must be .* univariate systems, got"),
    "plane as part": (lambda: TensorProduct((Functions((sum,), ndim=2),), [[0]]), "parts must be .* univariate"),
    "no indices": (lambda: TensorProduct(parts, np.zeros((0, 3), int)), r"with size >= 1, got \(0, 3\)"),
    "narrow": (lambda: TensorProduct(parts, [[0, 0]]), r"indices must have shape \(size, 3\) .* got \(1, 2\)"),
    "flat": (lambda: TensorProduct(parts, [0, 0, 0]), r"indices must have shape \(size, 3\) .* got \(3,\)"),
    "ragged": (lambda: TensorProduct(parts, [[0, 0, 0], [0]]), "indices must be an array of real numbers"),
    "negative": (lambda: TensorProduct(parts, [[0, 0, 0], [0, -1, 0]]), r"to below \[4, 3, 5\], got \[0, -1, 0\]"),
    "too large": (lambda: TensorProduct(parts, [[0, 3, 0]]), r"from 0 to below \[4, 3, 5\], got \[0, 3, 0\]"),
    "floats": (lambda: TensorProduct(parts, [[0.0, 1.0, 0.0]]), r"must be integers .* got \[0\.0, 1\.0, 0\.0\]"),
    "booleans": (lambda: TensorProduct(parts, [[True, True, True]]), r"indices must be integers .* got \[True"),
    "NaN": (lambda: TensorProduct(parts, [[np.nan, 0, 0]]), "indices must be finite, got nan"),
    "size 0": (lambda: full_grid((2, 0)), "sizes must be an integer of at least 1, got 0"),
    "degree negative": (lambda: total_degree(2, -1), "degree must be an integer of at least 0, got -1"),
    "ndim 0": (lambda: hyperbolic_cross(0, 1), "ndim must be an integer of at least 1, got 0"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_with_a_sentence(case):
    make, sentence = BAD[case]
    with pytest.raises(ValueError, match=sentence):
        make()

"""Quadrature is exact for what it promises, and not for more; densities and draws belong to the same measure."""

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from theorytest.approximation.measures import Discrete, Gaussian, Measure, Product, Uniform, blocks

ROUNDING = 1e-13  # relative to ∫|f| dρ: sums of up to a thousand terms of rounding 2e-16
unit = st.floats(-1, 1, allow_subnormal=False)
coin = Discrete([0.0, 1.0], [0.25, 0.75])


def uniform_moment(low, high, k):
    low, high = mp.mpf(low), mp.mpf(high)
    return float((high ** (k + 1) - low ** (k + 1)) / ((k + 1) * (high - low)))


def gaussian_moment(k):
    return float(mp.fac2(k - 1)) if k % 2 == 0 else 0.0


@given(low=st.floats(-2, 2), width=st.floats(0.01, 3), degree=st.integers(0, 60))
def test_uniform_quadrature_is_exact_up_to_the_degree_asked(low, width, degree):
    rule = Uniform(low, low + width).quadrature(degree)
    scale = max(1, abs(low), abs(low + width)) ** degree
    for k in range(degree + 1):
        assert abs(rule.integrate(rule.nodes[:, 0] ** k) - uniform_moment(low, low + width, k)) <= ROUNDING * scale


@given(degree=st.integers(0, 80))
def test_gaussian_quadrature_is_exact_up_to_the_degree_asked(degree):
    rule = Gaussian().quadrature(degree)
    for k in range(degree + 1):
        scale = rule.integrate(np.abs(rule.nodes[:, 0]) ** k)
        assert abs(rule.integrate(rule.nodes[:, 0] ** k) - gaussian_moment(k)) <= 10 * ROUNDING * scale


@given(mean=st.floats(-3, 3), std=st.floats(0.1, 3))
def test_gaussian_quadrature_knows_mean_and_variance(mean, std):
    rule = Gaussian(mean, std).quadrature(2)
    x = rule.nodes[:, 0]
    assert rule.integrate(x) == pytest.approx(mean, abs=1e-13)
    assert rule.integrate((x - mean) ** 2) == pytest.approx(std**2, rel=1e-13)


@pytest.mark.parametrize("n_nodes", [1, 2, 5, 20])
def test_a_rule_of_one_degree_less_fails_so_the_degree_is_sharp(n_nodes):
    degree = 2 * n_nodes  # n nodes are exact to 2n - 1 and miss x^(2n) by the squared norm of the n-th polynomial
    for measure in (Uniform(), Gaussian()):
        wrong, right = measure.quadrature(degree - 1), measure.quadrature(degree)
        moments = [rule.integrate(rule.nodes[:, 0] ** degree) for rule in (wrong, right)]
        exact = uniform_moment(-1, 1, degree) if isinstance(measure, Uniform) else gaussian_moment(degree)
        assert moments[1] == pytest.approx(exact, rel=ROUNDING)
        assert abs(moments[0] - exact) > 10 * ROUNDING * exact


@given(knots=st.lists(unit, min_size=1, max_size=4), degree=st.integers(0, 8))
def test_piecewise_polynomials_are_exact_when_their_knots_are_given(knots, degree):
    rule = Uniform().quadrature(degree, knots)
    for c in knots:
        plus = np.maximum(rule.nodes[:, 0] - c, 0) ** degree if degree else (rule.nodes[:, 0] > c) * 1.0
        exact = (1 - c) ** (degree + 1) / (2 * (degree + 1))
        assert abs(rule.integrate(plus) - exact) <= 2**degree * ROUNDING


@given(c=st.floats(-6, 6), mean=st.floats(-2, 2), std=st.floats(0.2, 2))
def test_piecewise_polynomials_are_exact_under_a_gaussian_as_well(c, mean, std):
    rule = Gaussian(mean, std).quadrature(1, [mean + std * c])
    plus = np.maximum((rule.nodes[:, 0] - mean) / std - c, 0)
    assert rule.integrate(plus) == pytest.approx(stats.norm.pdf(c) - c * stats.norm.sf(c), abs=1e-13)


def test_without_the_knot_a_kink_is_not_integrated_exactly():
    for measure in (Uniform(), Gaussian()):
        rules = measure.quadrature(9), measure.quadrature(9, [0.3])
        values = [r.integrate(np.abs(r.nodes[:, 0] - 0.3)) for r in rules]
        assert abs(values[0] - values[1]) > 1e-4


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=6, unique=True), st.data())
def test_a_discrete_integral_is_the_finite_sum(nodes, data):
    raw = np.array(data.draw(st.lists(st.floats(0.1, 1), min_size=len(nodes), max_size=len(nodes))))
    measure = Discrete(nodes, raw / raw.sum())
    exact = sum(w * np.exp(t) for t, w in zip(nodes, raw / raw.sum(), strict=True))
    assert measure.quadrature().integrate(np.exp(measure.points[:, 0])) == pytest.approx(exact, rel=1e-14)


@given(a=st.integers(0, 6), b=st.integers(0, 6))
def test_a_product_rule_integrates_products_factor_by_factor(a, b):
    rule = Product((Uniform(0, 1), coin, Gaussian())).quadrature([a, 0, b])
    x, y, z = rule.nodes.T
    assert rule.integrate(x**a * (1 + y) * z**b) == pytest.approx(1.75 * gaussian_moment(b) / (a + 1), abs=1e-12)


def test_knots_of_a_product_are_given_per_part():
    rule = Product((coin, Uniform())).quadrature(1, [(), (0.5,)])
    assert rule.integrate(np.maximum(rule.nodes[:, 1] - 0.5, 0)) == pytest.approx(0.0625, rel=1e-14)


def test_densities_of_continuous_measures_integrate_to_one_and_vanish_outside():
    t = np.linspace(-40, 40, 400_001)[:, None]
    assert np.trapezoid(Gaussian(1, 2).density(t), t[:, 0]) == pytest.approx(1, rel=1e-12)
    assert Uniform(0, 4).density([[0.0], [4.0], [4.1], [-1e-9]]).tolist() == [0.25, 0.25, 0, 0]
    assert coin.density([[0.0], [1.0], [0.5]]).tolist() == [0.25, 0.75, 0]
    both = Product((coin, Uniform(0, 4)))
    assert both.density([[1.0, 2.0], [0.5, 2.0], [1.0, 9.0]]).tolist() == [0.1875, 0, 0]


@settings(max_examples=20)
@given(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(0, 2**32))
def test_draws_have_one_row_per_point_and_lie_in_the_support(shape, seed):
    plane = Discrete([[0.0, 1.0], [2.0, 3.0]], [0.5, 0.5])
    measure = Product((plane, Uniform(5, 6), Gaussian()))
    x = measure.sample(np.random.default_rng(seed), shape)
    assert x.shape == (*shape, 4)
    assert np.all(measure.density(x) > 0)


def test_factors_are_flat_and_know_their_columns():
    plane = Discrete([[0.0, 1.0], [2.0, 3.0]], [0.5, 0.5])
    measure = Product((Product((plane, Uniform())), Gaussian()))
    assert measure.ndim == 4
    assert measure.factors == (plane, Uniform(), Gaussian())
    assert [columns for _, columns in blocks(measure)] == [slice(0, 2), slice(2, 3), slice(3, 4)]
    assert all(isinstance(m, Measure) for m in (*measure.factors, measure))


def test_a_discrete_measure_does_not_follow_later_changes_of_the_arrays_it_was_given():
    nodes, weights = np.array([0.0, 1.0]), np.array([0.5, 0.5])
    measure = Discrete(nodes, weights)
    nodes[0], weights[0] = 7, 7
    assert measure.points.tolist() == [[0], [1]]
    assert measure.weights.tolist() == [0.5, 0.5]


BAD = {
    "empty interval": (lambda: Uniform(1, 1), r"low must be smaller than high, got low = 1, high = 1"),
    "reversed interval": (lambda: Uniform(2, 1), r"low must be smaller than high, got low = 2"),
    "infinite interval": (lambda: Uniform(0, np.inf), r"high must be a finite real number, got inf"),
    "interval that overflows": (lambda: Uniform(-1e308, 1e308), r"high - low must be a finite real number, got inf"),
    "NaN": (lambda: Uniform(np.nan, 1), r"low must be a finite real number, got nan"),
    "text": (lambda: Uniform("0", 1), r"low must be a finite real number, got '0'"),
    "boolean": (lambda: Uniform(False, True), r"low must be a finite real number, got False"),
    "no spread": (lambda: Gaussian(0, 0), r"std must be greater than 0, got 0"),
    "negative spread": (lambda: Gaussian(0, -1), r"std must be greater than 0, got -1"),
    "infinite mean": (lambda: Gaussian(np.inf), r"mean must be a finite real number, got inf"),
    "no points": (lambda: Discrete([], []), r"points must have shape \(N, D\) or \(N,\) with N, D >= 1, got \(0,\)"),
    "a number": (lambda: Discrete(1.0, [1.0]), r"points must have shape .* got \(\)"),
    "a cube": (lambda: Discrete(np.zeros((1, 1, 1)), [1.0]), r"points must have shape .* got \(1, 1, 1\)"),
    "NaN point": (lambda: Discrete([0, np.nan], [0.5, 0.5]), r"points must be finite, got nan at index \(1,\)"),
    "equal points": (lambda: Discrete([1, 1], [0.5, 0.5]), r"points must be distinct"),
    "weights short": (lambda: Discrete([0, 1], [1.0]), r"weights must have shape \(2,\), got \(1,\)"),
    "weights off": (lambda: Discrete([0, 1], [0.5, 0.6]), r"weights must be positive and sum to 1, got .* sum 1.1"),
    "weight zero": (lambda: Discrete([0, 1], [0, 1]), r"weights must be positive and sum to 1, got smallest 0"),
    "weight negative": (lambda: Discrete([0, 1], [-1, 2]), r"weights must be positive .* got smallest -1"),
    "weight NaN": (lambda: Discrete([0, 1], [np.nan, 1]), r"weights must be finite, got nan at index \(0,\)"),
    "no parts": (lambda: Product(()), r"parts must be a non-empty tuple of measures, got \(\)"),
    "one part bare": (lambda: Product(Uniform()), r"parts must be a non-empty tuple of measures, got Uniform"),
    "strange part": (lambda: Product((Uniform(), 3)), r"parts must be a non-empty tuple of measures"),
    "degree negative": (lambda: Uniform().quadrature(-1), r"degree must be an integer of at least 0, got -1"),
    "degree half": (lambda: Gaussian().quadrature(1.5), r"degree must be an integer of at least 0, got 1.5"),
    "degree boolean": (lambda: Gaussian().quadrature(True), r"degree must be an integer of at least 0, got True"),
    "knot NaN": (lambda: Uniform().quadrature(1, [np.nan]), r"knots must be finite, got nan"),
    "bare knot": (lambda: Gaussian().quadrature(1, 0.5), r"knots must have shape \(any,\), got \(\)"),
    "degrees short": (lambda: Product((coin, coin)).quadrature([1]), r"one entry for each of the 2 parts, got \[1\]"),
    "density shape": (lambda: Product((coin, coin)).density([0.0]), r"x must have shape \(\.\.\., 2\), .* got \(1,\)"),
    "density NaN": (lambda: Gaussian().density([np.nan]), r"x must be finite, got nan"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_with_a_sentence(case):
    make, sentence = BAD[case]
    with pytest.raises(ValueError, match=sentence):
        make()

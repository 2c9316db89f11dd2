"""The functions are the ones the names promise, with their derivatives and with rules that integrate their products."""

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from theorytest.approximation.functions import Functions
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.systems import (
    Fourier,
    Hermite,
    Histogram,
    Legendre,
    Monomials,
    System,
    values_and_gradients,
)
from theorytest.approximation.tensor import TensorProduct, total_degree

coin = Discrete([0.0, 1.0], [0.25, 0.75])
cubic = Functions((lambda x: x[..., 0] ** 3, lambda x: np.sin(x[..., 0])), (lambda x: 3 * x**2, np.cos))
smooth = st.one_of(
    st.builds(Legendre, st.integers(1, 30)),
    st.builds(lambda n: Legendre(n, -2, 5), st.integers(1, 30)),
    st.builds(lambda n: Hermite(n, 0.5, 2), st.integers(1, 30)),
    st.builds(Monomials, st.integers(1, 12)),
    st.builds(lambda j: Fourier(tuple(j), -1, 2), st.sets(st.integers(0, 9), min_size=1)),
    st.just(cubic),
)


@given(smooth, st.floats(-1, 1))
def test_the_integral_of_the_gradient_is_the_difference_of_the_values(system, t):
    rule = Uniform(-1, 2).quadrature(159)  # exact for the polynomials; 80 nodes resolve at most 10 periods
    x = -1 + (rule.nodes + 1) / 3 * (t + 1)
    integral = (t + 1) * rule.integrate(system.gradients(x)[..., 0])
    difference = system.values(np.array([t])) - system.values(np.array([-1.0]))
    scale = 1 + np.abs(system.gradients(x)).max() + np.abs(difference).max()
    assert np.abs(integral - difference).max() <= 1e-12 * scale  # rounding of 80 terms and of phases up to 60
    if t > 0 and isinstance(system, Legendre) and system.size > 1:  # a slope that forgets the length of the interval
        assert np.abs(integral * (system.high - system.low) / 2.1 - difference).max() > 1e-12 * scale


@pytest.mark.parametrize("k", [0, 1, 2, 3, 10, 50, 99])
def test_legendre_values_and_slopes_agree_with_30_digits(k):
    system, t = Legendre(100, 1, 3), 2.37
    with mp.workdps(30):
        exact = mp.sqrt(2 * k + 1) * mp.legendre(k, mp.mpf(t) - 2)
        slope = mp.diff(lambda s: mp.sqrt(2 * k + 1) * mp.legendre(k, s), mp.mpf(t) - 2)
    # the recurrence loses about k roundings
    assert system.values(np.array([t]))[k] == pytest.approx(float(exact), abs=1e-13 * (k + 1))
    assert system.gradients(np.array([t]))[k, 0] == pytest.approx(float(slope), abs=1e-12 * (k + 1) ** 2)


@pytest.mark.parametrize("k", [0, 1, 2, 3, 10, 50, 99])
def test_hermite_values_agree_with_30_digits(k):
    x = np.array([[-7.3], [0.0], [1.1], [12.0]])
    with mp.workdps(40):
        exact = [mp.hermite(k, mp.mpf(t) / mp.sqrt(2)) / mp.sqrt(mp.mpf(2) ** k * mp.factorial(k)) for t in x[:, 0]]
    scale = np.array([np.exp(t**2 / 4) for t in x[:, 0]])  # |h_k(z)| ≤ 1.09 exp(z²/4) (Cramér)
    assert np.all(np.abs(Hermite(100).values(x)[:, k] - np.array(exact, dtype=float)) <= 1e-13 * (k + 1) * scale)


@given(st.integers(1, 40), st.sampled_from([Legendre, Hermite, Monomials]))
def test_rules_are_exact_for_products_and_the_rule_of_a_smaller_system_is_not(size, kind):
    measure = Gaussian() if kind is Hermite else Uniform()
    system, gauss = kind(size), measure.quadrature(4 * size + 8)

    def top(rule):
        return rule.integrate(system.values(rule.nodes)[:, -1] ** 2)

    assert top(system.rule(measure)) == pytest.approx(top(gauss), rel=1e-12)  # a thousand roundings
    if size > 1 and kind is not Monomials:
        assert top(kind(size - 1).rule(measure)) < 1e-12  # its nodes are the zeros of the top polynomial


@given(st.sets(st.integers(0, 20), min_size=1), st.floats(-2, 2), st.floats(0.1, 4))
def test_equally_spaced_nodes_integrate_fourier_products_exactly(frequencies, low, width):
    system = Fourier(tuple(sorted(frequencies)), low, low + width)
    rule, gauss = system.rule(Uniform(low, low + width)), Uniform(low, low + width).quadrature(200)
    for r in (rule, gauss):  # phases up to 2π·20 lose 100 roundings
        values = system.values(r.nodes)
        assert np.abs(r.integrate(values[:, :, None] * values[:, None, :]) - np.eye(system.size)).max() < 1e-12
    assert system.size == 2 * len(frequencies) - (0 in frequencies)


def test_a_fourier_system_has_no_finite_rule_on_a_part_of_its_period_but_has_one_on_points():
    assert Fourier((0, 1)).rule(Uniform(0, 0.5)) is None
    assert Fourier((0, 1)).rule(Gaussian()) is None
    assert len(Fourier((0, 1)).rule(coin).weights) == 2


@given(st.sets(st.integers(-40, 40).map(lambda j: j / 8), min_size=2, max_size=8))
def test_a_histogram_is_one_height_per_cell_and_nothing_outside(edges):
    edges = sorted(edges)
    system = Histogram(tuple(edges))
    middle = (np.array(edges[:-1]) + np.array(edges[1:])) / 2
    heights = np.sqrt((edges[-1] - edges[0]) / np.diff(edges))
    assert np.array_equal(system.values(middle[:, None]), np.diag(heights))
    assert not system.values(np.array([[edges[0] - 1], [edges[-1] + 1]])).any()
    assert system.values(np.array([edges[-1]]))[-1] == heights[-1]
    assert np.array_equal(system.values(np.array([[e] for e in edges[:-1]])), np.diag(heights))


def test_histogram_rules_see_the_mass_of_each_cell_under_any_measure():
    system = Histogram((-1.0, 0.5, 2.0))
    for measure, masses in ((Uniform(0, 4), [0.125, 0.375]), (Gaussian(), np.diff(special.ndtr([-1, 0.5, 2])))):
        rule = system.rule(measure)
        assert np.allclose(rule.integrate(system.values(rule.nodes) > 0), masses, rtol=1e-13)


def test_promised_degrees_give_exact_rules_between_the_knots_in_every_dimension():
    kinked = Functions((lambda x: np.abs(x[..., 0] - 0.3),), degree=1, knots=[0.3])
    rule = kinked.rule(Uniform())
    x = rule.nodes[:, 0]
    values = kinked.values(rule.nodes)[:, 0]
    assert rule.integrate(values**2) == pytest.approx(1 / 3 + 0.09, rel=1e-14)
    assert rule.integrate(x * values) == pytest.approx(-0.3 / 2 + 0.3**3 / 6, rel=1e-13)  # the kink survives here
    plane = Discrete([[0.0, 1.0], [2.0, 3.0]], [0.5, 0.5])
    system = Functions((lambda x: x[..., 0] * x[..., 2] ** 2,), ndim=3, degree=(1, 0, 2))
    for measure in (Product((plane, Gaussian())), Product((Product((plane,)), Gaussian()))):
        rule = system.rule(measure)
        assert rule.integrate(system.values(rule.nodes)[:, 0] ** 2) == pytest.approx(2 * 3, rel=1e-14)
    assert Functions((np.sum,)).rule(Uniform()) is None


@given(smooth)
def test_every_system_keeps_the_shape_of_a_batch_of_points(system):
    assert isinstance(system, System)
    for shape in ((), (1,), (2, 3)):
        x = np.full((*shape, 1), 0.25)
        assert system.values(x).shape == (*shape, system.size)
        assert system.gradients(x).shape == (*shape, system.size, 1)


def one(x):
    return np.ones(x.shape[:-1])


BAD = {
    "dimension 0": (lambda: Legendre(0), "size must be an integer of at least 1, got 0"),
    "boolean size": (lambda: Hermite(True), "size must be an integer of at least 1, got True"),
    "size a float": (lambda: Monomials(3.0), r"size must be an integer of at least 1, got 3\.0"),
    "empty interval": (lambda: Legendre(3, 1, 1), "low must be smaller than high"),
    "no spread": (lambda: Hermite(3, 0, 0), "std must be greater than 0, got 0"),
    "mean NaN": (lambda: Hermite(3, np.nan), "mean must be a finite real number, got nan"),
    "no frequency": (lambda: Fourier(()), r"frequencies must be a non-empty tuple of distinct integers, got \(\)"),
    "bare frequency": (lambda: Fourier(5), "frequencies must be a non-empty tuple of distinct integers, got 5"),
    "frequency twice": (lambda: Fourier((1, 1)), r"frequencies must be .* distinct integers, got \(1, 1\)"),
    "frequency negative": (lambda: Fourier((-1,)), "frequencies must be an integer of at least 0, got -1"),
    "one edge": (lambda: Histogram((0.0,)), "edges must be at least two increasing numbers"),
    "edges fall": (lambda: Histogram((0.0, 2.0, 1.0)), "edges must be at least two increasing numbers"),
    "edge NaN": (lambda: Histogram((0.0, np.nan)), "edges must be finite, got nan"),
    "no cells": (lambda: Histogram.equal(0), "size must be an integer of at least 1, got 0"),
    "histogram slopes": (lambda: Histogram.equal(2).gradients(np.zeros((1, 1))), "functions do not lie in H1"),
    "no functions": (lambda: Functions(()), r"functions must be a non-empty tuple of callables, got \(\)"),
    "bare function": (lambda: Functions(np.sin), "functions must be a non-empty tuple of callables, got <ufunc"),
    "function a number": (lambda: Functions((np.sin, 3)), "functions must be a non-empty tuple of callables"),
    "derivatives short": (lambda: Functions((one, one), (one,)), r"as many as functions \(2\), got 1"),
    "derivative a number": (lambda: Functions((one,), (0,)), "derivatives must be a non-empty tuple of callables"),
    "no derivatives": (lambda: Functions((one,)).gradients(np.zeros((1, 1))), "derivatives must be given for an H1"),
    "ndim 0": (lambda: Functions((one,), ndim=0), "ndim must be an integer of at least 1, got 0"),
    "degrees": (lambda: Functions((one,), degree=(1, 2)), r"degree must have shape \(1,\), got \(2,\)"),
    "degree negative": (lambda: Functions((one,), degree=-1).rule(Uniform()), "degree must be .* at least 0, got -1"),
    "knot NaN": (lambda: Functions((one,), knots=[np.nan]), "knots must be finite, got nan"),
    "bare knot": (lambda: Functions((one,), knots=0.5), r"knots must have shape \(any,\), got \(\)"),
    "knots short": (lambda: Functions((one,), ndim=2, knots=[[0.5]]), "each of the 2 dimensions, got 1"),
    "values shape": (lambda: Functions((lambda x: x,)).values(np.zeros((2, 1))), r"functions\[0\]\(x\) .* \(2,\)"),
    "values scalar": (lambda: Functions((lambda _: 1.0,)).values(np.zeros((2, 1))), r"have shape \(2,\), got \(\)"),
    "complex": (lambda: Functions((lambda x: x[..., 0] * 1j,)).values(np.zeros((2, 1))), "array of real numbers"),
    "slopes": (lambda: Functions((one,), (lambda x: x[:1],)).gradients(np.zeros((2, 1))), r"derivatives\[0\]\(x\)"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_with_a_sentence(case):
    make, sentence = BAD[case]
    with pytest.raises(ValueError, match=sentence):
        make()


@pytest.mark.parametrize(
    "system",
    [
        Legendre(5, -2.0, 1.0),
        Hermite(4, 0.5, 2.0),
        Monomials(5),
        TensorProduct((Legendre(3), Hermite(3)), total_degree(2, 2)),
    ],
    ids=lambda system: type(system).__name__,
)
def test_values_and_gradients_at_once_are_those_of_each_method(system):
    x = np.random.default_rng(0).uniform(-1, 1, (3, 4, system.ndim))
    values, gradients = values_and_gradients(system, x)
    np.testing.assert_array_equal(values, system.values(x))
    np.testing.assert_array_equal(gradients, system.gradients(x))


def test_a_subclass_with_other_values_is_asked_for_them():
    class Doubled(Legendre):
        def values(self, x):
            return 2 * super().values(x)

        def gradients(self, x):
            return 3 * Legendre(self.size).gradients(x)

    x = np.linspace(-1, 1, 5)[:, None]
    values, gradients = values_and_gradients(Doubled(3), x)
    np.testing.assert_array_equal(values, 2 * Legendre(3).values(x))
    np.testing.assert_array_equal(gradients, 3 * Legendre(3).gradients(x))

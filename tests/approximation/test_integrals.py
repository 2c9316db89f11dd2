"""Adaptive integrals report an error that holds, measured against 30 digits; those hold against closed forms."""

import mpmath as mp
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from theorytest.approximation.integrals import integrate, reference
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform

EPS = np.finfo(float).eps
DIGITS = mp.mpf(10) ** -30
coin = Discrete([0.0, 1.0], [0.25, 0.75])
plane = Discrete([[0.0, 1.0], [2.0, 3.0]], [0.5, 0.5])
line_measures = st.one_of(
    st.builds(lambda low, width: Uniform(low, low + width), st.floats(-2, 2), st.floats(0.1, 3)),
    st.builds(Gaussian, st.floats(-1, 1), st.floats(0.2, 1.5)),
)

# name: (the function in numpy, the same in mpmath), with one parameter each
SMOOTH = {
    "exponential": (lambda x, a: np.exp(a * x), lambda x, a: mp.exp(a * x)),
    "wave": (lambda x, a: np.cos(9 * a * x), lambda x, a: mp.cos(9 * a * x)),
    "Runge": (lambda x, a: 1 / (1 + (a * x) ** 2), lambda x, a: 1 / (1 + (a * x) ** 2)),
    "bump": (lambda x, a: np.exp(-((a * x) ** 2)), lambda x, a: mp.exp(-((a * x) ** 2))),
}


def close(integral, exact, scale):
    """Within the reported error, and 8 roundings of the integral of the absolute value."""
    return abs(float(integral.value - exact)) <= integral.error + 8 * EPS * float(scale)


@settings(max_examples=10)
@pytest.mark.parametrize("name", SMOOTH)
@given(measure=line_measures, a=st.floats(-2, 2))
def test_the_error_of_a_smooth_integral_holds_and_is_small(name, measure, a):
    f, F = SMOOTH[name]
    integral = integrate(lambda x: f(x[:, 0], a), measure)
    exact = reference(lambda x: F(x, mp.mpf(a)), measure)
    scale = max(1, exact)  # the wave is bounded by 1, the others are positive
    assert close(integral, exact, scale)
    assert integral.error <= 1e-11 * float(scale)


POWERS = st.sampled_from([0.5, 1, 1.5])


def kinked(measure, c, power):
    """The integral of |x - c|^power exactly, with its knot, and without it."""
    exact = reference(lambda x: abs(x - mp.mpf(c)) ** mp.mpf(power), measure, knots=[[c]])
    return exact, *(integrate(lambda x: np.abs(x[:, 0] - c) ** power, measure, knots=knots) for knots in ([[c]], ()))


@settings(max_examples=10)
@given(measure=line_measures, c=st.floats(-1, 1), power=POWERS)
@example(measure=Gaussian(1.0, 1.177734375), c=0.875, power=1.5)  # two rules differ by less than their error
@example(measure=Gaussian(1.0, 1.177734375), c=0.9854005607054899, power=1.5)  # by less than a sixteenth
@example(measure=Uniform(0.0, 1.0), c=1e-4, power=1)  # beyond the outermost node of the first panel
def test_the_error_of_a_kink_holds_with_its_knot(measure, c, power):
    exact, known, _ = kinked(measure, c, power)
    assert close(known, exact, exact)


@settings(max_examples=10)
@given(low=st.floats(-2, 2), width=st.floats(0.1, 3), panel=st.integers(0, 15), c=st.floats(0.01, 0.99), power=POWERS)
def test_without_its_knot_a_kink_between_nodes_leaves_the_accuracy_asked(low, width, panel, c, power):
    """c is its place in one of the sixteen first panels, whose outermost nodes lie at 0.002 of it."""
    exact, _, hidden = kinked(Uniform(low, low + width), low + width * (panel + c) / 16, power)
    assert abs(hidden.value - float(exact)) <= max(hidden.error, 1e-12 * float(exact))  # rtol, the default


def test_noise_ends_soon_with_an_error_of_its_size():
    def rounded(x):
        return np.sin(3 * x[:, 0] + 1).astype(np.float32).astype(float)

    found = integrate(rounded, Uniform(-1, 1))
    assert abs(found.value - np.sin(1) * np.sin(3) / 3) <= found.error <= 1e-5


def test_a_fixed_rule_would_not_keep_the_error_that_the_adaptive_one_reports():
    exact = reference(lambda x: abs(x - mp.mpf(0.3)), Uniform(), knots=[[0.3]])
    adaptive, rule = integrate(lambda x: np.abs(x[:, 0] - 0.3), Uniform()), Uniform().quadrature(20)
    assert close(adaptive, exact, exact)
    assert abs(rule.integrate(np.abs(rule.nodes[:, 0] - 0.3)) - float(exact)) > 1000 * adaptive.error


@settings(max_examples=10)
@given(a=st.floats(-1, 1), b=st.floats(-1, 1))
def test_products_with_discrete_factors_are_summed_over_their_points(a, b):
    measure = Product((Uniform(0, 1), plane, Gaussian(0.5, 0.5)))
    integral = integrate(lambda x: np.exp(a * x[:, 0] + b * x[:, 3]) * (1 + x[:, 1] * x[:, 2]), measure)
    mean = mp.expm1(a) / a if a else mp.mpf(1)
    exact = mean * 4 * mp.exp(mp.mpf(b) / 2 + mp.mpf(b) ** 2 / 8)  # (1 + 1 + 0·1 + 2·3) / 2 = 4
    assert close(integral, exact, exact)


def test_knots_are_given_per_dimension_also_where_a_discrete_factor_has_several():
    measure = Product((plane, Uniform()))
    integral = integrate(lambda x: x[:, 0] * np.abs(x[:, 2] - 0.5), measure, knots=[(), (), (0.5,)])
    assert close(integral, mp.mpf("0.625"), 1)
    exact = reference(lambda x, _, z: x * abs(z - mp.mpf("0.5")), measure, knots=[(), (), (0.5,)])
    assert abs(exact - mp.mpf("0.625")) < DIGITS


def test_finite_sums_have_no_error_and_arrays_are_integrated_entry_by_entry():
    total = integrate(lambda x: np.stack([x[:, 0], np.exp(x[:, 0])], axis=-1), coin)
    assert total.error == 0
    assert np.allclose(total.value, [0.75, 0.25 + 0.75 * np.e], rtol=2 * EPS)
    matrix = integrate(lambda x: x[:, :, None] * x[:, None, :], Product((Uniform(), Gaussian())))
    assert np.abs(matrix.value - np.diag([1 / 3, 1])).max() <= matrix.error + 8 * EPS


@pytest.mark.parametrize("k", [0, 1, 2, 7, 40, 199, 200])
def test_moments_of_the_normal_distribution_have_30_digits(k):
    with mp.workdps(45):
        exact = mp.fac2(k - 1) if k % 2 == 0 else mp.mpf(0)
        assert abs(reference(lambda x: x**k, Gaussian()) - exact) <= DIGITS * max(1, exact)


@settings(max_examples=10)
@given(a=st.floats(-3, 3), mean=st.floats(-1, 1), std=st.floats(0.1, 2))
def test_exponential_moments_have_30_digits(a, mean, std):
    with mp.workdps(45):
        a, m, s = mp.mpf(a), mp.mpf(mean), mp.mpf(std)
        exact = mp.exp(a * m + (a * s) ** 2 / 2)
        assert abs(reference(lambda x: mp.exp(a * x), Gaussian(mean, std)) - exact) < DIGITS * max(1, exact)


def test_kinks_have_30_digits_with_their_knots_and_are_refused_without():
    with mp.workdps(45):
        assert abs(reference(abs, Gaussian(), knots=[[0.0]]) - mp.sqrt(2 / mp.pi)) < DIGITS
    with pytest.raises(ArithmeticError, match=r"20 digits asked, but the error estimate is .*: give the knots of f"):
        reference(lambda x: abs(x - mp.mpf("0.3")), Gaussian(), digits=20)


def test_a_reference_over_a_product_is_the_product_of_references():
    measure = Product((coin, Uniform(0, 1)))
    with mp.workdps(45):
        exact = (1 + 3 * mp.e) / 4 * (mp.e - 1)
        assert abs(reference(lambda x, y: mp.exp(x + y), measure) - exact) < 10 * DIGITS


BAD = {
    "too few knots": (lambda: integrate(len, Product((coin, coin)), knots=[()]), "each of the 2 dimensions, got 1"),
    "too many knots": (lambda: integrate(len, coin, knots=[(), ()]), "each of the 1 dimensions, got 2"),
    "too few for 30 digits": (lambda: reference(max, Product((coin, coin)), knots=[()]), "2 dimensions, got 1"),
    "knot NaN": (lambda: integrate(len, Uniform(), knots=[[np.nan]]), "knots must be finite, got nan"),
    "f NaN": (lambda: integrate(lambda x: x[:, 0] * np.nan, Uniform()), r"f\(x\) must be finite, got nan"),
    "f infinite": (lambda: integrate(lambda x: x[:, 0] + np.inf, coin), r"f\(x\) must be finite, got inf"),
    "f text": (lambda: integrate(lambda x: ["a"] * len(x), coin), r"f\(x\) must be an array of real numbers"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_with_a_sentence(case):
    make, sentence = BAD[case]
    with pytest.raises(ValueError, match=sentence):
        make()

"""Suprema are found, not sampled: at critical points, at jumps, by enumeration, and in the limit at infinity."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.polynomial import Polynomial

from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.suprema import supremum

plane = Gaussian(), Gaussian()
coin = Discrete([0.0, 1.0], [0.25, 0.75])


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=10), st.floats(-3, 3), st.floats(0.1, 4))
def test_the_maximum_of_a_squared_polynomial_is_found_among_its_exact_critical_points(coefficients, low, width):
    p = Polynomial(coefficients, domain=[low, low + width]).trim()
    stationary = p.deriv().roots().real if p.degree() > 1 else []
    candidates = np.clip([*stationary, low, low + width], low, low + width)  # all lie in the interval
    found = supremum(lambda x: p(x[:, 0]) ** 2, Uniform(low, low + width))
    # roots of multiplicity m are known to the m-th root of rounding only, and so flat that the values agree
    assert found.value == pytest.approx((p(candidates) ** 2).max(), rel=1e-10)
    assert p(found.at[0]) ** 2 == pytest.approx(found.value, rel=1e-14)
    assert found.certified


def test_a_peak_that_a_grid_of_a_thousand_points_misses_is_found():
    def f(x):
        return 1 / (1e-8 + (x[:, 0] - 0.123456) ** 2)

    assert supremum(f, Uniform()).value == pytest.approx(1e8, rel=1e-9)
    assert f(np.linspace(-1, 1, 1000)[:, None]).max() < 1e7


@given(st.floats(-0.9, 0.9))
@example(0.7089975772977269)  # between the last node of a panel and its end
@example(6.356711708323535e-16)  # between a breakpoint and the point that is seen beside it
@example(1.1149245747556047e-32)  # more than a rounding, but less than any panel away from one
def test_both_sides_of_a_jump_are_seen_whether_or_not_it_is_a_knot(c):
    for knots in ((), [[c]]):  # the two sides are seen 4e-16 from the jump
        below = supremum(lambda x: np.where(x[:, 0] < c, 1 + x[:, 0], 0), Uniform(), knots)
        above = supremum(lambda x: np.where(x[:, 0] > c, 1 - x[:, 0], 0), Uniform(), knots)
        assert below.value == pytest.approx(1 + c, rel=1e-13)
        assert above.value == pytest.approx(1 - c, rel=1e-13)


@given(st.lists(st.floats(0, 10), min_size=4, max_size=4))
def test_over_points_the_supremum_is_the_largest_value(values):
    measure = Discrete([[0.0, 0.0], [0.0, 1.0], [2.0, 0.0], [3.0, 1.0]], [0.25] * 4)
    found = supremum(lambda _: np.array(values), measure)
    assert (found.value, found.certified) == (max(values), True)
    assert np.array_equal(found.at, measure.points[int(np.argmax(values))])


GROWING = {
    "a square": (lambda x: x[:, 0] ** 2, Gaussian()),
    "a logarithm": (lambda x: np.log1p(x[:, 0] ** 2), Gaussian()),
    "an exponential to one side": (lambda x: np.exp(-x[:, 0]), Gaussian()),
    "a wave that grows": (lambda x: (x[:, 0] * np.cos(x[:, 0])) ** 2, Gaussian()),
    "a power that overflows at once": (lambda x: x[:, 0] ** 198, Gaussian()),
    "zero at the centre of the other factor": (lambda x: (x[:, 0] * x[:, 1]) ** 2, Product((Uniform(), Gaussian()))),
    "zero on axes and diagonals": (lambda x: (x[:, 0] * x[:, 1] * (x[:, 0] ** 2 - x[:, 1] ** 2)) ** 2, Product(plane)),
    "along the diagonal only": (lambda x: x[:, 0] ** 2 * np.exp(-((x[:, 0] - x[:, 1]) ** 2)), Product(plane)),
    "zero at one point of a discrete factor": (lambda x: (x[:, 0] * x[:, 1]) ** 2, Product((coin, Gaussian()))),
}


@pytest.mark.parametrize("case", GROWING)
def test_a_function_that_grows_for_ever_has_an_infinite_supremum(case):
    f, measure = GROWING[case]
    found = supremum(f, measure)
    assert (found.value, found.at) == (np.inf, None)


@settings(max_examples=20)
@given(st.floats(0.2, 5), st.floats(-2, 2), st.floats(0.2, 3))
def test_a_bounded_wave_is_not_taken_for_growth(frequency, mean, std):
    found = supremum(lambda x: 1 + np.cos(frequency * x[:, 0]) ** 2, Gaussian(mean, std))
    assert found.value == pytest.approx(2, rel=1e-12)


def test_a_limit_at_infinity_counts_and_has_no_point():
    found = supremum(lambda x: x[:, 0] ** 2 / (1 + x[:, 0] ** 2), Gaussian())
    assert (found.value, found.at) == (1, None)
    higher = supremum(lambda x: 1 + 2 * np.exp(-(x[:, 0] ** 2)), Gaussian())
    assert higher.value == pytest.approx(3, rel=1e-12)
    assert higher.at == pytest.approx([0], abs=1e-7)  # a flat top: the root of rounding


@settings(max_examples=8)
@given(st.floats(-0.9, 0.9), st.floats(-0.9, 0.9))
def test_in_the_plane_a_peak_is_polished_beyond_the_grid_and_not_called_certified(a, b):
    found = supremum(lambda x: np.exp(-((x[:, 0] - a) ** 2) - (x[:, 1] - b) ** 2), Product((Uniform(), Uniform())))
    assert found.value == pytest.approx(1, abs=1e-8)  # the search stops at a relative decrease of 2e-9
    assert found.at == pytest.approx([a, b], abs=1e-3)
    assert not found.certified


def test_discrete_factors_of_any_dimension_are_enumerated_beside_the_search():
    corner = Discrete([[0.0, 0.0], [1.0, 2.0]], [0.5, 0.5])
    found = supremum(lambda x: x[:, 1] + x[:, 0] * (1 - (x[:, 2] - 0.3) ** 2), Product((corner, Uniform())))
    assert found.value == pytest.approx(3, abs=1e-8)
    assert found.at[:2].tolist() == [1, 2]


@pytest.mark.parametrize("measure", [Uniform(0, 2), Gaussian(1, 0.5), coin])
def test_a_product_of_one_factor_is_that_factor(measure):
    f = lambda x: np.exp(-((x[:, 0] - 0.5) ** 2))  # noqa: E731
    assert supremum(f, Product((measure,))).value == supremum(f, measure).value

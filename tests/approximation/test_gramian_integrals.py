"""Gramians integrated as matrices: the closed forms, the reported error, and the entries of the one-by-one integral."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import special

from theorytest.approximation.gramian_integrals import integrate_gramian
from theorytest.approximation.integrals import integrate
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.systems import Legendre

EPS = np.finfo(float).eps
COIN = Discrete([0.0, 1.0], [0.25, 0.75])


def monomials(size):
    return lambda x: (x ** np.arange(size))[..., None]


@settings(max_examples=10)
@given(size=st.integers(1, 6), low=st.floats(-2, 2), width=st.floats(0.1, 3))
def test_the_gramian_of_monomials_is_that_of_their_moments(size, low, width):
    measure, J = Uniform(low, low + width), monomials(size)
    found = integrate_gramian(lambda x: (J(x), np.ones(len(x))), measure)
    power = np.arange(size)[:, None] + np.arange(size) + 1
    exact = ((low + width) ** power - low**power) / (power * width)
    assert np.abs(found.value - exact).max() <= found.error + 64 * EPS * np.abs(exact).max() / min(width, 1)


@pytest.mark.parametrize("size", [3, 60, 300])
def test_waves_are_resolved_however_many_functions_there_are(size):
    system = Legendre(size)
    found = integrate_gramian(lambda x: (system.values(x)[..., None], np.ones(len(x))), Uniform())
    assert np.abs(found.value - np.eye(size)).max() <= found.error + size**2 * EPS
    assert found.error <= 1e-10


def jets(x):
    """Two components, with a matrix between them that is not symmetric."""
    J = np.stack([monomials(3)(x)[..., 0], np.cos(x + np.arange(3))], axis=-1)
    ones = np.ones(len(x))
    return J, np.stack([ones, x[:, 0], 0 * ones, np.exp(x[:, 0])], axis=-1).reshape(-1, 2, 2)


@pytest.mark.parametrize("measure", [Uniform(-1, 2), Gaussian(0.5, 0.7), COIN], ids=repr)
def test_each_entry_is_the_integral_of_its_function(measure):
    def products(x):
        J, C = jets(x)
        return J @ C @ np.swapaxes(J, 1, 2)

    whole, entries = integrate_gramian(jets, measure), integrate(products, measure)
    assert (
        np.abs(whole.value - entries.value).max() <= whole.error + entries.error + 64 * EPS * np.abs(whole.value).max()
    )


@pytest.mark.parametrize(
    "measure", [Product((Uniform(), COIN)), Product((Uniform(), Uniform())), Product((Uniform(),) * 3)]
)
def test_several_dimensions_and_points_are_integrated_as_well(measure):
    found = integrate_gramian(lambda x: (x[..., None], np.ones(len(x))), measure, rtol=1e-10)
    mean = np.array([0.75 if factor is COIN else 0.0 for factor in measure.factors])
    exact = np.outer(mean, mean)
    np.fill_diagonal(exact, [0.75 if factor is COIN else 1 / 3 for factor in measure.factors])
    assert np.abs(found.value - exact).max() <= found.error + 8 * EPS


@settings(max_examples=10)
@given(at=st.floats(-0.99, 0.99), eps=st.sampled_from([1e-3, 1e-5, 1e-7]))
def test_a_peak_is_cut_until_it_is_seen_and_the_error_holds(at, eps):
    """∫ dx / ((x - a)² + eps²) / 2 over (-1, 1), an arc tangent."""
    found = integrate_gramian(lambda x: (np.ones((len(x), 1, 1)), 1 / ((x[:, 0] - at) ** 2 + eps**2)), Uniform(-1, 1))
    exact = (np.arctan((1 - at) / eps) + np.arctan((1 + at) / eps)) / (2 * eps)
    assert abs(found.value.item() - exact) <= found.error + 1e-9 * exact


@settings(max_examples=20)
@given(panel=st.integers(0, 15), place=st.floats(0.003, 0.997))
@example(panel=4, place=0.525)  # next to the middle, where two even rules see half of the jump
@example(panel=8, place=0.5)
def test_a_jump_that_is_no_knot_is_seen_away_from_the_edges_of_the_first_panels(panel, place):
    """Next to an edge of a later panel, beyond its outermost node, it hides, with a small part of the panel."""
    c = (panel + place) / 16

    def step(x):
        return np.ones((len(x), 1, 1)), np.where(x[:, 0] < c, 1.0, 0.0)

    hidden = integrate_gramian(step, Uniform(0, 1))
    assert abs(hidden.value.item() - c) <= max(hidden.error, 0.003 / 32)
    known = integrate_gramian(step, Uniform(0, 1), knots=[[c]])
    assert abs(known.value.item() - c) <= 4 * EPS


def test_singularities_under_a_gaussian_are_cut_in_its_own_units():
    found = integrate_gramian(lambda x: (np.ones((len(x), 1, 1)), np.abs(x[:, 0] - 0.3) ** -0.5), Gaussian(0.3, 1.0))
    exact = 2**-0.25 * special.gamma(0.25) / np.sqrt(np.pi)
    assert abs(found.value.item() - exact) <= found.error <= 1e-5


def test_a_function_that_all_but_hides_from_the_first_panels_is_no_overflow():
    def peak(x):
        rows = [np.ones(len(x)), np.exp(-(((x[:, 0] - 0.295) / 3e-5) ** 2) / 4) / np.sqrt(3e-5)]
        return np.stack(rows, axis=-1)[..., None], np.ones(len(x))

    found = integrate_gramian(peak, Uniform(0, 1))
    assert found.value[0, 0] == pytest.approx(1)
    assert np.isfinite(found.value).all()


@pytest.mark.parametrize("power", [-0.25, -0.5, -0.9])
@pytest.mark.parametrize("at", [0.0, 0.3])
def test_integrable_singularities_have_the_error_that_is_told(power, at):
    """Cuts reach 0 as far as numbers do; elsewhere only the distance of two of them, and the error says so."""
    measure = Uniform(at, 1 + at)
    found = integrate_gramian(lambda x: (np.ones((len(x), 1, 1)), np.abs(x[:, 0] - at) ** power), measure)
    exact = 1 / (1 + power)
    assert abs(found.value.item() - exact) <= max(found.error, 1e-12 * exact)  # rtol, the default
    assert found.error <= exact * (1e-11 if at == 0 else 2 * (2**-40) ** (1 + power))


def test_noise_that_no_cut_resolves_ends_with_an_error_of_its_size():
    def rounded(x):
        return np.sin(3 * x + 1)[..., None].astype(np.float32).astype(float), np.ones(len(x))

    found = integrate_gramian(rounded, Uniform(-1, 1))
    exact = 0.5 - np.cos(2) * np.sin(6) / 12
    assert abs(found.value.item() - exact) <= found.error <= 1e-5


@given(power=st.integers(-12, 12), other=st.integers(-12, 12))
@settings(max_examples=10)
def test_units_change_nothing(power, other):
    def scaled(x, units):
        return units[:, None] * np.exp(x * np.arange(1, 3))[..., None], 1 / (1.01 - x[:, 0] ** 2)

    units = np.array([10.0**power, 10.0**other])
    found, plain = (integrate_gramian(lambda x, u=u: scaled(x, u), Uniform(-1, 1)).value for u in (units, np.ones(2)))
    np.testing.assert_allclose(found, plain * np.outer(units, units), rtol=1e-11)


def test_what_is_not_finite_is_refused():
    for jets, weight in ((1.0, np.nan), (1e200, 1.0)):
        with np.errstate(over="ignore"), pytest.raises(ValueError, match=r"f\(x\) must be finite, got (nan|inf)"):
            integrate_gramian(lambda x, j=jets, w=weight: (j + x[..., None], np.full(len(x), w)), Uniform())

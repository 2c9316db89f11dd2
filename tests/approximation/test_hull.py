"""E = T ⊕ C: orthonormal by quadrature, T first, what is added spans what it should, and requests that are refused."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorytest.approximation.functions import Functions
from theorytest.approximation.hull import Hull, Indicators, hull
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Fourier, Hermite, Histogram, Legendre, Monomials
from theorytest.approximation.tensor import TensorProduct, total_degree

ATOMS = Discrete(np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4]))
PAIRS = Discrete(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), np.array([0.2, 0.3, 0.5]))
SQUARE = Product((Uniform(), Gaussian()))
PLANE = TensorProduct((Legendre(3), Hermite(3)), total_degree(2, 1))
TWO = Functions((lambda x: np.exp(x[..., 0]), lambda x: np.sin(x[..., 0])))
THREE = Functions((*TWO.functions, lambda x: np.cos(x[..., 0])))
CASES = {  # a space, how many functions are wanted, and the dimension of E
    "Legendre": (Space(Legendre(3), Uniform()), 4, 7),
    "Legendre, H1": (Space(Legendre(3), Uniform(), "H1"), 2, 5),
    "Hermite": (Space(Hermite(2), Gaussian()), 3, 5),
    "monomials": (Space(Monomials(3), Uniform(0, 1)), 3, 6),
    "Fourier": (Space(Fourier((0, 2)), Uniform(0, 1)), 4, 7),  # frequencies 1 and 3 come in pairs
    "plane": (Space(PLANE, SQUARE), 4, 7),
    "plane, H1": (Space(PLANE, SQUARE, "H1"), 3, 6),
    "nothing more": (Space(Legendre(3), Uniform()), 0, 3),
    "atoms": (Space(Monomials(2), ATOMS), 0, 4),
    "pairs": (Space(TensorProduct((Monomials(2), Monomials(2)), total_degree(2, 0)), PAIRS), 0, 3),
}


def gramian(E, measure, degree=20):
    """(e_i, e_k) by a rule that knows nothing of the spaces."""
    rule = measure.quadrature(0) if isinstance(measure, Discrete) else measure.quadrature(degree)
    jets = E.jets(rule.nodes)
    return np.einsum("x,xic,xkc->ik", rule.weights, jets, jets)


@pytest.mark.parametrize("name", [name for name in CASES if name != "Fourier"])
def test_the_basis_is_orthonormal_and_begins_with_that_of_the_space(name):
    space, extra, dim = CASES[name]
    E = hull(space, extra)
    assert (E.dim, E.complement_dim) == (dim, dim - space.dim)
    np.testing.assert_allclose(gramian(E, space.measure), np.eye(dim), atol=1e-10)
    x = space.measure.sample(np.random.default_rng(0), (2, 3))
    np.testing.assert_allclose(E.jets(x)[..., : space.dim, :], space.jets(x), atol=1e-12)
    assert E.jets(x).shape == (2, 3, dim, space.jet_size)


def test_frequencies_are_added_in_pairs():
    space, extra, dim = CASES["Fourier"]
    E = hull(space, extra)
    t = (np.arange(64) / 64)[:, None]  # exact for the products of frequencies below 32
    np.testing.assert_allclose(np.einsum("xil,xkl->ik", E.jets(t), E.jets(t)) / 64, np.eye(dim), atol=1e-12)
    for j in (1, 3):
        assert distance(E, np.cos(2 * np.pi * j * t[:, 0]), t, np.full(64, 1 / 64)) < 1e-12


def distance(E, values, x, weights):
    """How much of a function with these values is missing in E, in L²."""
    b = E.jets(x)[..., 0]
    return np.sqrt(weights @ (values - b @ (b.T @ (weights * values))) ** 2)


def test_the_next_polynomials_are_added():
    rule = Uniform().quadrature(20)
    E = hull(Space(Monomials(2), Uniform()), 2)
    for k, inside in ((2, True), (3, True), (4, False)):
        assert (distance(E, rule.nodes[:, 0] ** k, rule.nodes, rule.weights) < 1e-10) == inside


def test_the_next_multi_indices_have_the_next_total_degree():
    space, extra, _ = CASES["plane"]
    rule = SQUARE.quadrature(12)
    s, t = rule.nodes.T
    E = hull(space, extra)  # to 1, s, t come the three of degree 2 and one of degree 3
    missing = [
        distance(E, f, rule.nodes, rule.weights) for f in (s * s, s * t, t * t, s**3, s * s * t, s * t * t, t**3)
    ]
    assert np.all(np.array(missing[:3]) < 1e-10)
    assert sum(m < 1e-10 for m in missing[3:]) == 1


@given(st.lists(st.floats(-10, 10), min_size=4, max_size=4))
@settings(max_examples=10)
def test_on_finitely_many_points_every_function_is_in_the_hull(values):
    E = hull(CASES["atoms"][0], 0)
    assert distance(E, np.array(values), ATOMS.points, ATOMS.weights) < 1e-10


def test_a_larger_space_of_ones_own_may_need_adaptive_quadrature():
    space, larger = Space(TWO, Uniform()), Space(THREE, Uniform())
    assert larger.rule is None
    E = Hull(space, larger)
    rule = Uniform().quadrature(40)
    jets = E.jets(rule.nodes)[..., 0]
    np.testing.assert_allclose(jets.T @ (rule.weights[:, None] * jets), np.eye(3), atol=1e-7)
    np.testing.assert_allclose(E.jets(rule.nodes)[:, :2], space.jets(rule.nodes), atol=1e-12)


def test_indicators_are_the_unit_vectors_at_the_points():
    np.testing.assert_array_equal(Indicators(PAIRS).values(PAIRS.points), np.eye(3))
    np.testing.assert_array_equal(Indicators(ATOMS).values([[0.7]]), [[0, 0, 0, 0]])
    assert (Indicators(PAIRS).size, Indicators(PAIRS).ndim, Indicators(PAIRS).knots) == (3, 2, ((), ()))


LEGENDRE = Space(Legendre(3), Uniform())
WRONG = {
    "space must be a Space, got 3": lambda: hull(3, 1),
    "larger must be a Space, got None": lambda: Hull(LEGENDRE, None),
    "extra must be an integer of at least 0, got -1": lambda: hull(LEGENDRE, -1),
    "extra must be an integer of at least 0, got 1.5": lambda: hull(LEGENDRE, 1.5),
    "a Histogram has no natural extension: give Hull(space, larger)": lambda: hull(
        Space(Histogram.equal(2), Uniform(0, 1)), 1
    ),
    "the norm of the space, Uniform(low=-1.0, high=1.0) and L2, got Uniform(low=0, high=1) and L2": lambda: Hull(
        LEGENDRE, Space(Legendre(4), Uniform(0, 1))
    ),
    "and L2, got Uniform(low=-1.0, high=1.0) and H1": lambda: Hull(LEGENDRE, Space(Legendre(4), Uniform(), "H1")),
    "larger must contain the space, but misses": lambda: Hull(LEGENDRE, Space(Legendre(2), Uniform())),
    "Indicators have no gradients": lambda: Space(Indicators(ATOMS), ATOMS, "H1"),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_wrong_arguments_end_with_a_sentence(sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        WRONG[sentence]()


@pytest.mark.parametrize(
    ("frequencies", "extra", "size"), [((1, 3), 0, 4), ((1, 3), 2, 7), ((0, 1), 3, 7), ((0, 2), 2, 5)]
)
def test_frequencies_are_added_until_there_are_enough_functions(frequencies, extra, size):
    """The smallest new frequency first: 0 has one function, the others two."""
    space = Space(Fourier(frequencies), Uniform(0, 1))
    assert hull(space, extra).dim == size

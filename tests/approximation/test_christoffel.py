"""K is the supremum that Lemma D.1 says, its trace integrates to the dimension, and k has the values of Section 3.2."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.functions import Functions
from theorytest.approximation.integrals import reference
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Fourier, Hermite, Histogram, Legendre, Monomials
from theorytest.approximation.tensor import TensorProduct, full_grid, total_degree

ROUNDING = 1e-11  # jets of orthonormal bases of dimension 20 carry about 1e-13, K about d of these
square = Product((Uniform(), Uniform()))
spaces = st.one_of(
    st.builds(lambda d, norm: Space(Legendre(d), Uniform(), norm), st.integers(1, 20), st.sampled_from(["L2", "H1"])),
    st.builds(lambda d, norm: Space(Hermite(d), Gaussian(), norm), st.integers(1, 20), st.sampled_from(["L2", "H1"])),
    st.builds(lambda d: Space(Monomials(d), Uniform(0, 1), "H1"), st.integers(1, 6)),
    st.builds(lambda d: Space(Fourier(tuple(range(d))), Uniform(0, 1), "H1"), st.integers(1, 6)),
    st.builds(
        lambda m, norm: Space(TensorProduct((Legendre(m + 1), Legendre(m + 1)), total_degree(2, m)), square, norm),
        st.integers(0, 3),
        st.sampled_from(["L2", "H1"]),
    ),
)


def draw(space, seed, n=5):
    return space.measure.sample(np.random.default_rng(seed), (n,))


@given(st.floats(-1, 1))
def test_K_of_three_legendre_polynomials_is_the_known_polynomial(x):
    K = Christoffel(Space(Legendre(3), Uniform()))
    assert K([x]) == pytest.approx(1 + 3 * x**2 + 5 * (3 * x**2 - 1) ** 2 / 4, rel=1e-14)


@given(spaces, st.integers(0, 2**32))
def test_K_lies_below_its_trace_and_the_trace_below_l_times_K(space, seed):
    x, K = draw(space, seed), Christoffel(space)
    slack = 1 + ROUNDING
    assert np.all(K(x) <= slack * K.trace(x))
    assert np.all(K.trace(x) <= slack * min(space.jet_size, space.dim) * K(x))
    if space.jet_size == 1:
        assert np.array_equal(K(x), K.trace(x))


@given(spaces, st.integers(0, 2**32))
def test_K_is_the_supremum_and_the_explicit_maximiser_attains_it(space, seed):
    rng, x, K = np.random.default_rng(seed), draw(space, seed, 1)[0], Christoffel(space)
    B = space.jets(x)  # (dim, l); v = Σ v_k b_k has norm |v| and jet Bᵀ v
    v = rng.normal(size=(50, space.dim))
    quotients = np.sum((v @ B) ** 2, axis=1) / np.sum(v**2, axis=1)
    assert np.all(quotients <= (1 + ROUNDING) * K(x))
    best = np.linalg.svd(B)[0][:, 0]
    assert np.sum((best @ B) ** 2) == pytest.approx(K(x), rel=ROUNDING)
    if space.dim > 1:  # the maximiser of a system of norm 2 would promise four times as much
        assert np.sum((2 * best @ B) ** 2) > (1 + ROUNDING) * K(x)


@settings(max_examples=25)
@given(st.integers(1, 8), st.integers(0, 2**32), st.sampled_from(["L2", "H1"]))
def test_K_does_not_depend_on_the_generating_system(d, seed, norm):
    rng = np.random.default_rng(seed)
    Q, Z = np.linalg.qr(rng.normal(size=(d, d)))[0], rng.normal(size=(d, d + 2)) * 10.0 ** rng.integers(-3, 3, d + 2)
    plain = Space(Legendre(d), Uniform(), norm)
    x = draw(plain, seed)
    for M in (Q, Z):  # a rotation; a redundant system whose functions differ by orders of magnitude
        f = tuple(lambda x, c=c: plain.system.values(x) @ c for c in M.T)
        g = tuple(lambda x, c=c: plain.system.gradients(x)[..., 0] @ c for c in M.T)
        changed = Space(Functions(f, g, degree=d - 1), Uniform(), norm)
        condition = changed.rank.singular_values[0] / changed.rank.singular_values[changed.dim - 1]
        assert changed.dim == d
        assert np.allclose(Christoffel(changed)(x), Christoffel(plain)(x), rtol=1e-13 * d * condition)


def test_the_sum_of_squares_of_a_basis_that_is_not_orthonormal_is_caught():
    x, plain = np.array([[0.4], [0.9]]), Space(Legendre(4), Uniform())
    raw = np.sum(Monomials(4).values(x) ** 2, axis=-1)
    assert np.all(np.abs(raw / Christoffel(plain)(x) - 1) > 0.1)
    assert np.allclose(Christoffel(Space(Monomials(4), Uniform()))(x), Christoffel(plain)(x), rtol=1e-12)


@given(spaces)
def test_the_trace_integrates_to_the_dimension_under_an_independent_rule(space):
    degree = 121 if space.ndim == 1 else 20  # more than 2 · 19, and 10 periods
    rule, K = space.measure.quadrature(degree), Christoffel(space)
    assert rule.integrate(K.trace(rule.nodes)) == pytest.approx(space.dim, rel=ROUNDING)
    assert K.trace_l1_norm == space.dim
    if space.dim > 1 and space.jet_size > 1:
        assert rule.integrate(K(rule.nodes)) < space.dim - 1e-6  # K itself has less mass: the trace is no equality


@pytest.mark.parametrize("d", [2, 3, 5])
def test_the_mass_of_K_in_sobolev_spaces_agrees_with_30_digits(d):
    K = Christoffel(Space(Hermite(d), Gaussian(), "H1"))
    grid = np.linspace(-38, 38, 8001)[:, None]  # K is analytic: the trapezoidal rule is exact to rounding
    mass = np.sum(K(grid) * Gaussian().density(grid)) * 76 / 8000
    assert abs(K.l1_norm.value - mass) <= K.l1_norm.error + 1e-9
    if d == 2:  # B_xᵀ B_x has columns (1, 0) and (x, 1)/√2, so K is the root of a quadratic

        def exact(x):
            a, b, c = 1 + x * x / 2, x / 2, 0.5
            return (a + c) / 2 + (((a - c) / 2) ** 2 + b * b) ** 0.5

        assert K.l1_norm.value == pytest.approx(float(reference(exact, Gaussian(), digits=15)), rel=1e-12)


@pytest.mark.parametrize("d", [1, 2, 3, 7, 20, 50, 100])
def test_k_is_d_squared_for_legendre_with_constant_weight(d):
    found = Christoffel(Space(Legendre(d, 0, 3), Uniform(0, 3))).k()
    assert found.value == pytest.approx(d**2, rel=1e-12)
    assert found.certified
    assert d == 1 or found.at[0] in (0.0, 3.0)


def test_k_of_badly_conditioned_monomials_is_found_to_what_cancellation_leaves():
    space = Space(Monomials(20), Uniform())
    condition = space.rank.singular_values[0] / space.rank.singular_values[-1]
    found = Christoffel(space).k()  # K carries noise of eps · condition, which no halving of panels resolves
    assert found.value == pytest.approx(400, rel=2e-16 * condition * 20)
    assert found.value != pytest.approx(19**2, rel=1e-2)


@pytest.mark.parametrize("norm", ["L2", "H1"])
def test_k_is_infinite_for_hermite_with_constant_weight_except_for_constants(norm):
    assert Christoffel(Space(Hermite(1), Gaussian(), norm)).k().value == pytest.approx(1, rel=1e-13)
    for d in (2, 3, 10, 30, 100):
        assert Christoffel(Space(Hermite(d, 5, 2), Gaussian(5, 2), norm)).k().value == np.inf


@given(spaces)
@settings(max_examples=25)
def test_optimal_weights_have_inverse_mass_one_and_k_at_most_the_dimension(space):
    K, rule = Christoffel(space), space.measure.quadrature(160 if space.ndim == 1 else 40)
    assert rule.integrate(1 / K.trace_weight(rule.nodes)) == pytest.approx(1, rel=ROUNDING)
    optimal, trace = K.k("optimal").value, K.k("trace").value
    assert optimal <= trace * (1 + ROUNDING)
    assert trace <= space.dim * (1 + ROUNDING)
    assert np.allclose(K.optimal_weight(rule.nodes) * K(rule.nodes), optimal, rtol=ROUNDING)
    if space.jet_size == 1:
        assert optimal == trace == space.dim


def test_the_wrong_weight_gives_k_above_the_dimension():
    K = Christoffel(Space(Legendre(5), Uniform()))
    other = Christoffel(Space(Legendre(4), Uniform()))
    assert K.k(K.optimal_weight).value == pytest.approx(5, rel=1e-12)
    assert K.k(other.optimal_weight).value > 5.1
    assert K.k(lambda x: 2 * K.optimal_weight(x)).value == pytest.approx(10, rel=1e-12)


def test_weights_given_as_functions_are_searched_on_the_whole_support():
    K = Christoffel(Space(Hermite(2), Gaussian()))  # K = 1 + x²
    assert K.k(lambda x: np.exp(-(x[..., 0] ** 2) / 4)).value == pytest.approx(4 * np.exp(-0.75), rel=1e-13)
    assert K.k(lambda x: 1 / (2 + x[..., 0] ** 2)).value == pytest.approx(1, rel=1e-12)  # only in the limit
    assert K.k(lambda x: 1 / (1 + np.abs(x[..., 0]))).value == np.inf
    H1 = Christoffel(Space(Legendre(3), Uniform(), "H1"))
    assert H1.k(H1.trace_weight).value == pytest.approx(H1.k("trace").value, rel=1e-12)


@given(st.integers(1, 12))
def test_K_is_constant_for_fourier_and_histograms(d):
    x = np.linspace(0, 1, 37)[:, None]
    for system in (Fourier(tuple(range(d))), Histogram.equal(d)):
        K = Christoffel(Space(system, Uniform(0, 1)))
        assert np.allclose(K(x), system.size, rtol=1e-12)
        assert K.k().value == pytest.approx(system.size, rel=1e-12)


def test_k_of_a_histogram_is_the_largest_inverse_mass_of_a_cell():
    assert Christoffel(Space(Histogram((0, 0.1, 0.7, 1.0)), Uniform(0, 1))).k().value == pytest.approx(10, rel=1e-12)


@pytest.mark.parametrize("sizes", [(2, 3), (4, 4), (2, 2, 3)])
def test_k_of_a_legendre_tensor_product_is_the_product_at_the_corner(sizes):
    system = TensorProduct(tuple(Legendre(s) for s in sizes), full_grid(sizes))
    found = Christoffel(Space(system, Product((Uniform(),) * len(sizes)))).k()
    assert found.value == pytest.approx(np.prod(sizes) ** 2, rel=1e-12)
    assert found.certified
    assert np.all(np.abs(found.at) == 1)


def test_k_over_points_is_found_by_enumeration():
    x = np.array([[0.0, 0.0], [1.0, 0.5], [-0.5, 0.25], [0.3, -0.8], [0.9, 0.9]])
    measure = Discrete(x, [0.1, 0.2, 0.3, 0.15, 0.25])
    for norm in ("L2", "H1"):
        K = Christoffel(Space(TensorProduct((Legendre(2), Legendre(2)), total_degree(2, 1)), measure, norm))
        assert K.k().value == K(x).max()
        assert K.l1_norm.value == pytest.approx(measure.weights @ K(x), rel=1e-14)
    full = Christoffel(Space(Monomials(2), Discrete([0.0, 1.0], [0.25, 0.75])))
    assert np.allclose(full([[0.0], [1.0]]), [4, 4 / 3], rtol=1e-14)  # all functions on two points: K = 1 / mass


def test_weights_are_infinite_where_all_jets_vanish():
    K = Christoffel(Space(Functions((lambda x: x[..., 0],), degree=1), Uniform()))
    assert K.optimal_weight([[0.0]]).tolist() == K.trace_weight([[0.0]]).tolist() == [np.inf]
    assert K.k("trace").value == K.k("optimal").value == 1


K3 = Christoffel(Space(Legendre(3), Uniform()))
H3 = Christoffel(Space(Hermite(3), Gaussian()))
BAD = {
    "name": (lambda: K3.k("best"), "weight must be 'constant', 'optimal', 'trace' or a function of x, got 'best'"),
    "None": (lambda: K3.k(None), "weight must be .* or a function of x, got None"),
    "array": (lambda: K3.k(np.ones(3)), r"weight must be .* or a function of x, got array\("),
    "negative": (lambda: K3.k(lambda x: x[..., 0]), r"weight must be positive on the support, got -.* at x = \[-"),
    "zero": (lambda: K3.k(lambda x: 0 * x[..., 0]), r"weight must be positive on the support, got -?0\.0 at x"),
    "negative tail": (lambda: H3.k(lambda x: 1 - x[..., 0] ** 2), "weight must be positive on the support, got -"),
    "NaN": (lambda: K3.k(lambda x: x[..., 0] * np.nan), "weight must be positive on the support, got nan at x"),
    "column": (lambda: K3.k(lambda x: 1 + x**2), r"weight\(x\) must have shape .* one number per point, got .*, 1\)"),
    "scalar": (lambda: H3.k(lambda _: 1.0), r"weight\(x\) must have shape .* one number per point, got \(\)"),
    "point": (lambda: K3([np.nan]), "x must be finite, got nan"),
    "shape": (lambda: K3.trace(0.5), r"x must have shape \(\.\.\., 1\), one row per point, got \(\)"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_with_a_sentence(case):
    make, sentence = BAD[case]
    with pytest.raises(ValueError, match=sentence):
        make()


def test_a_search_in_the_plane_is_certified_only_where_the_product_bound_proves_it():
    square, degrees = Product((Uniform(), Uniform())), total_degree(2, 3)
    legendre = Space(TensorProduct((Legendre(4), Legendre(4)), degrees), square)
    assert Christoffel(legendre).k().certified  # every |φ| peaks at the same corner
    for space in (
        Space(legendre.system, square, "H1"),  # the bound is about values, not about jets
        Space(TensorProduct((Monomials(4), Monomials(4)), degrees), square),  # not orthonormal
        Space(TensorProduct((Fourier((1,)), Fourier((2,))), np.array([[0, 1], [1, 0]])), Product((Uniform(0, 1),) * 2)),
    ):  # the last: cosine and sine do not peak together
        assert not Christoffel(space).k().certified

"""Exact constants of independent points: closed forms, enumeration on Gauss nodes, large hulls, fine quadrature."""

import numpy as np
import pytest
from numpy.polynomial import hermite_e, legendre
from scipy import special

from theorytest.approximation import (
    Discrete,
    Gaussian,
    Hermite,
    Legendre,
    Monomials,
    Oblique,
    Optimal,
    Plain,
    Space,
    Trace,
    Uniform,
)
from theorytest.approximation.combinations import Combinations
from theorytest.approximation.estimators import Debiased, Given, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.exact_moments import is_computable, on_all, on_hull
from theorytest.approximation.functions import Functions
from theorytest.approximation.hull import Hull, hull
from theorytest.approximation.measures import Product
from theorytest.approximation.moments import enumerated
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Histogram
from theorytest.approximation.tensor import TensorProduct, total_degree
from theorytest.approximation.volume import VolumeRescaled

LINE = Space(Legendre(3), Uniform())
CURVED = Space(Monomials(3), Uniform())
SLOPED = Space(Combinations(Legendre(3), np.diag([1.0, 2.0, 0.4])), Uniform())
ATOMS = Discrete(np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4]))
T, W = legendre.leggauss(60)
GAUSS = Discrete(T, W / 2)  # integrates what the quadratures below need like the uniform measure


def nonflat():
    """Plain or bent samples, and systems with a Gramian that is not I."""
    return [
        QuasiProjection(Plain(LINE), 4),
        NonProjection(Plain(CURVED), 3),
        NonProjection(Optimal(CURVED), 3),
        QuasiProjection(Plain(Space(Legendre(2), Uniform())), 1),
    ]


def larger(space, extra):
    return Hull(space, Space(Legendre(space.dim + extra), space.measure))


@pytest.mark.parametrize("space", [LINE, CURVED, Space(Hermite(4), Gaussian()), Space(Legendre(1), Uniform(0, 5))])
@pytest.mark.parametrize("n", [1, 2, 7])
def test_optimal_points_have_the_constants_of_the_table(space, n):
    """For w = d/K the function h is d: c_var1 = (n - 1 + d)/n and c_var2 = d/n, and they hold together."""
    found, d = on_all(QuasiProjection(Optimal(space), n)), space.dim
    assert found.is_flat
    assert (found.c_bias1, found.c_bias2) == (1.0, 0.0)
    assert found.c_var1 == pytest.approx((n - 1 + d) / n, rel=1e-9)
    assert found.c_var2 == pytest.approx(d / n, rel=1e-12)
    assert found.c_var1_with(found.c_var2) == pytest.approx((n - 1 + d) / n, rel=1e-9)


@pytest.mark.parametrize(("d", "n"), [(1, 3), (2, 5), (4, 2)])
def test_plain_legendre_has_its_peak_at_the_ends(d, n):
    """h = K has the supremum Σ (2k + 1) = d² at ±1, and ∫ K b bᵀ is a Gauss sum."""
    found = on_all(QuasiProjection(Plain(Space(Legendre(d), Uniform())), n))
    b = legendre.legvander(T, d - 1) * np.sqrt(2 * np.arange(d) + 1)
    H = np.einsum("i,i,ik,il->kl", W / 2, np.sum(b**2, axis=1), b, b)
    assert found.c_var2 == pytest.approx(d**2 / n, rel=1e-12)
    assert found.c_var1 == pytest.approx(1 - 1 / n + np.linalg.eigvalsh(H)[-1] / n, rel=1e-10)
    assert found.c_var1_with(np.inf) == found.c_var1


@pytest.mark.parametrize(("d", "n"), [(2, 5), (3, 1), (4, 2)])
def test_where_c_var2_is_the_supremum_the_limit_is_c_var2_plus_the_bias(d, n):
    """1/(sup h - h) is not integrable at ±1: W⁻¹ vanishes along b(±1), and c_var1 = c_var2 + 1 - 1/n."""
    found = on_all(QuasiProjection(Plain(Space(Legendre(d), Uniform())), n))
    assert found.c_var1_with(d**2 / n) == pytest.approx(d**2 / n + 1 - 1 / n, rel=1e-5)
    assert found.c_var1_with(d**2 / n * 0.999) == np.inf
    assert found.c_var1_with(d**2 / n * 1.001) < d**2 / n + 1 - 1 / n


def test_two_equal_maxima_inside_both_count():
    """With maxima of h at ±x₀, W⁻¹ vanishes on b(±x₀): the limit is that of ever smaller distances to the supremum."""
    found = on_all(NonProjection(Trace(SLOPED), 4))
    x0 = abs(float(found.peak.at[0]))
    assert 0.01 < x0 < 0.99
    b = SLOPED.jets([[x0], [-x0]])[..., 0]
    assert np.linalg.matrix_rank(b) == 2
    assert found._convergent.shape == (3, 1)
    np.testing.assert_allclose(b @ found._convergent, 0, atol=1e-6)
    step = found.c_var2 * 1e-4  # W grows like the inverse root of the distance, c_var1 rises like the root
    near = [found.c_var1_with(found.c_var2 + step / 4**j) for j in range(3)]
    assert found.c_var1_with(found.c_var2) == pytest.approx(near[2] + (near[2] - near[1]), rel=1e-4)


@pytest.mark.parametrize("estimator", nonflat(), ids=lambda e: f"{type(e).__name__} {type(e.sampler).__name__}")
def test_enumeration_on_gauss_nodes_gives_the_same_frontier(estimator):
    """On 60 nodes all of L² is reached by a hull of indicators; n = 1 enumerates, and n enters as in the formula."""
    exact = on_all(type(estimator)(estimator.sampler, 1))
    space = Space(estimator.space.system, GAUSS)
    weight = type(estimator.sampler)(space)
    found = enumerated(type(estimator)(weight, 1), hull(space, 0))
    assert found.c_bias1 == pytest.approx(exact.c_bias1, rel=1e-9)
    assert found.c_bias2 == pytest.approx(0, abs=1e-9)
    assert found.c_var1 == pytest.approx(exact.c_var1, rel=1e-6)
    assert found.c_var2 <= exact.c_var2 * (1 + 1e-9)  # the nodes do not reach the peak
    for factor in (1.2, 2, 10):
        c2 = factor * exact.c_var2
        assert found.c_var1_with(c2) == pytest.approx(exact.c_var1_with(c2), rel=1e-6)


@pytest.mark.parametrize("estimator", nonflat(), ids=lambda e: f"{type(e).__name__} {type(e.sampler).__name__}")
def test_hulls_approach_all_of_the_complement_from_below(estimator):
    exact = on_all(estimator)
    parts = [on_hull(estimator, larger(estimator.space, m)) for m in (2, 8, 20)]
    second = [part.c_var2 for part in parts] + [exact.c_var2]
    assert second == sorted(second)
    assert second[-2] > 0.8 * second[-1]
    for factor, accuracy in ((1.5, 2e-3), (4, 1e-6)):
        first = [part.c_var1_with(factor * exact.c_var2) for part in parts]
        limit = exact.c_var1_with(factor * exact.c_var2)
        assert first == sorted(first)
        assert first[-1] <= limit * (1 + 1e-9)
        assert first[-1] == pytest.approx(limit, rel=accuracy)
    np.testing.assert_allclose(parts[0].c_var1, exact.c_var1, rtol=1e-9)


def test_a_narrow_cell_between_the_nodes_is_no_constant_h():
    """Plain samples of a histogram: h = 1/width, which no rule with few nodes sees on the narrow cell."""
    found = on_all(QuasiProjection(Plain(Space(Histogram((0.0, 1e-3, 1.0)), Uniform(0, 1))), 2))
    assert found.c_var2 == pytest.approx(500)
    assert not found.is_flat


def test_at_a_corner_of_the_square_the_limit_is_finite():
    """Where h falls linearly in two directions, 1/(sup h - h) is integrable and c_var1 stays below c_var2 + 1 - 1/n."""
    square = Product((Uniform(), Uniform()))
    space = Space(TensorProduct((Legendre(2), Legendre(2)), total_degree(2, 1)), square)
    n, found = 3, on_all(QuasiProjection(Plain(space), 3))
    assert found.c_var2 == pytest.approx(7 / n)  # 1 + 3 + 3 at the corners
    at, near = found.c_var1_with(found.c_var2), found.c_var1_with(found.c_var2 * 1.001)
    assert at == pytest.approx(near, rel=0.01)
    assert at < found.c_var2 + 1 - 1 / n - 0.05


def test_at_a_maximum_inside_the_square_the_limit_is_that_of_an_infinite_integral():
    """b = 2 cos(πx/2) cos(πy/2) has h = b² = 4 at 0, where 1/(4 - h) is not integrable in the plane."""
    bump = Functions((lambda x: np.prod(np.cos(np.pi * x / 2), axis=-1),), ndim=2)
    n, found = 3, on_all(QuasiProjection(Plain(Space(bump, Product((Uniform(), Uniform())))), 3))
    assert found.c_var2 == pytest.approx(4 / n)
    assert found.c_var1_with(found.c_var2) == pytest.approx(4 / n + 1 - 1 / n, rel=1e-5)


def test_plain_gaussian_points_have_no_second_constant():
    found = on_all(QuasiProjection(Plain(Space(Hermite(3), Gaussian())), 2))
    x, w = hermite_e.hermegauss(20)
    b = hermite_e.hermevander(x, 2) / np.sqrt(special.factorial(np.arange(3)))
    H = np.einsum("i,i,ik,il->kl", w / w.sum(), np.sum(b**2, axis=1), b, b)
    assert found.c_var2 == np.inf
    assert not found.is_flat
    assert found.c_var1 == pytest.approx(0.5 + np.linalg.eigvalsh(H)[-1] / 2, rel=1e-9)
    assert found.c_var1_with(1e6) == np.inf


@pytest.mark.parametrize("kind", [Plain, Trace, Optimal])
@pytest.mark.parametrize(
    "space", [Space(Legendre(3), Uniform(), "H1"), Space(Monomials(3), Uniform(), "H1")], ids=["Legendre", "monomials"]
)
def test_moments_in_h1_are_those_of_fine_gauss_sums(space, kind):
    """S = (1 - 1/n) M² + 1/n Σ_i ρ_i w E_x B_x M² B_xᵀ E_xᵀ, written out for the non-projection."""
    n, E = 3, hull(space, 3)
    sampler = kind(space)
    t, w = legendre.leggauss(200)
    e, b = E.jets(t[:, None]), space.jets(t[:, None])
    Phi = np.einsum("i,ikc,ijc->kj", w / 2, b, space.system_jets(t[:, None]))
    M = Phi @ Phi.T
    rows = np.einsum("iac,ikc,kl->ial", e, b, M)
    square = np.einsum("i,ial,iql->aq", w / 2 * sampler.weight(t[:, None]), rows, rows)
    square[:3, :3] += (n - 1) * M @ M
    found = on_hull(NonProjection(sampler, n), E)
    np.testing.assert_allclose(found.S, square / n, rtol=1e-6, atol=1e-8 * np.abs(square).max())
    np.testing.assert_allclose(found.A, np.pad(M, ((0, 0), (0, 3))), atol=1e-9)


@pytest.mark.parametrize("norm", ["L2", "H1"])
@pytest.mark.parametrize("make", [QuasiProjection, NonProjection])
def test_the_formula_of_debiasing_is_what_enumeration_gives(norm, make):
    space = Space(Monomials(2), ATOMS, norm)
    E = hull(space, 2)
    tilt = np.array([[1.0, -0.5], [2.0, 0.3]])
    for projection in (Oblique(E, tilt), Given(LeastSquares(Plain(space), 3), np.array([[-1.0], [0.5], [2.0]]))):
        estimator = Debiased(projection, make(Optimal(space), 2))
        found, listed = on_hull(estimator, E), enumerated(estimator, E)
        np.testing.assert_allclose(found.A, listed.A, atol=1e-9)
        np.testing.assert_allclose(found.S, listed.S, atol=1e-8 * np.abs(listed.S).max())


def test_what_no_quadrature_reaches_is_refused():
    dependent = [
        LeastSquares(Plain(LINE), 5),
        QuasiProjection(Conditioned(Optimal(LINE), 0.9), 9),
        QuasiProjection(VolumeRescaled(LINE), 4),
        Debiased(LeastSquares(Plain(LINE), 5), QuasiProjection(Optimal(LINE), 2)),
    ]
    for estimator in dependent:
        assert not is_computable(estimator)
        with pytest.raises(ValueError, match="no quadrature reaches"):
            on_hull(estimator, hull(LINE, 2))
    for space in (Space(Legendre(2), ATOMS), Space(Legendre(2), Uniform(), "H1")):
        with pytest.raises(ValueError, match="all of the complement is reached in L2"):
            on_all(QuasiProjection(Plain(space), 2))
    with pytest.raises(ValueError, match="c_var2 must be a finite real number"):
        on_all(QuasiProjection(Plain(LINE), 2)).c_var1_with(np.nan)

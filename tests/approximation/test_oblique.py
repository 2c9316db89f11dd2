"""Oblique projections: idempotent, identity on T, of the stated norm, debiased by an independent quasi-projection."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from theorytest.approximation import Discrete, Gaussian, Hermite, Legendre, Monomials, Oblique, Optimal, Space, Uniform
from theorytest.approximation.estimators import Debiased, Estimator, QuasiProjection, project
from theorytest.approximation.functions import Functions
from theorytest.approximation.hull import Hull, hull
from theorytest.approximation.measures import Product
from theorytest.approximation.moments import enumerated, matrices
from theorytest.approximation.tensor import TensorProduct, total_degree

ATOMS = Discrete(np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4]))
PLANE = TensorProduct((Legendre(2), Hermite(2)), total_degree(2, 1))
HULLS = {
    "atoms": hull(Space(Monomials(2), ATOMS), 0),
    "atoms H1": hull(Space(Monomials(2), ATOMS, "H1"), 3),
    "Legendre": hull(Space(Legendre(3), Uniform()), 2),
    "Hermite H1": hull(Space(Hermite(2), Gaussian(), "H1"), 3),
    "plane": hull(Space(PLANE, Product((Uniform(), Gaussian()))), 2),
}
NAMES = st.sampled_from(sorted(HULLS))


def tilts(E):
    numbers = st.floats(-5, 5, allow_subnormal=False)
    return hnp.arrays(float, (E.space.dim, E.complement_dim), elements=numbers)


@st.composite
def oblique(draw):
    E = HULLS[draw(NAMES)]
    return Oblique(E, draw(tilts(E)))


def matrix(P):
    """P̃ on E, (d, e)."""
    return matrices(P, P.hull, P.draws().points)[0]


@given(oblique())
def test_identity_on_the_space_and_the_tilt_on_its_complement(P):
    assert isinstance(P, Estimator)
    d = P.space.dim
    M = matrix(P)
    np.testing.assert_allclose(M[:, :d], np.eye(d), atol=1e-9)
    np.testing.assert_allclose(M[:, d:], P.tilt, atol=1e-8)


@given(oblique())
def test_idempotent_for_a_gradient_projected_twice(P):
    x = P.sample(np.random.default_rng(0), 2)
    once = project(P, lambda t: P.hull.jets(t)[..., -1, :], x)
    again = project(P, lambda t: np.einsum("k,...kl->...l", once[0], P.space.jets(t)), x)
    assert once.shape == (2, P.space.dim)
    np.testing.assert_allclose(again, once, atol=1e-8)


@given(oblique())
def test_the_norm_is_the_largest_singular_value(P):
    assert P.norm == pytest.approx(np.linalg.norm(matrix(P), 2), rel=1e-9)


def test_the_orthogonal_projection_has_norm_one_also_without_a_complement():
    space = Space(Legendre(2), Uniform())
    whole = Oblique(Hull(space, space), np.zeros((2, 0)))
    assert whole.norm == 1.0
    assert Oblique(hull(space, 1), np.zeros((2, 1))).norm == 1.0
    np.testing.assert_allclose(matrix(whole), np.eye(2), atol=1e-12)


@pytest.mark.parametrize("name", ["atoms", "atoms H1"])
@given(st.data())
def test_debiased_it_is_unbiased_and_has_the_variance_of_lemma_g_1(name, data):
    E = HULLS[name]
    P = Oblique(E, data.draw(tilts(E)))
    Q = QuasiProjection(Optimal(E.space), 2)
    m, q, d = enumerated(Debiased(P, Q), E), enumerated(Q, E), E.space.dim
    np.testing.assert_allclose(m.A, np.eye(d, E.dim), atol=1e-7)
    R = np.eye(E.dim) - np.pad(matrix(P), ((0, E.complement_dim), (0, 0)))  # I - P̃ on E
    variance = q.S - q.A.T @ q.A  # of Q; that of P̄ is the variance of Q (I - P̃)
    np.testing.assert_allclose(m.S - m.A.T @ m.A, R.T @ variance @ R, atol=1e-7)


def test_a_finer_rule_sees_gradients_outside_of_the_hull():
    E, X = hull(Space(Legendre(1), Uniform()), 1), np.array([[2.0]])
    cubic = lambda t: t[..., 0] ** 3  # noqa: E731 (one line)
    fine = Oblique(E, X, Uniform().quadrature(9))
    value = project(fine, cubic, fine.draws().points)
    assert value[0, 0] == pytest.approx(2 * np.sqrt(3) / 5)  # 2 (e_1, t³) with e_1 = √3 t
    coarse = Oblique(E, X)
    assert project(coarse, cubic, coarse.draws().points)[0, 0] != pytest.approx(value[0, 0], rel=1e-3)


def test_each_replica_has_the_nodes_and_probability_one():
    P = Oblique(HULLS["atoms"], np.ones((2, 2)))
    assert P.n_samples == 4
    assert np.array_equal(P.sample(np.random.default_rng(1), 3), np.broadcast_to(ATOMS.points, (3, 4, 1)))
    assert P.draws().total == 1.0


def test_later_changes_of_the_tilt_do_not_reach_the_projection():
    X = np.ones((2, 2))
    P = Oblique(HULLS["atoms"], X)
    X[:] = 0
    assert P.norm == pytest.approx(np.sqrt(5))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda E: Oblique(E.space, np.zeros((2, 2))), "hull must be a Hull"),
        (lambda E: Oblique(E, np.zeros((2, 3))), r"tilt must have shape \(2, 2\), got \(2, 3\)"),
        (lambda E: Oblique(E, np.full((2, 2), np.inf)), "tilt must be finite"),
        (lambda E: Oblique(E, np.zeros((2, 2)), "Gauss"), "rule must be a Quadrature"),
        (lambda _: Oblique(HULLS["Legendre"], np.zeros((3, 2)), Uniform().quadrature(4)), "rule must be exact"),
        (lambda _: Oblique(_no_rule(), np.zeros((1, 1))), "rule must be given"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make(HULLS["atoms"])


def test_other_points_and_jets_of_another_shape_are_refused():
    P = Oblique(HULLS["atoms"], np.zeros((2, 2)))
    x = P.draws().points
    with pytest.raises(ValueError, match="x must be the 4 nodes"):
        P.coefficients(x[:, ::-1], np.zeros((1, 4, 1, 1)))
    with pytest.raises(ValueError, match="x must be the 4 nodes"):
        P.coefficients(x[:, :3], np.zeros((1, 3, 1, 1)))
    with pytest.raises(ValueError, match="jets must have shape"):
        P.coefficients(x, np.zeros((1, 4, 2, 1)))


def _no_rule():
    """Two functions without a rule."""
    sines = (lambda x: np.sin(x[..., 0]), lambda x: np.cos(x[..., 0]))
    measure = Uniform(0, 1)
    return Hull(Space(Functions(sines[:1]), measure), Space(Functions(sines), measure))

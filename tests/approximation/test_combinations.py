"""Linear combinations of a system: values, gradients, Gramian and rank as matrices say."""

import numpy as np
import pytest
from numpy.polynomial import legendre

from theorytest.approximation import Gaussian, Hermite, Legendre, Monomials, Plain, Space, Uniform
from theorytest.approximation.combinations import Combinations, orthonormalised
from theorytest.approximation.estimators import NonProjection
from theorytest.approximation.hull import Hull
from theorytest.approximation.moments import matrices
from theorytest.approximation.systems import Histogram

X = np.linspace(-1, 1, 7)[:, None]
M = np.array([[1.0, 2.0, 0.0, -1.0], [0.0, 1.0, 3.0, 0.5]])


def test_values_and_gradients_are_combined():
    """ψ = (1, 2 + √3 t, 3√3 t, -1 + √3 t / 2) for the Legendre polynomials 1 and √3 t."""
    system, t = Combinations(Legendre(2), M), np.sqrt(3) * X[:, 0]
    one = np.ones_like(t)
    np.testing.assert_allclose(system.values(X), np.stack([one, 2 + t, 3 * t, -1 + t / 2], axis=1), atol=1e-14)
    slopes = np.sqrt(3) * np.array([0, 1, 3, 0.5])
    np.testing.assert_allclose(system.gradients(X), np.broadcast_to(slopes[:, None], (7, 4, 1)), atol=1e-14)
    assert (system.size, system.ndim) == (4, 1)
    assert Combinations(Histogram.equal(2), M[:, :1]).knots == Histogram.equal(2).knots


def test_points_of_any_shape_are_taken():
    system = Combinations(Legendre(2), M)
    x = X[:6].reshape(2, 3, 1)
    np.testing.assert_array_equal(system.values(x), system.values(X[:6]).reshape(2, 3, 4))
    np.testing.assert_array_equal(system.gradients(x), system.gradients(X[:6]).reshape(2, 3, 4, 1))


def test_more_functions_than_dimensions_make_a_frame_of_the_same_space():
    space = Space(Combinations(Legendre(2), M), Uniform())
    t, w = legendre.leggauss(5)
    values = np.stack([np.ones(5), np.sqrt(3) * t], axis=1) @ M
    assert space.dim == 2
    np.testing.assert_allclose(space.gramian, values.T @ (values * (w / 2)[:, None]), atol=1e-12)
    nonzero = np.linalg.eigvalsh(M.T @ M)[-2:]
    np.testing.assert_allclose(np.linalg.eigvalsh(space.system_in_basis @ space.system_in_basis.T), nonzero)


@pytest.mark.parametrize("norm", ["L2", "H1"])
@pytest.mark.parametrize(("system", "measure"), [(Monomials(4), Uniform(0, 3)), (Hermite(3), Gaussian(1, 2))])
def test_orthonormalised_spans_the_same_space_with_the_gramian_one(system, measure, norm):
    space = Space(system, measure, norm)
    new = orthonormalised(space)
    np.testing.assert_allclose(new.gramian, np.eye(space.dim), atol=1e-9)
    larger = Hull(space, new)  # refused unless it contains the space
    assert larger.complement_dim == 0
    assert (new.measure, new.norm) == (measure, norm)
    P = matrices(NonProjection(Plain(new), 3), Hull(new, new), np.full((1, 3, 1), 0.3))[0]
    b = new.jets([[0.3]])[0]
    np.testing.assert_allclose(P, b @ b.T, atol=1e-8)


def test_later_changes_of_the_matrix_do_not_reach_the_system():
    given = M.copy()
    system = Combinations(Legendre(2), given)
    given[:] = 0
    np.testing.assert_array_equal(system.matrix, M)


@pytest.mark.parametrize(
    ("system", "matrix", "message"),
    [
        ("Legendre", M, "system must be a System"),
        (Legendre(3), M, r"matrix must have shape \(3, any\), got \(2, 4\)"),
        (Legendre(2), np.full((2, 1), np.nan), "matrix must be finite"),
        (Legendre(2), np.empty((2, 0)), "matrix must have at least one column"),
        (Legendre(2), "M", "matrix must be an array of real numbers"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(system, matrix, message):
    with pytest.raises(ValueError, match=message):
        Combinations(system, matrix)

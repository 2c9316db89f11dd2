"""The rows of Table 2 that the package tabulates, against constants worked out by hand."""

import numpy as np
import pytest

from theorytest.approximation.constants import tabulated
from theorytest.approximation.estimators import Debiased, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.hull import hull
from theorytest.approximation.measures import Discrete, Gaussian, Uniform
from theorytest.approximation.oblique import Oblique
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Hermite, Legendre, Monomials
from theorytest.approximation.table_2 import TABLE_2
from theorytest.approximation.volume import VolumeRescaled

QUADRATICS = Space(Legendre(3), Uniform())
HALVES = Discrete(np.array([-1.0, 1.0]), np.array([0.5, 0.5]))
LINES = Space(Monomials(2), Discrete(np.array([-1.0, 0.0, 1.0]), np.array([0.5, 0.25, 0.25])))


def cells(estimator, **known):
    return list(tabulated(estimator, **known).plain().values())


@pytest.mark.parametrize(("sampler", "k"), [(Plain, 9.0), (Optimal, 3.0)])
def test_quasi_projection(sampler, k):
    assert cells(QuasiProjection(sampler(QUADRATICS), 4)) == pytest.approx([1, 0, (3 + k) / 4, k / 4])


def test_constants_are_infinite_with_k():
    assert cells(QuasiProjection(Plain(Space(Hermite(2), Gaussian())), 4)) == [1, 0, np.inf, np.inf]


def test_non_projection_has_k_of_an_orthonormal_basis():
    """1, x on [-1, 1] with plain points: G = diag(1, 1/3), k = 4."""
    found = cells(NonProjection(Plain(Space(Monomials(2), Uniform())), 3))
    assert found == pytest.approx([1 / 3, 0, (2 + 4) / 3, 4 / 3])


def test_least_squares_from_stable_points():
    estimator = LeastSquares(Conditioned(Optimal(QUADRATICS), 0.5), 12)  # k = 3
    q = 1 / (0.25 * 0.9)
    assert cells(estimator, p=0.9) == pytest.approx([1, np.sqrt(3 / (0.9 * 12)) / 0.5, q * 14 / 12, q * 3 / 12])


def test_volume_rescaled_least_squares():
    second = 2 / 5 * (1 + 4 / 0.01)
    found = tabulated(LeastSquares(VolumeRescaled(LINES), 5), delta=0.9)
    assert [found.c_var1, found.c_var2] == pytest.approx([second + 400, second])


def test_debiased_projection():
    """A tilt of 3 has the norm √10; Q has k = d = 1, so that only c_var,2(Q) = 1 is left."""
    E = hull(Space(Monomials(1), HALVES), 0)
    estimator = Debiased(Oblique(E, np.full((1, 1), 3.0)), QuasiProjection(Optimal(E.space), 1))
    assert cells(estimator) == pytest.approx([1, 0, 1, 1])
    two = hull(LINES, 0)
    tilted = Debiased(Oblique(two, np.array([[3.0], [0.0]])), QuasiProjection(Optimal(LINES), 1))
    assert cells(tilted) == pytest.approx([1, 0, 1, (2 - 1) * 10 + 2])


def test_formulas_are_finite_and_not_negative():
    some = {"lam_min": 0.5, "lam_max": 2.0, "k": 3.0, "n": 8.0, "d": 3.0, "p": 0.9, "B": 2.0, "q1": 1.5, "q2": 0.5}
    for row in TABLE_2.values():
        numbers = list(row.numbers(**some, delta=0.5).values())
        assert len(numbers) == 4
        assert np.isfinite(numbers).all()
        assert min(numbers) >= 0

"""Debiased oblique projections with all of the complement: closed form, ever larger hulls, Lemma G.1."""

import numpy as np
import pytest

from theorytest.approximation import Gaussian, Hermite, Legendre, Monomials, Oblique, Optimal, Plain, Space, Uniform
from theorytest.approximation.estimators import Debiased, Given, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.exact_debiased import DebiasedPoints, debiased_on_all
from theorytest.approximation.exact_moments import on_all, on_hull
from theorytest.approximation.hull import Hull, hull

SPACE = Space(Legendre(2), Uniform())
TILT = np.array([[1.0, 0.5, -2.0], [0.3, 0.0, 1.0]])


def estimators(sizes, tilt=TILT, correction=QuasiProjection, sampler=Plain, space=SPACE):
    """One P̃ on hulls of several sizes: its tilt is given by functions, so that signs of bases do not matter."""
    t, w = np.polynomial.legendre.leggauss(60)
    small = _hull(space, 3).jets(t[:, None])[:, space.dim :, 0]
    for m in sizes:
        E = _hull(space, m)
        turned = np.einsum("i,ij,ik->jk", w / 2, small, E.jets(t[:, None])[:, space.dim :, 0])
        yield Debiased(Oblique(E, tilt @ turned), correction(sampler(space), 4)), E


def _hull(space, m):
    return Hull(space, Space(Legendre(space.dim + m), space.measure))


@pytest.mark.parametrize("n", [1, 4, 9])
def test_optimal_points_reach_the_closed_form(n):
    """For h = d: E‖P̄ c‖² = (d ‖c‖² + (d - 1) ‖X c‖²)/n on the complement, so c_var2 = (d + (d - 1) ‖X‖²)/n."""
    E = hull(Space(Legendre(3), Uniform()), 3)
    X = np.vstack([TILT, [0.0, 1.0, 1.0]])
    found = debiased_on_all(Debiased(Oblique(E, X), QuasiProjection(Optimal(E.space), n)), E)
    assert found.c_var2 == pytest.approx((3 + 2 * np.linalg.norm(X, 2) ** 2) / n, rel=1e-9)
    assert found.c_var1_with(found.c_var2) == pytest.approx(1, rel=1e-5)
    assert (found.c_bias1, found.c_bias2) == (pytest.approx(1), pytest.approx(0, abs=1e-9))


@pytest.mark.parametrize(
    ("correction", "space"),
    [(QuasiProjection, SPACE), (NonProjection, Space(Monomials(2), Uniform()))],
    ids=["quasi", "non with monomials"],
)
def test_larger_hulls_approach_it_from_below_and_it_does_not_depend_on_the_hull(correction, space):
    few, more, many = (
        (on_hull(P, E), debiased_on_all(P, E) if E.dim < 10 else None)
        for P, E in estimators((3, 6, 20), correction=correction, space=space)
    )
    second = [few[0].c_var2, more[0].c_var2, many[0].c_var2]
    assert second == sorted(second)
    assert second[0] < second[-1] * (1 - 1e-4)  # on E alone it is too small
    for _, found in (few, more):
        assert isinstance(found, DebiasedPoints)
        assert found.c_var2 == pytest.approx(second[-1], rel=1e-6)
        c2 = 1.3 * found.c_var2
        assert found.c_var1_with(c2) == pytest.approx(many[0].c_var1_with(c2), rel=1e-5)
        assert found.c_var1_with(np.inf) == pytest.approx(few[0].c_var1)
        assert found.c_var1_with(0.99 * found.c_var2) == np.inf


def test_with_a_small_tilt_functions_that_concentrate_are_worst():
    ((P, E),) = estimators((3,), tilt=1e-3 * TILT)
    found = debiased_on_all(P, E)
    assert on_hull(P, E).c_var2 < 0.9 * found.c_var2
    assert found.c_var2 == pytest.approx(on_all(P.correction).c_var2, rel=1e-5)


def test_plain_gaussian_corrections_have_no_second_constant():
    E = hull(Space(Hermite(2), Gaussian()), 2)
    found = debiased_on_all(Debiased(Oblique(E, np.eye(2)), QuasiProjection(Plain(E.space), 2)), E)
    assert found.c_var2 == np.inf
    assert found.c_var1_with(np.inf) == pytest.approx(1)
    assert found.c_var1_with(1e9) == np.inf


def test_given_points_have_their_constants_on_the_hull():
    E = hull(SPACE, 2)
    estimator = Debiased(
        Given(LeastSquares(Plain(SPACE), 2), np.array([[0.2], [0.9]])), QuasiProjection(Plain(SPACE), 4)
    )
    assert debiased_on_all(estimator, E).c_var2 == on_hull(estimator, E).c_var2
    with pytest.raises(ValueError, match="estimator must be a Debiased"):
        debiased_on_all(QuasiProjection(Plain(SPACE), 4), E)

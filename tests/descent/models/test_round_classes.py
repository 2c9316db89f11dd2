"""Spheres and ellipses: projections by brute force, reach, curvature, C_R and strong PL."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from theorytest.descent.models.ellipses import Ellipse
from theorytest.descent.models.spheres import Sphere

SIZES = st.floats(0.2, 4)
COORDINATES = st.floats(-5, 5)


@given(a=SIZES, b=SIZES, x=COORDINATES, y=COORDINATES)
@settings(max_examples=50)
def test_ellipses_project_onto_their_nearest_point(a, b, x, y):
    ellipse, point = Ellipse(max(a, b), min(a, b)), np.array([x, y])
    found = ellipse.nearest(point)
    others = ellipse.point(np.linspace(0, 2 * np.pi, 2001))
    assert np.sum((found / [ellipse.long, ellipse.short]) ** 2) == pytest.approx(1, abs=1e-9)
    assert np.linalg.norm(found - point) <= np.linalg.norm(others - point, axis=1).min() + 1e-9


@pytest.mark.parametrize(("a", "b"), [(1.0, 1.0), (2.0, 1.0), (3.0, 0.2)])
@pytest.mark.filterwarnings("error")
def test_ellipses_take_points_that_are_all_but_on_the_axis(a, b):
    for x in (0.0, 0.3, 4.0):
        on, beside = (Ellipse(a, b).nearest(np.array([x, y])) for y in (0.0, 5e-324))
        np.testing.assert_allclose(on, beside)


@pytest.mark.parametrize("x", [0.0, 0.5, 1.5, 1.7, 4.0])
def test_the_long_axis_has_its_own_formula(x):
    """a² - b² = 3: up to 3/2 the nearest point leaves the axis, after it it is the end."""
    found = Ellipse(2.0, 1.0).nearest(np.array([-x, 0.0]))
    np.testing.assert_allclose(np.abs(found), [min(4 * x / 3, 2), np.sqrt(max(1 - (2 * x / 3) ** 2, 0))], atol=1e-9)


@given(a=SIZES, b=SIZES, phi=st.floats(0, 6.28))
def test_the_curvature_is_that_of_the_parametrisation(a, b, phi):
    ellipse = Ellipse(max(a, b), min(a, b))
    a, b = ellipse.long, ellipse.short
    y = ellipse.point(np.array([phi]))
    by_angle = a * b / (a**2 * np.sin(phi) ** 2 + b**2 * np.cos(phi) ** 2) ** 1.5
    assert ellipse.curvature(y)[0] == pytest.approx(by_angle, rel=1e-9)
    assert by_angle <= 1 / ellipse.reach * (1 + 1e-9)


@given(phi=st.floats(0.01, 1.5), share=st.floats(0, 0.999), angle=st.floats(0, 6.28))
def test_within_the_local_reach_one_point_is_nearest(phi, share, angle):
    """From both sides of the long axis, where the second nearest point would lie, distances differ."""
    ellipse = Ellipse(2.0, 1.0)
    y = ellipse.point(np.array([phi]))
    x = y[0] + share * ellipse.local_reach(y)[0] * np.array([np.cos(angle), np.sin(angle)])
    assert abs(x[1]) > 0 or abs(x[0]) >= 1.5
    assert ellipse.reach == pytest.approx(ellipse.local_reach(ellipse.point(np.array([0.0])))[0])


@given(N=st.integers(2, 6), r=SIZES, U=st.floats(0, 6), seed=st.integers(0, 10**6), length=st.floats(0.01, 5))
def test_the_sphere_has_its_constants(N, r, U, seed, length):
    sphere, rng = Sphere(N, r), np.random.default_rng(seed)
    y = sphere.retract(None, rng.standard_normal((1, N)))
    target = U * np.eye(N)[0]
    g = length * sphere.basis(y)[0] @ np.eye(N - 1)[0]
    x, loss = y[0] + g, lambda v: np.sum((v - target) ** 2) / 2
    rise = loss(sphere.retract(None, x[None])[0]) - loss(x)
    assert rise <= sphere.C_R(U) / 2 * length**2 + 1e-9
    angle = np.arccos(np.clip(y[0, 0] / r, -1, 1))
    assume(U > 0.01)
    gap = loss(y[0]) - loss(sphere.nearest(target))
    along = np.linalg.norm(sphere.basis(y)[0].T @ (y[0] - target))
    assert along**2 == pytest.approx(2 * sphere.lam(U, angle) * gap, rel=1e-6, abs=1e-9)  # attained on the rim


def test_the_centre_of_a_sphere_is_projected_somewhere():
    assert np.linalg.norm(Sphere(3, 2.0).nearest(np.zeros(3))) == 2
    assert Sphere(3, 2.0).reach == 2


@pytest.mark.filterwarnings("error")
def test_spheres_project_the_centre_the_far_and_the_near_and_keep_what_is_no_number():
    x = np.array([[0.0, 0, 0], [1e200, 0, -1e200], [0, 1e-200, 1e-200], [np.nan, 1, 1]])
    found = Sphere(3, 2.0).retract(x, x)
    np.testing.assert_allclose(found[:3], np.array([[2, 0, 0], [2**0.5, 0, -(2**0.5)], [0, 2**0.5, 2**0.5]]))
    assert np.isnan(found[3]).all()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Sphere(1), "ambient must be an integer of at least 2"),
        (lambda: Sphere(3, 0.0), "radius must be greater than 0"),
        (lambda: Sphere(3).C_R(-1.0), "U must lie between 0 and inf, got -1.0"),
        (lambda: Sphere(3).C_R(np.nan), "U must be a finite real number, got nan"),
        (lambda: Sphere(3).lam(2.0, 4.0), "angle must lie between 0 and 3.14159, got 4.0"),
        (lambda: Ellipse(1.0, 2.0), "long must be at least short"),
        (lambda: Ellipse(1.0, -2.0), "short must be greater than 0"),
    ],
)
def test_what_is_not_round_is_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()

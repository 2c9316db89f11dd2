"""Curves: tangents by finite differences, retractions, constants, and steps whose mean is known."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.descent.models.curves import Circle, CurveDescent, Spiral
from theorytest.descent.scheme import descend
from theorytest.descent.steps import Constant, Power

ANGLES = st.floats(0.1, 12)
CURVES = pytest.mark.parametrize("curve", [Circle(), Spiral(0.5), Spiral(2.0)], ids=repr)


@CURVES
@given(phi=ANGLES)
def test_tangents_are_derivatives_of_length_one(curve, phi):
    h = 1e-6
    slope = (curve.point(np.array([phi + h])) - curve.point(np.array([phi - h])))[:, 0] / (2 * h)
    found = curve.tangent(np.array([phi]))[:, 0]
    np.testing.assert_allclose(found, slope / np.hypot(*slope), atol=1e-8)
    assert np.hypot(*found) == pytest.approx(1)


@CURVES
@given(phi=ANGLES, away=st.floats(-2, 2))
def test_a_retraction_stays_and_lands_on_the_curve(curve, phi, away):
    phi = np.array([phi])
    y = curve.point(phi)
    np.testing.assert_allclose(curve.point(curve.retract(phi, y)), y, atol=1e-12)
    onto = y + away * curve.tangent(phi)
    landed = curve.point(curve.retract(phi, onto))
    ray = landed[0] * onto[1] - landed[1] * onto[0]
    np.testing.assert_allclose(ray, 0, atol=1e-12)  # both curves are left along the ray
    assert np.sum(landed * onto) > 0


@given(phi=st.floats(-3, 3), away=st.floats(-2, 2), far=st.floats(0, 3))
def test_the_circle_projects_onto_its_nearest_point(phi, away, far):
    circle, phi = Circle(), np.array([phi])
    onto = circle.point(phi) + away * circle.tangent(phi)
    distance = np.hypot(*(circle.point(circle.retract(phi, onto)) - onto))
    others = circle.point(np.linspace(0, 2 * np.pi, 721))
    assert distance <= np.hypot(*(others - onto)).min() + 1e-12
    target = np.array([far, 0.5])
    assert circle.floor(target) == pytest.approx(
        0.5 * np.min(np.sum((others - target[:, None]) ** 2, axis=0)), abs=1e-4
    )


@given(phi=ANGLES, away=st.floats(-1.5, 1.5), U=st.floats(0.2, 3), angle=ANGLES)
def test_the_circle_has_the_constant_C_R(phi, away, U, angle):
    """L(R(y + v)) ≤ L(y + v) + C_R/2 |v|² with C_R = max(U - 1, 0)."""
    circle, phi, target = Circle(), np.array([phi]), U * np.array([[np.cos(angle)], [np.sin(angle)]])
    onto = circle.point(phi) + away * circle.tangent(phi)
    landed = circle.point(circle.retract(phi, onto))
    rise = (np.sum((landed - target) ** 2) - np.sum((onto - target) ** 2)) / 2
    assert rise <= max(U - 1, 0) / 2 * away**2 + 1e-12


@given(phi=ANGLES, away=st.floats(-1.5, 1.5), q=st.floats(0.2, 3))
def test_the_loss_on_a_spiral_never_rises_by_the_retraction(phi, away, q):
    spiral, phi = Spiral(q), np.array([phi])
    onto = spiral.point(phi) + away * spiral.tangent(phi)
    assert np.hypot(*spiral.point(spiral.retract(phi, onto))) <= np.hypot(*onto) + 1e-12


def test_a_spiral_counts_its_turns():
    spiral, phi = Spiral(1.0), np.array([0.5])
    for _ in range(100):
        phi = spiral.retract(phi, spiral.point(phi) + spiral.tangent(phi))
    assert phi[0] > 4 * np.pi
    assert spiral.radius(phi)[0] ** 2 == pytest.approx(1 + 2 / (1 + phi[0]))


@pytest.mark.parametrize("sampling", ["optimal", "plain"])
@given(phi=ANGLES, n=st.integers(1, 3))
def test_the_mean_over_all_draws_is_the_projection(sampling, phi, n):
    """And n E|P^n g|² - (n-1) |Pg|² = |g|² for optimal points, Σ_i 2 g_i² τ_i² for plain ones."""
    process = CurveDescent(Circle(), (2.0, -0.5), 0.0, n, sampling)
    tau = np.array([-np.sin(phi), np.cos(phi)])
    g = np.array([np.cos(phi), np.sin(phi)]) - [2.0, -0.5]
    chance = tau**2 if sampling == "optimal" else np.array([0.5, 0.5])
    mean = square = 0.0
    for draws in itertools.product((0, 1), repeat=n):
        uniforms = np.where(np.array(draws) == 0, 0.0, np.nextafter(1, 0))[:, None]
        p = np.prod(chance[list(draws)])
        found = process.coefficient(np.array([phi]), uniforms)[0] if p else 0.0
        mean, square = mean + p * found, square + p * found**2
    assert mean == pytest.approx(g @ tau, abs=1e-10)
    single = g @ g if sampling == "optimal" else 2 * np.sum(g**2 * tau**2)
    assert n * square - (n - 1) * (g @ tau) ** 2 == pytest.approx(single, abs=1e-8)


def test_one_step_written_out():
    target, phi, s = np.array([2.0, 1.0]), 0.3, 0.4
    process = CurveDescent(Circle(), target, phi, sampling="plain")
    y, tau = np.array([np.cos(phi), np.sin(phi)]), np.array([-np.sin(phi), np.cos(phi)])
    uniforms = np.array([[[0.2, 0.7]]])
    new, error = process.step(process.start(2), uniforms, 0, s)
    for r, i in enumerate((0, 1)):
        onto = y - s * 2 * (y - target)[i] * tau[i] * tau
        nearest = onto / np.hypot(*onto)
        np.testing.assert_allclose([np.cos(new[0, r]), np.sin(new[0, r])], nearest)
        assert error[r] == pytest.approx(np.hypot(*(nearest - onto)))


def test_the_state_of_a_curve():
    process = CurveDescent(Circle(), (2.0, 0.0), 0.5)
    found = process.observe(np.array([[0.0, np.pi / 2]]))
    np.testing.assert_allclose(found.gap, [0, 2], atol=1e-15)
    np.testing.assert_allclose(found.tangent, [0, 2], atol=1e-15)
    np.testing.assert_allclose(found.normal, [1, 1])


def test_without_sampling_the_nearest_point_is_found():
    run = descend(
        CurveDescent(Circle(), (3.0, 0.0), 1.0, sampling="exact"), Constant(0.3), 200, np.random.default_rng(0), 1
    )
    assert run.gap[0, -1] == pytest.approx(0, abs=1e-12)
    assert run.smallest_tangent[0, -1] == pytest.approx(0, abs=1e-12)


def test_a_run_on_a_spiral_moves_outwards():
    run = descend(CurveDescent(Spiral(1.0), (0.0, 0.0), 0.1), Power(0.5, 0.6), 3000, np.random.default_rng(0), 20)
    assert np.all(run.gap > 0)
    assert np.median(run.gap[:, -1]) < np.median(run.gap[:, 0])


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Spiral(0), "q must be greater than 0"),
        (lambda: CurveDescent(Circle(), (1.0,), 0.0), r"target must have shape \(2,\)"),
        (lambda: CurveDescent(None, (1.0, 2.0), 0.0), "curve must be a Curve, got None"),
        (lambda: CurveDescent(Circle(), (1.0, 2.0), np.nan), "initial must be a finite real number"),
        (lambda: CurveDescent(Circle(), (1.0, 2.0), 0.0, 0), "n_samples must be an integer of at least 1"),
        (lambda: CurveDescent(Circle(), (1.0, 2.0), 0.0, 1, "best"), "sampling must be 'optimal', 'plain' or 'exact'"),
        (lambda: CurveDescent(Spiral(1), (1.0, 0.0), 0.0).observe(np.ones((1, 1))), "target must be 0 for a spiral"),
    ],
)
def test_what_is_no_curve_is_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()

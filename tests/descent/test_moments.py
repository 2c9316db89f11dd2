"""Exact moments against every sample path of two steps, the scalar recursion, and a fixed point."""

import itertools
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.approximation.enumeration import estimator_draws
from theorytest.approximation.estimators import Debiased, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.measures import Discrete, Uniform
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Legendre, Monomials
from theorytest.descent.linear import LinearDescent
from theorytest.descent.losses import Quadratic
from theorytest.descent.moments import by_enumeration, by_quadrature, scalar_gap, window_slope
from theorytest.descent.scheme import descend
from theorytest.descent.steps import Constant, Power

SPACE = Space(Legendre(3), Uniform())


def u(x):
    return np.exp(x[..., 0])


def paths_of_two_steps(y, rho, target, weight, sizes):
    """E[L(u_t)] - L_min,M for t = 1, 2, 3, on the constants, n = 1 plain point: a sum over all paths.

    v = c, and one step is c - s a(x) (c - u(x)).
    """
    best = (rho * weight) @ target / (rho @ weight)
    gaps = []
    for length in range(3):
        total = 0.0
        for path in itertools.product(range(len(y)), repeat=length):
            c, p = 0.0, 1.0
            for s, i in zip(sizes, path, strict=False):
                c, p = c - s * weight[i] * (c - target[i]), p * rho[i]
            total += p * (rho @ weight) * (c - best) ** 2 / 2
        gaps.append(total)
    return gaps


@given(
    share=st.floats(0.05, 0.95),
    target=st.lists(st.floats(-3, 3), min_size=2, max_size=2),
    weight=st.lists(st.floats(0.2, 3), min_size=2, max_size=2),
    step=st.floats(0.01, 2),
)
def test_two_steps_on_two_points_are_a_sum_over_all_paths(share, target, weight, step):
    y, rho, target, weight = np.array([-1.0, 2.0]), np.array([share, 1 - share]), np.array(target), np.array(weight)
    space = Space(Monomials(1), Discrete(y, rho / rho.sum()))
    loss = Quadratic(space, lambda x: np.interp(x[..., 0], y, target), lambda x: np.interp(x[..., 0], y, weight))
    steps = Power(step, 0.5)
    expected = paths_of_two_steps(y, rho, target, weight, steps([1, 2]))
    for exact in (by_enumeration, by_quadrature):
        found = exact(QuasiProjection(Plain(space), 1), loss).gap(steps, [1, 2, 3])
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


POINTS3 = Space(Monomials(2), Discrete(np.array([-1.0, 0.0, 2.0]), np.array([0.2, 0.3, 0.5])))


@pytest.mark.parametrize(
    "estimator",
    [
        QuasiProjection(Optimal(POINTS3), 2),
        NonProjection(Plain(POINTS3), 2),
        LeastSquares(Optimal(POINTS3), 2),
        LeastSquares(Conditioned(Optimal(POINTS3), 0.95), 3),
        Debiased(LeastSquares(Plain(POINTS3), 2), QuasiProjection(Optimal(POINTS3), 1)),
    ],
    ids=lambda e: type(e).__name__,
)
@pytest.mark.parametrize("weight", [None, lambda x: 1 + x[..., 0] ** 2])
def test_all_paths_of_any_estimator(estimator, weight):
    loss, sizes = Quadratic(POINTS3, u, weight), (0.4, 0.25)
    every = estimator_draws(estimator)
    b = POINTS3.jets(every.points)[..., 0]
    a = 1.0 if weight is None else weight(every.points)
    states, chances = np.array([[0.3, -0.2]]), np.ones(1)
    expected = [loss.observe(states.T).gap @ chances]
    for s in sizes:
        new = []
        for c in states:
            g = a * (b @ c - u(every.points))
            new.append(c - s * estimator.coefficients(every.points, g[..., None, None])[..., 0])
        states, chances = np.concatenate(new), np.outer(chances, every.probability).ravel()
        expected.append(loss.observe(states.T).gap @ chances)
    exact = by_enumeration(estimator, loss)
    found = exact.gap(Power(0.4, np.log2(1.6)), [1, 2, 3], initial=np.array([0.3, -0.2]))
    np.testing.assert_allclose(found, expected, rtol=1e-10)
    Z = exact.second_moments(Power(0.4, np.log2(1.6)), [3], initial=[0.3, -0.2])[0]
    e = np.concatenate([np.ones((len(states), 1)), states - loss.best], axis=1)
    np.testing.assert_allclose(Z, np.einsum("r,ri,rj->ij", chances, e, e), rtol=1e-10, atol=1e-12)


@given(n=st.integers(1, 20), d=st.integers(1, 6), c=st.floats(0.05, 1), a=st.floats(0, 1))
def test_the_scalar_recursion_of_optimal_points(n, d, c, a):
    space = Space(Legendre(d), Uniform())
    loss, steps = Quadratic(space, u), Power(c, a)
    exact = by_quadrature(QuasiProjection(Optimal(space), n), loss).gap(steps, np.arange(1, 32))
    recursion = scalar_gap(loss, n, steps, 30, loss.best @ loss.best)
    np.testing.assert_allclose(recursion, exact, rtol=1e-9, atol=1e-18)


def test_the_recursion_by_hand():
    """d = 1, u = x on [-1, 1]: c' = c - s (c - x), E c'² = (1 - s)² E c² + s²/3."""
    space = Space(Legendre(1), Uniform())
    loss = Quadratic(space, lambda x: x[..., 0])
    found = by_quadrature(QuasiProjection(Optimal(space), 1), loss).gap(Constant(0.5), [1, 2, 3])
    np.testing.assert_allclose(found, [0, 1 / 24, (1 / 12 * 1 / 4 + 1 / 12) / 2], atol=1e-15)
    assert scalar_gap(loss, 1, Constant(0.5), 2, 0.0)[-1] == pytest.approx(5 / 96)


@pytest.mark.parametrize("n", [1, 4])
def test_the_stationary_level(n):
    """With q = 1 - 2s + s² (n+d-1)/n the level is s² (d/n) ‖u - Pu‖² / (1 - q); the scheme stays and arrives there."""
    loss, s = Quadratic(SPACE, u), 0.2
    exact = by_quadrature(QuasiProjection(Optimal(SPACE), n), loss)
    Z = exact.stationary(s)
    level = s**2 * (3 / n) * 2 * loss.floor / (2 * s - s**2 * (n + 2) / n) / 2
    assert exact.gap_of(Z[None])[0] == pytest.approx(level)
    assert exact.gap(Constant(s), [400])[0] == pytest.approx(level)
    A1, A2 = exact.maps
    z = Z.ravel()
    np.testing.assert_allclose(z + s * (A1 @ z) + s**2 * (A2 @ z), z, atol=1e-15)


def test_above_two_over_k_there_is_no_stationary_level():
    exact = by_quadrature(QuasiProjection(Optimal(SPACE), 1), Quadratic(SPACE, u))
    exact.stationary(2 / 3 - 1e-6)
    with pytest.raises(ValueError, match=r"multiplies the second moments by 1.0.*: there is no stationary level"):
        exact.stationary(2 / 3 + 1e-3)


def test_a_gap_beyond_all_numbers_is_infinite():
    exact = by_quadrature(QuasiProjection(Optimal(SPACE), 1), Quadratic(SPACE, u))
    found = exact.gap(Constant(50.0), [1, 10, 1000])
    assert np.isfinite(found[:2]).all()
    assert found[2] == np.inf


@pytest.mark.parametrize("n", [1, 3])
def test_the_scheme_has_these_moments(n):
    """A mean of 20,000 replicas lies within five standard errors; the constants are exact, the seed is any."""
    loss, steps = Quadratic(SPACE, u), Power(0.3, 0.5)
    estimator = QuasiProjection(Optimal(SPACE), n)
    run = descend(LinearDescent(estimator, loss), steps, 12, np.random.default_rng(5), 20_000, times=[1, 2, 5, 13])
    exact = by_quadrature(estimator, loss).gap(steps, [1, 2, 5, 13])
    error = run.gap.std(axis=0) / np.sqrt(20_000)
    assert np.all(np.abs(run.gap.mean(axis=0) - exact) <= 5 * error + 1e-13)


def test_the_same_whether_times_are_asked_together_or_alone():
    exact = by_quadrature(QuasiProjection(Optimal(SPACE), 2), Quadratic(SPACE, u, weight=lambda x: 1.5 + x[..., 0]))
    times, steps = [1, 2, 3, 700, 2999, 3000], Power(0.5, 0.6)
    together = exact.second_moments(steps, times)
    for t, Z in zip(times, together, strict=True):
        np.testing.assert_allclose(exact.second_moments(steps, [t])[0], Z, rtol=1e-11, atol=1e-14)
    np.testing.assert_allclose(together, np.swapaxes(together, 1, 2), rtol=1e-11, atol=1e-14)
    np.testing.assert_allclose(together[:, 0, 0], 1.0)


def test_a_long_curve_takes_seconds():
    loss = Quadratic(SPACE, u)
    exact = by_quadrature(QuasiProjection(Optimal(SPACE), 1), loss)
    steps, began = Power(1 / 3, 0.7), time.process_time()
    found = exact.gap(steps, [1, 1000, 10**5, 10**6])
    assert time.process_time() - began < 10
    recursion = scalar_gap(loss, 1, steps, 10**6, loss.best @ loss.best)
    np.testing.assert_allclose(found, recursion[[0, 999, 10**5 - 1, 10**6 - 1]], rtol=1e-9)


def test_window_slope_of_a_power():
    t = np.arange(10, 100)
    assert window_slope(t, 3.0 * t**-0.7) == pytest.approx(-0.7)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda loss: by_enumeration(QuasiProjection(Plain(SPACE), 1), loss), "only a Discrete measure"),
        (lambda loss: by_quadrature(LeastSquares(Plain(SPACE), 4), loss), "no quadrature reaches LeastSquares"),
        (
            lambda loss: by_quadrature(
                Debiased(QuasiProjection(Plain(SPACE), 1), QuasiProjection(Plain(SPACE), 1)), loss
            ),
            "no quadrature reaches Debiased",
        ),
        (lambda loss: by_quadrature(QuasiProjection(Plain(POINTS3), 1), loss), "must share one Space object"),
        (
            lambda loss: by_quadrature(QuasiProjection(Plain(SPACE), 1), loss).gap(Constant(1.0), [0]),
            "times must be at least 1, got 0",
        ),
        (
            lambda loss: by_quadrature(QuasiProjection(Plain(SPACE), 1), loss).gap(Constant(1.0), []),
            "times must be increasing integers",
        ),
        (
            lambda loss: by_quadrature(QuasiProjection(Plain(SPACE), 1), loss).gap(Constant(1.0), [3, 2]),
            "times must be increasing integers",
        ),
        (lambda loss: by_quadrature(QuasiProjection(Plain(SPACE), 1), loss).stationary(0), "step must be greater"),
    ],
)
def test_what_cannot_be_computed_is_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(Quadratic(SPACE, u))

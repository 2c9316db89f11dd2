"""One step on a linear space against the formula of the paper, written with loops over replicas and points."""

import numpy as np
import pytest
from numpy.polynomial.legendre import legval

from theorytest.approximation.estimators import Debiased, Given, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.measures import Discrete, Uniform
from theorytest.approximation.sampling import Optimal, Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Histogram, Legendre, Monomials
from theorytest.approximation.volume import VolumeRescaled
from theorytest.descent.linear import LinearDescent
from theorytest.descent.losses import Quadratic
from theorytest.descent.smooth_losses import Flat, Wavy

SPACE, H1 = Space(Legendre(3), Uniform()), Space(Monomials(3), Uniform(), "H1")
R, K, S = 5, 4, 0.37


def u(x):
    return np.exp(x[..., 0])


def a(x):
    return 1.5 + x[..., 0]


def solution(x):
    return np.exp(x[..., 0, None]) * np.ones(2)


def after(process, state, seed=3):
    """The states after the first and the last of K steps that are drawn together, both from the same state."""
    drawn = process.draw(np.random.default_rng(seed), R, K)
    return [process.step(state.copy(), drawn, k, S)[0] for k in (0, K - 1)]


def points(estimator, seed=3):
    """The points of these two steps, (2, R, n, D)."""
    x = estimator.sample(np.random.default_rng(seed), K * R)
    return x.reshape(K, R, *x.shape[1:])[[0, K - 1]]


def start():
    return np.random.default_rng(1).normal(size=(3, R))


@pytest.mark.parametrize("n", [1, 4])
@pytest.mark.parametrize("sampler", [Plain(SPACE), Optimal(SPACE)])
@pytest.mark.parametrize("loss", [Quadratic(SPACE, u), Quadratic(SPACE, u, weight=a), Wavy(SPACE, u, 0.7)])
def test_quasi_projection_written_out(loss, sampler, n):
    """c_k - s/n Σ_i w(x_i) ∇L(v)(x_i) b_k(x_i) with b_k = √(2k+1) P_k."""
    estimator, state = QuasiProjection(sampler, n), start()
    for x, found in zip(points(estimator), after(LinearDescent(estimator, loss), state), strict=True):
        for r in range(R):
            expected = state[:, r].copy()
            for i in range(n):
                t = x[r, i, 0]
                b = np.array([np.sqrt(2 * k + 1) * legval(t, np.eye(3)[k]) for k in range(3)])
                w = 1.0 if isinstance(sampler, Plain) else 3 / (b @ b)
                difference = b @ state[:, r] - np.exp(t)
                if isinstance(loss, Wavy):
                    g = difference + 0.7 * np.sin(difference)
                else:
                    g = difference * (1.0 if loss.weight is None else 1.5 + t)
                expected -= S / n * w * g * b
            np.testing.assert_allclose(found[:, r], expected, rtol=1e-12, atol=1e-13)


def test_a_flat_loss_written_out():
    estimator, state = QuasiProjection(Optimal(SPACE), 1), start()
    loss = Flat(SPACE, u, 1.5)
    best = Quadratic(SPACE, u).best
    for x, found in zip(points(estimator), after(LinearDescent(estimator, loss), state), strict=True):
        for r in range(R):
            b, c = SPACE.jets(x[r, 0])[:, 0], state[:, r]
            slope = -1.5 * (1 + c[0]) ** -2.5 if c[0] >= 0 else -1.5
            g = b @ c - np.exp(x[r, 0, 0]) + (slope - (c[0] - best[0])) * b[0]
            np.testing.assert_allclose(found[:, r], c - S * 3 / (b @ b) * g * b, rtol=1e-12)


@pytest.mark.parametrize("sampler", [Optimal(SPACE), Conditioned(Optimal(SPACE), 0.9), VolumeRescaled(SPACE)])
def test_least_squares_is_the_weighted_fit_of_the_gradient(sampler):
    estimator, loss, state = LeastSquares(sampler, 7), Quadratic(SPACE, u), start()
    for x, found in zip(points(estimator), after(LinearDescent(estimator, loss), state), strict=True):
        for r in range(R):
            b = SPACE.jets(x[r])[..., 0]
            root = np.sqrt(3 / np.sum(b**2, axis=1))
            g = b @ state[:, r] - u(x[r])
            fit = np.linalg.lstsq(root[:, None] * b, root * g, rcond=None)[0]
            np.testing.assert_allclose(found[:, r], state[:, r] - S * fit, rtol=1e-10, atol=1e-12)


MONOMIALS = Space(Monomials(3), Uniform())


@pytest.mark.parametrize(
    "estimator",
    [
        QuasiProjection(Optimal(H1), 2),
        QuasiProjection(Trace(H1), 3),
        NonProjection(Optimal(MONOMIALS), 2),
        NonProjection(Optimal(H1), 2),
        LeastSquares(Optimal(H1), 4),
        Debiased(LeastSquares(Plain(SPACE), 5), QuasiProjection(Optimal(SPACE), 2)),
        Given(QuasiProjection(Plain(SPACE), 2), np.array([[0.3], [-0.5]])),
    ],
    ids=lambda e: f"{type(e).__name__}-{e.space.norm}",
)
def test_the_step_is_that_of_the_estimator(estimator):
    """Its matrix, whatever it is computed from, is P^n applied to the jets of the gradient."""
    space, state = estimator.space, start()
    loss = Quadratic(space, solution if space.norm == "H1" else u)
    for x, found in zip(points(estimator), after(LinearDescent(estimator, loss), state), strict=True):
        for r in range(R):
            g = np.einsum("nkl,k->nl", space.jets(x[r]), state[:, r]) - np.reshape(loss.target(x[r]), (len(x[r]), -1))
            P = estimator.coefficients(x[r], g[..., None])[..., 0]
            np.testing.assert_allclose(found[:, r], state[:, r] - S * P, rtol=1e-11, atol=1e-12)


def test_an_heir_of_the_quasi_projection_with_its_own_coefficients_is_obeyed():
    class Half(QuasiProjection):
        def coefficients(self, x, jets):
            return 0.5 * super().coefficients(x, jets)

    loss, state = Quadratic(SPACE, u), start()
    half, whole = (after(LinearDescent(kind(Optimal(SPACE), 2), loss), state) for kind in (Half, QuasiProjection))
    for less, more in zip(half, whole, strict=True):
        np.testing.assert_allclose(less - state, 0.5 * (more - state), rtol=1e-12)


def test_a_sampler_with_its_own_weight_is_obeyed():
    class Heavy(Optimal):
        def weight(self, x):
            return 2 * super().weight(x)

    loss, state = Quadratic(SPACE, u), start()
    heavy, right = (after(LinearDescent(QuasiProjection(kind(SPACE), 2), loss), state) for kind in (Heavy, Optimal))
    for more, less in zip(heavy, right, strict=True):
        np.testing.assert_allclose(more - state, 2 * (less - state), rtol=1e-12)


def test_where_all_functions_vanish_nothing_moves():
    """Outside of the cells K = 0 and w is infinite; such a point has no influence."""
    space = Space(Histogram((0.0, 0.5, 1.0)), Discrete(np.array([-1.0, 0.25, 0.75]), np.array([0.2, 0.4, 0.4])))
    given = Given(QuasiProjection(Optimal(space), 2), np.array([[-1.0], [0.25]]))
    process = LinearDescent(given, Quadratic(space, u))
    drawn = process.draw(np.random.default_rng(0), R, 1)
    found, _ = process.step(np.ones((2, R)), drawn, 0, S)
    assert np.isfinite(found).all()
    np.testing.assert_array_equal(found[1], 1.0)

    class Everywhere(Optimal):
        def sample(self, rng, n_replicas, n_samples):  # noqa: ARG002 (the signature of the others)
            return np.full((n_replicas, n_samples, 1), -1.0)

    process = LinearDescent(QuasiProjection(Everywhere(space), 2), Quadratic(space, u))
    found, _ = process.step(np.ones((2, R)), process.draw(np.random.default_rng(0), R, 1), 0, S)
    np.testing.assert_array_equal(found, 1.0)


def test_the_start():
    loss = Quadratic(SPACE, u)
    estimator = QuasiProjection(Optimal(SPACE), 1)
    np.testing.assert_array_equal(LinearDescent(estimator, loss).start(2), np.zeros((3, 2)))
    np.testing.assert_array_equal(LinearDescent(estimator, loss, [1, 2, 3]).start(2).T, [[1, 2, 3]] * 2)
    assert LinearDescent(estimator, loss, loss.best).observe(loss.best[:, None]).gap[0] == 0


@pytest.mark.parametrize(
    ("initial", "space", "sentence"),
    [
        ([1, 2], SPACE, r"initial must have shape \(3,\), got \(2,\)"),
        ([1, 2, np.nan], SPACE, "initial must be finite"),
        (None, Space(Legendre(3), Uniform()), "must share one Space object, got two"),
    ],
)
def test_what_does_not_fit_together_is_refused(initial, space, sentence):
    with pytest.raises(ValueError, match=sentence):
        LinearDescent(QuasiProjection(Optimal(SPACE), 1), Quadratic(space, u), initial)

"""Estimators on tangent spaces that move: against loops, on functions of the space, and conditioned on S_delta."""

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from networks import batch

from theorytest.descent.models.shallow.estimators import NetworkEstimator
from theorytest.descent.models.shallow.interval import Interval
from theorytest.descent.models.shallow.network import from_theta
from theorytest.descent.models.shallow.tangent import tangents

INTERVAL = Interval(-1.0, 1.0)


def drawn(estimator, seed=0, tolerance=1e-4, **options):
    space = tangents(batch(seed, **options), INTERVAL, tolerance)
    points = INTERVAL.optimal(space)
    return space, points, estimator.sample(space, points, INTERVAL, np.random.default_rng(seed))


@pytest.mark.parametrize("sampling", ["optimal", "rho"])
@given(seed=st.integers(0, 2**32 - 1))
@example(seed=4617424)
def test_the_three_directions_as_one_writes_them_down(sampling, seed):
    for kind in ("lsq", "quasi", "non"):
        estimator = NetworkEstimator(kind, 30, sampling)
        space, _, sample = drawn(estimator, seed)
        g = np.random.default_rng(seed + 1).normal(size=(3, 30))
        theta, norm = estimator.direction(space, sample, g)
        for r in range(3):
            psi, w = space(sample.x)[r], sample.weights[r]
            spectrum = np.linalg.eigvalsh((w[:, None] * psi).T @ psi / 30)[-space.dim[r] :]
            assume(spectrum[0] > 1e-6)  # plain points may miss a neuron, and what is singular then is a matter of taste
            if kind == "lsq":
                c = np.linalg.lstsq(np.sqrt(w)[:, None] * psi, np.sqrt(w) * g[r], rcond=1e-10)[0]
            else:
                c = sum(w[i] * g[r, i] * psi[i] for i in range(30)) / 30
            wanted = space.network.tangents(space.x)[r] @ theta[r]
            if kind == "non":
                system = space.network.tangents(sample.x)[r]
                found = sum(w[i] * g[r, i] * system[i] for i in range(30)) / 30
                np.testing.assert_allclose(theta[r], found, rtol=1e-9, atol=1e-9)
            else:
                np.testing.assert_allclose(wanted, space(space.x)[r] @ c, rtol=1e-5, atol=1e-5 * np.abs(wanted).max())
            assert norm[r] == pytest.approx(np.sqrt(np.sum(space.weights[r] * wanted**2)), rel=1e-6)


def test_weights_are_those_of_the_law():
    space, _, sample = drawn(NetworkEstimator("quasi", 40))
    K = np.sum(space(sample.x) ** 2, axis=-1)
    np.testing.assert_allclose(sample.weights, space.dim[:, None] / K, rtol=1e-8)
    np.testing.assert_array_equal(drawn(NetworkEstimator("quasi", 40, "rho"))[2].weights, 1)


@given(seed=st.integers(0, 2**32 - 1))
def test_least_squares_reproduces_the_space(seed):
    estimator = NetworkEstimator("lsq", 200)
    space, points, sample = drawn(estimator, seed)
    c = np.random.default_rng(seed).normal(size=space.kept.shape) * space.kept
    g = np.sum(points.basis(sample.x) * c[:, None], axis=-1)
    np.testing.assert_allclose(estimator.coefficients(sample, g), c, atol=1e-9)


def test_the_quasi_projection_has_the_projection_as_its_mean():
    """20,000 points in each of 200 equal networks; the variance of an entry is at most r ‖g‖² / n."""
    estimator = NetworkEstimator("quasi", 2_000)
    space, _, sample = drawn(estimator, width=2)
    g = np.exp(sample.x[..., 0])
    found = estimator.coefficients(sample, g)
    exact = np.sum(space.at_nodes * (np.sqrt(space.weights) * np.exp(space.x[..., 0]))[..., None], axis=1)
    spread = np.sqrt(space.dim * np.mean(sample.weights * g**2, axis=-1) / 2_000)[:, None]
    assert np.all(np.abs(found - exact) < 5 * spread + 1e-2)  # the nodes of exp are few


@pytest.mark.parametrize("kind", ["volume", "debiased", "lsq"])
def test_volume_rescaled_and_debiased_projections_are_unbiased(kind):
    """4,000 networks that are equal: the mean of P^n g within six standard errors of P g, and off for least squares."""
    few = batch(1, n_replicas=1, width=2)
    many = from_theta(few.activation, np.repeat(few.theta, 4_000, axis=0), 1)
    space = tangents(many, INTERVAL, 1e-4)
    estimator = NetworkEstimator(kind, 2 * int(space.dim[0]))
    sample = estimator.sample(space, INTERVAL.optimal(space), INTERVAL, np.random.default_rng(0))
    found = estimator.coefficients(sample, np.exp(6 * sample.x[..., 0]))
    x, w = INTERVAL.target_nodes(few)
    exact = (w * np.exp(6 * x[..., 0]))[0] @ INTERVAL.optimal(space).basis(np.repeat(x, 4_000, axis=0))[0]
    off = np.abs(found.mean(axis=0) - exact) / (found.std(axis=0) / np.sqrt(4_000))
    assert (off.max() > 6) == (kind == "lsq")


def test_points_are_conditioned():
    estimator = NetworkEstimator("lsq", 60, delta=0.5, max_tries=500)
    space, points, sample = drawn(estimator, n_replicas=10)
    assert np.all(sample.deviation <= 0.5)
    assert sample.tries.max() > 1
    for r in range(10):
        psi = points.basis(sample.x)[r][:, space.kept[r]]
        empirical = (psi * sample.weights[r][:, None]).T @ psi / 60
        assert np.linalg.norm(empirical - np.eye(space.dim[r]), 2) == pytest.approx(sample.deviation[r], abs=1e-10)


def test_a_rare_event_is_given_up():
    """With as many points as dimensions S_0.1 is out of reach: the most stable draw counts, or the run ends."""
    hopeless = NetworkEstimator("lsq", 13, delta=0.1, max_tries=5)
    _, _, sample = drawn(hopeless)
    _, _, single = drawn(NetworkEstimator("lsq", 13, delta=0.1, max_tries=1))
    assert np.all(sample.deviation > 0.1)
    assert np.all(sample.tries == 5) or np.all(sample.tries <= 5)
    assert np.all(sample.deviation <= single.deviation)
    with pytest.raises(ValueError, match="S_delta was not reached in 5 draws: the tangent space of dimension"):
        drawn(NetworkEstimator("lsq", 13, delta=0.1, max_tries=5, refuse=True))


def test_best_steps_are_those_of_the_table():
    for kind in ("lsq", "quasi"):
        space, points, _ = drawn(NetworkEstimator(kind, 20))
        np.testing.assert_allclose(NetworkEstimator(kind, 20).best_step(space, points), 20 / (19 + space.dim))
        k = points.largest()
        np.testing.assert_allclose(NetworkEstimator(kind, 20, "rho").best_step(space, points), 20 / (19 + k))
    smallest = np.array([space.singular[r, space.dim[r] - 1] for r in range(3)]) ** 2
    largest = space.singular[:, 0] ** 2
    wanted = smallest / ((largest**2 * 19 + largest * k) / 20)
    np.testing.assert_allclose(NetworkEstimator("non", 20, "rho").best_step(space, points), wanted)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"kind": "sgd"}, "kind must be one of lsq, quasi, non, volume, debiased, got 'sgd'"),
        ({"sampling": "plain"}, "sampling must be 'optimal' or 'rho'"),
        ({"n_samples": 0}, "n_samples must be an integer of at least 1"),
        ({"max_tries": 0}, "max_tries must be an integer of at least 1"),
        ({"delta": 1.0}, r"delta must lie in \(0, 1\), got 1.0: S_delta"),
    ],
)
def test_what_is_no_estimator_is_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        NetworkEstimator(**({"kind": "lsq", "n_samples": 5} | options))

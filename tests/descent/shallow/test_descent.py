"""One step written out, replicas that do not see each other, divergence, and what the runs tell."""

import numpy as np
import pytest

from theorytest.descent.models.shallow.activations import RePU
from theorytest.descent.models.shallow.descent import ShallowDescent
from theorytest.descent.models.shallow.estimators import NetworkEstimator
from theorytest.descent.models.shallow.initial import INITIAL
from theorytest.descent.models.shallow.interval import Interval
from theorytest.descent.models.shallow.network import from_theta
from theorytest.descent.models.shallow.retraction import Retraction
from theorytest.descent.models.shallow.tangent import tangents
from theorytest.descent.scheme import descend
from theorytest.descent.steps import Constant, Power
from theorytest.descent.targets import TARGETS

INTERVAL = Interval(0.0, 1.0)


def process(kind="lsq", *, R=3, m=5, rule="adaptive", initial="published", seed=0, **options):
    network = INITIAL[initial](np.random.default_rng(seed), RePU(), R, m, 1)
    estimator = NetworkEstimator(kind, 40, **options)
    return ShallowDescent(INTERVAL, TARGETS["sin"], estimator, network, 1e-6, rule)


@pytest.mark.parametrize("kind", ["lsq", "quasi", "non"])
def test_two_steps_written_out(kind):
    """λ_1 = ‖u - u_1‖_n²/2, λ_2 = λ_1/2 + ‖u - u_2‖_n²/4, θ' = θ - s ϑ with s from the retraction."""
    run = process(kind)
    state, theta, loss = run.start(3), run.initial.theta, None
    for t in (1, 2):
        size = t**-0.5
        state, error = run.step(state, np.random.default_rng(t), 0, size)
        network = from_theta(RePU(), theta)
        space = tangents(network, INTERVAL, 1e-6)
        points = INTERVAL.optimal(space)
        sample = run.estimator.sample(space, points, INTERVAL, np.random.default_rng(t))
        g = network(sample.x) - np.sin(2 * np.pi * sample.x[..., 0])
        square = np.mean(sample.weights * g**2, axis=-1)
        loss = square / 2 if loss is None else loss / 2 + square / 4
        direction, norm = run.estimator.direction(space, sample, g)
        best = run.estimator.best_step(space, points)
        move = Retraction(INTERVAL, network, direction, norm, loss)
        s = move.longest(np.minimum(loss, best * size), best)
        theta = theta - s[:, None] * direction
        np.testing.assert_allclose(state[:16].T, theta, rtol=1e-12, atol=1e-12)
        told = run.remarks(state)
        np.testing.assert_allclose(told["loss_estimate"], loss, rtol=1e-12)
        np.testing.assert_allclose(told["step"], s, rtol=1e-12)
        np.testing.assert_array_equal(told["dim"], space.dim)
        np.testing.assert_allclose(error, move.error(s), rtol=1e-9)


def test_plain_gradient_descent_needs_no_basis():
    """The same step as that of the general path, which a relative size takes."""
    run = process("non", rule="absolute", sampling="rho")
    other = process("non", rule="relative", sampling="rho")
    moved, error = run.step(run.start(3), np.random.default_rng(1), 0, 0.01)
    x = INTERVAL.sample(np.random.default_rng(1), 3, 40)
    g = run.initial(x) - np.sin(2 * np.pi * x[..., 0])
    mean = np.einsum("rn,rnp->rp", g, run.initial.tangents(x)) / 40
    np.testing.assert_allclose(moved[:16].T, run.initial.theta - 0.01 * mean, rtol=1e-12, atol=1e-12)
    general, _ = other.step(other.start(3), np.random.default_rng(1), 0, 1.0)
    s = other.remarks(general)["step"]
    np.testing.assert_allclose(general[:16].T, run.initial.theta - s[:, None] * mean, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(run.remarks(moved)["loss_estimate"], other.remarks(general)["loss_estimate"])
    assert np.all(error > 0)


def test_the_rules_of_the_step():
    for rule, wanted in ("relative", lambda r: 40 / (39 + r) * 0.25), ("absolute", lambda r: 0.25 + 0 * r):
        run = process("quasi", rule=rule)
        told = run.remarks(run.step(run.start(3), np.random.default_rng(0), 0, 0.25)[0])
        np.testing.assert_allclose(told["step"], wanted(told["dim"]))


def test_what_is_observed_is_the_loss_and_both_parts_of_its_gradient():
    run = process()
    found = run.observe(run.start(3))
    x = (np.arange(20_000) + 0.5) / 20_000
    g = run.initial(np.broadcast_to(x[:, None], (3, 20_000, 1))) - np.sin(2 * np.pi * x)
    np.testing.assert_allclose(found.gap, np.mean(g**2, axis=-1) / 2, rtol=1e-7)
    system = run.initial.tangents(np.broadcast_to(x[:, None], (3, 20_000, 1)))
    for r in range(3):
        residual = g[r] - system[r] @ np.linalg.lstsq(system[r], g[r], rcond=1e-7)[0]
        assert found.normal[r] == pytest.approx(np.sqrt(np.mean(residual**2)), rel=1e-3)
    np.testing.assert_allclose(found.tangent**2 + found.normal**2, 2 * found.gap)


def test_natural_gradients_learn_a_sine():
    run = process(R=10, m=10, delta=0.5, max_tries=2)
    learned = descend(run, Power(1, 0.5), 60, np.random.default_rng(0), 10)
    assert np.median(learned.gap[:, -1]) < 1e-2
    assert np.median(learned.gap[:, 0]) > 0.3
    assert learned.remarks["step"].shape == learned.gap.shape
    assert np.all(learned.remarks["tries"][:, 1:] >= 1)


def test_a_diverged_replica_leaves_the_others_alone():
    run = process("non", rule="absolute", sampling="rho")
    lost = descend(run, Constant(1e3), 200, np.random.default_rng(0), 3)
    assert np.all(lost.diverged > 0)
    assert np.all(np.isinf(lost.gap[:, -1]))
    state = run.start(3)
    state[:, 1] = np.nan
    after, error = run.step(state, np.random.default_rng(0), 0, 1e-3)
    assert np.all(np.isnan(after[:, 1]))
    assert np.isinf(error[1])
    assert np.all(np.isfinite(after[:16, [0, 2]]))


def test_initial_networks_have_their_laws():
    rng = np.random.default_rng(0)
    network = INITIAL["published"](rng, RePU(), 50, 20, 1)
    np.testing.assert_allclose(np.linalg.norm(network.outer, axis=-1), 1)
    np.testing.assert_array_equal(np.abs(network.shift), 1)
    np.testing.assert_array_equal(network.inner, 1)
    assert np.all((network.bias >= -1) & (network.bias <= 0))
    network = INITIAL["uniform"](rng, RePU(), 50, 16, 4)
    assert 0.24 < np.abs(network.outer).max() <= 0.25
    assert 0.49 < np.abs(network.inner).max() <= 0.5


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: process(rule="best"), "rule must be 'adaptive', 'relative' or 'absolute', got 'best'"),
        (lambda: process().start(4), "n_replicas must be 3, the number of initial networks, got 4"),
        (
            lambda: ShallowDescent(INTERVAL, TARGETS["sin"], process().estimator, process().initial, 1.5),
            r"tolerance must lie in \[1e-14, 1\), got 1.5",
        ),
        (
            lambda: ShallowDescent(INTERVAL, TARGETS["sin"], process().estimator, from_theta(RePU(), np.ones(4)), 1e-6),
            "initial must be a batch of networks with one axis",
        ),
    ],
)
def test_what_is_no_descent_is_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()

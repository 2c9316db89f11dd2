"""The loop over steps: numbering, observation, divergence, blocks and memory."""

import tracemalloc
import warnings
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre
from theorytest.descent import scheme
from theorytest.descent.linear import LinearDescent
from theorytest.descent.losses import Quadratic, State
from theorytest.descent.scheme import checked_times, descend, geometric_times
from theorytest.descent.steps import Constant, Power

SPACE = Space(Legendre(3), Uniform())
LINEAR = LinearDescent(QuasiProjection(Optimal(SPACE), 2), Quadratic(SPACE, lambda x: np.exp(x[..., 0])))


@dataclass(frozen=True)
class Walk:
    """x' = factor x - s ξ with normal ξ; gap x², tangent |x|, retraction error s."""

    factor: float = 1.0
    numbers_per_step = 1

    def start(self, n_replicas):
        return np.full((1, n_replicas), 2.0)

    def draw(self, rng, n_replicas, n_steps):
        return rng.normal(size=(n_steps, 1, n_replicas))

    def step(self, state, drawn, k, size):
        return self.factor * state - size * drawn[k], np.full(state.shape[1], size)

    def observe(self, state):
        return State(state[0] ** 2, np.abs(state[0]), 0 * state[0])


def walked(seed, R, T, steps, factor=1.0, block=256):
    """The same with plain loops, over steps and replicas."""
    rng, x = np.random.default_rng(seed), np.full((R, T + 1), 2.0)
    for first in range(1, T + 1, block):
        xi = rng.normal(size=(min(block, T + 1 - first), 1, R))
        for k in range(len(xi)):
            for r in range(R):
                t = first + k
                x[r, t] = factor * x[r, t - 1] - float(steps(t)) * xi[k, 0, r]
    return x


@given(seed=st.integers(0, 2**32), R=st.integers(1, 5), T=st.integers(1, 40), a=st.floats(0, 1))
def test_the_step_s_t_leads_from_u_t_to_the_next(seed, R, T, a):
    steps, times = Power(0.5, a), np.arange(1, T + 2)
    run = descend(Walk(), steps, T, np.random.default_rng(seed), R, times=times, keep=R)
    x = walked(seed, R, T, steps)
    np.testing.assert_allclose(run.gap, x**2, rtol=1e-12)
    np.testing.assert_allclose(run.kept, x**2, rtol=1e-12)
    np.testing.assert_allclose(run.tangent, np.abs(x), rtol=1e-12)
    np.testing.assert_allclose(run.smallest_tangent, np.minimum.accumulate(np.abs(x), axis=1), rtol=1e-12)
    np.testing.assert_allclose(run.steps, steps(times))
    np.testing.assert_allclose(run.retraction_error[:, 1:], np.broadcast_to(steps(times[:-1]), (R, T)))
    assert np.all(run.retraction_error[:, 0] == 0)
    assert run.n_replicas == R


@pytest.mark.parametrize("minima", [False, True])
def test_observed_times_do_not_change_the_path(minima):
    x = walked(1, 3, 700, Constant(0.1))
    times = np.array([1, 2, 256, 257, 258, 512, 701])
    run = descend(Walk(), Constant(0.1), 700, np.random.default_rng(1), 3, times=times, minima=minima, keep=2)
    np.testing.assert_allclose(run.gap, x[:, times - 1] ** 2, rtol=1e-9)
    np.testing.assert_allclose(run.kept, x[:2] ** 2, rtol=1e-9)
    smallest = np.minimum.accumulate(np.abs(x), axis=1)[:, times - 1]
    if not minima:  # then only over the observed times
        smallest = np.minimum.accumulate(np.abs(x[:, times - 1]), axis=1)
    np.testing.assert_allclose(run.smallest_tangent, smallest, rtol=1e-9)


def test_the_seed_decides_all_numbers():
    """Blocks depend on the number of replicas alone, and so the same call gives the same bytes."""
    first, again, other = (descend(LINEAR, Constant(0.2), 300, np.random.default_rng(s), 20) for s in (7, 7, 8))
    np.testing.assert_array_equal(first.gap, again.gap)
    assert not np.array_equal(first.gap, other.gap)


@pytest.mark.parametrize("largest", [1, 7, 64])
def test_independent_points_on_the_line_do_not_depend_on_the_blocks(monkeypatch, largest):
    """They take one uniform each, in the order of the steps: a shorter run is the beginning of a longer one."""
    run = descend(LINEAR, Constant(0.2), 100, np.random.default_rng(7), 20, times=[1, 2, 50, 101])
    monkeypatch.setattr(scheme, "_LARGEST_BLOCK", largest)
    again = descend(LINEAR, Constant(0.2), 120, np.random.default_rng(7), 20, times=[1, 2, 50, 101])
    np.testing.assert_allclose(again.gap, run.gap, rtol=1e-10)


def test_a_block_holds_a_bounded_number_of_numbers():
    for R in (1, 10, 1000, 10**5, 10**7):
        block = scheme.block_size(LINEAR, R)
        assert block >= 1
        assert block == 1 or block * R * LINEAR.numbers_per_step <= 2**20


def test_memory_does_not_grow_with_the_number_of_steps():
    def peak(n_steps):
        tracemalloc.start()
        descend(LINEAR, Constant(0.2), n_steps, np.random.default_rng(0), 50, times=[1, n_steps + 1], minima=True)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(10)
    assert peak(4000) <= 1.05 * peak(1000) + 50_000


def test_divergence_is_recorded_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = descend(LINEAR, Constant(30.0), 2000, np.random.default_rng(0), 9, times=[1, 5, 1000, 2001], keep=9)
    np.testing.assert_array_equal(run.diverged, np.full(9, 1000))
    for each in (run.gap, run.tangent, run.normal):
        assert np.isfinite(each[:, :2]).all()
        assert np.all(each[:, 2:] == np.inf)
    assert not np.isnan(run.kept).any()
    assert np.all(run.kept[:, -1] == np.inf)
    assert np.isfinite(run.smallest_tangent).all()
    assert np.all(run.smallest_tangent > 0)


def test_who_has_diverged_stays_so_though_the_numbers_return():
    """A gap that overflows for a while: 1e200 squared, then contracted to 0."""

    class Bump(Walk):
        def step(self, state, drawn, k, size):  # noqa: ARG002 (the protocol's signature)
            return np.where(np.arange(3) == 1, [[1e200 if size > 0.4 else 0.0] * 3], state / 2), 0.0

    run = descend(Bump(), Power(0.5, 1.0), 3, np.random.default_rng(0), 3, times=[1, 2, 3, 4])
    np.testing.assert_array_equal(run.diverged, [0, 2, 0])
    assert np.all(run.gap[1, 1:] == np.inf)
    np.testing.assert_allclose(run.gap[0], [4, 1, 1 / 4, 1 / 16])


@given(n_steps=st.integers(0, 10**7), per_decade=st.integers(1, 40))
def test_geometric_times(n_steps, per_decade):
    times = geometric_times(n_steps, per_decade)
    assert (times[0], times[-1]) == (1, n_steps + 1)
    assert times.dtype.kind == "i"
    assert np.all(np.diff(times) > 0)
    assert len(times) <= per_decade * np.log10(n_steps + 1) + 3
    if n_steps:
        worst = np.max(np.log(times[1:] / times[:-1]))
        assert worst <= max(np.log(3), 2 * np.log(10) / per_decade + np.log(n_steps + 1) / 2)
        np.testing.assert_array_equal(checked_times(times, n_steps), times)


def test_about_twelve_times_in_a_decade():
    times = geometric_times(10**6 - 1)
    for decade in (2, 3, 4, 5):
        assert 11 <= np.sum((times >= 10**decade) & (times < 10 ** (decade + 1))) <= 13


def test_no_step_at_all():
    run = descend(LINEAR, Constant(0.2), 0, np.random.default_rng(0), 2)
    assert run.times.tolist() == [1]
    assert run.gap.shape == (2, 1)


def test_kappa_of_a_run():
    run = descend(LINEAR, Constant(0.2), 5, np.random.default_rng(0), 4)
    np.testing.assert_allclose(run.kappa, (run.tangent**2 + run.normal**2) / run.tangent**2)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"n_steps": -1}, "n_steps must be an integer of at least 0, got -1"),
        ({"n_steps": 2.0}, "n_steps must be an integer"),
        ({"n_replicas": 0}, "n_replicas must be an integer of at least 1, got 0"),
        ({"rng": 3}, "rng must be a Generator, got 3"),
        ({"keep": -1}, "keep must be an integer of at least 0, got -1"),
        ({"times": []}, "times must be increasing integers"),
        ({"times": [1, 1]}, "times must be increasing integers"),
        ({"times": [1.0, 2.0]}, "times must be increasing integers"),
        ({"times": [0, 1]}, "times must be at least 1, got 0"),
        ({"times": [1, 12]}, "times must not exceed n_steps [+] 1 = 11, got 12"),
    ],
)
def test_what_cannot_be_run_is_refused(changes, sentence):
    words = {"n_steps": 10, "rng": np.random.default_rng(0), "n_replicas": 3} | changes
    with pytest.raises(ValueError, match=sentence):
        descend(LINEAR, Constant(0.2), **words)


class Remarking(Walk):
    """A walk that tells its place."""

    def remarks(self, state):
        return {"place": state[0].copy()}


def test_a_process_may_tell_more_of_its_states():
    run = descend(Remarking(), Constant(0.1), 30, np.random.default_rng(0), 4, times=[1, 7, 31])
    assert run.remarks["place"].shape == (4, 3)
    np.testing.assert_array_equal(run.remarks["place"] ** 2, run.gap)
    assert descend(Walk(), Constant(0.1), 3, np.random.default_rng(0), 4).remarks == {}

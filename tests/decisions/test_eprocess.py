"""The e-process: algebra, storage, and validity under optional stopping."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from theorytest.decisions.eprocess import LAMBDAS, EProcess, betting_interval, log_gains, lower_bound, ratios

draws_of = arrays(float, st.integers(1, 30), elements=st.floats(0, 1e6))


@given(draws_of, st.floats(1e-3, 1e3))
def test_wealth_is_the_mixture_of_products(draws, bound):
    products = [np.prod(1 + lam * (np.minimum(draws[:10], 1e3) / bound - 1)) for lam in LAMBDAS]
    process = EProcess(bound).update(np.minimum(draws[:10], 1e3))
    assert math.exp(process.log_wealth) == pytest.approx(np.mean(products), rel=1e-9)
    assert min(products) >= 0


@given(draws_of, st.data())
def test_wealth_grows_with_every_draw(draws, data):
    i = data.draw(st.integers(0, len(draws) - 1))
    larger = draws.copy()
    larger[i] += data.draw(st.floats(0, 1e6))
    assert np.all(log_gains(ratios(larger, 1.0)) >= log_gains(ratios(draws, 1.0)) - 1e-9)


@given(draws_of, st.floats(0.1, 10), st.floats(1, 10))
def test_a_larger_bound_is_harder_to_refute(draws, bound, factor):
    assert EProcess(bound * factor).update(draws).log_wealth <= EProcess(bound).update(draws).log_wealth + 1e-9


@given(draws_of, st.randoms(use_true_random=False), st.integers(0, 30))
def test_resumed_and_permuted_equal_uninterrupted(draws, random, cut):
    whole = EProcess(2.0).update(draws)
    order = list(range(len(draws)))
    random.shuffle(order)
    stored = json.loads(json.dumps(EProcess(2.0).update(draws[order[:cut]]).to_numbers()))
    resumed = EProcess.from_numbers({"unrelated": 1.0, **stored}).update(draws[order[cut:]])
    assert resumed.n == whole.n
    assert resumed.log_wealths == pytest.approx(whole.log_wealths, abs=1e-9)


@given(arrays(float, st.integers(0, 600), elements=st.floats(0, 1e20)))
def test_grouped_logs_equal_plain_ones(ratio):
    plain = [np.log1p(lam * (ratio - 1)).sum() for lam in LAMBDAS]
    assert log_gains(ratio) == pytest.approx(plain, rel=1e-12, abs=1e-11)


def test_an_incomplete_store_is_named():
    with pytest.raises(ValueError, match="log_wealth_0"):
        EProcess.from_numbers({"e_bound": 1.0})


def test_negative_draws_are_refused():
    with pytest.raises(ValueError, match=r"X >= 0, got -1.0"):
        EProcess(1.0).update(np.array([1.0, -1.0]))


def test_a_positive_draw_refutes_a_zero_bound_and_zeros_do_not():
    assert not EProcess(0.0).update(np.zeros(100)).rejects(0.01)
    assert EProcess(0.0).update(np.array([0.0, 1e-9])).rejects(1e-9)


def test_huge_draws_keep_the_wealth_finite():
    assert math.isfinite(EProcess(1e-300).update(np.full(100, 1e300)).log_wealth)


@pytest.mark.parametrize("tail", ["exponential", "pareto"])
def test_true_bounds_survive_a_look_after_every_draw(generators, at_most, tail):
    """Optional stopping at level 0.01: 2,000 paths of 500 draws, rejected if wealth ever reaches 100."""
    rng = generators()(0)
    n_paths = 2000
    x = rng.exponential(size=(n_paths, 500)) if tail == "exponential" else (1 + rng.pareto(1.5, (n_paths, 500))) / 3
    logs = np.stack([np.cumsum(np.log1p(lam * (x - 1)), axis=1) for lam in LAMBDAS])
    peaks = np.max(np.logaddexp.reduce(logs, axis=0) - math.log(len(LAMBDAS)), axis=1)
    assert at_most(int(np.sum(peaks >= math.log(100))), n_paths, 0.01)


def test_lower_bound_covers_a_heavy_tailed_mean(generators, at_most):
    samples = [(1 + generators(r)(0).pareto(1.5, 300)) / 3 for r in range(400)]
    bounds = [lower_bound(x, alpha=0.05) for x in samples]
    assert at_most(sum(b > 1 for b in bounds), len(bounds), 0.05)
    assert np.median(bounds) > 0.5


def test_betting_interval_covers_and_shrinks(generators, at_most):
    samples = [generators(r)(0).random(400) for r in range(300)]
    ends = np.array([betting_interval(x, support=(0.0, 1.0), alpha=0.05) for x in samples])
    misses = np.sum((ends[:, 0] > 0.5) | (ends[:, 1] < 0.5))
    assert at_most(int(misses), len(ends), 0.05)
    assert np.mean(ends[:, 1] - ends[:, 0]) < 0.15


@given(arrays(float, st.integers(1, 40), elements=st.floats(0, 1)))
def test_betting_interval_holds_the_mean_and_stays_in_the_support(draws):
    low, high = betting_interval(draws, support=(0.0, 1.0), alpha=0.05)
    assert 0 <= low <= draws.mean() <= high <= 1


def test_a_draw_outside_the_support_is_named():
    with pytest.raises(ValueError, match=r"\[0.0, 1.0\], but 1.5 was drawn"):
        betting_interval(np.array([0.5, 1.5]), support=(0.0, 1.0), alpha=0.05)


def test_a_peak_is_kept():
    process = EProcess(1.0).update(np.full(20, 3.0))
    after = process.update(np.zeros(200))
    assert after.log_wealth < 0 < process.log_wealth == after.log_peak


def test_rejection_needs_one_over_alpha():
    process = EProcess(1.0).update(np.full(10, 2.0))
    needed = math.exp(-process.log_peak)
    assert process.rejects(1.001 * needed)
    assert not process.rejects(0.999 * needed)

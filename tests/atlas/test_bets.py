"""The atlas's intervals: how often they miss, and what they catch."""

import math

import numpy as np
import pytest

from theorytest.atlas.bets import ALPHA, Bets, mean_of, needed, resolution


def test_planned_draws_and_resolution_are_inverse():
    assert resolution(0.7, round(needed(0.7, 0.02))) == pytest.approx(0.02, rel=1e-4)


def test_planned_draws_catch_the_violation_they_are_planned_for():
    rng, delta = np.random.default_rng(0), 0.1
    n = math.ceil(needed(1.0, delta))
    caught = [Bets(1.0, delta).rejects(rng.exponential(1 + delta, n), 1.0) for _ in range(300)]
    assert np.mean(caught) >= 0.98  # 0.99 is promised; 300 runs with fewer than 0.98 have probability 0.03


def test_true_bounds_survive_at_a_level_that_a_test_can_see():
    rng = np.random.default_rng(1)
    wealths = np.array([Bets(1.0, 0.1).log_wealth(rng.exponential(1.0, 2000), 1.0) for _ in range(1000)])
    for alpha in (0.5, 0.2, 0.05):
        assert np.mean(wealths >= math.log(1 / alpha)) <= alpha + 3 * math.sqrt(alpha / 1000)


def test_an_interval_contains_the_mean_and_is_valid_where_the_support_ends():
    rng = np.random.default_rng(2)
    found = mean_of(rng.beta(2, 3, 20_000), rng.beta(2, 3, 500), 0.02, support=(0.0, 1.0))
    assert found.low < 0.4 < found.high
    assert found.valid == (True, True)
    assert found.high - found.low < 0.4 * 2.5 * resolution(found.deviation / found.value, 20_000)


def test_a_heavy_tail_has_no_upper_end():
    rng = np.random.default_rng(3)
    draws = rng.pareto(1.2, 5000)
    found = mean_of(draws, draws[:100], 0.02, support=(0.0, math.inf))
    assert found.heavy
    assert found.high == math.inf
    assert 0 <= found.low < 5.0


def test_draws_that_do_not_vary_say_what_so_many_draws_can_say():
    found = mean_of(np.full(1000, 2.0), np.full(10, 2.0), 0.02, support=(0.0, math.inf))
    assert 2 * (1 - 0.03) < found.low < 2 * (1 - 0.01)
    assert Bets(1e-9, 0.5).rejects(np.full(1000, 2.0), found.low * (1 - 1e-9))
    assert not Bets(1e-9, 0.5).rejects(np.full(1000, 2.0), found.low + 1e-3)
    assert found.valid == (True, False)


def test_a_draw_outside_its_stated_support_is_an_error():
    rng = np.random.default_rng(4)
    with pytest.raises(ValueError, match="beyond the end"):
        mean_of(rng.uniform(0, 3, 1000), rng.uniform(0, 1, 100), 0.02, support=(0.0, 2.0))


@pytest.mark.parametrize("variation", [0.0, 0.01, 0.5, 3.0])
@pytest.mark.parametrize("share", [0.02, 0.5, 1.0])
def test_resolution_is_where_so_many_draws_are_needed_also_for_the_largest_bets(variation, share):
    for n in (200, 5000, 10**6):
        assert needed(variation, resolution(variation, n, share), share) == pytest.approx(n, rel=1e-6)


@pytest.mark.parametrize("delta", [0.05, 0.01])
def test_planned_draws_catch_a_violation_where_the_support_begins_below_zero(delta):
    rng, low, deviation = np.random.default_rng(5), -4.0, 0.1
    n = math.ceil(needed(deviation, delta, 1 / 5))
    caught = [
        mean_of(rng.normal(1, deviation, n), rng.normal(1, deviation, 500), delta, support=(low, math.inf)).low
        > 1 - delta
        for _ in range(200)
    ]
    assert np.mean(caught) >= 0.97  # 0.99 is promised; 200 runs with fewer than 0.97 have probability 0.01


def test_a_lower_end_is_rejected_and_hardly_more_would_not_be():
    rng = np.random.default_rng(6)
    draws, bets = rng.exponential(1.0, 20_000), Bets(1.0, 0.05)
    low = bets.lower(draws)
    assert bets.rejects(draws, low)
    assert not bets.rejects(draws, low + 0.05 * resolution(1.0, 20_000))


def test_few_draws_have_a_lower_end_above_zero():
    draws = np.random.default_rng(7).exponential(1.0, 300)
    assert 8 * resolution(1.0, 300) > 1
    assert 0.3 < Bets(1.0, 0.5).lower(draws) < 1


def test_the_level_of_the_atlas_is_a_thousandth_for_ten_thousand_ends():
    assert 10**4 * ALPHA <= 1e-3 * (1 + 1e-9)

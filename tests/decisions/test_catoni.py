"""Catoni's sequences keep their level with two moments only."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from theorytest.decisions.assumptions import Knowledge
from theorytest.decisions.catoni import (
    check_kurtosis,
    check_moment,
    check_variance,
    influences,
    lower_tail_slack,
    moment_influences,
    variance_bound,
)
from theorytest.decisions.intervals import interval
from theorytest.decisions.sequential import Plan
from theorytest.decisions.tails import tails


@given(st.floats(-50, 50), st.floats(1.01, 2))
def test_the_influence_keeps_the_supermartingale(x, p):
    """exp(±φ(x)) ≤ 1 ± x + |x|^p/p, the inequality that the evidence rests on."""
    found = {p: moment_influences(np.array([x]), np.ones(1), p)[0], 2.0: influences(np.array([x]), np.ones(1))[0]}
    for order, phi in found.items():
        for side in (+1, -1):
            assert math.exp(side * phi) <= (1 + side * x + abs(x) ** order / order) * (1 + 1e-12)


STUDENT = 5.0  # the variance of Student's t with 2.5 degrees of freedom, which has no third moment
PARETO = 6.2  # E|X - 3|^1.3 of the Pareto law with index 1.5 on [1, inf), which has no variance, is 6.17


def student(rng, size):
    return rng.standard_t(2.5, size)


def pareto(rng, size):
    return rng.pareto(1.5, size) - 2  # centred


@pytest.mark.parametrize(
    ("law", "knowledge", "wide"),
    [(student, Knowledge(variance=STUDENT), 1.5), (pareto, Knowledge(moment=(1.3, PARETO)), 16.0)],
    ids=["variance", "moment of order 1.3"],
)
@pytest.mark.parametrize("target", [None, (0.0, 0.5)], ids=["any mean", "planned"])
@pytest.mark.parametrize("alpha", [0.05, 0.4])
def test_intervals_cover_with_nothing_but_a_moment(generators, at_most, law, knowledge, wide, target, alpha):
    plan, misses, repetitions = Plan(alpha, 0.1, 500, first_batch=500), 0, 150
    for r in range(repetitions):
        x = law(generators(r)(0), 500)
        evidence = knowledge.evidence(x, plan, tails(x), target, 60)
        low, high = interval(evidence, centre=x.mean(), step=0.1, alphas=(alpha / 2, alpha / 2))
        misses += not low <= 0 <= high
        assert high - low < wide
    assert at_most(misses, repetitions, alpha)


def test_a_false_moment_is_found_out_and_a_true_one_is_not():
    x = np.random.default_rng(1).pareto(1.5, 20_000)
    check_moment(x, 1.3, PARETO, alpha=1e-6)
    with pytest.raises(ValueError, match=r"moment of order 1.3 is stated as at most 2, but the draws contradict it"):
        check_moment(x, 1.3, 2.0, alpha=1e-6)


@pytest.mark.parametrize("times", [1.0, 0.9])
def test_a_true_variance_is_doubted_no_more_often_than_it_may_be(at_most, times):
    """Two-point draws, where (X - X')²/2 is 0 or 2 with mean 1: at level 0.3, and not one tenth less."""
    rng, doubted = np.random.default_rng(2), 0
    for _ in range(400):
        try:
            check_variance(rng.choice((-1.0, 1.0), 4000), times, alpha=0.3)
        except ValueError:
            doubted += 1
    assert at_most(doubted, 400, 0.3) == (times == 1.0)


def test_a_false_kurtosis_is_found_out_and_a_true_one_is_not():
    x = np.random.default_rng(1).exponential(size=20_000)  # kurtosis 9
    check_kurtosis(x, 9.0, 1.0, alpha=1e-6)
    with pytest.raises(ValueError, match=r"kurtosis is assumed to be at most 3, but the draws contradict it"):
        check_kurtosis(x, 3.0, 1.0, alpha=1e-6)


@pytest.mark.parametrize(("law", "kurtosis"), [("normal", 3.0), ("exponential", 9.0)])
def test_variance_bound_covers(generators, at_most, law, kurtosis):
    samples = [getattr(generators(r)(0), law)(size=400) for r in range(1000)]
    misses = sum(variance_bound(x, kurtosis=kurtosis, alpha=0.01, most=400) < 1 for x in samples)
    assert at_most(misses, len(samples), 0.01)


def test_too_few_draws_bound_no_variance():
    assert variance_bound(np.arange(10.0), kurtosis=20.0, alpha=0.01, most=10) == math.inf
    assert variance_bound(np.ones(1), kurtosis=3.0, alpha=0.01, most=10) == math.inf


def exponential_moment(c, q):
    """E exp(-c Y) of the Y in {0, q} with mean 1."""
    return 1 - 1 / q + np.exp(-c * q) / q


def test_the_slack_is_that_of_bets_which_share_the_level():
    """At the size that a bet was made for it is that of the best of all bets, with log(K/α), K = 5."""
    bets = np.geomspace(1e-4, 10, 100_000)
    for n in (4000, 1000, 250):
        found = lower_tail_slack(n, ratio=3.0, alpha=0.01, most=4000)
        best = (-np.log(exponential_moment(bets, 3.0)) - math.log(5 / 0.01) / n) / bets
        assert found == pytest.approx(1 - best.max(), rel=1e-3)
        assert found < math.sqrt(2 * 3.0 * math.log(5 / 0.01) / n)  # of a bet that knows exp(-y) ≤ 1 - y + y²/2 only


@given(points=st.lists(st.tuples(st.floats(0, 50), st.floats(0.01, 1)), min_size=1, max_size=5), c=st.floats(0.001, 10))
def test_no_law_with_these_moments_has_a_larger_exponential_moment(points, c):
    y, p = np.array(points).T
    p /= p.sum()
    if p @ y < 1e-3:
        return
    y /= p @ y
    assert p @ np.exp(-c * y) <= exponential_moment(c, p @ y**2) * (1 + 1e-12)


@pytest.mark.parametrize("q", [1.5, 3.0, 9.0])
def test_the_law_with_the_largest_moment_stays_above_the_slack(q):
    """Exact binomial probabilities, at the sizes that bets were made for and between them."""
    for n in (250, 500, 1000, 2500, 4000):
        slack = lower_tail_slack(n, ratio=q, alpha=0.01, most=4000)
        assert 0 < binom.cdf(math.floor((1 - slack) * n / q), n, 1 / q) <= 0.01 / 5

"""A number that all draws of one call share is found out between the calls; independent draws are not accused."""

import itertools

import numpy as np
import pytest

from theorytest.decisions import likeness, watched
from theorytest.decisions.likeness import Calls
from theorytest.decisions.means import mean_at_most, mean_equals
from theorytest.decisions.probability import probability_equals
from theorytest.decisions.sequential import Plan, frequent_looks
from theorytest.decisions.watched import Chunks, DrawError, shared

SHARED = {
    "one number for all": lambda rng, n: np.full(n, rng.random()),
    "a common shift": lambda rng, n: rng.normal() + rng.normal(size=n),
    "a common factor": lambda rng, n: rng.random() * rng.random(n),
    "a common factor of a symmetric law": lambda rng, n: rng.random() * rng.normal(size=n),
    "a common probability": lambda rng, n: (rng.random(n) < rng.random()).astype(float),
    "a common row": lambda rng, n: rng.normal(size=(1, 3)) + rng.normal(size=(n, 3)),
}
HONEST = {
    "normal": lambda rng, n: rng.normal(size=n),
    "Cauchy": lambda rng, n: rng.standard_cauchy(size=n),
    "a coin": lambda rng, n: rng.integers(2, size=n).astype(float),
    "a rare event": lambda rng, n: (rng.random(n) < 0.02).astype(float),
    "half an atom": lambda rng, n: np.maximum(rng.normal(size=n), 0),
}
SIZES = (32, 125, 62, 62, 62, 70, 80, 1, 3)


def called(law, seed, sizes=SIZES):
    rng, calls = np.random.default_rng(seed), Calls()
    return list(itertools.accumulate(sizes, lambda so_far, n: so_far.update(law(rng, n)), initial=calls))[1:]


@pytest.mark.parametrize("law", SHARED.values(), ids=SHARED)
def test_a_number_that_a_call_shares_is_found_out_within_thirty_calls(law):
    def draw_on(seed):
        chunks = Chunks()
        for chunk in range(30):
            chunks.require_new(law(np.random.default_rng((seed, chunk)), 62), chunk)

    for seed in range(20):
        with pytest.raises(DrawError, match="the draws of one call share something"):
            draw_on(seed)


@pytest.mark.parametrize(
    ("law", "varies", "most"),
    [
        (lambda rng, n: rng.random(n), 0.1, 10_000),
        (lambda rng, n: rng.exponential(size=n), 0.1, 40_000),
        (lambda rng, n: rng.exponential(size=n), 0.2, 10_000),
    ],
    ids=["uniform", "exponential", "exponential, twice as much"],
)
def test_a_factor_that_varies_little_is_found_out_by_many_draws(law, varies, most):
    """The more a law spreads, the better it hides a factor."""
    sizes = [size for look in frequent_looks(Plan(1e-3, 0.05, most)) for size in look.chunks]
    for seed in range(5):
        rng, calls = np.random.default_rng(seed), Calls()
        for size in sizes:
            calls = calls if calls.differ else calls.update((1 + varies * rng.normal()) * law(rng, size))
        assert calls.differ


@pytest.mark.parametrize("law", HONEST.values(), ids=HONEST)
@pytest.mark.parametrize("alpha", [0.5, 0.2])
def test_the_level_of_the_watch(law, alpha, at_most):
    """After any fixed number of calls a factor 1/α comes with probability at most α; 400 runs each."""
    runs = [[calls.evidence for calls in called(law, seed)] for seed in range(400)]
    for after in (2, 4, len(SIZES)):
        assert at_most(sum(np.exp(run[after - 1]) >= 1 / alpha for run in runs), len(runs), alpha)


def test_what_is_won_is_fair_on_average_over_all_splits():
    """Over all ways to choose the 3 draws of the last call among 8: the mean of every factor is at most 1, and near."""
    values = np.array([0.1, 0.2, 0.2, 0.5, 0.7, 0.9, 1.4, 8.0])
    factors = []
    for last in itertools.combinations(range(8), 3):
        order = [k for k in range(8) if k not in last] + list(last)
        factors.append(np.exp(likeness._winnings(values, np.sort(values[order[5:]]))))
    mean = np.mean(factors, axis=0)
    assert mean.max() <= 1
    assert mean[:, 0].min() > 0.8


@pytest.mark.parametrize("last", [1, 7])
def test_what_is_won_on_one_draw_or_all_but_one_is_exactly_fair(last):
    """Draws with and without replacement are then the same; five equal values make the scores lopsided."""
    values = np.array([0.1, 0.1, 0.1, 0.1, 0.1, 0.9, 1.4, 8.0])
    chosen = (np.array(each) for each in itertools.combinations(values, last))
    mean = np.mean([np.exp(likeness._winnings(values, each)) for each in chosen], axis=0)
    assert mean == pytest.approx(np.ones_like(mean))


def test_scores_are_those_of_the_pooled_values_alone():
    """Mean 0 and variance 1 over all values, ties alike, and nothing where all values are equal."""
    counts = np.array([3, 1, 4, 2])
    scores = likeness._scores(counts)
    assert (counts @ scores, counts @ scores**2 / counts.sum()) == pytest.approx((0, 1))
    assert not likeness._scores(np.array([7])).any()


@pytest.mark.parametrize("law", HONEST.values(), ids=HONEST)
def test_the_level_would_not_hold_without_the_price_of_a_bet(law, monkeypatch):
    """The negative control: bets that get their stakes back win with independent draws too."""
    fair = likeness._won
    monkeypatch.setattr(likeness, "_won", lambda together, new: fair(together, new) + 1.0)
    assert sum(called(law, seed)[-1].evidence >= np.log(5) for seed in range(50)) > 20


@pytest.mark.parametrize("decide", [mean_equals, probability_equals], ids=["mean", "probability"])
def test_a_decision_at_its_first_look_is_compared_with_another_call(generators, decide):
    def draw(rng, size):
        return np.full(size, float(rng.random() < 0.5)) if decide is probability_equals else np.full(size, rng.random())

    words = {} if decide is probability_equals else {"support": (0, 1)}
    found = []
    for seed in range(20):
        try:
            decide(draw, generators(seed), Plan(1e-3, 0.05, 10_000), value=0.3, **words)
        except DrawError as error:
            found.append(str(error))
    assert len(found) >= (20 if decide is mean_equals else 5)  # a coin shows the same side in two calls, half the time
    assert all("share" in each or "chunk" in each for each in found)


@pytest.mark.parametrize(("size", "found"), [(1.0, 0.7), (3.0, 0.95)])
def test_a_verdict_at_the_first_look_is_compared_with_eight_calls_aside(generators, monkeypatch, at_least, size, found):
    """A shift that all draws of a call share; without the calls aside most verdicts at the first look are told."""

    def accused():
        count = 0
        for seed in range(40):
            draw = lambda rng, n: 50 + size * rng.normal() + rng.normal(size=n)  # noqa: E731
            try:
                told = mean_at_most(draw, generators(seed), Plan(1e-3, 0.05, 10_000), bound=1.0)
                assert told.draws == 125
            except DrawError:
                count += 1
        return count

    assert at_least(accused(), 40, found)
    monkeypatch.setattr(watched, "_COMPARED", 0)
    assert not at_least(accused(), 40, found)


def test_members_of_an_ensemble_are_compared_with_no_call_aside(generators):
    """The call aside and the first chunk would be the same members."""
    members = np.random.default_rng(1).random(5000)
    draw, plan = shared(lambda _rng, n: members[:n]), Plan(1e-3, 0.05, 5000)
    assert mean_equals(draw, generators(), plan, value=0.5, support=(0, 1)).verdict.holds
    assert Chunks.after(members[:32], draw).calls.count == 0
    other = Chunks.after(np.full(32, 7.0), lambda _rng, n: members[:n])
    other.compare(shared(lambda _rng, n: members[:n]), generators(), 5000)
    assert other.calls.count == 1
    assert Chunks.after(members[:32], lambda _rng, n: members[:n]).calls.count == 1


@pytest.mark.parametrize("other", [3.0, 8.0])
def test_a_call_of_other_values_is_seen_above_and_below(other):
    """The median of 125 fives and 62 others is five: on one side of it there is nothing."""
    assert Calls().update(np.full(125, 5.0)).update(np.full(62, other)).differ


def test_a_long_run_is_watched_at_a_bounded_cost():
    calls = Calls()
    for _ in range(2 * likeness._CALLS):
        calls = calls.update(np.zeros(3))
    assert (calls.count, len(calls.seen)) == (likeness._CALLS, 3 * likeness._CALLS)
    assert calls.evidence == pytest.approx(0)
    assert len(Calls().update(np.zeros(10**6)).seen) == likeness._EACH

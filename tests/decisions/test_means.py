"""Decisions about means: what they conclude, what they assume, and what they refuse."""

import math

import numpy as np
import pytest

from theorytest.decisions.assumptions import DRAWS_TO_DOUBT, Knowledge
from theorytest.decisions.catoni import check_variance
from theorytest.decisions.decision import Verdict
from theorytest.decisions.intervals import outside
from theorytest.decisions.means import MeanClaim, mean_at_least, mean_at_most, mean_equals
from theorytest.decisions.probability import probability_at_most
from theorytest.decisions.sampled import sampled
from theorytest.decisions.sequential import Plan
from theorytest.decisions.tails import tails

PLAN = Plan(alpha=1e-6, resolution=0.1, max_draws=64_000)


def exponential(rng, size):
    return rng.exponential(size=size)


def normal(rng, size):
    return rng.standard_normal(size)


def pareto(rng, size):
    return (1 + rng.pareto(1.5, size)) / 3


@pytest.mark.parametrize(
    ("decide", "draw", "options", "verdict"),
    [
        (mean_at_most, exponential, {"bound": 1.0, "kurtosis": 20.0}, Verdict.CONFIRMED),
        (mean_at_most, exponential, {"bound": 0.9}, Verdict.REFUTED),
        (mean_at_most, exponential, {"bound": 1.0}, Verdict.UNDECIDED),
        (mean_at_most, exponential, {"bound": 1.0, "variance": 1.0}, Verdict.CONFIRMED),
        (mean_at_most, pareto, {"bound": 0.5}, Verdict.REFUTED),
        (mean_at_most, pareto, {"bound": 1.0}, Verdict.UNDECIDED),
        (mean_at_most, pareto, {"bound": 2.0}, Verdict.UNDECIDED),
        (mean_at_least, exponential, {"bound": 1.0, "variance": 1.0}, Verdict.CONFIRMED),
        (mean_at_least, exponential, {"bound": 1.1, "variance": 1.0}, Verdict.REFUTED),
        (mean_at_least, exponential, {"bound": 1.1, "kurtosis": 20.0}, Verdict.REFUTED),
        (mean_at_least, exponential, {"bound": 2.0}, Verdict.UNDECIDED),
        (mean_at_least, exponential, {"bound": 1.0, "support": (0.0, math.inf)}, Verdict.CONFIRMED),
        (mean_equals, normal, {"value": 0.0, "scale": 1.0, "variance": 1.0}, Verdict.CONFIRMED),
        (mean_equals, normal, {"value": 0.1, "scale": 1.0, "variance": 1.0}, Verdict.REFUTED),
        (mean_equals, normal, {"value": -0.1, "scale": 1.0, "kurtosis": 5.0}, Verdict.REFUTED),
        (mean_equals, normal, {"value": 0.0, "scale": 1.0, "kurtosis": 5.0}, Verdict.CONFIRMED),
        (mean_equals, normal, {"value": 3.0}, Verdict.UNDECIDED),
        (mean_equals, pareto, {"value": 1.0, "support": (0.0, math.inf), "kurtosis": 20.0}, Verdict.UNDECIDED),
    ],
)
def test_verdicts(generators, decide, draw, options, verdict):
    """Each fails with probability about 1e-6 or less: the violations are several times what the budget sees."""
    decision = decide(draw, generators(), PLAN, **options)
    assert decision.verdict is verdict, decision.sentence
    assert decision.sentence.startswith(f"{verdict}: E X = ")
    assert decision.alpha == PLAN.alpha
    assert (decision.witness is not None) == (verdict is Verdict.REFUTED)
    if verdict is Verdict.CONFIRMED:
        assert "resolution 0.1 of 1" in decision.sentence
    if verdict is not Verdict.UNDECIDED and not outside(decision.sign, decision.estimate, decision.claimed):
        assert decision.draws < PLAN.max_draws  # a tight bound that the estimate exceeds is looked at to the end
        assert decision.low <= decision.estimate <= decision.high


def test_the_sentence_has_its_numbers(generators):
    decision = mean_equals(lambda r, n: r.random(n), generators(), PLAN, value=0.1, support=(0.0, 1.0))
    assert decision.sentence == (
        f"refuted: E X = {decision.estimate:.2f} in [{decision.low:.2f}, {decision.high:.2f}] against 0.1 "
        "(125 draws, error rate 1e-06, X >= 0, X <= 1)"
    )


def test_sufficient_statistics_are_kept(generators):
    decision = mean_at_most(exponential, generators(), PLAN, bound=0.5)
    draws = exponential(generators()(0), 125)
    assert decision.statistics["n"] == decision.draws == 125
    assert decision.statistics["mean"] == pytest.approx(draws.mean())
    assert decision.statistics["variance"] == pytest.approx(draws.var(ddof=1))


def test_heavy_tails_are_announced(generators):
    decision = mean_at_most(pareto, generators(), PLAN, bound=1.0, kurtosis=20.0)
    assert "rare draws dominate this mean (tail index 1." in decision.sentence
    assert "kurtosis <= 20 is not credible" in decision.sentence


def test_missing_knowledge_is_named(generators):
    decision = mean_at_least(exponential, generators(), Plan(0.01, 0.1, 1000), bound=2.0)
    assert "nothing bounds the tail: give an upper end of the support" in decision.sentence


@pytest.mark.parametrize(
    ("decide", "options"),
    [
        (mean_at_least, {"bound": 0.2, "support": (0.0, 1.0)}),
        (mean_at_most, {"bound": 0.9, "upper": 1.0}),
        (mean_equals, {"value": 0.5, "support": (0.0, 1.0)}),
    ],
)
def test_a_resolution_that_lets_everything_pass_confirms_nothing(generators, decide, options):
    decision = decide(lambda rng, size: rng.random(size), generators(), Plan(1e-6, 1.0, 4000), **options)
    assert decision.verdict is Verdict.UNDECIDED
    assert "every mean would pass" in decision.sentence


def test_the_budget_is_named(generators):
    decision = mean_equals(normal, generators(), Plan(0.01, 1e-3, 1000), value=0.0, scale=1.0, variance=1.0)
    assert decision.verdict is Verdict.UNDECIDED
    assert "the budget of 1,000 draws ended; about" in decision.sentence


def test_a_constant_statistic_is_decided_to_rounding(generators):
    decision = mean_equals(lambda _r, n: np.full(n, 0.3), generators(), PLAN, value=0.3, kurtosis=3.0)
    assert decision.verdict is Verdict.CONFIRMED
    assert decision.high - decision.low < 1e-10


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"value": 0.0}, "scale must be given"),
        ({"value": 1.0, "scale": -1.0}, "scale must be positive"),
        ({"value": math.inf}, "must be finite, got inf"),
        ({"value": 1.0, "variance": 0.0}, "variance must be positive and finite, got 0.0"),
        ({"value": 1.0, "kurtosis": 0.5}, "kurtosis must be at least 1 and finite, got 0.5"),
        ({"value": 1.0, "support": (1.0, 0.0)}, "low < high"),
        ({"value": 1.0, "moment": (2.5, 1.0)}, "1 < p <= 2"),
        ({"value": 1.0, "moment": (1.5, 0.0)}, "a positive bound"),
        ({"value": 1.0, "support": (0.0, 0.5)}, "widen it or correct the draw"),
    ],
)
def test_bad_input_is_named(generators, options, message):
    with pytest.raises(ValueError, match=message):
        mean_equals(exponential, generators(), PLAN, **options)


@pytest.mark.parametrize(
    ("decide", "options", "names"),
    [
        (mean_at_most, {"bound": 0.9}, ["wealth for a mean above"]),
        (mean_at_least, {"bound": 1.1, "variance": 1.0}, ["wealth for a mean below"]),
        (mean_equals, {"value": 1.1, "variance": 1.0}, ["wealth for a mean above", "wealth for a mean below"]),
    ],
)
def test_the_wealth_of_a_refutation_ends_above_what_refutes(decide, options, names):
    decision = decide(exponential, np.random.default_rng, PLAN, **options)
    assert decision.verdict is Verdict.REFUTED
    assert sorted(decision.curves) == ["draws", *names]
    assert decision.curves["draws"][-1] == decision.draws
    assert max(decision.curves[name][-1] for name in names) >= math.log10(1 / PLAN.alpha)


def test_a_true_claim_stays_poor_and_an_assumed_kurtosis_has_no_wealth():
    decision = mean_at_most(exponential, np.random.default_rng, PLAN, bound=1.0, variance=1.0)
    assert np.max(decision.curves["wealth for a mean above"]) < math.log10(1 / PLAN.alpha)
    assert mean_at_least(exponential, np.random.default_rng, PLAN, bound=1.1, kurtosis=20.0).curves == {}


def test_a_variance_that_is_stated_too_small_breaks_the_claim(generators):
    with pytest.raises(ValueError, match=r"variance is stated as 0\.5, but the draws contradict it"):
        mean_equals(normal, generators(), PLAN, value=0.0, variance=0.5, scale=1.0)


def test_a_true_variance_is_hardly_ever_doubted(generators, at_most):
    """At the level 0.5 · 0.1 for the variance: at most 5 runs in 100, with a binomial margin."""
    plan, doubted = Plan(alpha=0.5, resolution=0.5, max_draws=2000), 0
    for seed in range(200):
        try:
            mean_equals(normal, generators(seed), plan, value=0.0, variance=1.0, scale=1.0)
        except ValueError:
            doubted += 1
    assert at_most(doubted, 200, 0.05)


def test_an_estimate_outside_the_claimed_region_is_no_pass_while_draws_are_left(generators):
    """E X = 1.02 against a claimed 1 with the resolution 10 %: 1,000 draws would do, and the claim is false."""
    found = mean_at_most(lambda rng, n: rng.uniform(1.015, 1.025, n), generators(), PLAN, bound=1.0, upper=2.0)
    assert found.verdict is Verdict.REFUTED or found.draws == PLAN.max_draws


def test_an_event_more_frequent_than_claimed_is_no_pass_while_draws_are_left(generators):
    plan = Plan(alpha=0.01, resolution=0.5, max_draws=8000)
    found = probability_at_most(lambda rng, n: rng.random(n) < 0.11, generators(), plan, bound=0.1)
    assert found.verdict is Verdict.REFUTED or found.draws == plan.max_draws or found.estimate <= 0.1


def test_a_coarse_resolution_needs_a_reason():
    with pytest.raises(ValueError, match=r"resolution must be at most 0\.2, or coarse= must say why not, got 0\.4"):
        sampled(mean_at_most, normal, bound=1.0, resolution=0.4, max_draws=10)
    asked = sampled(mean_at_most, normal, bound=1.0, resolution=0.4, max_draws=10, coarse="each draw takes a minute")
    assert asked.coarse == "each draw takes a minute"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"support": (0.0, 5.0)}, r"support is stated as \[0.0, 5.0\], but .* was drawn"),
        ({"variance": 0.5}, "variance is stated as 0.5, but the draws contradict it"),
        ({"moment": (1.5, 0.2)}, "moment of order 1.5 is stated as at most 0.2, but the draws contradict it"),
        ({"kurtosis": 2.0}, "kurtosis is assumed to be at most 2, but the draws contradict it"),
    ],
)
def test_every_false_assumption_breaks_the_claim(generators, options, sentence):
    """Exponential draws: variance 1, kurtosis 9, E|X - 1|^1.5 = 0.9, no upper end."""
    with pytest.raises(ValueError, match=sentence):
        mean_equals(exponential, generators(), Plan(1e-6, 0.02, 64_000), value=1.0, **options)


def test_proofs_come_before_assumptions():
    assert Knowledge((0.0, 1.0), kurtosis=3.0).basis(+1) == ("support",)
    assert Knowledge(variance=1.0, kurtosis=3.0).basis(-1) == ("variance",)
    assert Knowledge((0.0, math.inf), kurtosis=3.0).basis(-1) == ("kurtosis",)


def test_an_equality_needs_both_sides():
    claim = MeanClaim("=", 1.0, None, "mean", "E X", Knowledge(variance=1.0))
    refuting, confirming = claim.points(PLAN)
    assert (refuting, confirming) == (((1.0, +1), (1.0, -1)), ((1.1, -1), (0.9, +1)))
    silent = dict.fromkeys(refuting, -1.0)
    assert claim.verdict(silent | {(1.1, -1): 99.0, (0.9, +1): 99.0}, PLAN) is Verdict.CONFIRMED
    assert claim.verdict(silent | {(1.1, -1): 99.0, (0.9, +1): 1.0}, PLAN) is Verdict.UNDECIDED
    assert claim.verdict(silent | {(1.0, -1): 99.0, (1.1, -1): 1.0, (0.9, +1): 1.0}, PLAN) is Verdict.REFUTED


@pytest.mark.parametrize(("bound", "verdict"), [(-0.2, Verdict.CONFIRMED), (-0.4, Verdict.REFUTED)])
def test_signed_variables_need_not_be_written_backwards(generators, bound, verdict):
    """Uniform on [-1.3, 0.7], whose mean is -0.3."""
    draw = lambda rng, n: rng.uniform(-1.3, 0.7, n)  # noqa: E731
    found = mean_at_most(draw, generators(), PLAN, bound=bound, support=(-1.3, 0.7), scale=1.0)
    assert found.verdict is verdict, found.sentence


def test_two_ways_to_state_an_end_contradict_each_other(generators):
    with pytest.raises(ValueError, match="give either upper or support"):
        mean_at_most(exponential, generators(), PLAN, bound=1.0, upper=5.0, support=(0.0, 4.0))


def test_a_mean_with_a_moment_of_order_less_than_two(generators):
    """Pareto with index 1.5: E|X - 1|^1.3 is 1.48, there is no variance."""
    options = {"bound": 1.0, "support": (0.0, math.inf), "moment": (1.3, 1.5)}
    plan = Plan(0.01, 1.0, 64_000)
    assert mean_at_most(pareto, generators(), plan, **options).verdict is Verdict.CONFIRMED
    assert mean_at_least(pareto, generators(), plan, bound=2.5, moment=(1.3, 1.5)).verdict is Verdict.REFUTED


RARE_JUMPS = {
    "Pareto with index 1.5": (lambda rng, n: rng.pareto(1.5, n), 2.0, 1.0),
    "Pareto with index 1.5, a generous bound": (lambda rng, n: rng.pareto(1.5, n), 2.0, 10.0),
    "exp of a normal": (lambda rng, n: np.exp(2 * rng.normal(size=n)), np.exp(2.0), 50.0),
    "1000 with probability 1/1000": (lambda rng, n: rng.normal(size=n) + 1000 * (rng.random(n) < 1e-3), 1.0, 2.0),
}


@pytest.mark.parametrize(("draw", "mean", "stated"), RARE_JUMPS.values(), ids=RARE_JUMPS)
def test_a_false_variance_of_a_heavy_tail_does_not_refute_a_true_mean(generators, draw, mean, stated):
    """Before the rare draws came, 10 to 39 of 40 true means were refuted."""
    for seed in range(10):
        with pytest.raises(ValueError, match="variance is stated as"):
            mean_equals(draw, generators(seed), Plan(1e-3, 0.05, 100_000), value=mean, variance=stated, scale=1.0)


def test_twice_the_stated_variance_is_found_out_before_a_verdict(generators):
    """Two values, variance 2 and kurtosis 100, at the least level that is spoken of."""
    p = (1 - np.sqrt(1 - 4 / 103)) / 2  # 1/(p (1 - p)) - 3 = 100
    size = np.sqrt(2 / (p * (1 - p)))
    for seed in range(20):
        draws = size * (generators(seed)(0).random(DRAWS_TO_DOUBT) < p)
        with pytest.raises(ValueError, match="variance is stated as 1,"):
            check_variance(draws, 1.0, alpha=1e-7)


def test_a_verdict_that_needs_a_moment_is_told_with_an_if_and_waits_for_draws_enough(generators):
    short, long = (
        mean_equals(normal, generators(), Plan(0.01, 0.1, most), value=3.0, moment=(1.5, 1.0)) for most in (1000, 10**6)
    )
    assert short.verdict is long.verdict is Verdict.REFUTED
    assert (short.draws, long.draws >= DRAWS_TO_DOUBT) == (1000, True)
    assert ", if E|X - EX|^1.5 <= 1" in long.sentence


@pytest.mark.parametrize(
    ("most", "known", "least", "enough", "words"),
    [
        (1000, {}, 1000, 1000, "if Var X <= 1)"),
        (10**6, {}, 8000, 20_000, "if Var X <= 1 or kurtosis <= 1000)"),
        (10**6, {"kurtosis": 3.0}, 125, 500, "if Var X <= 1 or kurtosis <= 3)"),
        (10**6, {"support": (-math.inf, 8.0)}, 0, 500, "error rate 0.01, X <= 8)"),
    ],
    ids=["a short budget", "a long one", "with a kurtosis", "with an end"],
)
def test_a_verdict_waits_for_a_stated_variance_as_long_as_it_rests_on_nothing_else(
    generators, most, known, least, enough, words
):
    draw = lambda rng, n: np.clip(rng.normal(size=n), -8, 8)  # noqa: E731
    found = mean_at_least(draw, generators(), Plan(0.01, 0.1, most), bound=0.8, variance=1.0, **known)
    assert found.verdict is Verdict.REFUTED
    assert least <= found.draws <= enough, found.sentence
    assert words in found.sentence


def test_a_false_variance_refutes_true_means_no_more_often_than_promised_up_to_the_kurtosis(
    generators, at_most, monkeypatch
):
    """Jumps of probability 1/20 (kurtosis 18), a stated variance of a fiftieth of the true one; a test at 0.2."""
    plan = Plan(0.2, 0.05, 4000, first_batch=64)
    options = {"bound": 1.0, "variance": 0.02 * 20 * 0.95, "kurtosis": 18.1, "scale": 1.0}

    def refuted(seed):
        try:
            jumps = lambda rng, n: 20.0 * (rng.random(n) < 0.05) + 0.01 * rng.normal(size=n)  # noqa: E731
            return mean_at_least(jumps, generators(seed), plan, **options).verdict is Verdict.REFUTED
        except ValueError:
            return False

    assert at_most(sum(map(refuted, range(200))), 200, 0.2)
    monkeypatch.setattr(Knowledge, "untried", lambda *_: False)
    assert not at_most(sum(map(refuted, range(200))), 200, 0.2)


def test_a_doubted_variance_is_at_least_the_stated_one(generators):
    """Draws of variance 1 under a stated 4: what a verdict says holds if the variance is 4 with any kurtosis."""
    draws, plan, known = generators()(0).normal(size=4000), Plan(0.1, 0.1, 4000), Knowledge(variance=4.0, kurtosis=3.0)
    stated = known.sources(draws[:100], plan, (0.0, 0.1))["variance"]
    assert known.bounded(stated, draws, plan, tails(draws), doubting=True).bound == 4.0
    assert known.bounded(stated, 10 * draws, plan, tails(10 * draws), doubting=True).bound > 100.0


def test_what_is_stated_of_moments_shares_one_part_of_alpha():
    plan = Plan(0.1, 0.1, 1000)
    alone, all_three = Knowledge(variance=1.0), Knowledge(variance=1.0, moment=(1.5, 1.0), kurtosis=3.0)
    assert (alone._share(plan), all_three._share(plan)) == pytest.approx((0.01, 0.01 / 3))

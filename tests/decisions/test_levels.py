"""The levels that decisions work with are the promised ones: spent over looks, shared by sides, valid upper bounds."""

import numpy as np
import pytest

from theorytest.calibration.worlds import TIMES, correlated_paths
from theorytest.decisions.assumptions import VARIANCE_SHARE, Knowledge
from theorytest.decisions.decision import Verdict
from theorytest.decisions.directions import _Claim, bounded_upper, matrix_at_most, moment_upper
from theorytest.decisions.eprocess import betting_evidence, betting_interval
from theorytest.decisions.means import MeanClaim
from theorytest.decisions.probability import (
    clopper_pearson,
    event_evidence,
    probability_at_least,
    probability_at_most,
    probability_equals,
)
from theorytest.decisions.rates import exponent_equals
from theorytest.decisions.ratio_claims import consistent
from theorytest.decisions.sequential import Plan, looks, regular_looks
from theorytest.decisions.watched import shared
from theorytest.fits import contrasts, pseudo_values, studentised_quantile

PLAN = Plan(1e-3, 0.01, 64_000)
REPETITIONS = 4000


def event(rng, size):
    return rng.random(size) < 0.3


@pytest.mark.parametrize(
    ("decide", "option", "sides"), [(probability_at_most, "bound", 1), (probability_equals, "value", 2)]
)
def test_the_interval_of_a_probability_has_the_level_of_its_side(generators, decide, option, sides):
    """Its ends are where the bets have won as much as this side needs."""
    decision = decide(event, generators(), PLAN, **{option: 0.3})
    evidence = event_evidence(int(decision.statistics["successes"]), decision.draws, (0.3, 0.003))
    needed = np.log(sides / PLAN.alpha)
    assert evidence(decision.low, +1) == pytest.approx(needed, abs=1e-5)
    assert evidence(decision.high, -1) == pytest.approx(needed, abs=1e-5)


def test_all_looks_together_spend_no_more_than_alpha():
    assert sum(PLAN.spend(look) for look in range(1, 10_000)) < PLAN.alpha


@pytest.mark.parametrize(("relation", "sides"), [("≤", 1), ("≥", 1), ("=", 2)])
def test_a_mean_is_tested_at_its_share_of_alpha(relation, sides):
    claim = MeanClaim(relation, 1.0, None, "mean", "E X", Knowledge(variance=1.0))
    assert claim.level(PLAN) == PLAN.alpha * (1 - VARIANCE_SHARE) / sides


@pytest.mark.parametrize("bound", ["norm", "moment"])
def test_upper_bounds_of_the_top_eigenvalue_cover_it(bound, at_most):
    """X in {0, 5} with mean 1, as 1 x 1 matrices: the plug-in mean itself lies below 1 in half of the runs."""
    rng, n, alpha = np.random.default_rng(3), 400, 0.05
    means = 5 * rng.binomial(n, 0.2, REPETITIONS) / n
    if bound == "norm":
        upper = [bounded_upper(m, n, norm_bound=5.0, alpha=alpha) for m in means]
    else:
        upper = [moment_upper(m, n, moment_ratio=5.0, alpha=alpha, most=n) for m in means]
    assert at_most(int(np.sum(np.array(upper) < 1)), REPETITIONS, alpha)
    assert not at_most(int(np.sum(means < 1)), REPETITIONS, alpha)  # what a plug-in confirmation would do


def test_a_supremum_that_is_too_large_is_never_confirmed_by_its_plug_in(generators, at_most):
    """One direction has mean 1.2 against the bound 1 within a resolution of 0.1; small samples often look fine."""

    def draw(rng, size):
        matrices = np.zeros((size, 2, 2))
        matrices[:, 0, 0] = 6 * (rng.random(size) < 0.2)
        matrices[:, 1, 1] = 0.5
        return matrices

    plan, runs = Plan(0.01, 0.1, 200, first_batch=100), 400
    verdicts = [matrix_at_most(draw, generators(r), plan, bound=np.eye(2), norm_bound=6.0).verdict for r in range(runs)]
    assert at_most(sum(v is Verdict.CONFIRMED for v in verdicts), runs, 0.01)


def test_a_betting_interval_gives_half_of_alpha_to_each_side():
    draws = np.random.default_rng(0).random(500)
    low, high = betting_interval(draws, support=(0.0, 1.0), alpha=0.1)
    evidence = betting_evidence(draws, (0.0, 1.0))
    assert evidence(low, +1) == pytest.approx(np.log(2 / 0.1), abs=0.2)
    assert evidence(high, -1) == pytest.approx(np.log(2 / 0.1), abs=0.2)


def test_bets_of_the_norm_bound_share_the_level():
    """Ten bets: at x = 0 the bound is (1 - exp(-log(10/α)/n)) / (1 - e^-θ) for the largest θ = 5."""
    found = bounded_upper(0.0, 100, norm_bound=2.0, alpha=0.05)
    assert found == pytest.approx(2 * (1 - (0.05 / 10) ** (1 / 100)) / (1 - np.exp(-5)))


def test_two_bounds_of_a_supremum_share_the_level():
    both = _Claim(np.eye(1), 5.0, 5.0, "", "")
    share = PLAN.alpha * 0.9 / 2
    norm = bounded_upper(1.0, 4000, norm_bound=5.0, alpha=share)
    moment = moment_upper(1.0, 4000, moment_ratio=5.0, alpha=share, most=PLAN.max_draws)
    assert both.upper(1.0, 4000, PLAN, bets=np.ones(4000)) == min(norm, moment)


@pytest.mark.parametrize(("bets", "usable"), [([1.0, 1.0], True), ([0.0, 2.0], False), ([], False)])
def test_a_moment_ratio_that_the_draws_belie_bounds_nothing(bets, usable):
    """E Y² = 2 (E Y)² for the second; the first chunk chooses a direction and tests nothing."""
    upper = _Claim(np.eye(1), None, 1.05, "", "").upper(1.0, 4000, PLAN, bets=np.array(bets))
    assert np.isfinite(upper) == usable


def test_a_slope_has_the_level_of_its_look_and_side(generators):
    plan = Plan(1e-3, 0.01, 3200, first_batch=400)
    found = exponent_equals(correlated_paths, generators(), plan, times=TIMES, slope=-1.0, kurtosis=15.0)
    sizes = [size for look in regular_looks(plan) if look.draws <= found.draws for size in look.chunks]
    paths = np.concatenate([correlated_paths(generators()(k), size) for k, size in enumerate(sizes)])
    values = pseudo_values(paths, contrasts(np.log(TIMES)), "mean")
    looks = len(list(regular_looks(plan)))
    assert looks == 13
    half = studentised_quantile(values, alpha=plan.alpha / looks / 2)[0] * values.std(axis=0, ddof=1)[0]
    assert (found.high - found.low) / 2 == pytest.approx(half / np.sqrt(len(paths)), rel=1e-6)


def test_steps_of_a_drift_share_the_level():
    """The fewest replicas that suffice for one step are too few for forty steps of the same kind."""
    plan, knowledge = Plan(1e-3, 0.5, 100_000, first_batch=50), Knowledge((0.0, 4.0))
    ratio = 2 * np.random.default_rng(4).random((3000, 1))
    look = next(looks(plan))
    n = next(n for n in range(60, 3000, 4) if consistent(ratio[:n], look, plan, knowledge)[0])
    assert not consistent(np.repeat(ratio[:n], 40, axis=1), look, plan, knowledge)[0]


def test_a_short_plan_gives_half_of_alpha_to_the_exact_test():
    """71 of 120: the exact test of all draws confirms P >= 1/2 to 20 %, bets that may be looked at any time do not."""
    order = np.random.default_rng(0).permutation(np.repeat([1.0, 0.0], [71, 49]))

    @shared
    def draw(_rng, size):
        return order[:size]

    plan = Plan(5e-5, 0.2, 120)
    found = probability_at_least(draw, np.random.default_rng, plan, bound=0.5)
    assert found.low == clopper_pearson(71, 120, alpha=plan.alpha / 2)[0]
    assert found.verdict is Verdict.CONFIRMED

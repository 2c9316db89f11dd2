"""The levels that decisions work with are the promised ones: spent over looks, shared by sides, valid upper bounds."""

import numpy as np
import pytest

from theorytest.decisions.assumptions import VARIANCE_SHARE, Knowledge
from theorytest.decisions.decision import Verdict
from theorytest.decisions.directions import bounded_upper, matrix_at_most, moment_upper
from theorytest.decisions.means import MeanClaim
from theorytest.decisions.probability import clopper_pearson, probability_at_most, probability_equals
from theorytest.decisions.sequential import Plan, looks

PLAN = Plan(1e-3, 0.01, 64_000)
REPETITIONS = 4000


def event(rng, size):
    return rng.random(size) < 0.3


@pytest.mark.parametrize(
    ("decide", "option", "sides"), [(probability_at_most, "bound", 1), (probability_equals, "value", 2)]
)
def test_the_interval_of_a_probability_has_the_level_of_its_look_and_side(generators, decide, option, sides):
    decision = decide(event, generators(), PLAN, **{option: 0.3})
    look = next(look for look in looks(PLAN) if look.draws == decision.draws)
    assert look.number > 1
    share = PLAN.alpha / (look.number * (look.number + 1)) / sides
    successes = int(decision.statistics["successes"])
    assert (decision.low, decision.high) == clopper_pearson(successes, decision.draws, alpha=share)


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
        upper = [moment_upper(m, n, moment_ratio=5.0, alpha=alpha) for m in means]
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

"""Where the money goes, and what carrying it from chunk to chunk changes: nothing."""

import numpy as np
import pytest

from theorytest.decisions.accounts import Accounts, absorb
from theorytest.decisions.assumptions import Knowledge
from theorytest.decisions.bets import Bernstein, Betting, Catoni, weights
from theorytest.decisions.eprocess import LAMBDAS
from theorytest.decisions.sequential import Plan
from theorytest.decisions.tails import tails

PLAN = Plan(0.01, 0.1, 10_000, first_batch=400)


def test_most_of_the_money_lies_near_the_best_bet():
    assert np.argmax(weights(LAMBDAS, LAMBDAS[5])) == 5
    assert np.exp(weights(LAMBDAS, LAMBDAS[5]))[4:7].sum() > 0.6


def test_a_pilot_that_chose_the_bets_is_left_out():
    lambdas = np.array([0.1, 0.2])
    source = Catoni(1.0, lambdas, np.log([0.5, 0.5]), skips=True)
    later = np.array([1.0, 2.0])
    assert source.value(np.array([50.0, 50.0]), later, 10, +1) == source.value(np.zeros(2), later, 10, +1)


def test_each_side_is_planned_from_its_own_end():
    pilot = np.array([0.0, 0.5, 2.5])
    planned = Betting((0.0, 10.0)).planned(pilot, 1.0, 0.05)
    for side, unit in ((+1, 1.0), (-1, 9.0)):
        d, spread = 0.05 / unit, pilot.var() / unit**2
        np.testing.assert_allclose(planned.logs[side], weights(LAMBDAS, d / (spread + d * d)))


@pytest.mark.parametrize(
    "knowledge",
    [
        Knowledge((0.0, 4.0)),
        Knowledge((0.0, np.inf), variance=1.0),
        Knowledge(moment=(1.5, 1.0)),
        Knowledge(kurtosis=9.0),
    ],
    ids=["support", "support and variance", "moment", "kurtosis"],
)
def test_accounts_agree_with_the_evidence_of_all_draws(knowledge):
    draws = np.minimum(np.random.default_rng(0).exponential(size=600), 4.0)
    points = ((0.9, +1), (1.1, -1), (0.9, -1))
    accounts = Accounts(knowledge, PLAN, (1.0, 0.1), points)
    for part in np.split(draws, [50, 120, 400]):
        accounts = absorb(accounts, part)
    whole = knowledge.evidence(draws, PLAN, tails(draws), (1.0, 0.1), 50)
    found = accounts.evidence()
    assert [found[point] for point in points] == pytest.approx([whole(*point) for point in points])


def test_later_draws_are_measured_from_the_mean_of_the_pilot():
    """A centre that later draws choose would know what it is bet on."""
    source = Bernstein.planned((0.0, 2.0), np.array([0.0, 1.0]), 0.1)
    np.testing.assert_allclose(source.gains(np.array([1.5, 2.0]), 1.0, +1), [1.5, (1.0 + 2.25) / 2])

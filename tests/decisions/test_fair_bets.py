"""Bets are fair: over all sequences of a finite law, weighed by their probability, wealth is 1 on average, never more.

Whoever looks at the draws before betting on them, plans with later draws, or mixes with more money than there is, wins.
"""

import itertools
import math

import numpy as np
import pytest

from theorytest.decisions.accounts import Accounts, absorb
from theorytest.decisions.assumptions import Knowledge
from theorytest.decisions.bets import weights
from theorytest.decisions.directions import _absorb, _Claim, _State
from theorytest.decisions.eprocess import LAMBDAS, EProcess
from theorytest.decisions.probability import event_evidence
from theorytest.decisions.ratio_claims import step_gains
from theorytest.decisions.sequential import Plan
from theorytest.decisions.trajectories import drift_log_wealth

LAW = {0.0: 0.5, 1.0: 0.3, 3.5: 0.2}  # the mean is 1, the variance 1.75
MOMENT = sum(p * abs(x - 1) ** 1.5 for x, p in LAW.items())
FIRST, LATER = 3, 3
PLAN = Plan(0.1, 0.5, 1000, first_batch=FIRST)


def sequences(n, law=LAW):
    """All sequences of n draws with their probabilities."""
    for draws in itertools.product(law, repeat=n):
        yield np.array(draws), math.prod(law[x] for x in draws)


def average_wealth(knowledge, side, m=1.0):
    total = 0.0
    for draws, probability in sequences(FIRST + LATER):
        start = Accounts(knowledge, PLAN, (1.0, 0.5), ((m, side),))
        accounts = absorb(absorb(start, draws[:FIRST]), draws[FIRST:])
        total += probability * math.exp(accounts.evidence()[m, side])
    return total


@pytest.mark.parametrize("side", [+1, -1])
@pytest.mark.parametrize(
    ("knowledge", "least"),
    [
        (Knowledge((0.0, 3.5)), 0.6),
        (Knowledge(variance=1.75), 0.5),
        (Knowledge(moment=(1.5, MOMENT)), 0.3),
        (Knowledge((0.0, 3.5), variance=1.75), 0.6),
    ],
    ids=["support", "variance", "moment", "support and variance"],
)
def test_no_knowledge_wins_on_average(knowledge, least, side):
    assert least < average_wealth(knowledge, side) <= 1 + 1e-12


def test_bets_alone_are_exactly_fair():
    assert average_wealth(Knowledge((0.0, math.inf)), +1) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("m", [0.5, 2.0])
def test_wrong_means_lose_or_win(m):
    """Against a mean below the true one bets win, against one above they lose."""
    assert (average_wealth(Knowledge((0.0, math.inf)), +1, m) > 1) == (m < 1)


def test_what_was_planned_does_not_change_with_later_draws():
    start = Accounts(Knowledge((0.0, 3.5), variance=2.0), PLAN, (1.0, 0.5), ((1.0, +1), (1.0, -1)))
    planned = absorb(start, np.array([0.0, 1.0, 3.5]))
    assert absorb(planned, np.array([3.5, 3.5])).sources is planned.sources


@pytest.mark.parametrize("side", [+1, -1])
def test_events_are_bet_on_fairly(side):
    p, n = 0.3, 12
    wealth = [math.exp(event_evidence(k, n, (p, 0.1))(p, side)) for k in range(n + 1)]
    chances = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    assert np.dot(wealth, chances) == pytest.approx(1, abs=1e-9)


def test_drifts_are_bet_on_fairly():
    """Two steps, the second mixed with 1 by what the first was: its conditional mean is 1."""
    total = 0.0
    for draws, probability in sequences(4):
        first, second = draws[:2], draws[2:]
        share = first / (1 + first)
        ratio = np.stack([first, 1 + share * (second - 1)], axis=1)
        total += probability * math.exp(drift_log_wealth(step_gains(ratio)))
    assert total == pytest.approx(1, abs=1e-12)


def test_directions_are_bet_on_fairly():
    """Along v of the past: the mean of x x' is the identity, and the wealth is 1 on average."""
    roots = [np.array([math.sqrt(2), 0.0]), np.array([0.0, math.sqrt(2)])]
    claim, total = _Claim(np.eye(2), None, None, "", ""), 0.0
    for picked in itertools.product(roots, repeat=5):
        state = _State(np.zeros((2, 2)), 0, EProcess(1.0))
        for x in picked:
            state = _absorb(state, np.outer(x, x)[None], claim, PLAN)
        total += math.exp(state.process.log_wealth) / 32
    assert total == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("best", [1e-9, 0.01, 0.3, 7.0])
def test_shares_of_the_money_are_all_of_it(best):
    assert np.exp(weights(LAMBDAS, best)).sum() == pytest.approx(1)

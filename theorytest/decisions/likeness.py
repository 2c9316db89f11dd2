r"""All calls of a draw have one law: a number that all draws of one call share is found out between the calls.

Given the values of the calls so far together, N of them, an honest last call holds a random n. Let every value have a
score a that depends on the N values alone, with mean 0, and let S be the sum over the smaller part of n or N - n,
m values. Then E exp(λS) ≤ (Σ exp(λa)/N)^m (Hoeffding 1963), so that what bets on S win has mean at most 1 given the N
values and all later calls, and the winnings of all calls multiply: a factor 1/α comes with probability at most α.
The scores are normal quantiles of the ranks, of the values, which see a common shift, and of the distances from their
median, which see a common factor. The bets λ are normal: they suit a number that is shared by a call and is normal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from theorytest.decisions.independence import Array
from theorytest.decisions.intervals import log_mean_exp

# Minus the log of the probability that independent draws are refused, whatever the number of calls: 300 decisions of a
# run together cost it less than a thousandth of the budget of 0.001.
BEYOND_CHANCE = 25.0

_EACH = 1000  # draws of a call that are compared
_CALLS = 200  # that are compared with those before
_LEVELS = 32  # of scores
_SPREADS = 2.0 ** np.arange(-2, 5)  # of the bets, in standard deviations of S
_NODES, _SHARES = np.polynomial.hermite_e.hermegauss(16)
_LOG_SHARES = np.log(_SHARES / _SHARES.sum())


@dataclass(frozen=True)
class Calls:
    """The draws of the calls so far in order of size, and what every bet has won, as logs: a row for each score."""

    seen: Array = field(default_factory=lambda: np.empty(0))
    count: int = 0
    won: Array = field(default_factory=lambda: np.zeros((2, len(_SPREADS))))

    def update(self, values: Array) -> Calls:
        """With one more call."""
        if self.count == _CALLS:
            return self
        new = np.sort(values[:_EACH])
        together = np.sort(np.concatenate([self.seen, new]), kind="stable")  # merges what is in order
        won = self.won + _winnings(together, new) if self.count else self.won
        return Calls(together, self.count + 1, won)

    @property
    def evidence(self) -> float:
        """The log of an e-value against "all calls have one law, and their draws are independent"."""
        return float(log_mean_exp(self.won.ravel()))

    @property
    def differ(self) -> bool:
        """Whether no chance explains it."""
        return self.evidence > BEYOND_CHANCE


def _winnings(together: Array, new: Array) -> Array:
    """Of the last call, whose values are among all values; both in order."""
    middle = np.median(together)
    pairs = ((together, new), (np.abs(together - middle), np.abs(new - middle)))
    return np.stack([_won(*(np.sort(each, kind="stable") for each in pair)) for pair in pairs])


def _won(together: Array, new: Array) -> Array:
    """The logs of what bets of every spread win on the scores of the last call."""
    edges = np.unique(together[np.arange(1, _LEVELS + 1) * len(together) // _LEVELS - 1])
    counts, last = (np.diff(np.searchsorted(each, edges, side="right"), prepend=0) for each in (together, new))
    scores = _scores(counts)
    if not scores.any():
        return np.zeros(len(_SPREADS))
    total, n = counts.sum(), len(new)
    m = min(n, total - n)
    x = float(scores @ last) * (1 if m == n else -1)  # all scores together are 0
    lambdas = np.multiply.outer(_SPREADS, _NODES) / math.sqrt(m)
    moments = np.logaddexp.reduce(np.log(counts / total) + np.multiply.outer(lambdas, scores), axis=-1)
    return np.asarray(np.logaddexp.reduce(_LOG_SHARES + lambdas * x - m * moments, axis=-1))


def _scores(counts: Array) -> Array:
    """Normal quantiles of the middle ranks of each level, with mean 0 and variance 1 over all values."""
    from scipy.special import ndtri  # slow to import, and most checks sample nothing

    shares = counts / counts.sum()
    raw = ndtri(np.cumsum(shares) - shares / 2)
    centred = raw - shares @ raw
    spread = math.sqrt(shares @ centred**2)
    return np.asarray(centred / spread) if spread > 0 else np.zeros(len(counts))

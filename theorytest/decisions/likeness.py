r"""All calls of a draw have one law: a number that all draws of one call share is found out between the calls.

Given the values of the calls so far together, N of them, an honest last call holds a random n. Let K of N lie on one
side of a line that the N values draw, X of them in the smaller part of n or N - n. Then X is hypergeometric, so that
E exp(±λX) ≤ (1 - p + p exp(±λ))^n with p = K/N (Hoeffding 1963). What bets on this win has mean at most 1 given the N
values and all later calls, so that the winnings of all calls multiply: a factor 1/α comes with probability at most α.
The lines: the median, which sees a common shift, and the median distance from it, which sees a common factor, and
values below a median that most draws share.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from theorytest.decisions.independence import IMPROBABLE, Array
from theorytest.decisions.intervals import log_mean_exp

_EACH = 1000  # draws of a call that are compared
_CALLS = 200  # that are compared with those before
_BETS = 2.0 ** np.arange(5)  # in standard deviations of X


@dataclass(frozen=True)
class Calls:
    """The draws of the calls so far, and what every bet has won, as logs: a row for each line."""

    seen: tuple[Array, ...] = ()
    won: Array = field(default_factory=lambda: np.zeros((2, len(_BETS))))

    def update(self, values: Array) -> Calls:
        """With one more call."""
        if len(self.seen) == _CALLS:
            return self
        new = values[:_EACH]
        if not self.seen:
            return Calls((new,), self.won)
        return Calls((*self.seen, new), self.won + _winnings(np.concatenate(self.seen), new))

    @property
    def evidence(self) -> float:
        """The log of an e-value against "all calls have one law, and their draws are independent"."""
        return float(log_mean_exp(self.won.ravel()))

    @property
    def differ(self) -> bool:
        """Whether no chance explains it."""
        return self.evidence > IMPROBABLE


def _winnings(before: Array, new: Array) -> Array:
    together = np.concatenate([before, new])
    distances = np.abs(together - np.median(together))
    return np.stack([_won(each > np.median(each), len(new)) for each in (together, distances)])


def _won(above: NDArray[np.bool_], last: int) -> Array:
    """The logs of (exp(λX)/(1-p+p exp λ)^n + exp(-λX)/(1-p+p exp -λ)^n)/2 for every λ."""
    p, n = float(above.mean()), min(last, len(above) - last)
    if not 0 < p < 1:
        return np.zeros(len(_BETS))
    x = float(above[-last:].sum() if n == last else above[:-last].sum())
    signed = np.multiply.outer((1, -1), _BETS / math.sqrt(n * p * (1 - p)))
    moments = np.logaddexp(math.log1p(-p), math.log(p) + signed)
    return np.asarray(np.logaddexp.reduce(signed * x - n * moments, axis=0) - math.log(2))

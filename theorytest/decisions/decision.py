"""What a comparison returns: a verdict, the arithmetic that decided it, the numbers behind it, and a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Verdict(StrEnum):
    """What a reader may say about a claim, from the strongest word to the weakest support, then what is not support."""

    PROVED = "proved"  # a certificate that the independent checker accepts, for every quantifier
    EXACT = "exact"  # no open quantifier, rational, symbolic or enclosed arithmetic
    COMPUTED = "computed"  # no open quantifier, floating point or machine integers
    CORROBORATED = "corroborated"  # an open quantifier: all named instances hold
    CONFIRMED = "confirmed"  # a valid interval lies in the claimed region widened by the resolution
    CONSISTENT = "consistent"  # nothing up to a stated horizon contradicts it
    NOT_EXECUTABLE = "not executable"  # with the reason
    UNDECIDED = "undecided"  # budget ended, noise floor reached, or the hypotheses are vacuous
    REFUTED = "refuted"  # a counterexample, or a test with its error rate

    @property
    def holds(self) -> bool:
        """Whether it is support for the claim."""
        return _ORDER.index(self) <= _ORDER.index(Verdict.CONSISTENT)

    def capped(self, most: Verdict) -> Verdict:
        """The weaker of the two."""
        return max(self, most, key=_ORDER.index)


_ORDER = tuple(Verdict)

GROUPS: Mapping[str, tuple[Verdict, ...]] = {
    "settled": (Verdict.PROVED, Verdict.EXACT),
    "supported": (Verdict.COMPUTED, Verdict.CORROBORATED, Verdict.CONFIRMED, Verdict.CONSISTENT),
    "refuted": (Verdict.REFUTED,),
    "open": (Verdict.UNDECIDED, Verdict.NOT_EXECUTABLE),
}


class Arithmetic(StrEnum):
    """How two sides were compared, from the most to the least certain; read off the values, never typed."""

    RATIONAL = "rational"
    SYMBOLIC = "symbolic"  # exact numbers of a computer algebra system
    ENCLOSED = "enclosed"  # intervals or balls that contain the true values
    MACHINE = "machine integers"  # whole numbers of fixed width, which may have overflowed before
    FLOATING = "floating"
    SAMPLED = "sampled"

    @property
    def certain(self) -> bool:
        """Whether no rounding, no overflow and no chance is involved."""
        return self not in (Arithmetic.MACHINE, Arithmetic.FLOATING, Arithmetic.SAMPLED)


@dataclass(frozen=True)
class Decision:
    """One decision of a check. `alpha` bounds the probability of a false refutation; what does not sample has alpha 0.

    `resolution` is the smallest violation that this decision would have caught with probability 0.99, in the
    units that `sentence` states. `room` is the share of an inequality's bound that is not used up.
    """

    name: str
    method: str
    verdict: Verdict
    sentence: str
    claimed: float | None = None
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    alpha: float = 0.0
    resolution: float | None = None
    draws: int = 0
    witness: Mapping[str, Any] | None = None
    statistics: Mapping[str, float] = field(default_factory=dict)
    curves: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    arithmetic: Arithmetic | None = None
    until: float | None = None  # the last time that was looked at, for a sentence about all times
    room: float | None = None
    sign: str = "="  # how the estimate compares with what is claimed: =, ≤, ≥, < or >

    @property
    def seen_in(self) -> Arithmetic:
        """The arithmetic, also of a rule that does not name it."""
        return self.arithmetic or (Arithmetic.SAMPLED if self.draws or self.alpha else Arithmetic.FLOATING)


def combine(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of several decisions together: the weakest one. No decision at all is no evidence: undecided."""
    return max(verdicts, key=_ORDER.index, default=Verdict.UNDECIDED)

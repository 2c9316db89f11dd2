"""What a statistical or exact decision returns: a verdict, the numbers behind it, and a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Verdict(StrEnum):
    """The six answers that a claim can get."""

    EXACT = "exact"  # decided without sampling
    CONFIRMED = "confirmed"  # a valid interval lies in the claimed region widened by the resolution
    CONSISTENT = "consistent"  # asymptotic statements: premises and finite consequences hold
    REFUTED = "refuted"  # a valid test or an exact witness contradicts the sentence as printed
    UNDECIDED = "undecided"  # budget ended, noise floor reached, or the hypotheses are vacuous
    NOT_EXECUTABLE = "not executable"  # with the reason


@dataclass(frozen=True)
class Decision:
    """One decision of a check. `alpha` bounds the probability of a false refutation; exact decisions have alpha 0.

    `resolution` is the smallest violation that this decision would have caught with probability 0.99, in the
    units that `sentence` states.
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


# From strongest objection to weakest support: a claim is worth as much as its weakest decision.
_WEAKEST_FIRST = (
    Verdict.REFUTED,
    Verdict.UNDECIDED,
    Verdict.NOT_EXECUTABLE,
    Verdict.CONSISTENT,
    Verdict.CONFIRMED,
    Verdict.EXACT,
)


def combine(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of several decisions together: the weakest one. No decision at all is no evidence: undecided."""
    return min(verdicts, key=_WEAKEST_FIRST.index, default=Verdict.UNDECIDED)

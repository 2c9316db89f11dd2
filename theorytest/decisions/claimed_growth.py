"""What is claimed about growth, and what the increments over quarters of the doublings say about it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from theorytest.decisions.decision import Verdict
from theorytest.decisions.growth import LOG_POWERS, Growth, among_these, either
from theorytest.decisions.quarters import Array, Quarters, hidden_exponent, told_from_log
from theorytest.decisions.wording import number


@dataclass(frozen=True)
class GrowthClaim:
    """A kind of growth over doubling times; `among` are the kinds that the claim admits besides, if it says so."""

    kind: Growth
    times: Array
    among: frozenset[Growth]
    name: str
    symbol: str
    exponent: float | None = None  # of a power, to `near`
    near: float = 0.05
    against: float = 0.0  # the power that a logarithm must be told from

    def __post_init__(self) -> None:
        among_these(self.kind, self.kind, self.among)
        for word, value in (("exponent", self.exponent), ("near", self.near), ("against", self.against or 1.0)):
            if value is not None and not 0 < value < math.inf:
                raise ValueError(f"{word} must be positive and finite, got {value}")

    @property
    def doublings(self) -> int:
        """In a quarter."""
        return (len(self.times) - 1) // 4

    @property
    def separated_at(self) -> float:
        """The time from which a logarithm is told from the power `against`, or a power from a logarithm."""
        exponent = self.against if self.kind is Growth.LOGARITHMIC else self.exponent
        return told_from_log(exponent, float(self.times[0])) if exponent else float(self.times[0] * 2.0**8)

    @property
    def early(self) -> bool:
        """Whether the horizon ends before the alternatives separate."""
        return bool(self.times[-1] < self.separated_at * (1 - 1e-9))

    def supported(self, quarters: Quarters, slack: float) -> Array:
        """Where the quarters are those of the claimed kind."""
        seen = quarters.kind(slack) == self.kind
        if self.exponent is None:
            return np.asarray(seen)
        low, high = quarters.exponents()
        return np.asarray(seen & (low >= self.exponent - self.near) & (high <= self.exponent + self.near))

    def contradicted(self, quarters: Quarters, slack: float) -> Array:
        """Where the quarters are those of another admitted kind, or of a power with another exponent."""
        kinds = quarters.kind(slack)
        others = np.isin(kinds.astype(str), [each.value for each in self.among - {self.kind}])
        if self.exponent is None or self.kind not in self.among:
            return np.asarray(others)
        low, high = quarters.exponents()
        far = (low > self.exponent + self.near) | (high < self.exponent - self.near)
        return np.asarray(others | ((kinds == Growth.POWER) & far))

    def verdict(self, supported: bool, contradicted: bool) -> Verdict:
        """Nothing is decided before the alternatives separate, whatever is seen."""
        if self.early or not (supported or contradicted):
            return Verdict.UNDECIDED
        return Verdict.REFUTED if contradicted else Verdict.CONSISTENT

    def words(self) -> str:
        """What is claimed."""
        which = f"like t^{number(self.exponent)} ± {number(self.near)}" if self.exponent else str(self.kind)
        return f"{self.symbol} {which if self.kind is Growth.BOUNDED else 'grows ' + which}"

    def limits(self, verdict: Verdict) -> list[str]:
        """Which alternatives are not excluded."""
        if self.early:
            return [f"the alternatives separate at t = {self.separated_at:,.6g} only"]
        hidden = number(hidden_exponent(self.doublings))
        if verdict is Verdict.REFUTED:
            return [f"given that it is {either(sorted(self.among))}{self._unseen(hidden)}"]
        if self.kind is Growth.LOGARITHMIC:
            return [f"a power below {hidden} would look the same, {LOG_POWERS}"]
        return []

    def _unseen(self, hidden: str) -> str:
        """Which members of the claimed kind can look like another admitted one, and are not refuted."""
        if self.kind is Growth.BOUNDED and Growth.LOGARITHMIC in self.among:
            return f", and approaches a limit no slower than t^-{hidden}"
        if self.kind is Growth.LOGARITHMIC and Growth.BOUNDED in self.among:
            return ", and a logarithm adds more per doubling than the last quarter"
        return ""

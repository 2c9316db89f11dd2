"""One false-alarm budget for the whole run, shared over the claims by weights that are fixed before it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from theorytest.claims.claim import Claim
from theorytest.claims.sampling import samples
from theorytest.runs.limits import MEMORY_LIMIT, TIME_LIMIT

FALSE_ALARM = 1e-3
_ROUNDING = 1e-9  # of a sum of shares


class BudgetError(ValueError):
    """A setting that makes no sense, in one sentence."""


@dataclass(frozen=True)
class Level:
    """How hard a run looks. Draws grow as resolution^-2; the false-alarm rate is the same at every level."""

    name: str
    resolution_factor: float
    attack_factor: float = 1.0

    def resolution(self, standard: float) -> float:
        """The violation worth catching at this level."""
        return standard * self.resolution_factor

    def draws(self, standard: int) -> int:
        """The number of draws at this level, at least one."""
        return max(1, round(standard / self.resolution_factor**2))

    def evaluations(self, standard: int) -> int:
        """The evaluations of an attack at this level, at least one."""
        return max(1, round(standard * self.attack_factor))


_ALL = (Level("quick", 2.0, 0.25), Level("standard", 1.0), Level("deep", 0.5, 10.0))
LEVELS = {level.name: level for level in _ALL}


@dataclass(frozen=True)
class Setting:
    """What determines every number of a run, apart from the claims themselves."""

    seed: int = 0
    level: Level = LEVELS["standard"]
    false_alarm: float = FALSE_ALARM
    time_limit: float = TIME_LIMIT  # of one task, in seconds: it changes no number, only whether there is one
    memory_limit: float = MEMORY_LIMIT  # of one task, in gigabytes, likewise
    drift: float = 0.0  # relative: sampled quantities are drawn on until two runs would show it, as far as is allowed

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or self.seed < 0:
            raise BudgetError(f"the seed must be a whole number of at least 0, got {self.seed!r}")
        if not 0 < self.false_alarm < 1:
            raise BudgetError(f"the false-alarm rate must lie in (0, 1), got {self.false_alarm}")
        if not 0 < self.time_limit < math.inf:
            raise BudgetError(f"the time limit must be a positive number of seconds, got {self.time_limit}")
        if not 0 < self.memory_limit < math.inf:
            raise BudgetError(f"the memory limit must be a positive number of gigabytes, got {self.memory_limit}")
        if not 0 <= self.drift < math.inf:
            raise BudgetError(f"the drift must be 0 or a positive number, such as 0.03, got {self.drift}")

    @property
    def limits(self) -> str:
        """Both limits in words."""
        return f"{self.time_limit:g} s, {self.memory_limit:g} GB"


def setting(
    seed: int = 0,
    budget: str = "standard",
    false_alarm: float = FALSE_ALARM,
    time_limit: float = TIME_LIMIT,
    memory_limit: float = MEMORY_LIMIT,
    drift: float = 0.0,
) -> Setting:
    """A setting from the words that both doors take."""
    if budget not in LEVELS:
        raise BudgetError(f"the budget must be one of {', '.join(LEVELS)}, got {budget!r}")
    return Setting(seed, LEVELS[budget], false_alarm, time_limit, memory_limit, drift)


def shares(claims: Iterable[Claim], false_alarm: float) -> dict[str, float]:
    """The false-alarm probability of each claim of the full ledger that samples; together they make up the whole rate.

    The full ledger and not the selection: what else is run must not change a verdict.
    """
    weights = {each.id: each.weight if each.executable and samples(each) else 0.0 for each in claims}
    total = math.fsum(weights.values()) or 1.0
    found = {name: false_alarm * weight / total for name, weight in weights.items()}
    if math.fsum(found.values()) > false_alarm * (1 + _ROUNDING):
        raise BudgetError(f"the shares of the claims sum to more than the false-alarm rate {false_alarm}")
    return found


def shared_out(claims: Iterable[Claim], false_alarm: float) -> str:
    """The shares in one sentence, as both doors print them."""
    parts = [share for share in shares(claims, false_alarm).values() if share]
    if not parts:
        return "no claim samples, so nothing is spent"
    low, high = min(parts), max(parts)
    each = f"{low:.2g} each" if high - low <= 1e-9 * high else f"{low:.2g} to {high:.2g} each, by weight"
    return f"{len(parts)} claims share it: {each}" if len(parts) > 1 else f"one claim has all of it: {low:.2g}"


def spent_on(share: float, position: int) -> float:
    """What the j-th sampled decision of a claim may spend: share * 6 / (pi^2 j^2), which sums to the share."""
    return share * 6 / (math.pi * position) ** 2

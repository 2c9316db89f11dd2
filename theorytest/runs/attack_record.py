"""What a record keeps of an attack: how hard was looked, how near it came, and which mutants it catches blind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import msgspec

from theorytest.decisions.wording import count

if TYPE_CHECKING:  # a record is read without the attack, which is slow to import
    from theorytest.attacks.outcome import Attacked

LONG = 120  # characters of an instance in a sentence
Count = Annotated[int, msgspec.Meta(ge=0)]


@dataclass(frozen=True)
class StoredAttack:
    """An attack on one claim or one of its variants."""

    evaluations: Count
    rejected: Count
    effort: str  # in words
    closest: float | None  # of the inequalities, relative to the size of both sides
    nearest: str  # the instance that comes so close
    found: bool  # something that fails, certified or not; of a mutant in floating point
    script: str | None = None
    caught: Count = 0  # mutants that the same attack catches blind
    mutants: Count = 0  # of so many
    searched: str = ""  # the regions and the hypotheses, in words
    broken: Count = 0  # instances at which a side has no value
    complete: bool = False  # whether every instance of the regions was tried

    @property
    def sentence(self) -> str:
        """`an attack of 9 evaluations, closest approach 3 %, 4 of 4 mutants caught blind; nearest: n = 1; ...`."""
        near = f"; nearest: {self.near}" if self.nearest and not self.found else ""
        power = f", {self.caught} of {count(self.mutants, 'mutant')} caught blind" if self.mutants else ""
        return self.effort + power + near + (f"; searched: {self.searched}" if self.searched else "")

    @property
    def near(self) -> str:
        """The nearest instance, cut where it is long: the record has the whole of it."""
        return self.nearest if len(self.nearest) <= LONG else f"{self.nearest[: LONG - 3]}..."


def _nearest(found: Attacked) -> str:
    """With the parameters of the region, where an instance is a function without a name."""
    if "<lambda>" not in found.nearest or found.start is None or not found.start[1]:
        return found.nearest
    return f"{found.nearest} (parameters {', '.join(f'{each:.6g}' for each in found.start[1])})"


def stored_attack(found: Attacked) -> StoredAttack:
    """The attack as a record has it."""
    script = found.counterexample.script if found.counterexample else None
    return StoredAttack(
        found.evaluations,
        found.rejected,
        found.effort,
        found.closest,
        _nearest(found),
        found.found,
        script,
        searched=found.searched,
        broken=found.broken,
        complete=found.complete,
    )

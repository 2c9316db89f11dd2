"""The sentences of a ledger as a record keeps them: claims, quantifiers and hypotheses as they were registered."""

from __future__ import annotations

from dataclasses import dataclass, field

from theorytest.claims.domains import Extent
from theorytest.claims.paper import Coverage, Paper
from theorytest.claims.words import Gravity, Kind, Voice
from theorytest.decisions.decision import Verdict


@dataclass(frozen=True)
class Quantifier:
    """A quantifier of a sentence as it is registered."""

    symbol: str
    extent: Extent
    says: str
    place: str = ""  # file and line of the code that defines its instances


@dataclass(frozen=True)
class Given:
    """A hypothesis of a sentence; one without a predicate is stated and not evaluated."""

    name: str
    says: str
    evaluated: bool


@dataclass(frozen=True)
class Described:
    """A claim as it is registered."""

    id: str
    label: str
    number: str
    kind: Kind
    voice: Voice
    says: str
    formula: str
    forall: tuple[Quantifier, ...]
    given: tuple[Given, ...]
    reading: str
    expected: Verdict
    gravity: Gravity | None
    finding: str
    repairs: str | None
    tight: str | None
    also: tuple[str, ...]
    premises: tuple[str, ...]
    mutants: tuple[str, ...]
    weight: float
    why: str
    script: str | None
    file: str
    line: int
    by_hand: bool = False  # the statement of its proof is written beside the check, and not made by it

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that the claim covers."""
        return (self.label, *self.also)


@dataclass(frozen=True)
class DescribedLedger:
    """The sentences themselves, so that a report needs the record only."""

    claims: tuple[Described, ...]
    paper: Paper
    covering: dict[str, tuple[str, ...]]  # by label, in the paper's order
    said: dict[str, str] = field(default_factory=dict)  # by file, or file and line, what code says of its instances

    @property
    def coverage(self) -> Coverage:
        """Which claims cover which items."""
        return Coverage(self.covering)

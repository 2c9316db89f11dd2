"""What a run leaves behind, as objects: the run, a verdict per claim with its evidence, and the sentences themselves.

The classes are the format: msgspec writes them, reads them back with every field checked, and generates the schema.
Infinities and NaN, which JSON does not know, are the words `Infinity`, `-Infinity` and `NaN`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from theorytest.claims.domains import Extent
from theorytest.claims.plots import StoredPanel
from theorytest.decisions.decision import Arithmetic, Verdict
from theorytest.runs.attack_record import StoredAttack
from theorytest.runs.certificate_record import StoredCertificate
from theorytest.runs.described import DescribedLedger

SCHEMA = 5
NAMELESS = "comparison"  # the only decision of a claim without instances

Number = float | Annotated[str, msgspec.Meta(pattern="^(NaN|-?Infinity)$")]
Count = Annotated[int, msgspec.Meta(ge=0)]
Probability = Annotated[float, msgspec.Meta(ge=0, le=1)]
Curves = Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True)
class StoredDecision:
    """One comparison of a check, with the names of its curves."""

    name: str
    method: str
    verdict: Verdict
    sentence: str
    sign: str
    claimed: Number | None
    estimate: Number | None
    low: Number | None
    high: Number | None
    alpha: Probability
    resolution: Number | None
    draws: Count
    witness: dict[str, Any] | None
    statistics: dict[str, Number]
    curves: tuple[str, ...]
    arithmetic: Arithmetic
    until: Number | None
    room: Number | None

    @property
    def said(self) -> str:
        """The sentence without the verdict in front."""
        return self.sentence.removeprefix(f"{self.verdict}: ")


@dataclass(frozen=True)
class Reach:
    """One quantifier: what it ranges over, and how far the run went."""

    symbol: str
    extent: Extent
    says: str  # what it ranges over
    tried: tuple[str, ...]  # names of instances
    left_out: tuple[str, ...]  # those that a hypothesis excludes wherever they occur
    coverage: str  # in words

    @property
    def sentence(self) -> str:
        """`for all T (spaces of finite dimension): 3 named instances, not attacked`."""
        over = f" ({self.says})" if self.says else ""
        return f"for all {self.symbol}{over}: {self.coverage}"


@dataclass(frozen=True)
class StoredVariant:
    """What became of a mutant, which must be refuted, or of a control, which must hold."""

    name: str
    verdict: Verdict
    sentence: str
    draws: Count
    broken: str | None
    must_hold: bool
    passes: bool
    caught: bool | None = None  # by the blind attack


@dataclass(frozen=True)
class Judged:
    """The verdict of one claim, what it rests on, how far it reaches."""

    id: str
    verdict: Verdict
    expected: Verdict
    as_expected: bool
    sentence: str
    resolution: Number | None
    alpha: Probability
    draws: Count
    evidence: tuple[StoredDecision, ...]
    witness: dict[str, Any] | None
    plots: tuple[StoredPanel, ...]
    warnings: tuple[str, ...]
    broken: str | None
    rests_on_refuted: tuple[str, ...]
    mutants: tuple[StoredVariant, ...]
    scope: tuple[Reach, ...]
    cases: Count  # choices of instances that were tried
    excluded: Count  # and those that a hypothesis leaves out
    arithmetic: Arithmetic | None
    sharpness: Number | None  # a bound that is smaller by a larger share would be refuted
    attack: StoredAttack | None = None  # on the families that have a region
    sources: str | None = None  # of a run in a chain
    certificate: StoredCertificate | None = None

    @property
    def said(self) -> str:
        """The sentence without the verdict in front."""
        return self.sentence.removeprefix(f"{self.verdict}: ")

    @property
    def witnessed(self) -> str:
        """The sentence, and the instance on which it was refuted."""
        name = self.witness["decision"] if self.witness else NAMELESS
        return self.said if name == NAMELESS else f"{self.said} (witness: {name})"

    @property
    def reach(self) -> str:
        """How far the verdict goes: quantifier by quantifier, and how many cases hypotheses leave out."""
        parts = [each.sentence for each in self.scope]
        if self.excluded and sum(bool(each.tried) for each in self.scope) > 1:
            parts.append(f"{self.cases} of {self.cases + self.excluded} cases, the others excluded by hypothesis")
        return "; ".join(parts + ([self.attack.sentence] if self.attack else []))


@dataclass(frozen=True)
class Mutation:
    """What became of all mutants and controls."""

    refuted: Count
    total: Count
    controls: Count
    survivors: tuple[str, ...]


@dataclass(frozen=True)
class Kept:
    """The states of decisions that earlier runs of a chain stored and this one has not carried on."""

    sources: str
    decisions: dict[str, dict[str, Number]]


@dataclass(frozen=True)
class Carried:
    """What a run with --carry knows of earlier ones."""

    seeds: tuple[Count, ...]
    anew: dict[str, str]
    kept: dict[str, Kept]


@dataclass(frozen=True)
class Run:
    """What determines the numbers, and what came out as a whole."""

    seed: Count
    budget: str
    false_alarm: Probability
    shares: dict[str, Probability]
    versions: dict[str, str]
    commit: str | None
    sources: str
    exit_code: int
    mutation: Mutation
    carried: Carried | None = None


@dataclass(frozen=True)
class Timings:
    """What differs from run to run."""

    started: str
    seconds: float
    jobs: Annotated[int, msgspec.Meta(ge=1)]
    cores: Annotated[int, msgspec.Meta(ge=1)] | None = None
    tasks: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Record:
    """A run. Everything but `timings` is the same whenever the run is repeated; the curves lie in a file beside it."""

    run: Run
    verdicts: tuple[Judged, ...]
    ledger: DescribedLedger
    timings: Timings
    curves: Curves = field(default_factory=dict)

    def verdict(self, id: str) -> Judged | None:  # noqa: A002 - the word that the ledger uses
        """The verdict of one claim, if the run included it."""
        return next((each for each in self.verdicts if each.id == id), None)


@dataclass(frozen=True)
class Checksum:
    """Of the file of curves; None where there are none."""

    sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] | None


@dataclass(frozen=True)
class StoredRecord:
    """The JSON file of a record."""

    schema: int
    run: Run
    verdicts: tuple[Judged, ...]
    ledger: DescribedLedger
    timings: Timings
    curves: Checksum
    sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] = "0" * 64


def schema() -> dict[str, Any]:
    """The JSON schema of a record, generated from the classes."""
    made = msgspec.json.schema(StoredRecord)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A record of theorytest, schema version {SCHEMA}",
    } | made

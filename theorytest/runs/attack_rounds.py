"""A long attack in rounds, each with its own generator, so that it may stop and go on at any time and anywhere."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from urllib.parse import quote

from theorytest.attacks.attack import attacked
from theorytest.attacks.errors import AttackError
from theorytest.claims.claim import Claim
from theorytest.claims.loading import claims_in, load_module
from theorytest.runs.attacking import NAME, decision_of, hypothesis_of, target_of
from theorytest.runs.files import replace_file
from theorytest.runs.records import checksum, signed
from theorytest.runs.seeds import Generators

ROUND = 1000  # evaluations
Start = tuple[int, tuple[float, ...]]


@dataclass(frozen=True)
class Progress:
    """What the attacks on a claim know so far, as one JSON value."""

    claim: str
    rounds: int = 0
    evaluations: int = 0
    closest: float | None = None
    nearest: str = ""
    start: Start | None = None  # the parameters of the nearest instance
    refuted: str = ""  # the sentence of a certified counterexample
    suspicion: str = ""  # of what fails in floating point and could not be certified
    script: str = ""
    error: str = ""  # why it cannot be attacked

    def with_round(self, other: Progress) -> Progress:
        """The same after one more round."""
        mine, theirs = self._approach, other._approach
        best = other if theirs < mine or (theirs == mine and other.rounds < self.rounds) else self
        return replace(
            best,
            rounds=max(self.rounds, other.rounds),
            evaluations=self.evaluations + other.evaluations,
            refuted=self.refuted or other.refuted,
            suspicion=self.suspicion or other.suspicion,
            script=self.script or other.script,
            error=self.error or other.error,
        )

    @property
    def _approach(self) -> float:
        return float("inf") if self.closest is None else self.closest


def attack_round(
    root: Path, file: Path, name: str, seed: int, number: int, most: int, start: Start | None, without: str = ""
) -> Progress:
    """One round in a worker, which imports the check itself: functions do not travel, names do."""
    claim = next(each for each in claims_in(load_module(root, file)) if each.id == name)
    return one_round(claim, seed, number, most, start, without)


def one_round(claim: Claim, seed: int, number: int, most: int, start: Start | None, without: str = "") -> Progress:
    """One round here; its draws depend on the seed, the claim and the number of the round alone.

    `without` names a hypothesis that every instance then lacks.
    """
    rng = Generators(seed, claim.id, NAME)(number)
    try:
        lacking = hypothesis_of(claim, without) if without else None
        found = attacked(target_of(claim, claim.by, lacking), most, rng, starts=[start] if start else [])
    except AttackError as error:
        return Progress(claim.id, number + 1, error=str(error))
    decision = decision_of(found.counterexample, found.effort)
    certified, script = found.certified, found.counterexample.script if found.counterexample else None
    return Progress(
        claim.id,
        number + 1,
        found.evaluations,
        found.closest,
        found.nearest,
        found.start,
        refuted=decision.sentence if decision and certified else "",
        suspicion=decision.sentence if decision and not certified else "",
        script=script or "",
    )


def stored(folder: Path, claim: str) -> Progress:
    """What earlier attacks left; anything unreadable or damaged starts anew."""
    try:
        data = json.loads(_file(folder, claim).read_bytes())
        if data.pop("sha256") != checksum(data):
            return Progress(claim)
        start = data.pop("start")
        return Progress(**data, start=(start[0], tuple(start[1])) if start else None)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return Progress(claim)


def store(folder: Path, progress: Progress) -> None:
    """Keep it for the next attack."""
    data = asdict(progress)
    replace_file(_file(folder, progress.claim), signed(data))


def _file(folder: Path, claim: str) -> Path:
    return folder / "attacks" / f"{quote(claim, safe='')}.json"

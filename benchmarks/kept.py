"""Rows that are kept as soon as they are made, so that a long benchmark may stop at any time and go on later.

A row lies in benchmarks/kept/, under its name and two marks of what decided it: the claim's, which are the statements
that its check, its domains, hypotheses and mutants are made of; and the attack's, which are the sources of the search,
of relations, of the benchmark, the libraries and the options. Where a mark is another one today, the row is made again;
until then it is told with its age. `python benchmarks/aged.py` says how many rows of a table are of today's ledger.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import theorytest
from theorytest.claims.claim import Claim
from theorytest.claims.slices import Slices, told_of
from theorytest.runs.files import replace_file
from theorytest.runs.provenance import versions

CHECKS = Path("checks")
FOLDER = Path(__file__).resolve().parent / "kept"
PACKAGE = Path(theorytest.__file__).resolve().parent
RUNS = ("attack_rounds", "attacking", "blind", "budget", "seeds")
LANGUAGE = ("cases", "domains", "hypotheses", "mutants")
DECISIONS = ("arithmetic", "decision", "entries", "relations", "symbolic")


class Age(StrEnum):
    """Of a row, against today's ledger and today's attack."""

    TODAY = "of today's ledger and attack"
    ATTACK = "of today's ledger, by another attack"
    CLAIM = "of an earlier form of the sentence or its check"
    MISSING = "not made yet"


@dataclass(frozen=True)
class Wanted:
    """A row by its name, what decides it, and how it is made."""

    name: str
    marks: tuple[str, str]
    make: Callable[[], Any]


@dataclass(frozen=True)
class Row:
    """What was made, now or before."""

    name: str
    row: Any
    age: Age
    new: bool = False


def kept_in(name: str) -> Path:
    """The file of a benchmark."""
    return FOLDER / f"{name}.jsonl"


@cache
def _slices() -> Slices:
    return Slices(CHECKS.resolve())


@cache
def _attack() -> str:
    chosen = {"runs": RUNS, "claims": LANGUAGE, "decisions": DECISIONS}
    files = [PACKAGE / folder / f"{name}.py" for folder, names in chosen.items() for name in names]
    return told_of([*(PACKAGE / "attacks").glob("*.py"), *files])


def marks(claim: Claim, makes: Callable[..., Any], *others: object) -> tuple[str, str]:
    """Of the claim; and of the attack, the function that makes a row and whatever else decides it."""
    how = (_attack(), _slices().of_function(makes), sorted(versions().items()), *others)
    return _slices().of(claim), hashlib.sha256(repr(how).encode()).hexdigest()[:16]


@dataclass
class Kept:
    """The rows of a file, and how many of the wanted ones are how old."""

    path: Path
    known: dict[str, tuple[tuple[str, str], Any]] = field(default_factory=dict)
    ages: Counter[Age] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        for line in self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else ():
            try:
                name, claim, attack, row = json.loads(line)
            except ValueError:  # a last line that was cut short is made again
                continue
            self.known[name] = (claim, attack), row

    def age(self, wanted: Wanted) -> Age:
        """Of what is kept for a row."""
        if wanted.name not in self.known:
            return Age.MISSING
        (claim, attack), _ = self.known[wanted.name]
        if claim != wanted.marks[0]:
            return Age.CLAIM
        return Age.TODAY if attack == wanted.marks[1] else Age.ATTACK

    def rows(self, wanted: Sequence[Wanted], seconds: float) -> Iterator[Row]:
        """What is known, and what can be made in so many seconds of the processor; an older row where time is over."""
        end = process_time() + seconds
        for each in wanted:
            age = self.age(each)
            if age is not Age.TODAY and process_time() < end:
                self._keep(each)
                yield self._told(Row(each.name, self.known[each.name][1], Age.TODAY, new=True))
            elif age is not Age.MISSING:
                yield self._told(Row(each.name, self.known[each.name][1], age))
            else:
                self.ages[age] += 1

    def _told(self, row: Row) -> Row:
        self.ages[row.age] += 1
        return row

    def _keep(self, wanted: Wanted) -> None:
        self.known[wanted.name] = wanted.marks, wanted.make()
        self.path.parent.mkdir(exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(self._line(wanted.name))

    def _line(self, name: str) -> str:
        (claim, attack), row = self.known[name]
        return json.dumps([name, claim, attack, row], ensure_ascii=False) + "\n"

    def tidy(self, names: Iterable[str] | None = None) -> None:
        """One line for each row, by name; with `names` only for these."""
        kept = sorted(self.known if names is None else set(names) & set(self.known))
        self.path.parent.mkdir(exist_ok=True)
        replace_file(self.path, "".join(map(self._line, kept)).encode())

    @property
    def of_today(self) -> bool:
        """Whether no row is missing or older."""
        return set(self.ages) <= {Age.TODAY}

    def note(self) -> str:
        """How many rows are how old, when the table was written."""
        return told(self.ages)


def told(ages: Counter[Age]) -> str:
    """`rows: 90 of today's ledger and attack, 3 not made yet`."""
    return "rows: " + ", ".join(f"{ages[each]:,} {each}" for each in Age if ages[each])

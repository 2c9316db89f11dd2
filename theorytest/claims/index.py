"""A ledger that was read before, remembered for as long as no source of it has changed.

To import every check of a paper takes seconds, and one claim needs one of its files. The index holds what the ledger
says about each claim, without its check: who judges a claim imports its file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn

import msgspec

from theorytest.claims.claim import Claim
from theorytest.claims.domains import Domain, Extent, within
from theorytest.claims.fingerprints import fingerprint
from theorytest.claims.hypotheses import Hypothesis
from theorytest.claims.ledger import Ledger, load_ledger
from theorytest.claims.loading import is_loaded
from theorytest.claims.mutants import Mutant
from theorytest.claims.paper import Paper
from theorytest.claims.roots import PAPER_FILE
from theorytest.claims.sampling import samples
from theorytest.claims.tightness import tightness
from theorytest.claims.words import Gravity, Kind, Voice
from theorytest.decisions.decision import Verdict

INDEX_FILE = "index.json"
_PLAIN = (
    "id label kind says formula expected voice number also premises repairs weight why reading gravity finding covers"
)
_CHECKED: Any = object()  # stands for a statement that the check makes


@dataclass(frozen=True)
class Kept:
    """One claim without its check, its instances and its ingredients."""

    id: str
    label: str
    kind: Kind
    says: str
    formula: str
    expected: Verdict
    voice: Voice
    number: str
    also: tuple[str, ...]
    premises: tuple[str, ...]
    repairs: str | None
    weight: float
    why: str
    reading: str
    gravity: Gravity | None
    finding: str
    covers: tuple[str, ...] | None
    tight: str | None
    forall: tuple[tuple[str, Extent, str, str], ...]  # symbol, extent, words, place
    given: tuple[tuple[str, str, bool], ...]  # name, definition, whether it is evaluated
    mutants: tuple[tuple[str, bool], ...]  # name, whether it must hold
    proof: str  # who makes its statement, if it has one
    samples: bool
    check: str
    line: int
    file: str
    first: str  # claim on the same function

    def claim(self, check: Callable[..., Any]) -> Claim:
        """The claim, with stand-ins for what only its file can say."""
        told = {name: getattr(self, name) for name in _PLAIN.split()}
        return Claim(
            **told,
            check=check,
            forall={symbol: Domain(extent, says, place=place) for symbol, extent, says, place in self.forall},
            given=tuple(Hypothesis(name, _absent if evaluated else None, says) for name, says, evaluated in self.given),
            mutants=tuple(Mutant(name, {}, must_hold) for name, must_hold in self.mutants),
            tight=None if self.tight is None else tightness(self.tight),
            proof={"": None, "check": _CHECKED, "hand": _absent}[self.proof],
            samples=self.samples,
        )


@dataclass(frozen=True)
class Index:
    """Every claim of a ledger, and the sources that this was read from."""

    key: str
    read: tuple[str, ...]
    paper: Paper
    claims: tuple[Kept, ...]


def remembered_ledger(root: Path, folder: Callable[[Path], Path]) -> Ledger:
    """The ledger of the checks in `root`, from the index in `folder(root)` where that is not out of date.

    Its claims have no checks: they can be listed, described and ordered, and are judged by who imports them.
    """
    root = root.resolve()
    if not (root / PAPER_FILE).is_file():
        return load_ledger(root)  # which says what is missing
    with suppress(OSError, msgspec.DecodeError, msgspec.ValidationError):
        found = _ledger(root, msgspec.json.decode((folder(root) / INDEX_FILE).read_bytes(), type=Index))
        if found is not None:
            return found
    fresh = not is_loaded(root)  # what was imported earlier may be older than its source
    ledger = load_ledger(root)
    if fresh:
        with suppress(OSError):
            _write(folder(root) / INDEX_FILE, _index(ledger))
    return ledger


def _ledger(root: Path, index: Index) -> Ledger | None:
    read = tuple(root.parent / name for name in index.read)
    if not all(file.is_file() for file in read) or _key(root, found := fingerprint(root, *read)) != index.key:
        return None
    files = {each.id: root.parent / each.file for each in index.claims}
    stand_ins = {each.first: _elsewhere(each.check, each.line) for each in index.claims}
    ledger = Ledger(root, index.paper, files, tuple(each.claim(stand_ins[each.first]) for each in index.claims), read)
    vars(ledger)["sources"] = found  # which takes a look at every file
    return ledger


def _index(ledger: Ledger) -> Index:
    home = ledger.root.parent
    first = {id(each.check): each.id for each in reversed(ledger.claims)}
    claims = tuple(_kept(each, ledger.files[each.id], home, first[id(each.check)]) for each in ledger.claims)
    read = tuple(file.relative_to(home).as_posix() for file in ledger.read)
    return Index(_key(ledger.root, ledger.sources), read, ledger.paper, claims)


def _kept(claim: Claim, file: Path, home: Path, first: str) -> Kept:
    return Kept(
        **{name: getattr(claim, name) for name in _PLAIN.split()},
        tight=None if claim.tight is None else claim.tight.text,
        forall=tuple((name, each.extent, each.says, within(each.place, home)) for name, each in claim.forall.items()),
        given=tuple((each.name, each.says, bool(each.predicates)) for each in claim.given),
        mutants=tuple((each.name, each.must_hold) for each in claim.mutants),
        proof="" if claim.proof is None else "hand" if claim.by_hand else "check",
        samples=samples(claim),
        check=claim.check.__name__,
        line=claim.line,
        file=file.relative_to(home).as_posix(),
        first=first,
    )


def _key(root: Path, sources: str) -> str:
    return f"{sys.version} {root.name} {sources}"  # folders of one parent share the file


def _write(file: Path, index: Index) -> None:
    """Whole or not at all: two commands may write at the same time."""
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    fresh.write_bytes(msgspec.json.encode(index))
    fresh.replace(file)


def _absent(*_: Any, **__: Any) -> NoReturn:
    raise RuntimeError("the check of an indexed claim was not imported")


def _elsewhere(name: str, line: int) -> Callable[..., Any]:
    """A function of that name and line which nobody may call."""

    def stand_in(*_: Any, **__: Any) -> NoReturn:
        _absent()

    there = FunctionType(stand_in.__code__.replace(co_firstlineno=line), globals(), name)
    there.__module__ = __name__
    return there

"""The ledger: every claim of a paper, in order."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path

from theorytest.claims.claim import Claim
from theorytest.claims.fingerprints import fingerprint
from theorytest.claims.loading import load_claims
from theorytest.claims.mutants import ClaimError
from theorytest.claims.paper import Coverage, Paper, coverage, read_paper
from theorytest.claims.reading import hashes, watched
from theorytest.claims.renamed import broken_names, read_renamed
from theorytest.claims.roots import PAPER_FILE
from theorytest.claims.rules import broken_rules
from theorytest.claims.sampling import samples


class UnknownClaimError(LookupError):
    """No claim has this id; the text suggests the nearest one."""


@dataclass(frozen=True)
class Ledger:
    """The claims of one folder of checks, with the paper that they are about."""

    root: Path
    paper: Paper
    files: dict[str, Path]  # by claim id
    claims: tuple[Claim, ...]
    read: tuple[Path, ...] = ()  # helpers and data beside the checks, while they were imported

    @cached_property
    def sources(self) -> str:
        """The fingerprint of all that was read, as it was when this was first asked for."""
        return fingerprint(self.root, *self.read)

    @cached_property
    def _by_id(self) -> dict[str, Claim]:
        return {each.id: each for each in self.claims}

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {each.id: position for position, each in enumerate(self.claims)}

    def __getitem__(self, id: str) -> Claim:  # noqa: A002 - the word that the ledger uses
        if id in self._by_id:
            return self._by_id[id]
        longer = [each.id for each in self.claims if id and each.id.startswith(id)]
        if longer:
            names = f"such as {longer[0]!r} (theorytest list '{id}*' names them)"
            raise UnknownClaimError(f"no claim is called {id!r}, but {len(longer):,} begin so, {names}")
        near = difflib.get_close_matches(id, [each.id for each in self.claims], n=1, cutoff=0.6)
        raise UnknownClaimError(f"no claim is called {id!r}" + (f": did you mean {near[0]!r}?" if near else ""))

    def select(self, patterns: Sequence[str]) -> tuple[Claim, ...]:
        """The claims whose id or label is given or matches a pattern, in the ledger's order; all for no pattern."""
        for pattern in patterns:
            if not any(_matches(each, pattern) for each in self.claims):
                self[pattern]
        wanted = (each for each in self.claims if not patterns or any(_matches(each, p) for p in patterns))
        return tuple(wanted)

    @property
    def coverage(self) -> Coverage:
        """Which claims cover which items of the paper."""
        return coverage(self.paper, self.claims)

    def foundations(self, claim: Claim) -> list[str]:
        """Everything that a claim rests on, directly or not, in the ledger's order."""
        below: set[str] = set()
        waiting = list(claim.premises)
        while waiting:
            premise = waiting.pop()
            if premise not in below:
                below.add(premise)
                waiting += self[premise].premises
        return sorted(below, key=self._positions.__getitem__)


def _matches(claim: Claim, pattern: str) -> bool:
    return pattern in (claim.id, *claim.labels) or fnmatchcase(claim.id, pattern)


def load_ledger(root: Path) -> Ledger:
    """Import every check below the folder and refuse a ledger that breaks a rule."""
    root = root.resolve()
    paper = read_paper(root / PAPER_FILE)
    with watched() as files:
        by_file = load_claims(root)
    found = [each for claims in by_file.values() for each in claims]
    problems = broken_rules(found, paper) + broken_names(read_renamed(root), (each.id for each in found))
    if problems:
        raise ClaimError("\n".join(problems))
    order = {label: position for position, label in enumerate(paper.numbers)}
    found.sort(key=lambda each: order[each.label])  # the paper's order, whatever the files are called
    homes = {each.id: file for file, claims in by_file.items() for each in claims}
    read = tuple(root.parent / name for name in hashes(files, root))
    return Ledger(root, paper, homes, tuple(_completed(each, paper) for each in found), read)


def _completed(claim: Claim, paper: Paper) -> Claim:
    """With what its paper says of it, and whether it samples: to follow its names takes a millisecond each time."""
    return replace(claim, number=paper.numbers[claim.label], defaults=paper.defaults, samples=samples(claim))

"""What a quantifier of a sentence ranges over, and when it counts as covered.

    finite    all cases are listed, and each is tried: covered
    family    named instances, smallest first, of something larger: never covered by trying, but attacked
    symbol    a variable with assumptions, treated by computer algebra: covered by a certificate only
    horizon   times up to the last one that the relations looked at: never covered

Finite domains and families hand their instances to the check, one after the other; the others are in its formulas.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theorytest.claims.mutants import ClaimError

if TYPE_CHECKING:
    from theorytest.attacks.region import Region


class Extent(StrEnum):
    """The four sorts of domains."""

    FINITE = "finite"
    FAMILY = "family"
    SYMBOL = "symbol"
    HORIZON = "horizon"


@dataclass(frozen=True, eq=False)
class Instance:
    """A named member of a domain: what it is, in words and formulas, and the object that a check computes with."""

    name: str
    value: Any
    says: str = ""


@dataclass(frozen=True, eq=False)
class Domain:
    """What a quantifier ranges over. The instances are made when a check runs, not when it is imported."""

    extent: Extent
    says: str = ""
    make: Callable[[], Iterable[Instance]] = field(default=tuple)
    search: Region | None = None  # what an attack searches: as wide as the printed hypotheses
    effort: int | None = None  # evaluations of a standard attack
    place: str = ""  # file and line of the code that defines the instances

    @property
    def open(self) -> bool:
        """Whether trying cannot cover it."""
        return self.extent is not Extent.FINITE

    @property
    def tried(self) -> bool:
        """Whether its instances are handed to the check."""
        return self.extent in (Extent.FINITE, Extent.FAMILY)


Members = Mapping[str, Any] | Iterable[Any] | Callable[[], Any]


def finite(members: Members, says: str = "") -> Domain:
    """All cases of a quantifier, listed: a mapping by name, a sequence, or a function that makes one of them."""
    return _domain(Extent.FINITE, members, says)


def family(members: Members, says: str = "", *, search: Region | None = None, effort: int | None = None) -> Domain:
    """Named instances of a larger domain, which `says` describes, smallest first, and the region that attacks search.

    `effort` is the number of evaluations of a standard attack, where a check is slow or its instances are many.
    """
    if search is not None and not hasattr(search, "build"):
        raise ClaimError(f"search must be a region, such as reals(0, 1), got {search!r}")
    if effort is not None and (search is None or type(effort) is not int or effort < 1):
        raise ClaimError(f"effort must be a whole number of at least 1 beside a region to search, got {effort!r}")
    return replace(_domain(Extent.FAMILY, members, says), search=search, effort=effort)


def symbol(says: str = "") -> Domain:
    """A variable of the formulas themselves, with its assumptions: `symbol("s > 0")`."""
    if not isinstance(says, str):
        raise ClaimError(f'a symbol is described in words, such as symbol("s > 0"), got {says!r}')
    return Domain(Extent.SYMBOL, says)


horizon = Domain(Extent.HORIZON, "all times")


def _domain(extent: Extent, members: Members, says: str) -> Domain:
    if isinstance(members, (str, bytes)) or not (callable(members) or isinstance(members, Iterable)):
        raise ClaimError(f"a {extent} domain needs its instances by name or in a sequence, got {members!r}")
    kept = members if callable(members) or isinstance(members, Mapping) else tuple(members)
    if not callable(kept) and not kept:
        raise ClaimError(f"a {extent} domain needs one instance at least, got {members!r}: nothing would be tried")
    return Domain(extent, says, lambda: _instances(kept() if callable(kept) else kept), place=_place(members))


def _place(members: Members) -> str:
    """Where the function that makes the instances stands, or else the call that lists them."""
    code = getattr(inspect.unwrap(members), "__code__", None) if callable(members) else None
    if code is not None and code.co_name != "<lambda>":
        return f"{code.co_filename}:{code.co_firstlineno}"
    caller = sys._getframe(3)  # of `family` or `finite`
    return f"{caller.f_code.co_filename}:{caller.f_lineno}"


def within(place: str, home: Path) -> str:
    """The place as seen from a folder; nothing where it lies outside."""
    file, _, line = place.rpartition(":")
    path = Path(file)
    if path.is_absolute() and not path.is_relative_to(home):
        return ""
    return f"{path.relative_to(home).as_posix() if path.is_absolute() else file}:{line}" if file else ""


def _instances(members: Mapping[str, Any] | Iterable[Any]) -> list[Instance]:
    if isinstance(members, Mapping):
        return [each if isinstance(each, Instance) else Instance(str(name), each) for name, each in members.items()]
    return [each if isinstance(each, Instance) else Instance(_shown(each), each) for each in members]


def _shown(value: Any) -> str:
    """An instance of a sequence is named by itself."""
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else str(value)

"""How far a verdict reaches, quantifier by quantifier, in which arithmetic, and how sharp its comparisons are.

All of it is read off what was tried, never typed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from theorytest.claims.cases import Case, Cases
from theorytest.claims.claim import Claim
from theorytest.claims.domains import Domain, Extent
from theorytest.decisions.decision import Arithmetic, Decision
from theorytest.runs.record import Reach

ATTACKED, NOT_ATTACKED = "attacked", "not attacked"


def scope(
    claim: Claim, every: Cases, decisions: Sequence[Decision], *, attacked: bool = False, certified: str = ""
) -> Iterator[Reach]:
    """Every quantifier of the claim, in its order; `certified` says how the certificate covers it."""
    position = 0
    for symbol, domain in claim.forall.items():
        tried: tuple[str, ...] = ()
        left_out: tuple[str, ...] = ()
        if domain.tried:
            tried = _names(every.tried, position)
            left_out = tuple(name for name in _names(every.left_out, position) if name not in tried)
            position += 1
        coverage = _coverage(domain, tried, left_out, decisions)
        if certified and claim.covered(symbol):
            proved = f"{certified}{_region(domain)}"
            coverage = f"{proved}, and tried: {coverage}" if domain.tried else proved
        elif domain.extent is Extent.FAMILY:
            coverage += f", {ATTACKED if attacked and domain.search else NOT_ATTACKED}"
        yield Reach(symbol, domain.extent, domain.says, tried, left_out, coverage)


def _region(domain: Domain) -> str:
    """The words of the region itself: those of the family may go further, such as real numbers for integers."""
    words = domain.search.says if domain.search is not None else ""
    return f" (region: {words})" if words else ""


def _names(cases: Sequence[Case], position: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(case.instances[position].name for case in cases))


def _coverage(domain: Domain, tried: Sequence[str], left_out: Sequence[str], decisions: Sequence[Decision]) -> str:
    if domain.extent is Extent.SYMBOL:
        seen = any(each.seen_in is Arithmetic.SYMBOLIC for each in decisions)
        return "by computer algebra, without a certificate" if seen else "not tried: no comparison has symbols"
    if domain.extent is Extent.HORIZON:
        last = min((each.until for each in decisions if each.until is not None), default=None)
        return "on a finite horizon" if last is None or math.isinf(last) else f"up to {last:,}"
    excluded = f", {len(left_out)} excluded by hypothesis" if left_out else ""
    if domain.extent is Extent.FINITE:
        return f"all {len(tried)} cases{excluded}" if len(tried) > 1 else f"the only case{excluded}"
    named = "1 named instance" if len(tried) == 1 else f"{len(tried)} named instances"
    return f"{named}{excluded}"


def weakest_arithmetic(decisions: Sequence[Decision]) -> Arithmetic:
    """The least certain arithmetic that decided something."""
    return max((each.seen_in for each in decisions), key=tuple(Arithmetic).index)


def sharpness(decisions: Sequence[Decision]) -> float | None:
    """The least room that an inequality leaves: a bound that is smaller by a larger share would be refuted."""
    return min((each.room for each in decisions if each.room is not None), default=None)

"""Two runs of the atlas compared: what moved, at one false-alarm probability, and which drift would have been seen.

For each number that was drawn in both, (a - b)/√(se_a² + se_b²) is compared with a normal quantile whose level is
shared over all of them. Runs with one seed share their random numbers, so that equal code gives equal numbers and the
test is cautious; runs with two seeds test the laws. A drift of a share q of a number is seen with probability 0.99
where its standard errors leave (z_α + z_0.99) √(se_a² + se_b²) ≤ q |b|. Computed numbers are compared to rounding.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from scipy.special import ndtri

from theorytest.atlas.rate_rows import ALPHA
from theorytest.atlas.record import Atlas
from theorytest.atlas.rows import Quantity

FALSE_ALARM = 1e-3
POWER = 0.99
DRIFT = 0.03  # whose visibility is told
_EQUAL = 1e-9  # relative, of numbers that are computed
_SHOWN = 12


@dataclass(frozen=True)
class Change:
    """A number that moved, or the smallest relative drift of it that would have been seen."""

    where: str
    before: float
    now: float
    visible: float  # as a share of the number before
    moved: bool
    sampled: bool = True


def compared(now: Atlas, before: Atlas, *, false_alarm: float = FALSE_ALARM) -> list[Change]:
    """Every number that both have."""
    drawn = list(_drawn(now, before))
    z = -float(ndtri(false_alarm / 2 / max(len(drawn), 1)))
    found = [_change(where, a, b, error, z) for where, a, b, error in drawn]
    return found + list(_computed(now, before))


def _drawn(now: Atlas, before: Atlas) -> Iterator[tuple[str, float, float, float]]:
    """Where, both numbers, and the standard error of their difference; heavy tails have none."""
    old = {row.cell: row for row in before.rows}
    for row in now.rows:
        for name, q in row.quantities.items():
            p = old[row.cell].quantities.get(name) if row.cell in old else None
            if p is not None and _usable(q) and _usable(p):
                error = math.hypot(q.stderr or 0.0, p.stderr or 0.0)
                yield f"{name} of {row.cell}", q.value or 0.0, p.value or 0.0, error
    fitted = {row.cell: row for row in before.rates}
    quantile = -float(ndtri(ALPHA))
    for rate in now.rates:
        for s in rate.slopes:
            other = [o for o in (fitted[rate.cell].slopes if rate.cell in fitted else ()) if o.of == s.of]
            if other and math.isfinite(s.high - s.low + other[0].high - other[0].low) and s.high > s.low:
                errors = [(each.high - each.low) / 2 / quantile for each in (s, other[0])]
                yield f"slope of the {s.of}, {rate.cell}", s.value, other[0].value, math.hypot(*errors)


def _usable(q: Quantity) -> bool:
    return bool(q.stderr) and q.value is not None and not q.why.startswith("heavy")


def _change(where: str, a: float, b: float, error: float, z: float) -> Change:
    visible = (z + float(ndtri(POWER))) * error / abs(b) if b else math.inf
    return Change(where, b, a, visible, abs(a - b) > z * error)


def _computed(now: Atlas, before: Atlas) -> Iterator[Change]:
    """Exact and printed numbers that differ beyond rounding."""
    old = {row.cell: row for row in before.rows}
    for row in (row for row in now.rows if row.cell in old):
        for name, q in row.quantities.items():
            p = old[row.cell].quantities.get(name, Quantity())
            for word in ("tabulated", "exact", "within"):
                a, b = getattr(q, word), getattr(p, word)
                if a is not None and b is not None and not math.isclose(a, b, rel_tol=_EQUAL, abs_tol=_EQUAL):
                    yield Change(f"{word} {name} of {row.cell}", b, a, _EQUAL, moved=True, sampled=False)


def missing(now: Atlas, before: Atlas) -> list[str]:
    """Cells and rates of the older record that this one does not have."""
    cells, rates = {row.cell for row in now.rows}, {rate.cell for rate in now.rates}
    gone = [str(row.cell) for row in before.rows if row.cell not in cells]
    return gone + [str(rate.cell) for rate in before.rates if rate.cell not in rates]


def changes_told(found: list[Change], now: Atlas, before: Atlas, *, drift: float = DRIFT) -> Iterator[str]:
    """What moved, what is missing, and what would have been seen."""
    moved = [change for change in found if change.moved]
    sampled = [change for change in found if change.sampled and math.isfinite(change.visible)]
    seen, gone = sum(change.visible <= drift for change in sampled), missing(now, before)
    yield f"{len(moved)} of {len(found):,} numbers moved; {len(gone)} cells of the other record were not measured"
    if sampled:
        share = f"{seen:,} of {len(sampled):,} ({seen / len(sampled):.0%})"
        yield f"a drift of {drift:.2g} would be seen with probability {POWER} in {share} of the sampled numbers"
    for change in moved[:_SHOWN]:
        yield f"  {change.where}: {change.before:.6g} before, {change.now:.6g} now"

"""What a reader of an atlas wants to know first: what is refuted, what disagrees, what is open, and how sharp it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from theorytest.atlas.rate_rows import RateRow
from theorytest.atlas.record import Atlas, sharpness
from theorytest.atlas.rows import DIFFERS, Quantity, Row
from theorytest.atlas.verdicts import verdicts

FINE, COARSE = 0.02, 0.05
_ROUNDED = 0.025  # of a target: plans come out a little above it
_SHOWN = 6  # cells of one kind


def summary(atlas: Atlas) -> Iterator[str]:
    """One line per fact."""
    rows = [row for row in atlas.rows if not row.refused]
    refused = [row for row in atlas.rows if row.refused]
    if atlas.rows:
        yield f"{len(atlas.rows):,} cells, {len(refused):,} refused, {sum(row.n_draws for row in rows):,} draws of P^n"
    for words, part in (
        ("d ≤ 10", [r for r in rows if r.cell.d <= 10]),
        ("d > 10", [r for r in rows if r.cell.d > 10]),
    ):
        yield from _sharp(words, part)
    yield from _agreement(rows)
    for name in ("c_bias1", "c_bias2", "c_var1", "c_var2", "pair", "descent"):
        yield from _refuted(name, rows)
    yield from (f"for all cells, {verdict}" for verdict in verdicts(rows))
    yield from _unseen(rows)
    yield from _open(rows)
    yield from rates_told(atlas.rates)
    yield from (f"refused {row.cell}: {row.refused}" for row in refused[:_SHOWN])
    if len(refused) > _SHOWN:
        yield f"... and {len(refused) - _SHOWN} more are refused: the record has their reasons"


def reached(rows: Sequence[Row], target: float) -> int:
    """The cells that reach a resolution."""
    return sum(sharpness(row) <= target * (1 + _ROUNDED) for row in rows)


def _sharp(words: str, rows: Sequence[Row]) -> Iterator[str]:
    if rows:
        fine, coarse = (reached(rows, target) for target in (FINE, COARSE))
        yield f"{words}: {fine} of {len(rows)} cells to {FINE:.0%} ({fine / len(rows):.0%}), {coarse} to {COARSE:.0%}"


def _agreement(rows: Sequence[Row]) -> Iterator[str]:
    compared = [(row, name, q) for row in rows for name, q in row.quantities.items() if q.agrees is not None]
    wrong = [(row, name, q) for row, name, q in compared if q.agrees is False]
    if not compared:
        return
    yield f"draws agree with {len(compared) - len(wrong):,} of {len(compared):,} exact values"
    for row, name, q in wrong[:_SHOWN]:
        yield f"  differs: {row.cell}: {name} is {q.within:.6g} exactly, drawn {interval(q)}"


def interval(q: Quantity) -> str:
    """The value between its ends."""
    return f"{q.value:.6g} in [{q.low:.6g}, {q.high:.6g}]"


def _refuted(name: str, rows: Sequence[Row]) -> Iterator[str]:
    found = [row for row in rows if name in row.quantities and row.quantities[name].refuted]
    if not found:
        return
    worst = max(found, key=lambda row: _excess(row.quantities[name]))
    q = worst.quantities[name]
    where = f"worst in {worst.cell}, printed {q.tabulated:.6g}, drawn {interval(q)}"
    yield f"refuted in {len(found)} cells, {name}: {where}"


def _excess(q: Quantity) -> float:
    """By which factor the draws exceed what is printed."""
    low, printed = q.low or 0.0, q.tabulated or 0.0
    return low / printed if printed > 0 else float("inf")


def _unseen(rows: Sequence[Row]) -> Iterator[str]:
    """What is false as printed by the exact value on E, and not refuted by these draws."""
    found = [
        (row, name)
        for row in rows
        for name, q in row.quantities.items()
        if name != "k" and _false_within(q) and not q.refuted
    ]
    if found:
        row, name = found[0]
        yield f"false by exact values and not yet refuted by draws: {len(found)}, such as {name} in {row.cell}"


def _false_within(q: Quantity) -> bool:
    if q.tabulated is None or q.within is None:
        return False
    spare = (q.within - q.tabulated) if q.relation == "≥" else (q.tabulated - q.within)
    return spare < -max(FINE * abs(q.tabulated), DIFFERS)  # what rounding leaves of 0 is not false


def _open(rows: Sequence[Row]) -> Iterator[str]:
    """Why resolutions were not reached."""
    heavy = sum(any(q.why.startswith("heavy") for q in row.quantities.values()) for row in rows)
    short = sum(
        any(q.why for q in row.quantities.values())
        and not any(q.why.startswith("heavy") for q in row.quantities.values())
        for row in rows
    )
    if heavy or short:
        yield f"targets not reached: {heavy} cells with heavy tails, {short} where the work of the budget ended"


def rates_told(rates: Sequence[RateRow]) -> Iterator[str]:
    """How many rates of Table 1 are kept over their windows, and which are not."""
    if not rates:
        return
    slopes = [(row, slope) for row in rates for slope in row.slopes]
    kept = sum(slope.verdict == "consistent" for _, slope in slopes)
    slower = [(row, slope) for row, slope in slopes if slope.verdict.startswith("slower")]
    compared = [slope for _, slope in slopes if slope.exact is not None]
    met = sum(slope.low <= slope.exact <= slope.high for slope in compared if slope.exact is not None)
    yield f"{len(rates)} rates on their problems: {kept} of {len(slopes)} slopes are as steep as printed or steeper"
    yield f"{met} of {len(compared)} intervals hold the exact slope of their window"
    for row in dict.fromkeys(row for row, _ in slower):
        words = ", ".join(f"{slope.of} {slope.value:.3f}" for one, slope in slower if one is row)
        why = f": {row.remark}" if row.remark else ""
        yield f"  slower on its window: {row.cell}: {words}, printed {row.tabulated or 0:.3f}{why}"
    for word in ("drift", "maximal"):
        told = [getattr(row, word) for row in rates if getattr(row, word)]
        broken = [row for row in rates if getattr(row, word).startswith("refuted")]
        yield f"{word} inequality: {len(told) - len(broken)} of {len(told)} runs are consistent with it"
        yield from (f"  refuted: {row.cell}: {getattr(row, word)}" for row in broken[:_SHOWN])

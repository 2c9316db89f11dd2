"""The rates of Table 1 as a page: a chart of slopes with their intervals for each cell, and all numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from theorytest.atlas.rate_rows import RateRow, Slope
from theorytest.report.prose import prose

_LEFT, _WIDTH, _LINE = 260, 420, 18
_COLOURS = {"mean": "#0b62a4", "median": "#b35c00", "path": "#3a7d2c"}
SCROLL = '<div class="scroll" tabindex="0" role="group" aria-label="slopes">'
NUMBERS = '<h2>Numbers</h2><div class="scroll" tabindex="0" role="group" aria-label="all numbers"><table>'
_COLUMNS = ("cell", "of", "slope", "interval", "exact", "printed", "verdict", "window", "replicas", "growth of t^r X")


def rate_page(rates: Sequence[RateRow]) -> Iterator[str]:
    """The body of the page."""
    yield (
        '<p class="lead">'
        "Slopes of log X over log t (over t for contractions) with simultaneous intervals: above, in blue, of the "
        "mean; then of the median, in orange, and of single paths, in green. The bar is the printed slope, the diamond "
        "the exact slope of the mean over the same window.</p>"
    )
    keys = sorted({(row.cell.row, row.cell.column) for row in rates})
    for key in keys:
        part = [row for row in rates if (row.cell.row, row.cell.column) == key and row.slopes]
        if part:
            yield f"<h2>Row {key[0]}, {escape(key[1])}</h2>{SCROLL}{chart(part)}</div>"
    yield f"{NUMBERS}<thead><tr>{_head()}</tr></thead><tbody>"
    for row in rates:
        yield from _lines(row)
    yield "</tbody></table></div>"


def chart(rows: Sequence[RateRow]) -> str:
    """Slopes of one cell of the table on its problems, as an SVG element."""
    numbers = [s.value for row in rows for s in row.slopes if math.isfinite(s.value)]
    numbers += [row.tabulated for row in rows if row.tabulated is not None]
    low, high = min(numbers, default=-1.0), max(*numbers, 0.0) if numbers else 0.0
    spread = (high - low) or 1.0

    def x(value: float) -> float:
        return _LEFT + _WIDTH * (min(max(value, low - 0.1 * spread), high + 0.1 * spread) - low + 0.1 * spread) / (
            1.2 * spread
        )

    parts = []
    for i, row in enumerate(rows):
        y = 14 + i * _LINE
        eps = "" if row.cell.eps is None else f", ε = {row.cell.eps:g}"
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{escape(row.cell.problem + eps)}</text>')
        parts.extend(_mark(slope, x, y + 4 * (j - 1)) for j, slope in enumerate(row.slopes))
        if row.tabulated is not None:
            at = x(row.tabulated)
            parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{y - 8}" y2="{y + 8}" class="printed"/>')
    height = 20 + len(rows) * _LINE
    ends = f'<text x="{_LEFT}" y="{height + 8}">{low:.3g}</text>'
    ends += f'<text x="{_LEFT + _WIDTH}" y="{height + 8}" text-anchor="end">{high:.3g}</text>'
    label = "slopes with intervals, printed and exact slopes; the table below has the numbers"
    size = f"0 0 {_LEFT + _WIDTH + 20} {height + 14}"
    return f'<svg class="rates" viewBox="{size}" role="img" aria-label="{label}">{"".join(parts)}{ends}</svg>'


def _mark(slope: Slope, x, y: float) -> str:  # type: ignore[no-untyped-def]
    if not math.isfinite(slope.value):
        return ""
    colour, at = _COLOURS[slope.of], x(slope.value)
    line = f'<line x1="{x(slope.low):.1f}" x2="{x(slope.high):.1f}" y1="{y}" y2="{y}" stroke="{colour}"/>'
    mark = f'<circle cx="{at:.1f}" cy="{y}" r="2.2" style="fill:{colour}"/>'
    if slope.exact is not None:
        e = x(slope.exact)
        mark += f'<path d="M{e:.1f} {y - 4}l3 4l-3 4l-3-4z" fill="none" stroke="{colour}"/>'
    return f"<g><title>{escape(told(slope))}</title>{line}{mark}</g>"


def told(slope: Slope) -> str:
    """A slope as a sentence."""
    exact = "" if slope.exact is None else f", exact {slope.exact:.4g}"
    return f"{slope.of}: {slope.value:.4g} in [{slope.low:.4g}, {slope.high:.4g}]{exact}: {slope.verdict}"


def _head() -> str:
    return "".join(f'<th scope="col">{prose(name)}</th>' for name in _COLUMNS)


def _lines(row: RateRow) -> Iterator[str]:
    remarks = "; ".join(
        filter(None, (row.growth, row.drift and f"drift {row.drift}", row.maximal, row.remark, row.refused))
    )
    for i, s in enumerate(row.slopes or (Slope("-", math.nan, math.nan, math.nan),)):
        printed = "some a < 1" if row.tabulated is None else f"{row.tabulated:.4g}"
        exact = "" if s.exact is None else f"{s.exact:.4g}"
        window = f"{row.window[0]} to {row.window[1]} of {row.horizon:,}"
        cells = [str(row.cell) if i == 0 else "", s.of, f"{s.value:.4g}", f"[{s.low:.4g}, {s.high:.4g}]", exact]
        cells += [printed, s.verdict, window, f"{row.n_replicas:,}", remarks if i == 0 else ""]
        yield "<tr>" + "".join(f"<td>{prose(cell)}</td>" for cell in cells) + "</tr>"

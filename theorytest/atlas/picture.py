"""A heat map of one estimator: measured over tabulated, a hatch where refuted, a dot where an exact value agrees.

Lines are spaces and samplings, columns are constants and numbers of points; every square leads to its row of numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from theorytest.atlas.rows import CONSTANTS, Quantity, Row
from theorytest.report.prose import typeset

_SIDE, _LEFT, _TOP, _GAP = 22, 330, 60, 14
SYMBOLS = {"c_bias1": "c_bias,1", "c_bias2": "c_bias,2", "c_var1": "c_var,1", "c_var2": "c_var,2"}
_SMALLEST = 1 / 32  # ratios below it have the same colour


def anchor(row: Row) -> str:
    """The name of a row on its page."""
    return "".join(c if c.isalnum() else "-" for c in str(row.cell))


def heat_map(rows: Sequence[Row]) -> str:
    """The rows of one estimator as an SVG element."""
    lines = sorted({(str(row.cell.world), row.cell.sampling, row.cell.d) for row in rows})
    words = ("1", "d", "2d", "10d")
    width = _LEFT + len(CONSTANTS) * (len(words) * _SIDE + _GAP)
    height = _TOP + len(lines) * _SIDE + 10
    parts = [*_heading(words), *_labels(lines)]
    for row in rows:
        y = _TOP + lines.index((str(row.cell.world), row.cell.sampling, row.cell.d)) * _SIDE
        for column in _columns(row, words):
            parts.extend(_squares(row, column, y, len(words)))
    label = "measured over tabulated constants; every square leads to its numbers"
    return (
        f'<svg class="heat" viewBox="0 0 {width} {height}" role="group" aria-label="{label}">'
        f"{_HATCH}{''.join(parts)}</svg>"
    )


_HATCH = (
    '<defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<line x1="0" y1="0" x2="0" y2="5" stroke="#000" stroke-width="1.6"/></pattern></defs>'
)


def _heading(words: Sequence[str]) -> Iterator[str]:
    for i, name in enumerate(CONSTANTS):
        x = _LEFT + i * (len(words) * _SIDE + _GAP)
        yield f'<text x="{x}" y="20">{typeset(SYMBOLS[name])}</text>'
        for j, word in enumerate(words):
            yield f'<text x="{x + (j + 0.5) * _SIDE}" y="{_TOP - 8}" text-anchor="middle">{word}</text>'


def _labels(lines: Sequence[tuple[str, str, int]]) -> Iterator[str]:
    for i, (world, sampling, d) in enumerate(lines):
        y = _TOP + (i + 0.7) * _SIDE
        yield f'<text x="{_LEFT - 8}" y="{y}" text-anchor="end">{escape(f"{world}, {sampling}, d = {d}")}</text>'


def _columns(row: Row, words: Sequence[str]) -> Iterator[int]:
    """Where the row's n stands: at d = 1 one number may be several words."""
    d = row.cell.d
    numbers = {"1": 1, "d": d, "2d": 2 * d, "10d": 10 * d}
    yield from (j for j, word in enumerate(words) if numbers[word] == row.cell.n)


def _squares(row: Row, column: int, y: int, n_words: int) -> Iterator[str]:
    for i, name in enumerate(CONSTANTS):
        x = _LEFT + i * (n_words * _SIDE + _GAP) + column * _SIDE
        yield f'<a href="#{anchor(row)}"><title>{escape(_told(row, name))}</title>'
        yield _square(row, row.quantities.get(name), x, y)
        yield "</a>"


def _square(row: Row, q: Quantity | None, x: int, y: int) -> str:
    size = _SIDE - 2
    box = f'x="{x}" y="{y}" width="{size}" height="{size}"'
    if q is None or q.value is None:
        word = "refused" if row.refused else "none"
        return f'<rect {box} class="{word}"/>'
    parts = [f'<rect {box} fill="{_colour(ratio(q))}" class="cell"/>']
    if q.refuted:
        parts.append(f'<rect {box} fill="url(#hatch)"/>')
    if q.within is not None:
        mark = "" if q.agrees else ' class="differs"'
        parts.append(f'<circle cx="{x + size / 2}" cy="{y + size / 2}" r="2.4"{mark}/>')
    return "".join(parts)


def ratio(q: Quantity) -> float | None:
    """Measured over tabulated; None where nothing finite and positive is printed."""
    if q.tabulated is None or q.value is None or not math.isfinite(q.tabulated) or q.tabulated <= 0:
        return None
    return q.value / q.tabulated


def _colour(value: float | None) -> str:
    """Blue where the printed constant is loose, white where it is attained, red where it is exceeded."""
    if value is None:
        return "#c9c9c9"
    t = math.log(min(max(value, _SMALLEST), 1 / _SMALLEST)) / math.log(1 / _SMALLEST)
    weak = round(255 * (1 - abs(t) ** 0.6))
    return f"#{weak:02x}{weak:02x}ff" if t < 0 else f"#ff{weak:02x}{weak:02x}"


def _told(row: Row, name: str) -> str:
    """What a square says when it is pointed at."""
    q = row.quantities.get(name)
    if q is None or q.value is None:
        return f"{row.cell}: {row.refused or 'not measured'}"
    printed = "nothing printed" if q.tabulated is None else f"printed {q.tabulated:.4g}"
    exact = "" if q.within is None else f", exact {q.within:.4g}"
    word = ", refuted" if q.refuted else ""
    return f"{row.cell}: {SYMBOLS[name]}: {printed}{exact}, drawn {q.value:.4g} in [{q.low:.4g}, {q.high:.4g}]{word}"

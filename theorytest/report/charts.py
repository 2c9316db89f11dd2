"""The rates of a table as one chart: for each cell its printed rate, what is exact and what was fitted."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from theorytest.claims.views import CellRates, Estimate
from theorytest.decisions.wording import number
from theorytest.report.axes import Axis, axis
from theorytest.report.book import anchor
from theorytest.report.downloads import inert
from theorytest.report.drawing import element, text
from theorytest.report.grids import Grid
from theorytest.runs.illustrations import StoredChart

WIDTH, LEFT, RIGHT = 480, 112, 464
TOP, ROW, FOOT = 10, 44, 46
_DIAMOND = "m0-9l9 9l-9 9l-9-9z"


@dataclass(frozen=True)
class ShownCell:
    """A cell with its picture, and the same numbers as rows of words."""

    cell: CellRates
    column: str
    row: str
    svg: Markup
    rows: list[tuple[str, str, str, str]]  # of what, exact, fitted, remark

    @property
    def anchor(self) -> str:
        """The name of its place on the page."""
        return anchor("rates", self.cell.label)

    @property
    def file(self) -> str:
        """The path of its files without their ending."""
        return f"plots/rates-{re.sub(r'[^a-z0-9.]+', '-', self.cell.label.lower())}"


@dataclass(frozen=True)
class ShownChart:
    """All cells in the order of the table."""

    table: str
    says: str
    cells: list[ShownCell]

    @property
    def file(self) -> str:
        """The path of the file of its numbers, without its ending."""
        return f"plots/rates-of-{re.sub(r'[^a-z0-9.]+', '-', self.table.lower())}"

    @property
    def csv(self) -> str:
        """All numbers, one line for each of mean, median and path."""
        page = io.StringIO()
        writer = csv.writer(page, lineterminator="\n")
        writer.writerow(["cell", "rate", "relation", "tabulated", "of the", "exact", "fitted", "low", "high", "remark"])
        for shown in self.cells:
            cell = shown.cell
            head = [inert(f"{shown.column}, {shown.row}"), cell.symbol, cell.relation, f"{cell.tabulated:.10g}"]
            writer.writerows(
                [*head, inert(each.of), *map(_plain, _numbers(each)), inert(each.note)] for each in cell.estimates
            )
        return page.getvalue()

    @property
    def by_label(self) -> dict[str, ShownCell]:
        """The cells by their labels."""
        return {each.cell.label: each for each in self.cells}


def shown_chart(chart: StoredChart, grid: Grid) -> ShownChart:
    """The chart in the shape of its table; cells of the table without rates are left out."""
    rates = {each.label: each for each in chart.cells}
    places = [
        (cell.label, row.name, column)
        for row in grid.rows
        for cell, column in zip(row.cells, grid.columns, strict=True)
    ]
    cells = [_shown(rates[label], row, column) for label, row, column in places if label in rates]
    return ShownChart(chart.table, chart.says, cells)


def chart_of(charts: tuple[StoredChart, ...], grid: Grid) -> ShownChart | None:
    """The chart of a table, where there is one."""
    found = next((each for each in charts if each.table == grid.number), None)
    return shown_chart(found, grid) if found else None


def _shown(cell: CellRates, row: str, column: str) -> ShownCell:
    return ShownCell(cell, column, row, panel(cell), [_row(each) for each in cell.estimates])


def _row(each: Estimate) -> tuple[str, str, str, str]:
    exact = "" if each.exact is None else number(each.exact)
    fitted = "" if each.value is None else f"{number(each.value)} [{_end(each.low)}, {_end(each.high)}]"
    return each.of, exact, fitted, each.note


def _numbers(each: Estimate) -> tuple[float | None, ...]:
    return each.exact, each.value, each.low, each.high


def _plain(value: float | None) -> str:
    return "" if value is None else f"{value:.10g}"


def _end(value: float | None) -> str:
    return "?" if value is None else number(value)


def panel(cell: CellRates) -> Markup:
    """The picture of one cell."""
    height = TOP + ROW * len(cell.estimates) + FOOT
    across, bottom = _axis(cell), height - FOOT
    return element(
        "svg",
        *_allowed(cell, across, bottom),
        *_ticks(across, bottom),
        *(mark for i, each in enumerate(cell.estimates) for mark in _marks(each, across, TOP + ROW * i + ROW // 2)),
        class_="cell",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_label=_words(cell),
    )


def _axis(cell: CellRates) -> Axis:
    """With the printed rate always in the frame, and some room beside it."""
    ends = [end for each in cell.estimates for end in _numbers(each) if end is not None]
    room = 0.15 * abs(cell.tabulated)
    return axis([*ends, cell.tabulated - room, cell.tabulated + room], LEFT, RIGHT, logarithmic=False)


def _allowed(cell: CellRates, across: Axis, bottom: int) -> Iterator[Markup]:
    at = round(float(across(cell.tabulated)))
    start, stop = (at, RIGHT) if cell.relation == "≥" else (LEFT, at)
    yield element("rect", x=start, y=TOP, width=max(stop - start, 1), height=bottom - TOP, class_="claimed")
    yield element("path", element("title", f"tabulated: {cell.printed}"), d=f"M{at} {TOP}V{bottom}", class_="printed")


def _ticks(across: Axis, bottom: int) -> Iterator[Markup]:
    yield element("path", d=f"M{LEFT} {bottom}H{RIGHT}", class_="axis")
    inside = [(value, word) for value, word in across.ticks if across.low <= value <= across.high]
    step = -(-len(inside) // 4)
    for value, word in inside[::step]:
        yield text(word, float(across(value)), bottom + 32, text_anchor="middle")


def _marks(each: Estimate, across: Axis, y: int) -> Iterator[Markup]:
    yield text(each.of, LEFT - 12, y + 8, text_anchor="end")
    if each.value is not None and each.low is not None and each.high is not None:
        low, at, high = (round(float(across(end))) for end in (each.low, each.value, each.high))
        title = element("title", f"{each.of}: fitted {number(each.value)} in [{number(each.low)}, {number(each.high)}]")
        yield element("path", title, d=f"M{low} {y}H{high}M{low} {y - 7}v14M{high} {y - 7}v14", class_="interval")
        yield element("circle", cx=at, cy=y, r=6, class_="fitted")
    if each.exact is not None:
        title = element("title", f"{each.of}: exact {number(each.exact)}")
        yield element("path", title, d=f"M{round(float(across(each.exact)))} {y}{_DIAMOND}", class_="diamond")


def _words(cell: CellRates) -> str:
    parts = [f"tabulated {cell.printed}"]
    for of, exact, fitted, _ in map(_row, cell.estimates):
        parts.append(
            f"{of}: {', '.join(filter(None, (exact and f'exact {exact}', fitted and f'fitted {fitted}'))) or 'no fit'}"
        )
    return f"{cell.symbol} of {cell.instance}. {'; '.join(parts)}"

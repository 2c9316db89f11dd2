"""A panel of a record as a picture with its legend, and the numbers behind it as tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from theorytest.claims.plots import Curve, Look, Mark, Panel, Series
from theorytest.decisions.wording import number
from theorytest.report.axes import Axis, axis, visible
from theorytest.report.drawing import dots, element, path, pieces, text
from theorytest.report.prose import typeset

WIDTH, HEIGHT = 960, 560
LEFT, RIGHT, TOP, BOTTOM = 160, 940, 16, 470
COLOURS = 6  # that the style sheet knows
_NUMBERED = re.compile(r"path \d+")  # trajectories of an ensemble, which share one entry of the legend
ROWS = 40  # of a table of numbers; longer curves are thinned


@dataclass(frozen=True)
class Picture:
    """A drawn panel: the SVG, its legend as (key, words), and its numbers."""

    title: str
    note: str
    svg: Markup
    legend: list[tuple[Markup, str]]
    tables: list[Table]


@dataclass(frozen=True)
class Table:
    """Columns of numbers that share their first one; `every` is the stride when it was thinned."""

    head: list[str]
    rows: list[list[str]]
    points: int


def picture(panel: Panel, axes: tuple[Axis, Axis] | None = None, *, moving: bool = False) -> Picture:
    """The panel drawn, on its own axes or on given ones; where its marks move, their places are not in the legend."""
    x, y = axes or axes_of([panel])
    kinds = _classes(panel.series)
    curves = [
        element("path", d=curve_data(each, x, y), class_=kind) for each, kind in zip(panel.series, kinds, strict=True)
    ]
    marks = [_mark(each, i, x, y) for i, each in enumerate(panel.marks)]
    inner = element(
        "svg",
        *marks,
        *(curves[i] for i in drawing_order(panel.series)),
        x=LEFT,
        y=TOP,
        width=RIGHT - LEFT,
        height=BOTTOM - TOP,
        viewBox=f"{LEFT} {TOP} {RIGHT - LEFT} {BOTTOM - TOP}",
    )
    svg = element(
        "svg",
        *_frame(panel, x, y),
        inner,
        class_="plot",
        data_x=_span(x),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=f"{panel.title}: {panel.y_label} against {panel.x_label}",
    )
    return Picture(panel.title, panel.note, svg, list(_legend(panel, kinds, x, y, moving=moving)), list(tables(panel)))


def axes_of(panels: Sequence[Panel]) -> tuple[Axis, Axis]:
    """Axes that show all curves and marks of the panels; guide lines stretch them by half at most."""
    first = panels[0]
    every = [each for panel in panels for each in panel.series]
    marks = [mark for panel in panels for mark in panel.marks]
    curves = [each for each in every if each.look != Look.GUIDE] or every
    guides = [each for each in every if each.look == Look.GUIDE]
    xs = np.concatenate([each.edges["x"] for each in curves])
    ys = np.concatenate([edge for each in curves for name, edge in each.edges.items() if name != "x"])
    return (
        axis(_with_marks(xs, marks, "x"), LEFT, RIGHT, logarithmic=first.x_scale == "log"),
        axis(
            _with_marks(_stretched(ys, guides, first.y_scale), marks, "y"),
            BOTTOM,
            TOP,
            logarithmic=first.y_scale == "log",
        ),
    )


def _with_marks(values: Curve, marks: Sequence[Mark], along: str) -> Curve:
    ends = [end for mark in marks if mark.axis == along for end in (mark.at, mark.to) if end is not None]
    return np.concatenate([values, np.array(ends, dtype=float)])


def _stretched(values: Curve, guides: Sequence[Series], scale: str) -> Curve:
    """The values with those of the guides, but none further off than half of the range of the values."""
    logarithmic = scale == "log"
    seen = values[visible(values, logarithmic)]
    added = np.concatenate([each.edges["y"] for each in guides]) if guides else np.array([])
    added = added[visible(added, logarithmic)]
    if not len(seen) or not len(added):
        return values
    to, back = (np.log10, lambda y: 10.0**y) if logarithmic else (np.asarray, np.asarray)
    low, high = to(seen.min()), to(seen.max())
    return np.concatenate([values, back(np.clip(to(added), low - (high - low) / 2, high + (high - low) / 2))])


def _span(x: Axis) -> str:
    """What a script needs to find the number under the pointer."""
    return f"{x.low:.6g} {x.high:.6g} {x.start:g} {x.stop:g} {'log' if x.logarithmic else 'linear'}"


def _classes(series: tuple[Series, ...]) -> list[str]:
    """A class per curve: its look and the colour that a band shares with its line and its exact curve."""
    seen: Counter[str] = Counter()
    kinds = []
    for each in series:
        colour = seen[each.look] % COLOURS
        seen[each.look] += 1
        kinds.append(str(each.look) if each.look == Look.PATH else f"{each.look} c{colour}")
    return kinds


def drawing_order(series: tuple[Series, ...]) -> list[int]:
    """Bands first and points last, so that nothing hides behind an area."""
    layers = [Look.BAND, Look.PATH, Look.GUIDE, Look.FIT, Look.LINE, Look.EXACT, Look.POINTS]
    return sorted(range(len(series)), key=lambda i: layers.index(Look(series[i].look)))


def curve_data(series: Series, x: Axis, y: Axis) -> str:
    """The path of a curve."""
    edges = series.edges
    curve = np.column_stack([x(edges["x"]), y(edges["y"])])
    if series.look == Look.POINTS:
        return dots(curve[np.isfinite(curve).all(axis=1)])
    if series.look != Look.BAND:
        return path(pieces(curve))
    low, high = (y(np.clip(edges[name], y.low, y.high)) for name in ("y", "high"))  # an edge outside is the rim
    known = np.isfinite(curve[:, 0]) & np.isfinite(low) & np.isfinite(high)
    if not known.any():
        return ""
    below, above = (pieces(np.column_stack([curve[known, 0], edge[known]])) for edge in (low, high))
    return path([np.concatenate([*below, *(piece[::-1] for piece in above)])], closed=True)


def _mark(mark: Mark, i: int, x: Axis, y: Axis) -> Markup:
    along = x if mark.axis == "x" else y
    ends = np.sort(along([mark.at, mark.at if mark.to is None else mark.to]))
    if np.isnan(ends).any():
        return Markup("")
    if mark.to is None:
        return element("path", d=mark_data(mark, x, y), class_=f"mark c{i % COLOURS}")
    low, size = round(float(ends[0])), max(round(float(ends[1] - ends[0])), 1)
    if mark.axis == "x":
        return element("rect", x=low, y=TOP, width=size, height=BOTTOM - TOP, class_="stripe")
    return element("rect", x=LEFT, y=low, width=RIGHT - LEFT, height=size, class_="stripe")


def mark_data(mark: Mark, x: Axis, y: Axis) -> str:
    """The path of a line across the picture."""
    place = round(float((x if mark.axis == "x" else y)(mark.at)))
    return f"M{place} {TOP}V{BOTTOM}" if mark.axis == "x" else f"M{LEFT} {place}H{RIGHT}"


def _frame(panel: Panel, x: Axis, y: Axis) -> Iterator[Markup]:
    across = [(place, word) for (value, word) in x.ticks if LEFT <= (place := float(x(value))) <= RIGHT]
    up = [(place, word) for (value, word) in y.ticks if TOP <= (place := float(y(value))) <= BOTTOM]
    lines = "".join(f"M{round(place)} {TOP}V{BOTTOM}" for place, _ in across)
    lines += "".join(f"M{LEFT} {round(place)}H{RIGHT}" for place, _ in up)
    yield element("path", d=lines, class_="grid")
    yield element("path", d=f"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}", class_="axis")
    for place, word in across:
        yield text(word, place, BOTTOM + 36, text_anchor="middle")
    for place, word in up:
        yield text(word, LEFT - 10, place + 8, text_anchor="end")
    yield text(typeset(panel.x_label), (LEFT + RIGHT) / 2, HEIGHT - 14, text_anchor="middle")
    middle = round((TOP + BOTTOM) / 2)
    yield text(typeset(panel.y_label), 34, middle, text_anchor="middle", transform=f"rotate(-90 34 {middle})")


def _legend(panel: Panel, kinds: list[str], x: Axis, y: Axis, *, moving: bool) -> Iterator[tuple[Markup, str]]:
    shown: set[tuple[str, str]] = set()
    for series, kind in zip(panel.series, kinds, strict=True):
        words = "single paths" if _NUMBERED.fullmatch(series.label) else series.label
        if (kind, words) not in shown:
            shown.add((kind, words))
            yield _key(kind), words
    for i, mark in enumerate(panel.marks):
        if moving:
            yield _key(f"mark c{i % COLOURS}" if mark.to is None else "stripe"), mark.label
        elif mark.to is None:
            away = _outside(mark, x if mark.axis == "x" else y)
            yield _key(f"mark c{i % COLOURS}"), f"{mark.label}, at {number(mark.at)}{away}"
        else:
            yield _key("stripe"), f"{mark.label}, {number(mark.at)} to {number(mark.to)}"


def _outside(mark: Mark, along: Axis) -> str:
    """Where a line is that the picture does not show, or nothing."""
    before, beyond = {"x": ("left of", "right of"), "y": ("below", "above")}[mark.axis]
    if along.low <= mark.at <= along.high:
        return ""
    return f" ({before if mark.at < along.low else beyond} the picture)"


def _key(kind: str) -> Markup:
    """The sign of a curve in the legend."""
    look = kind.split()[0]
    data = {"points": "M24 10h0", "band": "M4 2h40v16h-40z", "stripe": "M4 2h40v16h-40z"}.get(look, "M2 10h44")
    return element("svg", element("path", d=data, class_=kind), class_="key", viewBox="0 0 48 20", aria_hidden="true")


def tables(panel: Panel) -> Iterator[Table]:
    """The numbers of the panel, one table for the series that share their x."""
    groups: dict[bytes, list[Series]] = {}
    for each in panel.series:
        groups.setdefault(each.edges["x"].tobytes(), []).append(each)
    for group in groups.values():
        columns = {panel.x_label: group[0].edges["x"]}
        for each in group:
            ends = {"y": "low end", "high": "high end"} if each.look == Look.BAND else {"y": ""}
            columns |= {f"{each.label} {end}".strip(): each.edges[edge] for edge, end in ends.items()}
        rows = np.column_stack(list(columns.values()))
        yield Table(list(columns), [[number(value) for value in row] for row in thinned(rows)], len(rows))


def thinned(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """At most about forty rows, both ends among them."""
    if len(rows) <= ROWS:
        return rows
    chosen = np.unique(np.rint(np.linspace(0, len(rows) - 1, ROWS)).astype(int))
    return np.asarray(rows[chosen])

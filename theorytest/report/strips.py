"""The evidence of a claim on one line: what was found as a multiple of what is allowed, and the allowed side."""

from __future__ import annotations

import math

import numpy as np
from markupsafe import Markup

from theorytest.decisions.decision import Verdict
from theorytest.report.axes import HIGHEST, Axis, axis
from theorytest.report.book import Entry
from theorytest.report.comparisons import ATTAINED, Comparison, closeness, comparisons, tightest
from theorytest.report.drawing import element, text

WIDTH, HEIGHT = 640, 84
LEFT, RIGHT, TOP, FOOT = 14, 626, 6, 50
FAR = 1e6  # a value this many times the claimed one, or as small a share of it, stands at the rim
WIDE = 30.0  # ratios spread further than this are shown on a logarithmic axis
_CROSS = "m-5-5l10 10m0-10l-10 10"


def strip(found: list[Comparison]) -> Markup:
    """The picture, or nothing when there is nothing to compare, or only exact values equal to the claimed ones."""
    shown = [each for each in found if abs(each.ratio) < HIGHEST]
    if all(abs(each.ratio - 1) <= ATTAINED and not each.sampled for each in shown):
        return Markup("")
    across = _axis(shown)
    return element(
        "svg",
        *_claimed(shown, across),
        element("path", d=f"M{LEFT} {FOOT}H{RIGHT}", class_="axis"),
        *_values(shown, across),
        *(text(word, float(across(value)), HEIGHT - 10, text_anchor="middle") for value, word in _ticks(across)),
        class_="strip",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=_words(shown),
    )


def evidence_strip(entry: Entry) -> Markup:
    """The picture of a claim; none where it could not show what refutes the claim, as an infinite value."""
    found = comparisons(entry)
    hidden = entry.verdict is Verdict.REFUTED and all(map(_holds, found))
    return Markup("") if hidden else strip(found)


def _holds(each: Comparison) -> bool:
    return each.verdict is not Verdict.REFUTED


def _axis(shown: list[Comparison]) -> Axis:
    ends = [0.98, 1.02, *(each.ratio for each in shown)]
    for each in shown:
        if each.sampled:
            ends += [value / each.claimed for value in (each.low, each.high) if math.isfinite(value)]
    ends = [end for end in ends if abs(end) < FAR and (end <= 0 or end > 1 / FAR)]  # the others stand at the rim
    positive = all(value > 0 for value in ends)
    logarithmic = positive and max(ends) / min(ends) > WIDE
    if not logarithmic and not any(each.sampled for each in shown):
        ends += [0.0] if positive and min(ends) < 0.7 else []
    return axis(ends, LEFT, RIGHT, logarithmic=logarithmic)


def _ticks(across: Axis) -> list[tuple[float, str]]:
    ticks = [(value, word) for value, word in across.ticks if across.low <= value <= across.high]
    return ticks or [(1.0, "1")]


def _claimed(shown: list[Comparison], across: Axis) -> list[Markup]:
    """The claimed region, when all decisions claim the same side, and the claimed value itself."""
    at = round(float(across(1.0)))
    sides = {each.relation for each in shown}
    line = element("path", d=f"M{at} {TOP}V{FOOT}", class_="printed")
    if sides == {"≤"}:
        return [element("rect", x=LEFT, y=TOP, width=max(at - LEFT, 1), height=FOOT - TOP, class_="claimed"), line]
    if sides == {"≥"}:
        return [element("rect", x=at, y=TOP, width=max(RIGHT - at, 1), height=FOOT - TOP, class_="claimed"), line]
    return [line]


def _values(shown: list[Comparison], across: Axis) -> list[Markup]:
    """Intervals of sampled decisions below each other, exact values as short strokes, refutations as crosses."""
    middle = (TOP + FOOT) // 2
    sampled = [each for each in shown if each.sampled]
    exact = {_place(each.ratio, across) for each in shown if not each.sampled and _holds(each)}
    wrong = {_place(each.ratio, across) for each in shown if not each.sampled and not _holds(each)}
    marks = []
    if exact:
        marks.append(element("path", d="".join(f"M{x} {middle - 9}v18" for x in sorted(exact)), class_="value"))
    if sampled:
        marks.append(element("path", d="".join(_intervals(sampled, across)), class_="interval"))
    if wrong:
        marks.append(element("path", d="".join(f"M{x} {middle}{_CROSS}" for x in sorted(wrong)), class_="wrong"))
    return marks


def _intervals(sampled: list[Comparison], across: Axis) -> list[str]:
    rows = np.linspace(TOP + 8, FOOT - 8, min(len(sampled), 6)) if len(sampled) > 1 else [(TOP + FOOT) / 2]
    return [_interval(each, across, int(rows[i % len(rows)])) for i, each in enumerate(sampled)]


def _interval(each: Comparison, across: Axis, y: int) -> str:
    """From end to end, with a stroke at the estimate; an unknown end is the rim."""
    low, high = (_place(value / each.claimed, across) for value in (each.low, each.high))
    return f"M{low} {y}H{high}M{_place(each.ratio, across)} {y - 5}v10"


def _place(ratio: float, across: Axis) -> int:
    """Where a ratio stands; one outside of the axis stands at its rim."""
    return round(float(across(min(max(ratio, across.low), across.high))))


def _words(shown: list[Comparison]) -> str:
    ratios = [each.ratio for each in shown]
    span = f"{min(ratios):.4g} to {max(ratios):.4g}"
    return f"found values are {span} times what they are compared with ({len(shown)} decisions)"


def closest(found: list[Comparison]) -> str:
    """How close the claim came to the claimed value where it had least to spare, or nothing."""
    least = tightest(found)
    return f"{closeness(least)} ({least.name})" if least else ""

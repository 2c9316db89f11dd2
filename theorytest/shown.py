"""How `theorytest.check` shows what it found: coloured lines in a terminal, HTML with pictures in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import numpy as np
from rich.text import Text

from theorytest.checking import Checked, Part, lines
from theorytest.claims.plots import Panel
from theorytest.decisions.decision import Verdict
from theorytest.report.book import SHAPES
from theorytest.report.comparisons import comparisons_of
from theorytest.report.panels import picture
from theorytest.report.pictures import curve_panels
from theorytest.report.strips import strip
from theorytest.terminal import COLORS

_BARS = "▁▂▃▄▅▆▇█"
_WIDTH = 48  # characters of a curve
_STYLE = """<style>
.theorytest {font-family: system-ui, sans-serif; max-width: 46rem}
.theorytest .verdict {font-weight: 600} .theorytest .refuted, .theorytest .broken {color: #b3261e}
.theorytest small {opacity: .75}
.theorytest svg.plot, .theorytest svg.strip {width: 100%; max-width: 40rem; display: block}
.theorytest svg text {font-size: 22px; fill: currentColor} .theorytest svg.strip text {font-size: 12px}
.theorytest svg path {fill: none; stroke: currentColor; stroke-width: 2} .theorytest svg .grid {stroke-opacity: .15}
.theorytest svg .line, .theorytest svg .value, .theorytest svg .interval {stroke: #1f5fbf}
.theorytest svg .band {fill: #1f5fbf; fill-opacity: .2; stroke: none}
.theorytest svg .points {stroke: #1f5fbf; stroke-width: 8; stroke-linecap: round}
.theorytest svg .guide, .theorytest svg .fit, .theorytest svg .mark {stroke-dasharray: 8 6}
.theorytest svg .wrong {stroke: #b3261e; stroke-width: 3}
.theorytest svg rect {fill: #2e7d32; fill-opacity: .15} .theorytest svg.key {width: 2.4em; height: 1em}
</style>"""


def in_terminal(checked: Checked) -> Iterator[Text]:
    """One line for each claim, and its curves as rows of bars."""
    colours = {verdict.value: colour for verdict, colour in COLORS.items()} | {"broken": "red", "": "dim"}
    for part in checked.parts:
        for word, line in lines(part):
            yield Text(line, style=colours[word])
        for panel in panels(part):
            for series in panel.series:
                yield Text(f"{'':<15}{bars(series.edges['y'])} {panel.title}: {series.label}", style="dim")


def bars(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> str:
    """A curve as a row of bars, from its least to its largest value."""
    known = values[np.isfinite(values)]
    if not len(known):
        return ""
    chosen = known[np.unique(np.linspace(0, len(known) - 1, _WIDTH).astype(int))]
    low, high = chosen.min(), chosen.max()
    heights = (chosen - low) / (high - low or 1.0) * (len(_BARS) - 1)
    return "".join(_BARS[round(float(height))] for height in heights)


def panels(part: Part) -> Iterator[Panel]:
    """What the check wants shown, and the curves of its decisions."""
    curves = part.result.curves
    own = {name.removeprefix("panels/"): curve for name, curve in curves.items() if name.startswith("panels/")}
    yield from (each.panel(own) for each in part.result.plots)
    for decision in part.result.evidence:
        yield from curve_panels(decision, {name: curves[f"{decision.name}/{name}"] for name in decision.curves})


def in_notebook(checked: Checked) -> str:
    """The sentence of each claim, its verdict, its reach, and pictures of what was compared."""
    inside = "".join(_html(part) for part in checked.parts)
    return f'{_STYLE}<div class="theorytest">{inside}</div>'


def _html(part: Part) -> str:
    shape = "!" if part.result.broken else SHAPES[Verdict(part.result.verdict)]
    found = f'<p><span class="verdict {part.word}">{shape} {part.word}</span> {escape(part.sentence)}</p>'
    said = f"<p>{escape(part.claim.says)} <small>({escape(part.claim.id)})</small></p>"
    rest = "".join(f"<p><small>{escape(line.strip())}</small></p>" for _, line in list(lines(part))[1:])
    reach = f"<p><small>{escape(part.reach)}</small></p>" if part.reach else ""
    pictures = f"{strip(comparisons_of(part.result.evidence))}{''.join(map(_drawn, panels(part)))}"
    return f"{said}{found}{reach}{pictures}{rest}"


def _drawn(panel: Panel) -> str:
    drawn = picture(panel)
    legend = " ".join(f"{key} {escape(words)}" for key, words in drawn.legend)
    return f"<figure>{drawn.svg}<figcaption><b>{escape(panel.title)}</b> {legend}</figcaption></figure>"

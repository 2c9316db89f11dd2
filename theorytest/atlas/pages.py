"""The atlas as pages: one for each estimator, with its heat map and all numbers, and one that leads to them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from theorytest.atlas.picture import anchor, heat_map
from theorytest.atlas.rate_page import rate_page
from theorytest.atlas.record import Atlas
from theorytest.atlas.rows import QUANTITIES, Quantity, Row
from theorytest.atlas.summary import summary
from theorytest.runs.files import replace_file

NAMES = {
    "non": "Non-projection",
    "quasi": "Quasi-projection",
    "free-lsq": "Least squares without S_δ",
    "lsq": "Least squares with S_δ",
    "volume": "Volume-rescaled least squares",
    "debiased": "Debiased projection",
    "conditioned-quasi": "Quasi-projection with S_δ",
}
_COLUMNS = ("cell", "quantity", "printed", "exact", "exact on E", "drawn", "interval", "resolution", "draws", "remark")
_STYLE = """
:root{color-scheme:light dark;--ink:#1a1a1a;--paper:#fff;--rule:#ccc}
@media(prefers-color-scheme:dark){:root{--ink:#e8e8e8;--paper:#161616;--rule:#444}}
body{font:15px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:1.5rem;max-width:1100px}
svg{max-width:860px;width:100%;height:auto;font:12px system-ui,sans-serif}svg text{fill:var(--ink)}
svg.rates{max-width:720px}svg .printed{stroke:var(--ink);stroke-width:2}
svg .cell{stroke:#888;stroke-width:.5}svg .refused{fill:none;stroke:#888;stroke-dasharray:2 2}svg .none{fill:none}
svg circle{fill:#000}svg circle.differs{fill:none;stroke:#000}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:13px}td,th{border-bottom:1px solid var(--rule);
padding:.15rem .5rem;text-align:left;white-space:nowrap}tr:target td{background:#ffe08a;color:#000}
"""


def write_pages(atlas: Atlas, folder: Path) -> None:
    """`index.html` and a page for each estimator of the atlas."""
    names = list(dict.fromkeys(row.cell.estimator for row in atlas.rows))
    for name in names:
        rows = [row for row in atlas.rows if row.cell.estimator == name]
        replace_file(folder / f"{_file(name)}.html", _page(NAMES.get(name, name), _estimator(rows)).encode())
    if atlas.rates:
        replace_file(folder / "rates.html", _page("Rates of Table 1", rate_page(atlas.rates)).encode())
    replace_file(folder / "index.html", _page("The atlas", _index(atlas, names)).encode())


def _file(name: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in name)


def _page(title: str, body: Iterator[str]) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body><main><h1>{escape(title)}</h1>{''.join(body)}</main></body></html>\n"
    )


def _index(atlas: Atlas, names: Sequence[str]) -> Iterator[str]:
    yield f"<p>Made by <code>{escape(str(atlas.run.get('command', '')))}</code>.</p><ul>"
    yield from (f"<li>{escape(line)}</li>" for line in summary(atlas))
    yield "</ul><h2>Heat maps</h2><ul>"
    yield from (f'<li><a href="{_file(name)}.html">{escape(NAMES.get(name, name))}</a></li>' for name in names)
    if atlas.rates:
        yield '<li><a href="rates.html">Rates of Table 1</a></li>'
    yield "</ul>"


def _estimator(rows: Sequence[Row]) -> Iterator[str]:
    yield '<p><a href="index.html">The atlas</a></p>'
    yield (
        "<p>Blue: the drawn constant is below the printed one; white: attained; red: exceeded; grey: nothing finite "
        "and positive is printed. Hatched: refuted by the draws. Dot: an exact value lies in the interval of the draws "
        "(circle: it does not). Columns are the numbers of points 1, d, 2d and 10d.</p>"
    )
    yield heat_map(rows)
    head = "".join(f"<th>{name}</th>" for name in _COLUMNS)
    yield f'<h2>Numbers</h2><div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>'
    for row in rows:
        yield from _lines(row)
    yield "</tbody></table></div>"


def _lines(row: Row) -> Iterator[str]:
    at, cell = f'<tr id="{anchor(row)}">', f"<td>{escape(str(row.cell))}</td>"
    if row.refused:
        yield f'{at}{cell}<td colspan="{len(_COLUMNS) - 1}">refused: {escape(row.refused)}</td></tr>'
        return
    for i, word in enumerate(name for name in QUANTITIES if name in row.quantities):
        q = row.quantities[word]
        ends = f"[{_number(q.low)}, {_number(q.high)}]"
        cells = [word, *map(_number, (q.tabulated, q.exact, q.within, q.value)), ends, _percent(q.resolution)]
        cells += [f"{row.n_draws:,}", _remark(q)]
        yield (f"{at}{cell}" if i == 0 else "<tr><td></td>") + "".join(f"<td>{escape(c)}</td>" for c in cells) + "</tr>"


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.5g}" if math.isfinite(value) else "∞" if value > 0 else "−∞"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.2g} %"


def _remark(q: Quantity) -> str:
    words = ["refuted"] if q.refuted else []
    words += ["differs from the exact value"] if q.agrees is False else []
    words += [q.why] if q.why else []
    words += [f"{q.needed:.1e} draws would reach the target"] if q.needed else []
    words += ["upper end asymptotic"] if q.asymptotic and q.high is not None and math.isfinite(q.high) else []
    return "; ".join(words)

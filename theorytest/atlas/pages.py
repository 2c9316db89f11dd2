"""The atlas as pages: one for each estimator, with its heat map and all numbers, and one that leads to them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from theorytest.atlas.picture import anchor, heat_map
from theorytest.atlas.rate_page import NUMBERS, rate_page
from theorytest.atlas.record import Atlas
from theorytest.atlas.rows import QUANTITIES, Quantity, Row
from theorytest.atlas.summary import summary
from theorytest.report.prose import prose
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
REPORT = "../index.html"  # beside which the atlas may stand
_COLUMNS = ("cell", "quantity", "printed", "exact", "exact on E", "drawn", "interval", "resolution", "draws", "remark")
_STYLE = """
main{max-width:84rem}.lead{max-width:50rem}svg.heat{max-width:900px;width:100%;min-width:760px}
svg.rates{max-width:800px;width:100%;min-width:760px}
body{display:block}nav{position:static;display:flex;flex-wrap:wrap;gap:.1rem 1.2rem;padding:.6rem 1.6rem}
nav{max-height:none;border:0;border-bottom:1px solid var(--line)}nav ul{display:flex}
.home{font-weight:600;text-decoration:none;color:var(--ink)}
svg.heat text,svg.rates text{fill:var(--ink);font:12px system-ui,sans-serif}
svg .printed{stroke:var(--ink);stroke-width:2}
svg .cell{stroke:#888;stroke-width:.5}svg .refused{fill:none;stroke:#888;stroke-dasharray:2 2}svg .none{fill:none}
svg circle{fill:#000}svg circle.differs{fill:none;stroke:#000}
td,th{border-bottom:1px solid var(--line);padding:.15rem .5rem;white-space:nowrap}
tr:target td{background:#ffe08a;color:#000}
nav [aria-current]{font-weight:bold}
"""


def write_pages(atlas: Atlas, folder: Path) -> None:
    """`index.html` and a page for each estimator of the atlas; beside a report they lead back to it."""
    names = list(dict.fromkeys(row.cell.estimator for row in atlas.rows))
    parts = {"index.html": "The atlas"} | {f"{_file(name)}.html": NAMES.get(name, name) for name in names}
    parts |= {"rates.html": "Rates of Table 1"} if atlas.rates else {}
    beside = any((folder.parent / name).exists() for name in ("index.html", "record.json"))
    for file, title in reversed(parts.items()):
        rows = [row for row in atlas.rows if f"{_file(row.cell.estimator)}.html" == file]
        body = _estimator(rows) if rows else rate_page(atlas.rates) if file == "rates.html" else _index(atlas, parts)
        head = _navigation(parts | ({REPORT: "Verification report"} if beside else {}), file)
        replace_file(folder / file, _page(title, head, body).encode())


def _file(name: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in name)


def _navigation(parts: Mapping[str, str], here: str) -> str:
    """Links to all pages, the report first."""
    current = ' aria-current="page"'
    links = (
        f'<li><a href="{file}"{current if file == here else ""}>{prose(title)}</a></li>'
        for file, title in parts.items()
        if file != REPORT
    )
    home = f'<a class="home" href="{REPORT}">{parts[REPORT]}</a>' if REPORT in parts else ""
    return f'<nav aria-label="Pages of the atlas">{home}<ul>{"".join(links)}</ul></nav>'


def _page(title: str, navigation: str, body: Iterator[str]) -> str:
    sheets = (files("theorytest.report").joinpath("templates", name) for name in ("page.css", "plots.css"))
    style = "".join(sheet.read_text(encoding="utf-8") for sheet in sheets) + _STYLE
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
        f'<style>{style}</style></head><body><a class="skip" href="#main">Skip to the content</a>{navigation}'
        f'<main id="main"><h1>{prose(title)}</h1>{"".join(body)}</main></body></html>\n'
    )


def _index(atlas: Atlas, parts: Mapping[str, str]) -> Iterator[str]:
    yield (
        '<p class="lead">Every estimator, sampler and space of the laboratory, measured by random draws against the '
        "constant that is printed for it and, where one is known, against the exact value. A cell is an estimator in a "
        "space of dimension d with n points.</p>"
    )
    yield "<h2>Heat maps and numbers</h2><ul>"
    yield from (
        f'<li><a href="{file}">{prose(title)}</a></li>' for file, title in parts.items() if file != "index.html"
    )
    yield "</ul><h2>In short</h2><ul>"
    yield from (f"<li>{prose(line)}</li>" for line in summary(atlas))
    yield f"</ul><p>Made by <code>{escape(str(atlas.run.get('command', '')))}</code>.</p>"


def _estimator(rows: Sequence[Row]) -> Iterator[str]:
    yield (
        '<p class="lead">'
        "Blue: the drawn constant is below the printed one; white: attained; red: exceeded; grey: nothing finite "
        "and positive is printed. Hatched: refuted by the draws. Dot: an exact value lies in the interval of the draws "
        "(circle: it does not). Columns are the numbers of points 1, d, 2d and 10d.</p>"
    )
    yield f'<div class="scroll" tabindex="0" role="group" aria-label="heat map">{heat_map(rows)}</div>'
    head = "".join(f'<th scope="col">{name}</th>' for name in _COLUMNS)
    yield f"{NUMBERS}<thead><tr>{head}</tr></thead><tbody>"
    for row in rows:
        yield from _lines(row)
    yield "</tbody></table></div>"


def _lines(row: Row) -> Iterator[str]:
    at, cell = f'<tr id="{anchor(row)}">', f"<td>{escape(str(row.cell))}</td>"
    if row.refused:
        yield f'{at}{cell}<td colspan="{len(_COLUMNS) - 1}">refused: {prose(row.refused)}</td></tr>'
        return
    for i, word in enumerate(name for name in QUANTITIES if name in row.quantities):
        q = row.quantities[word]
        ends = f"[{_number(q.low)}, {_number(q.high)}]"
        cells = [word, *map(_number, (q.tabulated, q.exact, q.within, q.value)), ends, _percent(q.resolution)]
        cells += [f"{row.n_draws:,}", _remark(q)]
        yield (f"{at}{cell}" if i == 0 else "<tr><td></td>") + "".join(f"<td>{prose(c)}</td>" for c in cells) + "</tr>"


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
    words += ["with points of a wider law"] if q.wide else []
    words += ["upper end asymptotic"] if q.asymptotic and q.high is not None and math.isfinite(q.high) else []
    return "; ".join(words)

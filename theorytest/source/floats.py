"""Figures, tables and algorithms: number, caption, panels, and the cells of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from theorytest.source.counters import Counters, letter
from theorytest.source.nodes import (
    Node,
    argument,
    children,
    cited,
    inside,
    is_environment,
    is_macro,
    named,
    plain,
    rows,
)
from theorytest.source.passages import Grid, Passage

FLOATS = {
    name: kind
    for kind, names in {
        "figure": ("figure", "figure*", "wrapfigure", "SCfigure"),
        "table": ("table", "table*", "wraptable", "sidewaystable", "longtable"),
        "algorithm": ("algorithm", "algorithm*"),
    }.items()
    for name in names
}
_PANELS = ("subfigure", "subtable")
_PANEL_MACROS = ("subfloat", "subcaptionbox", "subfigure")
_TABULARS = ("tabular", "tabular*", "tabularx", "tabulary", "longtable", "array")


def read_float(node: Node, counters: Counters) -> tuple[list[Passage], Grid | None]:
    """The passage of the float and of its panels, lines being positions; and the grid of a table."""
    kind = FLOATS[node.environmentname]
    caption = next(_captions(children(node)), None)
    if caption is None:
        return [], None
    number = f"{kind.capitalize()} {counters.step(kind)}"
    labels = list(_labels(children(node)))
    tex = inside(caption)
    whole = Passage(kind, number, 0, 0, title=tex, tex=node.latex_verbatim(), cites=cited(children(node)))
    whole.label, whole.line = labels[0] if labels else ("", node.pos)
    whole.also = labels[1:]
    panels = [_panel(each, number, i) for i, each in enumerate(_panels(children(node)), start=1)]
    grid = _grid(node, number, plain(whole.title)) if kind == "table" else None
    return [*panels, whole], grid


def _captions(nodes: Sequence[Node]) -> Iterator[Node]:
    """The captions of the float itself, not of its panels."""
    for i, each in enumerate(nodes):
        if is_macro(each, "caption"):
            found = argument(nodes, i)
            if found is not None:
                yield found
        elif not _is_panel(each):
            yield from _captions(children(each))


def _labels(nodes: Sequence[Node]) -> Iterator[tuple[str, int]]:
    for i, each in enumerate(nodes):
        if is_macro(each, "label"):
            yield inside(argument(nodes, i)).strip(), each.pos
        elif not _is_panel(each):
            yield from _labels(children(each))


def _is_panel(node: Node) -> bool:
    return (is_environment(node) and node.environmentname in _PANELS) or is_macro(node, *_PANEL_MACROS)


def _panels(nodes: Sequence[Node]) -> Iterator[Node]:
    for each in nodes:
        if _is_panel(each):
            yield each
        else:
            yield from _panels(children(each))


def _panel(node: Node, number: str, position: int) -> Passage:
    body = children(node)
    caption = next(iter(named(body, "caption")), ("", 0))[0]
    made = Passage("figure panel", f"{number} ({letter(position, small=True)})", 0, 0, title=caption)
    made.tex, made.cites = node.latex_verbatim(), cited(body)
    made.label, made.line = next(iter(named(body, "label")), ("", node.pos))
    made.title = made.title or made.number
    return made


def _grid(node: Node, number: str, title: str) -> Grid | None:
    """The cells of the first tabular; none where its rows differ in length."""
    tabular = next(_below(children(node), _TABULARS), None)
    if tabular is None:
        return None
    lines = [_cells(row) for row in rows(list(tabular.nodelist))]
    lines = [line for line in lines if any(line)]
    if len(lines) < 2 or len({len(line) for line in lines}) > 1 or len(lines[0]) < 2:
        return None
    names = [plain(line[0]) or f"row {i}" for i, line in enumerate(lines[1:], start=1)]
    if len(set(names)) < len(names):
        names = [f"{i}. {name}" for i, name in enumerate(names, start=1)]
    body = tuple((name, tuple(line[1:])) for name, line in zip(names, lines[1:], strict=True))
    return Grid(number, title, tuple(plain(cell) for cell in lines[0][1:]), body, 0, "")


def _below(nodes: Sequence[Node], names: Sequence[str]) -> Iterator[Node]:
    for each in nodes:
        if is_environment(each) and each.environmentname in names:
            yield each
        else:
            yield from _below(children(each), names)


_RULES = ("hline", "toprule", "midrule", "bottomrule", "cline", "cmidrule", "addlinespace")


def _cells(row: Sequence[Node]) -> list[str]:
    cells = [""]
    for each in row:
        if is_macro(each, *_RULES):
            continue
        if each.latex_verbatim() == "&":
            cells.append("")
        else:
            cells[-1] += each.latex_verbatim()
    return [cell.strip() for cell in cells]

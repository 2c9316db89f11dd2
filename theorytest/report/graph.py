"""The dependency graph of assumptions, lemmas, theorems, corollaries and tables, with their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup, escape

from theorytest.claims.paper import Item
from theorytest.decisions.decision import Verdict, combine
from theorytest.report.book import SHAPES, Book, Entry, anchor, to_single
from theorytest.report.drawing import element, text
from theorytest.report.layers import acyclic, layered, reduced
from theorytest.report.results import numbered_results

KINDS = ("assumption", "definition", "lemma", "proposition", "theorem", "corollary")
BOX, ROW, COLUMN, HIGH = 146, 40, 192, 32
LANE = 12  # the height of a way between two boxes


@dataclass(frozen=True)
class Node:
    """A numbered statement or a table."""

    key: str
    name: str
    title: str
    verdict: Verdict | None
    link: str

    @property
    def word(self) -> str:
        """Its verdict in words."""
        return self.verdict.value if self.verdict else "not checked"


@dataclass(frozen=True)
class Graph:
    """The picture, the same as a list for those who do not see it, and what is tied to nothing."""

    svg: Markup
    nodes: list[tuple[Node, list[Node]]]
    alone: list[Node]


def graph(book: Book, to: Callable[[str], str] = to_single) -> Graph:
    """Nodes are numbered items; an edge says that a claim of one rests on a claim of the other. `to` makes links."""
    nodes = {node.key: node for node in _nodes(book, to)}
    edges = reduced(acyclic({key: _targets(book, key, nodes) for key in nodes}))
    tied = {key for key, targets in edges.items() if targets}.union(*edges.values())
    layers, ways = layered([key for key in nodes if key in tied], edges)
    listed = [(nodes[key], [nodes[below] for below in nodes if below in edges[key]]) for key in nodes if key in tied]
    return Graph(_drawn(layers, ways, nodes), listed, [node for key, node in nodes.items() if key not in tied])


def _nodes(book: Book, to: Callable[[str], str]) -> Iterator[Node]:
    whole = {each.item.label: each.statement_verdict for each in numbered_results(book)}
    for item in book.items.values():
        first = next(iter(book.by_label.get(item.label, ())), None)
        if item.kind in KINDS and _named(item) and first:
            verdict = whole.get(item.label) or book.verdict_of(item.label)
            yield Node(item.label, item.number, item.title, verdict, to(first.anchor))
    for table in book.paper.tables:
        found = [book.verdict_of(label) for row in table.rows for label in row.cells]
        known = [verdict for verdict in found if verdict]
        if known:
            yield Node(table.number, table.number, table.title, combine(known), to(anchor("table", table.number)))


def _named(item: Item) -> bool:
    """Whether the paper calls it by a name: (LS) or Lemma 2, but not 1. or (i) of a list."""
    number = item.number
    tag = number.startswith("(") and number.strip("()").isupper()
    return tag or " " in number


def _targets(book: Book, key: str, nodes: Mapping[str, Node]) -> set[str]:
    """The nodes directly below: through claims that belong to no node, and what the paper says it assumes."""
    found = {label for label in (book.items[key].assumes if key in book.items else ()) if label in nodes}
    waiting = list(_own(book, key))
    seen: set[str] = set()
    while waiting:
        for premise in waiting.pop().claim.premises:
            entry = book.by_id.get(premise)
            if entry is None or premise in seen:
                continue
            seen.add(premise)
            home = _home(book, entry, nodes)
            if home is None:
                waiting.append(entry)
            elif home != key:
                found.add(home)
    return found


def _own(book: Book, key: str) -> list[Entry]:
    """The claims of a node: of its label, or of the cells of its table."""
    tables = [table for table in book.paper.tables if table.number == key]
    labels = [label for table in tables for row in table.rows for label in row.cells] or [key]
    return [entry for label in labels for entry in book.by_label.get(label, ()) if entry.claim.label == label]


def _home(book: Book, entry: Entry, nodes: Mapping[str, Node]) -> str | None:
    """The node that a claim belongs to: its own statement, or the table that it is a cell of."""
    label = entry.claim.label
    tables = book.paper.tables
    holding = [table.number for table in tables if any(label in row.cells for row in table.rows)]
    return next((home for home in (label, *holding) if home in nodes), None)


def _drawn(layers: list[list[str]], ways: list[list[str]], nodes: Mapping[str, Node]) -> Markup:
    heights = [sum(ROW if key in nodes else LANE for key in layer) for layer in layers]
    tallest = max(heights, default=0)
    places = {}
    for column, (layer, height) in enumerate(zip(layers, heights, strict=True)):
        y = round((tallest - height) / 2) + 4
        for key in layer:
            places[key] = (column * COLUMN + 4, y if key in nodes else y + (LANE - HIGH) // 2)
            y += ROW if key in nodes else LANE
    width = (len(layers) - 1) * COLUMN + BOX + 8
    return element(
        "svg",
        element("path", d="".join(_edge([places[key] for key in way]) for way in ways), class_="edge"),
        *(_box(nodes[key], *place) for key, place in places.items() if key in nodes),
        class_="graph",
        viewBox=f"0 0 {width} {tallest + 4}",
        width=width,
        role="group",
        aria_label="dependency graph; the list below says the same in words",
    )


def _edge(way: list[tuple[int, int]]) -> str:
    """From the right side of a box through the free places of the columns between to the left side of another."""
    x, y = way[0][0] + BOX, way[0][1] + HIGH // 2
    data = f"M{x} {y}"
    for place, last in zip(way[1:], [*[False] * (len(way) - 2), True], strict=True):
        across, down = place[0] - x, place[1] + HIGH // 2 - y
        data += f"c{across // 2} 0 {across // 2} {down} {across} {down}" + ("" if last else f"h{BOX}")
        x, y = place[0] + BOX, place[1] + HIGH // 2
    return data


def _box(node: Node, x: int, y: int) -> Markup:
    shape = SHAPES[node.verdict] if node.verdict else "·"
    return element(
        "a",
        element("title", escape(f"{node.name}: {node.title} ({node.word})")),
        element("rect", x=x, y=y, width=BOX, height=HIGH, rx=5),
        text(f"{shape} {node.name}", x + 8, y + 21),
        href=node.link,
        class_=node.word.replace(" ", "-"),
        aria_label=f"{node.name}, {node.word}",
    )

r"""From a TeX source to its passages: headings, theorem-like statements, displays, figures, tables, labelled items.

Numbers are counted as LaTeX does. What pylatexenc cannot parse ends the reading there; what was read before is kept,
and the place is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pylatexenc.latexwalker import LatexMathNode, LatexWalker, LatexWalkerParseError

from theorytest.claims.mutants import ClaimError
from theorytest.source.counters import HEADINGS
from theorytest.source.displays import DISPLAYS, Displays
from theorytest.source.floats import FLOATS, read_float
from theorytest.source.nodes import (
    Node,
    argument,
    children,
    cited,
    inside,
    is_environment,
    is_macro,
    optional,
    plain,
)
from theorytest.source.passages import RESULTS, Grid, Passage, Reading, kind_of
from theorytest.source.preamble import THE, Preamble, forms, read_preamble
from theorytest.source.text import Text, flattened

_REFERENCE = re.compile(r"\\(?:eq|c|C|auto)?ref\{([^{}]+)\}")
_SKIPPED = ("tikzpicture", "verbatim", "lstlisting", "thebibliography", "filecontents")


def read_tex(path: Path) -> tuple[Text, Reading]:
    """The text of a source and what it states."""
    text = flattened(path)
    reader = _Reader(text, read_preamble(text.text))
    begin = text.text.find(r"\begin{document}")
    start = max(begin, 0)
    problem = reader.read(start)
    found = reader.finished()
    if not found:
        where = f": {problem}" if problem else ""
        raise ClaimError(f"{path} states nothing that could be read{where}")
    front = text.text[:start] + text.text[start : start + 5000]
    return text, Reading(
        tuple(found),
        tuple(reader.tables),
        (*text.problems, *([problem] if problem else [])),
        plain(_first(front, "title")),
        tuple(_authors(_first(front, "author"))),
    )


def _first(text: str, macro: str) -> str:
    """The argument of the first such macro, a macro without arguments inside it written out once."""
    at = re.search(rf"\\{macro}\s*(?:\[[^\]]*\])?\s*\{{", text)
    if at is None:
        return ""
    depth, start = 1, at.end()
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            said = text[start:i].strip()
            word = re.fullmatch(r"\\(\w+)\s*", said)
            found = re.search(rf"\\newcommand\{{\\{word[1]}\}}\{{([^{{}}]*)\}}", text) if word else None
            return found[1] if found else said
    return ""


def _authors(tex: str) -> list[str]:
    """The first line of each author."""
    parts = re.split(r"\\and\b|\\And\b|\\AND\b", tex)
    names = (plain(re.sub(r"\\(?:thanks|footnote)\{[^{}]*\}", "", part.split(r"\\")[0])) for part in parts)
    return [name for name in names if name]


class _Reader:
    """Walks through the tree once, with the counters and the heading of the place where it is."""

    def __init__(self, text: Text, preamble: Preamble) -> None:
        self.text, self.preamble, self.counters = text, preamble, preamble.counters
        self.passages: list[Passage] = []
        self.tables: list[Grid] = []
        self.section = ""
        self.result: Passage | None = None  # the last that a proof may follow
        self.displays = Displays(preamble, text.text)

    def read(self, start: int) -> str:
        """Walk from a position on; the sentence of the place where that ended too early."""
        body, problem = self.text.text, ""
        for tolerant in (False, True):
            try:
                walker = LatexWalker(body, tolerant_parsing=tolerant)
                nodes, _, _ = walker.get_latex_nodes(pos=start)
            except LatexWalkerParseError as error:
                problem = self._stopped(error)
                continue
            self.walk([each for each in nodes if each is not None], None)
            return problem
        return problem

    def _stopped(self, error: LatexWalkerParseError) -> str:
        file, number = self.text.place(self.text.line_at(error.pos or 0))
        return f"{file}:{number}: {error.msg}"

    def walk(self, nodes: Sequence[Node], owner: Passage | None) -> None:
        """Everything in these nodes; `owner` is the passage that they lie in."""
        for i, node in enumerate(nodes):
            if is_environment(node):
                self._environment(node, owner)
            elif isinstance(node, LatexMathNode):
                if node.displaytype == "display":
                    self._display(node)
            elif is_macro(node, *HEADINGS):
                self._heading(nodes, i)
            elif is_macro(node, "appendix"):
                self.counters.appendix(self.preamble.top)
            elif is_macro(node, "setcounter"):
                self._set(nodes, i)
            elif is_macro(node, "renewcommand", "def"):
                self._form(node)
            elif is_macro(node, "label"):
                self._label(inside(argument(nodes, i)).strip(), node, owner)
            else:
                self.walk(children(node), owner)

    def _environment(self, node: Node, owner: Passage | None) -> None:
        name, body = node.environmentname, children(node)
        if name in self.preamble.theorems:
            self._theorem(node)
        elif name.rstrip("*") in DISPLAYS:
            self._display(node)
        elif name == "subequations":
            self._subequations(node, owner)
        elif name in FLOATS:
            self._float(node)
        elif name == "proof":
            self._proof(node, owner)
        elif name not in _SKIPPED:
            self.walk(body, owner)

    def _span(self, node: Node) -> tuple[int, int]:
        return self.text.line_at(node.pos), self.text.line_at(node.pos + node.len - 1)

    def _heading(self, nodes: Sequence[Node], i: int) -> None:
        node, found = nodes[i], argument(nodes, i)
        starred = node.latex_verbatim().startswith(f"\\{node.macroname}*") or "".join(
            each.latex_verbatim() for each in nodes[i + 1 : i + 2]
        ).startswith("*")
        if node.macroname == "paragraph" or found is None:
            return
        number = "" if starred else self.counters.step(node.macroname)
        self.section = number or self.section
        line = self.text.line_at(node.pos)
        tex = inside(found)
        if number:
            self.passages.append(Passage("section", number, line, line, number, title=tex, tex=tex, line=line))
        self.result = None

    def _theorem(self, node: Node) -> None:
        theorem, (first, last) = self.preamble.theorems[node.environmentname], self._span(node)
        number = self.counters.step(theorem.counter) if theorem.counter else ""
        body = children(node)
        made = Passage(kind_of(theorem.title), f"{theorem.title} {number}".strip(), first, last, self.section)
        made.tex, made.cites, made.line = node.latex_verbatim(), cited(body), first
        words = re.sub(r"\\label\{[^{}]*\}", "", "".join(each.latex_verbatim() for each in body))
        made.title = optional(body, "") or words
        self.passages.append(made)
        self.walk(body, made)
        if made.kind in RESULTS:
            self.result = made

    def _proof(self, node: Node, owner: Passage | None) -> None:
        told = re.findall(r"ref\{([^{}]+)\}", optional(children(node), ""))
        meant = next((each for each in self.passages if each.label in told), self.result)
        if meant is not None:
            meant.proof = self._span(node)
        self.walk(children(node), owner)

    def _display(self, node: Node) -> None:
        first, last = self._span(node)
        for made in self.displays.read(node, self.counters):
            made.section, made.first, made.last = self.section, first, last
            made.line = self.text.line_at(made.line)
            made.also = [(label, self.text.line_at(position)) for label, position in made.also]
            self.passages.append(made)

    def _subequations(self, node: Node, owner: Passage | None) -> None:
        """(3a), (3b): the counter of equations steps once, and letters count inside."""
        outer = self.counters.step("equation")
        kept, self.displays.outer = self.displays.outer, outer
        self.displays.letters = 0
        if any(is_macro(each, "label") for each in children(node)):  # \ref prints the number without letters
            owner = Passage("equation", f"({outer})", *self._span(node), self.section, tex=node.latex_verbatim())
            owner.title = f"equations ({outer}a) and following"
            self.passages.append(owner)
        self.walk(children(node), owner)
        self.displays.outer = kept

    def _float(self, node: Node) -> None:
        found, grid = read_float(node, self.counters)
        first, last = self._span(node)
        for made in found:
            made.section, made.line = self.section, self.text.line_at(made.line)
            made.first, made.last = first, last
            made.also = [(label, self.text.line_at(position)) for label, position in made.also]
        self.passages += found
        if grid is not None:
            self.tables.append(replace(grid, line=first, section=self.section))

    def _label(self, label: str, node: Node, owner: Passage | None) -> None:
        """It belongs to the passage around it, or to the heading before it; a second one is a part of that."""
        line = self.text.line_at(node.pos)
        near = self.passages[-1] if self.passages and self.passages[-1].kind == "section" else None
        meant = owner or near
        if meant is not None and not meant.label:
            meant.label, meant.line = label, line
            return
        number = meant.number if owner is not None and meant is not None else ""
        tex = self.text.lines(line, line)
        self.passages.append(Passage("statement", number, line, line, self.section, label, line, tex, tex))

    def _set(self, nodes: Sequence[Node], i: int) -> None:
        words = "".join(each.latex_verbatim() for each in nodes[i : i + 4])
        found = re.match(r"\\setcounter\s*\{(\w+)\}\s*\{(-?\d+)\}", words)
        if found:
            self.counters.set(found[1], int(found[2]))

    def _form(self, node: Node) -> None:
        """A counter that is printed in another way from here on, as in a supplement."""
        found = THE.match(self.text.text, node.pos)
        if found:
            self.counters.forms |= forms(found[0])

    def finished(self) -> list[Passage]:
        """Every passage with a label of its own, and what has two as two."""
        made: list[Passage] = []
        for each in self.passages:
            made.append(each)
            for label, line in each.also:
                made.append(replace(each, label=label, line=line, also=[]))
        _name_the_others(made)
        numbers = {each.label: each.number for each in made}
        for each in made:
            each.title = plain(_resolved(each.title, numbers)) or each.label
        return made


def _resolved(tex: str, numbers: Mapping[str, str]) -> str:
    """References as they are printed: the number alone, in parentheses where that is an equation's."""

    def printed(found: re.Match[str]) -> str:
        number = numbers.get(found[1], "")
        return number if number.startswith("(") else number.split(" ", 1)[-1] or "?"

    return _REFERENCE.sub(printed, tex)


def _name_the_others(passages: Sequence[Passage]) -> None:
    """Labels for what the source gives none: by number, or counted in its section."""
    taken = {each.label for each in passages}
    for each in passages:
        if each.label:
            continue
        words = each.number.lower().replace(" ", "-") if each.number and each.kind != "display" else ""
        stem = f"x:{each.kind.replace(' ', '-')}-{each.section or '0'}"
        name = f"x:sec-{each.section}" if each.kind == "section" else f"x:{words}" if words else ""
        count = 1
        while not name or name in taken:
            name, count = f"{stem}-{count}", count + 1
        each.label = name
        taken.add(name)

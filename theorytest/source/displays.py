r"""Displays: which rows have a number, which one, and what is a tagged assumption.

With `showonlyrefs` of mathtools only rows that \eqref names have a number, with autonum those that any reference names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from theorytest.source.counters import Counters, letter
from theorytest.source.nodes import Node, children, cited, has, is_environment, named, plain, rows
from theorytest.source.passages import Passage
from theorytest.source.preamble import Preamble

_ONE = ("equation", "multline", "dmath", "displaymath", "math")
_MANY = ("align", "alignat", "flalign", "gather", "eqnarray", "xalignat", "dgroup")
DISPLAYS = (*_ONE, *_MANY)
_EQREF = re.compile(r"\\(?:eqref|refeq)\{([^{}]+)\}")
_ANY = re.compile(r"\\(?:eqref|refeq|ref|cref|Cref|autoref|vref)\{([^{}]+)\}")
_MARKS = re.compile(r"\\(?:label|tag\*?)\s*\{[^{}]*\}|\\(?:nonumber|notag)\b")


class Displays:
    """Reads one display after the other."""

    def __init__(self, preamble: Preamble, text: str) -> None:
        wanted = _EQREF if preamble.eqref_only else _ANY
        self.referred = {label.strip() for labels in wanted.findall(text) for label in labels.split(",")}
        self.refs_only = preamble.refs_only
        self.outer: str | None = None  # the number of subequations around it
        self.letters = 0

    def read(self, node: Node, counters: Counters) -> list[Passage]:
        """A passage for every row that is labelled or tagged; else one for the whole display. Lines are positions."""
        name = node.environmentname if is_environment(node) else ""
        body = children(node)
        parts = rows(body) if name.rstrip("*") in _MANY else [body]
        numbered = bool(name) and not name.endswith("*") and name not in ("displaymath", "math")
        found = [self._row(row, numbered, counters, node) for row in parts]
        marked = [each for each in found if each.label or each.number]
        whole = marked or found[:1]
        if len(whole) == 1:
            whole[0].tex = node.latex_verbatim()
            whole[0].title = _MARKS.sub("", "".join(each.latex_verbatim() for each in body))
        for each in whole:
            each.cites = cited(body)
        return whole

    def _row(self, row: Sequence[Node], numbered: bool, counters: Counters, node: Node) -> Passage:
        labels, tags = list(named(row, "label")), list(named(row, "tag"))
        tag = plain(tags[0][0]) if tags else ""
        number = f"({tag})" if tags else ""
        if not tags and numbered and not has(row, "nonumber", "notag") and self._shown(labels):
            number = f"({self._next(counters)})"
        tex = "".join(each.latex_verbatim() for each in row)
        tagged = bool(re.search("[A-Za-z]", tag))
        kind = "assumption" if tagged else "equation" if labels else "display"
        made = Passage(kind, number, 0, 0, title=_MARKS.sub("", tex), tex=tex)
        made.label, made.line = labels[0] if labels else ("", node.pos)
        made.also = labels[1:]
        return made

    def _shown(self, labels: Sequence[tuple[str, int]]) -> bool:
        return not self.refs_only or any(label in self.referred for label, _ in labels)

    def _next(self, counters: Counters) -> str:
        if self.outer is None:
            return counters.step("equation")
        self.letters += 1
        return f"{self.outer}{letter(self.letters, small=True)}"

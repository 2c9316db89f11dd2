"""Counters as LaTeX keeps them: each may lie within another, is reset by it and printed behind it."""

from __future__ import annotations

from dataclasses import dataclass, field

HEADINGS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_BOOKS = ("book", "report", "memoir", "scrbook", "scrreprt")


@dataclass
class Counters:
    """Values by name, and what each lies within."""

    within: dict[str, str] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    letters: set[str] = field(default_factory=set)  # counters that an appendix prints as letters

    def step(self, name: str) -> str:
        """The next value, as printed; whatever lies within it starts again."""
        self.values[name] = self.values.get(name, 0) + 1
        self._reset(name)
        return self.printed(name)

    def set(self, name: str, value: int) -> None:
        r"""As \setcounter does: nothing is reset."""
        self.values[name] = value

    def _reset(self, name: str) -> None:
        for inner in [each for each, outer in self.within.items() if outer == name]:
            self.values[inner] = 0
            self._reset(inner)

    def printed(self, name: str) -> str:
        """`4.1`, or `A.2` in an appendix."""
        value = self.values.get(name, 0)
        own = letter(value) if name in self.letters else str(value)
        outer = self.within.get(name)
        return f"{self.printed(outer)}.{own}" if outer else own

    def appendix(self, top: str) -> None:
        """From here on the highest heading is lettered, and starts again."""
        self.letters.add(top)
        self.values[top] = 0
        self._reset(top)


def standard(document_class: str) -> Counters:
    """Those of a document class: in books equations, figures and tables are numbered by chapters."""
    within = {"subsection": "section", "subsubsection": "subsection", "paragraph": "subsubsection"}
    if document_class in _BOOKS:
        within |= dict.fromkeys(("section", "equation", "figure", "table"), "chapter")
    return Counters(within)


def letter(value: int, *, small: bool = False) -> str:
    """A for 1, B for 2."""
    found = chr(ord("A") + value - 1) if 1 <= value <= 26 else str(value)
    return found.lower() if small else found

"""Counters as LaTeX keeps them: each may lie within another, is reset by it and printed behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

HEADINGS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_BOOKS = ("book", "report", "memoir", "scrbook", "scrreprt")


@dataclass
class Counters:
    """Values by name, and what each lies within."""

    within: dict[str, str] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    letters: set[str] = field(default_factory=set)  # counters that an appendix prints as letters
    forms: dict[str, str] = field(default_factory=dict)  # \the... of a counter, where the source says it

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
        """`4.1`, or `A.2` in an appendix, or what the source says."""
        if name in self.forms:
            return self._formed(self.forms[name])
        value = self.values.get(name, 0)
        own = letter(value) if name in self.letters else str(value)
        outer = self.within.get(name)
        return f"{self.printed(outer)}.{own}" if outer else own

    def _formed(self, form: str) -> str:
        numbers = _NUMBER.sub(lambda found: _STYLES[found[1]](self.values.get(found[2], 0)), form)
        return _THE.sub(lambda found: self.printed(found[1]), numbers)

    def appendix(self, top: str) -> None:
        """From here on the highest heading is lettered, and starts again."""
        self.forms.pop(top, None)
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


def roman(value: int) -> str:
    """IV for 4."""
    found = ""
    for size, sign in zip(_SIZES, _SIGNS, strict=True):
        found, value = found + sign * (value // size), value % size
    return found


_SIZES = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
_SIGNS = ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I")
_STYLES: Mapping[str, Callable[[int], str]] = {
    "arabic": str,
    "Alph": letter,
    "alph": lambda value: letter(value, small=True),
    "Roman": roman,
    "roman": lambda value: roman(value).lower(),
}
_NUMBER = re.compile(rf"\\({'|'.join(_STYLES)})\s*\{{(\w+)\}}")
_THE = re.compile(r"\\the(\w+)(?:\{\})?")

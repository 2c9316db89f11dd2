"""Where a reader finds what: the page and the place on it of every claim, picture, table and result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from theorytest.report.book import Book, anchor, section_name
from theorytest.report.pictures import Pictures
from theorytest.report.results import NumberedResult, numbered_results

FOLDER = "pages"  # beside index.html, for all other pages of a site
_FIGURE = re.compile(r"(Figure [\w.]+)")


def slug(name: str) -> str:
    """A file name for `Theorem 4.9`: small letters, digits, dots and hyphens; anything else becomes its code."""
    letters = (c if (c.isascii() and c.isalnum()) or c in ".-" else "-" if c == " " else f"_{ord(c):x}" for c in name)
    return "".join(letters).lower() or "_"


def section_page(section: str) -> str:
    """The page of a section's claims."""
    return f"{slug(section_name(section))}.html"


def result_page(result: NumberedResult) -> str:
    """The page of a numbered result."""
    return f"result-{slug(result.name)}.html"


def table_page(number: str) -> str:
    """The page of a table."""
    return f"{slug(number)}.html"


def figure_of(place: str) -> str:
    """`Figure 2 (a)` belongs to `Figure 2`."""
    found = _FIGURE.match(place)
    return found.group(1) if found else "Figures"


def near(section: str, all_of_them: Sequence[str]) -> list[tuple[str, str, str]]:
    """The pages around a section's: relation, file and name of those before, above, within and after it."""
    at = all_of_them.index(section)
    found = [("before", each) for each in all_of_them[max(at - 1, 0) : at]]
    found += [("above", each) for each in all_of_them if each and section.rpartition(".")[0] == each]
    found += [("within", each) for each in all_of_them if section and each.rpartition(".")[0] == section]
    found += [("after", each) for each in all_of_them[at + 1 : at + 2]]
    return [(relation, section_page(each), section_name(each)) for relation, each in found]


@dataclass(frozen=True)
class Places:
    """The pages of a site; `here` is the folder of the page that links are written on."""

    book: Book
    pictures: Pictures

    @cached_property
    def homes(self) -> dict[str, str]:
        """The page of every anchor."""
        return dict(self._homes())

    def _homes(self) -> Iterator[tuple[str, str]]:
        for entry in self.book.entries:
            yield entry.anchor, section_page(entry.item.section)
            for shown in self.pictures.beside(entry):
                yield shown.anchor, section_page(entry.item.section)
        for shown in self.pictures.figures:
            yield shown.anchor, f"{slug(figure_of(shown.place))}.html"
        tables = [table.number for table in self.book.paper.tables]
        for entry, pictures in self.pictures.rates:
            home = next((number for number in tables if self._belongs(entry.labels, number)), None)
            for shown in pictures:
                yield shown.anchor, table_page(home) if home else section_page(entry.item.section)
        for number in tables:
            yield anchor("table", number), table_page(number)
        for result in numbered_results(self.book):
            yield anchor("result", result.item.label), result_page(result)

    def _belongs(self, labels: tuple[str, ...], number: str) -> bool:
        cells = {
            cell
            for table in self.book.paper.tables
            if table.number == number
            for row in table.rows
            for cell in row.cells
        }
        return any(label in cells or self.book.items[label].number == number for label in labels)

    def link(self, name: str, *, root: bool) -> str:
        """The address of a place, from index.html or from a page in the folder."""
        return f"{FOLDER + '/' if root else ''}{self.homes[name]}#{name}"

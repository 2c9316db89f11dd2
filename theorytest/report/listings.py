"""Files that a report names, as pages with numbered lines: those of the checks, and the source of the paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from markupsafe import Markup

from theorytest.claims.paper import Item, Paper
from theorytest.claims.source import Source
from theorytest.report.book import Entry
from theorytest.report.places import slug
from theorytest.runs.described import DescribedLedger

SOURCE = "source"  # the name of the page of the paper's source


@dataclass(frozen=True)
class Listing:
    """A file with its lines, and the lines that links lead to."""

    name: str
    lines: Sequence[str]
    marked: frozenset[int]

    @property
    def page(self) -> str:
        """The file of its page."""
        return f"{SOURCE}.html" if self.name == SOURCE else f"file-{slug(self.name)}.html"

    @property
    def title(self) -> str:
        """Its name, as a page shows it."""
        return "The source of the paper" if self.name == SOURCE else self.name

    @property
    def numbered(self) -> list[tuple[int, str, bool]]:
        """Number, text, and whether a link leads to it."""
        return [(i, text, i in self.marked) for i, text in enumerate(self.lines, start=1)]

    def link(self, line: int) -> str:
        """The address of a line; of the page where nothing is known of the line."""
        return f"{self.page}#L{line}" if line in self.marked else self.page


def listings(ledger: DescribedLedger, checks: Path) -> dict[str, Listing]:
    """The files of the claims and of their instances, as they are now, where they can be read."""
    wanted: dict[str, set[int]] = {}
    for file, line in _named(ledger):
        wanted.setdefault(file, set()).add(line)
    found = ((file, _read(checks.resolve().parent, file), marked) for file, marked in wanted.items())
    return {file: Listing(file, lines, frozenset(marked)) for file, lines, marked in found if lines}


def _named(ledger: DescribedLedger) -> Iterator[tuple[str, int]]:
    for claim in ledger.claims:
        yield claim.file, claim.line
        for each in claim.forall:
            file, _, line = each.place.rpartition(":")
            if line.isdigit():
                yield file, int(line)


def _read(folder: Path, file: str) -> list[str]:
    """The lines of a file below the folder, or nothing."""
    path = (folder / file).resolve()
    try:
        return path.read_text(encoding="utf-8").splitlines() if path.is_relative_to(folder) else []
    except (OSError, ValueError):
        return []


@dataclass(frozen=True)
class Files:
    """The files that pages link to: the source of the paper where it is given, and those of the checks."""

    paper: Paper
    source: Source | None
    code: Mapping[str, Listing]

    @property
    def listings(self) -> list[Listing]:
        """All of them."""
        return [*self.code.values(), *([self._printed] if self._printed else [])]

    @cached_property
    def _printed(self) -> Listing | None:
        lines = frozenset(item.lines[0] if item.lines else item.line for item in self.paper.items)
        return Listing(SOURCE, self.source.lines, lines) if self.source else None

    def address(self, place: str) -> str:
        """Where `file:12` stands on a page, or nothing."""
        file, _, line = place.rpartition(":")
        return self.code[file].link(int(line)) if file in self.code and line.isdigit() else ""

    def source_lines(self, item: Item, pages: str = "") -> Markup:
        """Where the source says it, as a link where the source is given; `pages` leads to the folder of its page."""
        first, last = item.lines or (item.line, item.line)
        words = f"lines {first} to {last}" if last > first else f"line {first}"
        if self._printed is None or item.file:
            return Markup(words)
        return Markup('<a href="{}">{}</a>').format(f"{pages}{self._printed.link(first)}", words)

    def printed(self, entry: Entry) -> str:
        """The author's own words, where the source is given: the lines of the statement, or around the line."""
        if self.source is None or not entry.item.line:
            return ""
        first, last = entry.item.lines or (entry.item.line, entry.item.line + 2)
        return self.source.of(entry.item).passage(first, last)

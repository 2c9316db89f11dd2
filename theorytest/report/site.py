"""A record as a small site: a first screen, a page for each result, table, figure and section, and a search.

It opens from a folder, without a server and without a network, and is readable without scripts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.resources import files
from typing import Any

from theorytest.calibration.tallies import Calibration
from theorytest.claims.source import Source
from theorytest.report.book import Book, Entry
from theorytest.report.findings import Finding, by_weight, errors, findings
from theorytest.report.graph import graph
from theorytest.report.grids import grids
from theorytest.report.matrix import matrices
from theorytest.report.overview import counts
from theorytest.report.page import chapters, environment
from theorytest.report.pictures import Pictures, Shown
from theorytest.report.places import FOLDER, Places, figure_of, result_page, section_page, slug, table_page
from theorytest.report.reaches import reached, unchecked
from theorytest.report.results import NumberedResult, numbered_results, results_sentence
from theorytest.report.searching import search_script
from theorytest.report.tight import loose, tight_sentence
from theorytest.report.tiles import tiles
from theorytest.runs.record import Record

CARDS = 4  # findings on the first screen


@dataclass(frozen=True)
class Page:
    """One page: its file, its title, and what its template needs."""

    file: str
    title: str
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    root: bool = False  # beside the folder of the others


@dataclass(frozen=True)
class Site:
    """All pages of a record; `source` is that of the paper, where the author's own words are wanted."""

    record: Record
    calibration: Calibration | None = None
    source: Source | None = None

    @cached_property
    def book(self) -> Book:
        """The record with its cross references."""
        return Book(self.record)

    @cached_property
    def pictures(self) -> Pictures:
        """All pictures."""
        return Pictures(self.book)

    @cached_property
    def findings(self) -> list[Finding]:
        """What fails as printed."""
        return findings(self.book)

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Path and content of every file; the first screen comes last, when all it leads to is there."""
        for name in ("page.css", "site.css", "search.js"):
            yield f"{FOLDER}/{name}", self._resource("templates", name)
        yield f"{FOLDER}/mathematics.woff", self._resource("fonts", "mathematics.woff")
        yield f"{FOLDER}/claims.js", search_script(self.book, self._places).encode()
        for page in (*self._pages(), self._index()):
            yield page.file if page.root else f"{FOLDER}/{page.file}", self._rendered(page).encode()

    def _resource(self, *path: str) -> bytes:
        return files("theorytest.report").joinpath(*path).read_bytes()

    @cached_property
    def _places(self) -> Places:
        return Places(self.book, self.pictures)

    def _rendered(self, page: Page) -> str:
        shared = {
            "book": self.book,
            "run": self.book.run,
            "paper": self.book.paper,
            "pictures": self.pictures,
            "to": partial(self._places.link, root=page.root),
            "pages": f"{FOLDER}/" if page.root else "",
            "home": "index.html" if page.root else "../index.html",
            "parts": self._parts,
            "printed": self._printed,
            "page": page,
        }
        return environment().get_template(page.template).render(**shared, **page.context)

    @cached_property
    def _parts(self) -> list[tuple[str, str]]:
        """The pages of the navigation: file and name."""
        found = [("results.html", "Results")] if numbered_results(self.book) else []
        found += [(table_page(table.number), table.number) for table in self.book.paper.tables]
        found += [("findings.html", "Findings")] if self.findings else []
        found += [("figures.html", "Figures")] if self.pictures.figures else []
        found += [("assumptions.html", "Assumptions")] if matrices(self.book) else []
        return [*found, ("claims.html", "All claims"), ("unchecked.html", "Not checked"), ("run.html", "The run")]

    def _printed(self, entry: Entry) -> str:
        """The author's own words, where the source is given: the lines of the statement, or around the line."""
        if self.source is None or not entry.item.line:
            return ""
        first, last = entry.item.lines or (entry.item.line, entry.item.line + 2)
        return self.source.passage(first, last)

    def _index(self) -> Page:
        context = {
            "tiles": tiles(self.book),
            "sentence": results_sentence(self.book),
            "errors": errors(self.findings)[:CARDS],
            "n_errors": len(errors(self.findings)),
            "counts": counts(self.book),
            "reached": reached(self.book),
            "coverage": self.book.ledger.coverage,
            "weights": by_weight(self.findings),
            "sections": [(section_page(each.entries[0].item.section), each) for each in chapters(self.book)],
        }
        return Page("index.html", self.book.paper.title or "Verdicts", "index.html", context, root=True)

    def _pages(self) -> Iterator[Page]:
        yield from self._results()
        for grid in grids(self.book):
            rates = [
                (entry, shown) for entry, shown in self.pictures.rates if self._home(shown) == table_page(grid.number)
            ]
            yield Page(
                table_page(grid.number), f"{grid.number}: {grid.title}", "table.html", {"grids": [grid], "rates": rates}
            )
        if self.findings:
            context = {"findings": by_weight(self.findings), "loose": loose(self.book)}
            yield Page(
                "findings.html",
                "Findings",
                "all_findings.html",
                context | {"tight_sentence": tight_sentence(self.book)},
            )
        yield from self._figures()
        if found := matrices(self.book):
            yield Page(
                "assumptions.html", "Assumptions", "assumptions.html", {"matrices": found, "graph": self._graph()}
            )
        for chapter in chapters(self.book):
            title = f"{chapter.name or 'The paper'}{': ' if chapter.title else ''}{chapter.title}"
            yield Page(section_page(chapter.entries[0].item.section), title, "section.html", {"chapter": chapter})
        yield Page("claims.html", "All claims", "all_claims.html")
        left = {"coverage": self.book.ledger.coverage, "unchecked": list(unchecked(self.book))}
        yield Page("unchecked.html", "What was not checked, and why", "unchecked.html", left)
        run = {"timings": self.record.timings, "calibration": self.calibration, "coverage": self.book.ledger.coverage}
        yield Page("run.html", "The run, and how to repeat it", "run.html", run)

    def _graph(self) -> Any:
        return graph(self.book, partial(self._places.link, root=False))

    def _home(self, shown: list[Shown]) -> str:
        return self._places.homes[shown[0].anchor]

    def _results(self) -> Iterator[Page]:
        found: list[NumberedResult] = [each for each in numbered_results(self.book) if each.statement]
        if not found:
            return
        yield Page(
            "results.html",
            "Results",
            "results.html",
            {"tiles": tiles(self.book), "sentence": results_sentence(self.book)},
        )
        for tile in tiles(self.book):
            title = f"{tile.result.name}: {tile.result.item.title}"
            yield Page(result_page(tile.result), title, "result.html", {"tile": tile, "result": tile.result})

    def _figures(self) -> Iterator[Page]:
        groups: dict[str, list[Shown]] = {}
        for each in self.pictures.figures:
            groups.setdefault(figure_of(each.entry.place), []).append(each)
        if not groups:
            return
        named = [(f"{slug(name)}.html", name, shown) for name, shown in groups.items()]
        if "Figures" not in groups:
            yield Page("figures.html", "Figures", "figures.html", {"figures": named})
        for file, name, shown in named:
            yield Page(file, name, "figure.html", {"shown": shown, "figures": named})

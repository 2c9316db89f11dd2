"""A record as a small site: a first screen, a page for each result, table, figure and section, and a search.

It opens from a folder, without a server and without a network, and is readable without scripts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.resources import files
from typing import Any

from theorytest.calibration.tallies import Calibration
from theorytest.claims.source import Source
from theorytest.report.archive import NAME as ARCHIVE
from theorytest.report.book import Book
from theorytest.report.charts import ShownChart, chart_of
from theorytest.report.deeper import Deeper
from theorytest.report.downloads import csv_text, standalone
from theorytest.report.figure_pages import Page, figure_pages, figures_of
from theorytest.report.findings import Finding, by_weight, changing, errors, findings, not_printed
from theorytest.report.graph import graph
from theorytest.report.grids import Grid, grids
from theorytest.report.history import History
from theorytest.report.instances import Instances
from theorytest.report.listings import Files, Listing
from theorytest.report.matrix import matrices, without
from theorytest.report.needs import Needs
from theorytest.report.overview import groups
from theorytest.report.page import Chapter, chapters, environment
from theorytest.report.pictures import Pictures, Shown
from theorytest.report.places import FOLDER, Places, near, result_page, section_page, table_page
from theorytest.report.reaches import generality, reached, unchecked
from theorytest.report.results import NumberedResult, numbered_results, repaired_sentence
from theorytest.report.searching import search_script
from theorytest.report.standing import results_sentence
from theorytest.report.tight import loose, tight_sentence
from theorytest.report.tiles import Tile, tiles
from theorytest.report.trust import shares, trust_picture
from theorytest.report.views import ShownView
from theorytest.runs.illustrations import Illustrations
from theorytest.runs.record import Record

CARDS = 4  # findings on the first screen


@dataclass(frozen=True)
class Site:
    """All pages of a record; `source` is that of the paper, where the author's own words are wanted."""

    record: Record
    calibration: Calibration | None = None
    source: Source | None = None
    illustrations: Illustrations | None = None
    history: History | None = None
    needs: Needs | None = None
    deeper: Deeper | None = None
    atlas: bool = False  # whether pages of an atlas stand beside
    data: str = ""  # the address of the record, where it stands beside
    code: Mapping[str, Listing] = field(default_factory=dict)  # the files of the checks
    archive: bytes | None = None  # all that gives the numbers again

    @cached_property
    def book(self) -> Book:
        """The record with its cross references."""
        return Book(self.record, self.needs, self.deeper)

    @cached_property
    def pictures(self) -> Pictures:
        """All pictures."""
        return Pictures(self.book)

    @cached_property
    def findings(self) -> list[Finding]:
        """What fails as printed."""
        return findings(self.book)

    @cached_property
    def _has_findings(self) -> bool:
        return bool(self.findings or not_printed(self.book))

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Path and content of every file; the first screen comes last, when all it leads to is there."""
        for name in ("page.css", "plots.css", "site.css", "search.js", "pictures.js"):
            yield f"{FOLDER}/{name}", self._resource("templates", name)
        yield f"{FOLDER}/mathematics.woff", self._resource("fonts", "mathematics.woff")
        yield f"{FOLDER}/claims.js", search_script(self.book, self._places).encode()
        if self.archive is not None:
            yield f"{FOLDER}/{ARCHIVE}", self.archive
        for shown in self._downloads:
            yield f"{FOLDER}/{shown.file}.svg", standalone(shown.picture.svg).encode()
            yield f"{FOLDER}/{shown.file}.csv", csv_text(shown.panel).encode()
        for view in self._views:
            yield f"{FOLDER}/{view.file}.csv", view.csv.encode()
        for chart in filter(None, map(self._chart, grids(self.book))):
            yield f"{FOLDER}/{chart.file}.csv", chart.csv.encode()
            for cell in chart.cells:
                yield f"{FOLDER}/{cell.file}.svg", standalone(cell.svg).encode()
        for page in (*self._pages(), self._index()):
            yield page.file if page.root else f"{FOLDER}/{page.file}", self._rendered(page).encode()

    def _resource(self, *path: str) -> bytes:
        return files("theorytest.report").joinpath(*path).read_bytes()

    @cached_property
    def _places(self) -> Places:
        return Places(self.book, self.pictures)

    @cached_property
    def _downloads(self) -> list[Shown]:
        """Every picture once."""
        beside = [each for entry in self.book.entries for each in self.pictures.beside(entry)]
        return [*self.pictures.figures, *(each for _, shown in self.pictures.rates for each in shown), *beside]

    @cached_property
    def _views(self) -> list[ShownView]:
        return [ShownView(each) for each in self.illustrations.views] if self.illustrations else []

    def views_of(self, labels: Iterable[str]) -> list[ShownView]:
        """The views that belong to one of the labels."""
        wanted = set(labels)
        return [each for each in self._views if each.view.label in wanted]

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
            "tried": next((each.name for each in numbered_results(self.book)), ""),
            "printed": self._files.printed,
            "code": self._files.address,
            "source_lines": self._files.source_lines,
            "instances": self._instances,
            "archive": ARCHIVE if self.archive else "",
            "sections": self._sections,
            "page": page,
            "seed": self.illustrations.seed if self.illustrations else 0,
        }
        return environment().get_template(page.template).render(**shared, **page.context)

    @cached_property
    def _instances(self) -> Instances:
        return Instances(self.book)

    @cached_property
    def _parts(self) -> list[tuple[str, str]]:
        """The pages of the navigation: file and name."""
        found = [("results.html", "Results")] if numbered_results(self.book) else []
        found += [(table_page(table.number), table.number) for table in self.book.paper.tables]
        found += [("findings.html", "Findings")] if self._has_findings else []
        found += [("figures.html", "Figures")] if self.pictures.figures else []
        found += [("views.html", "See it move")] if self._views else []
        found += [("../atlas/index.html", "Atlas")] if self.atlas else []
        found += [("assumptions.html", "Assumptions")] if matrices(self.book) else []
        found += [("instances.html", "Instances")] if self._instances.files else []
        found += [("claims.html", "All claims"), ("unchecked.html", "Not checked")]
        found += [("history.html", "What changed")] if self.history else []
        return [*found, ("run.html", "The run"), ("words.html", "The words")]

    @cached_property
    def _sections(self) -> list[tuple[str, Chapter]]:
        """The pages of the sections, in the paper's order."""
        return [(section_page(each.entries[0].item.section), each) for each in chapters(self.book)]

    @cached_property
    def _files(self) -> Files:
        return Files(self.book.paper, self.source, self.code)

    def _index(self) -> Page:
        context = {
            "tiles": tiles(self.book),
            "sentence": results_sentence(self.book),
            "errors": errors(self.findings)[:CARDS],
            "n_errors": len(errors(self.findings)),
            "groups": groups(self.book),
            "trust": trust_picture(shares(self.book, self.calibration)),
            "calibrated_here": self.calibration is not None,
            "timings": self.record.timings,
            "data": self.data,
            "history": self.history,
            "reached": reached(self.book),
            "weights": by_weight(self.findings),
        }
        return Page("index.html", self.book.paper.title or "Verdicts", "index.html", context, root=True)

    def _pages(self) -> Iterator[Page]:
        yield from self._results()
        yield from map(self._table, grids(self.book))
        if self._has_findings:
            yield self._all_findings()
        yield from figure_pages(self.pictures)
        if found := matrices(self.book):
            context = {"matrices": found, "without": without(self.book), "graph": self._graph()}
            yield Page("assumptions.html", "Assumptions", "assumptions.html", context)
        yield from (self._section(each) for _, each in self._sections)
        if self._views:
            homes = [(each, self._home_of(each)) for each in self._views]
            yield Page("views.html", "See it move", "views.html", {"views": homes})
        if self._instances.files:
            yield Page("instances.html", "Named instances", "instances.html")
        yield Page("claims.html", "All claims", "all_claims.html")
        yield from self._about_the_run()
        for listing in self._files.listings:
            yield Page(listing.page, listing.title, "listing.html", {"listing": listing})

    def _table(self, grid: Grid) -> Page:
        home = table_page(grid.number)
        rates = [(entry, shown) for entry, shown in self.pictures.rates if self._home(shown) == home]
        chart = self._chart(grid)
        context = {"grids": [grid], "rates": rates, "chart": chart, "charted": chart.by_label if chart else {}}
        return Page(home, f"{grid.number}: {grid.title}", "table.html", context)

    def _section(self, chapter: Chapter) -> Page:
        title = f"{chapter.name or 'The paper'}{': ' if chapter.title else ''}{chapter.title}"
        section = chapter.entries[0].item.section
        shown = {"chapter": chapter, "views": self._views_in(section), "figures": figures_of(self.pictures, section)}
        shown["near"] = near(section, [each.entries[0].item.section for _, each in self._sections])
        return Page(section_page(section), title, "section.html", shown)

    def _about_the_run(self) -> Iterator[Page]:
        left = {"generality": generality(self.book), "unchecked": list(unchecked(self.book))}
        yield Page("unchecked.html", "What was not checked, and why", "unchecked.html", left)
        if self.history:
            yield Page("history.html", "What changed", "history.html", {"history": self.history})
        run: dict[str, Any] = {
            "timings": self.record.timings,
            "calibration": self.calibration,
            "coverage": self.book.ledger.coverage,
        }
        run |= {"megabytes": len(self.archive or b"") / 1e6}
        yield Page("run.html", "The run, and how to repeat it", "run.html", run)
        yield Page("words.html", "The words", "words.html")

    def _all_findings(self) -> Page:
        context: dict[str, Any] = {
            "findings": by_weight(self.findings),
            "changing": changing(self.findings),
            "n_errors": len(errors(self.findings)),
            "not_printed": not_printed(self.book),
            "loose": loose(self.book),
            "tight_sentence": tight_sentence(self.book),
        }
        return Page("findings.html", "Findings", "all_findings.html", context)

    def _chart(self, grid: Grid) -> ShownChart | None:
        return chart_of(self.illustrations.charts, grid) if self.illustrations else None

    def _views_in(self, section: str) -> list[ShownView]:
        """Those of the section's sentences; a numbered result has a page of its own."""
        own = {each.item.label for each in numbered_results(self.book) if each.statement}
        items = self.book.items.values()
        return self.views_of(item.label for item in items if item.section == section and item.label not in own)

    def _home_of(self, view: ShownView) -> tuple[str, str]:
        """The page and the place in the paper of a view."""
        item = self.book.items[view.view.label]
        named = {each.item.label: result_page(each) for each in numbered_results(self.book) if each.statement}
        return named.get(item.label, section_page(item.section)), self.book.place(item)

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
            yield Page(result_page(tile.result), title, "result.html", self._of_result(tile))

    def _of_result(self, tile: Tile) -> dict[str, Any]:
        result = tile.result
        shown = {"views": self.views_of([result.item.label]), "repaired": repaired_sentence(self.book, result)}
        return {"tile": tile, "result": result, **shown}

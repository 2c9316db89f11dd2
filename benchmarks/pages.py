"""How long the pages of a report take in Chromium and Firefox, and on how many sheets the overview prints.

    python benchmarks/pages.py [FOLDER] [--no-listings] [--output FILE]

Nothing is asserted: the times are those of one machine. It needs `pip install '.[browser]'`, and the browsers.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browsers import BROWSERS, Browser

TRIES = 3
PAINT, LOAD = 500, 1500  # milliseconds, on a quiet machine
SLOWEST = 10
TIMES = """() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const load = performance.getEntriesByType("navigation")[0];
  return [paint ? paint.startTime : null, load.loadEventEnd];
}"""


@dataclass(frozen=True)
class Timed:
    """A page with its first paint and the end of its loading, in milliseconds, the median of three visits."""

    file: Path
    paint: float
    load: float


@dataclass(frozen=True)
class Visited:
    """All pages in one browser, and how many A4 sheets the overview prints on, where it can be told."""

    browser: str
    pages: list[Timed]
    sheets: int | None


def timed(page: Any, file: Path) -> Timed:
    """Three visits from an empty page."""
    found = []
    for _ in range(TRIES):
        page.goto("about:blank")
        page.goto(file.as_uri())
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
        found.append(page.evaluate(TIMES))
    return Timed(file, *(statistics.median(each) for each in zip(*found, strict=True)))


def printed(page: Any, file: Path) -> int:
    """How many A4 sheets it prints on."""
    page.goto(file.as_uri())
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4")))


def visited(browser: Browser, files: list[Path]) -> Visited:
    """Every page after one visit that warms the browser up."""
    page = browser.open(1440, 900)
    timed(page, files[0])
    pages = [timed(page, file) for file in files]
    version = page.context.browser.version
    return Visited(
        f"{browser.name.capitalize()} {version}", pages, printed(page, files[0]) if browser.is_chromium else None
    )


def told(folder: Path, *, listings: bool) -> str:
    """For each browser what all pages took and its slowest ones; those of code and of the atlas can be left out."""
    folders = ("pages", "atlas") if listings else ("pages",)
    beside = [file for name in folders for file in sorted((folder / name).glob("*.html"))]
    beside = [file for file in beside if listings or not file.name.startswith("file-")]
    files, busy = [folder / "index.html", *beside], os.getloadavg()[0]
    with ExitStack() as stack:
        driver = stack.enter_context(sync_playwright())
        where = Path(stack.enter_context(TemporaryDirectory()))
        every = [visited(Browser(name, where, driver, stack), files) for name in BROWSERS]
    head = [
        "# Pages of the report in browsers",
        "",
        f"{len(files)} pages{'' if listings else ' (none of code, none of the atlas)'}, median of {TRIES} visits each "
        f"(`python benchmarks/pages.py{'' if listings else ' --no-listings'}`).",
        f"Load of the machine before and after: {busy:.1f} and {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.",
    ]
    return "\n".join([*head, *(line for each in every for line in lines(each))]) + "\n"


def lines(found: Visited) -> list[str]:
    """One browser."""
    paints, loads = [each.paint for each in found.pages], [each.load for each in found.pages]
    over = sum(each.paint > PAINT or each.load > LOAD for each in found.pages)
    sheets = f" The overview prints on {found.sheets} A4 sheets." if found.sheets else ""
    slowest = sorted(found.pages, key=lambda each: -each.load)[:SLOWEST]
    return [
        "",
        f"## {found.browser}",
        "",
        f"First paint: at most {max(paints):.0f} ms, median {statistics.median(paints):.0f} ms. "
        f"Load: at most {max(loads):.0f} ms, median {statistics.median(loads):.0f} ms. "
        f"Over {PAINT} ms of paint or {LOAD} ms of load: {over}.{sheets}",
        "",
        "| slowest pages | first paint, ms | load, ms | kB |",
        "|---|---:|---:|---:|",
        *(
            f"| {each.file.name} | {each.paint:.0f} | {each.load:.0f} | {each.file.stat().st_size / 1000:.0f} |"
            for each in slowest
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=Path("reports"))
    parser.add_argument("--output", type=Path, metavar="FILE")
    parser.add_argument("--no-listings", dest="listings", action="store_false", help="no pages of code, no atlas")
    options = parser.parse_args()
    text = told(options.folder.resolve(), listings=options.listings)
    print(text, end="")
    if options.output:
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""How long the pages of a report take in Chromium: first paint and load of each, and what printing the overview gives.

    python benchmarks/pages.py [FOLDER] [--output FILE]

Nothing is asserted: the times are those of one machine. It needs `pip install '.[browser]'` and Chromium.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

TRIES = 3
PAINT, LOAD = 500, 1500  # milliseconds, on a quiet machine
TIMES = """() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const load = performance.getEntriesByType("navigation")[0];
  return [paint ? paint.startTime : null, load.loadEventEnd];
}"""


def timed(page: Any, address: str) -> tuple[float, float]:
    """Milliseconds to the first paint and to the end of loading, the median of three."""
    found = []
    for _ in range(TRIES):
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
        found.append(page.evaluate(TIMES))
    return statistics.median(each[0] for each in found), statistics.median(each[1] for each in found)


def printed(page: Any, address: str) -> int:
    """How many A4 pages it prints on."""
    page.goto(address)
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4")))


def told(folder: Path) -> str:
    """A table of the slowest pages, and the sentence about printing."""
    files = [
        folder / "index.html",
        *sorted((folder / "pages").glob("*.html")),
        *sorted((folder / "atlas").glob("*.html")),
    ]
    busy = os.getloadavg()[0]
    with sync_playwright() as driver:
        names = ("chromium", "chromium-browser", "google-chrome")
        path = next(filter(None, map(shutil.which, names)), None)
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(viewport={"width": 1440, "height": 900}, offline=True).new_page()
        timed(page, files[0].as_uri())  # the browser warms up
        rows = sorted(((*timed(page, file.as_uri()), file.name) for file in files), key=lambda row: -row[1])
        pages, version = printed(page, files[0].as_uri()), browser.version
        browser.close()
    paints, loads = [row[0] for row in rows], [row[1] for row in rows]
    over = sum(paint > PAINT or load > LOAD for paint, load, _ in rows)
    lines = [
        "# Pages of the report in a browser",
        "",
        f"{len(rows)} pages in Chromium {version}, median of {TRIES} visits each (`python benchmarks/pages.py`).",
        f"First paint: at most {max(paints):.0f} ms, median {statistics.median(paints):.0f} ms. "
        f"Load: at most {max(loads):.0f} ms, median {statistics.median(loads):.0f} ms. "
        f"Over {PAINT} ms of paint or {LOAD} ms of load: {over}. The overview prints on {pages} A4 pages.",
        f"Load of the machine before and after: {busy:.1f} and {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.",
        "",
        "| slowest pages | first paint, ms | load, ms | kB |",
        "|---|---:|---:|---:|",
    ]
    sizes = {file.name: file.stat().st_size / 1000 for file in reversed(files)}
    lines += [f"| {name} | {paint:.0f} | {load:.0f} | {sizes[name]:.0f} |" for paint, load, name in rows[:12]]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=Path("reports"))
    parser.add_argument("--output", type=Path, metavar="FILE")
    options = parser.parse_args()
    text = told(options.folder.resolve())
    print(text, end="")
    if options.output:
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

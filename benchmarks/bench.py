"""All benchmarks in one run: one table, how costs grow, how far from the limits we are, and where a whole run spends.

`python benchmarks/bench.py [PART ...]` prints it and writes reports/benchmarks.html; `--results FILE` writes the
numbers as Markdown as well. A part is a file beside this one with `rows()` of ratios, and where it has them
`growths()`, `notes()` and `missing()`.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from theorytest.threads import one_thread

one_thread()  # before numpy is loaded: what is compared has one thread each

import numpy as np  # noqa: E402
from growth import HEADER as GROWTH  # noqa: E402
from growth import Growth  # noqa: E402
from page import Section, html, markdown  # noqa: E402
from suite import Suite, read_suite  # noqa: E402
from timing import HEADER, Row  # noqa: E402

PARTS = ("sampling", "estimators", "descent", "limits", "networks", "deep", "attacks", "workers")
TEXTS = ("notes", "extrapolated", "missing")  # functions of a part that say something below its rows
RECORD, PAGE = Path("reports/record.json"), Path("reports/benchmarks.html")
TITLE = "theorytest: speed"
RATIOS = """Every row is a ratio of two costs per draw that took turns in one run: its median, and where the middle 80%
of the turns lie. A row says what is over what: the first cost over the second. The opening words of the files in
benchmarks/ say what is measured, and which targets are out of reach."""
EXPONENTS = """The cost of one draw grows like a power of d, of n, of the replicas in one call or of the workers: the
least-squares slope on logarithmic axes over the upper half of the sizes, one for each of a few turns; median and middle
80%. A draw is a sample, a projection or a step of one replica, so that 0 is ideal for replicas and -1 for workers."""
LIMITS = """What no program on this machine can do without, and how many times as long we take."""
SUITE = """Seconds of the tasks in reports/record.json by the clock, a claim with those of its mutants that ran."""


def functions(modules: Sequence[ModuleType], *names: str) -> Iterator[object]:
    """What the parts have to say, in their order."""
    for module in modules:
        for name in names:
            yield from getattr(module, name, tuple)()


def shown(row: Row) -> Row:
    """Progress, beside what is printed."""
    print(f"measured {row.what.strip()}", file=sys.stderr, flush=True)
    return row


def limits(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """The rows whose reference is a bound."""
    return [(row.what, row.limit, f"{row.ratio:.3g}", f"{row.low:.3g} to {row.high:.3g}") for row in rows if row.limit]


def whole_suite(suite: Suite | str) -> Iterator[Section]:
    """Two tables, or why there are none."""
    if isinstance(suite, str):
        yield Section("The whole suite", SUITE, notes=[suite])
        return
    work = f"{suite.work:.0f} s of work, {suite.bare:.0f} s of them without mutants, on {suite.jobs} workers"
    words = f"{suite.seconds:.0f} s by the clock, {work}"
    notes = [
        f"{words}, which are busy with tasks for {100 * suite.busy:.0f} % of the time ({suite.when})",
        suite.goal(),
    ]
    yield Section("The whole suite", SUITE, ("claim", "tasks", "seconds", "share"), suite.dearest(), notes=notes)
    yield Section("The suite by section", SUITE, ("section", "seconds", "share"), suite.by_section())


def measured(modules: Sequence[ModuleType]) -> Iterator[Section]:
    """All sections, measured in their order."""
    rows: list[Row] = [shown(row) for row in functions(modules, "rows")]
    notes = list(functions(modules, *TEXTS))
    yield Section("Ratios", RATIOS, (*HEADER, "remark"), [row.cells() for row in rows], notes=notes)
    yield Section("Distance from the limits", LIMITS, ("what", "limit", "times the limit", "10% to 90%"), limits(rows))
    grown: list[Growth] = list(functions(modules, "growths"))
    cells = [line for growth in grown for line in growth.cells()]
    yield Section("Growth", EXPONENTS, GROWTH, cells, [growth.panel() for growth in grown])
    yield from whole_suite(read_suite(RECORD))


def facts() -> list[tuple[str, str]]:
    """When and on what."""
    return [
        ("measured", f"{datetime.now(UTC):%d %B %Y}"),
        ("machine", f"{os.cpu_count()} processors, {processor()}, load {os.getloadavg()[0]:.1f} at the start"),
        ("versions", f"Python {platform.python_version()}, numpy {np.__version__}"),
    ]


def processor() -> str:
    """Its model, where the system says it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description="speed as ratios, exponents and shares")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--results", type=Path, metavar="FILE", help="write the numbers as Markdown")
    options = parser.parse_args()
    known, sections = facts(), []
    modules = [import_module(name) for name in options.parts or PARTS if find_spec(name)]
    for section in measured(modules):
        print(f"\n{section.text()}", flush=True)
        sections.append(section)
    PAGE.write_text(html(TITLE, known, sections), encoding="utf-8")
    print(f"\n{PAGE}")
    if options.results:
        options.results.write_text(markdown(TITLE, known, sections), encoding="utf-8")
        print(options.results)


if __name__ == "__main__":
    main()

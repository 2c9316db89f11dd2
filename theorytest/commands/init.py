"""`theorytest init [paper.tex]`: a folder of checks, from the source of a paper or as a small example that works."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from theorytest.claims.mutants import ClaimError
from theorytest.claims.roots import PAPER_FILE
from theorytest.decisions.wording import count
from theorytest.terminal import say

_TEMPLATES = Path(__file__).with_name("templates")
_SMALL = {  # by the name of the template, where it goes
    "paper.toml": "{checks}/paper.toml",
    "sums.py": "{checks}/sums.py",
    "formulas.py": "{checks}/formulas.py",
    "test_formulas.py": "tests/test_formulas.py",
    "workflow.yml": ".github/workflows/theorytest.yml",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The source, if there is one."""
    parser.add_argument("source", nargs="?", type=Path, metavar="FILE", help="the TeX source of the paper")


def init(options: argparse.Namespace) -> int:
    """Write the files; nothing that is there is overwritten."""
    console = Console()
    if (options.checks / PAPER_FILE).exists():
        hint = "theorytest stale --source compares it with a source"
        raise ClaimError(f"{options.checks / PAPER_FILE} is there already: {hint}")
    return _from_source(options, console) if options.source else _small(options, console)


def _from_source(options: argparse.Namespace, console: Console) -> int:
    from theorytest.source.reading import read_tex
    from theorytest.source.writing import paper_toml, skeletons, summary

    text, reading = read_tex(options.source)
    files = {options.checks / name: content for name, content in skeletons(text, reading).items()}
    _write({options.checks / PAPER_FILE: paper_toml(text, reading), **files})
    say(console, f"{options.checks / PAPER_FILE}: {summary(reading)}")
    say(console, f"{count(len(files), 'file')} with a place for each statement, none of them written yet")
    for problem in reading.problems:
        say(Console(stderr=True), f"theorytest: {problem}")
    say(console, "write the first claim, then: theorytest verify --mutants")
    return 0


def _small(options: argparse.Namespace, console: Console) -> int:
    home = options.checks.parent
    places = {name: Path(place.format(checks=options.checks)) for name, place in _SMALL.items()}
    files = {
        place if place.is_relative_to(options.checks) else home / place: (_TEMPLATES / f"{name}.txt").read_text("utf-8")
        for name, place in places.items()
    }
    words = {path: text.replace("@checks@", options.checks.name) for path, text in files.items()}
    _write(words)
    for path in words:
        say(console, str(path))
    say(console, "now: theorytest verify --mutants")
    return 0


def _write(files: dict[Path, str]) -> None:
    there = [str(path) for path in files if path.exists()]
    if there:
        raise ClaimError(f"{there[0]} is there already: nothing was written")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

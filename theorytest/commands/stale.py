"""`theorytest stale --source paper.tex`: which claims are about passages that changed since the list was read."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from theorytest.claims.index import remembered_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.claims.roots import PAPER_FILE
from theorytest.decisions.wording import count
from theorytest.runs.files import replace_file
from theorytest.runs.records import state_folder
from theorytest.source.changes import accepted, changes
from theorytest.source.reading import read_tex
from theorytest.terminal import say


def add_options(parser: argparse.ArgumentParser) -> None:
    """The source, and whether it is taken as it is now."""
    parser.add_argument("--source", type=Path, required=True, metavar="FILE", help="the paper's TeX source")
    parser.add_argument(
        "--accept", action="store_true", help="write the lines and hashes of the source as it is now into paper.toml"
    )


def stale(options: argparse.Namespace) -> int:
    """One line for each passage that changed; 1 when there is one."""
    text, reading = read_tex(options.source)
    ledger, console = remembered_ledger(options.checks, state_folder), Console()
    file = ledger.root / PAPER_FILE
    if options.accept:
        listed = file.read_text(encoding="utf-8")
        replace_file(file, accepted(listed, text, reading).encode())
        say(console, f"{file.name} has the lines and hashes of {options.source}")
        return 0
    if not any(item.passage for item in ledger.paper.items):
        raise ClaimError(f"{file} has no hash of a passage to compare with: theorytest stale --accept writes them")
    for problem in reading.problems:
        say(Console(stderr=True), problem)
    found = list(changes(text, reading, ledger.paper, ledger.claims))
    for each in found:
        say(console, each.sentence)
    concerned = {name for each in found for name in each.claims}
    differ = f"{count(len(found), 'passage')} {'differs' if len(found) == 1 else 'differ'}"
    say(console, f"{differ}, {count(len(concerned), 'claim')} to look at again")
    return 1 if found else 0

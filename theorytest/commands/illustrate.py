"""`theorytest illustrate`: compute the views of a pack for the report."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from theorytest.claims.paper import read_paper
from theorytest.claims.roots import PAPER_FILE
from theorytest.decisions.wording import count
from theorytest.runs.illustrations import ILLUSTRATIONS, illustrated
from theorytest.terminal import say


def add_options(parser: argparse.ArgumentParser, _: Callable[[str], int], natural: Callable[[str], int]) -> None:
    """The options; `natural` reads integers of at least 0."""
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="root seed (default: 0)")
    parser.add_argument(
        "--output", type=Path, default=Path("reports"), metavar="DIR", help="where it goes (default: reports)"
    )


def illustrate(options: argparse.Namespace) -> int:
    """Write the file; the last line is its path."""
    root = options.checks.resolve()
    found = illustrated(read_paper(root / PAPER_FILE), root, options.seed)
    path = options.output / ILLUSTRATIONS.file
    path.parent.mkdir(parents=True, exist_ok=True)
    ILLUSTRATIONS.write(path, found)
    pictures = sum(len(view.frames) for view in found.views)
    told = f"{count(len(found.views), 'view')} with {count(pictures, 'picture')}, {count(len(found.charts), 'chart')}"
    say(Console(stderr=True), told)
    say(Console(), str(path))
    return 0

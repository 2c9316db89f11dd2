"""`python -m mutations`: put bugs into the package one by one, and see whether their tests notice."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

from mutations.bugs import Bug, read_bugs
from mutations.journal import read_fates, write_fate
from mutations.page import page, shortfalls
from mutations.running import Fate, copied, fate, sound


def main() -> int:
    """Exit code 1 if too many bugs survive, or one teaches nothing; 2 for a usage error."""
    options = _options()
    bugs, end = read_bugs(), time.monotonic() + 60 * (options.minutes or float("inf"))
    unknown = sorted(set(options.only or ()) - {bug.name for bug in bugs})
    if unknown:
        print(f"no bug is called {', '.join(unknown)}: --list names them", file=sys.stderr)
        return 2
    chosen = _chosen(bugs, options)
    if options.list:
        for bug in chosen:
            print(f"{bug.where}: {bug.name} ({bug.file})")
        return 0
    known = read_fates(options.journal, bugs) if options.journal else []
    rest = [bug for bug in chosen if bug not in [each.bug for each in known]]
    with copied(Path(__file__).parents[1]) as root:
        fails = "" if options.tests or known else sound(chosen, root)
        if fails:
            print(f"{fails} fails without any bug", file=sys.stderr)
            return 1
        fates = [*known, *_run(rest, root, options, end)]
    text = page(fates, len(bugs))
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    missing = shortfalls(fates)
    for line in missing:
        print(line, file=sys.stderr)
    print(text.splitlines()[2])
    return 1 if missing else 0


def _chosen(bugs: Sequence[Bug], options: argparse.Namespace) -> list[Bug]:
    """All, those that are named, or a random order from which the first ones are taken until the time is over."""
    if options.only or options.all:
        return [bug for bug in bugs if not options.only or bug.name in options.only]
    shuffled = list(bugs)
    random.Random(options.seed).shuffle(shuffled)
    return shuffled


def _run(chosen: Sequence[Bug], root: Path, options: argparse.Namespace, end: float) -> list[Fate]:
    fates: list[Fate] = []
    for bug in chosen:
        if time.monotonic() > end:
            break
        fates.append(found := fate(bug, root, options.tests))
        if options.journal:
            write_fate(found, options.journal)
        word = found.problem or (f"killed by {found.by}" if found.killed else "SURVIVED")
        print(f"{found.seconds:5.1f} s  {bug.name}: {word}", file=sys.stderr, flush=True)
    return fates


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m mutations", description=__doc__)
    parser.add_argument("--all", action="store_true", help="all bugs (default: a random sample for ten minutes)")
    parser.add_argument(
        "--minutes", type=float, metavar="M", help="begin no bug after them (default: 9.5 for a sample)"
    )
    parser.add_argument("--journal", type=Path, metavar="FILE", help="of a run in pieces: go on with its bugs")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the sample")
    parser.add_argument("--only", action="append", metavar="BUG", help="this bug; may be given again")
    parser.add_argument(
        "--tests", nargs="+", metavar="TEST", help="run these tests instead of the killers, to find one"
    )
    parser.add_argument("--list", action="store_true", help="name the bugs and run nothing")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the table there, as Markdown")
    options = parser.parse_args()
    if options.minutes is None and not (options.all or options.only):
        options.minutes = 9.5
    return options


if __name__ == "__main__":
    sys.exit(main())

"""`theorytest lint`: what is wrong with the sentences of a ledger, and with its list where the source is given."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from theorytest.claims.claim import Claim
from theorytest.claims.ledger import load_ledger
from theorytest.claims.quantified import unquantified
from theorytest.claims.source import disagreements, read_source
from theorytest.decisions.wording import count
from theorytest.source.changes import numbers_differ
from theorytest.source.reading import read_tex
from theorytest.terminal import say

WORDS = 30
_NAMELESS = ("It ", "They ", "Both ", "The same ", "This ", "These ")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument(
        "--source", type=Path, metavar="FILE", help="the paper's TeX source: compare labels, lines and numbers with it"
    )


def lint(options: argparse.Namespace) -> int:
    """Print one sentence for each problem; 1 when there is one. A warning is for the reader to judge."""
    source = read_source(options.source) if options.source else None
    ledger, console = load_ledger(options.checks), Console()
    problems = [problem for each in ledger.claims for problem in unclear(each)]
    if source:
        problems += disagreements(source, ledger.paper, ledger.claims)
        text, reading = read_tex(options.source)
        problems += numbers_differ(text, reading, ledger.paper)
        for note in reading.problems:
            say(Console(stderr=True), note)
    warnings = [warning for each in ledger.claims for warning in unquantified(each)]
    for line in (*problems, *warnings):
        say(console, line)
    compared = "" if source else " (--source compares labels, lines and numbers with the paper's TeX)"
    say(
        console, f"{count(len(ledger.claims), 'claim')}, {count(len(problems), 'problem')}{_warned(warnings)}{compared}"
    )
    return 1 if problems else 0


def _warned(warnings: list[str]) -> str:
    return f", {count(len(warnings), 'warning')}" if warnings else ""


def unclear(claim: Claim) -> Iterator[str]:
    """What a reader would stumble over."""
    words = len(claim.says.split())
    if words > WORDS:
        yield f"{claim.id}: the sentence has {words} words, at most {WORDS} are read at once"
    if claim.says.startswith(_NAMELESS):
        yield f"{claim.id}: the sentence does not name its subject: {claim.says[:40]!r}"

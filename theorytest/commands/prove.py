"""`theorytest prove`: find certificates of claims, and store them."""

from __future__ import annotations

import argparse

from rich.console import Console

from theorytest.claims.claim import Claim
from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.decisions.wording import count
from theorytest.proof.certificates import write_certificate
from theorytest.proof.finder import NotFoundError, find
from theorytest.proof.stating import statement_of, unstated
from theorytest.terminal import say


def add_prove_options(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument(
        "patterns", nargs="*", metavar="ID", help="ids, labels or patterns such as 'lem:*' (default: all with a proof)"
    )


def prove(options: argparse.Namespace) -> int:
    """Look for a certificate of every claim that names a statement, and store it; 1 when one is not found."""
    ledger, console = load_ledger(options.checks), Console()
    chosen = [each for each in ledger.select(options.patterns) if each.proof is not None]
    if not chosen:
        raise ClaimError("none of these claims names a statement to prove (proof=... in its @claim)")
    lines = [prove_one(each) for each in chosen]
    for line in lines:
        say(console, line)
    missing = sum("not proved" in line for line in lines)
    say(console, f"{count(len(chosen) - missing, 'certificate')} stored, {missing} not found")
    return 1 if missing else 0


def prove_one(claim: Claim) -> str:
    """One claim: its certificate is stored, or the sentence says what remained."""
    try:
        made = statement_of(claim)
    except (TypeError, ValueError, AttributeError) as error:
        return f"{claim.id}: not proved: its statement cannot be made ({type(error).__name__}: {error})"
    if missing := unstated(claim, made):
        return f"{claim.id}: not proved: the proof assumes {', '.join(missing)}, which the sentence does not state"
    try:
        path = write_certificate(claim, find(made))
    except NotFoundError as error:
        return f"{claim.id}: not proved: {error}"
    return f"{claim.id}: proved ({path.parent.name}/{path.name})"

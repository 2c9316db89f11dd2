"""`theorytest list` and `theorytest show`: the ledger, and one claim of it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.decisions.wording import count
from theorytest.encoding import dumps
from theorytest.report.markdown import ledger_text
from theorytest.runs.recording import described
from theorytest.runs.records import Record, last_record, read_record
from theorytest.runs.reproducing import command_line
from theorytest.terminal import mutant_lines, say, verdict_line

DEFAULT_CHECKS = Path("checks")


def list_claims(options: argparse.Namespace) -> int:
    """Print the ledger, or the part of it that is asked for."""
    if options.markdown and options.patterns:
        raise ClaimError("--markdown writes the whole ledger: give no ids with it")
    ledger, console = load_ledger(options.checks), Console()
    if options.json:
        print(dumps(ledger.plain(options.patterns), indent=1))
        return 0
    if options.markdown:
        print(ledger_text(described(ledger)), end="")
        return 0
    chosen = ledger.select(options.patterns)
    for each in chosen:
        what = f"{each.number or each.label}, {each.form} {each.kind}, registered {each.expected}"
        say(console, f"{each.id}: {each.statement} ({what}, {count(len(each.mutants), 'mutant')})")
    if options.patterns:  # what the whole paper misses is no part of the answer
        say(console, f"{len(chosen):,} of {count(len(ledger.claims), 'claim')}")
        return 0
    found = ledger.coverage
    say(
        console,
        f"{count(len(ledger.claims), 'claim')}: {found.covered} of {count(found.total, 'item')} of the paper covered",
    )
    kinds = {item.label: item.kind for item in ledger.paper.items}
    missing = [label for label in found.missing if kinds[label] != "section"]
    headings = len(found.missing) - len(missing)
    if missing:
        say(console, f"missing: {', '.join(missing)}")
    if headings:
        say(console, f"headings, which state nothing and have no claim: {headings}")
    return 0


def show(options: argparse.Namespace) -> int:
    """Print one claim with its last verdict."""
    ledger, console = load_ledger(options.checks), Console()
    each = ledger[options.id]
    say(console, f"{each.id} ({each.number or each.label}, {each.form} {each.kind}, registered {each.expected})")
    facts = {
        "says": each.statement,
        "formula": each.formula,
        "why": each.why,
        "sharpness": each.tight.text if each.tight else "",
        "corrects": each.corrects,
        "rests on": ", ".join(each.premises),
        "mutants": ", ".join(mutant.name for mutant in each.mutants),
    }
    for word, text in facts.items():
        if text:
            say(console, f"  {word}: {text}")
    last = last_record(ledger.root)
    record = read_record(last) if last.exists() else None
    _show_verdict(console, each.id, record, options)
    return 0


def _show_verdict(console: Console, name: str, record: Record | None, options: argparse.Namespace) -> None:
    entry = record.verdict(name) if record else None
    if record is None or entry is None:
        say(console, "  last verdict: none, the last run did not include it")
        say(console, f"  run: {_command_line(name, {}, options)}")
        return
    say(console, f"  last verdict: {verdict_line(entry).plain}")
    for decision in entry["evidence"]:
        resolution = "none" if decision["resolution"] is None else f"{float(decision['resolution']):.3g}"
        facts = f"alpha {decision['alpha']:.3g}, resolution {resolution}, {decision['draws']:,} draws"
        say(console, f"    {decision['name']} by {decision['method']}: {decision['sentence']} ({facts})")
    for line in mutant_lines(entry):
        say(console, f"    {line.plain}")
    say(console, f"  again: {_command_line(name, record.data['run'], options)}")


def _command_line(name: str, ran: Mapping[str, Any], options: argparse.Namespace) -> str:
    return command_line(name, ran, str(options.checks) if options.checks != DEFAULT_CHECKS else None)

"""`theorytest list` and `theorytest show`: the ledger, and one claim of it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import msgspec
from rich.console import Console

from theorytest.claims.index import remembered_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.claims.roots import DEFAULT_CHECKS
from theorytest.decisions.wording import count, sharpness_words
from theorytest.encoding import dumps
from theorytest.report.markdown import ledger_text
from theorytest.runs.described import Described
from theorytest.runs.record import Judged, Record, Run
from theorytest.runs.recording import describe, described
from theorytest.runs.records import last_record, read_record, state_folder
from theorytest.runs.reproducing import command_line
from theorytest.terminal import mutant_lines, say, verdict_line


def add_list_options(parser: argparse.ArgumentParser) -> None:
    """Which part of the ledger, and in which form."""
    parser.add_argument(
        "patterns", nargs="*", metavar="ID", help="ids, labels or patterns such as 'x:sec5*' (default: all)"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument("--markdown", action="store_true", help="as the table that reports/LEDGER.md holds")


def add_show_options(parser: argparse.ArgumentParser) -> None:
    """Which claim."""
    parser.add_argument("id", metavar="ID", help="the id of one claim, as `theorytest list` prints it")


def list_claims(options: argparse.Namespace) -> int:
    """Print the ledger, or the part of it that is asked for."""
    if options.markdown and options.patterns:
        raise ClaimError("--markdown writes the whole ledger: give no ids with it")
    ledger, console = remembered_ledger(options.checks, state_folder), Console()
    if options.json:
        claims = [describe(ledger, each) for each in ledger.select(options.patterns)]
        print(dumps(msgspec.to_builtins({"claims": claims, "coverage": ledger.coverage.plain()}), indent=1))
        return 0
    if options.markdown:
        print(ledger_text(described(ledger)), end="")
        return 0
    chosen = ledger.select(options.patterns)
    for each in chosen:
        what = f"{each.number or each.label}, {each.voice}, {each.kind}, expected {each.expected}"
        say(console, f"{each.id}: {each.says} ({what}, {count(len(each.mutants), 'mutant')})")
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
    ledger, console = remembered_ledger(options.checks, state_folder), Console()
    each = describe(ledger, ledger[options.id])
    last = last_record(ledger.root)
    record = read_record(last, curves=False) if last.exists() else None
    judged = record.verdict(each.id) if record else None
    say(console, f"{each.id} ({each.number or each.label}; voice {each.voice}; {each.kind}; expected {each.expected})")
    for word, text in (*_facts(each), *_reach(each, judged)):
        if text:
            say(console, f"  {word}: {text}")
    _show_verdict(console, each.id, judged, record, options)
    return 0


def _facts(each: Described) -> Iterator[tuple[str, str]]:
    yield "at", f"{each.file}:{each.line}"
    yield "says", each.says
    yield "formula", each.formula
    yield "read as", each.reading
    for hypothesis in each.given:
        words = f"{hypothesis.name} ({hypothesis.says})" if hypothesis.says else hypothesis.name
        yield "given", words + ("" if hypothesis.evaluated else " [stated, not evaluated]")
    yield "why", each.why
    yield "gravity", each.gravity or ""
    yield "finding", each.finding
    yield "sharpness", each.tight or ""
    yield "repairs", each.repairs or ""
    yield "uses", ", ".join(each.premises)
    yield "mutants", ", ".join(each.mutants)
    for quantifier in each.forall:
        yield f"instances of {quantifier.symbol}", quantifier.place


def _reach(each: Described, judged: Judged | None) -> Iterator[tuple[str, str]]:
    """Every quantifier: what it ranges over, and after a run how far that was covered, on which instances."""
    if judged is None or not judged.scope:
        for quantifier in each.forall:
            over = f" ({quantifier.says})" if quantifier.says else ""
            yield "for all", f"{quantifier.symbol}{over}: {quantifier.extent}, not run yet"
        return
    for reach in judged.scope:
        yield "for all", reach.sentence.removeprefix("for all ")
        yield "  instances", "; ".join(reach.tried)
        yield "  left out", "; ".join(reach.left_out)
    if judged.certificate:
        yield "certificate", judged.certificate.sentence
        yield from (("  symbol", words) for words in judged.certificate.symbols)
        yield from (("  given", f"{name}: {holds}") for name, holds in judged.certificate.hypotheses.items())
        yield from (("  claim", holds) for holds in judged.certificate.claims)
        yield from (("  term", words) for words in judged.certificate.terms)
        yield "  all hypotheses hold at", judged.certificate.point
    if judged.attack:
        yield "attack", judged.attack.sentence
        yield "  nearest", judged.attack.nearest
        yield "  missed", "; ".join(each.name for each in judged.mutants if each.caught is False)
        yield "  script", judged.attack.script or ""
    if judged.excluded:
        yield "cases", f"{judged.cases} tried, {judged.excluded} excluded by hypothesis"


def _show_verdict(
    console: Console, name: str, judged: Judged | None, record: Record | None, options: argparse.Namespace
) -> None:
    if record is None or judged is None:
        say(console, "  last verdict: none, the last run did not include it")
        say(console, f"  run: {_command_line(name, None, options)}")
        return
    say(console, f"  last verdict: {verdict_line(judged).plain}")
    say(console, f"  arithmetic, where it is least certain: {judged.arithmetic or 'none'}")
    if judged.verdict.holds and (words := sharpness_words(judged.sharpness)):
        say(console, f"  sharpness: {words}")
    for decision in judged.evidence:
        resolution = "none" if decision.resolution is None else f"{float(decision.resolution):.3g}"
        facts = f"alpha {decision.alpha:.3g}, resolution {resolution}, {decision.draws:,} draws"
        say(console, f"    {decision.name} by {decision.method}: {decision.sentence} ({facts})")
    for line in mutant_lines(judged):
        say(console, f"    {line.plain}")
    say(console, f"  again: {_command_line(name, record.run, options)}")


def _command_line(name: str, run: Run | None, options: argparse.Namespace) -> str:
    return command_line(name, run, str(options.checks) if options.checks != DEFAULT_CHECKS else None)

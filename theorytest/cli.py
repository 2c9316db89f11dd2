"""The command line: list the claims, verify them, show one."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

from joblib import cpu_count
from rich.console import Console

import theorytest
from theorytest.constants_command import ConstantsError, constants
from theorytest.constants_command import add_options as add_constants_options
from theorytest.descend_command import DescendError, descend_command
from theorytest.descend_command import add_options as add_descend_options
from theorytest.referee_command import add_options as add_referee_options
from theorytest.referee_command import referee
from theorytest.regress_command import RegressError, regress
from theorytest.regress_command import add_options as add_regress_options
from theorytest.report.markdown import ledger_text
from theorytest.report_command import add_options as add_report_options
from theorytest.report_command import report
from theorytest.terminal import calibration_lines, mutant_lines, progress, say, verdict_line
from theorytest.verdicts import calibration
from theorytest.verdicts.budget import FALSE_ALARM, LEVELS, BudgetError, Setting, setting, shared_out
from theorytest.verdicts.cluster import ClusterError
from theorytest.verdicts.encoding import dumps
from theorytest.verdicts.journal import JournalError, finished_tasks, open_journal
from theorytest.verdicts.ledger import Ledger, UnknownClaimError, load_ledger
from theorytest.verdicts.limits import TIME_LIMIT
from theorytest.verdicts.mutants import ClaimError
from theorytest.verdicts.outcome import outcome, tasks_of
from theorytest.verdicts.provenance import identity
from theorytest.verdicts.recording import build_record, described
from theorytest.verdicts.records import (
    Record,
    RecordError,
    last_record,
    read_record,
    require_writable,
    write_record,
)
from theorytest.verdicts.reproducing import command_line
from theorytest.verdicts.results import Result, Task
from theorytest.verdicts.runner import RunnerError, run

USAGE, INTERRUPTED = 2, 130
DEFAULT_CHECKS = Path("checks")
SENTENCES = (
    ClaimError,
    UnknownClaimError,
    BudgetError,
    JournalError,
    RunnerError,
    RecordError,
    ConstantsError,
    DescendError,
    RegressError,
    ClusterError,
    OSError,
)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave with the exit code for usage."""
        self.exit(USAGE, f"theorytest: {message} ({self.prog} --help lists what there is)\n")


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(words)
    try:
        code: int = options.command(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("theorytest: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if options.debug:
            raise
        text = str(error) if isinstance(error, SENTENCES) else f"{type(error).__name__}: {error} (see --debug)"
        print("\n".join(f"theorytest: {line}" for line in text.splitlines()), file=sys.stderr)
        return USAGE


def _parser() -> Parser:
    parser = Parser(prog="theorytest", description=theorytest.__doc__)
    parser.add_argument("--version", action="version", version=f"theorytest {theorytest.__version__}")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    listing = _command(commands, "list", list_claims, "the ledger: every claim and what the paper's list still misses")
    form = listing.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument("--markdown", action="store_true", help="as the table that reports/LEDGER.md holds")
    _verify_options(_command(commands, "verify", verify, "run claims and print their verdicts"))
    showing = _command(commands, "show", show, "one claim, its last verdict, and the command that gives it again")
    showing.add_argument("id", metavar="ID")
    calibrating = _command(commands, "calibrate", calibrate, "measure the error rates of every decision rule")
    calibrating.add_argument("--seed", type=_at_least_zero, default=0, metavar="N", help="root seed (default: 0)")
    calibrating.add_argument(
        "--repetitions", type=_at_least_one, default=100, metavar="N", help="per decision and world (default: 100)"
    )
    comparing = _command(commands, "constants", constants, "bias and variance constants of one estimator, three ways")
    add_constants_options(comparing, _at_least_one, _at_least_zero)
    descending = _command(commands, "descend", descend_command, "run the descent scheme on many replicas")
    add_descend_options(descending, _at_least_one, _at_least_zero)
    add_referee_options(_command(commands, "referee", referee, "the referee report of a record: what fails, and how"))
    add_regress_options(_command(commands, "regress", regress, "what moved between a run and the committed baseline"))
    add_report_options(_command(commands, "report", report, "a record as a page, as a ledger or as data"))
    return parser


def _command(commands: Any, name: str, function: Callable[[Any], int], words: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=words, description=words)
    parser.set_defaults(command=function)
    parser.add_argument(
        "--checks", type=Path, default=DEFAULT_CHECKS, metavar="DIR", help="the folder of the checks (default: checks)"
    )
    parser.add_argument(
        "--debug", action="store_true", default=argparse.SUPPRESS, help="show the traceback of an error"
    )
    return parser


def _verify_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "patterns", nargs="*", metavar="ID", help="ids, labels or patterns such as 'lem:*' (default: all)"
    )
    parser.add_argument("--seed", type=_at_least_zero, default=0, metavar="N", help="root seed (default: 0)")
    parser.add_argument("--budget", choices=LEVELS, default="standard", help="how hard to look (default: standard)")
    parser.add_argument(
        "--false-alarm",
        type=float,
        default=FALSE_ALARM,
        metavar="A",
        help=f"for the whole run (default: {FALSE_ALARM})",
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        default=TIME_LIMIT,
        metavar="S",
        help=f"seconds for one claim or mutant, which is broken after them (default: {TIME_LIMIT:g})",
    )
    parser.add_argument(
        "--jobs", type=_at_least_one, default=cpu_count(), metavar="N", help="worker processes (default: all cores)"
    )
    parser.add_argument(
        "--backend", choices=("processes", "dask"), default="processes", help="where the tasks run (default: processes)"
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of the Dask cluster, such as tcp://10.0.0.1:8786")
    parser.add_argument("--mutants", action="store_true", help="run every mutant too: each must be refuted")
    parser.add_argument("--resume", action="store_true", help="go on with the journal of a run that was stopped")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the record there too")


def _at_least_one(word: str) -> int:
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 1, got {word!r}")
    return int(word)


def _at_least_zero(word: str) -> int:
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 0, got {word!r}")
    return int(word)


def list_claims(options: argparse.Namespace) -> int:
    """Print the ledger."""
    ledger, console = load_ledger(options.checks), Console()
    if options.json:
        print(dumps(ledger.plain(), indent=1))
        return 0
    if options.markdown:
        print(ledger_text(described(ledger)), end="")
        return 0
    for each in ledger.claims:
        what = f"{each.number or each.label}, {each.form} {each.kind}, registered {each.expected}"
        say(console, f"{each.id}: {each.statement} ({what}, {len(each.mutants)} mutants)")
    found = ledger.coverage
    say(console, f"{len(ledger.claims)} claims cover {found.covered} of {found.total} items of the paper")
    if found.missing:
        say(console, f"missing: {', '.join(found.missing)}")
    return 0


def verify(options: argparse.Namespace) -> int:
    """Run the selected claims, print their sentences, leave a record."""
    if (options.backend == "dask") != (options.scheduler is not None):
        raise ClusterError("--backend dask and --scheduler ADDRESS belong together: give both or none")
    if options.json:
        if options.json.is_dir():
            raise RecordError(f"--json must name a file, got the folder {options.json}")
        require_writable(options.json.parent)
    ledger = load_ledger(options.checks)
    if not ledger.claims:
        raise ClaimError(f"{options.checks} holds no claim: nothing was checked, and that is no pass")
    chosen = setting(options.seed, options.budget, options.false_alarm, options.time_limit)
    claims = ledger.select(options.patterns)
    tasks = tasks_of(claims, mutants=options.mutants)
    started, clock = datetime.now(UTC), time.monotonic()
    results = _run(ledger, tasks, chosen, options)
    if results is None:
        return INTERRUPTED
    timings = {
        "started": started.isoformat(),
        "seconds": time.monotonic() - clock,
        "jobs": options.jobs,
        "cores": cpu_count(),
    }
    record = build_record(ledger, chosen, results, timings)
    for path in filter(None, (_state(ledger) / "last.json", options.json)):
        write_record(record, path)
    console = Console()
    for entry in record.data["verdicts"]:
        for line in (verdict_line(entry), *mutant_lines(entry)):
            say(console, line)
    if options.debug:
        print("\n".join(result.trace for result in results.values() if result.trace), file=sys.stderr)
    found = outcome(claims, results)
    say(console, found.sentence)
    return found.exit_code


def _run(
    ledger: Ledger, tasks: Sequence[Task], chosen: Setting, options: argparse.Namespace
) -> Mapping[Task, Result] | None:
    """The results, or None when Ctrl-C ended the run."""
    console = Console(stderr=True)
    say(
        console,
        f"seed {chosen.seed}, budget {chosen.level.name}, false-alarm rate {chosen.false_alarm:g} for all claims, "
        f"{shared_out(ledger.claims, chosen.false_alarm)}",
    )
    with open_journal(_state(ledger) / "journal.jsonl", identity(ledger, chosen), resume=options.resume) as journal:
        known = len([task for task in tasks if task in journal.results])
        try:
            with progress(console, tasks, known) as observe:
                return run(
                    ledger,
                    tasks,
                    chosen,
                    jobs=options.jobs,
                    scheduler=options.scheduler,
                    journal=journal,
                    observe=observe,
                )
        except KeyboardInterrupt:
            done = len(finished_tasks(journal.path).intersection(tasks))
            say(console, f"interrupted: {done} of {len(tasks)} tasks are in the journal, go on with --resume")
            return None


def _state(ledger: Ledger) -> Path:
    """Where runs keep their journal and their last record; git looks away."""
    folder = last_record(ledger.root).parent
    folder.mkdir(exist_ok=True)
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    return folder


def show(options: argparse.Namespace) -> int:
    """Print one claim with its last verdict."""
    ledger, console = load_ledger(options.checks), Console()
    each = ledger[options.id]
    say(console, f"{each.id} ({each.number or each.label}, {each.form} {each.kind}, registered {each.expected})")
    facts = {
        "says": each.statement,
        "formula": each.formula,
        "why": each.why,
        "corrects": each.corrects,
        "rests on": ", ".join(each.premises),
        "mutants": ", ".join(mutant.name for mutant in each.mutants),
    }
    for word, text in facts.items():
        if text:
            say(console, f"  {word}: {text}")
    last = _state(ledger) / "last.json"
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
        facts = f"alpha {decision['alpha']:.3g}, resolution {decision['resolution']}, {decision['draws']:,} draws"
        say(console, f"    {decision['name']} by {decision['method']}: {decision['sentence']} ({facts})")
    for line in mutant_lines(entry):
        say(console, f"    {line.plain}")
    say(console, f"  again: {_command_line(name, record.data['run'], options)}")


def _command_line(name: str, ran: Mapping[str, Any], options: argparse.Namespace) -> str:
    return command_line(name, ran, str(options.checks) if options.checks != DEFAULT_CHECKS else None)


def calibrate(options: argparse.Namespace) -> int:
    """Print promised and measured error rates; 1 if a rule breaks its promise or a broken rule keeps it."""
    rows = calibration.calibrate(repetitions=options.repetitions, seed=options.seed)
    for line in calibration_lines(rows):
        say(Console(), line)
    return 0 if all(row.holds() is not row.broken for row in rows) else 1

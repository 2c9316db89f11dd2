"""`theorytest verify`: run claims, print their verdicts, leave a record."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from theorytest.claims.claim import Claim
from theorytest.claims.imports import sources_of
from theorytest.claims.index import remembered_ledger
from theorytest.claims.ledger import Ledger
from theorytest.claims.mutants import ClaimError
from theorytest.claims.quantified import unquantified
from theorytest.claims.reading import hash_of
from theorytest.claims.renamed import read_renamed
from theorytest.commands.worker_options import add_worker_options, cores, refuse_half_a_cluster
from theorytest.inert import inert
from theorytest.runs.budget import FALSE_ALARM, LEVELS, Setting, setting, shared_out
from theorytest.runs.carried import Chain, read_chain
from theorytest.runs.journal import finished_tasks, open_journal
from theorytest.runs.limits import MEMORY_LIMIT, TIME_LIMIT
from theorytest.runs.nurseries import nursery
from theorytest.runs.outcome import outcome, tasks_of
from theorytest.runs.provenance import identity
from theorytest.runs.record import Timings
from theorytest.runs.recording import build_record
from theorytest.runs.records import require_file, state_folder, write_record
from theorytest.runs.results import Result, Task
from theorytest.runs.runner import run
from theorytest.terminal import mutant_lines, progress, say, verdict_line

INTERRUPTED = 130
_PRINTED = 20  # lines of what a check prints


def add_options(parser: argparse.ArgumentParser, whole: Callable[[str], int], natural: Callable[[str], int]) -> None:
    """The options; `whole` and `natural` read integers of at least 1 and 0."""
    parser.add_argument(
        "patterns", nargs="*", metavar="ID", help="ids, labels or patterns such as 'lem:*' (default: all)"
    )
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="root seed (default: 0)")
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
        "--memory-limit",
        type=float,
        default=MEMORY_LIMIT,
        metavar="GB",
        help=f"gigabytes for one claim or mutant beyond what the libraries take (default: {MEMORY_LIMIT:g})",
    )
    add_worker_options(parser, whole, "tasks")
    parser.add_argument("--mutants", action="store_true", help="run every mutant too: each must be refuted")
    parser.add_argument(
        "--drift",
        type=float,
        default=0.0,
        metavar="D",
        help="draw on after the verdict until regress would show a relative drift of D, such as 0.03",
    )
    parser.add_argument("--resume", action="store_true", help="go on with the journal of a run that was stopped")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the record there too")
    parser.add_argument(
        "--carry",
        type=Path,
        metavar="FILE",
        help="carry on the evidence of this record, with another seed; a file that is not there yet starts a chain",
    )


def verify(options: argparse.Namespace) -> int:
    """Run the selected claims, print their sentences, leave a record."""
    refuse_half_a_cluster(options)
    if options.json:
        require_file(options.json, "--json")
    if options.own_process and options.scheduler is None:
        nursery().copy()  # while this process has imported nothing of the checks
    ledger = remembered_ledger(options.checks, state_folder)
    if not ledger.claims:
        raise ClaimError(f"{options.checks} holds no claim: nothing was checked, and that is no pass")
    limits = options.time_limit, options.memory_limit
    chosen = setting(options.seed, options.budget, options.false_alarm, *limits, options.drift)
    claims = ledger.select(options.patterns)
    tasks = tasks_of(claims, mutants=options.mutants)
    chain = _chain(ledger, claims, options) if options.carry else None
    started, clock = datetime.now(UTC), time.monotonic()
    results = _run(ledger, tasks, chosen, options, chain)
    if results is None:
        return INTERRUPTED
    timings = Timings(started.isoformat(), time.monotonic() - clock, options.jobs, cores())
    record = build_record(ledger, chosen, results, timings, chain)
    for path in filter(None, (state_folder(ledger.root) / "last.json", options.json)):
        write_record(record, path)
    found = outcome(claims, results)
    for judged in record.verdicts:
        for line in (verdict_line(judged), *mutant_lines(judged)):
            say(Console(), line)
    for result in results.values():
        for text in result.printed.splitlines()[:_PRINTED]:
            say(Console(stderr=True), f"{result.task} printed: {text}")
    if options.debug:
        traces = "\n".join(result.trace for result in results.values() if result.trace)
        print("\n".join(map(inert, traces.split("\n"))), file=sys.stderr)
    if open_ended := [each.id for each in claims if any(unquantified(each))]:
        many = "1 claim speaks" if len(open_ended) == 1 else f"{len(open_ended)} claims speak"
        have = "has" if len(open_ended) == 1 else "have"
        say(Console(), f"{many} of every case and {have} no quantifier: {', '.join(open_ended)}")
    say(Console(), found.sentence)
    return found.exit_code


def _chain(ledger: Ledger, claims: Sequence[Claim], options: argparse.Namespace) -> Chain:
    """The evidence that is carried on, where what a claim is made of has not changed."""
    files = {each.id: ledger.files[each.id] for each in claims}
    hashes = sources_of(ledger.root, files.values())
    data = "".join(hash_of(file) for file in ledger.read if file.suffix != ".py")  # any claim may look at it
    sources = {name: hashes[file] + data for name, file in files.items()}
    return read_chain(options.carry, sources, options.seed, read_renamed(ledger.root), ledger.root.parent)


def _run(
    ledger: Ledger, tasks: Sequence[Task], chosen: Setting, options: argparse.Namespace, chain: Chain | None
) -> Mapping[Task, Result] | None:
    """The results, or None when Ctrl-C ended the run."""
    console = Console(stderr=True)
    say(
        console,
        f"seed {chosen.seed}, budget {chosen.level.name}, false-alarm rate {chosen.false_alarm:g} for all claims, "
        f"{shared_out(ledger.claims, chosen.false_alarm)}",
    )
    if chain is not None:
        say(console, chain.sentence())
    named = identity(ledger, chosen) | ({} if chain is None else {"evidence of earlier runs": chain.checksum()})
    with open_journal(state_folder(ledger.root) / "journal.jsonl", named, resume=options.resume) as journal:
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
                    chain=chain,
                )
        except KeyboardInterrupt:
            done = len(finished_tasks(journal.path).intersection(tasks))
            say(console, f"interrupted: {done} of {len(tasks)} tasks are in the journal, go on with --resume")
            return None

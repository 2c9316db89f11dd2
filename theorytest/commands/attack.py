"""`theorytest attack`: search the families of claims for counterexamples, as long as one likes."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from theorytest.claims.claim import Claim
from theorytest.claims.ledger import Ledger, load_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.commands.worker_options import add_worker_options, refuse_half_a_cluster
from theorytest.decisions.decision import Verdict
from theorytest.decisions.wording import count
from theorytest.runs.attack_rounds import ROUND, Progress, attack_round, store, stored
from theorytest.runs.attacking import hypothesis_of, is_attacked, target_of
from theorytest.runs.files import replace_file
from theorytest.runs.pool import spread
from theorytest.runs.records import require_file, state_folder
from theorytest.terminal import say

EVALUATIONS = 10_000


def add_options(parser: argparse.ArgumentParser, whole: Callable[[str], int], natural: Callable[[str], int]) -> None:
    """The options; `whole` and `natural` read integers of at least 1 and 0."""
    parser.add_argument("patterns", nargs="+", metavar="ID", help="ids, labels or patterns such as 'lem:*'")
    parser.add_argument("--seconds", type=whole, metavar="S", help="how long to go on (default: until --evaluations)")
    parser.add_argument(
        "--evaluations",
        type=whole,
        metavar="N",
        help=f"of each claim (default: {EVALUATIONS:,}, or no end with --seconds)",
    )
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="root seed (default: 0)")
    parser.add_argument(
        "--without",
        default="",
        metavar="NAME",
        help="attack where this hypothesis fails and all others hold: is it needed?",
    )
    add_worker_options(parser, whole, "rounds")
    parser.add_argument("--anew", action="store_true", help="forget what earlier attacks on these claims left")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was found there")


def attack_command(options: argparse.Namespace) -> int:
    """Attack the selected claims in rounds, keep the nearest instances, print what was found."""
    refuse_half_a_cluster(options)
    if options.json:
        require_file(options.json, "--json")
    ledger, console = load_ledger(options.checks), Console()
    chosen = ledger.select(options.patterns)
    claims = [each for each in chosen if is_attacked(each)]
    if not claims:
        raise ClaimError(f"{count(len(chosen), 'claim')} selected, and none has a family with a region to search")
    if options.without:
        for each in claims:
            hypothesis_of(each, options.without)
    folder = state_folder(ledger.root)
    anew = options.anew or options.without  # what is known of a sentence says nothing about one with less hypotheses
    known = {each.id: Progress(each.id) if anew else _again(stored(folder, each.id)) for each in claims}
    before = dict(known)
    found: dict[str, list[Progress]] = {each.id: [] for each in claims}
    with closing(_rounds(ledger, claims, known, options)) as rounds:
        for done in rounds:
            found[done.claim].append(done)
            known[done.claim] = _folded(before[done.claim], found[done.claim])
            if not options.without:
                store(folder, known[done.claim])
            say(Console(stderr=True), f"{done.claim}: {_effort(known[done.claim])}")
    for each in claims:
        say(console, _needed(each, known[each.id], options.without) if options.without else _line(each, known[each.id]))
    if len(claims) < len(chosen):
        say(
            console,
            f"{len(chosen) - len(claims)} of {count(len(chosen), 'claim')} have no family with a region to search",
        )
    if options.json:
        replace_file(options.json, json.dumps([asdict(known[each.id]) for each in claims], indent=1).encode())
    return 0 if options.without else _exit_code(claims, known)


def _folded(before: Progress, rounds: Sequence[Progress]) -> Progress:
    """In the order of the rounds, up to the first that found something: so the number of workers changes nothing."""
    total = before
    for each in sorted(rounds, key=lambda each: each.rounds):
        if _goes_on(total):
            total = total.with_round(each)
    return total


def _again(progress: Progress) -> Progress:
    """Errors, suspicions and counterexamples of earlier attacks are looked for again: the check may have changed."""
    return replace(progress, error="", suspicion="", refuted="", script="")


def _rounds(
    ledger: Ledger, claims: Sequence[Claim], known: dict[str, Progress], options: argparse.Namespace
) -> Generator[Progress]:
    """The rounds of all claims, one of each in turn, until time or evaluations are over."""
    end = time.monotonic() + options.seconds if options.seconds else None
    most = options.evaluations or (None if end else EVALUATIONS)
    first = {each.id: known[each.id] for each in claims}

    def calls() -> Iterator[tuple[Any, ...]]:
        number = 0
        while any(_goes_on(known[each.id]) for each in claims):
            size = ROUND if most is None else min(ROUND, most - number * ROUND)
            for each in claims:
                if size <= 0 or (end is not None and time.monotonic() > end):
                    return
                if _goes_on(known[each.id]):
                    at, start = first[each.id].rounds + number, first[each.id].start
                    yield ledger.root, ledger.files[each.id], each.id, options.seed, at, size, start, options.without
            number += 1

    yield from spread(attack_round, calls(), jobs=options.jobs, scheduler=options.scheduler)


def _goes_on(progress: Progress) -> bool:
    return not (progress.refuted or progress.error or progress.suspicion)


def _effort(progress: Progress) -> str:
    tried = count(progress.evaluations, "evaluation")
    if progress.refuted:
        return f"{tried}, refuted"
    return tried if progress.closest is None else f"{tried}, closest approach {100 * progress.closest:.2g} %"


def _line(claim: Claim, progress: Progress) -> str:
    if progress.error:
        return f"broken         {claim.id}: {progress.error}"
    if progress.refuted:
        unexpected = "" if claim.expected is Verdict.REFUTED else f" (expected: {claim.expected})"
        return f"refuted        {claim.id}: {progress.refuted.removeprefix('refuted: ')}{unexpected}"
    if progress.suspicion:
        return f"suspicion      {claim.id}: {progress.suspicion.removeprefix('undecided: ')}"
    if not progress.evaluations:
        return f"not attacked   {claim.id}: time was over before its first round"
    near = f" at {progress.nearest}" if progress.nearest else ""
    missed = " (expected: refuted)" if claim.expected is Verdict.REFUTED else ""
    searched = target_of(claim, claim.by).searched
    return f"not refuted    {claim.id}: {_effort(progress)}{near}{missed}; searched: {searched}"


def _needed(claim: Claim, progress: Progress, without: str) -> str:
    """What is known about the need of a hypothesis."""
    if progress.refuted:
        return f"needed         {claim.id}: {without}: without it {progress.refuted.removeprefix('refuted: ')}"
    if progress.suspicion:
        return f"suspicion      {claim.id}: {without}: {progress.suspicion.removeprefix('undecided: ')}"
    if progress.error:
        return f"not attacked   {claim.id}: {without}: {progress.error}"
    if not progress.evaluations:
        return f"not attacked   {claim.id}: {without}: time was over before its first round"
    return f"not found      {claim.id}: {without}: no failure without it in {_effort(progress)}"


def _exit_code(claims: Sequence[Claim], known: dict[str, Progress]) -> int:
    """1 where a sentence that should hold is refuted or an attack broke, 3 where something is suspicious, else 0."""
    holding = [known[each.id] for each in claims if each.expected is not Verdict.REFUTED]
    if any(each.refuted for each in holding) or any(each.error for each in known.values()):
        return 1
    return 3 if any(each.suspicion for each in holding) else 0

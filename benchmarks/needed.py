"""Which hypotheses are needed: each is dropped from sentences that hold, and instances that lack only it are attacked.

`python benchmarks/needed.py [ID ...] [--seconds S] [--output FILE]`. Dropped is every hypothesis that can be evaluated
on the instances of its check, one at a time; `theorytest attack ID --without NAME` does the same for one. Rounds of 100
evaluations follow each other for S seconds of the processor.
needed: a certified counterexample. not found: none with so many evaluations. without a value: where the hypothesis
fails, the relation has no value. none lacks it: among 300 draws from the regions no instance did. stated: a hypothesis
that no predicate evaluates on the instances of the check, so that nothing can be dropped.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time

from theorytest.threads import one_thread

one_thread()

from page import Section, markdown  # noqa: E402

from theorytest.claims.cases import parameters  # noqa: E402
from theorytest.claims.claim import Claim  # noqa: E402
from theorytest.claims.ledger import load_ledger  # noqa: E402
from theorytest.decisions.decision import Verdict  # noqa: E402
from theorytest.runs.attack_rounds import Progress, one_round  # noqa: E402
from theorytest.runs.attacking import is_attacked  # noqa: E402

SECONDS, ROUND = 2.0, 100
FEW = 15  # with 20 draws for each before all are called rejected
HEAD = ("sentence", "hypothesis", "what an attack without it says", "evaluations", "instance")
STATED = ("hypothesis", "sentences")
TITLE = "theorytest: which hypotheses are needed"
COMMAND = "python benchmarks/needed.py --output benchmarks/NEEDED.md"


def pairs(claims: Sequence[Claim]) -> Iterator[tuple[Claim, str]]:
    """Sentences that hold, with each hypothesis that can be dropped."""
    for claim in claims:
        if is_attacked(claim) and claim.expected is not Verdict.REFUTED:
            names = parameters(claim.check)
            yield from ((claim, each.name) for each in claim.given if each.speaks_of(names))


def stated(claims: Sequence[Claim]) -> Iterator[tuple[Claim, str]]:
    """Sentences that hold, with each hypothesis that cannot be dropped, since nothing evaluates it."""
    for claim in claims:
        if claim.expected is not Verdict.REFUTED:
            names = parameters(claim.check) if is_attacked(claim) else ()
            yield from ((claim, each.name) for each in claim.given if not each.speaks_of(names))


def row(claim: Claim, name: str, seconds: float) -> tuple[str, ...]:
    """Attacks until one finds something or time is over; the first, a short one, sees whether there are instances."""
    end = process_time() + seconds
    total = found = one_round(claim, 0, 0, FEW, None, name)
    number = 1
    while not (total.refuted or total.suspicion or total.error) and process_time() < end:
        found = one_round(claim, 0, number, ROUND, total.start, name)
        total, number = total.with_round(found), number + 1
    word, instance = _said(total)
    return f"`{claim.id}`", name, word, f"{total.evaluations:,}", instance


def _said(found: Progress) -> tuple[str, str]:
    if found.refuted:
        return "needed", _short(found.refuted.removeprefix("refuted: "))
    if found.suspicion:
        return "suspicion", _short(found.suspicion.removeprefix("undecided: "))
    if "rejected" in found.error:
        return "none lacks it", ""
    if found.error:
        return "without a value", _short(found.error)
    return "not found", ""


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 160 else f"{line[:157]}..."


def main() -> None:
    """Attack, print, write."""
    parser = argparse.ArgumentParser(description=TITLE)
    parser.add_argument("patterns", nargs="*", metavar="ID", help="ids or patterns (default: all)")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help="of each (default: %(default)s)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the table as Markdown")
    options = parser.parse_args()
    rows, chosen = [], load_ledger(Path("checks")).select(options.patterns)
    for claim, name in pairs(chosen):
        rows.append(row(claim, name, options.seconds))
        print("  ".join(rows[-1]), file=sys.stderr, flush=True)
    others = Counter(name for _, name in stated(chosen))
    totals = [f"{word}: {count}" for word, count in Counter(each[2] for each in rows).most_common()]
    totals.append(f"stated: {others.total()}")
    made = [
        Section("Hypotheses", f"Made by `{COMMAND}`, which says what the words mean.", notes=totals),
        Section("Each hypothesis", "", HEAD, rows),
        Section("Stated", "Nothing is said about their need.", STATED, [(n, str(k)) for n, k in others.items()]),
    ]
    print(made[0].text())
    if options.output:
        options.output.write_text(
            markdown(TITLE, [("seconds for each", f"{options.seconds:g}")], made), encoding="utf-8"
        )


if __name__ == "__main__":
    main()

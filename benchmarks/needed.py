"""Which hypotheses are needed: each is dropped from sentences that hold, and instances that lack only it are attacked.

`python benchmarks/needed.py [ID ...] [--seconds S] [--within S] [--anew] [--output FILE] [--data FILE]`. Dropped is
every hypothesis that can be evaluated on the instances of its check, one at a time. Instances come from the regions
and, since nothing has to be blind here, from the named ones. Rounds of 100 evaluations follow each other for S seconds
of the processor; `--within` ends the call earlier, and the next one goes on. The report reads what `--data` writes, of
sentences as they are today alone.
needed: a certified counterexample. suspicion: a failure in floating point that could not be certified. not found: none
with so many evaluations. without a value: where the hypothesis fails, the relation has no value. none lacks it: among
the named instances and 300 draws from the regions none did. stated: a hypothesis that no predicate evaluates on the
instances of the check, so that nothing can be dropped.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from time import process_time

from theorytest.threads import one_thread

one_thread()

from kept import CHECKS, Age, Kept, Row, Wanted, kept_in, marks  # noqa: E402
from page import Section, markdown  # noqa: E402

from theorytest.attacks.numbers import choices  # noqa: E402
from theorytest.attacks.region import either  # noqa: E402
from theorytest.claims.cases import parameters, wants_run  # noqa: E402
from theorytest.claims.claim import Claim  # noqa: E402
from theorytest.claims.domains import Domain, Extent  # noqa: E402
from theorytest.claims.ledger import load_ledger  # noqa: E402
from theorytest.decisions.decision import Verdict  # noqa: E402
from theorytest.report.needs import NEEDS, Dropped, Needs, Outcome  # noqa: E402
from theorytest.runs.attack_rounds import Progress, one_round  # noqa: E402
from theorytest.runs.attacking import is_attacked  # noqa: E402

SECONDS, ROUND = 2.0, 100
FEW = 15  # with 20 draws for each before all are called rejected
MOST_NAMED = 300  # combinations of named instances that are all tried
HEAD = ("sentence", "hypothesis", "what an attack without it says", "evaluations", "instance")
STATED = ("hypothesis", "sentences")
TITLE = "theorytest: which hypotheses are needed"
COMMAND = "python benchmarks/needed.py --output benchmarks/NEEDED.md --data reports/needed.json"


def pairs(claims: Sequence[Claim]) -> Iterator[tuple[Claim, str]]:
    """Sentences that hold, with each hypothesis that can be dropped."""
    for claim in filter(_can_be_attacked, claims):
        names = parameters(claim.check)
        yield from ((claim, each.name) for each in claim.given if each.speaks_of(names))


def stated(claims: Sequence[Claim]) -> Iterator[tuple[Claim, str]]:
    """Sentences that hold, with each hypothesis that cannot be dropped, since nothing evaluates it."""
    for claim in claims:
        if claim.expected is not Verdict.REFUTED:
            names = parameters(claim.check) if _can_be_attacked(claim) else ()
            yield from ((claim, each.name) for each in claim.given if not each.speaks_of(names))


def _can_be_attacked(claim: Claim) -> bool:
    tried = claim.executable and not wants_run(claim.check) and any(each.tried for each in claim.forall.values())
    return tried and claim.expected is not Verdict.REFUTED


def named(claim: Claim) -> Claim:
    """The same sentence on its named instances alone."""
    return replace(claim, forall={symbol: replace(each, search=None) for symbol, each in claim.forall.items()})


def widened(claim: Claim) -> Claim:
    """The same sentence, whose named instances take part beside those of the regions."""
    return replace(claim, forall={symbol: _wide(each) for symbol, each in claim.forall.items()})


def _wide(domain: Domain) -> Domain:
    if domain.extent is not Extent.FAMILY or domain.search is None:
        return domain
    return replace(domain, search=either(choices([each.value for each in domain.make()]), domain.search))


def dropped(claim: Claim, name: str, seconds: float) -> Dropped:
    """The regions, the named instances, and both together, until something fails; what says most is kept."""
    count = math.prod(len(list(each.make())) for each in claim.forall.values() if each.tried)
    ways = [(named(claim), max(FEW, min(count, MOST_NAMED)), 0.0)]
    if is_attacked(claim):
        ways = [(claim, FEW, seconds / 2), *ways, (widened(claim), FEW, seconds / 2)]
    found: list[Dropped] = []
    for way, most, allowed in ways:
        found.append(_attacked(way, name, most, allowed))
        if found[-1].outcome is Outcome.NEEDED:
            break
    best = min(found, key=lambda each: list(Outcome).index(each.outcome))
    return replace(best, evaluations=sum(each.evaluations for each in found))


def _attacked(claim: Claim, name: str, most: int, seconds: float) -> Dropped:
    """Attacks until one finds something or time is over; the first, a short one, sees whether there are instances."""
    end, total, number = process_time() + seconds, one_round(claim, 0, 0, most, None, name), 1
    while not (total.refuted or total.suspicion or total.error) and process_time() < end:
        total = total.with_round(one_round(claim, 0, number, ROUND, total.start, name))
        number += 1
    word, instance = _said(total)
    return Dropped(claim.id, name, word, total.evaluations, instance)


def _said(found: Progress) -> tuple[Outcome, str]:
    if found.refuted:
        return Outcome.NEEDED, _short(found.refuted.removeprefix("refuted: "))
    if found.suspicion:
        return Outcome.SUSPICION, _short(found.suspicion.removeprefix("undecided: "))
    if "rejected" in found.error:
        return Outcome.NONE_LACKS, ""
    if found.error:
        return Outcome.NO_VALUE, _short(found.error)
    return Outcome.NOT_FOUND, ""


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 160 else f"{line[:157]}..."


def _dropped(row: Row) -> Dropped:
    return Dropped(**{**row.row, "outcome": Outcome(row.row["outcome"])})


def cells(row: Row) -> tuple[str, ...]:
    """A row of the table."""
    each = _dropped(row)
    name = f"`{each.claim}`" if row.age is Age.TODAY else f"`{each.claim}` ({row.age})"
    return name, each.hypothesis, each.outcome, f"{each.evaluations:,}", each.instance


def sections(found: Sequence[Row], others: Counter[str], age: str) -> list[Section]:
    """Totals, each hypothesis, and those that nothing evaluates."""
    totals = [f"{word}: {count}" for word, count in Counter(_dropped(each).outcome for each in found).most_common()]
    totals += [f"stated: {others.total()}", age]
    return [
        Section("Hypotheses", f"Made by `{COMMAND}`, which says what the words mean.", notes=totals),
        Section("Each hypothesis", "", HEAD, [cells(each) for each in found]),
        Section("Stated", "Nothing is said about their need.", STATED, [(n, str(k)) for n, k in others.items()]),
    ]


def wanted(claims: Sequence[Claim], seconds: float = SECONDS) -> list[Wanted]:
    """A row for each hypothesis that can be dropped."""
    return [
        Wanted(f"{claim.id} without {name}", marks(claim, _plain, seconds), partial(_plain, claim, name, seconds))
        for claim, name in pairs(claims)
    ]


def main() -> int:
    """Attack, print, write; 3 where time was over before all was tried."""
    parser = argparse.ArgumentParser(description=TITLE)
    parser.add_argument("patterns", nargs="*", metavar="ID", help="ids or patterns (default: all)")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help="of each (default: %(default)s)")
    parser.add_argument("--within", type=float, default=math.inf, metavar="S", help="of the processor, then stop")
    parser.add_argument("--anew", action="store_true", help="forget what earlier calls left")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the table as Markdown")
    parser.add_argument("--data", type=Path, metavar="FILE", help="write what the report reads")
    options = parser.parse_args()
    if options.anew:
        kept_in("needed").unlink(missing_ok=True)
    ledger = load_ledger(CHECKS)
    chosen = ledger.select(options.patterns)
    kept, rows = Kept(kept_in("needed")), list[Row]()
    for each in kept.rows(asked := wanted(chosen, options.seconds), options.within):
        rows.append(each)
        if each.new:
            print("  ".join(cells(each)), file=sys.stderr, flush=True)
    kept.tidy(None if options.patterns else [each.name for each in asked])
    made = sections(rows, Counter(name for _, name in stated(chosen)), kept.note())
    print(made[0].text())
    if options.output:
        facts = [("seconds for each", f"{options.seconds:g}")]
        options.output.write_text(markdown(TITLE, facts, made), encoding="utf-8")
    if options.data:
        current = [_dropped(each) for each in rows if each.age is not Age.CLAIM]  # a page speaks of today's sentences
        NEEDS.write(options.data, Needs.of(ledger.paper, options.seconds, current))
    return 0 if kept.of_today else 3


def _plain(claim: Claim, name: str, seconds: float) -> dict[str, object]:
    return asdict(dropped(claim, name, seconds))


if __name__ == "__main__":
    sys.exit(main())

"""Blind recall: which sentences that are false as printed an attack refutes from the statement and its regions alone.

`python benchmarks/recall.py [ID ...] [--seconds S] [--within S] [--anew] [--output FILE]`. Attacked is every claim that
is expected to be refuted, does not sample, and has a family with a region. No named instance takes part where there is
a region; families without one are named, and their row is not blind. Relations that fail alike at independent instances
were typed into the check: they are set aside before the attack. Seconds are those of the processor, on one core; the
size of an instance is how many numbers it has and, in brackets, how many digits they have together. `--within` ends the
call after so many seconds, and the next one goes on.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from theorytest.threads import one_thread

one_thread()

from kept import CHECKS, Age, Kept, Wanted, kept_in, marks  # noqa: E402
from page import Section, markdown  # noqa: E402

from theorytest.attacks.attack import attacked  # noqa: E402
from theorytest.attacks.errors import AttackError  # noqa: E402
from theorytest.attacks.objective import SamplesError, gap_of, relations_in  # noqa: E402
from theorytest.attacks.outcome import Attacked  # noqa: E402
from theorytest.attacks.target import Target  # noqa: E402
from theorytest.claims.cases import cases, wants_run  # noqa: E402
from theorytest.claims.claim import Claim  # noqa: E402
from theorytest.claims.domains import Extent  # noqa: E402
from theorytest.claims.ledger import load_ledger  # noqa: E402
from theorytest.decisions.decision import Verdict  # noqa: E402
from theorytest.runs.attacking import NAME, is_attacked, target_of  # noqa: E402
from theorytest.runs.blind import Size, size_of, typed_in, unsearched, without  # noqa: E402
from theorytest.runs.seeds import Generators  # noqa: E402

SECONDS, ROUND, SEED = 60, 500, 0
COMMAND = "python benchmarks/recall.py --output benchmarks/RECALL.md"
HEAD = ("claim", "attack", "outcome", "evaluations", "seconds", "size", "by hand", "counterexample")
TITLE = "theorytest: blind recall of the attack"
SIZES = ("size", "by_hand")


@dataclass(frozen=True)
class Recall:
    """What a blind attack on one false sentence came to."""

    claim: Claim
    outcome: str  # "certified", "suspicion", "not found" or why it broke
    evaluations: int
    seconds: float
    size: Size | None
    by_hand: Size | None
    words: str
    typed: int  # relations that were set aside
    age: Age = Age.TODAY

    @property
    def kind(self) -> str:
        """Whether nothing but statement and regions took part."""
        named = unsearched(self.claim)
        return f"named: {', '.join(named)}" if named else "blind"

    def cells(self) -> tuple[str, ...]:
        """A row of the table."""
        aside = f"{self.kind}, {self.typed} set aside" if self.typed else self.kind
        sizes = ("" if each is None else str(each) for each in (self.size, self.by_hand))
        return (
            f"`{self.claim.id}`",
            aside,
            self.outcome if self.age is Age.TODAY else f"{self.outcome} ({self.age})",
            f"{self.evaluations:,}",
            f"{self.seconds:.1f}",
            *sizes,
            self.words,
        )


def recall(claim: Claim, seconds: float) -> Recall | None:
    """Attack in rounds until something is found, all is tried or time is over; None where the check samples."""
    started, spent = process_time(), 0
    try:
        target = target_of(claim, claim.by)
        typed = typed_in(claim, target, Generators(SEED, claim.id, "blind")(0))
        for found in _rounds(without(target, typed), claim, started + seconds):
            spent += found.evaluations
    except SamplesError:
        return None
    except AttackError as error:
        return Recall(claim, f"broken: {error}", spent, process_time() - started, None, None, "", 0)
    return _told(claim, found, spent, process_time() - started, len(typed))


def _rounds(target: Target, claim: Claim, end: float) -> Iterator[Attacked]:
    rngs, start = Generators(SEED, claim.id, NAME), None
    for number in range(10**6):
        found = attacked(target, ROUND, rngs(number), starts=[start] if start else [])
        yield found
        start = found.start
        if found.found or found.evaluations < ROUND or process_time() > end:
            return


def _told(claim: Claim, found: Attacked, spent: int, seconds: float, typed: int) -> Recall:
    shown = found.counterexample
    if shown is None:
        return Recall(claim, "not found", spent, seconds, None, by_hand(claim), "", typed)
    outcome = "certified" if shown.certified else f"suspicion ({shown.why})"
    return Recall(claim, outcome, spent, seconds, size_of(shown.instance), by_hand(claim), _short(shown.words), typed)


def by_hand(claim: Claim) -> Size | None:
    """The size of the first named case that fails."""
    for case in cases(claim.check, claim.forall, claim.given).tried:
        if any(gap_of(each).violated for each in relations_in(claim.check(*case.values, **claim.by))):
            return size_of(case.values)
    return None


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 120 else f"{line[:117]}..."


def reasons(claims: Iterable[Claim]) -> Iterator[tuple[str, list[Claim]]]:
    """The false sentences that are not attacked, by rule."""
    rules = {
        "the check samples": lambda each: wants_run(each.check),
        "no family: one number, one finite list or a limit": lambda each: not _has_family(each),
        "a family without a region": lambda each: not is_attacked(each),
    }
    left = [each for each in claims if not is_attacked(each)]
    for name, rule in rules.items():
        chosen = [each for each in left if rule(each)]
        left = [each for each in left if each not in chosen]
        yield name, chosen


def _has_family(claim: Claim) -> bool:
    return any(each.extent is Extent.FAMILY for each in claim.forall.values())


def sections(claims: Sequence[Claim], found: Sequence[Recall], age: str = "") -> Iterator[Section]:
    """Recall in numbers, the table, and what was not attacked."""
    blind = [each for each in found if each.kind == "blind"]
    lines = [_count("of the sentences attacked with regions alone", blind), _count("of all attacked sentences", found)]
    smaller = [each for each in found if each.size and each.by_hand and each.outcome == "certified"]
    fewer = sum(each.size <= each.by_hand for each in smaller)  # type: ignore[operator]
    lines.append(f"an instance at most as large as the one by hand: {fewer} of {len(smaller)}")
    lines += [age] if age else []
    yield Section("Recall", f"Made by `{COMMAND}`, which says what is counted.", notes=lines)
    yield Section("Each sentence", "", HEAD, [each.cells() for each in found])
    others = [
        (name, str(len(chosen)), ", ".join(f"`{each.id}`" for each in chosen)) for name, chosen in reasons(claims)
    ]
    yield Section("Not attacked", "", ("why", "sentences", "which"), others)


def _count(what: str, rows: Sequence[Recall]) -> str:
    certified = sum(each.outcome == "certified" for each in rows)
    share = f" ({100 * certified / len(rows):.0f} %)" if rows else ""
    return f"found and certified, {what}: {certified} of {len(rows)}{share}"


def _false(claims: Iterable[Claim]) -> list[Claim]:
    return [each for each in claims if each.expected is Verdict.REFUTED]


def wanted(claims: Iterable[Claim], seconds: float = SECONDS) -> list[Wanted]:
    """A row for each false sentence that is attacked."""
    chosen = filter(is_attacked, _false(claims))
    return [Wanted(each.id, marks(each, _plain, seconds), partial(_plain, each, seconds)) for each in chosen]


def main() -> int:
    """Attack, print, write; 3 where time was over before all was tried."""
    parser = argparse.ArgumentParser(description=TITLE)
    parser.add_argument("patterns", nargs="*", metavar="ID", help="ids or patterns (default: all)")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help="of each (default: %(default)s)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the table as Markdown")
    parser.add_argument("--within", type=float, default=math.inf, metavar="S", help="of the processor, then stop")
    parser.add_argument("--anew", action="store_true", help="forget what earlier calls left")
    options = parser.parse_args()
    if options.anew:
        kept_in("recall").unlink(missing_ok=True)
    false = _false(load_ledger(CHECKS).select(options.patterns))
    claims, kept, found = {each.id: each for each in false}, Kept(kept_in("recall")), []
    for each in kept.rows(wanted(false, options.seconds), options.within):
        if each.row:
            found.append(_recalled(claims[each.name], each.row, each.age))
        if each.row and each.new:
            print("  ".join(found[-1].cells()), file=sys.stderr, flush=True)
    kept.tidy(None if options.patterns else claims)
    made = list(sections(false, found, kept.note()))
    print(made[0].text())
    if options.output:
        options.output.write_text(
            markdown(TITLE, [("seconds for each", f"{options.seconds:g}")], made), encoding="utf-8"
        )
    return 0 if kept.of_today else 3


def _plain(claim: Claim, seconds: float) -> dict[str, Any] | None:
    """A row as plain data; None where the check samples."""
    found = recall(claim, seconds)
    if found is None:
        return None
    kept = {each.name: getattr(found, each.name) for each in fields(found) if each.name not in ("claim", "age")}
    return kept | {name: asdict(kept[name]) if kept[name] else None for name in SIZES}


def _recalled(claim: Claim, row: dict[str, Any], age: Age) -> Recall:
    return Recall(claim, **row | {name: Size(**row[name]) if row[name] else None for name in SIZES}, age=age)


if __name__ == "__main__":
    sys.exit(main())

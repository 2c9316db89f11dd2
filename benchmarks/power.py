"""Power: how many of its mutants the blind attack on a sentence catches, with the evaluations of a standard run.

`python benchmarks/power.py [ID ...] [--output FILE]`. Attacked are the mutants of every sentence that is expected to
hold, does not sample and has a family with a region; no named instance takes part where there is a region. A mutant is
near where all of its ingredients are numbers within 5 % of the printed ones, or its name speaks of at most five per
cent.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theorytest.threads import one_thread

one_thread()

from page import Section, markdown  # noqa: E402

from theorytest.claims.claim import Claim  # noqa: E402
from theorytest.claims.ledger import load_ledger  # noqa: E402
from theorytest.claims.mutants import Mutant, ingredients  # noqa: E402
from theorytest.decisions.decision import Verdict  # noqa: E402
from theorytest.runs.attacking import attack_claim, is_attacked  # noqa: E402
from theorytest.runs.blind import unsearched  # noqa: E402
from theorytest.runs.budget import Setting  # noqa: E402

NEAR = 0.05
IN_WORDS = re.compile(r"\b(half a|one|two|three|four|five|[1-5](\.\d+)?|0\.\d+) ?(per cent|%)")
TITLE = "theorytest: power of the attack"
COMMAND = "python benchmarks/power.py --output benchmarks/POWER.md"
HEAD = ("sentence", "caught", "near ones", "evaluations", "missed")


@dataclass(frozen=True)
class Tried:
    """One mutant under the blind attack."""

    name: str
    near: bool
    caught: bool
    evaluations: int


@dataclass(frozen=True)
class Power:
    """A sentence and its mutants."""

    claim: Claim
    tried: Sequence[Tried]

    def cells(self) -> tuple[str, ...]:
        """A row of the table."""
        near = [each for each in self.tried if each.near]
        missed = "; ".join(each.name + (" (near)" if each.near else "") for each in self.tried if not each.caught)
        spent = sum(each.evaluations for each in self.tried)
        return f"`{self.claim.id}`", _of(self.tried), _of(near) if near else "", f"{spent:,}", missed


def power(claim: Claim) -> Power | None:
    """The same attack as in a run on every mutant; None where the check samples or nothing can be missed."""
    tried = []
    for each in claim.mutants:
        if each.must_hold:
            continue
        found = attack_claim(claim, each, Setting())
        if found is None:
            return None
        tried.append(Tried(each.name, is_near(claim, each), found[0].found, found[0].evaluations))
    return Power(claim, tried) if tried else None


def is_near(claim: Claim, mutant: Mutant) -> bool:
    """Whether the error is at most 5 %."""
    stated = {**ingredients(claim.check), **claim.by}
    changes = [(stated[name], value) for name, value in mutant.ingredients.items() if value is not stated[name]]
    return bool(IN_WORDS.search(mutant.name)) or all(_close(*each) for each in changes)


def _close(stated: Any, value: Any) -> bool:
    try:
        return bool(abs(float(value) - float(stated)) <= NEAR * abs(float(stated)))
    except (TypeError, ValueError):
        return False


def _of(tried: Sequence[Tried]) -> str:
    return f"{sum(each.caught for each in tried)} of {len(tried)}"


def sections(rows: Sequence[Power]) -> Iterator[Section]:
    """Totals, what is missed, and every sentence."""
    everything = [one for each in rows for one in each.tried]
    blind = [one for each in rows if not unsearched(each.claim) for one in each.tried]
    sets = {
        "near mutants": [each for each in everything if each.near],
        "all mutants": everything,
        "near mutants, regions alone": [each for each in blind if each.near],
    }
    notes = [f"{name}: {_of(tried)} caught ({_share(tried)})" for name, tried in sets.items() if tried]
    yield Section("Power", f"Made by `{COMMAND}`, which says what is counted.", notes=notes)
    missing = [each for each in rows if not all(one.caught for one in each.tried)]
    yield Section("Sentences with mutants that are missed", "", HEAD, [each.cells() for each in missing])
    full = [each for each in rows if each not in missing]
    yield Section("Sentences with none missed", "", HEAD[:-1], [each.cells()[:-1] for each in full])


def _share(tried: Sequence[Tried]) -> str:
    return f"{100 * sum(each.caught for each in tried) / len(tried):.0f} %"


def main() -> None:
    """Attack, print, write."""
    parser = argparse.ArgumentParser(description=TITLE)
    parser.add_argument("patterns", nargs="*", metavar="ID", help="ids or patterns (default: all)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the tables as Markdown")
    options = parser.parse_args()
    rows = []
    for claim in load_ledger(Path("checks")).select(options.patterns):
        if not is_attacked(claim) or claim.expected is Verdict.REFUTED:
            continue
        if found := power(claim):
            print("  ".join(found.cells()), file=sys.stderr, flush=True)
            rows.append(found)
    made = list(sections(rows))
    print(made[0].text())
    if options.output:
        options.output.write_text(markdown(TITLE, [], made), encoding="utf-8")


if __name__ == "__main__":
    main()

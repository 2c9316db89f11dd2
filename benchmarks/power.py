"""Power: how many of its mutants the blind attack on a sentence catches, with the evaluations of a standard run.

`python benchmarks/power.py [ID ...] [--seconds S] [--anew] [--output FILE]`. Attacked are the mutants of every sentence
that is expected to hold, does not sample and has a family with a region; no named instance takes part where there is a
region. A mutant is near where all of its ingredients are numbers within 5 % of the printed ones, or its name speaks of
at most five per cent. The budget is the number of evaluations that a standard run gives to one attack on the sentence,
and each of its mutants gets the same. A row is kept when it is made: a call that was stopped, or stops after S seconds
of the processor, is taken up by the next one. Why a near mutant is missed is written down in `power_reasons.toml`.
"""

from __future__ import annotations

import argparse
import math
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from theorytest.threads import one_thread

one_thread()

from kept import CHECKS, Age, Kept, Wanted, kept_in, marks  # noqa: E402
from page import Section, markdown  # noqa: E402

from theorytest.claims.claim import Claim  # noqa: E402
from theorytest.claims.ledger import load_ledger  # noqa: E402
from theorytest.claims.mutants import Mutant, ingredients, is_small  # noqa: E402
from theorytest.decisions.decision import Verdict  # noqa: E402
from theorytest.runs.attacking import attack_claim, evaluations, is_attacked  # noqa: E402
from theorytest.runs.blind import unsearched  # noqa: E402
from theorytest.runs.budget import Setting  # noqa: E402

NEAR, ROUNDING = 0.05, 1e-9
TITLE = "theorytest: power of the attack"
COMMAND = "python benchmarks/power.py --output benchmarks/POWER.md"
HEAD = ("sentence", "caught", "near ones", "budget", "evaluations", "missed")
MISSED = ("sentence", "near mutant", "budget", "why")
REASONS = Path(__file__).with_name("power_reasons.toml")
UNKNOWN = "not known"


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
    age: Age = Age.TODAY

    @property
    def budget(self) -> str:
        """The evaluations that an attack has."""
        return f"{evaluations(self.claim, Setting()):,}"

    def cells(self) -> tuple[str, ...]:
        """A row of the table."""
        near = [each for each in self.tried if each.near]
        missed = "; ".join(each.name + (" (near)" if each.near else "") for each in self.tried if not each.caught)
        spent = sum(each.evaluations for each in self.tried)
        name = f"`{self.claim.id}`" if self.age is Age.TODAY else f"`{self.claim.id}` ({self.age})"
        return name, _of(self.tried), _of(near) if near else "", self.budget, f"{spent:,}", missed

    def missed(self, reasons: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, ...]]:
        """A row for each near mutant that is missed."""
        for each in self.tried:
            if each.near and not each.caught:
                why = reasons.get(self.claim.id, {}).get(each.name, UNKNOWN)
                yield f"`{self.claim.id}`", each.name, self.budget, why


def attempts(claim: Claim) -> list[list[object]] | None:
    """The same attack as in a run on every mutant, as plain data; None where the check samples."""
    tried: list[list[object]] = []
    for each in claim.mutants:
        if each.must_hold:
            continue
        found = attack_claim(claim, each, Setting())
        if found is None:
            return None
        tried.append([each.name, is_near(claim, each), found[0].found, found[0].evaluations])
    return tried


def is_near(claim: Claim, mutant: Mutant) -> bool:
    """Whether the error is at most 5 %."""
    stated = {**ingredients(claim.check), **claim.by}
    changes = [(stated[name], value) for name, value in mutant.ingredients.items() if value is not stated[name]]
    return is_small(mutant.name) or all(_close(*each) for each in changes)


def _close(stated: Any, value: Any) -> bool:
    try:
        return bool(abs(float(value) - float(stated)) <= NEAR * (1 + ROUNDING) * abs(float(stated)))
    except (TypeError, ValueError):
        return False


def _of(tried: Sequence[Tried]) -> str:
    return f"{sum(each.caught for each in tried)} of {len(tried)}"


def sections(powers: Sequence[Power], age: str = "") -> Iterator[Section]:
    """Totals, what is missed and why, and every sentence."""
    everything = [one for each in powers for one in each.tried]
    blind = [one for each in powers if not unsearched(each.claim) for one in each.tried]
    sets = {
        "near mutants": [each for each in everything if each.near],
        "all mutants": everything,
        "near mutants, regions alone": [each for each in blind if each.near],
    }
    notes = [f"{name}: {_of(tried)} caught ({_share(tried)})" for name, tried in sets.items() if tried]
    notes += [age] if age else []
    yield Section("Power", f"Made by `{COMMAND}`, which says what is counted.", notes=notes)
    reasons = tomllib.loads(REASONS.read_text(encoding="utf-8")) if REASONS.exists() else {}
    rest = [row for each in powers for row in each.missed(reasons)]
    yield Section("Near mutants that are missed, and why", "", MISSED, rest)
    missing = [each for each in powers if not all(one.caught for one in each.tried)]
    yield Section("Sentences with mutants that are missed", "", HEAD, [each.cells() for each in missing])
    full = [each for each in powers if each not in missing]
    yield Section("Sentences with none missed", "", HEAD[:-1], [each.cells()[:-1] for each in full])


def _share(tried: Sequence[Tried]) -> str:
    return f"{100 * sum(each.caught for each in tried) / len(tried):.0f} %"


def wanted(claims: Iterable[Claim]) -> list[Wanted]:
    """A row for each sentence that is expected to hold and is attacked."""
    chosen = [each for each in claims if is_attacked(each) and each.expected is not Verdict.REFUTED]
    return [
        Wanted(each.id, marks(each, attempts, evaluations(each, Setting())), partial(attempts, each)) for each in chosen
    ]


def main() -> int:
    """Attack, print, write; 3 where time was over before all was tried."""
    parser = argparse.ArgumentParser(description=TITLE)
    parser.add_argument("patterns", nargs="*", metavar="ID", help="ids or patterns (default: all)")
    parser.add_argument("--seconds", type=float, default=math.inf, metavar="S", help="of the processor, then stop")
    parser.add_argument("--anew", action="store_true", help="forget what earlier calls left")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the tables as Markdown")
    options = parser.parse_args()
    if options.anew:
        kept_in("power").unlink(missing_ok=True)
    claims = {each.id: each for each in load_ledger(CHECKS).select(options.patterns)}
    kept, powers = Kept(kept_in("power")), []
    for each in kept.rows(wanted(claims.values()), options.seconds):
        if each.row:
            powers.append(Power(claims[each.name], [Tried(*one) for one in each.row], each.age))
        if each.row and each.new:
            print("  ".join(powers[-1].cells()), file=sys.stderr, flush=True)
    kept.tidy(None if options.patterns else claims)
    made = list(sections(powers, kept.note()))
    print(made[0].text())
    if options.output:
        options.output.write_text(markdown(TITLE, [], made), encoding="utf-8")
    return 0 if kept.of_today else 3


if __name__ == "__main__":
    sys.exit(main())

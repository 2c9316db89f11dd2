"""Which hypotheses are needed: each is dropped from sentences that hold, and instances that lack only it are attacked.

`python benchmarks/needed.py [ID ...] [--evaluations N] [--output FILE]`. Dropped is every hypothesis that can be
evaluated on the instances of its check, one at a time; `theorytest attack ID --without NAME` does the same for one.
needed: a certified counterexample. not shown: none was found with this effort. without a value: where the hypothesis
fails, the relation has no value. none lacks it: among 300 draws from the regions no instance did.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from theorytest.threads import one_thread

one_thread()

from page import Section, markdown  # noqa: E402

from theorytest.claims.cases import parameters  # noqa: E402
from theorytest.claims.claim import Claim  # noqa: E402
from theorytest.claims.ledger import load_ledger  # noqa: E402
from theorytest.decisions.decision import Verdict  # noqa: E402
from theorytest.runs.attack_rounds import Progress, one_round  # noqa: E402
from theorytest.runs.attacking import is_attacked  # noqa: E402

EVALUATIONS = 300
FEW = 15  # with 20 draws for each before all are called rejected
HEAD = ("sentence", "hypothesis", "what an attack without it says", "evaluations", "instance")
TITLE = "theorytest: which hypotheses are needed"
COMMAND = "python benchmarks/needed.py --output benchmarks/NEEDED.md"


def pairs(claims: Sequence[Claim]) -> Iterator[tuple[Claim, str]]:
    """Sentences that hold, with each hypothesis that can be dropped."""
    for claim in claims:
        if is_attacked(claim) and claim.expected is not Verdict.REFUTED:
            names = parameters(claim.check)
            yield from ((claim, each.name) for each in claim.given if each.speaks_of(names))


def row(claim: Claim, name: str, evaluations: int) -> tuple[str, ...]:
    """One attack."""
    found = one_round(claim, 0, 0, FEW, None, name)  # whether there are instances at all
    if not (found.refuted or "rejected" in found.error):
        found = one_round(claim, 0, 0, evaluations, None, name)
    word, instance = _said(found)
    return f"`{claim.id}`", name, word, f"{found.evaluations:,}", instance


def _said(found: Progress) -> tuple[str, str]:
    if found.refuted:
        return "needed", _short(found.refuted.removeprefix("refuted: "))
    if found.suspicion:
        return "suspicion", _short(found.suspicion.removeprefix("undecided: "))
    if "rejected" in found.error:
        return "none lacks it", ""
    if found.error:
        return "without a value", _short(found.error)
    return "not shown", ""


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 160 else f"{line[:157]}..."


def main() -> None:
    """Attack, print, write."""
    parser = argparse.ArgumentParser(description=TITLE)
    parser.add_argument("patterns", nargs="*", metavar="ID", help="ids or patterns (default: all)")
    parser.add_argument(
        "--evaluations", type=int, default=EVALUATIONS, metavar="N", help="of each (default: %(default)s)"
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the table as Markdown")
    options = parser.parse_args()
    rows = []
    for claim, name in pairs(load_ledger(Path("checks")).select(options.patterns)):
        rows.append(row(claim, name, options.evaluations))
        print("  ".join(rows[-1]), file=sys.stderr, flush=True)
    totals = [f"{word}: {count}" for word, count in Counter(each[2] for each in rows).most_common()]
    made = [
        Section("Hypotheses", f"Made by `{COMMAND}`, which says what the words mean.", notes=totals),
        Section("Each hypothesis", "", HEAD, rows),
    ]
    print(made[0].text())
    if options.output:
        options.output.write_text(markdown(TITLE, [("evaluations", f"{options.evaluations}")], made), encoding="utf-8")


if __name__ == "__main__":
    main()

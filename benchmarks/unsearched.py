"""Which families are not searched, and why: `python benchmarks/unsearched.py [ID ...] [--output FILE]`.

The reason is the comment beside the family in the file of the check, or beside the code that makes its instances; it
begins with `not searched` or `no region`.
"""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from page import Section, markdown

from theorytest.claims.cases import wants_run
from theorytest.claims.claim import Claim
from theorytest.claims.domains import Domain, Extent, within
from theorytest.claims.ledger import load_ledger
from theorytest.runs.blind import unsearched

REASON = re.compile(r"#.*?(?:not searched|no region|No region)\b[^:\n]*: *(.*)")
BESIDE = 8  # lines around the place of a family
TITLE = "theorytest: families that are not searched"
COMMAND = "python benchmarks/unsearched.py --output benchmarks/UNSEARCHED.md"
HEAD = ("sentence", "expected", "family", "what it is", "why it is not searched", "instances")
UNSAID = "not said"


def reason(claim: Claim, symbol: str, domain: Domain) -> str:
    """Beside the quantifier of the claim, else around the instances, else anywhere in the file of the check."""
    lines, start = inspect.getsourcelines(inspect.unwrap(claim.check))
    body = Path(inspect.getsourcefile(inspect.unwrap(claim.check)) or "").read_text(encoding="utf-8").splitlines()
    file, _, line = domain.place.rpartition(":")
    around = Path(file).read_text(encoding="utf-8").splitlines()
    at = int(line)
    named = [k for k, text in enumerate(body) if f'"{symbol}"' in text and k < start + len(lines)]
    beside = [body[k : k + 1] for k in reversed(named)] + [body[max(0, k - 2) : k] for k in reversed(named)]
    places = [*beside, around[max(0, at - BESIDE) : at + BESIDE], body]
    found = (REASON.search(text) for part in places for text in part)
    return next((each.group(1) for each in found if each), UNSAID)


def rows(claims: list[Claim]) -> Iterator[tuple[str, ...]]:
    """A row for each family."""
    for claim in claims:
        for symbol in unsearched(claim):
            domain = claim.forall[symbol]
            why = "the check samples" if wants_run(claim.check) else UNSAID
            said = reason(claim, symbol, domain)
            place = within(domain.place, Path.cwd())
            yield f"`{claim.id}`", str(claim.expected), symbol, domain.says, why if said == UNSAID else said, place


def main() -> None:
    """Print, write."""
    parser = argparse.ArgumentParser(description=TITLE)
    parser.add_argument("patterns", nargs="*", metavar="ID", help="ids or patterns (default: all)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the table as Markdown")
    options = parser.parse_args()
    claims = load_ledger(Path("checks")).select(options.patterns)
    every = sum(each.extent is Extent.FAMILY for claim in claims for each in claim.forall.values())
    found = list(rows(claims))
    lead = f"Made by `{COMMAND}`. {len(found)} of {every} families take part with their named instances alone."
    section = Section("Families", lead, HEAD, found)
    print(section.text())
    if options.output:
        options.output.write_text(markdown(TITLE, [], [section]), encoding="utf-8")


if __name__ == "__main__":
    main()

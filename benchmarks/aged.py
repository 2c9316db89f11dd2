"""How many rows of RECALL.md, POWER.md and NEEDED.md are of today's ledger, and which are not.

`python benchmarks/aged.py` attacks nothing; `make attacks` makes the other rows again.
"""

from __future__ import annotations

import argparse
import sys

from kept import CHECKS, Age, Kept, kept_in, told
from needed import wanted as in_needed
from power import wanted as in_power
from recall import wanted as in_recall

from theorytest.claims.ledger import load_ledger

TABLES = {"recall": in_recall, "power": in_power, "needed": in_needed}


def main() -> int:
    """One line for each table, and one for each row that is older or missing; 1 where there is one."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    claims, older = load_ledger(CHECKS).claims, 0
    for name, wanted in TABLES.items():
        kept = Kept(kept_in(name))
        ages = {each.name: kept.age(each) for each in wanted(list(claims))}
        kept.ages.update(ages.values())
        print(f"{name}.jsonl: {told(kept.ages)}")
        left = {row: age for row, age in ages.items() if age is not Age.TODAY}
        older += len(left)
        print("".join(f"  {row}: {age}\n" for row, age in left.items()), end="")
    return 1 if older else 0


if __name__ == "__main__":
    sys.exit(main())

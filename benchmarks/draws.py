"""How many draws decisions take: on the worlds of `theorytest calibrate`, and by claims that sample, from two records.

python benchmarks/draws.py worlds --json after.json            counts of this commit
python benchmarks/draws.py table before.json after.json baseline_before.json baseline_after.json
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import defaultdict
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def worlds(repetitions: int, alpha: float) -> dict[str, dict[str, float]]:
    """The mean number of draws of every decision on every world, and how often it refuted and passed."""
    from theorytest.calibration.rules import PASSES, _generators, default_cases
    from theorytest.decisions.decision import Verdict

    found = {}
    for case in (each for each in default_cases(alpha) if not each.broken):
        made = [case.run(_generators(case, 1, r), case.plan) for r in range(repetitions)]
        name = f"{case.decision}, {case.world}, {'true' if case.true else 'false'}"
        found[name] = {
            "draws": sum(each.draws for each in made) / repetitions,
            "refuted": sum(each.verdict is Verdict.REFUTED for each in made) / repetitions,
            "passed": sum(each.verdict in PASSES for each in made) / repetitions,
        }
        print(name, found[name], file=sys.stderr, flush=True)
    return found


def claims(baseline: Path) -> dict[str, int]:
    """The draws of every claim that samples, from a baseline."""
    found: dict[str, int] = defaultdict(int)
    for name, quantity in json.loads(baseline.read_bytes())["quantities"].items():
        found[name.partition(": ")[0]] += quantity.get("n", 0)
    return {name: n for name, n in found.items() if n}


def table(before: dict[str, float], after: dict[str, float], head: str) -> list[str]:
    """Rows of what both have, and their sum."""
    both = [name for name in before if name in after]
    rows = [(name, before[name], after[name]) for name in both]
    rows.append(("**all**", sum(row[1] for row in rows), sum(row[2] for row in rows)))
    lines = [f"| {head} | before | now | fewer |", "|---|---|---|---|"]
    return lines + [f"| {name} | {b:,.0f} | {a:,.0f} | {100 * (1 - a / b):.0f} % |" for name, b, a in rows]


def main() -> None:
    """Count, or set two counts side by side."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("worlds", "table"))
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--repetitions", type=int, default=40)
    parser.add_argument("--alpha", type=float, default=0.01)
    options = parser.parse_args()
    if options.what == "worlds":
        options.json.write_text(json.dumps(worlds(options.repetitions, options.alpha), indent=1) + "\n")
        return
    first, second = (json.loads(file.read_bytes()) for file in options.files[:2])
    counted = [{name: row["draws"] for name, row in each.items()} for each in (first, second)]
    print("\n".join(table(*counted, "decision, world, truth")), end="\n\n")
    print("\n".join(table(*map(claims, options.files[2:4]), "claim")))


if __name__ == "__main__":
    main()

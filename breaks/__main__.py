"""`python -m breaks`: break the laboratory in every way of the table, and list the claims that notice."""

from __future__ import annotations

import argparse
import math
import os
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

from breaks.page import missed, page, sentence, silent
from breaks.running import Row, Runner
from breaks.tested import first_to_notice
from theorytest.claims.ledger import Ledger, load_ledger
from theorytest.decisions.decision import Verdict

MATHEMATICS = Path(__file__).parent / "mathematics.toml"  # claims that need not notice a break, and why


def main() -> int:
    """Exit code 1 if a control is noticed, a break neither by claim nor test, or a claim of the laboratory has none."""
    options = _options()
    ledger, table = load_ledger(options.checks), import_module(options.table)
    names = options.only or [each.name for each in table.BREAKS]
    unknown = sorted(set(names) - {each.name for each in table.BREAKS})
    if unknown:
        print(f"no break is called {', '.join(unknown)}: --list names them", file=sys.stderr)
        return 2
    if options.list:
        for each in table.BREAKS:
            print(f"{each.name}: {each.says}")
        return 0
    hard = (options.jobs, options.time_limit, options.budget, options.longest, options.once)
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    runner = Runner(ledger.root, options.table, *hard, options.keep, _say)
    uses = runner.uses(ledger, ledger.select(options.patterns))
    _say(f"{len(uses.importing)} claims import the laboratory, {len(uses.calling)} call it")
    rows = [_tested(row, options.table) for row in runner.rows([b for b in table.BREAKS if b.name in names], uses)]
    judged = _spoken_for(ledger, rows) | tomllib.loads(MATHEMATICS.read_text(encoding="utf-8"))
    text = page(rows, uses, lambda name: ledger[name].number or ledger[name].label, runner.setting, judged)
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    _say(sentence(rows, uses, judged))
    noticed_controls = [row for row in rows if row.this.harmless and row.noticed]
    return 1 if noticed_controls or missed(rows) or set(silent(rows, uses)) - set(judged) else 0


def _tested(row: Row, table: str) -> Row:
    """A break that no claim notices, with the test that does."""
    return row if row.this.harmless or row.noticed else replace(row, test=first_to_notice(row.this, table))


def _spoken_for(ledger: Ledger, rows: Sequence[Row]) -> dict[str, str]:
    """What is false as printed stays false when the laboratory is broken: its repair, by the same check, notices."""
    noticing = {name for row in rows for name in row.noticed if not row.this.harmless}
    by_check = {ledger[name].check: name for name in sorted(noticing)}
    return {
        each.id: f"false as printed; `{by_check[each.check]}`, by the same check, notices."
        for each in ledger.claims
        if each.expected is Verdict.REFUTED and each.check in by_check
    }


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m breaks", description=__doc__)
    parser.add_argument("patterns", nargs="*", metavar="ID", help="claims, such as 'x:tab2-*' (default: all)")
    parser.add_argument("--only", action="append", metavar="BREAK", help="this break; may be given again")
    parser.add_argument("--list", action="store_true", help="name the breaks and run nothing")
    parser.add_argument("--checks", type=Path, default=Path("checks"), metavar="DIR", help="the folder of the checks")
    parser.add_argument("--table", default="breaks.table", metavar="MODULE", help="where BREAKS and PACKAGES are")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes at a time")
    parser.add_argument("--budget", default="quick", help="how hard to look (default: quick)")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S", help="seconds for one claim")
    parser.add_argument(
        "--longest", type=float, default=math.inf, metavar="S", help="leave out claims that take longer without a break"
    )
    parser.add_argument("--once", action="store_true", help="ask each claim only until it notices a break")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="store answers there, and go on with those of an interrupted run"
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the page there instead of printing it")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

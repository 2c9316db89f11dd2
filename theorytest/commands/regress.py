"""`theorytest regress`: a run against the committed baseline."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path

from rich.console import Console

from theorytest.claims.renamed import read_renamed
from theorytest.decisions.wording import count as plural
from theorytest.encoding import dumps, plain
from theorytest.report.formats import shortfall
from theorytest.runs.baseline import baseline_of, read_baseline, write_baseline
from theorytest.runs.records import last_record, read_record
from theorytest.runs.regression import FALSE_ALARM, Comparison, compare
from theorytest.terminal import say

DRIFT = 0.03
_BASELINE = Path("reports/baseline.json")
_ATLAS = Path("reports/atlas.json")


class RegressError(ValueError):
    """A comparison that is not defined, in a sentence."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument(
        "--baseline", type=Path, default=_BASELINE, metavar="FILE", help=f"what is expected (default: {_BASELINE})"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="a record (default: that of the last run)")
    parser.add_argument(
        "--false-alarm",
        type=float,
        default=FALSE_ALARM,
        metavar="A",
        help=f"probability of any alarm when nothing changed (default: {FALSE_ALARM:g})",
    )
    parser.add_argument(
        "--drift",
        type=float,
        default=DRIFT,
        metavar="D",
        help=f"the relative drift that must not be missed (default: {DRIFT:g}); verify --drift D draws enough for it",
    )
    parser.add_argument(
        "--allow-vanished", action="store_true", help="quantities that are gone are no failure (default: they are)"
    )
    parser.add_argument("--update", action="store_true", help="make this run the baseline, after showing what moved")
    parser.add_argument("--json", action="store_true", help="as JSON")


def regress(options: argparse.Namespace) -> int:
    """Print what moved; 1 on drift or when quantities are gone, 0 when nothing did or the baseline was updated."""
    if not 0 < options.drift < math.inf:
        raise RegressError(f"--drift must be positive, such as 0.03, got {options.drift!r}")
    if not 0 < options.false_alarm < 1:
        raise RegressError(f"--false-alarm must lie between 0 and 1, got {options.false_alarm!r}")
    if options.record and _is_atlas(options.record):
        return _regress_atlas(options)
    record = read_record(options.record or last_record(options.checks), curves=False)
    missing = shortfall(record)
    if options.update and missing:
        raise RegressError(f"{missing}, and a baseline needs all of them: verify without patterns first")
    now = baseline_of(record)
    if options.update and not options.baseline.exists():
        write_baseline(now, options.baseline)
        say(Console(), f"{options.baseline}: {len(now.quantities)} quantities of {plural(len(now.verdicts), 'claim')}")
        return 0
    if not options.baseline.exists():
        raise RegressError(f"there is no baseline {options.baseline} yet: write one with theorytest regress --update")
    before = read_baseline(options.baseline).under(read_renamed(options.checks))
    found = compare(before, now, false_alarm=options.false_alarm)
    blind = found.blind(options.drift)
    if options.json:
        print(dumps(plain(_facts(found) | {"drift": options.drift, "blind": blind}), indent=1))
    else:
        for line in (*_lines(found, missing), *_blind(blind, options.drift)):
            say(Console(), line)
    if options.update:
        write_baseline(now, options.baseline)
        say(Console(stderr=True), f"{options.baseline} now holds this run")
        return 0
    gone = bool(found.vanished) and not options.allow_vanished
    return 1 if found.drifted or gone else 0


def _is_atlas(path: Path) -> bool:
    """Whether a file is a record of the atlas; what cannot be read is left to those who say why."""
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(value, dict) and {"schema", "run", "rows", "rates"} <= set(value)


def _regress_atlas(options: argparse.Namespace) -> int:
    """Two records of the atlas; the older one is `reports/atlas.json` where no baseline is named."""
    from theorytest.atlas.comparing import changes_told, compared, missing
    from theorytest.atlas.record import read_atlas, write_atlas

    if options.json:
        raise RegressError("--json belongs to records of claims: a record of the atlas is compared in words")
    baseline = _ATLAS if options.baseline == _BASELINE else options.baseline
    now, before = read_atlas(options.record), read_atlas(baseline)
    found = compared(now, before, false_alarm=options.false_alarm)
    for line in changes_told(found, now, before, drift=options.drift):
        say(Console(), line)
    if options.update:
        write_atlas(now, baseline)
        say(Console(stderr=True), f"{baseline} now holds this run")
        return 0
    gone = bool(missing(now, before)) and not options.allow_vanished
    return int(gone or any(change.moved for change in found))


def _blind(blind: Mapping[str, float], drift: float) -> Iterator[str]:
    """What a drift need not move, the blindest first."""
    if not blind:
        return
    worst = sorted(blind, key=lambda name: -blind[name])[:5]
    named = ", ".join(f"{name} sees {100 * blind[name]:.2g} %" for name in worst)
    yield (
        f"{plural(len(blind), 'sampled quantity') if len(blind) == 1 else f'{len(blind):,} sampled quantities'} cannot "
        f"show a drift of {100 * drift:g} % with probability 0.99 ({named}{', ...' if len(blind) > 5 else ''})"
    )


def _lines(found: Comparison, missing: str) -> Iterator[str]:
    for name, (before, now) in found.verdicts.items():
        yield f"verdict changed: {name} was {before}, is {now}"
    for change in found.moved:
        yield f"moved: {change.sentence}"
    for name, reason in found.not_compared.items():
        yield f"not compared: {name} ({reason})"
    gone = f"claims not run ({missing})" if missing else "claims that are gone"
    for word, names in (("new", found.new), ("vanished", found.vanished), (gone, found.not_run)):
        if names:
            yield f"{word}: {len(names)} ({', '.join(names[:5])}{', ...' if len(names) > 5 else ''})"
    count = sum(change.now.n > 0 for change in found.changes)
    yield (
        f"{len(found.verdicts)} verdicts changed, {len(found.moved)} of {len(found.changes)} quantities moved "
        f"({count} of them sampled, one false alarm in {1 / found.false_alarm:,.0f} comparisons)"
    )


def _facts(found: Comparison) -> dict[str, object]:
    changes = [
        {"name": each.name, "kind": each.now.kind, "before": each.before.value, "now": each.now.value}
        | {"standard_errors": each.distance, "p_value": each.p_value}
        for each in found.moved
    ]
    return {
        "verdicts": {name: list(pair) for name, pair in found.verdicts.items()},
        "moved": changes,
        "compared": len(found.changes),
        "new": list(found.new),
        "vanished": list(found.vanished),
        "not_run": list(found.not_run),
        "not_compared": dict(found.not_compared),
        "false_alarm": found.false_alarm,
        "drifted": found.drifted,
    }

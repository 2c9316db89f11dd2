"""The calibration of a suite as tables of words: promised beside measured, the same on every page and terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from theorytest.verdicts.tallies import COMMAND, CONFIDENCE, Calibration, KindTally, Rate, StudyTally
from theorytest.verdicts.wording import count, percent

HEADING = "Calibration of the suite"
MISSING = f"It was not measured for this report: {COMMAND} does that."
_INTERVAL = f"{percent(CONFIDENCE)} interval"


@dataclass(frozen=True)
class Table:
    """A title, the names of the columns, and rows of words; the first word names the row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def lead(calibration: Calibration) -> str:
    """What was done and what came out."""
    version = calibration.versions.get("theorytest", "")
    return (
        f"A small suite of claims with known truth was run {count(calibration.runs)} times like any other run, with "
        "all claims true and tight, or with one of them false by its resolution. "
        f"{_outcome(calibration)} (Seed {calibration.seed}, theorytest {version}.)"
    )


def _outcome(calibration: Calibration) -> str:
    sound = [study for study in calibration.studies if not study.broken]
    if failed := [rate.event for study in sound for rate in study.broken_promises]:
        return f"Broken promises: {', '.join(failed)}."
    hidden = [study.name for study in calibration.studies if not study.as_it_must_be]
    if hidden:
        return f"Every promise was kept, but too few runs were made to expose what is {'; '.join(hidden)}."
    return "Every promise was kept, and the suites that are broken on purpose were exposed."


def tables(calibration: Calibration) -> list[Table]:
    """The whole suites, then the kinds of decision of those that are sound."""
    kinds = [_kinds(study) for study in calibration.studies if not study.broken]
    return [_wholes(calibration), *kinds]


def markdown_lines(calibration: Calibration) -> Iterator[str]:
    """The same in Markdown."""
    yield lead(calibration)
    for table in tables(calibration):
        yield ""
        yield f"{table.title}:"
        yield ""
        for row in (table.columns, ["---"] * len(table.columns), *table.rows):
            yield f"| {' | '.join(row)} |"


def _wholes(calibration: Calibration) -> Table:
    columns = ("suite", "false-alarm rate", "how often", "promised", "measured", _INTERVAL, "runs", "promise")
    rows = tuple(
        (study.name, f"{study.false_alarm:g}", rate.event, _promised(rate), *_measured(rate), _word(rate, study.broken))
        for study in calibration.studies
        for rate in study.promises
    )
    return Table("Whole suites", columns, rows)


def _kinds(study: StudyTally) -> Table:
    columns = ("decision", "claims", "refuted though true", "promised", "passed", "false by", "refuted when false")
    rows = tuple(_kind(each) for each in study.kinds)
    title = f"Kinds of decision at the false-alarm rate {study.false_alarm:g}; refuted when false is promised at least "
    return Table(f"{title}{study.kinds[0].power.promised:g}", (*columns, _INTERVAL), rows)


def _kind(each: KindTally) -> tuple[str, ...]:
    alarms, power = each.alarms, each.power
    refuted = f"{count(alarms.count)} of {count(alarms.runs)}"
    passed = f"{count(each.true_passed)} of {count(each.true_runs)}"
    caught, (low, high) = f"{count(power.count)} of {count(power.runs)}", power.interval
    ends = f"{low:.3f} to {high:.3f}"
    return (each.kind, str(each.claims), refuted, _promised(alarms), passed, percent(each.resolution), caught, ends)


def _promised(rate: Rate) -> str:
    return f"at {'most' if rate.relation == '<=' else 'least'} {rate.promised:.2g}"


def _measured(rate: Rate) -> tuple[str, str, str]:
    low, high = rate.interval
    return f"{rate.measured:.4f}", f"{low:.4f} to {high:.4f}", f"{count(rate.count)} of {count(rate.runs)}"


def _word(rate: Rate, broken: bool) -> str:
    if rate.holds:
        return "kept"
    return "broken, as it must be" if broken else "broken"

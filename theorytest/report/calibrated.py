"""The calibration of a suite as tables of words: promised beside measured, the same on every page and terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from theorytest.calibration.tallies import COMMAND, CONFIDENCE, Calibration, KindTally, Rate, StudyTally
from theorytest.decisions.wording import count, percent

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
        return f"No promise is contradicted, but too few runs were made to expose what is {'; '.join(hidden)}."
    return "No promise is contradicted, and the suites that are broken on purpose were exposed."


def tables(calibration: Calibration) -> list[Table]:
    """The whole suites, then the kinds of decision of those that are sound."""
    kinds = [_kinds(study) for study in calibration.studies if not study.broken]
    return [_wholes(calibration), *kinds]


def markdown_lines(calibration: Calibration) -> Iterator[str]:
    """The same in Markdown, with the kinds of decision at the first rate only."""
    yield lead(calibration)
    for table in tables(calibration)[:2]:
        yield ""
        yield f"{table.title}:"
        yield ""
        for row in (table.columns, ["---"] * len(table.columns), *table.rows):
            yield f"| {' | '.join(row)} |"


def _wholes(calibration: Calibration) -> Table:
    columns = ("suite and its rate", "how often", "promised", "measured", _INTERVAL, "promise")
    rows = tuple(
        (
            f"{study.name}, {study.false_alarm:g}",
            rate.event,
            _promised(rate),
            *_measured(rate),
            _word(rate, study.broken),
        )
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
    refuted, passed = (_share(part, each.true_runs) for part in (each.true_refuted, each.true_passed))
    low, high = each.power.interval
    caught, ends = "-", "-"  # no claim was false
    if each.false_runs:
        caught, ends = _share(each.false_refuted, each.false_runs), f"{low:.3f} to {high:.3f}"
    return (
        each.kind,
        str(each.claims),
        refuted,
        _promised(each.alarms),
        passed,
        percent(each.resolution),
        caught,
        ends,
    )


def _promised(rate: Rate) -> str:
    return f"at {'most' if rate.relation == '≤' else 'least'} {rate.promised:.2g}"


def _measured(rate: Rate) -> tuple[str, str]:
    low, high = rate.interval
    return f"{rate.measured:.3g} ({_share(rate.count, rate.runs)})", f"{low:.4f} to {high:.4f}"


def _share(part: int, whole: int) -> str:
    return f"{count(part)} of {count(whole)}"


def _word(rate: Rate, broken: bool) -> str:
    return f"{rate.word}, as it must be" if broken and not rate.holds else rate.word

"""The ledger for people who read the repository: every claim with its verdict, the same text for the same claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from theorytest.claims.paper import Item
from theorytest.claims.words import Gravity, Voice
from theorytest.decisions.decision import GROUPS, Verdict
from theorytest.decisions.wording import number
from theorytest.inert import code, markdown
from theorytest.report.book import SHAPES, section_name
from theorytest.report.standing import standing
from theorytest.runs.described import Described, DescribedLedger
from theorytest.runs.record import Judged

_CAPTIONS = {
    Voice.PAPER: "sentences of the paper",
    Voice.REPAIR: "repairs: what is claimed instead of a refuted sentence",
    Voice.OURS: "claims of ours",
}


class _Line(NamedTuple):
    """A sentence of the paper with its verdict."""

    labels: tuple[str, ...]
    verdict: Verdict
    gravity: Gravity | None


def ledger_text(ledger: DescribedLedger, verdicts: Sequence[Judged] | None = None) -> str:
    """The ledger with the verdicts of a run, or with the expected ones, which every run is compared with."""
    found = {claim.id: claim.expected for claim in ledger.claims}
    if verdicts is not None:
        found = {judged.id: judged.verdict for judged in verdicts}
    resolutions = {judged.id: judged.resolution for judged in verdicts or ()}
    return "\n".join(_lines(ledger, found, resolutions)) + "\n"


def _lines(ledger: DescribedLedger, found: Mapping[str, Verdict], resolutions: Mapping[str, Any]) -> Iterator[str]:
    paper, coverage, claims = ledger.paper, ledger.coverage, ledger.claims
    yield f"# {markdown(paper.title) or 'Ledger'}"
    yield ""
    if paper.authors:
        yield f"{markdown(', '.join(paper.authors))}."
        yield ""
    yield "A test compares this file with the claims, and every run compares the claims with their verdicts."
    yield ""
    held = [claim for claim in claims if claim.id in found]
    of = f"{len(held)} of {len(claims)}" if len(held) < len(claims) else str(len(claims))
    yield f"{of} claims, which cover {coverage.covered} of the {coverage.total} items in the paper's list."
    yield ""
    yield from _counts(held, found)
    items = {item.label: item for item in paper.items}
    printed = [_Line(claim.labels, found[claim.id], claim.gravity) for claim in held if claim.voice is Voice.PAPER]
    if results := standing(items, printed):
        yield ""
        yield results
    proved = [claim for claim in held if found[claim.id] is Verdict.PROVED]
    if proved:
        yield ""
        yield _statements(len(proved), sum(claim.by_hand for claim in proved))
    if not resolutions and Verdict.CONFIRMED in found.values():
        yield ""
        yield "What is confirmed is so to a resolution that each run states: `theorytest report --format md` names it."
    for section, group in groupby(held, key=lambda claim: items[claim.label].section):
        yield from _section(section, list(group), items, found, resolutions)


def _counts(held: Sequence[Described], found: Mapping[str, Verdict]) -> Iterator[str]:
    """Who says how much, and what became of it."""
    tally = Counter((found[claim.id], claim.voice) for claim in held)
    yield f"| verdict | group | {' | '.join(_CAPTIONS.values())} |"
    yield "|---|---|---:|---:|---:|"
    for group, verdicts in GROUPS.items():
        for verdict in verdicts:
            counts = [tally[verdict, voice] for voice in _CAPTIONS]
            if any(counts):
                yield f"| {SHAPES[verdict]} {verdict} | {group} | {' | '.join(map(str, counts))} |"


def _statements(proved: int, by_hand: int) -> str:
    """Who says that what is proved is the sentence."""
    tied = "a statement that the check itself makes on symbols or that is compared with it at instances"
    if not by_hand:
        return f"Each of the {proved} proved claims has {tied}."
    return (
        f"Of the {proved} proved claims, {proved - by_hand} have {tied}, and {by_hand} one that is written by hand: "
        "that it is the sentence is for the reader to compare."
    )


def _section(
    section: str,
    claims: list[Described],
    items: Mapping[str, Item],
    found: Mapping[str, Verdict],
    resolutions: Mapping[str, Any],
) -> Iterator[str]:
    yield ""
    if any(item.section for item in items.values()):
        yield f"## {markdown(section_name(section))}"
        yield ""
    yield "| verdict | number | claim | voice | says | for all | given |"
    yield "|---|---|---|---|---|---|---|"
    for claim in claims:
        cells = (
            _verdict(claim, found[claim.id]) + _resolution(found[claim.id], resolutions.get(claim.id)),
            markdown(claim.number),
            code(claim.id),
            claim.voice,
            markdown(claim.says),
        )
        yield f"| {' | '.join((*cells, _reach(claim), _given(claim)))} |"


def _verdict(claim: Described, verdict: Verdict) -> str:
    word = f"{SHAPES[verdict]} {verdict}"
    word += "" if verdict is claim.expected else f", expected {claim.expected}"
    word += " (statement by hand)" if claim.by_hand and verdict is Verdict.PROVED else ""
    return f"{word} ({claim.gravity})" if claim.gravity else word


def _resolution(verdict: Verdict, resolution: Any) -> str:
    """How much a confirmed number may be off unnoticed, where a run says so."""
    known = verdict is Verdict.CONFIRMED and isinstance(resolution, (int, float))
    return f", resolution {number(resolution)}" if known else ""


def _reach(claim: Described) -> str:
    return markdown("; ".join(f"{each.symbol}: {each.says or each.extent}" for each in claim.forall))


def _given(claim: Described) -> str:
    return markdown(", ".join(each.name for each in claim.given))

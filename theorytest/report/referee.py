"""The referee report: findings by weight, what was checked and how well, what was not and why.

It is made from a record alone, so that it cannot drift from the evidence, and from a calibration that lies beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from theorytest.calibration.tallies import Calibration
from theorytest.claims.claim import Gravity
from theorytest.decisions.decision import Verdict
from theorytest.report.book import Book, Entry, section_name
from theorytest.report.calibrated import HEADING, MISSING, markdown_lines
from theorytest.report.findings import WEIGHTS, Finding, by_weight, findings
from theorytest.report.overview import RESULTS, counts, first_looks
from theorytest.report.tight import tight_lines
from theorytest.runs.records import Record

SUPPORT = (Verdict.EXACT, Verdict.CONFIRMED, Verdict.CONSISTENT)
_DISPLAYS = ("equation", "display")
_HEADING = "section"  # the one kind of item that states nothing
_ONE: Mapping[str, str] = {"gaps in proofs": "gap in a proof", "not weighed": "not weighed"}
_READING = (
    "Sentences of the paper are given in our words, with the reading that was checked; another reading that makes a "
    "sentence true is named in the script below it. Scripts need nothing but numpy, sympy and mpmath."
)
_BOOKKEEPING = re.compile(r" at entry \([\d, ]*\)| \((no slack|to (\d\d|[5-9]) digits)[^)]*\)")


def referee_text(record: Record, calibration: Calibration | None = None) -> str:
    """The whole report in Markdown."""
    return "\n".join(_lines(Book(record), calibration)) + "\n"


def _lines(book: Book, calibration: Calibration | None) -> Iterator[str]:
    paper, found = book.ledger["paper"], findings(book)
    yield f"# Referee report: {paper['title'] or 'untitled'}"
    yield ""
    if paper["authors"]:
        yield f"{', '.join(paper['authors'])}."
        yield ""
    yield "## Summary"
    yield ""
    yield from (f"- {line}" for line in summary_lines(book))
    yield ""
    if found:
        yield from (_READING, "")
    for heading, group in by_weight(found).items():
        yield f"## {heading} ({len(group)})"
        yield ""
        for each in group:
            yield from _finding(each)
    yield from _section("What was checked, and how well", _checked(book))
    yield from _section("What was not checked, and why", _unchecked(book))
    yield from _section(HEADING, markdown_lines(calibration) if calibration else [MISSING])


def _section(heading: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"## {heading}"
    yield ""
    yield from lines
    yield ""


def summary_lines(book: Book) -> Iterator[str]:
    """The paper in about ten lines."""
    found, run = findings(book), book.run
    weights = Counter(WEIGHTS[each.entry.claim["gravity"]].lower() for each in found)
    ran = "1 claim was" if len(book.entries) == 1 else f"{len(book.entries)} claims were"
    yield f"{ran} run: " + ", ".join(f"{n} {word}" for word, _, n in counts(book)) + "."
    if len(book.entries) < (registered := len(book.ledger["claims"])):
        yield f"This is not the whole paper: {registered} claims are registered."
    parts = ", ".join(
        f"{n} {word if n > 1 else _ONE.get(word, word.removesuffix('s'))}" for word, n in weights.most_common()
    )
    yield from _results(book, found)
    yield f"{len(found)} sentences fail as printed ({parts})." if found else "No sentence fails as printed."
    if found:
        yield from _aftermath(found)
    for look in first_looks(book):
        yield f"Look first at {look.entry.place}: {look.entry.claim['statement']} {look.why}"
    if any(item["kind"] in _DISPLAYS for item in book.items.values()):
        yield f"{_share(book, lambda item: item['kind'] in _DISPLAYS)} displayed equations are covered by a claim."
    yield f"{_share(book, lambda item: item['kind'] != _HEADING)} statements of all kinds are covered by a claim."
    lies = run["mutation"]
    if lies["total"]:
        yield (
            f"{lies['refuted']} of {lies['total']} lies, small errors put into claims that hold to test their checks, "
            "were refuted."
        )
    else:
        yield "No lies were told to the checks: `theorytest verify --mutants` does that."
    yield f"Any false refutation in the whole run has a probability of at most {run['false_alarm']:g}."


def _results(book: Book, found: Sequence[Finding]) -> Iterator[str]:
    """How many theorems, propositions, corollaries and lemmas stand as they are printed."""
    tried = {entry.claim["label"] for entry in book.entries if entry.item["kind"] in RESULTS}
    failed: dict[str, set[str]] = {}
    for each in found:
        failed.setdefault(each.entry.claim["label"], set()).add(each.entry.claim["gravity"])
    minor = {Gravity.SLIP.value, Gravity.PROOF.value}
    nearly = sum(label in failed and failed[label] <= minor for label in tried)
    if tried:
        yield (
            f"{len(tried - failed.keys())} of {len(tried)} theorems, propositions, corollaries and lemmas hold as "
            f"printed, and {nearly} more up to slips and gaps in their proofs."
        )


def _aftermath(found: Sequence[Finding]) -> Iterator[str]:
    """What becomes of the sentences that fail, and of what rests on them."""
    mended = sum(any(better.verdict in SUPPORT for better in each.corrections) for each in found)
    yield f"{mended} of them have a corrected form that holds."
    touched = {entry.id: entry for each in found for entry in each.resting if entry.printed}
    fallen = sum(entry.verdict is Verdict.REFUTED for entry in touched.values())
    if touched:
        others = f"{len(touched)} other printed claims rest on them"
        yield f"{others}: {fallen} fail too, the others hold by their own checks."


def _share(book: Book, wanted: Callable[[Mapping[str, Any]], bool]) -> str:
    items = [item for item in book.items.values() if wanted(item)]
    covered = sum(bool(item["claims"]) for item in items)
    return f"{covered} of {len(items)} ({100 * covered / max(1, len(items)):.3g} %)"


def _finding(finding: Finding) -> Iterator[str]:
    entry = finding.entry
    line = f", line {entry.item['line']} of the source" if entry.item["line"] else ""
    yield f"### {entry.place} (`{entry.id}`{line})"
    yield ""
    yield from _said("The paper, as read here", entry)
    yield f"It fails: {_BOOKKEEPING.sub('', told(entry))}"
    yield ""
    for better in finding.corrections:
        yield from _said(f"True instead ({better.verdict})", better)
    if finding.resting:
        yield f"On it or its corrected form rest: {', '.join(_named(other) for other in finding.resting)}."
        yield ""
    if entry.claim["script"]:
        yield from ("```python", entry.claim["script"].rstrip(), "```", "")


def _said(word: str, entry: Entry) -> Iterator[str]:
    yield f"{word}: {entry.claim['statement']}"
    yield ""
    if entry.claim["formula"]:
        yield from (f"$${entry.claim['formula']}$$", "")


def _named(entry: Entry) -> str:
    return f"`{entry.id}`" + (" (fails too)" if entry.verdict is Verdict.REFUTED else "")


def told(entry: Entry) -> str:
    """The sentence of a verdict, without the verdict in front."""
    return str(entry.result["sentence"]).removeprefix(f"{entry.verdict}: ")


def _checked(book: Book) -> Iterator[str]:
    """Verdicts by section, and how fine the lies are that the checks see through."""
    sections: dict[str, Counter[Verdict]] = {}
    for entry in book.entries:
        sections.setdefault(entry.item["section"], Counter())[entry.verdict] += 1
    used = [verdict for verdict in Verdict if any(found[verdict] for found in sections.values())]
    yield f"| where | {' | '.join(used)} |"
    yield f"|---|{'---:|' * len(used)}"
    for section, found in sections.items():
        where = section_name(section) if book.has_sections else "the paper"
        yield f"| {where} | {' | '.join(str(found[verdict]) for verdict in used)} |"
    yield ""
    sharp = [factor for entry in book.entries for factor in entry.result["sharpness"].values() if factor is not None]
    fine = sum(factor >= 0.95 for factor in sharp)
    yield f"{len(sharp)} constants were shrunk until their check saw it; {fine} of these lies are of 5 % or less."
    yield from tight_lines(book)


def _unchecked(book: Book) -> Iterator[str]:
    skipped = [entry for entry in book.entries if entry.verdict is Verdict.NOT_EXECUTABLE]
    yield from (f"- {entry.place} (`{entry.id}`): {told(entry)}" for entry in skipped)
    missing = [item for item in book.items.values() if not item["claims"] and item["kind"] != _HEADING]
    yield from (f"- {book.place(item)} (`{item['label']}`, {item['kind']}): no claim covers it." for item in missing)
    if not skipped and not missing:
        yield "Nothing was left out."

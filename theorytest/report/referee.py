"""The referee report: findings by weight, what was checked and how well, what was not and why.

It is made from a record alone, so that it cannot drift from the evidence, and from a calibration that lies beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from theorytest.calibration.tallies import Calibration
from theorytest.claims.paper import Item
from theorytest.claims.words import Gravity
from theorytest.decisions.decision import Verdict
from theorytest.decisions.wording import count
from theorytest.inert import code, fenced, formula, markdown
from theorytest.report.book import Book, Entry, section_name
from theorytest.report.calibrated import HEADING, MISSING, markdown_lines
from theorytest.report.findings import Finding, by_weight, findings, not_printed
from theorytest.report.overview import counts, first_looks, groups_sentence
from theorytest.report.reaches import NOTHING_TO_RUN, unchecked
from theorytest.report.standing import results_sentence
from theorytest.report.tight import tight_lines
from theorytest.runs.record import Record

_BROKEN = "broken"  # a check that ended without a verdict
_DISPLAYS = ("equation", "display")
_HEADING = "section"  # the one kind of item that states nothing
_PLURALS: Mapping[Gravity | None, str] = {
    Gravity.HYPOTHESIS: "missing hypotheses",
    Gravity.PROOF: "gaps in proofs",
    Gravity.LITERAL: "that fail only when read literally",
    None: "not weighed",
}
_READING = "Sentences of the paper are given in our words."
_SCRIPTS = " Every script runs alone, with the libraries that it imports."


def referee_text(record: Record, calibration: Calibration | None = None) -> str:
    """The whole report in Markdown."""
    return "\n".join(_lines(Book(record), calibration)) + "\n"


def _lines(book: Book, calibration: Calibration | None) -> Iterator[str]:
    paper, found = book.paper, findings(book)
    yield f"# Referee report: {markdown(paper.title) or 'untitled'}"
    yield ""
    if paper.authors:
        yield f"{markdown(', '.join(paper.authors))}."
        yield ""
    yield "## Summary"
    yield ""
    yield from (f"- {markdown(line)}" for line in summary_lines(book))
    yield ""
    if found:
        yield from (_READING + _SCRIPTS * any(each.entry.claim.script for each in found), "")
    for heading, group in (by_weight(found) | {"Refuted, and not the paper's": not_printed(book)}).items():
        if group:
            yield from (f"## {heading} ({len(group)})", "")
            yield from chain.from_iterable(map(_finding, group))
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
    ran = "1 claim was" if len(book.entries) == 1 else f"{len(book.entries)} claims were"
    yield f"{ran} run: " + ", ".join(f"{n} {word}" for word, _, n in counts(book)) + "."
    yield groups_sentence(book)
    if len(book.entries) < (registered := len(book.ledger.claims)):
        yield f"This is not the whole paper: {registered} claims are registered."
    if sentence := results_sentence(book):
        yield sentence
    yield _failing(found)
    if found:
        yield from _aftermath(found)
    for look in first_looks(book):
        yield f"Look first at {look.entry.place}: {look.entry.claim.says} {look.why}"
    if any(item.kind in _DISPLAYS for item in book.items.values()):
        yield f"{_share(book, lambda item: item.kind in _DISPLAYS)} displayed equations are covered by a claim."
    yield f"{_share(book, lambda item: item.kind != _HEADING)} statements of all kinds are covered by a claim."
    lies = run.mutation
    if lies.total:
        yield (
            f"{lies.refuted} of {lies.total} deliberate errors (mutants), put into claims that hold to test their "
            "checks, were refuted."
        )
    else:
        yield "The checks were not tested by deliberate errors (mutants): `theorytest verify --mutants` does that."
    yield f"The probability of any false refutation by random draws in the whole run is at most {run.false_alarm:g}."


def _failing(found: Sequence[Finding]) -> str:
    if not found:
        return "No sentence fails as printed."
    weights = Counter(each.entry.claim.gravity for each in found)
    parts = ", ".join(f"{n} {_counted(gravity, n)}" for gravity, n in weights.most_common())
    fail = "1 sentence fails" if len(found) == 1 else f"{len(found)} sentences fail"
    return f"{fail} as printed ({parts})."


def _counted(gravity: Gravity | None, n: int) -> str:
    """The gravity as a noun that fits its number."""
    if gravity is None or n > 1:
        return _PLURALS.get(gravity, f"{gravity}s")
    return "that fails only when read literally" if gravity is Gravity.LITERAL else gravity.value


def _aftermath(found: Sequence[Finding]) -> Iterator[str]:
    """What becomes of the sentences that fail, and of what rests on them."""
    mended = sum(any(better.verdict.holds for better in each.repairs) for each in found)
    yield f"For {mended} of them a repair is given and was tried in the same way."
    touched = {entry.id: entry for each in found for entry in each.resting if entry.printed}
    fallen = sum(entry.verdict is Verdict.REFUTED for entry in touched.values())
    if touched:
        others = f"{len(touched)} other sentences of the paper use them"
        yield f"{others}: {fallen} fail too, the others passed their own checks."


def _share(book: Book, wanted: Callable[[Item], bool]) -> str:
    items = [item for item in book.items.values() if wanted(item)]
    covered = sum(bool(book.ledger.covering[item.label]) for item in items)
    return f"{covered} of {len(items)} ({100 * covered / max(1, len(items)):.3g} %)"


def _finding(finding: Finding) -> Iterator[str]:
    entry = finding.entry
    line = f", line {entry.item.line} of the source" if entry.item.line else ""
    yield f"### {markdown(entry.place)} ({code(entry.id)}{line})"
    yield ""
    yield from _said("The paper, as read here" if entry.printed else "Our claim", entry)
    yield f"It fails: {markdown(entry.result.witnessed)}"
    yield ""
    for better in finding.repairs:
        yield from _said(f"Repair ({better.verdict}{_scope(better)})", better)
    if finding.resting:
        yield f"It or its repair is used by: {', '.join(_named(other) for other in finding.resting)}."
        yield ""
    if entry.claim.script:
        yield from (fenced(entry.claim.script, "python"), "")


def _said(word: str, entry: Entry) -> Iterator[str]:
    yield f"{markdown(word)}: {markdown(entry.claim.says + _hypotheses(entry))}"
    yield ""
    if entry.claim.reading:
        yield from (f"Read as: {markdown(entry.claim.reading)}", "")
    if entry.claim.formula:
        yield from (formula(entry.claim.formula), "")


def _hypotheses(entry: Entry) -> str:
    """The hypotheses in brackets, or nothing."""
    given = ", ".join(each.name for each in entry.claim.given)
    return f" (Given: {given}.)" if given else ""


def _scope(entry: Entry) -> str:
    attack = [entry.result.attack.sentence] if entry.result.attack else []
    return "".join(f"; {words}" for words in [*(reach.sentence for reach in entry.result.scope), *attack])


def _named(entry: Entry) -> str:
    return code(entry.id) + (" (fails too)" if entry.verdict is Verdict.REFUTED else "")


def told(entry: Entry) -> str:
    """The sentence of a verdict, without the verdict in front."""
    return entry.result.said


def _checked(book: Book) -> Iterator[str]:
    """Verdicts of the paper's own sentences by section, and how small the errors are that the checks notice."""
    sections: dict[str, Counter[str]] = {}
    for entry in (each for each in book.entries if each.printed):
        sections.setdefault(entry.item.section, Counter())[_BROKEN if entry.result.broken else entry.verdict] += 1
    used = [verdict for verdict in (*Verdict, _BROKEN) if any(found[verdict] for found in sections.values())]
    yield f"| where | {' | '.join(used)} |"
    yield f"|---|{'---:|' * len(used)}"
    for section, found in sections.items():
        where = section_name(section) if book.has_sections else "the paper"
        yield f"| {markdown(where)} | {' | '.join(str(found[verdict]) for verdict in used)} |"
    yield ""
    sharp = [entry.result.sharpness for entry in book.entries if isinstance(entry.result.sharpness, float)]
    fine = sum(room <= 0.05 for room in sharp)
    compare = "1 claim compares" if len(sharp) == 1 else f"{len(sharp)} claims compare"
    yield f"{compare} with a bound; for {fine} of them a bound that is 5 % smaller would be refuted."
    yield from tight_lines(book)


def _unchecked(book: Book) -> Iterator[str]:
    skipped = [entry for entry in book.entries if entry.verdict is Verdict.NOT_EXECUTABLE or entry.result.broken]
    yield from (f"- {markdown(entry.place)} ({code(entry.id)}): {markdown(told(entry))}" for entry in skipped)
    missing = [item for item in book.items.values() if not book.ledger.covering[item.label] and item.kind != _HEADING]
    yield from (
        f"- {markdown(book.place(item))} ({code(item.label)}, {markdown(item.kind)}): no claim covers it."
        for item in missing
    )
    weaker = [each for each in unchecked(book) if each.what != NOTHING_TO_RUN]
    yield from (f"- {each.what}: {count(len(each.entries), 'claim')}; {each.why}." for each in weaker)
    if not skipped and not missing and not weaker:
        yield "Nothing was left out."

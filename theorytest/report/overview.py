"""What the first screen says: counts, coverage, and the three things that a referee should look at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from theorytest.claims.words import Gravity, Voice
from theorytest.decisions.decision import GROUPS, Verdict
from theorytest.report.book import SHAPES, Book, Entry
from theorytest.report.results import RESULTS

STATEMENTS = (*RESULTS, "table cell", "assumption")
_GRAVE = (Gravity.STATEMENT, Gravity.CONSTANT)  # what misleads a reader who does not check
FIRST = 3


@dataclass(frozen=True)
class Look:
    """One thing to look at: the claim, and why it comes first."""

    entry: Entry
    why: str


def counts(book: Book) -> list[tuple[str, str, int]]:
    """How many claims got which verdict: word, shape, number."""
    found = Counter(entry.verdict for entry in book.entries)
    return [(verdict.value, SHAPES[verdict], found[verdict]) for verdict in Verdict if found[verdict]]


def groups_sentence(book: Book) -> str:
    """The paper's own sentences by group; repairs and what is ours are counted apart."""
    own = Counter(entry.verdict for entry in book.entries if entry.printed)
    parts = ", ".join(f"{sum(own[verdict] for verdict in group)} {word}" for word, group in GROUPS.items())
    voices = Counter(entry.claim.voice for entry in book.entries)
    return (
        f"Of {own.total()} sentences of the paper: {parts}. Apart from these there are {voices[Voice.REPAIR]} repairs "
        f"and {voices[Voice.OURS]} claims of ours."
    )


def first_looks(book: Book) -> list[Look]:
    """Surprises of this run first; then what fails gravely as printed and has most of the paper resting on it."""
    looks: list[Look] = []
    for look in (*_surprises(book), *_heavy(book)):
        if all(look.entry.claim.label != other.entry.claim.label for other in looks):
            looks.append(look)
    return looks[:FIRST]


def _surprises(book: Book) -> Iterator[Look]:
    for entry in book.entries:
        if not entry.result.as_expected:
            yield Look(entry, f"This run found {entry.verdict}, but {entry.result.expected} was expected.")


def _heavy(book: Book) -> list[Look]:
    refuted = [entry for entry in book.entries if entry.verdict is Verdict.REFUTED and entry.printed]
    resting = {entry.id: len(book.resting_on(_forms(book, entry))) for entry in refuted}

    def weight(entry: Entry) -> tuple[bool, bool, int]:
        return entry.claim.gravity in _GRAVE, entry.item.kind in STATEMENTS, resting[entry.id]

    ordered = sorted(refuted, key=weight, reverse=True)
    return [Look(entry, _why(resting[entry.id])) for entry in ordered]


def _forms(book: Book, entry: Entry) -> list[str]:
    """The claim and its repairs: what uses either is touched by the error."""
    return [entry.id, *(each.id for each in book.repairs.get(entry.id, ()))]


def _why(resting: int) -> str:
    if not resting:
        return "It fails as printed."
    claims = "1 other claim uses" if resting == 1 else f"{resting} other claims use"
    return f"It fails as printed, and {claims} it or its repair."

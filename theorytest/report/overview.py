"""What the first screen says: counts, coverage, and the three things that a referee should look at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from theorytest.claims.words import Voice
from theorytest.decisions.decision import GROUPS, Verdict
from theorytest.report.book import SHAPES, Book, Entry
from theorytest.report.findings import findings, ranked

FIRST = 3


@dataclass(frozen=True)
class Look:
    """One thing to look at: the claim, and why it comes first."""

    entry: Entry
    why: str


def counts(book: Book) -> list[tuple[str, str, int]]:
    """How many claims got which verdict: word, shape, number."""
    found = Counter(entry.verdict for entry in book.entries if not entry.result.broken)
    broken = sum(bool(entry.result.broken) for entry in book.entries)
    words = [(verdict.value, SHAPES[verdict], found[verdict]) for verdict in Verdict if found[verdict]]
    return words + ([("broken", SHAPES[Verdict.UNDECIDED], broken)] if broken else [])


def groups_sentence(book: Book) -> str:
    """The paper's own sentences by group; repairs and what is ours are counted apart."""
    hand = f" ({_by_hand(book)} of them proved by a statement written by hand)" if _by_hand(book) else ""
    parts = ", ".join(f"{number} {word}{hand if word == 'settled' else ''}" for word, number, _ in groups(book))
    total = sum(entry.printed for entry in book.entries)
    voices = Counter(entry.claim.voice for entry in book.entries)
    return (
        f"Of {many(total, 'sentence')} of the paper: {parts}. "
        f"Counted apart: {many(voices[Voice.REPAIR], 'repair')} and {many(voices[Voice.OURS], 'claim')} of ours."
    )


def groups(book: Book) -> list[tuple[str, int, str]]:
    """The groups of the paper's own sentences: name, number, and the verdicts in it."""
    own = Counter(entry.verdict for entry in book.entries if entry.printed)
    hand = {"settled": f"; {_by_hand(book)} proved, statement by hand"} if _by_hand(book) else {}
    return [
        (word, sum(own[each] for each in group), ", ".join(group) + hand.get(word, ""))
        for word, group in GROUPS.items()
    ]


def _by_hand(book: Book) -> int:
    """The paper's sentences whose proved statement only its author says to be the sentence."""
    return sum(e.printed and e.verdict is Verdict.PROVED and e.claim.by_hand for e in book.entries)


def many(n: int, noun: str) -> str:
    """A number with its noun: 1 claim, 2 claims."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


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
    return [Look(each.entry, _why(len(each.resting))) for each in ranked(findings(book))]


def _why(resting: int) -> str:
    if not resting:
        return "It fails as printed."
    claims = "1 other claim uses" if resting == 1 else f"{resting} other claims use"
    return f"It fails as printed, and {claims} it or its repair."

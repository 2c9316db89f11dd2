"""How far each verdict was taken: what it entitles a reader to say, and how many of the paper's sentences have it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from theorytest.decisions.decision import GROUPS, Verdict
from theorytest.decisions.wording import count
from theorytest.report.book import Book, Entry
from theorytest.runs.scope import NOT_ATTACKED

NOTHING_TO_RUN = "Nothing to run"


@dataclass(frozen=True)
class Reached:
    """One row: the verdict with its scope, what it entitles to, the sentences."""

    name: str
    entitles: str
    entries: list[Entry]

    @property
    def scope(self) -> str:
        """The word by which the list of all claims finds these among those with the same verdict."""
        return scope_of(self.entries[0]) if self.entries[0].verdict is Verdict.CORROBORATED else ""


def scope_of(entry: Entry) -> str:
    """Whether all families of a sentence were searched for a counterexample, a part of them, or none."""
    if entry.result.attack is not None:
        return "partly" if _has_unsearched(entry) else "attacked"
    return "named" if entry.verdict is Verdict.CORROBORATED else ""


def _has_unsearched(entry: Entry) -> bool:
    return any(NOT_ATTACKED in reach.coverage for reach in entry.result.scope)


def _corroborated(scope: str) -> Callable[[Entry], bool]:
    return lambda entry: entry.verdict is Verdict.CORROBORATED and scope_of(entry) == scope


_ROWS: tuple[tuple[str, str, Callable[[Entry], bool]], ...] = (
    (
        "proved, as checked",
        "it is true in its whole generality; the statement proved is made by the check itself, or compared with it",
        lambda e: e.verdict is Verdict.PROVED and not e.claim.by_hand,
    ),
    (
        "proved, statement by hand",
        "the statement shown with it is true in its whole generality; that it is the sentence is yours to compare",
        lambda e: e.verdict is Verdict.PROVED and e.claim.by_hand,
    ),
    ("exact", "these numbers are as stated", lambda e: e.verdict is Verdict.EXACT),
    ("computed", "these numbers agree to the stated digits", lambda e: e.verdict is Verdict.COMPUTED),
    (
        "corroborated, searched",
        "a search as long as stated found no counterexample, and all named instances hold",
        _corroborated("attacked"),
    ),
    (
        "corroborated, partly searched",
        "a search in some of its families found no counterexample; of the others, only named instances were tried",
        _corroborated("partly"),
    ),
    (
        "corroborated, named instances only",
        "the named instances hold; nobody has searched for a counterexample",
        _corroborated("named"),
    ),
    (
        "confirmed",
        "the sampled quantity lies where stated, to the stated resolution",
        lambda e: e.verdict is Verdict.CONFIRMED,
    ),
    ("consistent", "nothing up to the stated horizon contradicts it", lambda e: e.verdict is Verdict.CONSISTENT),
    ("refuted", "it is false as printed", lambda e: e.verdict is Verdict.REFUTED),
    (
        "undecided or not executable",
        "open, for the stated reason",
        lambda e: e.verdict in (Verdict.UNDECIDED, Verdict.NOT_EXECUTABLE),
    ),
)


def reached(book: Book) -> list[Reached]:
    """The rows that some sentence of the paper belongs to."""
    return _rows([entry for entry in book.entries if entry.printed])


def _rows(entries: list[Entry]) -> list[Reached]:
    rows = (Reached(name, words, [entry for entry in entries if belongs(entry)]) for name, words, belongs in _ROWS)
    return [row for row in rows if row.entries]


@dataclass(frozen=True)
class Unchecked:
    """Something that was not checked, and why."""

    what: str
    why: str
    entries: list[Entry]


def generality(book: Book) -> str:
    """How many of the paper's sentences that pass their checks are settled, and how many are not."""
    own = [entry for entry in book.entries if entry.printed and entry.verdict.holds]
    settled = sum(entry.verdict in GROUPS["settled"] for entry in own)
    if not own:
        return ""
    passing = "passes its check" if len(own) == 1 else "pass their checks"
    holding = f"{count(len(own), 'sentence')} of the paper that {passing}"
    verified = "was" if len(own) - settled == 1 else "were"
    return (
        f"Of {holding}, {settled} {'is' if settled == 1 else 'are'} proved or exact, "
        f"and {len(own) - settled} {verified} not verified in full generality."
    )


_UNVERIFIED: dict[str, tuple[str, str]] = {
    "corroborated, named instances only": (
        "Named instances only",
        "the named instances hold; nobody has searched for a counterexample",
    ),
    "corroborated, partly searched": (
        "Searched in part",
        "a search in some of the families found no counterexample; of the others only named instances were tried",
    ),
    "corroborated, searched": (
        "Searched, and not proved",
        "these sentences are about infinitely many cases; a search found no counterexample, which is not a proof",
    ),
    "computed": ("Computed to some digits", "these numbers agree to the stated digits, which does not make them exact"),
    "confirmed": (
        "Known from random draws",
        "these numbers lie where stated to a stated resolution, up to the stated probability of an error",
    ),
    "consistent": ("All times", "these sentences are about t → ∞; a run sees a finite horizon"),
}


def unverified(book: Book) -> Iterator[tuple[str, str, list[Entry]]]:
    """What passes its check and is neither proved nor exact, each under one heading: the rows of the first screen."""
    rows = {row.name: row.entries for row in _rows(book.entries)}
    for name, (what, why) in _UNVERIFIED.items():
        yield what, why, rows.get(name, [])


def unchecked(book: Book) -> Iterator[Unchecked]:
    """What a reader must not take from the verdicts."""
    others = [entry for entry in book.entries if entry.verdict.holds and entry.verdict is not Verdict.CORROBORATED]
    stated = [entry for entry in book.entries if any(not each.evaluated for each in entry.claim.given)]
    for what, why, entries in (
        (
            NOTHING_TO_RUN,
            "these sentences have no executable content; each says why",
            [entry for entry in book.entries if entry.verdict is Verdict.NOT_EXECUTABLE],
        ),
        (
            "Undecided",
            "the budget ended, or the hypotheses could not be met",
            [entry for entry in book.entries if entry.verdict is Verdict.UNDECIDED],
        ),
        *unverified(book),
        (
            "Families that nobody searched, under another heading",
            "these sentences have their verdict for another reason; they are also about infinitely many cases, of "
            "which only the named ones were tried",
            [entry for entry in others if _has_unsearched(entry)],
        ),
        (
            "Hypotheses that are stated and not evaluated",
            "whether the instances satisfy them is for the reader to see; nothing computes it",
            stated,
        ),
    ):
        if entries:
            yield Unchecked(what, why, entries)

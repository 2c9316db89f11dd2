"""How sharp the bounds that hold are: counted by word, and those that are true but loose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from theorytest.claims.tightness import Tightness, Word, tightness
from theorytest.decisions.wording import count
from theorytest.inert import code, markdown
from theorytest.report.book import Book, Entry

_WORDS = {
    Word.ATTAINED: "attained",
    Word.APPROACHED: "approached in a limit",
    Word.LOOSE: "loose",
    Word.NONE: "without a constant that could be sharp",
    None: "sharpness not searched",
}


def tight(entry: Entry) -> Tightness | None:
    """What is said about the sharpness of a claim."""
    text = entry.claim.tight
    return tightness(text) if text else None


def bounds(book: Book) -> list[Entry]:
    """What holds and compares with a bound, and whatever else is said to be sharp or not."""
    held = (entry for entry in book.entries if entry.verdict.holds)
    return [entry for entry in held if entry.result.sharpness is not None or tight(entry)]


def loose(book: Book) -> list[Entry]:
    """The bounds that are true but loose, the loosest first."""
    factors = {entry.id: (said and said.factor) or 0.0 for entry in bounds(book) for said in [tight(entry)]}
    return sorted((entry for entry in bounds(book) if factors[entry.id]), key=lambda entry: -factors[entry.id])


def tight_sentence(book: Book) -> str:
    """The bounds by word, in one sentence, or nothing where there are none."""
    found = Counter((said.word if said else None) for entry in bounds(book) for said in [tight(entry)])
    parts = [f"{text} {found[word]}" for word, text in _WORDS.items() if found[word]]
    return (
        f"Of {count(found.total(), 'bound')} that hold{'s' * (found.total() == 1)}: {', '.join(parts)}."
        if parts
        else ""
    )


def tight_lines(book: Book) -> Iterator[str]:
    """The sentence, and a line for each bound that is true but loose."""
    if sentence := tight_sentence(book):
        yield ""
        yield sentence
    if found := loose(book):
        yield ""
        yield from (
            f"- {markdown(entry.place)} ({code(entry.id)}) is {markdown(entry.claim.tight or '')}." for entry in found
        )

r"""The paper's list and its claims against the source of the paper, for an author who has it.

Every label of the list must stand in the source as `\label{...}`, near its line; and every number in a sentence or
formula that is called the paper's must stand in the passage that it is said to be from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from theorytest.claims.claim import Claim
from theorytest.claims.mutants import ClaimError
from theorytest.claims.paper import Item, Paper
from theorytest.claims.words import Voice

NEAR = 8  # lines: a label may stand this far from the first line of what it names
BEFORE, AFTER = 4, 16  # lines of a passage around a line that stands for something of unknown length
_STRUCTURAL = {"0", "1", "2"}  # of signs, powers and halves, which rewriting a formula may add
_FRACTION = re.compile(r"\\[dt]?frac(\d)(?=[\d{])")  # \tfrac29 is two ninths, not 29
_NUMBER = re.compile(r"(?<![A-Za-z_.\d])\d+(?:\.\d+)?")
_REFERENCE = re.compile(
    r"\b(?:Theorem|Lemma|Corollary|Proposition|Remark|Section|Appendix|Table|Figure|Definition|row|panel|figures?)s?"
    r"(?: and| to|,)? ?[A-Z]?\.?\d+(?:\.\d+)*(?:(?:,| and| to) [A-Z]?\.?\d+(?:\.\d+)*)*|\(\d+\)"
)


@dataclass(frozen=True)
class Source:
    """The lines of the file that a paper's source begins in, the first one being number 1, and where it lies."""

    lines: Sequence[str]
    folder: Path = Path()

    def passage(self, first: int, last: int) -> str:
        """The lines from the first to the last."""
        return "\n".join(self.lines[max(first - 1, 0) : last])

    def of(self, item: Item) -> Source:
        """The file that an item stands in; one that is gone has no lines."""
        return _included(self.folder / item.file) if item.file else self


@cache
def _included(path: Path) -> Source:
    return read_source(path) if path.is_file() else Source([])


def read_source(path: Path) -> Source:
    """The source that an option `--source` names."""
    try:
        return Source(path.read_text(encoding="utf-8").splitlines(), path.parent)
    except UnicodeDecodeError as error:
        raise ClaimError(f"--source {path} is not UTF-8 text: {error}") from None
    except OSError as error:
        raise ClaimError(f"--source {path} cannot be read: {error.strerror}") from None


def disagreements(source: Source, paper: Paper, claims: Sequence[Claim]) -> Iterator[str]:
    """One sentence for everything in which the list or a claim differs from the source."""
    for item in paper.items:
        yield from _lost_label(source.of(item), item)
    items = {item.label: item for item in paper.items}
    for each in claims:
        if each.voice is Voice.PAPER:
            yield from _foreign_numbers(source, each, [items[label] for label in each.labels])


def _lost_label(source: Source, item: Item) -> Iterator[str]:
    where = item.file or "the source"
    if item.line > len(source.lines):
        yield f"{item.label}: line {item.line} is beyond the end of {where} ({len(source.lines)} lines)"
    elif not item.label.startswith("x:"):
        places = [i for i, line in enumerate(source.lines, start=1) if f"\\label{{{item.label}}}" in line]
        if not places:
            yield f"{item.label}: {where} has no such label"
        elif all(abs(place - item.line) > NEAR for place in places):
            yield f"{item.label}: {where} has this label in line {places[0]}, the list says {item.line}"


def _foreign_numbers(source: Source, claim: Claim, items: Sequence[Item]) -> Iterator[str]:
    """Numbers of a sentence that is called the paper's and of its formula that none of its passages has."""
    texts = [source.of(item).passage(*_span(item)) for item in items if item.line]
    printed = {_plain(number) for text in texts for number in _numbers(text)}
    told = _numbers(_REFERENCE.sub(" ", f"{claim.says} {claim.formula}"))
    foreign = sorted({_plain(number) for number in told} - printed - _STRUCTURAL)
    if texts and foreign:
        lines = " and ".join("{} to {}".format(*_span(item)) for item in items if item.line)
        yield f"{claim.id}: {', '.join(foreign)} not in lines {lines} of the source"


def _numbers(text: str) -> list[str]:
    return _NUMBER.findall(_FRACTION.sub(r" \1 ", text))


def _span(item: Item) -> tuple[int, int]:
    return item.lines or (item.line - BEFORE, item.line + AFTER)


def _plain(number: str) -> str:
    """Without zeros that say nothing: 0.50 is 0.5."""
    return number.rstrip("0").rstrip(".") if "." in number else number

"""How a reader knows that the checks can fail: mutants and calibration as one picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from theorytest.calibration.tallies import Calibration, Rate
from theorytest.decisions.wording import count, percent
from theorytest.report.book import Book
from theorytest.report.drawing import element, text

WIDTH, LEFT, RIGHT, ROW = 640, 30, 430, 68


@dataclass(frozen=True)
class Share:
    """How often something was refuted, and the least or most that was promised."""

    of: str
    refuted: int
    total: int
    relation: str  # what is promised, or must be
    promised: float

    @property
    def words(self) -> str:
        """`1,164 of 1,164`, and the promise."""
        least = "at least" if self.relation == "≥" else "at most"
        seen = f"{count(self.refuted)} of {count(self.total)} refuted"
        return f"{self.of}: {seen}, {least} {percent(self.promised)} promised"


def shares(book: Book, calibration: Calibration | None) -> list[Share]:
    """The mutants of this run, then false and true claims in worlds of known truth."""
    mutation = book.run.mutation
    found = [Share("deliberate errors, this run", mutation.refuted, mutation.total, "≥", 1.0)] if mutation.total else []
    sound = [study for study in calibration.studies if not study.broken] if calibration else []
    for study in sound[:1]:
        promises = {(rate.event, rate.relation): rate for rate in study.promises}
        for event, words in _EVENTS.items():
            found += [_share(words, rate) for key, rate in promises.items() if key[0] == event]
    return found


_EVENTS = {
    "the false claim refuted": "false claims, known truth",
    "any claim refuted, all true": "runs with only true claims",
}


def _share(words: str, rate: Rate) -> Share:
    words += f", at rate {rate.promised:g}" if rate.relation == "≤" else ""  # which is not the rate of this run
    return Share(words, rate.count, rate.runs, rate.relation, rate.promised)


def trust_picture(found: list[Share]) -> Markup:
    """A bar for each share with a stroke at its promise, or nothing."""
    if not found:
        return Markup("")
    height = ROW * len(found) + 34
    return element(
        "svg",
        *(mark for i, share in enumerate(found) for mark in _row(share, ROW * i)),
        element("path", d=f"M{LEFT} {height - 34}H{RIGHT}", class_="axis"),
        *(
            text(f"{word} %", LEFT + (RIGHT - LEFT) * word / 100, height - 8, text_anchor="middle")
            for word in (0, 50, 100)
        ),
        class_="trust",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_label="share that was refuted. " + "; ".join(share.words for share in found),
    )


def _place(share: float) -> float:
    return LEFT + (RIGHT - LEFT) * share


def _row(share: Share, top: int) -> Iterator[Markup]:
    wide = max(round(_place(share.refuted / share.total) - LEFT), 1)
    look = "caught" if share.relation == "≥" else "alarm"
    yield text(share.of, LEFT, top + 22)
    yield element("rect", element("title", share.words), x=LEFT, y=top + 32, width=wide, height=26, class_=look)
    yield element("path", d=f"M{round(_place(share.promised))} {top + 28}v34", class_="promise")
    yield text(f"{count(share.refuted)} of {count(share.total)}", RIGHT + 12, top + 52)

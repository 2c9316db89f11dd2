"""One verdict for each estimator: what is printed for it, for all cells of an atlas, with the worst of them.

`refuted` means that the draws of some cell contradict a printed constant, `consistent` that those of no cell do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from theorytest.atlas.rows import CONSTANTS, Row

EXPECTED_REFUTED = ("non",)  # Table 2 has a constant that redundant systems and monomials exceed
PRINTED = (*CONSTANTS, "pair", "descent")


@dataclass(frozen=True)
class Verdict:
    """What the draws of all cells of an estimator say of its row in Table 2."""

    estimator: str
    cells: tuple[Row, ...]  # for which the pair of variance constants is printed
    refuted: tuple[Row, ...]

    @property
    def word(self) -> str:
        """In one word."""
        return "refuted" if self.refuted else "consistent" if self.cells else "nothing is printed"

    @property
    def as_expected(self) -> bool:
        """A refutation is expected of one estimator alone; a part of its cells need not show it."""
        return not self.refuted or self.estimator in EXPECTED_REFUTED

    @property
    def worst(self) -> Row | None:
        """The cell whose draws come closest to the printed pair of variance constants, or exceed it most."""
        return max(self.cells, key=lambda row: row.quantities["pair"].low or 0.0, default=None)

    def __str__(self) -> str:
        if self.worst is None:
            return f"{self.estimator}: {self.word}"
        pair = self.worst.quantities["pair"]
        exact = "" if pair.within is None else f" ({pair.within:.4g} exactly)"
        share = f"the variance is at least {pair.low or 0.0:.4g}{exact} of the printed pair"
        count = f" in {len(self.refuted)} cells" if self.refuted else ""
        return f"{self.estimator}: {self.word}{count}; {share} in the worst of {len(self.cells)}, {self.worst.cell}"


def verdicts(rows: Sequence[Row]) -> Iterator[Verdict]:
    """Of every estimator that has cells, in their order."""
    for estimator in dict.fromkeys(row.cell.estimator for row in rows if not row.refused):
        part = [row for row in rows if row.cell.estimator == estimator and not row.refused]
        yield Verdict(estimator, tuple(r for r in part if "pair" in r.quantities), tuple(_contradicted(part)))


def _contradicted(rows: Iterable[Row]) -> Iterator[Row]:
    return (row for row in rows if any(name in PRINTED and q.refuted for name, q in row.quantities.items()))

"""What the page says, as data: counts, coverage, tables, findings, assumptions and the verdict of every claim."""

from __future__ import annotations

from typing import Any

import msgspec

from theorytest.calibration.tallies import Calibration
from theorytest.encoding import dumps
from theorytest.report.book import Book
from theorytest.report.findings import findings
from theorytest.report.graph import graph
from theorytest.report.grids import Cell, grids
from theorytest.report.matrix import matrices, without
from theorytest.report.needs import Needs
from theorytest.report.overview import counts, first_looks
from theorytest.runs.record import Record

_RUN = ("seed", "budget", "false_alarm", "commit", "versions", "mutation")


def summary_text(record: Record, calibration: Calibration | None = None, needs: Needs | None = None) -> str:
    """The summary as JSON, the same bytes for the same record, calibration and needs."""
    measured = {"calibration": calibration.plain() if calibration else None}
    return dumps(summary(Book(record, needs)) | measured, indent=1) + "\n"


def summary(book: Book) -> dict[str, Any]:
    """The summary as plain data; claims are named by their ids."""
    return {
        "paper": {"title": book.paper.title, "authors": list(book.paper.authors)},
        "run": {key: value for key, value in msgspec.to_builtins(book.run).items() if key in _RUN},
        "claims": {"held": len(book.entries), "registered": len(book.ledger.claims)},
        "coverage": book.ledger.coverage.plain(),
        "counts": {word: number for word, _, number in counts(book)},
        "look_first": [{"claim": look.entry.id, "why": look.why} for look in first_looks(book)],
        "tables": [_table(grid) for grid in grids(book)],
        "findings": [
            {
                "claim": each.entry.id,
                "witness": dict(each.witness),
                "finding": each.entry.claim.finding,
                "repaired": [better.id for better in each.repairs],
                "resting": [entry.id for entry in each.resting],
            }
            for each in findings(book)
        ],
        "rests_on": {node.name: [below.name for below in lower] for node, lower in graph(book).nodes},
        "assumptions": [_needs(matrix) for matrix in matrices(book)],
        "without": [
            {"claim": entry.id, "hypothesis": each.hypothesis, "outcome": each.outcome.value, "words": each.words}
            for entry, rows in without(book)
            for each in rows
        ],
        "verdicts": {entry.id: entry.verdict.value for entry in book.entries},
    }


def _table(grid: Any) -> dict[str, Any]:
    rows = {row.name: dict(zip(grid.columns, map(_cell, row.cells), strict=True)) for row in grid.rows}
    return {"number": grid.number, "title": grid.title, "rows": rows}


def _cell(cell: Cell) -> dict[str, Any]:
    verdict = cell.entry.verdict.value if cell.entry else None
    return {"label": cell.label, "verdict": verdict, "exact": cell.exact, "sampled": cell.sampled}


def _needs(matrix: Any) -> dict[str, dict[str, str]]:
    names = [name for name, _ in matrix.columns]
    return {line.name: dict(zip(names, (cell.need.value for cell in line.cells), strict=True)) for line in matrix.lines}

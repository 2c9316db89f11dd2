"""Multipliers from a linear system: rest = Σ x_k value_k in every monomial of the numbers without a fixed sign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theorytest.proof.checker import Checker, Ratio, number

Column = dict[Any, Ratio]


def solved(checker: Checker, rest: Ratio, values: Sequence[Ratio]) -> list[Ratio] | None:
    """Multipliers x with rest - Σ x_k value_k free of numbers without a sign, or None; unused ones are 0."""
    unsigned = {i for i, atom in enumerate(checker.atoms) if not isinstance(atom.key, str) or not atom.signed}
    columns = [_column(each, unsigned) for each in (*values, rest)]
    rows = [key for key in dict.fromkeys(key for column in columns for key in column) if any(key)]
    matrix = [[column.get(key, number(0)) for column in columns] for key in rows]
    return _eliminated(matrix, len(values))


def _column(value: Ratio, unsigned: set[int]) -> Column:
    """Coefficients by monomials in the numbers without a sign."""
    column: Column = {}
    ring = value.num.context()
    for powers, coefficient in value.num.to_dict().items():
        key = tuple(power if i in unsigned else 0 for i, power in enumerate(powers))
        kept = tuple(0 if i in unsigned else power for i, power in enumerate(powers))
        column[key] = column.get(key, number(0)) + Ratio(ring.from_dict({kept: coefficient}), value.den)
    return column


def _eliminated(matrix: list[list[Ratio]], unknowns: int) -> list[Ratio] | None:
    """Gauss's elimination; free unknowns are 0."""
    pivots: list[tuple[int, int]] = []
    for column in range(unknowns):
        used = {row for row, _ in pivots}
        row = next((r for r in range(len(matrix)) if r not in used and matrix[r][column].num != 0), None)
        if row is None:
            continue
        lead = matrix[row][column]
        matrix[row] = [each * Ratio(lead.den, lead.num) for each in matrix[row]]
        for other in range(len(matrix)):
            if other != row and matrix[other][column].num != 0:
                factor = matrix[other][column]
                matrix[other] = [a - factor * b for a, b in zip(matrix[other], matrix[row], strict=True)]
        pivots.append((row, column))
    used = {row for row, _ in pivots}
    if any(matrix[r][-1].num != 0 for r in range(len(matrix)) if r not in used):
        return None
    found = [number(0)] * unknowns
    for row, column in pivots:
        found[column] = matrix[row][-1]
    return found

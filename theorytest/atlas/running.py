"""The atlas in blocks: the cells of one estimator on one space share what is built, and go to one worker together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from theorytest.atlas.cells import Cell
from theorytest.atlas.effort import EFFORTS
from theorytest.atlas.measuring import measure_all
from theorytest.atlas.rate_problems import PROBLEMS
from theorytest.atlas.rate_rows import RateCell, measure_rate, rate_cells

Call = tuple[tuple[Cell, ...], str, int]


def blocks(cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """The cells by estimator, world, dimension and sampling, the dearest blocks first."""
    found = [tuple(group) for _, group in groupby(cells, key=lambda c: (c.estimator, c.world, c.d, c.sampling))]
    return sorted(found, key=lambda block: -block[0].d)


def calls(cells: Sequence[Cell], budget: str, seed: int) -> list[Call]:
    """What the workers are asked for."""
    return [(block, budget, seed) for block in blocks(cells)]


def rows_of(block: tuple[Cell, ...], budget: str, seed: int) -> list[dict[str, Any]]:
    """The rows of a block, as JSON has them: what a worker gives back and a journal keeps."""
    return [row.plain() for row in measure_all(block, EFFORTS[budget], seed)]


def rate_calls(budget: str, seed: int) -> list[tuple[RateCell, str, int]]:
    """Every cell of Table 1 on every problem; networks first, which take longest."""
    found = [(cell, budget, seed) for cell in rate_cells(EFFORTS[budget].epsilons)]
    return sorted(found, key=lambda call: not PROBLEMS[call[0].problem].is_network)


def rate_of(cell: RateCell, budget: str, seed: int) -> list[dict[str, Any]]:
    """The rate of one cell, as JSON has it."""
    effort, problem = EFFORTS[budget], PROBLEMS[cell.problem]
    compiled, curved, networks = effort.replicas
    n = networks if problem.is_network else compiled if problem.is_compiled(cell.column) else curved
    if cell.column == "GD":
        n = 2  # nothing is left to chance
    return [measure_rate(cell, n, effort.horizon[problem.is_network], seed).plain()]

"""Rates on their problems: slopes beside the exact ones, and inequalities along the runs that can fail."""

import math
from dataclasses import replace

import numpy as np
import pytest

from theorytest.atlas import rate_rows, rate_windows
from theorytest.atlas.rate_page import chart
from theorytest.atlas.rate_problems import PROBLEMS
from theorytest.atlas.rate_rows import RateCell, RateRow, measure_rate, rate_cells
from theorytest.descent import Power


def test_every_cell_of_the_table_has_six_problems_and_three_epsilons():
    for row in ("1", "2"):
        for column in ("GD", "best", "worst", "SGD"):
            here = [cell for cell in rate_cells() if (cell.row, cell.column) == (row, column)]
            assert len({cell.problem for cell in here}) >= 6
            if column in ("worst", "SGD"):
                assert len({cell.eps for cell in here}) == 3


@pytest.mark.parametrize("problem", ["Legendre", "Fourier"])
def test_the_slope_of_the_mean_holds_the_exact_one(problem):
    row = measure_rate(RateCell(problem, "2", "worst", 0.1), 2000, 256, 0)
    mean = row.slopes[0]
    assert mean.low <= mean.exact <= mean.high
    assert mean.high - mean.low < 0.2
    assert mean.verdict == "consistent"
    assert row.drift.startswith("consistent")
    assert RateRow.from_plain(row.plain()) == row


def test_gradient_descent_contracts_as_its_step_says():
    row = measure_rate(RateCell("Legendre", "2", "GD"), 2, 64, 0)
    assert row.slopes[0].value == pytest.approx(2 * math.log(1 - PROBLEMS["Legendre"].scale), rel=1e-6)


def test_the_maximal_inequality_is_kept_and_a_smaller_bound_is_not():
    cell = RateCell("Legendre", "2", "best")
    assert measure_rate(cell, 2000, 64, 0).maximal.startswith("consistent")
    process, times = PROBLEMS["Legendre"].process("best", 1, 0), np.arange(1, 9)
    paths = np.tile(np.where(np.arange(8) < 4, 1.0, 100.0), (50, 1))
    assert rate_rows._maximal(process, cell, PROBLEMS["Legendre"], times, paths).startswith("refuted")


def test_the_drift_is_refuted_where_the_smoothness_is_understated(monkeypatch):
    cell = RateCell("circle", "1", "worst", 0.1)
    assert measure_rate(cell, 5000, 64, 0).drift.startswith("consistent")
    false = replace(PROBLEMS["Legendre"], smoothness={"worst": 0.8})
    monkeypatch.setitem(PROBLEMS, "Legendre", false)
    assert measure_rate(RateCell("Legendre", "2", "worst", 0.1), 5000, 64, 0).drift.startswith("refuted")


def test_paths_that_are_slower_than_printed_are_told_so():
    slope = rate_rows._slope(
        np.geomspace(10, 1000, 8),
        np.geomspace(10, 1000, 8) ** -0.2 * np.exp(np.random.default_rng(0).normal(0, 0.01, (100, 1))),
        "mean",
        exponential=False,
        claimed=-0.4,
        exact=None,
    )
    assert slope.verdict == "slower than printed"


def test_a_chart_shows_every_problem():
    rows = [measure_rate(RateCell(name, "2", "GD"), 2, 32, 0) for name in ("Legendre", "sphere")]
    drawn = chart(rows)
    assert "Legendre" in drawn
    assert "sphere" in drawn


def test_a_slow_window_is_compared_with_the_same_steps_without_noise(monkeypatch):
    monkeypatch.setattr(rate_windows, "_LATEST", 2**11)
    cell = RateCell("spiral", "1", "worst", 0.1)
    process, steps = PROBLEMS["spiral"].process("worst", 1, 0), Power(0.5, 0.6)
    told = rate_windows.explained(process, steps, (40, 512), -0.35, "1")
    assert told.endswith("from t = 512 to 2,048: even so the window is too early")
    assert rate_windows.explained(process, steps, (40, 512), -2.0, "1").endswith("it is slower there, too")
    row = measure_rate(cell, 2000, 512, 0)
    assert row.slopes[0].verdict == "slower than printed"
    assert row.remark.startswith("without noise")
    assert RateRow.from_plain(row.plain()) == row


def test_networks_have_no_run_without_noise():
    process = PROBLEMS["shallow network"].process("SGD", 2, 0)
    assert rate_windows.explained(process, Power(0.1, 0.55), (10, 32), -0.45, "1").endswith("add up to 0.90")

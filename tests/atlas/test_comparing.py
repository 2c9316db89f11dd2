"""Two runs: other seeds move nothing, a drift of three per cent in one law is found."""

from dataclasses import replace

import pytest

from theorytest.atlas.cells import Cell
from theorytest.atlas.comparing import DRIFT, changes_told, compared
from theorytest.atlas.effort import EFFORTS
from theorytest.atlas.measuring import measure
from theorytest.atlas.rate_rows import RateCell, measure_rate
from theorytest.atlas.record import Atlas, atlas_of, write_atlas
from theorytest.atlas.worlds import World
from theorytest.cli import main

CELLS = [Cell("quasi", World("uniform", "L2", "orthonormal"), "optimal", 3, n) for n in (3, 6)]
STANDARD = EFFORTS["standard"]


def run(seed: int) -> Atlas:
    rates = [measure_rate(RateCell("circle", "2", "SGD", 0.1), 1000, 256, seed)]
    return atlas_of({"command": "test"}, [measure(cell, STANDARD, seed) for cell in CELLS], rates)


@pytest.fixture(scope="module")
def before() -> Atlas:
    return run(0)


def drifted(atlas: Atlas, share: float) -> Atlas:
    """One constant of one law off by a share."""
    row = atlas.rows[0]
    q = row.quantities["c_var1"]
    quantities = {**row.quantities, "c_var1": replace(q, value=q.value * (1 + share))}
    return replace(atlas, rows=(replace(row, quantities=quantities), *atlas.rows[1:]))


def test_another_seed_moves_nothing(before):
    found = compared(run(1), before)
    assert len(found) >= 15
    assert not any(change.moved for change in found)


def test_a_drift_of_three_per_cent_is_visible_and_found(before):
    after = drifted(run(1), DRIFT)
    moved = [change for change in compared(after, before) if change.moved]
    assert [change.where for change in moved] == [f"c_var1 of {CELLS[0]}"]
    assert moved[0].visible <= DRIFT


def test_a_computed_number_that_differs_has_moved(before):
    row = before.rows[0]
    q = replace(row.quantities["c_var2"], within=row.quantities["c_var2"].within * 1.000001)
    after = replace(before, rows=(replace(row, quantities={**row.quantities, "c_var2": q}), *before.rows[1:]))
    assert [change.where for change in compared(after, before) if change.moved] == [f"within c_var2 of {row.cell}"]


def test_missing_cells_are_counted(before):
    fewer = replace(before, rows=before.rows[:1])
    assert "1 cells of the other record were not measured" in next(changes_told(compared(fewer, before), fewer, before))


def test_the_command_tells_what_moved(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["atlas", "--budget", "quick", "--estimator", "debiased", "--dim", "1", "--jobs", "1"]
    assert main([*words, "--json", "a.json"]) == 0
    assert main([*words, "--seed", "5", "--compare", "a.json"]) == 0
    assert "0 of" in capsys.readouterr().out


def test_regress_compares_records_of_the_atlas(before, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reports").mkdir()
    write_atlas(before, tmp_path / "reports" / "atlas.json")
    again = run(1)
    for name, atlas in (("same", again), ("drifted", drifted(again, DRIFT)), ("fewer", replace(again, rates=()))):
        write_atlas(atlas, tmp_path / f"{name}.json")
    assert main(["regress", "--record", "same.json"]) == 0
    assert "a drift of 0.03 would be seen with probability 0.99 in" in capsys.readouterr().out
    assert main(["regress", "--record", "drifted.json"]) == 1
    assert f"c_var1 of {CELLS[0]}" in capsys.readouterr().out
    assert main(["regress", "--record", "fewer.json"]) == 1
    assert main(["regress", "--record", "fewer.json", "--allow-vanished"]) == 0
    assert main(["regress", "--record", "drifted.json", "--update"]) == 0
    assert main(["regress", "--record", "drifted.json"]) == 0

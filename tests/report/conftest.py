"""The record of a toy paper, made once; tests that change it make a copy."""

import os

import pytest
from toys import FIRST, RICH, SECOND, write_toy

from theorytest.cli import main
from theorytest.runs.record import Record
from theorytest.runs.records import read_record

PICTURES = """
from theorytest import claim
from theorytest.claims.plots import Mark, Panel, Series

from checks.rules import same

T = [1.0, 10.0, 100.0, 1000.0]


@claim(
    "lem:mean/pictures", kind="rate", says="A cell has a rate.", expected="exact", mutants={"four": {"right": 4}}
)
def a_cell_has_a_rate(*, right=3):
    yield same(3, right, name="three")
    for name in ("ensemble", "residuals", "slopes"):
        many = tuple(Series(f"a series with a long name, number {i}", "line", T, T) for i in range(12))
        yield (Panel(name, f"The {name} of a cell", "step t", "gap", many, note="It has a rate."))


@claim("fig:one", kind="figure", says="One sees a line.", expected="exact", mutants={"four": {"right": 4}})
def one_sees_a_line(*, right=3):
    yield same(3, right, name="three")
    falling = [1 / t for t in T]
    yield (Panel(
        "falling", "What <b>falls</b> & falls", "step t", "gap",
        (
            Series("10 to 90 %", "band", T, [0.5 / t for t in T], [2 / t for t in T]),
            Series("median", "line", T, falling), Series("path 1", "path", T, falling[::-1]),
            Series("exact mean", "exact", T, falling), Series("t^-1", "guide", T, falling),
            Series("fit", "fit", T[1:], falling[1:]), Series("seen", "points", T, falling),
        ),
        (Mark("x", 22.0, "t_max"), Mark("x", 10.0, "window", 100.0), Mark("y", 0.01, "level")),
        note="It falls like 1/t.",
    ))
"""


@pytest.fixture(scope="session")
def toy(tmp_path_factory):
    """A folder with the toy paper after a whole run with mutants: its record is `record.json`."""
    folder = tmp_path_factory.mktemp("toy")
    write_toy(folder, paper=RICH, first=FIRST, later__second=SECOND, pictures=PICTURES)
    here = os.getcwd()
    os.chdir(folder)
    try:
        assert main(["verify", "--mutants", "--jobs", "1", "--json", "record.json"]) == 0
    finally:
        os.chdir(here)
    return folder


@pytest.fixture
def record(toy) -> Record:
    return read_record(toy / "record.json")

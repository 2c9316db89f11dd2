"""The record of a toy paper, made once; tests that change it make a copy."""

import os

import pytest
from toys import RICH, write_toy

from theorytest.cli import main
from theorytest.verdicts.records import Record, read_record


@pytest.fixture(scope="session")
def toy(tmp_path_factory):
    """A folder with the toy paper after a whole run with mutants: its record is `record.json`."""
    folder = tmp_path_factory.mktemp("toy")
    write_toy(folder, paper=RICH)
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

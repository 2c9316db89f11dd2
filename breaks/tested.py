"""Breaks that no claim notices are put to the laboratory's own tests: parts that no claim calls are not out of sight.

As a plugin of pytest (`-p breaks.tested`) this module applies the break that the environment names.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

from breaks.breaking import Break, load

_NAME, _TABLE = "THEORYTEST_BREAK", "THEORYTEST_BREAKS"
_FOLDERS = ("approximation", "descent", "atlas")
_BROKEN = ExitStack()  # kept: a context that nobody holds is left
_HOME = Path(__file__).parents[1]
_ALL_PASSED, _SOME_FAILED, _INTERRUPTED = 0, 1, 2  # of pytest; a file that cannot be imported interrupts it


def first_to_notice(this: Break, table: str = "breaks.table", home: Path = _HOME) -> str:
    """The first test of the laboratory that fails with the break, or nothing; tests that name a part come first."""
    named = files(this, home)
    others = [each for each in _tests(home) if each not in named]
    return (_failing(this, table, home, named) if named else "") or _failing(this, table, home, others)


def files(this: Break, home: Path = _HOME) -> list[str]:
    """The tests of the laboratory that name a part which is broken: its class, or else the function."""
    names = {part.name.partition(".")[0].lstrip("_") for part in this.parts}
    named = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b")
    return [each for each in _tests(home) if named.search((home / each).read_text(encoding="utf-8"))]


def _tests(home: Path) -> list[str]:
    found = (each for folder in _FOLDERS for each in sorted((home / "tests" / folder).rglob("test_*.py")))
    return [str(each.relative_to(home)) for each in found]


def _failing(this: Break, table: str, home: Path, tests: list[str]) -> str:
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "breaks.tested", "-p", "no:cacheprovider"]
    found = subprocess.run(
        [*words, *tests],
        cwd=home,
        env=os.environ | {_NAME: this.name, _TABLE: table, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(_HOME)},
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode not in (_ALL_PASSED, _SOME_FAILED, _INTERRUPTED):
        last = (found.stdout + found.stderr).strip().splitlines()[-1]
        raise RuntimeError(f"the tests of {this.name} ended with code {found.returncode}: {last}")
    failed = re.search(r"^(?:FAILED|ERROR) (\S+?)(?:\[.*)?(?: - .*)?$", found.stdout, re.MULTILINE)
    return failed[1] if failed else ""


def pytest_configure() -> None:
    """Before any test is imported; the process ends with the tests, so that nothing is put back."""
    name = os.environ.get(_NAME)
    if name:
        table = import_module(os.environ[_TABLE])
        load(table.PACKAGES)
        _BROKEN.enter_context(next(each for each in table.BREAKS if each.name == name).applied())

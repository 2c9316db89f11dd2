"""One bug at a time in a copy of the package, and its killers run there, each in a child of this process.

The children are forked after the libraries are loaded and before the package is, so that a bug costs a second.
"""

from __future__ import annotations

import io
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from mutations.bugs import Bug

PACKAGE = "theorytest"
TIME_LIMIT = 120.0  # of one bug, in seconds: one that makes a loop endless is noticed, too
_LIBRARIES = (
    "numpy",
    "scipy.optimize",
    "scipy.stats",
    "scipy.special",
    "joblib",
    "rich.console",
    "pytest",
)


@dataclass(frozen=True)
class Fate:
    """What became of a bug: killed by which test, or not; `problem` where nothing was learned."""

    bug: Bug
    killed: bool
    by: str = ""
    problem: str = ""
    seconds: float = 0.0


class Killers:
    """What pytest says of the tests: the first one that failed, and how many ran."""

    def __init__(self) -> None:
        self.failed, self.ran = "", 0

    def pytest_runtest_logreport(self, report: object) -> None:
        """Remember a failure in any phase."""
        self.ran += report.when == "call"  # type: ignore[attr-defined]
        if report.failed and not self.failed:  # type: ignore[attr-defined]
            self.failed = report.nodeid  # type: ignore[attr-defined]


@contextmanager
def copied(repository: Path) -> Iterator[Path]:
    """A folder that looks like the repository, with a copy of the package and links to everything else."""
    with tempfile.TemporaryDirectory(prefix="mutations-") as name:
        root = Path(name)
        for each in repository.iterdir():
            if each.name not in (PACKAGE, ".git", ".pytest_cache", ".hypothesis", ".theorytest"):
                (root / each.name).symlink_to(each)
        shutil.copytree(repository / PACKAGE, root / PACKAGE)
        yield root


def fate(bug: Bug, root: Path, tests: Sequence[str] | None = None) -> Fate:
    """Apply the bug in the copy, run its killers or these tests, and put the right text back."""
    path, started = root / bug.file, time.perf_counter()
    right = path.read_text(encoding="utf-8")
    try:
        wrong = bug.applied(right)
    except ValueError as error:
        return Fate(bug, False, problem=str(error))
    if not (tests or bug.killers):
        return Fate(bug, False)
    for stale in path.parent.glob(f"__pycache__/{path.stem}.*"):  # a time stamp of one second tells no two bugs apart
        stale.unlink()
    path.write_text(wrong, encoding="utf-8")
    try:
        code, failed = _run(root, tests or bug.killers)
    finally:
        path.write_text(right, encoding="utf-8")
    problem = {2: "the tests cannot be collected", 3: "pytest broke", 4: "no such test", 5: "no test ran"}.get(code, "")
    by = failed or ("the time limit" if code == _ENDLESS else "")
    return Fate(bug, code in (1, _ENDLESS), by, problem, time.perf_counter() - started)


def sound(bugs: Sequence[Bug], root: Path) -> str:
    """The first killer that fails without any bug, or nothing: it would kill everything."""
    killers = list(dict.fromkeys(test for bug in bugs for test in bug.killers))
    code, failed = _run(root, killers, limit=1200.0)
    return "" if code == 0 else failed or f"exit code {code}"


_ENDLESS = -1


def _run(root: Path, tests: Sequence[str], limit: float = TIME_LIMIT) -> tuple[int, str]:
    """The exit code of pytest in a child, and the first test that failed."""
    for name in _LIBRARIES:
        __import__(name)
    assert PACKAGE not in sys.modules, "the package must not be loaded where its bugs are run"
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _child(root, tests, writer)
    os.close(writer)
    answer = _answer(reader, child, limit)
    os.close(reader)
    os.waitpid(child, 0)
    if answer is None:
        return _ENDLESS, ""
    code, _, failed = answer.partition(" ")
    return int(code or 3), failed


def _child(root: Path, tests: Sequence[str], writer: int) -> None:
    """Run the tests with the package of the copy; never returns."""
    code, seen = 3, Killers()
    try:
        os.setsid()
        os.chdir(root)
        sys.dont_write_bytecode = True
        sys.path[:] = [str(root), *(each for each in sys.path if each not in ("", str(Path(__file__).parents[1])))]
        os.environ["PYTHONPATH"] = str(root)
        import pytest

        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests], plugins=[seen]))
        found = sys.modules[PACKAGE].__file__ or ""
        code = code if Path(found).is_relative_to(root) else 3
    finally:
        os.write(writer, f"{code} {seen.failed}".encode())
        os._exit(0)


def _answer(reader: int, child: int, limit: float) -> str | None:
    """What the child has written, or None when it took too long and was ended with all that it started."""
    ready, _, _ = select.select([reader], [], [], limit)
    if not ready:
        os.killpg(child, signal.SIGKILL)
        return None
    return os.read(reader, 65536).decode()

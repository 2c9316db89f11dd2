"""The pytest door: claims are collected and run as items, and the run ends with its verdicts."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Generator, Iterable
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from theorytest.claims.roots import PAPER_FILE, find_root, is_check_file, is_root
from theorytest.threads import one_thread

if TYPE_CHECKING:  # a project without claims pays for nothing but the options
    from theorytest.pytest_claims import Session


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of a run, in their own group."""
    group = parser.getgroup("theorytest", "theory papers, verified by running them")
    group.addoption(
        "--theorytest-seed", type=_seed, default=0, metavar="N", help="root seed of the claims (default: 0)"
    )
    group.addoption(
        "--theorytest-budget",
        choices=("quick", "standard", "deep"),
        default="standard",
        help="how hard the claims are looked at; the false-alarm rate stays the same (default: standard)",
    )
    group.addoption(
        "--theorytest-false-alarm", type=_rate, default=1e-3, metavar="A", help="of all claims together (default: 1e-3)"
    )
    group.addoption("--mutants", action="store_true", help="run the mutants of the claims too: each must be refuted")
    group.addoption("--theorytest-record", metavar="FILE", help="write the record of the claims there")


def _seed(word: str) -> int:
    if not word.isdecimal():
        raise ArgumentTypeError(f"the seed must be a whole number of at least 0, got {word!r}")
    return int(word)


def _rate(word: str) -> float:
    rate = float(word)
    if not 0 < rate < 1:
        raise ArgumentTypeError(f"the false-alarm rate must lie in (0, 1), got {word}")
    return rate


def pytest_configure(config: pytest.Config) -> None:
    """Name the markers and open the door."""
    config.addinivalue_line("markers", "claim: a claim of a paper, checked by theorytest")
    config.addinivalue_line("markers", "mutant: a lie about a claim that its check must refute")
    config.pluginmanager.register(Door(config), "theorytest-door")


class Door:
    """The hooks of one pytest run. They import the judge only when there is a claim to judge."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self._roots: dict[Path, Path | None] = {}
        self._session: Session | None = None

    @property
    def session(self) -> Session:
        """The claims and results of this run."""
        if self._session is None:
            one_thread()
            from theorytest.pytest_claims import Session

            self._session = Session(self.config)
        return self._session

    def root(self, path: Path) -> Path | None:
        """The folder of checks that a file belongs to as a check."""
        if path.parent not in self._roots:
            self._roots[path.parent] = find_root(path.parent)
        root = self._roots[path.parent]
        return root if root and is_check_file(root, path) else None

    def pytest_report_header(self, config: pytest.Config) -> str | None:
        """The setting, wherever the arguments lead to claims."""
        if not any(_leads_to_claims(config.invocation_params.dir / arg.split("::")[0]) for arg in config.args):
            return None
        option = config.option
        rate = f"false-alarm rate {option.theorytest_false_alarm:g} for all claims"
        return f"theorytest: seed {option.theorytest_seed}, budget {option.theorytest_budget}, {rate}"

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """A Python file in a folder of checks holds claims."""
        root = self.root(file_path) if file_path.suffix == ".py" else None
        return self.session.collector(root, file_path, parent) if root else None

    def pytest_pycollect_makemodule(self, module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """A file of claims that is named on the command line is not also a module of tests."""
        patterns = parent.config.getini("python_files")
        if self.root(module_path) is None or any(fnmatch(module_path.name, pattern) for pattern in patterns):
            return None
        nothing: pytest.Collector = _Nothing.from_parent(parent, path=module_path)
        return nothing

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Let the result travel with the report, also between processes."""
        report = yield
        if report.when == "call" and hasattr(item, "payload"):
            report.theorytest = item.payload  # type: ignore[attr-defined]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the result of a claim."""
        payload = getattr(report, "theorytest", None)
        if payload:
            self.session.keep(payload)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Remember what the arguments lead to, before anybody takes something away."""
        if hasattr(item, "whose"):
            self.session.collected.append(item.whose)

    def pytest_deselected(self, items: Iterable[pytest.Item]) -> None:
        """Remember what was deselected in the open: pytest counts it."""
        self.session.deselected += [item.whose for item in items if hasattr(item, "whose")]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Remember what is going to be run."""
        selected = [item.whose for item in session.items if hasattr(item, "whose")]
        if selected:
            self.session.expect(selected)
        if self._session is not None:
            self._session.look_for_lost(self._asked_for)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Learn from a worker of xdist what was selected, and what was lost."""
        selected, lost = getattr(node, "workeroutput", {}).get("theorytest", ([], []))
        if selected or lost:
            self.session.expect(selected)
            self.session.lost.update(dict.fromkeys(lost))

    def _asked_for(self, root: Path) -> bool:
        """Whether all claims of a folder are to be collected: it was named, and nothing in it was to be ignored."""
        option, named = self.config.option, [each for each in self.config.args if "::" not in each]
        if option.ignore or option.ignore_glob:
            return False
        return any(root.is_relative_to((self.config.invocation_params.dir / each).resolve()) for each in named)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Fail a run in which a claim got no verdict or another one than expected, and write the record."""
        if self._session is None:
            return
        self._session.judge.close()
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["theorytest"] = self._session.selected, list(self._session.lost)
        elif not self.config.option.collectonly:
            complete = self._session.finish()
            if exitstatus == pytest.ExitCode.OK and not complete:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The verdicts, one line each."""
        lines = self._session.lines if self._session else ()
        if lines:
            terminalreporter.section("verdicts")
            for line in lines:
                terminalreporter.write_line(line)


class _Nothing(pytest.File):
    def collect(self) -> Iterable[pytest.Item]:
        return ()


def _leads_to_claims(path: Path) -> bool:
    return find_root(path) is not None or any(is_root(found.parent) for found in path.glob(f"*/{PAPER_FILE}"))

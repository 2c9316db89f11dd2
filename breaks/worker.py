"""One break in a fresh process: it is applied before any check is imported, and then the claims are judged.

Reads an order from standard input and writes what it found to the file that the order names. An order without a break
traces: each claim in a fork of its own, so that nothing which another claim has cached hides what it calls.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from breaks.breaking import folder, load
from theorytest.claims.claim import Claim
from theorytest.claims.loading import claims_in, load_module
from theorytest.claims.mutants import Mutant
from theorytest.runs.budget import Setting, setting
from theorytest.runs.outcome import as_expected, passes
from theorytest.runs.results import judge


@dataclass(frozen=True)
class Asked:
    """A claim to judge: where it is, its share of the false alarms, and how hard to look."""

    id: str
    file: Path
    share: float
    budget: str


@dataclass(frozen=True)
class Order:
    """What one process does; `table` is the module of the breaks."""

    root: Path
    table: str
    name: str | None
    claims: tuple[Asked, ...]
    time_limit: float
    result: Path


@dataclass(frozen=True)
class Found:
    """The verdict of one claim, how the check ended, and what it called, as `module:qualified.name`."""

    claim: str
    verdict: str
    expected: bool
    broken: str | None
    seconds: float
    calls: frozenset[str] = frozenset()

    @property
    def too_long(self) -> bool:
        """Whether it was ended by the clock, which says nothing about the claim."""
        return self.broken is not None and self.broken.startswith("TimeLimitError")

    @property
    def notices(self) -> bool:
        """Whether the verdict is another one than expected, a control fails, or the check broke."""
        return not self.expected and not self.too_long


@dataclass(frozen=True)
class Answer:
    """What a process found; `imported` are the calls that files of checks make when they are imported."""

    found: tuple[Found, ...]
    imported: dict[Path, frozenset[str]] = field(default_factory=dict)


def main() -> None:
    """Do what standard input asks."""
    order: Order = pickle.load(sys.stdin.buffer)
    sys.setrecursionlimit(10_000)
    answer = traced(order) if order.name is None else broken(order)
    order.result.write_bytes(pickle.dumps(answer))


def broken(order: Order) -> Answer:
    """The claims with the break of that name; a file that cannot be imported breaks its claims."""
    table = import_module(order.table)
    load(table.PACKAGES)
    this = next(each for each in table.BREAKS if each.name == order.name)
    with this.applied():
        return Answer(tuple(_judged(order, asked) for asked in order.claims))


def traced(order: Order) -> Answer:
    """The claims as they are, with what they call of the packages."""
    packages = import_module(order.table).PACKAGES
    load(packages)
    watch = Watch(tuple(str(folder(each)) for each in packages))
    with watch.importing(order.root) as imported:
        for file in dict.fromkeys(asked.file for asked in order.claims):
            load_module(order.root, file)
    found = tuple(_forked(partial(_judged, order, asked, watch)) for asked in order.claims)
    return Answer(found, {file: frozenset(calls) for file, calls in imported.items()})


def _judged(order: Order, asked: Asked, watch: Watch | None = None) -> Found:
    try:
        claim = _claim(order.root, asked)
    except Exception as error:  # what is computed at import may break too
        return Found(asked.id, "undecided", False, f"{type(error).__name__}: {error}", 0.0)
    hard = setting(budget=asked.budget, time_limit=order.time_limit)
    with watch.calling() if watch else nullcontext(set[str]()) as calls:
        result = judge(claim, None, asked.share, hard)
        expected = as_expected(claim, result) and all(
            _holds(claim, each, asked.share, hard) for each in _controls(claim)
        )
    return Found(asked.id, result.verdict.value, expected, result.broken, result.seconds, frozenset(calls))


def _controls(claim: Claim) -> list[Mutant]:
    """What must hold beside a claim that is false as printed, which a break seldom makes true."""
    return [each for each in claim.mutants if each.must_hold]


def _holds(claim: Claim, control: Mutant, share: float, hard: Setting) -> bool:
    """Whether a control holds; one that the clock ended says nothing, and counts as holding."""
    result = judge(claim, control, share, hard)
    return passes(control, result) or (result.broken or "").startswith("TimeLimitError")


def _claim(root: Path, asked: Asked) -> Claim:
    return next(each for each in claims_in(load_module(root, asked.file)) if each.id == asked.id)


def _forked(work: Callable[[], Found]) -> Found:
    """`work()` in a copy of this process."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "wb") as pipe:
            pipe.write(pickle.dumps(work()))
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        content = pipe.read()
    os.waitpid(child, 0)
    found: Found = pickle.loads(content)
    return found


@dataclass(frozen=True)
class Watch:
    """Sees which functions of some folders are called."""

    folders: tuple[str, ...]

    @contextmanager
    def calling(self) -> Iterator[set[str]]:
        """The names of the functions that are called within."""
        codes: set[CodeType] = set()

        def seen(frame: FrameType, event: str, argument: Any) -> None:  # noqa: ARG001 (the signature of a tracer)
            if event == "call":
                codes.add(frame.f_code)

        calls: set[str] = set()
        sys.settrace(seen)  # of C functions it does not hear, which makes it fast
        try:
            yield calls
        finally:
            sys.settrace(None)
            calls |= {_named(code) for code in codes if code.co_filename.startswith(self.folders)}

    @contextmanager
    def importing(self, root: Path) -> Iterator[dict[Path, set[str]]]:
        """The same for each file below the root, whose import makes the calls."""
        found: dict[Path, set[str]] = {}

        def seen(frame: FrameType, event: str, argument: Any) -> None:  # noqa: ARG001 (the signature of a tracer)
            if event == "call" and frame.f_code.co_filename.startswith(self.folders):
                file = _importing(frame)
                if file is not None and file.is_relative_to(root):
                    found.setdefault(file, set()).add(_named(frame.f_code))

        sys.settrace(seen)
        try:
            yield found
        finally:
            sys.settrace(None)


def _named(code: CodeType) -> str:
    """As the part of a break names it."""
    path = Path(code.co_filename).with_suffix("")
    package = next(each for each in path.parents if not (each / "__init__.py").is_file())
    return f"{'.'.join(path.relative_to(package).parts)}:{code.co_qualname}"


def _importing(frame: FrameType | None) -> Path | None:
    """The file whose top level is running."""
    while frame is not None:
        if frame.f_code.co_name == "<module>":
            return Path(frame.f_code.co_filename)
        frame = frame.f_back
    return None


if __name__ == "__main__":
    from breaks import worker  # not __main__, so that what is pickled has a home

    worker.main()

"""Which files are read: what a check looks at belongs to what it is, wherever the file lies beside its folder."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any

_ELSEWHERE = {"site-packages", "dist-packages", "__pycache__", ".git", ".theorytest"}  # libraries, caches, our own
_PACKAGE = Path(__file__).resolve().parents[1]
_DIGITS = 16
Mark = tuple[str, ModuleType]
_watching: list[set[str]] = []


@contextmanager
def watched() -> Iterator[set[str]]:
    """The files that are opened for reading within it, and the modules that are imported, by their paths."""
    _listen()
    files, mark = set[str](), latest_module()
    _watching.append(files)
    try:
        yield files
    finally:
        _watching.remove(files)
        fresh = [sys.modules[name] for name in modules_since(mark)]
        files.update(str(path) for each in fresh if (path := getattr(each, "__file__", None)))


def latest_module() -> Mark:
    """The module that was imported last; to copy all names would touch every page on which one of them lies."""
    name = next(reversed(sys.modules))
    return name, sys.modules[name]


def modules_since(mark: Mark) -> list[str]:
    """The modules imported after this one, in their order; all of them where that one is gone or was replaced."""
    name, module = mark
    if sys.modules.get(name) is not module:
        return list(sys.modules)
    return list(takewhile(lambda each: each != name, reversed(sys.modules)))[::-1]


@cache
def _listen() -> None:
    """Once for the process: the interpreter tells of every file that it opens, and cannot be asked to stop."""
    sys.addaudithook(_opened)


def _opened(event: str, about: tuple[Any, ...]) -> None:
    if event == "open" and _watching and not isinstance(about[0], int):
        path, _, flags = about
        if (flags or 0) & os.O_ACCMODE != os.O_WRONLY:
            for each in _watching:
                each.add(os.path.abspath(os.fsdecode(path)))


def hashes(files: Iterable[str], root: Path) -> dict[str, str]:
    """Of what lies beside a folder of checks or is data in it, by the paths from its parent.

    Libraries are known by their versions, this package and the sources of the checks by their own fingerprint.
    """
    home = root.parent
    inside = (Path(file).relative_to(home) for file in files if Path(file).is_relative_to(home))
    own = (file for file in inside if not _ELSEWHERE.intersection(file.parts) and not _known(home / file, root))
    return {file.as_posix(): hash_of(home / file) for file in sorted(own) if (home / file).is_file()}


def _known(file: Path, root: Path) -> bool:
    return file.is_relative_to(_PACKAGE) or (file.is_relative_to(root) and file.suffix in (".py", ".toml"))


def hash_of(file: Path) -> str:
    """Of the content; empty for a file that cannot be read."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()[:_DIGITS]
    except OSError:
        return ""


def unchanged(read: Mapping[str, str], home: Path) -> bool:
    """Whether the files that were read are still the same."""
    return all(hash_of(home / name) == known for name, known in read.items())
